// Merges the changes of two people to one record. A field that only one of them changed gets that change; the fields that both changed are listed.

export interface Merge<V> {
  /** My value in each field that I changed, the other person's in every other field. */
  readonly values: V
  /** Fields that both changed, to different values. */
  readonly both: readonly (keyof V & string)[]
}
export const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** @param began the values at the beginning @param mine my values @param theirs the stored values now */
export function merge<V extends object>(began: V, mine: V, theirs: V): Merge<V> {
  const values = { ...theirs }
  const conflicts: (keyof V & string)[] = []
  for (const field of Object.keys(mine) as (keyof V & string)[]) {
    if (isEqual(mine[field], began[field])) continue
    values[field] = mine[field]
    if (!isEqual(theirs[field], began[field]) && !isEqual(theirs[field], mine[field]))
      conflicts.push(field)
  }
  return { values, both: conflicts }
}
