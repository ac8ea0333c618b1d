// Values by time: what held until when.

/** Each entry holds until `until` (epoch ms, exclusive), in order of time; the last for ever. */
export type ByTime<V> = readonly { readonly until: number; readonly value: V }[]

export const always = <V>(value: V): ByTime<V> => [{ until: Number.POSITIVE_INFINITY, value }]

/** The newest are looked at first: they are asked for most. */
export function valueAt<V>(byTime: ByTime<V>, at: number): V {
  let i = byTime.length - 1
  // asked for every record: an index below 0 would cost more than all the rest
  while (i > 0 && at < (byTime[i - 1] as ByTime<V>[number]).until) i--
  const entry = byTime[i]
  if (entry === undefined) throw new RangeError('nothing is known for any time')
  return entry.value
}

/** Several as one: an entry for each stretch in which none of them changes, with the keys of all. */
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
