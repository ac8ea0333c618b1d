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
 * As it is stored: the time, the values in the order of the shape; where an older value was kept last, how many ms before,
 * and what differs in it as index, value, index, value …
 */
export type Entry = readonly [at: number, values: unknown, ago?: number, differing?: readonly unknown[]]

const names = new WeakMap<Reading, readonly string[]>()
function fieldsOf(reading: Reading): readonly string[] {
  const known = names.get(reading)
  if (known !== undefined) return known
  const fields = Object.keys(reading.shape.shape)
  names.set(reading, fields)
  return fields
}
const field = (data: object, name: string): unknown => (data as Readonly<Record<string, unknown>>)[name]

const same = (reading: Reading, a: object, b: object): boolean => fieldsOf(reading).every(name => sameJson(field(a, name), field(b, name)))

/** Takes a newer value in; `worth` says that it belongs into the history. */
export function goOn(known: Known | null, reading: Reading, at: number, data: object): { readonly known: Known; readonly worth: boolean } {
  if (known === null) return { known: { at, data, kept_at: at, kept: data, values: undefined, text: undefined }, worth: true }
  const worth = at - known.kept_at >= reading.kept_every || reading.changed(known.kept, data)
  if (!same(reading, known.data, data)) {
    known.data = data
    known.values = undefined
  }
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
  known.values ??= JSON.stringify(fieldsOf(reading).map(name => field(known.data, name)))
  known.text ??= `[${known.at},${known.values}${keptText(reading, known)}]`
  return known.text
}
function keptText(reading: Reading, { at, data, kept_at, kept }: Known): string {
  if (kept_at === at) return ''
  const differing = kept === data ? [] : fieldsOf(reading).flatMap((name, i) => (sameJson(field(kept, name), field(data, name)) ? [] : [i, field(kept, name)]))
  return differing.length === 0 ? `,${at - kept_at}` : `,${at - kept_at},${JSON.stringify(differing)}`
}

/** The newest value of an entry and its time. */
export function newestOf<D extends object>(reading: Reading<D>, [at, values]: Entry): { readonly at: number; readonly data: D } {
  // before values were listed they stood under their names
  const data = Array.isArray(values) ? Object.fromEntries(fieldsOf(reading).map((name, i) => [name, values[i] ?? null])) : values
  return { at, data: data as D }
}

/** @param keptBefore where values stand under their names, what was kept last stands elsewhere: its time and value */
export function knownOf(reading: Reading, entry: Entry, keptBefore: unknown): Known {
  const { at, data } = newestOf(reading, entry)
  const [, values, ago = 0, differing = []] = entry
  if (!Array.isArray(values)) {
    const [kept_at, kept] = (keptBefore ?? [at, data]) as readonly [number, object]
    return { at, data, kept_at, kept: same(reading, kept, data) ? data : kept, values: undefined, text: undefined }
  }
  const fields = fieldsOf(reading)
  const kept = differing.length === 0 ? data : { ...data }
  for (let i = 0; i < differing.length; i += 2) Object.assign(kept, { [fields[differing[i] as number] as string]: differing[i + 1] })
  return { at, data, kept_at: at - ago, kept, values: undefined, text: undefined }
}
