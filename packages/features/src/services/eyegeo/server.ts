// The endpoints of the position panel: last position, track, trips and stops.

import { periodRange } from '@flotta/core/contract.ts'
import { notFound } from '@flotta/core/problem.ts'
import { instantOf } from '@flotta/core/time.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { recordLook } from '../../fleet/privacy/queries.ts'
import { kmOffsetOf } from '../../fleet/vehicles/queries.ts'
import { lastPosition, trackOf } from '../../telemetry/pipeline/queries.ts'
import type { Trip } from '../../telemetry/trips/contract.ts'
import {
  pathsOf,
  sinceWhen,
  stopsOf,
  tripOf,
  tripsWithin,
  tripTrack,
} from '../../telemetry/trips/queries.ts'
import type { ShownStop, ShownTrip, WholePeriod } from '../../telemetry/trips/rules.ts'
import * as contract from './contract.ts'
import { idlingTurns } from './queries.ts'
import { type IgnitionChange, idlingWithin } from './rules.ts'

const seconds = (ms: number): number => Math.max(0, Math.round(ms / 1000))
/** Kilometres, rounded to ten metres. */
const km = (metres: number): number => Math.round(metres / 10) / 100

const tripAnswer = (t: ShownTrip, path: string, turns: readonly IgnitionChange[]): Trip => ({
  id: t.id,
  message_datetime: instantOf(t.period_from),
  period_from: instantOf(t.period_from),
  period_to: t.period_to === null ? null : instantOf(t.period_to),
  km: km(t.distance),
  max_speed: t.max_speed,
  duration: seconds((t.period_to ?? t.end_at) - t.period_from),
  ...idlingAnswer(t.period_from, t.period_to ?? t.end_at, turns),
  start: t.start,
  end: t.end,
  ...(t.private && { private: true as const }),
  path,
  whole: wholeAnswer(t.whole),
})

function idlingAnswer(
  from: number,
  to: number,
  turns: readonly IgnitionChange[],
): { readonly idling?: number } {
  const idling = seconds(idlingWithin({ from, to }, turns))
  return idling === 0 ? {} : { idling }
}

const wholeAnswer = ({ period_from, period_to }: WholePeriod) => ({
  period_from: instantOf(period_from),
  period_to: period_to === null ? null : instantOf(period_to),
})

const stopAnswer = (
  { period_from, period_to, place, whole }: ShownStop,
  now: number,
  turns: readonly IgnitionChange[],
) => ({
  period_from: instantOf(period_from),
  period_to: period_to === null ? null : instantOf(period_to),
  duration: seconds((period_to ?? now) - period_from),
  ...idlingAnswer(period_from, period_to ?? now, turns),
  latitude: place?.latitude ?? null,
  longitude: place?.longitude ?? null,
  ...(place === null && { private: true as const }),
  whole: wholeAnswer(whole),
})

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
          km: odometer === null ? null : km(odometer) + km_offset,
        },
        since: since === null ? null : instantOf(since),
      }
    }),
    handle(contract.history, async ({ query, vehicle, caller, http, ctx }) => {
      const [from, to] = periodRange(query)
      http.afterwards(() => recordLook(ctx, caller, vehicle, 'track', { from, to }))
      const [track, stops, turns] = await Promise.all([
        trackOf(ctx, vehicle, from, to),
        stopsOf(ctx, vehicle, { from, to }),
        idlingTurns(ctx, vehicle, { from, to }),
      ])
      return { track, stops: stops.map(stop => stopAnswer(stop, ctx.now(), turns)) }
    }),
    handle(contract.tripHistory, async ({ query, vehicle, caller, http, ctx }) => {
      const period = { from: Date.parse(query.period_from), to: Date.parse(query.period_to) }
      http.afterwards(() => recordLook(ctx, caller, vehicle, 'trip', period))
      const trips = await tripsWithin(ctx, vehicle, period)
      const [paths, turns] = await Promise.all([
        pathsOf(ctx, vehicle, trips),
        idlingTurns(ctx, vehicle, period),
      ])
      return trips.map((trip, i) => tripAnswer(trip, paths[i] ?? '', turns))
    }),
    handle(contract.trip, async ({ params, vehicle, caller, http, ctx }) => {
      const trip = await tripOf(ctx, vehicle, params.trip_id)
      if (trip === null) throw notFound()
      const period = { from: trip.period_from, to: trip.period_to ?? trip.end_at }
      http.afterwards(() => recordLook(ctx, caller, vehicle, 'trip', period))
      const [{ track, polyline }, turns] = await Promise.all([
        tripTrack(ctx, vehicle, trip),
        idlingTurns(ctx, vehicle, period),
      ])
      return { trip: tripAnswer(trip, polyline, turns), positions: track, polyline }
    }),
  ],
})
