// Trips as files for maps: the track of each with its times; private trips have no track.
import type { MapFeature } from '@flotta/core/map-files.ts'
import { instantOf } from '@flotta/core/time.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import type { ShownTrip } from '../../telemetry/trips/private-pieces.ts'
import { tripTrack } from '../../telemetry/trips/tracks.ts'
import { km } from './answers.ts'

/** The most points of one trip; a longer one is thinned and keeps its shape. */
const POINTS = 10_000

export async function featuresOfTrips(
  ctx: Context,
  vehicle: VisibleVehicle,
  trips: readonly ShownTrip[],
): Promise<MapFeature[]> {
  const { plate } = await ctx.db
    .selectFrom('vehicles')
    .select('plate')
    .where('id', '=', vehicle.vehicle_id)
    .executeTakeFirstOrThrow()
  const features: MapFeature[] = []
  for (const trip of trips) {
    const { track } = await tripTrack(ctx, vehicle, trip, POINTS)
    if (track.at.length < 2) continue
    const begin = instantOf(trip.period_from)
    features.push({
      kind: 'way',
      name: `${plate} ${begin}`,
      points: track.at.map((at, i) => ({
        latitude: track.latitude[i] ?? 0,
        longitude: track.longitude[i] ?? 0,
        time: instantOf(at),
      })),
      properties: {
        plate,
        trip_id: trip.id,
        period_from: begin,
        period_to: trip.period_to === null ? null : instantOf(trip.period_to),
        km: km(trip.distance),
      },
    })
  }
  return features
}
