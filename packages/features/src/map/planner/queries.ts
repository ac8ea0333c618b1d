// Reading and writing planned trips.
import { decodePolyline, encodePolyline, thin } from '@flotta/core/geo.ts'
import { invalid } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Caller } from '@flotta/platform/feature.ts'
import { WorkSlicer } from '@flotta/platform/work-slicer.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { requireVisibleVehicle } from '../../fleet/access/require.ts'
import type { PlannedRoute, PlannedTripForm, PlannedTripItem } from './contract.ts'
import { arrivalOf, KEPT_BENDS, mayStart } from './rules.ts'
import './tables.ts'

type Values = z.output<typeof PlannedTripForm>
type PlannedTripChanges = Partial<{ [K in keyof Values]: Values[K] | undefined }>
type Author = Pick<Caller, 'customer_id' | 'timezone'>

function mustStart(startdate: string, now: number, { timezone }: Author): void {
  if (!mayStart(Date.parse(startdate), now, timezone))
    throw invalid({ startdate: 'planner.start_range' })
}

/** The route for drawing: a line with more points than can be seen is thinned and keeps its shape. Other work runs between the steps. */
async function thinnedRoute(route: PlannedRoute): Promise<PlannedRoute> {
  // Each point takes two characters at least, so a line this short has few enough.
  if (route.geometry.length <= 2 * KEPT_BENDS) return route
  const breath = new WorkSlicer()
  const line = decodePolyline(route.geometry)
  if (line.length <= KEPT_BENDS) return route
  await breath.nextSlice()
  const indices = thin(
    line.map(([lat]) => lat),
    line.map(([, lng]) => lng),
    KEPT_BENDS,
  )
  await breath.nextSlice()
  return { ...route, geometry: encodePolyline(indices.map(i => line[i] ?? [0, 0])) }
}

export async function createPlannedTrip(
  tx: Tx,
  who: Author,
  values: Values,
  now: number,
): Promise<number> {
  mustStart(values.startdate, now, who)
  if (values.vehicle_id !== null)
    await requireVisibleVehicle(tx, who.customer_id, values.vehicle_id, now)
  const { id } = await tx
    .insertInto('planned_trips')
    .values({ customer_id: who.customer_id, ...(await rowOf(values)) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Unchanged fields are not checked again: a trip that has begun keeps its start, and its vehicle
 * may have been removed.
 */
export async function updatePlannedTrip(
  tx: Tx,
  id: number,
  who: Author,
  values: PlannedTripChanges,
  now: number,
): Promise<void> {
  const before = await tx
    .selectFrom('planned_trips')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const newValues: Values = {
    name: values.name ?? before.name,
    startdate: values.startdate ?? before.startdate.toISOString(),
    vehicle_id: values.vehicle_id === undefined ? before.vehicle_id : values.vehicle_id,
    waypoints: values.waypoints ?? before.waypoints,
    options: values.options ?? before.options,
    route: values.route ?? before.route,
    approximate: values.approximate ?? before.approximate,
  }
  if (Date.parse(newValues.startdate) !== before.startdate.getTime())
    mustStart(newValues.startdate, now, who)
  if (newValues.vehicle_id !== null && newValues.vehicle_id !== before.vehicle_id)
    await requireVisibleVehicle(tx, who.customer_id, newValues.vehicle_id, now)
  await tx
    .updateTable('planned_trips')
    .set({ ...(await rowOf(newValues)), updated_at: new Date(now) })
    .where('id', '=', id)
    .execute()
}

const rowOf = async ({
  name,
  startdate,
  vehicle_id,
  waypoints,
  options,
  route,
  approximate,
}: Values) => ({
  name,
  vehicle_id,
  approximate,
  startdate: new Date(startdate),
  arrival: new Date(arrivalOf(Date.parse(startdate), route.duration)),
  waypoints: JSON.stringify(waypoints),
  options: JSON.stringify(options),
  route: JSON.stringify(await thinnedRoute(route)),
})

export const removePlannedTrip = async (tx: Tx, id: number): Promise<void> =>
  void (await tx.deleteFrom('planned_trips').where('id', '=', id).execute())

/**
 * The customer's planned trips of a vehicle, the latest first: those that arrive after a time, or
 * that start in a period.
 */
export async function plannedTripsOf(
  db: Db,
  customer_id: number,
  vehicle_id: number,
  which: { readonly arrives: number } | { readonly from: number; readonly to: number },
): Promise<PlannedTripItem[]> {
  const when =
    'arrives' in which
      ? sql`arrival >= ${new Date(which.arrives)}`
      : sql`startdate between ${new Date(which.from)} and ${new Date(which.to)}`
  return items(db, sql`customer_id = ${customer_id} and vehicle_id = ${vehicle_id} and ${when}`)
}
export async function items(db: Db, which: RawBuilder<unknown>): Promise<PlannedTripItem[]> {
  const { rows } = await sql<
    Omit<PlannedTripItem, 'startdate' | 'arrival'> & {
      readonly startdate: Date
      readonly arrival: Date
    }
  >`
    select id, name, startdate, arrival, vehicle_id, (route->'distance')::float8 as distance, (route->'duration')::float8 as duration
    from planned_trips where ${which} order by startdate desc, id`.execute(db)
  return rows.map(row => ({
    ...row,
    startdate: row.startdate.toISOString(),
    arrival: row.arrival.toISOString(),
  }))
}
/** null: unknown, or another customer's. */
export const plannedTripOf = async (db: Db, customer_id: number, id: number) =>
  (await db
    .selectFrom('planned_trips')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()) ?? null
