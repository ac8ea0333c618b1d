// The filters that lists of a provider share: a company or a vehicle in a query must exist (api.55).
import { invalid } from '@flotta/core/problem.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type RawBuilder, sql } from 'kysely'

const tables = { customer_id: 'customers', vehicle_id: 'vehicles' } as const
type Field = keyof typeof tables
const fields = Object.keys(tables) as Field[]

/** The condition for the rows `r` of a query. Throws `invalid` for a company or a vehicle that does not exist. */
export async function filterCondition(
  query: { readonly [F in Field]?: number | undefined },
  { db }: Pick<Context, 'db'>,
): Promise<RawBuilder<boolean>> {
  const conditions = [sql<boolean>`true`]
  for (const field of fields) {
    const id = query[field]
    if (id === undefined) continue
    const { rows } =
      await sql`select 1 from ${sql.table(tables[field])} where id = ${id} and deleted_at is null`.execute(
        db,
      )
    if (rows.length === 0) throw invalid({ [field]: 'validation.unknown' })
    conditions.push(sql`${sql.ref(`r.${field}`)} = ${id}`)
  }
  return sql`(${sql.join(conditions, sql` and `)})`
}
