// A kind of reading: what records tell of one thing, made from words. From this value follow how records are read, what is shown, sent on and kept.
import { z } from 'zod'
import type { Kind, Visibility } from './kinds.ts'
import { indexOfWord, type RecordValues } from './record-values.ts'
import type { ReadingKinds, Word } from './telemetry.ts'

/** Where a value comes from: a word, or its opposite. */
export interface Source {
  readonly word: Word
  /** In what a record says. */
  readonly place: number
  readonly inverted: boolean
}
export const source = (word: Word, inverted = false): Source => ({
  word,
  place: indexOfWord(word),
  inverted,
})
/** Meaning → its sources on one vehicle; the first that is told wins. */
export type Sources = Readonly<Record<string, readonly Source[]>>

export interface Reading<D extends object = object> extends Kind {
  /** Its data. The order of the fields is that in which they are stored: once released they keep their places, and new ones come last. */
  readonly shape: z.ZodObject & z.ZodType<D>
  /** Meaning → the words that mean it where the wiring names none. What stands here may be wired; without words only what is wired means it. */
  readonly meanings: Readonly<Record<string, readonly Word[]>>
  /**
   * null: the record does not speak of it.
   * @param before what was known; where nothing of it has changed it may be answered itself
   */
  read(spoken: RecordValues, sources: Sources, before?: D | null): D | null
  /** Whether the second is so far from the first, which was kept, that it is kept too. */
  changed(kept: D, data: D): boolean
  /** Kept after so long all the same, ms; Infinity: only when it has changed. */
  readonly kept_every: number
}

/** Declares a reading under its name in `ReadingKinds`. */
export const reading = <
  K extends keyof ReadingKinds,
  R extends Omit<Reading<ReadingKinds[K]>, 'kind' | 'open'>,
>(
  kind: K,
  open: Visibility,
  rest: R,
): Reading<ReadingKinds[K]> & R => ({ kind, open, ...rest })
export const isReading = (kind: Kind): kind is Reading => 'read' in kind

/** The number of a meaning as the record tells it. */
export function numberOf(
  spoken: RecordValues,
  sources: readonly Source[] | undefined,
): number | null {
  const value = valueOrNaN(spoken, sources)
  return Number.isNaN(value) ? null : value
}
/** NaN: not told. */
function valueOrNaN({ numbers }: RecordValues, sources: readonly Source[] | undefined): number {
  if (sources !== undefined)
    for (let i = 0; i < sources.length; i++) {
      const source = sources[i] as Source
      const value = numbers[source.place] as number
      if (!Number.isNaN(value)) return source.inverted ? (value === 0 ? 1 : 0) : value
    }
  return Number.NaN
}
/** The text of a meaning, '' where the device says that there is none. */
export function textOf(
  { texts }: RecordValues,
  sources: readonly Source[] | undefined,
): string | null {
  for (const { place } of sources ?? []) {
    const value = texts[place]
    if (value !== undefined) return value
  }
  return null
}

/** Apart by `least` or more (in whole thousandths, so that 12.2 − 12.0 is 0.2), or one of them missing; what was stored before the reading had it is missing too. */
export function differBy(
  a: number | null | undefined,
  b: number | null | undefined,
  least: number,
): boolean {
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
  /** What is more is told as this. */
  readonly most?: number
}
/** The rest of a reading whose data are numbers, each of one meaning of the same name. */
export function numberReading<const F extends Readonly<Record<string, NumberField>>>(fields: F) {
  type Data = { readonly [P in keyof F]: number | null }
  const own = Object.entries(fields).map(
    ([
      name,
      {
        words,
        meaning = name,
        decimals,
        least,
        range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
        most = Number.POSITIVE_INFINITY,
      },
    ]) => ({
      name,
      meaning,
      words,
      least,
      range,
      most,
      factor: decimals === undefined ? null : 10 ** decimals,
    }),
  )
  const nothing: Record<string, number | null> = Object.fromEntries(
    own.map(({ name }) => [name, null]),
  )
  /** Of the record at hand, by field; NaN: not told. */
  const told = new Float64Array(own.length)
  return {
    shape: z.object(
      Object.fromEntries(own.map(({ name }) => [name, z.number().nullable()])),
    ) as unknown as z.ZodObject<{
      readonly [P in keyof F]: z.ZodNullable<z.ZodNumber>
    }> &
      z.ZodType<Data>,
    meanings: Object.fromEntries(own.map(({ meaning, words }) => [meaning, words])),
    /** `B`: a reading of more fields than these; told anew it has these alone. */
    read<B extends Data = Data>(
      spoken: RecordValues,
      sources: Sources,
      before: B | null = null,
    ): B | Data | null {
      let tells = false
      let same = before !== null
      for (let i = 0; i < own.length; i++) {
        const { name, meaning, factor, range, most } = own[i] as (typeof own)[number]
        let value = valueOrNaN(spoken, sources[meaning])
        // also what is not told
        if (!(value >= range[0] && value <= range[1])) value = Number.NaN
        else {
          tells = true
          if (factor !== null) value = Math.round(value * factor) / factor
          if (value > most) value = most
        }
        told[i] = value
        if (same) same = before?.[name] === (Number.isNaN(value) ? null : value)
      }
      if (!tells) return null
      if (same) return before
      // a copy, not field by field
      const data = { ...nothing }
      for (let i = 0; i < own.length; i++) {
        const value = told[i] as number
        if (!Number.isNaN(value)) data[(own[i] as (typeof own)[number]).name] = value
      }
      return data as Data
    },
    changed(kept: Data, data: Data): boolean {
      for (let i = 0; i < own.length; i++) {
        const { name, least } = own[i] as (typeof own)[number]
        if (differBy(kept[name] as number | null, data[name] as number | null, least)) return true
      }
      return false
    },
  }
}

/** The rest of a reading whose data are yes or no, each of one meaning of the same name: it enters the history when one of them changes. */
export function flagReading<const F extends Readonly<Record<string, readonly Word[]>>>(
  meanings: F,
) {
  type Data = { readonly [P in keyof F]: boolean | null }
  const names = Object.keys(meanings)
  const nothing: Readonly<Record<string, boolean | null>> = Object.fromEntries(
    names.map(name => [name, null]),
  )
  /** Of the record at hand, by field; NaN: not told. */
  const told = new Float64Array(names.length)
  return {
    shape: z.object(
      Object.fromEntries(names.map(name => [name, z.boolean().nullable()])),
    ) as unknown as z.ZodObject<{
      readonly [P in keyof F]: z.ZodNullable<z.ZodBoolean>
    }> &
      z.ZodType<Data>,
    meanings,
    read(spoken: RecordValues, sources: Sources, before: Data | null = null): Data | null {
      let tells = false
      let same = before !== null
      for (let i = 0; i < names.length; i++) {
        const name = names[i] as string
        const value = valueOrNaN(spoken, sources[name])
        told[i] = value
        if (!Number.isNaN(value)) tells = true
        if (same) same = before?.[name] === (Number.isNaN(value) ? null : value !== 0)
      }
      if (!tells) return null
      if (same) return before
      const data = { ...nothing }
      for (let i = 0; i < names.length; i++) {
        const value = told[i] as number
        if (!Number.isNaN(value)) data[names[i] as string] = value !== 0
      }
      return data as Data
    },
    changed: (kept: Data, data: Data): boolean =>
      names.some(name => (kept[name] ?? null) !== (data[name] ?? null)),
    kept_every: Number.POSITIVE_INFINITY,
  }
}
