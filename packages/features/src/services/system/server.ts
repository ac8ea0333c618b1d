// The system panel: power, open alerts, agreements.
import { feature, handle } from '@flotta/platform/feature.ts'
import { maySee } from '../../access/rules.ts'
import { activeAgreements } from '../../agreements/queries.ts'
import { alertsOf } from '../../alerts/queries.ts'
import * as contract from './contract.ts'

interface Volts {
  readonly external_voltage: number | null
  readonly battery_voltage: number | null
  readonly battery_capacity: number | null
}

export default feature({
  handlers: [
    handle(contract.data, async ({ vehicle, caller, language, ctx }) => {
      const ids = [vehicle.vehicle_id]
      const [state, alerts, held] = await Promise.all([
        ctx.db.selectFrom('vehicle_state').select('latest').where('vehicle_id', '=', vehicle.vehicle_id).executeTakeFirst(),
        alertsOf(ctx, language, caller.customer_id, { vehicle_ids: ids }),
        activeAgreements(ctx, caller.customer_id, ids),
      ])
      const newest = state?.latest.power
      const power =
        newest === undefined || !maySee('power', vehicle, newest[0]) ? null : { message_datetime: new Date(newest[0]).toISOString(), ...(newest[1] as Volts) }
      return { power, alerts, agreements: held.get(vehicle.vehicle_id) ?? [] }
    }),
  ],
})
