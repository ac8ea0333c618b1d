// When the maintenance of vehicles is due again, from the last entries, the intervals and the counters.
import type { Access } from '@flotta/core/kinds.ts'
import { notFound } from '@flotta/core/problem.ts'
import { dayAt } from '@flotta/core/zones.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { byUrgency, type Due } from '../../costs/tcos/rules.ts'
import { maySee } from '../../fleet/access/rules.ts'
import type { VehicleType } from '../../fleet/vehicles/values.ts'
import { type CounterRow, counterColumns, countersOf } from './counters.ts'
import {
  type Counters,
  configOf,
  dueAgain,
  EXPENSE,
  kindOfType,
  type MaintenanceConfig,
  maintenanceTypeOf,
} from './rules.ts'

export interface VehicleConfigurations {
  readonly configurations: Readonly<Record<string, string>>
  readonly vehicle_type: VehicleType
}
/** The intervals of each sort on a vehicle and the readings of its counters, where the caller may see them. */
export async function configAndCountersOf(
  { db }: Pick<Context, 'db'>,
  vehicle: VisibleVehicle,
): Promise<{ readonly config: MaintenanceConfig; readonly counters: Counters }> {
  const { rows } = await sql<CounterRow & VehicleConfigurations>`
    select ${sql.raw(counterColumns)}, v.configurations, v.vehicle_type from vehicles v left join vehicle_state t on t.vehicle_id = v.id
    where v.id = ${vehicle.vehicle_id}`.execute(db)
  const [row] = rows
  if (row === undefined) throw notFound()
  return {
    config: configOf(row.configurations, row.vehicle_type),
    counters: countersOf(row, vehicle),
  }
}

/** An entry of maintenance with the configurations of its vehicle and the present readings of its counters. */
export interface LastEntry extends CounterRow, VehicleConfigurations {
  readonly vehicle_id: number
  readonly type: number
  readonly at: Date
  readonly hours: number | null
  readonly km: number | null
}
export const lastEntryColumns = sql`
  e.vehicle_id, e.type, e.message_datetime as at, e.hours, e.km, v.configurations, v.vehicle_type, ${sql.raw(counterColumns)}`
/** When the maintenance is due again, by the calendar of a time zone. null: no interval is set, or the counter is unknown. */
export function dueAfter(row: LastEntry, access: Access, now: number, zone: string): Due | null {
  const care = maintenanceTypeOf(row.type)
  const mark = { date: dayAt(row.at.getTime(), zone), km: row.km, hour: row.hours }
  return care === undefined
    ? null
    : dueAgain(care, configOf(row.configurations, row.vehicle_type), mark, {
        date: dayAt(now, zone),
        ...countersOf(row, access),
      })
}

export interface MaintenanceDue extends Due {
  readonly type: number
}
/** Vehicle → when each sort of maintenance that the caller may see is due, the most urgent first. */
export async function maintenanceDues(
  ctx: Pick<Context, 'db' | 'now'>,
  timezone: string,
  vehicles: ReadonlyMap<number, Access>,
): Promise<Map<number, MaintenanceDue[]>> {
  const { rows } = await sql<LastEntry>`
    select distinct on (e.vehicle_id, e.type) ${lastEntryColumns} from maintenance_entries e
      join vehicles v on v.id = e.vehicle_id left join vehicle_state t on t.vehicle_id = v.id
    where e.type < ${EXPENSE} and e.vehicle_id = any(${[...vehicles.keys()]}::int4[])
    order by e.vehicle_id, e.type, e.message_datetime desc, e.id desc`.execute(ctx.db)
  const dues = new Map<number, MaintenanceDue[]>()
  for (const row of rows) {
    const access = vehicles.get(row.vehicle_id)
    if (access === undefined || !maySee(kindOfType(row.type), access, row.at.getTime())) continue
    const due = dueAfter(row, access, ctx.now(), timezone)
    if (due !== null)
      dues.set(row.vehicle_id, [...(dues.get(row.vehicle_id) ?? []), { ...due, type: row.type }])
  }
  for (const vehicleDues of dues.values()) vehicleDues.sort(byUrgency)
  return dues
}
