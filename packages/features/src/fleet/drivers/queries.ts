// Drivers and the vehicles that they drive now: for screens, pins, panels and the provider's command line.
import { invalid, Problem } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import { orTaken, withoutUndefined } from '@flotta/platform/record-writes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { configurationOf } from '../../people/customers/queries.ts'
import { phoneNumber } from '../../phone.ts'
import type { DriverForm, DriverName } from './contract.ts'
import { cardKey } from './rules.ts'
import './tables.ts'

type Values = z.output<typeof DriverForm>
type Changes = { readonly [K in keyof Values]?: Values[K] | undefined }
const UNIQUE = { drivers_ibutton: 'ibutton_id' } as const

/**
 * The current driver of each vehicle, by the customer's activities.
 * @param vehicle_ids only of these; absent: of all
 */
export async function currentDrivers(
  db: Db | Tx,
  customer_id: number,
  vehicle_ids?: readonly number[],
): Promise<Map<number, DriverName>> {
  const only =
    vehicle_ids === undefined ? sql`` : sql`and a.vehicle_id = any(${vehicle_ids}::int4[])`
  const { rows } = await sql<DriverName & { readonly vehicle_id: number }>`
    select a.vehicle_id, d.id, d.name, d.surname from driver_activities a join drivers d on d.id = a.driver_id
    where a.customer_id = ${customer_id} and a.period_to is null ${only}`.execute(db)
  return new Map(rows.map(({ vehicle_id, ...driver }) => [vehicle_id, driver]))
}

export interface LicenceEnd extends DriverName {
  /** The last valid day of the licence. */
  readonly day: string
}
/** The licences of the drivers who can be chosen, the first to end first. */
export async function licenceEnds(db: Db, customer_id: number): Promise<LicenceEnd[]> {
  const { rows } = await sql<LicenceEnd>`
    select id, name, surname, license_expiration_date as day from drivers
    where customer_id = ${customer_id} and active = 1 and deleted_at is null and license_expiration_date is not null
    order by license_expiration_date, upper(surname), upper(name), id`.execute(db)
  return rows
}

/** The current driver of a vehicle (a column name), as an SQL value; null: unknown. */
export const currentDriverSql = (
  customer_id: number,
  vehicle: string,
): RawBuilder<DriverName | null> => sql`(
    select json_build_object('id', d.id, 'name', d.name, 'surname', d.surname) from driver_activities a join drivers d on d.id = a.driver_id
    where a.customer_id = ${customer_id} and a.vehicle_id = ${sql.ref(vehicle)} and a.period_to is null limit 1)`

/** Vehicles whose driver began, ended or was renamed since then (epoch ms). */
export async function driversChangedSince(
  db: Db,
  customer_id: number,
  since: number,
): Promise<Set<number>> {
  const { rows } = await sql<{ vehicle_id: number }>`
    select vehicle_id from driver_activities where customer_id = ${customer_id} and updated_at >= ${new Date(since)}
    union select a.vehicle_id from drivers d join driver_activities a on a.driver_id = d.id and a.period_to is null
    where d.customer_id = ${customer_id} and d.updated_at >= ${new Date(since)}`.execute(db)
  return new Set(rows.map(r => r.vehicle_id))
}

/** Locks a customer's activities, so that changes of them run one after the other. */
export const lockActivities = (tx: Tx, customer_id: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(7106004, ${customer_id}::int4)`.execute(tx)

/** Ends the activities in progress that meet a condition over `driver_activities a`, as a person's action. */
export const endActivities = (
  tx: Tx,
  customer_id: number,
  which: RawBuilder<boolean>,
  at: number,
): Promise<unknown> =>
  sql`update driver_activities a set period_to = greatest(a.period_from, ${new Date(at)}), origin = 'person', updated_at = ${new Date(at)}
    where a.customer_id = ${customer_id} and a.period_to is null and ${which}`.execute(tx)

/** Throws a conflict where the customer has its maximum of drivers. The lock makes two transactions count one after the other. */
async function requireDriverLimit(tx: Tx, customer_id: number): Promise<void> {
  await sql`select 1 from customers where id = ${customer_id} for no key update`.execute(tx)
  const most = Number(await configurationOf(tx, customer_id, 'max_drivers'))
  const { total } = await tx
    .selectFrom('drivers')
    .select(q => q.fn.countAll<number>().as('total'))
    .where('customer_id', '=', customer_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (total >= most) throw new Problem('conflict', { key: 'drivers.limit', values: { max: most } })
}

/** The values of the columns. Phone numbers without a country code are Italian. */
function storedColumns<T extends Changes>(values: T) {
  const { ibutton_id, phone_number } = values
  if (ibutton_id && cardKey(ibutton_id) === null)
    throw invalid({ ibutton_id: 'validation.invalid' })
  return {
    ...withoutUndefined(values),
    ...(ibutton_id !== undefined && { ibutton_key: cardKey(ibutton_id) }),
    ...(phone_number && { phone_number: phoneNumber(phone_number, 'phone_number') }),
  }
}

export async function createDriver(tx: Tx, customer_id: number, values: Values): Promise<number> {
  await requireDriverLimit(tx, customer_id)
  const { id } = await orTaken(
    tx
      .insertInto('drivers')
      .values({ customer_id, ...values, ...storedColumns(values) })
      .returning('id')
      .executeTakeFirstOrThrow(),
    UNIQUE,
  )
  return id
}

/** Updates a driver; setting a driver inactive ends the activities in progress. */
export async function updateDriver(
  tx: Tx,
  customer_id: number,
  id: number,
  values: Changes,
  now: number,
): Promise<void> {
  const changes = tx
    .updateTable('drivers')
    .set({ ...storedColumns(values), updated_at: new Date(now) })
    .where('id', '=', id)
    .execute()
  await orTaken(changes, UNIQUE)
  if (values.active === 0) await endActivitiesOf(tx, customer_id, id, now)
}

/** Removes a driver. The driver's activities keep the name; activities in progress end. */
export async function removeDriver(
  tx: Tx,
  customer_id: number,
  id: number,
  now: number,
): Promise<void> {
  await tx
    .updateTable('drivers')
    .set({ deleted_at: new Date(now), updated_at: new Date(now) })
    .where('id', '=', id)
    .execute()
  await endActivitiesOf(tx, customer_id, id, now)
}
async function endActivitiesOf(
  tx: Tx,
  customer_id: number,
  driver_id: number,
  now: number,
): Promise<void> {
  await lockActivities(tx, customer_id)
  await endActivities(tx, customer_id, sql`a.driver_id = ${driver_id}`, now)
}
