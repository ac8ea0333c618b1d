// What a vehicle cost in a period. All reports take the figure from here.
import { dayAt } from '@flotta/core/zones.ts'
import type { ReportAsk, ReportVehicle } from '@flotta/platform/report.ts'
import { sql } from 'kysely'
import { visibleRangesFor } from '../../fleet/access/rules.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { activitiesWithin } from './queries.ts'
import { sum } from './rules.ts'

/** Euro. `expenses`: from the panel of service and expenses; `total`: these plus the costs of the analysis; null: hidden from a guest. */
export interface Spending {
  readonly expenses: number
  readonly total: number | null
}
export async function spendingOn(
  { ctx, customer_id, timezone, from, to }: ReportAsk,
  { vehicle }: ReportVehicle,
): Promise<Spending> {
  const amounts: number[] = []
  for (const stretch of visibleRangesFor(
    { agreements: [agreement.expenses] },
    vehicle,
    from,
    to - 1,
  )) {
    const { rows } = await sql<{ data: number | null }>`
      select data::float8 as data from maintenance_entries
      where vehicle_id = ${vehicle.vehicle_id} and message_datetime between ${new Date(stretch.from)} and ${new Date(stretch.to)} and data is not null`.execute(
      ctx.db,
    )
    amounts.push(...rows.flatMap(row => row.data ?? []))
  }
  const expenses = sum(amounts)
  if (!vehicle.owner) return { expenses, total: null }
  const period = { period_from: dayAt(from, timezone), period_to: dayAt(to - 1, timezone) }
  const costs = await activitiesWithin(
    { ...period, vehicle_id: vehicle.vehicle_id },
    { caller: { customer_id, timezone }, ctx },
  )
  return { expenses, total: sum([expenses, ...costs.map(cost => cost.amount)]) }
}
