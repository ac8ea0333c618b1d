// The tab of planned trips: those of the vehicle, and how one was driven.

import { decodePolyline } from '@flotta/core/geo.ts'
import { invalid } from '@flotta/core/problem.ts'
import { instantOf } from '@flotta/core/time.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { maySee } from '../../fleet/access/rules.ts'
import { plannedTripOf, plannedTripsOf } from '../../map/planner/queries.ts'
import { trackOf } from '../../telemetry/pipeline/tracks.ts'
import { tripsWithin } from '../../telemetry/trips/queries.ts'
import { sumsOf } from '../../telemetry/trips/rules.ts'
import * as contract from './contract.ts'
import { compareTrip, EARLY_MS, LATE_MS, plannedTimes } from './rules.ts'

/** Most fixes compared; of more, those that make the shape of the track. */
const MOST_FIXES = 20_000
const moment = (planned_at: number, at: number | null) => ({
  planned_at: instantOf(planned_at),
  at: at === null ? null : instantOf(at),
  delay: at === null ? null : Math.round((at - planned_at) / 1000),
})

export default feature({
  handlers: [
    handle(contract.data, async ({ vehicle, caller, ctx }) => ({
      trips: (
        await plannedTripsOf(ctx.db, caller.customer_id, vehicle.vehicle_id, { arrives: ctx.now() })
      ).reverse(),
    })),
    handle(contract.history, ({ query, vehicle, caller, ctx }) =>
      plannedTripsOf(ctx.db, caller.customer_id, vehicle.vehicle_id, {
        from: Date.parse(query.period_from),
        to: Date.parse(query.period_to),
      }),
    ),
    handle(contract.driven, async ({ query, vehicle, caller, ctx }) => {
      const trip = await plannedTripOf(ctx.db, caller.customer_id, query.trip_id)
      if (trip === null || trip.vehicle_id !== vehicle.vehicle_id)
        throw invalid({ trip_id: 'validation.unknown' })
      const { waypoints, approximate, route } = trip
      const now = ctx.now()
      const [startdate, arrival] = [trip.startdate.getTime(), trip.arrival.getTime()]
      const plan = {
        startdate,
        duration: route.duration,
        line: decodePolyline(route.geometry),
        waypoints,
        approximate,
      }
      const track = await trackOf(
        ctx,
        vehicle,
        startdate - EARLY_MS,
        Math.min(now, arrival + LATE_MS),
        MOST_FIXES,
      )
      const { state, departure, reached } = compareTrip(plan, track, now)
      const planTimes = plannedTimes(plan)
      const end = reached.at(-1) ?? track.at.at(-1) ?? null
      const isDistanceKnown =
        departure !== null && end !== null && maySee('trip', vehicle, departure)
      const trips = isDistanceKnown
        ? await tripsWithin(ctx, vehicle, { from: departure, to: end })
        : null
      return {
        state,
        departure: moment(startdate, departure),
        arrival: moment(arrival, reached.at(-1) ?? null),
        distance: {
          planned: route.distance,
          driven: trips === null ? null : sumsOf(trips).distance,
        },
        waypoints: waypoints.map((_, i) => moment(planTimes[i] ?? arrival, reached[i] ?? null)),
      }
    }),
  ],
})
