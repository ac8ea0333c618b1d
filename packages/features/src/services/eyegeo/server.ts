// The endpoints of the position panel: last position, track, trips and stops.

import { periodRange } from '@flotta/core/contract.ts'
import { mapFormatOf } from '@flotta/core/map-files.ts'
import { notFound } from '@flotta/core/problem.ts'
import { instantOf } from '@flotta/core/time.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { mapFile } from '@flotta/platform/map-file.ts'
import { recordLook } from '../../fleet/privacy/queries.ts'
import { kmOffsetOf } from '../../fleet/vehicles/queries.ts'
import { odometerKm } from '../../fleet/vehicles/rules.ts'
import { drawnLines, levelFor, linesWithinBox } from '../../telemetry/packs/drawn-lines.ts'
import { toleranceOf } from '../../telemetry/packs/levels.ts'
import { lastPosition } from '../../telemetry/pipeline/queries.ts'
import { trackOf } from '../../telemetry/pipeline/tracks.ts'
import { idlingStretches } from '../../telemetry/trips/idling.ts'
import { tripOf, tripsWithin } from '../../telemetry/trips/queries.ts'
import { sinceWhen, stopsOf } from '../../telemetry/trips/stops.ts'
import { pathsOf, tripTrack } from '../../telemetry/trips/tracks.ts'
import { historyReply, km, stopAnswer, tripAnswer } from './answers.ts'
import * as contract from './contract.ts'
import { featuresOfTrips } from './trip-files.ts'

export default feature({
  handlers: [
    handle(contract.data, async ({ vehicle, caller, http, ctx }) => {
      http.afterwards(() => recordLook(ctx, caller, vehicle, 'position'))
      const [last, km_offset] = await Promise.all([
        lastPosition(ctx, vehicle),
        kmOffsetOf(ctx, vehicle),
      ])
      if (last === null) return { last: null, since: null }
      if (last === 'private') return { last: null, since: null, private: true as const }
      const { at, odometer, ...position } = last
      const since = await sinceWhen(ctx, vehicle, last.moving)
      return {
        last: {
          id: String(at),
          ...position,
          message_datetime: instantOf(at),
          km: odometer === null ? null : odometerKm(odometer, km_offset),
        },
        since: since === null ? null : instantOf(since),
      }
    }),
    handle(contract.history, async ({ query, vehicle, caller, http, ctx }) => {
      const [from, to] = periodRange(query)
      http.afterwards(() => recordLook(ctx, caller, vehicle, 'track', { from, to }))
      const [track, stops, stretches] = await Promise.all([
        trackOf(ctx, vehicle, from, to),
        stopsOf(ctx, vehicle, { from, to }),
        idlingStretches(ctx, vehicle, { from, to }),
      ])
      const shownStops = stops.map(stop => stopAnswer(stop, ctx.now(), stretches))
      return historyReply({ track, stops: shownStops })
    }),
    handle(contract.longTrack, async ({ query, vehicle, caller, http, ctx }) => {
      const [from, to] = periodRange(query)
      http.afterwards(() => recordLook(ctx, caller, vehicle, 'track', { from, to }))
      const level = query.level ?? levelFor(to - from)
      const { metres, lines, ...drawn } =
        query.box === undefined && level !== 'exact'
          ? { level, ...(await drawnLines(ctx, vehicle, { from, to }, level)) }
          : await linesWithinBox(ctx, vehicle, { from, to }, level, query.box ?? null)
      return {
        level: drawn.level,
        tolerance: toleranceOf(drawn.level),
        km: metres === null ? null : km(metres),
        lines,
      }
    }),
    handle(contract.tripHistory, async ({ query, vehicle, caller, http, ctx }) => {
      const period = { from: Date.parse(query.period_from), to: Date.parse(query.period_to) }
      http.afterwards(() => recordLook(ctx, caller, vehicle, 'trip', period))
      const trips = await tripsWithin(ctx, vehicle, period)
      const [paths, stretches] = await Promise.all([
        pathsOf(ctx, vehicle, trips),
        idlingStretches(ctx, vehicle, period),
      ])
      return trips.map((trip, i) => tripAnswer(trip, paths[i] ?? '', stretches))
    }),
    handle(contract.trip, async ({ params, vehicle, caller, http, ctx }) => {
      const trip = await tripOf(ctx, vehicle, params.trip_id)
      if (trip === null) throw notFound()
      const period = { from: trip.period_from, to: trip.period_to ?? trip.end_at }
      http.afterwards(() => recordLook(ctx, caller, vehicle, 'trip', period))
      const [{ track, polyline }, stretches] = await Promise.all([
        tripTrack(ctx, vehicle, trip),
        idlingStretches(ctx, vehicle, period),
      ])
      return { trip: tripAnswer(trip, polyline, stretches), positions: track, polyline }
    }),
    handle(contract.exportTrip, async ({ params, query, vehicle, caller, http, ctx }) => {
      const trip = await tripOf(ctx, vehicle, params.trip_id)
      if (trip === null) throw notFound()
      const period = { from: trip.period_from, to: trip.period_to ?? trip.end_at }
      http.afterwards(() => recordLook(ctx, caller, vehicle, 'trip', period))
      const features = await featuresOfTrips(ctx, vehicle, [trip])
      const name = features[0]?.name ?? ''
      return mapFile(mapFormatOf(query.format, http.header('accept')), name, features)
    }),
    handle(contract.exportTrips, async ({ query, vehicle, caller, http, ctx }) => {
      const [from, to] = periodRange(query)
      http.afterwards(() => recordLook(ctx, caller, vehicle, 'trip', { from, to }))
      const trips = await tripsWithin(ctx, vehicle, { from, to })
      const features = await featuresOfTrips(ctx, vehicle, trips.toReversed())
      return mapFile(mapFormatOf(query.format, http.header('accept')), '', features)
    }),
  ],
})
