// The tracks of trips: their fixes as far as they may be shown, thinned for drawing.
import { encodePolyline, thin } from '@flotta/core/geo.ts'
import { countBefore } from '@flotta/core/sorted.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import {
  type Fixes,
  fixesOf,
  pickFixes,
  TRACK_POINTS,
  type TrackColumns,
  trackFrom,
} from '../pipeline/tracks.ts'
import type { ShownTrip } from './private-pieces.ts'

export const NO_FIXES: Fixes = {
  at: new Float64Array(0),
  latitude: new Float64Array(0),
  longitude: new Float64Array(0),
  speed: new Int32Array(0),
  direction: new Int32Array(0),
}

/** Points of a trip in a list of trips. */
const PATH_POINTS = 100

/**
 * Encoded polylines (precision 5) of trips, thinned for drawing and loaded by one read; "" for a
 * private trip.
 */
export async function pathsOf(
  ctx: Context,
  vehicle: VisibleVehicle,
  trips: readonly ShownTrip[],
): Promise<string[]> {
  const from = Math.min(...trips.map(t => t.period_from))
  const to = Math.max(...trips.map(t => t.period_to ?? t.end_at))
  if (trips.length === 0) return []
  const fixes = shownFixes(await fixesOf(ctx, vehicle.vehicle_id, { from, to }), vehicle)
  return trips.map(t =>
    t.private ? '' : pathOf(fixesBetween(fixes, t.period_from, t.period_to ?? t.end_at)),
  )
}
/** The fixes without those of private times. */
export function shownFixes(fixes: Fixes, { private_times }: VisibleVehicle): Fixes {
  const visiblePlaces = new Uint32Array(fixes.at.length)
  let count = 0
  for (let i = 0; i < visiblePlaces.length; i++)
    if (!private_times.holds(fixes.at[i] as number)) visiblePlaces[count++] = i
  return count === fixes.at.length ? fixes : pickFixes(fixes, visiblePlaces.subarray(0, count))
}
function pathOf(fixes: Fixes): string {
  return encodePolyline(
    thin(fixes.latitude, fixes.longitude, PATH_POINTS).map(i => [
      fixes.latitude[i] ?? 0,
      fixes.longitude[i] ?? 0,
    ]),
  )
}
function fixesBetween(fixes: Fixes, from: number, to: number): Fixes {
  const first = lowerBound(fixes.at, from)
  const end = lowerBound(fixes.at, to + 1)
  return {
    at: fixes.at.subarray(first, end),
    latitude: fixes.latitude.subarray(first, end),
    longitude: fixes.longitude.subarray(first, end),
    speed: fixes.speed.subarray(first, end),
    direction: fixes.direction.subarray(first, end),
  }
}
const lowerBound = (at: ArrayLike<number>, value: number): number =>
  countBefore(at.length, i => (at[i] ?? 0) >= value)

/** The track of one trip and its encoded polyline. */
export async function tripTrack(
  ctx: Context,
  vehicle: VisibleVehicle,
  trip: ShownTrip,
  most = TRACK_POINTS,
): Promise<{ readonly track: TrackColumns; readonly polyline: string }> {
  const fixes = trip.private
    ? NO_FIXES
    : await fixesOf(ctx, vehicle.vehicle_id, {
        from: trip.period_from,
        to: trip.period_to ?? trip.end_at,
      })
  const track = trackFrom(shownFixes(fixes, vehicle), most)
  return {
    track,
    polyline: encodePolyline(
      track.latitude.map((latitude, i) => [latitude, track.longitude[i] ?? 0]),
    ),
  }
}
