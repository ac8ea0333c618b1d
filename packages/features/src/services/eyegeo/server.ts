// The position panel: last position, track, trips and stops.
import { notFound } from '@flotta/core/problem.ts'
import { type Context, feature, handle, type VisibleVehicle } from '@flotta/platform/feature.ts'
import { seenOf } from '../../access/rules.ts'
import { lastPosition, trackOf } from '../../telemetry/queries.ts'
import type { Trip } from '../../trips/contract.ts'
import { pathsOf, stopsBetween, type TripFacts, tripOf, tripsOf, tripTrack } from '../../trips/queries.ts'
import { kmOffsetOf } from '../../vehicles/queries.ts'
import * as contract from './contract.ts'

const iso = (at: number): string => new Date(at).toISOString()
const seconds = (ms: number): number => Math.max(0, Math.round(ms / 1000))
/** Kilometres to ten metres. */
const km = (metres: number): number => Math.round(metres / 10) / 100

const tripAnswer = (t: TripFacts, path: string): Trip => ({
  id: t.id,
  period_from: iso(t.period_from),
  period_to: t.period_to === null ? null : iso(t.period_to),
  km: km(t.distance),
  max_speed: t.max_speed,
  duration: seconds((t.period_to ?? t.end_at) - t.period_from),
  start: { latitude: t.start_latitude, longitude: t.start_longitude },
  end: { latitude: t.end_latitude, longitude: t.end_longitude },
  path,
})

/** When the first trip after an instant began (epoch ms): what ends a stop that outlasts the period asked for. */
async function nextStart(ctx: Context, vehicle: VisibleVehicle, after: number): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('trips')
    .select('period_from')
    .where('vehicle_id', '=', vehicle.vehicle_id)
    .where('replaced_by', 'is', null)
    .where('period_from', '>', new Date(after))
    .orderBy('period_from')
    .limit(1)
    .executeTakeFirst()
  return row?.period_from.getTime() ?? null
}

async function stopsOf(ctx: Context, vehicle: VisibleVehicle, from: number, to: number) {
  const stops = stopsBetween(await tripsOf(ctx, vehicle, from, to))
  const last = stops.at(-1)
  const ended = last !== undefined && last.period_to === null ? await nextStart(ctx, vehicle, last.period_from) : null
  const seen = seenOf('trip', vehicle, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
  return stops.map(stop => {
    const began = seen.find(s => stop.period_from >= s.from && stop.period_from <= s.to)
    // a guest is told of a stop no longer than its period lasted
    const until = Math.min((stop === last ? (stop.period_to ?? ended) : stop.period_to) ?? Number.POSITIVE_INFINITY, began?.to ?? Number.POSITIVE_INFINITY)
    const end = Number.isFinite(until) ? until : null
    return {
      period_from: iso(stop.period_from),
      period_to: end === null ? null : iso(end),
      duration: seconds((end ?? ctx.now()) - stop.period_from),
      latitude: stop.latitude,
      longitude: stop.longitude,
    }
  })
}

export default feature({
  handlers: [
    handle(contract.data, async ({ vehicle, ctx }) => {
      const [last, km_offset] = await Promise.all([lastPosition(ctx, vehicle), kmOffsetOf(ctx, vehicle)])
      if (last === null) return { last: null }
      const { at, odometer, ...position } = last
      return { last: { ...position, message_datetime: iso(at), km: odometer === null ? null : km(odometer) + km_offset } }
    }),
    handle(contract.history, async ({ query, vehicle, ctx }) => {
      const [from, to] = [Date.parse(query.period_from), Date.parse(query.period_to)]
      const [track, stops] = await Promise.all([trackOf(ctx, vehicle, from, to), stopsOf(ctx, vehicle, from, to)])
      return { track, stops }
    }),
    handle(contract.tripHistory, async ({ query, vehicle, ctx }) => {
      const trips = await tripsOf(ctx, vehicle, Date.parse(query.period_from), Date.parse(query.period_to))
      const paths = await pathsOf(ctx, vehicle, trips)
      return trips.map(trip => tripAnswer(trip, paths.get(trip.id) ?? ''))
    }),
    handle(contract.trip, async ({ params, vehicle, ctx }) => {
      const trip = await tripOf(ctx, vehicle, params.trip_id)
      if (trip === null) throw notFound()
      const { track, polyline } = await tripTrack(ctx, vehicle, trip)
      return { trip: tripAnswer(trip, polyline), positions: track, polyline }
    }),
  ],
})
