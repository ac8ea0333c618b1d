// A driver's own data: exported completely, or erased (GDPR art. 15, 17 and 20).
import { notFound } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { OwnRecord } from '@flotta/platform/feature.ts'
import { forgetAnswers } from '@flotta/platform/idempotency.ts'
import { answerKind } from '@flotta/platform/queue-answer.ts'
import { WorkSlicer } from '@flotta/platform/work-slicer.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { visibleVehiclesSql } from '../access/vehicles.ts'
import { type Driver, type DriverData, drivers } from './contract.ts'
import { removeDriver } from './queries.ts'
import './tables.ts'

type WithIsoDates<T, K extends keyof T> = Omit<T, K> & {
  readonly [P in K]: T[P] extends string ? Date : Date | null
}
const iso = (at: Date): string => at.toISOString()
const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null

/** The task that collects a driver's data while the request waits for the answer. */
export const driverDataTask = answerKind(
  'driver_data',
  z.object({ driver_id: z.int(), customer_id: z.int() }),
  ({ driver_id, customer_id }, { ctx }) =>
    personalData(ctx.db, { id: driver_id, customer_id }, ctx.now()),
)

/** A list as JSON. It yields to other work between rows, because a driver's rows may cover years. */
async function jsonArray<R>(rows: readonly R[], row: (row: R) => unknown): Promise<string> {
  const breath = new WorkSlicer()
  const texts: string[] = []
  for (const item of rows) {
    texts.push(JSON.stringify(row(item)))
    if (breath.due) await breath.nextSlice()
  }
  return `[${texts.join(',')}]`
}

/**
 * `DriverData` as JSON.
 * @param now epoch ms; the trips are those of the company's own vehicles that began while the driver drove
 */
async function personalData(
  db: Db,
  { id, customer_id }: Pick<OwnRecord, 'id' | 'customer_id'>,
  now: number,
): Promise<string> {
  const vehicles = visibleVehiclesSql(customer_id, now)
  const [driver, activities, identifications, privately, trips] = await Promise.all([
    sql<Driver & { readonly created_at: Date }>`
      select id, name, surname, license, license_expiration_date, ibutton_id, phone_number, email, note, active, private_trips, created_at from drivers where id = ${id}`.execute(
      db,
    ),
    sql<WithIsoDates<DriverData['activities'][number], 'period_from' | 'period_to'>>`
      select v.plate, a.period_from, a.period_to, a.origin as entered_by from driver_activities a join ${vehicles} v on v.vehicle_id = a.vehicle_id
      where a.driver_id = ${id} order by a.period_from, a.id`.execute(db),
    sql<WithIsoDates<DriverData['identifications'][number], 'at'>>`
      select v.plate, i.at from driver_identifications i join ${vehicles} v on v.vehicle_id = i.vehicle_id where i.driver_id = ${id} order by i.at`.execute(
      db,
    ),
    sql<WithIsoDates<DriverData['private_trips'][number], 'period_from' | 'period_to'>>`
      select v.plate, p.period_from, p.period_to from private_trips p join ${vehicles} v on v.vehicle_id = p.vehicle_id
      where p.driver_id = ${id} order by p.period_from, p.id`.execute(db),
    sql<
      Omit<DriverData['trips'][number], 'start' | 'end' | 'period_from' | 'period_to'> &
        Record<`${'start' | 'end'}_${'latitude' | 'longitude'}`, number> & {
          readonly period_from: Date
          readonly period_to: Date | null
        }
    >`
      select v.plate, t.period_from, t.period_to, round(t.distance / 1000.0, 1)::float8 as km, t.max_speed, t.start_latitude, t.start_longitude, t.end_latitude, t.end_longitude
      from driver_activities a join ${vehicles} v on v.vehicle_id = a.vehicle_id and v.owner
      join trips t on t.vehicle_id = a.vehicle_id and t.replaced_by is null and t.period_from >= a.period_from and (a.period_to is null or t.period_from < a.period_to)
      where a.driver_id = ${id} order by t.period_from`.execute(db),
  ])
  const [driverRow] = driver.rows
  if (driverRow === undefined) throw notFound()
  const parts: { readonly [K in keyof DriverData]: string } = {
    driver: JSON.stringify({ ...driverRow, created_at: iso(driverRow.created_at) }),
    activities: await jsonArray(activities.rows, a => ({
      ...a,
      period_from: iso(a.period_from),
      period_to: isoOrNull(a.period_to),
    })),
    identifications: await jsonArray(identifications.rows, i => ({ ...i, at: iso(i.at) })),
    private_trips: await jsonArray(privately.rows, p => ({
      ...p,
      period_from: iso(p.period_from),
      period_to: isoOrNull(p.period_to),
    })),
    trips: await jsonArray(
      trips.rows,
      ({
        start_latitude,
        start_longitude,
        end_latitude,
        end_longitude,
        period_from,
        period_to,
        ...trip
      }) => ({
        ...trip,
        period_from: iso(period_from),
        period_to: isoOrNull(period_to),
        start: { latitude: start_latitude, longitude: start_longitude },
        end: { latitude: end_latitude, longitude: end_longitude },
      }),
    ),
  }
  return `{${Object.entries(parts)
    .map(([name, json]) => `"${name}":${json}`)
    .join(',')}}`
}

/** Erases name, licence, contacts and cards. The activities stay, with a number instead of a name, and count as entered, so that they are not derived from cards again. */
export async function eraseDriver(
  tx: Tx,
  { id, customer_id }: OwnRecord,
  now: number,
): Promise<void> {
  await removeDriver(tx, customer_id, id, now)
  await forgetAnswers(tx, drivers.create.path, id)
  await sql`update driver_activities set origin = 'person', updated_at = ${new Date(now)} where driver_id = ${id}`.execute(
    tx,
  )
  await sql`delete from driver_identifications where driver_id = ${id}`.execute(tx)
  await sql`update drivers set name = '—', surname = ${`#${id}`}, license = null, license_expiration_date = null, ibutton_id = null, ibutton_key = null,
      phone_number = null, email = null, note = null, active = 0 where id = ${id}`.execute(tx)
}
