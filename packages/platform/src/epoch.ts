// Moments in plain SQL, in the product's unit.

/** An SQL expression for a `timestamptz` as epoch milliseconds. @param column a column or another SQL expression, never a value of a caller */
export const epochMs = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`
