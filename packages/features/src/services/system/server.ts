// The system panel: power, open alerts, agreements.
import { feature, handle } from '@flotta/platform/feature.ts'
import { alertsOf } from '../../alerts/incidents/active-alert-records.ts'
import { activeAgreements } from '../../fleet/agreements/queries.ts'
import { measures } from '../eyepower/measures.ts'
import { lastMeasures } from '../measures/queries.ts'
import * as contract from './contract.ts'

export default feature({
  handlers: [
    handle(contract.data, async ({ vehicle, caller, language, ctx }) => {
      const ids = [vehicle.vehicle_id]
      const [power, alerts, agreements] = await Promise.all([
        lastMeasures(ctx, vehicle, measures),
        alertsOf(ctx, language, caller.customer_id, { vehicle_ids: ids }),
        activeAgreements(ctx, caller.customer_id, ids),
      ])
      return { power, alerts, agreements: agreements.get(vehicle.vehicle_id) ?? [] }
    }),
  ],
})
