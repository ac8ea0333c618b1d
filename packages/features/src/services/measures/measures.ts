// What a service measures, declared once: from this value the endpoints, the answers, the sheet of values and the figures of a panel are made. Pure, used by both ends.
import { ById, chartPeriod, endpoint, Instant } from '@flotta/core/contract.ts'
import type { NumberField, Reading } from '@flotta/core/reading.ts'
import type { NumberFormat } from '@flotta/core/report-formats.ts'
import { instantOf } from '@flotta/core/time.ts'
import { z } from 'zod'
import type { Newest, Standing } from '../overview.ts'

/** What a derived value may be made from. */
export interface MeasureSource<N extends string, M = unknown, B = unknown> {
  /** The numbers of one record; null: the record does not contain it. */
  readonly data: Readonly<Record<N, number | null>>
  /** What a derivation remembers of the vehicle, as the declaration reads it. */
  readonly remembered: M
  /** The other reading that held at the same time; null: none yet. */
  readonly beside: B | null
}
type Numbers = MeasureSource<string>['data']

/** How a value is shown in the panel and in the sheet of values. */
export interface MeasureView {
  /** Key of its name. */
  readonly title: string
  readonly unit?: string
  /** Decimals in the panel; the sheet has those of its format. */
  readonly decimals?: number
  /** Key of the words for a value that is no figure. */
  readonly words?: (value: number) => string
  /** Absent: the sheet has no such column. */
  readonly format?: NumberFormat | 'text'
  /** Key of its column, where that is not the field's name. */
  readonly column?: string
  /** `known`: the panel leaves it out while it is not known; `apart`: the panel draws it in a way of its own. Default: always there. */
  readonly panel?: 'known' | 'apart'
}
/** A number that is read from the record. `internal`: only derived values use it. */
export interface ReadMeasure extends NumberField {
  readonly internal?: true
  readonly view?: MeasureView
}
export interface DerivedMeasure<S extends z.ZodType = z.ZodType, M = unknown, B = unknown> {
  readonly shape: S
  // A method, so that a value may name the few numbers that it is made from.
  from(measured: MeasureSource<string, M, B>): z.infer<S>
  readonly view?: MeasureView
}
export type MeasureValues<M = unknown, B = unknown> = Readonly<
  Record<string, ReadMeasure | DerivedMeasure<z.ZodType, M, B>>
>
/** A value that follows from those that are read. */
export const derivedMeasure = <S extends z.ZodType, N extends string, M, B>(
  shape: S,
  from: (measured: MeasureSource<N, M, B>) => z.infer<S>,
  view?: MeasureView,
) => ({ shape, from, ...(view && { view }) })

/** The fields of the reading that a declaration contains. */
export type ReadFields<V extends MeasureValues> = {
  readonly [K in keyof V as V[K] extends NumberField ? K : never]: V[K] extends NumberField
    ? V[K]
    : never
}
/** The data of that reading, for `ReadingKinds`. */
export type ReadNumbers<V extends MeasureValues> = {
  readonly [K in keyof ReadFields<V>]: number | null
}
const isRead = (value: ReadMeasure | DerivedMeasure): value is ReadMeasure => 'words' in value
/** Those fields, for `numberReading`: their order is the order in which they are stored. */
export const readFields = <const V extends MeasureValues>(values: V) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => isRead(value))) as ReadFields<V>

/** What a derivation keeps in the vehicle's state under its name. */
export interface Memory<D, M> {
  readonly name: string
  read(memory: unknown): M
  /** What holds for a whole history, where its own records say more than the memory of now. */
  ofHistory(now: M, history: readonly D[]): M
}
/** Another reading whose value is answered with each record. */
export interface Beside<B extends object> {
  readonly reading: Reading<B>
  /** It is kept at least so often, ms: what held when a period began is found so far before it. */
  readonly kept_every: number
}

type Shapes<V extends MeasureValues> = {
  readonly [K in keyof V as V[K] extends { readonly internal: true } ? never : K]: V[K] extends {
    readonly shape: infer S extends z.ZodType
  }
    ? S
    : z.ZodNullable<z.ZodNumber>
}
export type Answer<V extends MeasureValues> = z.infer<z.ZodObject<Shapes<V>>>
export interface Declaration<
  D extends object,
  V extends MeasureValues,
  M = null,
  B extends object = object,
> {
  /** Code of the service. */
  readonly service: string
  /** Any one of these opens it. */
  readonly agreements: readonly number[]
  readonly reading: Reading<D>
  readonly values: V
  readonly memory?: Memory<D, M>
  readonly beside?: Beside<B>
  /** What the endpoints answer, for the description of the API. */
  readonly summary: { readonly last: string; readonly history: string }
}
export interface Measures<
  D extends object,
  V extends MeasureValues,
  M = null,
  B extends object = object,
> extends Declaration<D, V, M, B> {
  readonly shape: z.ZodObject<
    { readonly id: z.ZodString; readonly message_datetime: typeof Instant } & Shapes<V>
  >
  /** The values of one record under the names of the wire. */
  answer(data: D, remembered: M | null, beside: B | null): Answer<V>
}

/** Checks a declaration and adds to it what both ends need. */
export function declareMeasures<
  D extends object,
  const V extends MeasureValues,
  M = null,
  B extends object = object,
>(declaration: Declaration<D, V, M, B>): Measures<D, V, M, B> {
  const shown = Object.entries(declaration.values).filter(
    ([, value]) => !(isRead(value) && value.internal),
  )
  const shapes = shown.map(([name, value]) => [
    name,
    isRead(value) ? z.number().nullable() : value.shape,
  ])
  return {
    ...declaration,
    shape: z.object({
      id: z.string(),
      message_datetime: Instant,
      ...(Object.fromEntries(shapes) as Shapes<V>),
    }) as Measures<D, V, M, B>['shape'],
    answer(data, remembered, beside) {
      const numbers = data as Numbers
      const measured = { data: numbers, remembered, beside }
      return Object.fromEntries(
        shown.map(([name, value]) => [
          name,
          isRead(value) ? (numbers[name] ?? null) : value.from(measured),
        ]),
      ) as Answer<V>
    },
  }
}
/** An answer with its time, as the wire has it. */
export const datedAnswer = <A extends object>(at: number, answer: A) => ({
  id: String(at),
  message_datetime: instantOf(at),
  ...answer,
})

/** The two endpoints of a service: its newest values, and those of a period. */
export function measureEndpoints<
  const C extends string,
  const A extends readonly number[],
  S extends z.ZodObject,
>({
  service,
  agreements,
  shape,
  summary,
}: {
  readonly service: C
  readonly agreements: A
  readonly shape: S
  readonly summary: Declaration<object, MeasureValues>['summary']
}) {
  const rest = {
    method: 'GET',
    allow: 'view',
    scope: { vehicle: 'visible', agreements },
    params: ById,
  } as const
  return {
    data: endpoint({
      ...rest,
      path: `/services/${service}/:id`,
      summary: summary.last,
      reply: shape.nullable(),
    }),
    history: endpoint({
      ...rest,
      path: `/services/${service}/:id/history`,
      summary: summary.history,
      query: chartPeriod(),
      reply: z.array(shape),
    }),
  }
}

/** For each of some moments the value that held then; null: none yet. Both in their order. */
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

/** What an overview reads of many vehicles: the newest values, under the names of the wire. */
export function newestMeasures<D extends object, V extends MeasureValues, M, B extends object>({
  reading,
  memory,
  beside,
  answer,
}: Measures<D, V, M, B>) {
  return {
    kinds: beside === undefined ? [reading.kind] : [reading.kind, beside.reading.kind],
    memories: memory === undefined ? [] : [memory.name],
    read(standing: Standing): Newest | null {
      const last = standing.reading(reading)
      const remembered = memory === undefined ? null : memory.read(standing.memory(memory.name))
      const other = beside === undefined ? null : standing.reading(beside.reading)
      return (
        last && {
          at: last.at,
          data: answer(last.data, remembered, other?.data ?? null) as Newest['data'],
        }
      )
    },
  }
}
