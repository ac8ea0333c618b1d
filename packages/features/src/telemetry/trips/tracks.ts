// The tracks of trips: their fixes as far as they may be shown, thinned for drawing.
import { encodePolyline, thin } from '@flotta/core/geo.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { microsOf, millis, placesBefore } from '../packs/rows.ts'
import {
  pickFixes,
  type StoredFixes,
  storedFixesOf,
  TRACK_POINTS,
  type TrackColumns,
  trackFrom,
} from '../pipeline/tracks.ts'
import type { ShownTrip } from './private-pieces.ts'

export const NO_FIXES: StoredFixes = {
  micros: new Float64Array(0),
  latitude_e7: new Int32Array(0),
  longitude_e7: new Int32Array(0),
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
  const fixes = shownFixes(await storedFixesOf(ctx, vehicle.vehicle_id, { from, to }), vehicle)
  return trips.map(t =>
    t.private ? '' : pathOf(fixesBetween(fixes, t.period_from, t.period_to ?? t.end_at)),
  )
}
/** The fixes without those of private times. */
export function shownFixes(fixes: StoredFixes, { private_times }: VisibleVehicle): StoredFixes {
  const { micros } = fixes
  const visiblePlaces = new Uint32Array(micros.length)
  let count = 0
  for (let i = 0; i < micros.length; i++)
    if (!private_times.holds(millis(micros[i] as number))) visiblePlaces[count++] = i
  return count === micros.length ? fixes : pickFixes(fixes, visiblePlaces.subarray(0, count))
}
function pathOf({ latitude_e7, longitude_e7 }: StoredFixes): string {
  return encodePolyline(
    thin(latitude_e7, longitude_e7, PATH_POINTS).map(i => [
      (latitude_e7[i] ?? 0) / 1e7,
      (longitude_e7[i] ?? 0) / 1e7,
    ]),
  )
}
function fixesBetween(fixes: StoredFixes, from: number, to: number): StoredFixes {
  const first = placesBefore(fixes.micros, microsOf(from))
  const end = placesBefore(fixes.micros, microsOf(to + 1))
  return {
    micros: fixes.micros.subarray(first, end),
    latitude_e7: fixes.latitude_e7.subarray(first, end),
    longitude_e7: fixes.longitude_e7.subarray(first, end),
    speed: fixes.speed.subarray(first, end),
    direction: fixes.direction.subarray(first, end),
  }
}

/** The track of one trip and its encoded polyline. */
export async function tripTrack(
  ctx: Context,
  vehicle: VisibleVehicle,
  trip: ShownTrip,
  most = TRACK_POINTS,
): Promise<{ readonly track: TrackColumns; readonly polyline: string }> {
  const fixes = trip.private
    ? NO_FIXES
    : await storedFixesOf(ctx, vehicle.vehicle_id, {
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
