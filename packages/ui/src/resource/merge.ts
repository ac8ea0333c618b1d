// Two people changed one record: what each left alone is taken from the other, and what both changed stays to be decided.

export interface Merge<V> {
  /** Mine where I changed something, theirs everywhere else. */
  readonly values: V
  /** Fields that both changed, to different values. */
  readonly both: readonly (keyof V & string)[]
}
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** @param began what I began from @param mine what I typed @param theirs what is stored now */
export function merge<V extends object>(began: V, mine: V, theirs: V): Merge<V> {
  const values = { ...theirs }
  const both: (keyof V & string)[] = []
  for (const field of Object.keys(mine) as (keyof V & string)[]) {
    if (isEqual(mine[field], began[field])) continue
    values[field] = mine[field]
    if (!isEqual(theirs[field], began[field]) && !isEqual(theirs[field], mine[field]))
      both.push(field)
  }
  return { values, both }
}
