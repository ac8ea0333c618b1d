// One group of the global search: each feature declares its own in its `search.ts`.
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller, Context } from './feature.ts'

export interface SearchRequest {
  /** Whether a column or expression contains what was typed, as every search of the product means it. */
  matches(...columns: readonly RawBuilder<unknown>[]): RawBuilder<boolean>
  /** Rows at most. */
  readonly limit: number
  readonly caller: Caller
  readonly ctx: Context
}
export interface SearchGroup<R extends z.ZodType = z.ZodType> {
  /** The group's word on the wire. */
  readonly group: string
  /** One row; what it does not name does not leave. */
  readonly row: R
  /** Rows that the caller may see, the likeliest first. */
  find(request: SearchRequest): Promise<readonly z.input<R>[]>
}
export const searchGroup = <R extends z.ZodType>(group: SearchGroup<R>): SearchGroup<R> => group

/** `words` are in none of the columns that are null. */
export const matcher =
  (words: string): SearchRequest['matches'] =>
  (...columns) =>
    sql`(${sql.join(
      columns.map(
        column =>
          sql`coalesce(strpos(searchable(${column}), (select searchable(${words}))) > 0, false)`,
      ),
      sql` or `,
    )})`
