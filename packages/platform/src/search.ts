// One group of the global search: each feature declares its own in its `search.ts`.
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller, Context } from './feature.ts'

export interface SearchRequest {
  /** Whether a column or expression contains the search words, by the rules of every search of the product. */
  matches(...columns: readonly RawBuilder<unknown>[]): RawBuilder<boolean>
  /** Largest number of rows. */
  readonly limit: number
  readonly caller: Caller
  readonly ctx: Context
}
export interface SearchGroup<R extends z.ZodType = z.ZodType> {
  /** The group's name in the API. */
  readonly group: string
  /** The shape of one row; other columns are not sent. */
  readonly row: R
  /** Rows that the caller may see, the best match first. */
  find(request: SearchRequest): Promise<readonly z.input<R>[]>
}
export const searchGroup = <R extends z.ZodType>(group: SearchGroup<R>): SearchGroup<R> => group

/** A null column contains no words. */
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
