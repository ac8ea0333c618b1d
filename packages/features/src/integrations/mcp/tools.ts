// The tools for a language model: each calls the API with the rights of the token's owner, and states the times and units of its answer.
import type { CallOf, Endpoint, MetaOf, ReplyOf } from '@flotta/core/contract.ts'
import { z } from 'zod'

/** The calls of the API that a tool may make, with the caller's rights. */
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
  /** Rows that were cut from the answer. */
  readonly left_out?: number
  readonly period?: { readonly from: string; readonly to: string }
}
export interface Tool {
  readonly name: string
  readonly title: string
  /** For the model: what the tool answers and when to use it. */
  readonly description: string
  readonly units: Units
  readonly input: z.ZodObject
  /** The tool writes something, such as a request for a report. */
  readonly writes?: true
  readonly ask: (input: never, api: ApiAccess) => Promise<Answer>
}
/** Ties the type of a tool's input to its schema. */
export const tool = <S extends z.ZodRawShape>(
  declaration: Omit<Tool, 'input' | 'ask'> & {
    readonly input: z.ZodObject<S>
    readonly ask: (input: z.output<z.ZodObject<S>>, api: ApiAccess) => Promise<Answer>
  },
): Tool => declaration

/** The most rows of one answer, so that it fits into a conversation. */
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
/** The requested period, as calls take it. */
export function periodOf(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  { now }: Pick<ApiAccess, 'now'>,
) {
  const end = to === undefined ? now() : Date.parse(to)
  const begin = from === undefined ? end - DAY_MS : Date.parse(from)
  const period = { from: new Date(begin).toISOString(), to: new Date(end).toISOString() }
  return { period, query: { period_from: period.from, period_to: period.to } }
}

/** The first rows, and the number of further ones. */
export const firstRows = <T>(rows: readonly T[], total = rows.length) => ({
  data: rows.slice(0, MOST_ROWS),
  ...(total > Math.min(rows.length, MOST_ROWS) && {
    left_out: total - Math.min(rows.length, MOST_ROWS),
  }),
})
