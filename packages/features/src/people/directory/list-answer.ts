// The answer to a list for a directory: one page of the rows, by id, and their total.
import type { Context, MountAnswer } from '@flotta/platform/feature.ts'
import { type RawBuilder, sql } from 'kysely'
import { answer } from './calls.ts'
import { listOf, pageOf } from './messages.ts'
import { projectionOf } from './projection.ts'

export async function listAnswer<Row>(
  { db }: Pick<Context, 'db'>,
  query: URLSearchParams,
  all: RawBuilder<Row>,
  resourceOf: (row: Row) => Parameters<typeof projectionOf>[0],
): Promise<MountAnswer> {
  const { start, count } = pageOf(query)
  const [{ rows }, totals] = await Promise.all([
    sql<Row>`${all} order by id limit ${count} offset ${start - 1}`.execute(db),
    sql<{ readonly total: number }>`select count(*)::int as total from (${all}) r`.execute(db),
  ])
  const resources = rows.map(row => projectionOf(resourceOf(row), query))
  return answer(200, listOf(resources, totals.rows[0]?.total ?? 0, start))
}
