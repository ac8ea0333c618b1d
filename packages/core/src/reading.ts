// A kind of reading: the data that records contain about one subject, made from words. It defines how records are read and what is shown, published and stored.
import { z } from 'zod'
import type { Kind, Visibility } from './kinds.ts'
import { indexOfWord, type RecordValues } from './record-values.ts'
import type { ReadingKinds, Word } from './telemetry.ts'

/** The source of a value: a word, or its opposite. */
export interface Source {
  readonly word: Word
  /** Index of the word in `RecordValues`. */
  readonly place: number
  readonly inverted: boolean
}
export const source = (word: Word, isInverted = false): Source => ({
  word,
  place: indexOfWord(word),
  inverted: isInverted,
})
/** Meaning → its sources on one vehicle; the first one in the record wins. */
export type Sources = Readonly<Record<string, readonly Source[]>>

export interface Reading<D extends object = object> extends Kind {
  /** Its data, stored in the order of the fields. After a release fields keep their places, and new fields come last. */
  readonly shape: z.ZodObject & z.ZodType<D>
  /** Meaning → its default words where the wiring names none. Every meaning here may be wired; a meaning without words needs wiring. */
  readonly meanings: Readonly<Record<string, readonly Word[]>>
  /** Meanings that only accompany the others: a record that contains nothing else does not contain the reading. */
  readonly accompanying?: readonly string[]
  /**
   * null: the record does not contain it.
   * @param before the previous data, which may be returned itself when nothing has changed
   */
  read(values: RecordValues, sources: Sources, before?: D | null): D | null
  /** Whether the data differs enough from the stored data to be stored as well. */
  changed(before: D, data: D): boolean
  /** Unchanged data is stored again after this time, ms; Infinity: never. */
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

/** The number of a meaning in the record; null: the record does not contain it. */
export function numberOf(
  values: RecordValues,
  sources: readonly Source[] | undefined,
): number | null {
  const value = valueOrNaN(values, sources)
  return Number.isNaN(value) ? null : value
}
/** As `numberOf`; NaN: the record does not contain it. */
function valueOrNaN({ numbers }: RecordValues, sources: readonly Source[] | undefined): number {
  if (sources !== undefined)
    for (let i = 0; i < sources.length; i++) {
      const source = sources[i] as Source
      const value = numbers[source.place] as number
      if (!Number.isNaN(value)) return source.inverted ? (value === 0 ? 1 : 0) : value
    }
  return Number.NaN
}
/** The text of a meaning; '' when the device reports that there is none. */
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

/** Whether two numbers differ by `least` or more (in whole thousandths, so that 12.2 − 12.0 is 0.2), or only one of them is present. Data that was stored before the field existed lacks it. */
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
  /** Its meaning in the wiring; default: the name of the field. */
  readonly meaning?: string
  /** Number of decimals; default: all. */
  readonly decimals?: number
  /** Smallest difference that counts as a change. */
  readonly least: number
  /** Numbers outside this range are error codes of the sensor; both ends are valid values. */
  readonly range?: readonly [least: number, most: number]
  /** Larger numbers are reduced to this one. */
  readonly most?: number
  /** The field only accompanies the others: alone it neither makes a reading nor counts as a change. */
  readonly accompanies?: true
}
/** A field with its defaults. */
const fieldDefinition = (
  name: string,
  {
    words,
    meaning = name,
    decimals,
    least,
    range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    most = Number.POSITIVE_INFINITY,
    accompanies = false,
  }: Omit<NumberField, 'accompanies'> & { readonly accompanies?: boolean },
) => ({
  name,
  meaning,
  words,
  least,
  lowest: range[0],
  highest: range[1],
  most,
  accompanies,
  factor: decimals === undefined ? null : 10 ** decimals,
})
type FieldDefinition = ReturnType<typeof fieldDefinition>

interface Field {
  readonly name: string
  readonly meaning: string
}
/** The fields of a reading by one vehicle's sources. */
interface SourcedFields<F> {
  readonly fields: readonly { readonly field: F; readonly sources: readonly Source[] }[]
  /** Names of the fields without a source, which are always null. */
  readonly others: readonly string[]
}
/** Finds the fields that have a source, once for each device model, since most models report few fields of a reading. */
function sourcedFields<F extends Field>(
  definitions: readonly F[],
): (sources: Sources) => SourcedFields<F> {
  const fieldsBySources = new WeakMap<Sources, SourcedFields<F>>()
  return sources => {
    const before = fieldsBySources.get(sources)
    if (before !== undefined) return before
    const fields = definitions.flatMap(field => {
      const fieldSources = sources[field.meaning] ?? []
      return fieldSources.length > 0 ? [{ field, sources: fieldSources }] : []
    })
    const others = definitions.flatMap(({ name }) =>
      fields.some(({ field }) => field.name === name) ? [] : [name],
    )
    fieldsBySources.set(sources, { fields, others })
    return { fields, others }
  }
}
/** Whether all of these fields are null. A missing field was stored before the field existed. */
function areNull(data: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  for (let i = 0; i < names.length; i++) if (data[names[i] as string] !== null) return false
  return true
}

/** A reading of numbers, each with one meaning of the same name. */
export function numberReading<const F extends Readonly<Record<string, NumberField>>>(fields: F) {
  type Data = { readonly [P in keyof F]: number | null }
  const definitions = Object.entries(fields).map(([name, field]) => fieldDefinition(name, field))
  const fieldsBy = sourcedFields(definitions)
  const emptyData: Record<string, number | null> = Object.fromEntries(
    definitions.map(({ name }) => [name, null]),
  )
  /** Values of the current record by sourced field; NaN: the record does not contain it. */
  const current = new Float64Array(definitions.length)
  return {
    shape: z.object(
      Object.fromEntries(definitions.map(({ name }) => [name, z.number().nullable()])),
    ) as z.ZodObject<{
      readonly [P in keyof F]: z.ZodNullable<z.ZodNumber>
    }> &
      z.ZodType<Data>,
    meanings: Object.fromEntries(definitions.map(({ meaning, words }) => [meaning, words])),
    accompanying: definitions.flatMap(({ meaning, accompanies }) => (accompanies ? [meaning] : [])),
    /** `B`: a reading with further fields; new data has these fields only. */
    read<B extends Data = Data>(
      values: RecordValues,
      sources: Sources,
      before: B | null = null,
    ): B | Data | null {
      const { fields, others } = fieldsBy(sources)
      let tells = false
      let isSame = before !== null
      for (let i = 0; i < fields.length; i++) {
        const { field, sources } = fields[i] as (typeof fields)[number]
        let value = valueOrNaN(values, sources)
        // A missing number (NaN) fails this test as well.
        if (!(value >= field.lowest && value <= field.highest)) value = Number.NaN
        else {
          if (!field.accompanies) tells = true
          if (field.factor !== null) value = Math.round(value * field.factor) / field.factor
          if (value > field.most) value = field.most
        }
        current[i] = value
        if (isSame) isSame = before?.[field.name] === (Number.isNaN(value) ? null : value)
      }
      if (!tells) return null
      if (isSame && before !== null && areNull(before, others)) return before
      // A copy is faster than adding the fields one by one.
      const data = { ...emptyData }
      for (let i = 0; i < fields.length; i++) {
        const value = current[i] as number
        if (!Number.isNaN(value)) data[(fields[i] as (typeof fields)[number]).field.name] = value
      }
      return data as Data
    },
    changed(before: Data, data: Data): boolean {
      for (let i = 0; i < definitions.length; i++) {
        const { name, least, accompanies } = definitions[i] as FieldDefinition
        if (accompanies) continue
        if (differBy(before[name] as number | null, data[name] as number | null, least)) return true
      }
      return false
    },
  }
}

/** A reading of flags, each with one meaning of the same name. It is stored when one of them changes. */
export function flagReading<const F extends Readonly<Record<string, readonly Word[]>>>(
  meanings: F,
) {
  type Data = { readonly [P in keyof F]: boolean | null }
  const names = Object.keys(meanings)
  const fieldsBy = sourcedFields(names.map(name => ({ name, meaning: name })))
  const emptyData: Readonly<Record<string, boolean | null>> = Object.fromEntries(
    names.map(name => [name, null]),
  )
  /** Values of the current record by sourced field; NaN: the record does not contain it. */
  const current = new Float64Array(names.length)
  return {
    shape: z.object(
      Object.fromEntries(names.map(name => [name, z.boolean().nullable()])),
    ) as z.ZodObject<{
      readonly [P in keyof F]: z.ZodNullable<z.ZodBoolean>
    }> &
      z.ZodType<Data>,
    meanings,
    read(values: RecordValues, sources: Sources, before: Data | null = null): Data | null {
      const { fields, others } = fieldsBy(sources)
      let tells = false
      let isSame = before !== null
      for (let i = 0; i < fields.length; i++) {
        const { field, sources } = fields[i] as (typeof fields)[number]
        const value = valueOrNaN(values, sources)
        current[i] = value
        if (!Number.isNaN(value)) tells = true
        if (isSame) isSame = before?.[field.name] === (Number.isNaN(value) ? null : value !== 0)
      }
      if (!tells) return null
      if (isSame && before !== null && areNull(before, others)) return before
      const data = { ...emptyData }
      for (let i = 0; i < fields.length; i++) {
        const value = current[i] as number
        if (!Number.isNaN(value))
          data[(fields[i] as (typeof fields)[number]).field.name] = value !== 0
      }
      return data as Data
    },
    changed: (before: Data, data: Data): boolean =>
      names.some(name => (before[name] ?? null) !== (data[name] ?? null)),
    kept_every: Number.POSITIVE_INFINITY,
  }
}
