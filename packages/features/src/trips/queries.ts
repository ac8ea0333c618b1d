// Reads of trips and of the stops between them, for one vehicle that the caller may see.

import { encodePolyline, thin } from '@flotta/core/geo.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { type Stretch, seenOf } from '../access/rules.ts'
import { type Fixes, fixesOf, pick, TRACK_POINTS, type TrackColumns, trackFrom } from '../telemetry/queries.ts'
import { type TripRow, tripMemory } from './derive.ts'
import './tables.ts'

/** Times epoch ms, distance metres, speed km/h; `period_to` null: under way, told up to `end_at`. */
export interface TripFacts extends TripRow {
  readonly id: string
}
export interface StopFacts {
  readonly period_from: number
  readonly period_to: number | null
  readonly latitude: number
  readonly longitude: number
}

const COLUMNS = `id, (extract(epoch from period_from) * 1000)::float8 as period_from, (extract(epoch from period_to) * 1000)::float8 as period_to, start_latitude, start_longitude,
  end_latitude, end_longitude, (extract(epoch from end_at) * 1000)::float8 as end_at, distance, max_speed`

/** What the state knows of the trip that is under way; the row itself is not written again before it ends. */
async function underWay(ctx: Context, vehicle_id: number): Promise<TripRow | null> {
  const row = await ctx.db.selectFrom('vehicle_state').where('vehicle_id', '=', vehicle_id).select('memory').executeTakeFirst()
  const memory = row?.memory.trip
  return memory === undefined ? null : tripMemory.read(memory).trip
}
async function completed(ctx: Context, vehicle_id: number, rows: readonly TripFacts[]): Promise<TripFacts[]> {
  if (!rows.some(r => r.period_to === null)) return [...rows]
  const now = await underWay(ctx, vehicle_id)
  return rows.map(r => {
    if (r.period_to !== null || now?.period_from !== r.period_from) return r
    const { end_latitude, end_longitude, end_at, max_speed } = now
    return { ...r, end_latitude, end_longitude, end_at, max_speed, distance: Math.round(now.distance) }
  })
}

const within = (trip: TripRow, stretches: readonly Stretch[]) => stretches.some(s => trip.period_from >= s.from && (trip.period_to ?? trip.end_at) <= s.to)

/** Trips that touch a period, newest first; a guest sees those that lie wholly within its grants. */
export async function tripsOf(ctx: Context, vehicle: VisibleVehicle, from: number, to: number): Promise<TripFacts[]> {
  const { rows } = await ctx.pool.query<TripFacts>(
    `select ${COLUMNS} from trips where vehicle_id = $1 and replaced_by is null and period_from <= $3 and (period_to is null or period_to >= $2) order by period_from desc`,
    [vehicle.vehicle_id, new Date(from), new Date(to)],
  )
  const trips = await completed(ctx, vehicle.vehicle_id, rows)
  if (vehicle.owner) return trips
  const seen = seenOf('trip', vehicle, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
  return trips.filter(trip => within(trip, seen))
}

/** One trip, also by the id of one that was merged into it; null: none that the caller may see. */
export async function tripOf(ctx: Context, vehicle: VisibleVehicle, id: string): Promise<TripFacts | null> {
  const { rows } = await ctx.pool.query<TripFacts>(
    `with recursive heir as (
       select t.*, 0 as steps from trips t where vehicle_id = $1 and id = $2
       union all select t.*, heir.steps + 1 from trips t join heir on t.vehicle_id = $1 and t.id = heir.replaced_by where heir.steps < 20
     ) select ${COLUMNS} from heir where replaced_by is null`,
    [vehicle.vehicle_id, id],
  )
  const [trip] = await completed(ctx, vehicle.vehicle_id, rows)
  if (!trip) return null
  return vehicle.owner || within(trip, seenOf('trip', vehicle, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)) ? trip : null
}

/** The pauses between consecutive trips; the last is open when no trip is under way. Trips newest first, as `tripsOf` gives them. */
export function stopsBetween(trips: readonly TripRow[]): StopFacts[] {
  const inOrder = trips.toReversed()
  return inOrder.flatMap((trip, i) => {
    const next = inOrder[i + 1]
    if (trip.period_to === null) return []
    return [{ period_from: trip.period_to, period_to: next?.period_from ?? null, latitude: trip.end_latitude, longitude: trip.end_longitude }]
  })
}

/** Points of a trip in a list of trips. */
const PATH_POINTS = 100

/** Encoded polylines (precision 5) of trips, thinned for drawing, all by one read. */
export async function pathsOf(ctx: Context, vehicle: VisibleVehicle, trips: readonly TripFacts[]): Promise<Map<string, string>> {
  const from = Math.min(...trips.map(t => t.period_from))
  const to = Math.max(...trips.map(t => t.period_to ?? t.end_at))
  if (trips.length === 0) return new Map()
  const fixes = await fixesOf(ctx, vehicle.vehicle_id, { from, to })
  return new Map(trips.map(t => [t.id, pathOf(slice(fixes, t.period_from, t.period_to ?? t.end_at))]))
}
function pathOf(fixes: Fixes): string {
  return encodePolyline(thin(fixes.latitude, fixes.longitude, PATH_POINTS).map(i => [fixes.latitude[i] ?? 0, fixes.longitude[i] ?? 0]))
}
function slice(fixes: Fixes, from: number, to: number): Fixes {
  const first = lowerBound(fixes.at, from)
  const end = lowerBound(fixes.at, to + 1)
  return pick(
    fixes,
    Array.from({ length: end - first }, (_, i) => first + i),
  )
}
function lowerBound(at: ArrayLike<number>, value: number): number {
  let low = 0
  let high = at.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((at[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** The track of one trip and its encoded polyline. */
export async function tripTrack(
  ctx: Context,
  vehicle: VisibleVehicle,
  trip: TripFacts,
  most = TRACK_POINTS,
): Promise<{ readonly track: TrackColumns; readonly polyline: string }> {
  const track = trackFrom(await fixesOf(ctx, vehicle.vehicle_id, { from: trip.period_from, to: trip.period_to ?? trip.end_at }), most)
  return { track, polyline: encodePolyline(track.latitude.map((latitude, i) => [latitude, track.longitude[i] ?? 0])) }
}
