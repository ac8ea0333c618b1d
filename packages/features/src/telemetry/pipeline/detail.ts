// Thins a history to as many readings as a chart can show, without losing an extreme, a gap or a state. Pure.

interface ReadingAt<D> {
  /** Epoch ms. */
  readonly at: number
  readonly data: D
}

/**
 * About `most` of the readings, in their order. The time is divided evenly; each part keeps its first and last reading, the lowest and highest of every
 * number, one reading for every other value, and both ends of its longest silence.
 */
export function thinReadings<D extends object, R extends ReadingAt<D>>(
  readings: readonly R[],
  most: number,
): readonly R[] {
  const [first, last] = [readings[0], readings.at(-1)]
  if (readings.length <= most || first === undefined || last === undefined) return readings
  const names = Object.keys(first.data) as (keyof D)[]
  const parts = Math.max(1, Math.floor(most / (4 + 2 * names.length)))
  const width = (last.at - first.at) / parts || 1
  const keptReadings: R[] = []
  for (let from = 0; from < readings.length; ) {
    const end = first.at + (Math.floor((timeAt(readings, from) - first.at) / width) + 1) * width
    let to = from + 1
    while (to < readings.length && timeAt(readings, to) < end) to++
    for (const i of keptIndices(readings, from, to, names)) keptReadings.push(readings[i] as R)
    from = to
  }
  return keptReadings
}
const timeAt = (readings: readonly ReadingAt<object>[], i: number): number => readings[i]?.at ?? 0

function keptIndices<D extends object>(
  readings: readonly ReadingAt<D>[],
  from: number,
  to: number,
  names: readonly (keyof D)[],
): number[] {
  const indices = new Set([from, to - 1])
  if (to - from > 2) {
    for (const name of names) for (const i of extremes(readings, from, to, name)) indices.add(i)
    const after = longestSilence(readings, from, to)
    indices.add(after - 1).add(after)
  }
  return [...indices].sort((a, b) => a - b)
}
function extremes<D extends object>(
  readings: readonly ReadingAt<D>[],
  from: number,
  to: number,
  name: keyof D,
): Iterable<number> {
  const states = new Map<unknown, number>()
  let [low, high] = [-1, -1]
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let i = from; i < to; i++) {
    const value: unknown = readings[i]?.data[name]
    if (typeof value !== 'number') {
      if (!states.has(value)) states.set(value, i)
      continue
    }
    if (value < least) [least, low] = [value, i]
    if (value > most) [most, high] = [value, i]
  }
  return low === -1 ? states.values() : [low, high, ...states.values()]
}
function longestSilence(readings: readonly ReadingAt<object>[], from: number, to: number): number {
  let [after, longest] = [from + 1, -1]
  for (let i = from + 1; i < to; i++) {
    const silence = timeAt(readings, i) - timeAt(readings, i - 1)
    if (silence > longest) [after, longest] = [i, silence]
  }
  return after
}
