// Reads and writes the private times of vehicles. Former hours get an end instead of being overwritten, so that no later change reveals what was private
// before.

import './tables.ts'
import { sameJson } from '@flotta/core/derivation.ts'
import { notFound, Problem } from '@flotta/core/problem.ts'
import { instantOf } from '@flotta/core/time.ts'
import type { Caller, Context, OwnVehicle } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import type { PrivateDriver, PrivateHours, PrivateTrip, PrivateTripForm } from './contract.ts'

/** The company's hours, or those of a vehicle. */
type HoursOwner = { readonly customer_id: number; readonly vehicle_id?: number }
const hoursOwnerSql = ({ customer_id, vehicle_id }: HoursOwner) =>
  sql<boolean>`h.customer_id = ${customer_id} and h.vehicle_id is not distinct from ${vehicle_id ?? null}`

export async function privateHoursOf(
  { db }: Pick<Context, 'db'>,
  hoursOwner: HoursOwner,
): Promise<PrivateHours> {
  const { rows } = await sql<{
    hours: PrivateHours['hours']
    timezone: string
    valid_from: Date | null
    changed_by: string | null
  }>`
    select h.hours, coalesce(h.timezone, c.timezone) as timezone, h.valid_from, u.name as changed_by
    from customers c left join private_hours h on ${hoursOwnerSql(hoursOwner)} and h.valid_to is null left join users u on u.id = h.user_id where c.id = ${hoursOwner.customer_id}`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw notFound()
  const { hours, timezone, valid_from, changed_by } = row
  return {
    hours: hours ?? (hoursOwner.vehicle_id === undefined ? [] : null),
    timezone,
    changed_at: valid_from?.toISOString() ?? null,
    changed_by,
  }
}

/** Sets the hours from now on. The former hours stay valid for the past. */
export async function setPrivateHours(
  ctx: Context,
  hoursOwner: HoursOwner,
  hours: PrivateHours['hours'],
  { user_id, timezone }: Caller,
): Promise<PrivateHours> {
  const now = new Date(ctx.now())
  await ctx.db.transaction().execute(async tx => {
    await sql`select 1 from customers where id = ${hoursOwner.customer_id} for no key update`.execute(
      tx,
    )
    const before = await privateHoursOf({ db: tx as Context['db'] }, hoursOwner)
    if (
      sameJson(before.hours, hours) &&
      (before.timezone === timezone || hours === null || hours.length === 0)
    )
      return
    await sql`update private_hours h set valid_to = greatest(valid_from, ${now}) where ${hoursOwnerSql(hoursOwner)} and valid_to is null`.execute(
      tx,
    )
    await tx
      .insertInto('private_hours')
      .values({
        customer_id: hoursOwner.customer_id,
        vehicle_id: hoursOwner.vehicle_id ?? null,
        hours: hours === null ? null : JSON.stringify(hours),
        timezone,
        user_id,
        valid_from: now,
        valid_to: null,
      })
      .execute()
  })
  return privateHoursOf(ctx, hoursOwner)
}

const TRIPS_MAX = 100
interface TripRow {
  readonly id: number | null
  readonly driver: PrivateTrip['driver']
  readonly entered_by: string | null
  readonly period_from: Date
  readonly period_to: Date | null
}
/** Entered periods and those that devices reported, newest first, a hundred at most. */
export async function privateTripsOf(
  { db }: Pick<Context, 'db'>,
  { vehicle_id }: OwnVehicle,
): Promise<PrivateTrip[]> {
  const { rows } = await sql<TripRow>`
    select p.id, json_build_object('id', d.id, 'name', d.name, 'surname', d.surname) as driver, u.name as entered_by, p.period_from, p.period_to
      from private_trips p join drivers d on d.id = p.driver_id left join users u on u.id = p.user_id where p.vehicle_id = ${vehicle_id} and (p.period_to is null or p.period_to > p.period_from)
    union all select null, null, null, s.at, s.until
      from (select at, is_private, lead(at) over (order by at) as until from private_switches where vehicle_id = ${vehicle_id}) s where s.is_private
    order by period_from desc limit ${TRIPS_MAX}`.execute(db)
  return rows.map(({ period_from, period_to, ...row }) => ({
    ...row,
    period_from: period_from.toISOString(),
    period_to: period_to?.toISOString() ?? null,
  }))
}

interface DriverRow extends Omit<PrivateDriver, 'trip'> {
  readonly trip:
    | (Omit<NonNullable<PrivateDriver['trip']>, 'period_from'> & { readonly from: number })
    | null
}
/** The company's drivers with the right to private trips, with the company's own vehicles. */
export async function privateDriversOf(
  { db, now }: Pick<Context, 'db' | 'now'>,
  customer_id: number,
): Promise<PrivateDriver[]> {
  const at = new Date(now())
  const ownVehicleJoin = sql`join vehicles v on v.id = x.vehicle_id and v.customer_id = ${customer_id} and v.deleted_at is null`
  const vehicle = sql`json_build_object('id', v.id, 'plate', v.plate)`
  const holds = sql`x.driver_id = d.id and x.period_from <= ${at} and (x.period_to is null or x.period_to > ${at}) order by x.period_from desc limit 1`
  const { rows } = await sql<DriverRow>`
    select d.id as driver_id,
      (select json_build_object('id', x.id, 'vehicle', ${vehicle}, 'from', date_part('epoch', x.period_from) * 1000) from private_trips x ${ownVehicleJoin} where ${holds}) as trip,
      (select ${vehicle} from driver_activities x ${ownVehicleJoin} where x.customer_id = ${customer_id} and ${holds}) as vehicle
    from drivers d where d.customer_id = ${customer_id} and d.private_trips and d.active = 1 and d.deleted_at is null order by d.id`.execute(
    db,
  )
  return rows.map(({ trip, ...row }) => {
    if (trip === null) return { ...row, trip }
    const { from, ...tripFields } = trip
    return { ...row, trip: { ...tripFields, period_from: instantOf(from) } }
  })
}

/** Enters a private period for a driver with the right to private trips. */
export async function enterPrivateTrip(
  ctx: Context,
  { vehicle_id, customer_id }: OwnVehicle,
  form: PrivateTripForm,
  { user_id }: Caller,
): Promise<void> {
  const now = new Date(ctx.now())
  const { driver_id, period_to } = form
  const period_from = form.period_from === null ? now : new Date(form.period_from)
  const { rows } = await sql<{ private_trips: boolean }>`
    select private_trips from drivers where id = ${driver_id} and customer_id = ${customer_id} and deleted_at is null`.execute(
    ctx.db,
  )
  const wrong =
    rows[0] === undefined
      ? { driver_id: 'validation.unknown' }
      : !rows[0].private_trips
        ? { driver_id: 'private_trips.wrong.driver' }
        : period_to !== null && Date.parse(period_to) <= period_from.getTime()
          ? { period_to: 'validation.before_start' }
          : null
  if (wrong !== null)
    throw new Problem(
      'invalid',
      'api.invalid',
      Object.fromEntries(Object.entries(wrong).map(([field, key]) => [field, [{ key }]])),
    )
  await ctx.db
    .insertInto('private_trips')
    .values({
      customer_id,
      vehicle_id,
      driver_id,
      user_id,
      period_from,
      period_to: period_to === null ? null : new Date(period_to),
      updated_at: now,
    })
    .execute()
}

/** Ends an entered period now. The past part stays private; a period that has not begun yet becomes empty. */
export async function endPrivateTrip(
  ctx: Context,
  { vehicle_id }: OwnVehicle,
  id: number,
): Promise<void> {
  const now = new Date(ctx.now())
  const { rows } = await sql<{ id: number }>`
    update private_trips set period_to = greatest(period_from, least(coalesce(period_to, 'infinity'), ${now}::timestamptz)), updated_at = ${now}
    where vehicle_id = ${vehicle_id} and id = ${id} returning id`.execute(ctx.db)
  if (rows.length === 0) throw notFound()
}
