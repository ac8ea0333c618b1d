// The endpoints of the global map: pins, and satellite tiles.
import { SerializedReply } from '@flotta/core/contract.ts'
import { notFound } from '@flotta/core/problem.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { customerCache } from '@flotta/platform/shared.ts'
import * as contract from './contract.ts'
import { pinsOf } from './queries.ts'
import { satelliteTile } from './satellite.ts'

/**
 * One answer serves all readers who ask within this time, ms; the live stream brings newer
 * data.
 */
const sharedPins = customerCache(
  500,
  async (ctx, { customer_id }) => new SerializedReply(await pinsOf(ctx, customer_id)),
  {
    own: [
      'agreement_changes',
      'driver_activities',
      'drivers',
      'fleet_vehicles',
      'fleets',
      'incident_marks',
      'vehicle_agreements',
    ],
    none: [
      'alert_configurations',
      'api_tokens',
      'chats',
      'hubs',
      'notifications',
      'planned_trips',
      'pois',
      'report_reads',
      'reports',
      'report_schedule_runs',
      'sessions',
      'tasks',
      'users',
    ],
  },
)

export default feature({
  handlers: [
    handle(contract.pins, ({ caller, ctx }) => sharedPins(ctx, caller)),
    handle(contract.allPins, ({ caller, ctx }) => sharedPins(ctx, caller)),
    handle(contract.onePin, async ({ vehicle, caller, ctx }) => {
      const [pin] = await pinsOf(ctx, caller.customer_id, [vehicle.vehicle_id])
      // A retired vehicle has no pin.
      if (pin === undefined) throw notFound()
      return pin
    }),
    handle(contract.satelliteTile, ({ params, caller, ctx }) =>
      satelliteTile(ctx, caller.customer_id, params),
    ),
  ],
})
