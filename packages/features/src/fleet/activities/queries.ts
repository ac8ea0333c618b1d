// Reads and writes the driver activities of one customer.
import { invalid, notFound, Problem } from '@flotta/core/problem.ts'
import { SECOND } from '@flotta/core/time.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Caller, Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { pageWithTotal } from '@flotta/platform/page.ts'
import { type RawBuilder, sql } from 'kysely'
import { requireOwnDriver, requireOwnFleets, requireVisibleVehicle } from '../access/require.ts'
import { visibleVehiclesSql } from '../access/vehicles.ts'
import { lockActivities } from '../drivers/queries.ts'
import type { VehicleType } from '../vehicles/contract.ts'
import type { DriverActivity } from './contract.ts'
import type { Activity } from './rules.ts'
import './tables.ts'

interface ActivityRow {
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

/** `from`, `to`: epoch milliseconds; `to` null: it goes on. */
interface NewActivity extends Activity {
  readonly customer_id: number
  readonly origin?: ActivityRow['origin']
}
export const insertActivity = (
  tx: Tx,
  { customer_id, vehicle_id, driver_id, from, to, origin = 'person' }: NewActivity,
  now: number,
): Promise<unknown> =>
  tx
    .insertInto('driver_activities')
    .values({
      customer_id,
      vehicle_id,
      driver_id,
      period_from: new Date(from),
      period_to: to === null ? null : new Date(to),
      origin,
      updated_at: new Date(now),
    })
    .execute()

/** The customer's activities `a` with driver `d` and vehicle `v`, of vehicles that it sees. */
const activitiesSql = (
  customer_id: number,
  now: number,
  where: RawBuilder<boolean>,
  vehicle_ids?: readonly number[],
) => sql`
  from driver_activities a
  join drivers d on d.id = a.driver_id
  join ${visibleVehiclesSql(customer_id, now, vehicle_ids)} v on v.vehicle_id = a.vehicle_id
  where a.customer_id = ${customer_id} and ${where}`
const COLUMNS = sql`a.id, a.driver_id, a.vehicle_id, a.period_from, a.period_to, a.origin, d.name, d.surname, v.plate, v.serial, v.vehicle_type`
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

type Vehicle = Pick<VisibleVehicle, 'vehicle_id'>
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

/** A time ahead of the server's clock by no more than this counts as now. */
const CLOCK_TOLERANCE = 5 * SECOND
/** The time as epoch ms. Throws `invalid` for the field where it lies in the future. */
function pastInstant(time: string, field: 'from' | 'to', now: number): number {
  const at = Date.parse(time)
  if (at > now + CLOCK_TOLERANCE) throw invalid({ [field]: 'validation.future' })
  return Math.min(at, now)
}

interface ActivityScope {
  readonly customer_id: number
  readonly vehicle: Vehicle
  readonly now: number
}
/** Begins an activity of a driver on a vehicle. Throws a conflict that names the overlapping activity's driver and vehicle. */
export async function startActivity(
  tx: Tx,
  { customer_id, vehicle, now }: ActivityScope,
  body: { readonly from: string; readonly driver_id: number },
): Promise<DriverActivity> {
  const { vehicle_id } = vehicle
  const { driver_id } = body
  const at = pastInstant(body.from, 'from', now)
  await lockActivities(tx, customer_id)
  const driver = await tx
    .selectFrom('drivers')
    .select(['name', 'surname'])
    .where('id', '=', driver_id)
    .where('customer_id', '=', customer_id)
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (driver === undefined) throw invalid({ driverId: 'validation.unknown' })
  // nobody can end an activity on a vehicle that the customer does not see any more, so it ends here
  await sql`update driver_activities a set period_to = greatest(a.period_from, ${new Date(at)}), updated_at = ${new Date(now)}
    where a.driver_id = ${driver_id} and a.period_to is null
      and not exists (select 1 from ${visibleVehiclesSql(customer_id, now)} s where s.vehicle_id = a.vehicle_id)`.execute(
    tx,
  )
  const meets = sql<boolean>`(a.period_to is null or a.period_to > ${new Date(at)})`
  const [inTheWay] = (
    await sql<ActivityRow>`select ${COLUMNS} ${activitiesSql(customer_id, now, sql`(a.vehicle_id = ${vehicle_id} or a.driver_id = ${driver_id}) and ${meets}`)}
      order by a.period_to is not null, a.vehicle_id <> ${vehicle_id}, a.period_from desc limit 1`.execute(
      tx,
    )
  ).rows
  if (inTheWay !== undefined) throw overlapProblem(inTheWay, vehicle_id)
  await insertActivity(tx, { customer_id, vehicle_id, driver_id, from: at, to: null }, now)
  const activity = await currentActivity(tx, customer_id, now, vehicle)
  if (activity === null) throw notFound()
  return activity
}
function overlapProblem(
  { vehicle_id, period_to, plate, name, surname }: ActivityRow,
  wantedVehicleId: number,
): Problem {
  const [now, then] =
    vehicle_id === wantedVehicleId
      ? ['activities.vehicle_busy', 'activities.vehicle_was_busy']
      : ['activities.driver_busy', 'activities.driver_was_busy']
  return new Problem('conflict', {
    key: period_to === null ? now : then,
    values: { plate, driver: `${name} ${surname}` },
  })
}

/** Ends the activity in progress. */
export async function endActivity(
  tx: Tx,
  { customer_id, vehicle, now }: ActivityScope,
  to: string,
): Promise<DriverActivity> {
  const at = pastInstant(to, 'to', now)
  await lockActivities(tx, customer_id)
  const open = await currentActivity(tx, customer_id, now, vehicle)
  if (open === null) throw new Problem('conflict', 'activities.none_open')
  if (at < Date.parse(open.period_from)) throw invalid({ to: 'validation.before_start' })
  const period_to = new Date(at)
  await tx
    .updateTable('driver_activities')
    .set({ period_to, origin: 'person', updated_at: new Date(now) })
    .where('id', '=', open.id)
    .where('customer_id', '=', customer_id)
    .execute()
  return { ...open, period_to: period_to.toISOString(), origin: 'person' }
}
