// The measured values of a service, declared once: endpoints, answers, the sheet of values and the figures of a panel are made from this declaration. Pure, used by both ends.
import { ById, chartPeriod, endpoint, Instant } from '@flotta/core/contract.ts'
import type { Words } from '@flotta/core/problem.ts'
import type { NumberField, Reading } from '@flotta/core/reading.ts'
import type { NumberFormat } from '@flotta/core/report-formats.ts'
import { instantOf } from '@flotta/core/time.ts'
import { z } from 'zod'
import type { Newest, Standing } from '../overview.ts'

/** The inputs of a derived value. */
export interface MeasureSource<N extends string, M = unknown, B = unknown> {
  /** The numbers of one record; null: the record does not contain it. */
  readonly data: Readonly<Record<N, number | null>>
  /** The state of a derivation, as the declaration reads it. */
  readonly remembered: M
  /** A further reading of the same time; null: none yet. */
  readonly beside: B | null
}

/** How a value is shown in the panel and in the sheet of values. */
export interface MeasureView {
  /** Key of its name, with the values in it. */
  readonly title: string
  readonly named?: Words['values']
  readonly unit?: string
  /** Decimals in the panel; the sheet has those of its format. */
  readonly decimals?: number
  /** Key of the words for a value that is not a figure. */
  readonly words?: (value: number | string) => string
  /** Key of the reason why there is no value. */
  readonly why?: string
  /** Absent: the sheet has no such column. `flag`: 1 is yes. */
  readonly format?: NumberFormat | 'text' | 'flag'
  /** Key of its column, where it differs from the field's name. */
  readonly column?: string
  /** `known`: the panel omits it while it is unknown; `apart`: the panel renders it separately. Default: always shown. */
  readonly panel?: 'known' | 'apart'
}
/** A number that is read from the record. `internal`: only derived values use it. */
export interface ReadMeasure extends NumberField {
  readonly internal?: true
  readonly view?: MeasureView
}
export interface DerivedMeasure<S extends z.ZodType = z.ZodType> {
  readonly shape: S
  // A method, so that a value may name only the numbers that it needs.
  from(source: MeasureSource<string>): z.infer<S>
  readonly view: MeasureView | undefined
}
export type MeasureValues = Readonly<Record<string, ReadMeasure | DerivedMeasure>>
/** A value that is computed from the read ones. */
export const derivedMeasure = <S extends z.ZodType, N extends string, M, B>(
  shape: S,
  from: (source: MeasureSource<N, M, B>) => z.infer<S>,
  view?: MeasureView,
) => ({ shape, from, view })

/** The read values in the order in which they are stored, for `numberReading`. */
type ReadFields<V extends MeasureValues> = {
  readonly [K in keyof V as V[K] extends NumberField ? K : never]: V[K] & NumberField
}
type Shapes<V extends MeasureValues> = {
  readonly [K in keyof V as V[K] extends { readonly internal: true } ? never : K]: V[K] extends {
    readonly shape: infer S extends z.ZodType
  }
    ? S
    : z.ZodNullable<z.ZodNumber>
}
export type Answer<V extends MeasureValues> = z.infer<z.ZodObject<Shapes<V>>>
/** The values with everything that both ends need. */
export interface MeasureSet<V extends MeasureValues> {
  readonly values: V
  readonly fields: ReadFields<V>
  /** The answer for a record, under the names of the wire; internal numbers are left out. */
  readonly shape: z.ZodObject<Shapes<V>>
  answer(record: object | null, remembered?: unknown, beside?: object | null): Answer<V>
}
/** The data of the reading, for `ReadingKinds`. */
export type ReadNumbers<S extends { readonly fields: object }> = {
  readonly [K in keyof S['fields']]: number | null
}
/** Refuses a derived value that names a number which is not read. */
type NumbersExist<V extends MeasureValues> = {
  readonly [K in keyof V]: V[K] extends { from(source: { readonly data: infer D }): unknown }
    ? Exclude<keyof D, keyof ReadFields<V>> extends never
      ? V[K]
      : { readonly missing: Exclude<keyof D, keyof ReadFields<V>> }
    : V[K]
}
const isRead = (value: ReadMeasure | DerivedMeasure): value is ReadMeasure => 'words' in value
export function measureValues<const V extends MeasureValues>(
  values: V & NumbersExist<V>,
): MeasureSet<V> {
  const entries = Object.entries<ReadMeasure | DerivedMeasure>(values)
  const fields = Object.fromEntries(entries.filter(([, value]) => isRead(value)))
  const emptyOf = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, null]))
  const emptyData = emptyOf(Object.keys(fields))
  const answerEntries = entries.filter(([, value]) => !(isRead(value) && value.internal))
  const readNames = answerEntries.filter(([, value]) => isRead(value)).map(([name]) => name)
  const derivedValues = entries.flatMap(([name, value]) => (isRead(value) ? [] : [{ name, value }]))
  const emptyAnswer: Readonly<Record<string, unknown>> = emptyOf(
    answerEntries.map(([name]) => name),
  )
  const shapes = answerEntries.map(([name, value]) => [
    name,
    isRead(value) ? z.number().nullable() : value.shape,
  ])
  return {
    values,
    fields: fields as ReadFields<V>,
    shape: z.object(Object.fromEntries(shapes) as Shapes<V>) as MeasureSet<V>['shape'],
    answer(record, remembered = null, beside = null) {
      // A record that was stored before a field existed lacks it.
      const data: Readonly<Record<string, number | null>> = { ...emptyData, ...record }
      // A copy is faster than adding the values one by one.
      const answer = { ...emptyAnswer }
      for (const name of readNames) answer[name] = data[name]
      for (const { name, value } of derivedValues)
        answer[name] = value.from({ data, remembered, beside })
      return answer as Answer<V>
    },
  }
}

/** The memory of a derivation in the vehicle's state, under its name. */
export interface Memory<D = object, M = unknown> {
  readonly name: string
  read(memory: unknown): M
  /** The memory for a whole history, where its records say more than the present memory. */
  ofHistory(now: M, history: readonly D[]): M
}
/** Another reading whose value is part of each answer. */
export interface Beside {
  readonly reading: Reading
  /** The most time between two of its rows, ms: the value at the beginning of a period is found within this time before it. */
  readonly kept_every: number
}
/** A service that shows one reading. */
interface Declaration<D, M> {
  /** Code of the service. */
  readonly service: string
  /** Any one of these agreements opens it. */
  readonly agreements: readonly number[]
  readonly reading: Reading<D & object>
  readonly memory?: Memory<D, M>
  readonly beside?: Beside
  /** The summaries of the endpoints in the description of the API. */
  readonly summary: { readonly last: string; readonly history: string }
}
const timeFields = { id: z.string(), message_datetime: Instant }
export interface Measures<V extends MeasureValues>
  extends Declaration<object, unknown>,
    Omit<MeasureSet<V>, 'shape'> {
  readonly shape: z.ZodObject<typeof timeFields & Shapes<V>>
}
export const declareMeasures = <D extends object, V extends MeasureValues, M = null>(
  values: MeasureSet<V>,
  declaration: Declaration<D, M>,
): Measures<V> => ({
  ...declaration,
  ...values,
  shape: z.object({ ...timeFields, ...values.shape.shape }) as Measures<V>['shape'],
})
/** An answer with its time, as the wire has it. */
export const datedAnswer = <A extends object>(at: number, answer: A) => ({
  id: String(at),
  message_datetime: instantOf(at),
  ...answer,
})

/** The two endpoints of a service: its newest values, and those of a period with about `points` rows by default. */
export function measureEndpoints<S extends z.ZodObject>(
  measures: Pick<Declaration<object, unknown>, 'service' | 'agreements' | 'summary'> & {
    readonly shape: S
    readonly points?: number
  },
) {
  const { service, agreements, summary, shape, points } = measures
  const scope = { vehicle: 'visible', agreements } as const
  const rest = { method: 'GET', allow: 'view', scope, params: ById } as const
  const path = `/services/${service}/:id` as const
  return {
    data: endpoint({ ...rest, path, summary: summary.last, reply: shape.nullable() }),
    history: endpoint({
      ...rest,
      path: `${path}/history`,
      summary: summary.history,
      query: chartPeriod(points),
      reply: z.array(shape),
    }),
  }
}

/** The value that holds at each of some moments; null: none yet. Both lists are in order. */
export function heldAt<T>(
  moments: readonly number[],
  values: readonly { readonly at: number; readonly data: T }[],
): (T | null)[] {
  let next = 0
  return moments.map(at => {
    while ((values[next]?.at ?? Number.POSITIVE_INFINITY) <= at) next++
    return values[next - 1]?.data ?? null
  })
}

/** Reads the newest values of many vehicles for an overview, under the names of the wire. */
export function newestMeasures<V extends MeasureValues>(measures: Measures<V>) {
  const { reading, memory, beside, answer } = measures
  return {
    kinds: beside === undefined ? [reading.kind] : [reading.kind, beside.reading.kind],
    memories: memory === undefined ? [] : [memory.name],
    read(standing: Standing): Newest | null {
      const last = standing.reading(reading)
      const remembered = memory === undefined ? null : memory.read(standing.memory(memory.name))
      const otherReading = beside === undefined ? null : standing.reading(beside.reading)
      if (last === null) return null
      return {
        at: last.at,
        data: answer(last.data, remembered, otherReading?.data) as Newest['data'],
      }
    },
  }
}
