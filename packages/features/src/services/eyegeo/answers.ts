// Trips and stops as the API answers them.
import { WrittenReply } from '@flotta/core/contract.ts'
import { instantOf } from '@flotta/core/time.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import type { z } from 'zod'
import type { TimeRange } from '../../fleet/access/rules.ts'
import type { Trip } from '../../telemetry/trips/contract.ts'
import { idlingStretches } from '../../telemetry/trips/idling.ts'
import type { ShownStop, ShownTrip } from '../../telemetry/trips/private-pieces.ts'
import { tripOf } from '../../telemetry/trips/queries.ts'
import { idlingWithin, type WholePeriod } from '../../telemetry/trips/rules.ts'
import { pathsOf } from '../../telemetry/trips/tracks.ts'
import type { history } from './contract.ts'

const seconds = (ms: number): number => Math.max(0, Math.round(ms / 1000))
/** Kilometres, rounded to ten metres. */
export const km = (metres: number): number => Math.round(metres / 10) / 100

export const tripAnswer = (
  t: ShownTrip,
  path: string,
  stretches: readonly TimeRange[] | null,
): Trip => ({
  id: t.id,
  message_datetime: instantOf(t.period_from),
  period_from: instantOf(t.period_from),
  period_to: t.period_to === null ? null : instantOf(t.period_to),
  km: km(t.distance),
  max_speed: t.max_speed,
  duration: seconds((t.period_to ?? t.end_at) - t.period_from),
  ...idlingAnswer(t.period_from, t.period_to ?? t.end_at, stretches),
  start: t.start,
  end: t.end,
  ...(t.private && { private: true as const }),
  path,
  whole: wholeAnswer(t.whole),
})

function idlingAnswer(
  from: number,
  to: number,
  stretches: readonly TimeRange[] | null,
): { readonly idling?: number } {
  const idling = seconds(idlingWithin({ from, to }, stretches ?? []))
  return idling === 0 ? {} : { idling }
}

const wholeAnswer = ({ period_from, period_to }: WholePeriod) => ({
  period_from: instantOf(period_from),
  period_to: period_to === null ? null : instantOf(period_to),
})

export const stopAnswer = (
  { period_from, period_to, place, whole }: ShownStop,
  now: number,
  stretches: readonly TimeRange[] | null,
) => ({
  period_from: instantOf(period_from),
  period_to: period_to === null ? null : instantOf(period_to),
  duration: seconds((period_to ?? now) - period_from),
  ...idlingAnswer(period_from, period_to ?? now, stretches),
  latitude: place?.latitude ?? null,
  longitude: place?.longitude ?? null,
  ...(place === null && { private: true as const }),
  whole: wholeAnswer(whole),
})

/**
 * The columns of a track are tens of thousands of numbers, so JSON is written from them directly, in a fraction of the time of a text that is composed from
 * pieces.
 */
export const historyReply = ({
  track: { total, ...columns },
  stops,
}: z.input<typeof history.reply>) =>
  new WrittenReply<z.input<typeof history.reply>>(out => {
    out.raw('{"track":{"total":')
    out.number(total)
    for (const [name, values] of Object.entries(columns)) {
      out.raw(`,"${name}":`)
      out.numbers(values)
    }
    out.raw('},"stops":')
    out.raw(JSON.stringify(stops))
    out.raw('}')
  })

/** One trip; null: it does not exist, or the caller may not see it. */
export async function tripById(
  ctx: Context,
  vehicle: VisibleVehicle,
  id: string,
): Promise<Trip | null> {
  const trip = await tripOf(ctx, vehicle, id)
  if (trip === null) return null
  const period = { from: trip.period_from, to: trip.period_to ?? trip.end_at }
  const [[path = ''], stretches] = await Promise.all([
    pathsOf(ctx, vehicle, [trip]),
    idlingStretches(ctx, vehicle, period),
  ])
  return tripAnswer(trip, path, stretches)
}
