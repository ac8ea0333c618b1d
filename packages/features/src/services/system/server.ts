// The system panel: power, open alerts, agreements.
import { feature, handle } from '@flotta/platform/feature.ts'
import { activeAgreements } from '../../agreements/queries.ts'
import { alertsOf } from '../../alerts/queries.ts'
import { lastReading } from '../../telemetry/queries.ts'
import { power } from '../eyepower/kinds.ts'
import * as contract from './contract.ts'

export default feature({
  handlers: [
    handle(contract.data, async ({ vehicle, caller, language, ctx }) => {
      const ids = [vehicle.vehicle_id]
      const [last, alerts, held] = await Promise.all([
        lastReading(ctx, vehicle, power),
        alertsOf(ctx, language, caller.customer_id, { vehicle_ids: ids }),
        activeAgreements(ctx, caller.customer_id, ids),
      ])
      return { power: last && { message_datetime: new Date(last.at).toISOString(), ...last.data }, alerts, agreements: held.get(vehicle.vehicle_id) ?? [] }
    }),
  ],
})
