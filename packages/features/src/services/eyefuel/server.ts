// The fuel panel: the tank now and over time.
import { feature, handle } from '@flotta/platform/feature.ts'
import { placesAt } from '../../telemetry/queries.ts'
import { configurationsOf } from '../../vehicles/queries.ts'
import * as contract from './contract.ts'
import { fuelHistory, lastFuel } from './queries.ts'
import { happened, type Status, tankOf } from './rules.ts'

const statusOf = (id: string, at: number, { tank_usage, cap_status, alarm_status, armed }: Status) => ({
  id,
  message_datetime: new Date(at).toISOString(),
  tank_usage,
  cap_status,
  alarm_status,
  armed,
})

export default feature({
  handlers: [
    handle(contract.data, async ({ vehicle, ctx }) => {
      const [last, configurations] = await Promise.all([lastFuel(ctx, vehicle), configurationsOf(ctx, vehicle)])
      return last && { ...statusOf(String(last.at), last.at, last), tank_capacity_l: tankOf(configurations).capacity }
    }),
    handle(contract.history, async ({ vehicle, query, ctx }) => {
      const rows = await fuelHistory(ctx, vehicle, Date.parse(query.period_from), Date.parse(query.period_to))
      // what came before the first is not read: something may have happened there, too
      const events = rows.filter(({ data }, i) => i === 0 || happened(data, rows[i - 1]?.data).length > 0)
      const places = await placesAt(
        ctx,
        vehicle,
        events.map(e => e.at),
      )
      const placeOf = new Map(events.map((event, i) => [event, places[i]]))
      return rows.map(row => {
        const { at, seq, data } = row
        const place = placeOf.get(row)
        const { type, tank_usage_before } = data
        // what is spread stands last: V8 takes half a microsecond for each property that is added behind it
        return { type, tank_usage_before, latitude: place?.latitude ?? null, longitude: place?.longitude ?? null, ...statusOf(`${at}-${seq}`, at, data) }
      })
    }),
  ],
})
