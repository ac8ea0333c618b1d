// The fuel panel: the tank now and over time.
import { feature, handle } from '@flotta/platform/feature.ts'
import { configurationsOf } from '../../vehicles/queries.ts'
import * as contract from './contract.ts'
import { fuelHistory, lastFuel } from './queries.ts'
import { tankOf } from './rules.ts'

const iso = (at: number): string => new Date(at).toISOString()

export default feature({
  handlers: [
    handle(contract.data, async ({ vehicle, ctx }) => {
      const [last, configurations] = await Promise.all([lastFuel(ctx, vehicle), configurationsOf(ctx, vehicle)])
      const tank_capacity_l = tankOf(configurations).capacity
      if (last === null) return { last: null, tank_capacity_l }
      const { at, tank_usage, cap_status, alarm_status, armed } = last
      return { last: { message_datetime: iso(at), tank_usage, cap_status, alarm_status, armed }, tank_capacity_l }
    }),
    handle(contract.history, async ({ vehicle, query, ctx }) => {
      const rows = await fuelHistory(ctx, vehicle, Date.parse(query.period_from), Date.parse(query.period_to))
      return rows.map(({ at, seq, data }) => ({ id: `${at}-${seq}`, message_datetime: iso(at), ...data }))
    }),
  ],
})
