// For how many months the company of a vehicle keeps its data: asked for old records alone, which are rare.
import { dataClasses } from '@flotta/core/kinds.ts'
import { retentionMonths } from '@flotta/core/retention.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'

/**
 * The longest term of any data of each vehicle: a record holds data of several classes, and none of it is refused that is still kept.
 * @param usual months of companies without a term of their own
 */
export async function retentionMonthsByVehicle(
  { db }: Pick<Context, 'db'>,
  vehicle_ids: readonly number[],
  usual: number,
): Promise<ReadonlyMap<number, number>> {
  if (vehicle_ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; configurations: Record<string, string> }>`
    select v.id, c.configurations from vehicles v join customers c on c.id = v.customer_id
    where v.id = any(${vehicle_ids}::int4[])`.execute(db)
  return new Map(
    rows.map(({ id, configurations }) => [
      id,
      Math.max(...dataClasses.map(name => retentionMonths(configurations, name, usual))),
    ]),
  )
}
