// The newest value of each reading beside the one that was last stored in its history: how both are updated, and how the state stores them, each value once.
// Pure.
import { sameJson } from '@flotta/core/derivation.ts'
import type { JsonWriter } from '@flotta/core/json-writer.ts'
import type { Reading } from '@flotta/core/reading.ts'

/** Owned by the state, which changes it in place. Times epoch ms. */
export interface LatestReading {
  at: number
  data: object
  stored_at: number
  stored: object
}

/**
 * As it is stored: the time, and the values in the order of the shape without the nulls at the end; where the value in the history is older, how long before,
 * and what differs in it as index, value, index, value … Times in seconds. An older form has the values under their names and the time in ms.
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
/** The value of a field; null also for a field that the reading did not have when the value was stored. */
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

/** Updates the entry with a newer value; `worth` decides whether it belongs into the history. */
export function updateLatest(
  known: LatestReading | null,
  reading: Reading,
  at: number,
  data: object,
): { readonly known: LatestReading; readonly worth: boolean } {
  if (known === null)
    return {
      known: { at, data, stored_at: at, stored: data },
      worth: true,
    }
  if (data !== known.data && !isSameData(reading, known.data, data)) known.data = data
  const worth =
    at - known.stored_at >= reading.kept_every ||
    (known.stored !== known.data && reading.changed(known.stored, known.data))
  known.at = at
  if (worth) {
    known.stored_at = at
    known.stored = known.data
  }
  return { known, worth }
}

/** Writes the entry. */
export function writeEntry(
  reading: Reading,
  { at, data, stored_at, stored }: LatestReading,
  out: JsonWriter,
): void {
  const fields = fieldsOf(reading)
  out.raw('[')
  out.seconds(at)
  out.raw(',[')
  let count = fields.length
  while (count > 0 && fieldValue(data, fields[count - 1] as string) === null) count--
  for (let i = 0; i < count; i++) {
    if (i > 0) out.raw(',')
    out.value(fieldValue(data, fields[i] as string))
  }
  out.raw(']')
  if (stored_at !== at) {
    out.raw(',')
    out.number((at - stored_at) / 1000)
    if (stored !== data) writeDifferences(fields, stored, data, out)
  }
  out.raw(']')
}
/** Writes what differs in the value that the history has. */
function writeDifferences(
  fields: readonly string[],
  stored: object,
  data: object,
  out: JsonWriter,
): void {
  for (let i = 0; i < fields.length; i++) {
    const value = fieldValue(stored, fields[i] as string)
    if (sameJson(value, fieldValue(data, fields[i] as string))) continue
    out.raw(',')
    out.number(i)
    out.raw(',')
    out.value(value)
  }
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
 * Reads an entry.
 * @param keptBefore for the older form, in which the last stored value stands elsewhere: its time and value
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
  }
}
