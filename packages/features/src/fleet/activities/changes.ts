// Begins and ends the activities of drivers.
import { invalid, notFound, Problem } from '@flotta/core/problem.ts'
import { SECOND } from '@flotta/core/time.ts'
import type { Tx } from '@flotta/platform/db.ts'
import { sql } from 'kysely'
import { visibleVehiclesSql } from '../access/vehicles.ts'
import { lockActivities } from '../drivers/queries.ts'
import type { DriverActivity } from './contract.ts'
import {
  type ActivityRow,
  activitiesSql,
  COLUMNS,
  currentActivity,
  type Vehicle,
} from './queries.ts'
import type { Activity } from './rules.ts'

/** `from`, `to`: epoch milliseconds; `to` null: it has not ended. */
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

/** A time that is ahead of the server's clock by no more than this counts as now, ms. */
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
