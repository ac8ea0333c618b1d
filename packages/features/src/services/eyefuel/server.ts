// The endpoints of the fuel panel.
import { instantOf } from '@flotta/core/time.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { configurationsOf } from '../../fleet/vehicles/queries.ts'
import { placesAt } from '../../telemetry/pipeline/queries.ts'
import * as contract from './contract.ts'
import { per100km, together } from './litres.ts'
import { fuelDays, fuelPast, lastFuel } from './queries.ts'
import { eventOf, type Status, tankOf } from './rules.ts'

const NOWHERE = { latitude: null, longitude: null }
const statusOf = (
  id: string,
  at: number,
  { tank_usage, cap_status, alarm_status, armed }: Status,
) => ({
  id,
  message_datetime: instantOf(at),
  tank_usage,
  cap_status,
  alarm_status,
  armed,
})

export default feature({
  handlers: [
    handle(contract.data, async ({ vehicle, ctx }) => {
      const [last, configurations] = await Promise.all([
        lastFuel(ctx, vehicle),
        configurationsOf(ctx, vehicle),
      ])
      return (
        last && {
          ...statusOf(String(last.at), last.at, last),
          tank_capacity_l: tankOf(configurations).capacity,
        }
      )
    }),
    handle(contract.history, async ({ vehicle, query, ctx }) => {
      // The last moment of a history belongs to it.
      const { rows, changes } = await fuelPast(
        ctx,
        vehicle,
        Date.parse(query.period_from),
        Date.parse(query.period_to) + 1,
      )
      const changeAt = new Map(changes.map(change => [change.at, change]))
      // The row before the first is not read, so its events are unknown and the first row counts as one.
      const events = rows.filter(
        ({ data }, i) => i === 0 || eventOf(data, rows[i - 1]?.data).length > 0,
      )
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
        const change = type === null ? undefined : changeAt.get(at)
        const [tank_usage_after, tank_usage_change] = [
          change?.after ?? null,
          change?.amount ?? null,
        ]
        // The spread comes last: V8 takes half a microsecond for each property added after it.
        const { latitude, longitude } = place ?? NOWHERE
        return {
          type,
          tank_usage_before,
          tank_usage_after,
          tank_usage_change,
          latitude,
          longitude,
          ...statusOf(`${at}-${seq}`, at, data),
        }
      })
    }),
    handle(contract.balance, async ({ vehicle, query, caller, ctx }) => {
      const to = Math.min(Date.parse(query.period_to), ctx.now())
      const from = Math.min(Date.parse(query.period_from), to)
      const { days, burning } = await fuelDays(ctx, vehicle, from, to, caller.timezone)
      const all = together(days.map(({ figures }) => figures))
      const { metres, ...figures } = all
      return {
        ...figures,
        km: metres === null ? null : metres / 1_000,
        per_100_km: per100km(all, burning),
      }
    }),
  ],
})
