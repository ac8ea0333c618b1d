// How often an alert would have been raised in the last days with other parameters: the stored records are derived again by the same rules as in ingest.

import type { EmittedEffect, VehicleFacts } from '@flotta/core/derivation.ts'
import { notFound } from '@flotta/core/problem.ts'
import { instantOf } from '@flotta/core/time.ts'
import { addDays, dayAt, dayBegin } from '@flotta/core/zones.ts'
import type { Context, OwnVehicle } from '@flotta/platform/feature.ts'
import { answerKind } from '@flotta/platform/queue-answer.ts'
import { z } from 'zod'
import { ownVehicle } from '../../fleet/access/vehicles.ts'
import { privateTimesOf } from '../../fleet/private-trips/private-times.ts'
import { deriveAgain } from '../../telemetry/pipeline/again.ts'
import { namesArea } from '../incidents/areas.ts'
import { incidentsOf, wasRaised } from '../incidents/derived-incidents.ts'
import { AlertParametersForm, BACKTEST_DAYS, type Backtest } from './contract.ts'
import { configurationOf, ruleFrom, type SetAlert, settableAlerts } from './rules.ts'

const MOST_MOMENTS = 500

const Trial = z.object({
  vehicle_id: z.int(),
  /** The vehicle's owner. */
  customer_id: z.int(),
  alert_id: z.int(),
  form: AlertParametersForm,
  days: z.int().min(1).max(BACKTEST_DAYS),
  timezone: z.string(),
  /** Both empty: all areas. */
  hub_ids: z.array(z.int()),
  poi_ids: z.array(z.int()),
})

/** The task of a trial of parameters on the last days; the caller waits for its answer. */
export const trialTask = answerKind(
  'trial',
  Trial,
  async ({ vehicle_id, customer_id, alert_id, form, ...asked }, { ctx, signal }) => {
    const vehicle = await ownVehicle(vehicle_id, { customer_id }, ctx)
    const alert = settableAlerts.find(a => a.id === alert_id)
    if (vehicle === null || alert === undefined) throw notFound()
    return JSON.stringify(await backtestDays(ctx, vehicle, alert, form, { ...asked, signal }))
  },
)

const isAlertEffect = (emitted: EmittedEffect): emitted is EmittedEffect<'raise' | 'clear'> =>
  emitted.effect.effect === 'raise' || emitted.effect.effect === 'clear'

/** Each day of the zone, today and before, with the moments at which the alert would have been raised. */
async function backtestDays(
  ctx: Context,
  vehicle: OwnVehicle,
  alert: SetAlert,
  form: AlertParametersForm,
  {
    days,
    timezone,
    signal,
    ...areas
  }: Pick<z.infer<typeof Trial>, 'days' | 'timezone' | 'hub_ids' | 'poi_ids'> & {
    readonly signal: AbortSignal
  },
): Promise<Backtest> {
  const now = ctx.now()
  const from = dayBegin(dayAt(addDays(now, 1 - days, timezone), timezone), timezone)
  const emitted = await deriveAgain(ctx, vehicle, {
    from,
    facts: factsBy(alert, form, timezone, vehicle.customer_id),
    isKept: one =>
      isAlertEffect(one) &&
      one.effect.alert_id === alert.id &&
      namesArea(alert, areas, one.effect.subject_id) &&
      (one.effect.customer_id ?? vehicle.customer_id) === vehicle.customer_id,
    signal,
  })
  const privately = (await privateTimesOf(ctx.pool, [vehicle.vehicle_id])).get(vehicle.vehicle_id)
  const raised = incidentsOf(emitted.filter(isAlertEffect), now).filter(
    t => wasRaised(t) && t.opened_at >= from,
  )
  const times = new Map<string, number>()
  for (const { opened_at } of raised)
    times.set(dayAt(opened_at, timezone), (times.get(dayAt(opened_at, timezone)) ?? 0) + 1)
  return {
    times: raised.length,
    per_day: Array.from({ length: days }, (_, i) =>
      dayAt(addDays(from, i, timezone), timezone),
    ).map(day => ({ day, times: times.get(day) ?? 0 })),
    moments: raised
      .toSorted((a, b) => b.opened_at - a.opened_at)
      .slice(0, MOST_MOMENTS)
      .map(({ opened_at, closed_at, gps_datetime, latitude_e7, longitude_e7 }) => {
        const isPrivate = privately?.holds(gps_datetime ?? opened_at) === true
        return {
          from: instantOf(opened_at),
          to: closed_at === null ? null : instantOf(closed_at),
          latitude: isPrivate || latitude_e7 === null ? null : latitude_e7 / 1e7,
          longitude: isPrivate || longitude_e7 === null ? null : longitude_e7 / 1e7,
        }
      }),
  }
}

/** The facts of the vehicle, with these parameters instead of the real ones. */
function factsBy(
  alert: SetAlert,
  form: AlertParametersForm,
  timezone: string,
  customer_id: number,
): (known: VehicleFacts) => VehicleFacts {
  const rule = ruleFrom(alert, form, timezone, customer_id)
  const configuration = configurationOf(alert)
  return known => {
    const { [configuration ?? '']: _, ...others } = known.configurations
    return {
      ...known,
      configurations:
        configuration === null
          ? known.configurations
          : form.threshold === null
            ? others
            : { ...others, [configuration]: String(form.threshold) },
      alert_parameters: { ...known.alert_parameters, [alert.id]: rule },
    }
  }
}
