// A kind of reading: what records tell of one thing, made from words. From this value follow how records are read, what is shown, sent on and kept.
import { z } from 'zod'
import type { Kind, Open } from './kinds.ts'
import type { Values } from './profile-reader.ts'
import type { ReadingKinds, Word } from './telemetry.ts'

/** Where a value comes from: a word, or its opposite. */
export interface Source {
  readonly word: Word
  readonly inverted: boolean
}
/** Meaning → its sources on one vehicle; the first that is told wins. */
export type Sources = Readonly<Record<string, readonly Source[]>>

export interface Reading<D extends object = object> extends Kind {
  /** Its data. The order of the fields is that in which they are stored: once released they keep their places, and new ones come last. */
  readonly shape: z.ZodObject & z.ZodType<D>
  /** Meaning → the words that mean it where the wiring names none. What stands here may be wired; without words only what is wired means it. */
  readonly meanings: Readonly<Record<string, readonly Word[]>>
  /** null: the record does not speak of it. */
  read(values: Values, sources: Sources): D | null
  /** Whether the second is so far from the first, which was kept, that it is kept too. */
  changed(kept: D, data: D): boolean
  /** Kept after so long all the same, ms; Infinity: only when it has changed. */
  readonly kept_every: number
}

/** Declares a reading under its name in `ReadingKinds`. */
export const reading = <K extends keyof ReadingKinds, R extends Omit<Reading<ReadingKinds[K]>, 'kind' | 'open'>>(
  kind: K,
  open: Open,
  rest: R,
): Reading<ReadingKinds[K]> & R => ({ kind, open, ...rest })
export const isReading = (kind: Kind): kind is Reading => 'read' in kind

/** The number of a meaning as the record tells it. */
export function numberOf(values: Values, sources: readonly Source[] | undefined): number | null {
  if (sources === undefined) return null
  for (let i = 0; i < sources.length; i++) {
    const source = sources[i] as Source
    const value = values[source.word]
    if (typeof value === 'number') return source.inverted ? (value === 0 ? 1 : 0) : value
  }
  return null
}
/** The text of a meaning, '' where the device says that there is none. */
export function textOf(values: Values, sources: readonly Source[] | undefined): string | null {
  for (const { word } of sources ?? []) {
    const value = values[word]
    if (typeof value === 'string') return value
  }
  return null
}

/** Apart by `least` or more (in whole thousandths, so that 12.2 − 12.0 is 0.2), or one of them missing; what was stored before the reading had it is missing too. */
export function apart(a: number | null | undefined, b: number | null | undefined, least: number): boolean {
  if (a === b) return false
  if (a == null || b == null) return (a ?? null) !== (b ?? null)
  return Math.round(Math.abs(a - b) * 1e3) >= Math.round(least * 1e3)
}

export interface NumberField {
  readonly words: readonly Word[]
  /** What wiring calls it, where that is not the field's name. */
  readonly meaning?: string
  /** As many are kept; absent: all. */
  readonly decimals?: number
  /** A difference that counts. */
  readonly least: number
  /** What lies beyond is no value: a sensor's own code, an error. Both ends are values. */
  readonly range?: readonly [least: number, most: number]
}
/** The rest of a reading whose data are numbers, each of one meaning of the same name. */
export function numbers<const F extends Readonly<Record<string, NumberField>>>(fields: F) {
  type Data = { readonly [P in keyof F]: number | null }
  const own = Object.entries(fields).map(
    ([name, { words, meaning = name, decimals, least, range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] }]) => ({
      name,
      meaning,
      words,
      least,
      range,
      factor: decimals === undefined ? null : 10 ** decimals,
    }),
  )
  const nothing: Readonly<Record<string, number | null>> = Object.fromEntries(own.map(({ name }) => [name, null]))
  return {
    shape: z.object(Object.fromEntries(own.map(({ name }) => [name, z.number().nullable()]))) as unknown as z.ZodObject<{
      readonly [P in keyof F]: z.ZodNullable<z.ZodNumber>
    }> &
      z.ZodType<Data>,
    meanings: Object.fromEntries(own.map(({ meaning, words }) => [meaning, words])),
    read(values: Values, sources: Sources): Data | null {
      let data: Record<string, number | null> | null = null
      for (let i = 0; i < own.length; i++) {
        const { name, meaning, factor, range } = own[i] as (typeof own)[number]
        const value = numberOf(values, sources[meaning])
        if (value === null || value < range[0] || value > range[1]) continue
        // a copy, not field by field: it is made for every record
        if (data === null) data = { ...nothing }
        data[name] = factor === null ? value : Math.round(value * factor) / factor
      }
      return data as Data | null
    },
    changed(kept: Data, data: Data): boolean {
      for (let i = 0; i < own.length; i++) {
        const { name, least } = own[i] as (typeof own)[number]
        if (apart(kept[name] as number | null, data[name] as number | null, least)) return true
      }
      return false
    },
  }
}

/** The rest of a reading whose data are yes or no, each of one meaning of the same name: it enters the history when one of them changes. */
export function flags<const F extends Readonly<Record<string, readonly Word[]>>>(meanings: F) {
  type Data = { readonly [P in keyof F]: boolean | null }
  const names = Object.keys(meanings)
  const nothing: Readonly<Record<string, boolean | null>> = Object.fromEntries(names.map(name => [name, null]))
  return {
    shape: z.object(Object.fromEntries(names.map(name => [name, z.boolean().nullable()]))) as unknown as z.ZodObject<{
      readonly [P in keyof F]: z.ZodNullable<z.ZodBoolean>
    }> &
      z.ZodType<Data>,
    meanings,
    read(values: Values, sources: Sources): Data | null {
      let data: Record<string, boolean | null> | null = null
      for (let i = 0; i < names.length; i++) {
        const name = names[i] as string
        const value = numberOf(values, sources[name])
        if (value === null) continue
        if (data === null) data = { ...nothing }
        data[name] = value !== 0
      }
      return data as Data | null
    },
    changed: (kept: Data, data: Data): boolean => names.some(name => (kept[name] ?? null) !== (data[name] ?? null)),
    kept_every: Number.POSITIVE_INFINITY,
  }
}
