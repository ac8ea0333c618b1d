// Moments in plain SQL, as the product counts them.

/** An expression that gives a `timestamptz` as epoch milliseconds. @param column a column or another expression of SQL, never a value of a caller */
export const epochMs = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`
