// Serves the private times of the company's vehicles: all of its users read them, editors set them.
import { feature, handle } from '@flotta/platform/feature.ts'
import * as contract from './contract.ts'
import {
  endPrivateTrip,
  enterPrivateTrip,
  privateDriversOf,
  privateHoursOf,
  privateTripsOf,
  setPrivateHours,
} from './queries.ts'

export default feature({
  handlers: [
    handle(contract.companyHours, ({ caller: { customer_id }, ctx }) =>
      privateHoursOf(ctx, { customer_id }),
    ),
    handle(contract.setCompanyHours, ({ body, caller, ctx }) =>
      setPrivateHours(ctx, { customer_id: caller.customer_id }, body.hours, caller),
    ),
    handle(contract.vehicleHours, ({ vehicle, ctx }) => privateHoursOf(ctx, vehicle)),
    handle(contract.setVehicleHours, ({ vehicle, body, caller, ctx }) =>
      setPrivateHours(ctx, vehicle, body.hours, caller),
    ),
    handle(contract.privateTrips, ({ vehicle, ctx }) => privateTripsOf(ctx, vehicle)),
    handle(contract.privateDrivers, ({ caller, ctx }) => privateDriversOf(ctx, caller.customer_id)),
    handle(contract.enterPrivateTrip, async ({ vehicle, body, caller, ctx }) => {
      await enterPrivateTrip(ctx, vehicle, body, caller)
      return privateTripsOf(ctx, vehicle)
    }),
    handle(contract.endPrivateTrip, async ({ vehicle, params, ctx }) => {
      await endPrivateTrip(ctx, vehicle, params.entry_id)
      return privateTripsOf(ctx, vehicle)
    }),
  ],
})
