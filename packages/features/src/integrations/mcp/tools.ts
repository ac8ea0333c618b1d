// The tools that a language model is given: each asks the API as its owner would, and says the times and units of what it answers.
import type { CallOf, Endpoint, MetaOf, ReplyOf } from '@flotta/core/contract.ts'
import { z } from 'zod'

/** What a tool may ask: calls of the API with the visitor's rights. */
export interface ApiAccess {
  call<E extends Endpoint>(
    endpoint: E,
    args: CallOf<E>,
  ): Promise<{ readonly data: ReplyOf<E>; readonly meta: MetaOf<E> }>
  /** Epoch ms. */
  now(): number
}
/** Field → its unit, in words. */
export type Units = Readonly<Record<string, string>>
export interface Answer {
  readonly data: unknown
  /** Rows that a longer answer would have. */
  readonly left_out?: number
  readonly period?: { readonly from: string; readonly to: string }
}
export interface Tool {
  readonly name: string
  readonly title: string
  /** For the model: what it answers and when to use it. */
  readonly description: string
  readonly units: Units
  readonly input: z.ZodObject
  /** It writes something: a report is asked for. */
  readonly writes?: true
  readonly ask: (input: never, api: ApiAccess) => Promise<Answer>
}
/** Ties the type of what is asked to the form of it. */
export const tool = <S extends z.ZodRawShape>(
  declaration: Omit<Tool, 'input' | 'ask'> & {
    readonly input: z.ZodObject<S>
    readonly ask: (input: z.output<z.ZodObject<S>>, api: ApiAccess) => Promise<Answer>
  },
): Tool => declaration

/** Rows that one answer has at most, so that it fits into a conversation. */
export const MOST_ROWS = 200
const DAY_MS = 86_400_000

export const Vehicle = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .describe('Number plate, or the id of the vehicle')
export const at = z.iso.datetime({ offset: true })
export const periodFields = {
  from: at.optional().describe('Begin, ISO 8601 with offset; default: a day before the end'),
  to: at.optional().describe('End, ISO 8601 with offset; default: now; 31 days at most'),
}
/** The period that was asked for, as calls take it. */
export function periodOf(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  { now }: Pick<ApiAccess, 'now'>,
) {
  const end = to === undefined ? now() : Date.parse(to)
  const begin = from === undefined ? end - DAY_MS : Date.parse(from)
  const period = { from: new Date(begin).toISOString(), to: new Date(end).toISOString() }
  return { period, query: { period_from: period.from, period_to: period.to } }
}

/** The first rows, and how many more there are. */
export const firstRows = <T>(rows: readonly T[], total = rows.length) => ({
  data: rows.slice(0, MOST_ROWS),
  ...(total > Math.min(rows.length, MOST_ROWS) && {
    left_out: total - Math.min(rows.length, MOST_ROWS),
  }),
})
