// The newest value of each reading beside the one that was last kept in its history: how they go
// on, and how both stand in the state, each value once. Pure.
import { sameJson } from '@flotta/core/derivation.ts'
import type { Reading } from '@flotta/core/reading.ts'

/** Owned by the state, which changes it in place. Times epoch ms. */
export interface LatestReading {
  at: number
  data: object
  stored_at: number
  stored: object
  /**
   * JSON of `data`, and of the whole entry, as they were last written; undefined: changed since.
   */
  values: string | undefined
  text: string | undefined
}

/**
 * As it is stored: the time, and the values in the order of the shape, those that are null at the
 * end left out; where an older value was kept last, how long before,
 * and what differs in it as index, value, index, value … Times in seconds. Before values were
 * listed they stood under their names, and the time in ms.
 */
export type LatestEntry = readonly [
  at: number,
  values: unknown,
  ago?: number,
  ...differing: unknown[],
]

const names = new WeakMap<Reading, readonly string[]>()
function fieldsOf(reading: Reading): readonly string[] {
  const storedNames = names.get(reading)
  if (storedNames !== undefined) return storedNames
  const fields = Object.keys(reading.shape.shape)
  names.set(reading, fields)
  return fields
}
/** null: also what the reading did not yet have when the value was stored. */
const fieldValue = (data: object, name: string): unknown =>
  (data as Readonly<Record<string, unknown>>)[name] ?? null

function isSameData(reading: Reading, a: object, b: object): boolean {
  const fields = fieldsOf(reading)
  for (let i = 0; i < fields.length; i++) {
    const name = fields[i] as string
    const x = fieldValue(a, name)
    const y = fieldValue(b, name)
    if (x !== y && !sameJson(x, y)) return false
  }
  return true
}

/** Takes a newer value in; `worth` says that it belongs into the history. */
export function updateLatest(
  known: LatestReading | null,
  reading: Reading,
  at: number,
  data: object,
): { readonly known: LatestReading; readonly worth: boolean } {
  if (known === null)
    return {
      known: { at, data, stored_at: at, stored: data, values: undefined, text: undefined },
      worth: true,
    }
  if (data !== known.data && !isSameData(reading, known.data, data)) {
    known.data = data
    known.values = undefined
  }
  const worth =
    at - known.stored_at >= reading.kept_every ||
    (known.stored !== known.data && reading.changed(known.stored, known.data))
  known.at = at
  known.text = undefined
  if (worth) {
    known.stored_at = at
    known.stored = known.data
  }
  return { known, worth }
}

/** JSON of the entry; what has not changed is not written anew. */
export function textOf(reading: Reading, known: LatestReading): string {
  known.values ??= JSON.stringify(valuesOf(reading, known.data))
  known.text ??= `[${known.at / 1000},${known.values}${storedText(reading, known)}]`
  return known.text
}
function valuesOf(reading: Reading, data: object): unknown[] {
  const values = fieldsOf(reading).map(name => fieldValue(data, name))
  while (values.at(-1) === null) values.pop()
  return values
}
function storedText(reading: Reading, { at, data, stored_at, stored }: LatestReading): string {
  if (stored_at === at) return ''
  let text = `,${(at - stored_at) / 1000}`
  if (stored !== data)
    fieldsOf(reading).forEach((name, i) => {
      const value = fieldValue(stored, name)
      if (!sameJson(value, fieldValue(data, name))) text += `,${i},${JSON.stringify(value)}`
    })
  return text
}

/** The newest value of an entry and its time. */
export function newestOf<D extends object>(
  reading: Reading<D>,
  entry: LatestEntry,
): { readonly at: number; readonly data: D } {
  const [, values] = entry
  const data = Array.isArray(values)
    ? Object.fromEntries(fieldsOf(reading).map((name, i) => [name, values[i] ?? null]))
    : values
  return { at: timeOf(entry), data: data as D }
}
/** Epoch ms. */
export const timeOf = ([at, values]: LatestEntry): number => (Array.isArray(values) ? ms(at) : at)
const ms = (seconds: number): number => Math.round(seconds * 1000)

/**
 * @param keptBefore where values stand under their names, what was kept last stands elsewhere: its
 * time and value
 */
export function latestOf(reading: Reading, entry: LatestEntry, keptBefore: unknown): LatestReading {
  const { at, data } = newestOf(reading, entry)
  const [, values, ago = 0, ...differing] = entry
  if (!Array.isArray(values)) {
    const [kept_at, kept] = (keptBefore ?? [at, data]) as readonly [number, object]
    return {
      at,
      data,
      stored_at: kept_at,
      stored: isSameData(reading, kept, data) ? data : kept,
      values: undefined,
      text: undefined,
    }
  }
  const fields = fieldsOf(reading)
  const storedData = differing.length === 0 ? data : { ...data }
  for (let i = 0; i < differing.length; i += 2)
    Object.assign(storedData, { [fields[differing[i] as number] as string]: differing[i + 1] })
  return {
    at,
    data,
    stored_at: at - ms(ago),
    stored: storedData,
    values: undefined,
    text: undefined,
  }
}
