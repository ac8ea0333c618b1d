// Values by time: each value with the time at which it ends.

/** Entries in the order of time. Each holds until `until` (epoch ms, exclusive); the last one holds without end. */
export type ByTime<V> = readonly { readonly until: number; readonly value: V }[]

export const always = <V>(value: V): ByTime<V> => [{ until: Number.POSITIVE_INFINITY, value }]

/** The value at a time. The search begins with the newest entry, since recent times are queried most. */
export function valueAt<V>(byTime: ByTime<V>, at: number): V {
  let i = byTime.length - 1
  // This runs for every record; reading an index below 0 would be far slower than the loop.
  while (i > 0 && at < (byTime[i - 1] as ByTime<V>[number]).until) i--
  const entry = byTime[i]
  if (entry === undefined) throw new RangeError('nothing is known for any time')
  return entry.value
}

/** Merges several histories: one entry for each period without a change, with the keys of all. */
export function joinByTime(parts: readonly ByTime<object>[]): ByTime<object> {
  if (parts.every(part => part.length === 1))
    return always(Object.assign({}, ...parts.map(part => part[0]?.value)))
  const ends = [...new Set(parts.flatMap(part => part.map(entry => entry.until)))].sort(
    (a, b) => a - b,
  )
  return ends.map((until, i) => ({
    until,
    value: Object.assign(
      {},
      ...parts.map(part => valueAt(part, ends[i - 1] ?? Number.NEGATIVE_INFINITY)),
    ),
  }))
}
