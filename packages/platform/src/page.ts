// One page of a list with the total: one query, so that both are of one moment and one query serves all callers who ask at the same time.
import { type RawBuilder, sql } from 'kysely'
import type { Context } from './feature.ts'
import { coalescedQuery } from './prepared.ts'

/**
 * @param page a `select` of the page's rows, none of which has a null `id`
 * @param order order of the rows, as columns of `r`
 * @param found `from …` of all rows of the list
 * @param now the moment that the queries use, epoch ms
 * @returns rows that other callers share; they must not be changed
 */
export async function pageWithTotal<Row>(
  ctx: Pick<Context, 'db' | 'pool'>,
  {
    page,
    order,
    found,
    now,
  }: {
    readonly page: RawBuilder<unknown>
    readonly order: RawBuilder<unknown>
    readonly found: RawBuilder<unknown>
    readonly now: number
  },
): Promise<{ readonly rows: readonly Readonly<Row>[]; readonly total: number }> {
  const rows = await coalescedQuery(
    ctx,
    sql<Row & { readonly id: unknown; readonly found_total: number }>`
    select c.found_total, r.* from (select count(*) as found_total ${found}) c left join (${page}) r on true order by ${order}`,
    now,
  )
  return { rows: rows.filter(row => row.id !== null), total: rows[0]?.found_total ?? 0 }
}
