// How often an alert would have been raised in the last days by other parameters: the stored records derived again, by the very rules of ingest.
import type { Emitted, VehicleFacts } from '@flotta/core/derivation.ts'
import { Problem } from '@flotta/core/problem.ts'
import { addDays, dayAt, dayBegin } from '@flotta/core/zones.ts'
import type { Context, OwnVehicle } from '@flotta/platform/feature.ts'
import { once } from '@flotta/platform/once.ts'
import { toldBy, wasRaised } from '../alerts/settle.ts'
import { privateTimesOf } from '../privatetrips/queries.ts'
import { derivedAgain } from '../telemetry/again.ts'
import type { AlertParametersForm, Backtest } from './contract.ts'
import { configurationOf, ruleFrom, type SetAlert } from './rules.ts'

/** At once, in a process that has more to do. */
const AT_ONCE = 2
/** s after which trying again makes sense. */
const AGAIN_AFTER = 5
const MOST_MOMENTS = 500
const running = once(() => ({ count: 0 }))

const isAlertEffect = (emitted: Emitted): emitted is Emitted<'raise' | 'clear'> => emitted.effect.effect === 'raise' || emitted.effect.effect === 'clear'

/** The days of the zone, today and those before, that the alert would have been raised on, and when. Throws `too_many` while others are under way. */
export async function backtested(
  ctx: Context,
  vehicle: OwnVehicle,
  alert: SetAlert,
  form: AlertParametersForm,
  { days, timezone, signal }: { readonly days: number; readonly timezone: string; readonly signal: AbortSignal },
): Promise<Backtest> {
  const under = running(ctx)
  if (under.count >= AT_ONCE) throw new Problem('too_many', { key: 'api.wait', values: { count: AGAIN_AFTER } }, {}, AGAIN_AFTER)
  under.count++
  try {
    const now = ctx.now()
    const from = dayBegin(dayAt(addDays(now, 1 - days, timezone), timezone), timezone)
    const emitted = await derivedAgain(ctx, vehicle, {
      from,
      facts: factsBy(alert, form, timezone, vehicle.customer_id),
      keeps: one => isAlertEffect(one) && one.effect.alert_id === alert.id && (one.effect.customer_id ?? vehicle.customer_id) === vehicle.customer_id,
      signal,
    })
    const privately = (await privateTimesOf(ctx.pool, [vehicle.vehicle_id])).get(vehicle.vehicle_id)
    const raised = toldBy(emitted.filter(isAlertEffect), now).filter(t => wasRaised(t) && t.opened_at >= from)
    const times = new Map<string, number>()
    for (const { opened_at } of raised) times.set(dayAt(opened_at, timezone), (times.get(dayAt(opened_at, timezone)) ?? 0) + 1)
    return {
      times: raised.length,
      per_day: Array.from({ length: days }, (_, i) => dayAt(addDays(from, i, timezone), timezone)).map(day => ({ day, times: times.get(day) ?? 0 })),
      moments: raised
        .toSorted((a, b) => b.opened_at - a.opened_at)
        .slice(0, MOST_MOMENTS)
        .map(({ opened_at, closed_at, gps_datetime, latitude_e7, longitude_e7 }) => {
          const hidden = privately?.holds(gps_datetime ?? opened_at) === true
          return {
            from: new Date(opened_at).toISOString(),
            to: closed_at === null ? null : new Date(closed_at).toISOString(),
            latitude: hidden || latitude_e7 === null ? null : latitude_e7 / 1e7,
            longitude: hidden || longitude_e7 === null ? null : longitude_e7 / 1e7,
          }
        }),
    }
  } finally {
    under.count--
  }
}

/** What was known of the vehicle, with these parameters in the place of those that held. */
function factsBy(alert: SetAlert, form: AlertParametersForm, timezone: string, customer_id: number): (known: VehicleFacts) => VehicleFacts {
  const rule = ruleFrom(alert, form, timezone, customer_id)
  const configuration = configurationOf(alert)
  return known => {
    const { [configuration ?? '']: _, ...others } = known.configurations
    return {
      ...known,
      configurations: configuration === null ? known.configurations : form.threshold === null ? others : { ...others, [configuration]: String(form.threshold) },
      alert_parameters: { ...known.alert_parameters, [alert.id]: rule },
    }
  }
}
