// Reads and writes the driver activities of one customer.
import './tables.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Caller, Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { pageWithTotal } from '@flotta/platform/page.ts'
import { type RawBuilder, sql } from 'kysely'
import { requireOwnDriver, requireOwnFleets, requireVisibleVehicle } from '../access/require.ts'
import { visibleVehiclesSql } from '../access/vehicles.ts'
import type { VehicleType } from '../vehicles/values.ts'
import type { DriverActivity } from './contract.ts'

export interface ActivityRow {
  readonly id: number
  readonly driver_id: number
  readonly vehicle_id: number
  readonly period_from: Date
  readonly period_to: Date | null
  readonly origin: 'person' | 'device'
  readonly name: string
  readonly surname: string
  readonly plate: string
  readonly serial: string | null
  readonly vehicle_type: VehicleType
}
const activityRecord = ({
  id,
  driver_id,
  vehicle_id,
  period_from,
  period_to,
  origin,
  name,
  surname,
  plate,
  serial,
  vehicle_type,
}: ActivityRow): DriverActivity => ({
  id,
  driver_id,
  vehicle_id,
  period_from: period_from.toISOString(),
  period_to: period_to?.toISOString() ?? null,
  origin,
  driver: { id: driver_id, name, surname },
  vehicle: { id: vehicle_id, plate, serial, vehicle_type },
})

/** The customer's activities `a` with driver `d` and vehicle `v`, of vehicles that it sees. */
export const activitiesSql = (
  customer_id: number,
  now: number,
  where: RawBuilder<boolean>,
  vehicle_ids?: readonly number[],
) => sql`
  from driver_activities a
  join drivers d on d.id = a.driver_id
  join ${visibleVehiclesSql(customer_id, now, vehicle_ids)} v on v.vehicle_id = a.vehicle_id
  where a.customer_id = ${customer_id} and ${where}`
export const COLUMNS = sql`a.id, a.driver_id, a.vehicle_id, a.period_from, a.period_to, a.origin, d.name, d.surname, v.plate, v.serial, v.vehicle_type`
const NEWEST_FIRST = sql`order by a.period_from desc, a.id desc`

export interface ActivityFilter {
  readonly driver_id?: number | undefined
  readonly vehicle_id?: number | undefined
  /** Only vehicles of these fleets. */
  readonly fleet_id?: readonly number[] | undefined
}
/** One page of the activities of active drivers, removed ones included. Throws `invalid` for an id that does not belong to the customer. */
export async function activitiesOf(
  ctx: Context,
  { customer_id }: Caller,
  { driver_id, vehicle_id, fleet_id }: ActivityFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly data: DriverActivity[]; readonly total: number }> {
  const now = ctx.now()
  if (driver_id !== undefined) await requireOwnDriver(ctx.db, customer_id, driver_id)
  if (vehicle_id !== undefined) await requireVisibleVehicle(ctx.db, customer_id, vehicle_id, now)
  if (fleet_id !== undefined) await requireOwnFleets(ctx.db, customer_id, fleet_id)
  const where = sql<boolean>`${sql.join(
    [
      sql`d.active = 1`,
      ...(driver_id === undefined ? [] : [sql`a.driver_id = ${driver_id}`]),
      ...(vehicle_id === undefined ? [] : [sql`a.vehicle_id = ${vehicle_id}`]),
      ...(fleet_id === undefined
        ? []
        : [
            sql`exists (select 1 from fleet_vehicles f where f.customer_id = ${customer_id} and f.vehicle_id = a.vehicle_id and f.fleet_id = any(${fleet_id}::int4[]))`,
          ]),
    ],
    sql` and `,
  )}`
  const matchesSql = activitiesSql(customer_id, now, where)
  const { rows, total } = await pageWithTotal<ActivityRow>(ctx, {
    page: sql`select ${COLUMNS} ${matchesSql} ${NEWEST_FIRST} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`,
    order: sql`r.period_from desc, r.id desc`,
    found: matchesSql,
    now,
  })
  return { data: rows.map(activityRecord), total }
}

export type Vehicle = Pick<VisibleVehicle, 'vehicle_id'>
const activitiesOfVehicle = async (
  db: Db | Tx,
  customer_id: number,
  now: number,
  { vehicle_id }: Vehicle,
  where: RawBuilder<boolean>,
): Promise<DriverActivity[]> =>
  (
    await sql<ActivityRow>`select ${COLUMNS} ${activitiesSql(customer_id, now, sql`a.vehicle_id = ${vehicle_id} and ${where}`, [vehicle_id])} ${NEWEST_FIRST}`.execute(
      db,
    )
  ).rows.map(activityRecord)

/** The activity in progress on a vehicle. */
export const currentActivity = async (
  db: Db | Tx,
  customer_id: number,
  now: number,
  vehicle: Vehicle,
): Promise<DriverActivity | null> =>
  (await activitiesOfVehicle(db, customer_id, now, vehicle, sql`a.period_to is null`))[0] ?? null

/** The activities of one vehicle that touch a period (epoch ms). */
export const historyOf = (
  db: Db,
  customer_id: number,
  now: number,
  vehicle: Vehicle,
  from: number,
  to: number,
): Promise<DriverActivity[]> =>
  activitiesOfVehicle(
    db,
    customer_id,
    now,
    vehicle,
    sql`a.period_from <= ${new Date(to)} and (a.period_to is null or a.period_to >= ${new Date(from)})`,
  )
