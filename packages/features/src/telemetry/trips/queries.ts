// Reads of trips and of the stops between them, for one vehicle that the caller may see.

import './tables.ts'
import { epochMs } from '@flotta/platform/epoch.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { type TimeRange, visibleRanges } from '../../fleet/access/rules.ts'
import { convertedFixes, storedFixesOf } from '../pipeline/tracks.ts'
import { tripMemory } from './derive.ts'
import {
  cutPrivate,
  MOST_PIECES,
  pieceId,
  type ShownTrip,
  shownTrip,
  type TripPiece,
} from './private-pieces.ts'
import { reachesBeyond, type TripFacts, type TripRow, tripWithin } from './rules.ts'
import { NO_FIXES, shownFixes } from './tracks.ts'

export const COLUMNS = `id, ${epochMs('period_from')} as period_from, ${epochMs('period_to')} as period_to, start_latitude, start_longitude,
  end_latitude, end_longitude, ${epochMs('end_at')} as end_at, distance, max_speed`

/**
 * The open trip from the state of the vehicle. Its row is not written again before the trip ends.
 */
async function currentTrip(ctx: Context, vehicle_id: number): Promise<TripRow | null> {
  const row = await ctx.db
    .selectFrom('vehicle_state')
    .where('vehicle_id', '=', vehicle_id)
    .select('memory')
    .executeTakeFirst()
  const memory = row?.memory.trip
  return memory === undefined ? null : tripMemory.read(memory).trip
}
async function withCurrentTrip(
  ctx: Context,
  vehicle_id: number,
  rows: readonly TripFacts[],
): Promise<TripFacts[]> {
  if (!rows.some(r => r.period_to === null)) return [...rows]
  const now = await currentTrip(ctx, vehicle_id)
  return rows.map(r => {
    if (r.period_to !== null || now?.period_from !== r.period_from) return r
    const { end_latitude, end_longitude, end_at, max_speed } = now
    return {
      ...r,
      end_latitude,
      end_longitude,
      end_at,
      max_speed,
      distance: Math.round(now.distance),
    }
  })
}

const isWithin = (trip: TripRow, stretches: readonly TimeRange[]) =>
  stretches.some(s => trip.period_from >= s.from && (trip.period_to ?? trip.end_at) <= s.to)

/**
 * When the trips that touch a period began and ended, private or not, newest first. A guest gets
 * only the trips that lie wholly within its grants.
 */
export const tripTimes = (
  ctx: Context,
  vehicle: VisibleVehicle,
  from: number,
  to: number,
): Promise<Pick<TripFacts, 'period_from' | 'period_to' | 'end_at'>[]> =>
  tripFacts(ctx, vehicle, from, to)
const shownPiece = (piece: TripPiece): ShownTrip =>
  shownTrip(
    {
      ...piece.trip,
      whole: { period_from: piece.trip.period_from, period_to: piece.trip.period_to },
    },
    piece,
  )
async function tripFacts(
  ctx: Context,
  vehicle: VisibleVehicle,
  from: number,
  to: number,
): Promise<TripFacts[]> {
  const { rows } = await ctx.pool.query<TripFacts>(
    `select ${COLUMNS} from trips where vehicle_id = $1 and replaced_by is null and period_from <= $3 and (period_to is null or period_to >= $2) order by period_from desc`,
    [vehicle.vehicle_id, new Date(from), new Date(to)],
  )
  const trips = await withCurrentTrip(ctx, vehicle.vehicle_id, rows)
  if (vehicle.owner) return trips
  const visible = visibleRanges('trip', vehicle, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
  return trips.filter(trip => isWithin(trip, visible))
}

/**
 * One trip or one piece of it, also by the id of a trip that was merged into it; null: the caller
 * may see none.
 */
export async function tripOf(
  ctx: Context,
  vehicle: VisibleVehicle,
  id: string,
): Promise<ShownTrip | null> {
  const { rows } = await ctx.pool.query<TripFacts & { readonly nth: number }>(
    `with recursive heir as (
       select t.*, 0 as steps, array_position($2::uuid[], t.id) - 1 as nth from trips t where vehicle_id = $1 and id = any($2::uuid[])
       union all select t.*, heir.steps + 1, nth from trips t join heir on t.vehicle_id = $1 and t.id = heir.replaced_by where heir.steps < 20
     ) select ${COLUMNS}, nth from heir where replaced_by is null order by nth limit 1`,
    [vehicle.vehicle_id, Array.from({ length: MOST_PIECES }, (_, n) => pieceId(id, n))],
  )
  const [row] = rows
  const [trip] = await withCurrentTrip(ctx, vehicle.vehicle_id, rows)
  if (!row || !trip) return null
  if (
    !vehicle.owner &&
    !isWithin(
      trip,
      visibleRanges('trip', vehicle, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
    )
  )
    return null
  const piece = (await piecesOf(ctx, vehicle, trip))[row.nth]
  return piece === undefined ? null : shownPiece(piece)
}

/** The pieces of a trip, cut where private times begin and end. */
async function piecesOf(
  ctx: Context,
  { vehicle_id, private_times }: VisibleVehicle,
  trip: TripFacts,
): Promise<TripPiece[]> {
  const to = trip.period_to ?? trip.end_at
  const isCut = private_times.within(trip.period_from, to).length > 0
  const fixes = isCut
    ? await storedFixesOf(ctx, vehicle_id, { from: trip.period_from, to })
    : NO_FIXES
  return cutPrivate(trip, convertedFixes(fixes), private_times)
}

/**
 * The parts of the trips that lie in a period, newest first. A guest gets only trips that lie
 * wholly within its grants.
 */
export const tripsWithin = async (
  ctx: Context,
  vehicle: VisibleVehicle,
  period: TimeRange,
): Promise<ShownTrip[]> => ((await tripParts(ctx, vehicle, [period]))[0] ?? []).toReversed()

/** The same for each part of a period (such as its days), oldest first, by one read for all. The parts are contiguous. */
export async function tripParts(
  ctx: Context,
  vehicle: VisibleVehicle,
  parts: readonly TimeRange[],
): Promise<ShownTrip[][]> {
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) return []
  const trips = (await tripFacts(ctx, vehicle, first.from, last.to)).toReversed()
  const partsOfTrips: ShownTrip[][] = parts.map(() => [])
  for (const wholeTrip of trips)
    for (const piece of await piecesOf(ctx, vehicle, wholeTrip)) {
      const { trip } = piece
      const to = trip.period_to ?? trip.end_at
      const meets = (part: TimeRange) => trip.period_from <= part.to && to >= part.from
      const isCut = parts.some(part => meets(part) && reachesBeyond(trip, part))
      const fixes = isCut
        ? await storedFixesOf(ctx, vehicle.vehicle_id, { from: trip.period_from, to })
        : NO_FIXES
      const way = convertedFixes(piece.private ? fixes : shownFixes(fixes, vehicle))
      for (const [i, part] of parts.entries()) {
        const within = meets(part) ? tripWithin(trip, way, part) : null
        if (within !== null) partsOfTrips[i]?.push(shownTrip(within, piece))
      }
    }
  return partsOfTrips
}
