// The newest value of each reading beside the one that was last kept in its history: how they go on, and how both stand in the state, each value once. Pure.
import { sameJson } from '@flotta/core/derivation.ts'
import type { Reading } from '@flotta/core/reading.ts'

/** Owned by the state, which changes it in place. Times epoch ms. */
export interface Known {
  at: number
  data: object
  kept_at: number
  kept: object
  /** JSON of `data`, and of the whole entry, as they were last written; undefined: changed since. */
  values: string | undefined
  text: string | undefined
}

/**
 * As it is stored: the time, and the values in the order of the shape, those that are null at the end left out; where an older value was kept last, how long before,
 * and what differs in it as index, value, index, value … Times in seconds. Before values were listed they stood under their names, and the time in ms.
 */
export type Entry = readonly [at: number, values: unknown, ago?: number, ...differing: unknown[]]

const names = new WeakMap<Reading, readonly string[]>()
function fieldsOf(reading: Reading): readonly string[] {
  const known = names.get(reading)
  if (known !== undefined) return known
  const fields = Object.keys(reading.shape.shape)
  names.set(reading, fields)
  return fields
}
/** null: also what the reading did not yet have when the value was stored. */
const field = (data: object, name: string): unknown =>
  (data as Readonly<Record<string, unknown>>)[name] ?? null

function same(reading: Reading, a: object, b: object): boolean {
  const fields = fieldsOf(reading)
  for (let i = 0; i < fields.length; i++) {
    const name = fields[i] as string
    const x = field(a, name)
    const y = field(b, name)
    if (x !== y && !sameJson(x, y)) return false
  }
  return true
}

/** Takes a newer value in; `worth` says that it belongs into the history. */
export function goOn(
  known: Known | null,
  reading: Reading,
  at: number,
  data: object,
): { readonly known: Known; readonly worth: boolean } {
  if (known === null)
    return {
      known: { at, data, kept_at: at, kept: data, values: undefined, text: undefined },
      worth: true,
    }
  if (data !== known.data && !same(reading, known.data, data)) {
    known.data = data
    known.values = undefined
  }
  const worth =
    at - known.kept_at >= reading.kept_every ||
    (known.kept !== known.data && reading.changed(known.kept, known.data))
  known.at = at
  known.text = undefined
  if (worth) {
    known.kept_at = at
    known.kept = known.data
  }
  return { known, worth }
}

/** JSON of the entry; what has not changed is not written anew. */
export function textOf(reading: Reading, known: Known): string {
  known.values ??= JSON.stringify(valuesOf(reading, known.data))
  known.text ??= `[${known.at / 1000},${known.values}${keptText(reading, known)}]`
  return known.text
}
function valuesOf(reading: Reading, data: object): unknown[] {
  const values = fieldsOf(reading).map(name => field(data, name))
  while (values.at(-1) === null) values.pop()
  return values
}
function keptText(reading: Reading, { at, data, kept_at, kept }: Known): string {
  if (kept_at === at) return ''
  let text = `,${(at - kept_at) / 1000}`
  if (kept !== data)
    fieldsOf(reading).forEach((name, i) => {
      const value = field(kept, name)
      if (!sameJson(value, field(data, name))) text += `,${i},${JSON.stringify(value)}`
    })
  return text
}

/** The newest value of an entry and its time. */
export function newestOf<D extends object>(
  reading: Reading<D>,
  entry: Entry,
): { readonly at: number; readonly data: D } {
  const [, values] = entry
  const data = Array.isArray(values)
    ? Object.fromEntries(fieldsOf(reading).map((name, i) => [name, values[i] ?? null]))
    : values
  return { at: timeOf(entry), data: data as D }
}
/** Epoch ms. */
export const timeOf = ([at, values]: Entry): number => (Array.isArray(values) ? ms(at) : at)
const ms = (seconds: number): number => Math.round(seconds * 1000)

/** @param keptBefore where values stand under their names, what was kept last stands elsewhere: its time and value */
export function knownOf(reading: Reading, entry: Entry, keptBefore: unknown): Known {
  const { at, data } = newestOf(reading, entry)
  const [, values, ago = 0, ...differing] = entry
  if (!Array.isArray(values)) {
    const [kept_at, kept] = (keptBefore ?? [at, data]) as readonly [number, object]
    return {
      at,
      data,
      kept_at,
      kept: same(reading, kept, data) ? data : kept,
      values: undefined,
      text: undefined,
    }
  }
  const fields = fieldsOf(reading)
  const kept = differing.length === 0 ? data : { ...data }
  for (let i = 0; i < differing.length; i += 2)
    Object.assign(kept, { [fields[differing[i] as number] as string]: differing[i + 1] })
  return { at, data, kept_at: at - ms(ago), kept, values: undefined, text: undefined }
}
