// Parameters of an alert on a vehicle: what may be set, what is set, and how often other parameters would have raised it.
import { LONGEST_DWELL_S } from '@flotta/core/alerts.ts'
import { ById, endpoint, Id, Instant } from '@flotta/core/contract.ts'
import { changesOf, optionalNumber } from '@flotta/core/resource.ts'
import { Hours } from '@flotta/core/schedule.ts'
import { z } from 'zod'
import { namedAreas, Severity } from '../incidents/contract.ts'

const MOST_HOURS = 14

/**
 * `threshold.configuration`: the configuration of the vehicle that serves as threshold. `default` null: without a value the alert is never raised, or the
 * caller may not see the value. `clear`: the side of the threshold on which the clear value lies.
 */
export const SettableAlert = z.object({
  threshold: z
    .object({
      configuration: z.string().nullable(),
      unit: z.string(),
      least: z.number(),
      most: z.number(),
      step: z.number(),
      default: z.number().nullable(),
    })
    .nullable(),
  clear: z.enum(['below', 'above']).nullable(),
  dwell_s: z.object({ most: z.int(), default: z.int() }).nullable(),
  schedule: z.boolean(),
  parked: z.boolean(),
})
export type SettableAlert = z.infer<typeof SettableAlert>

/** The parameters of an alert; null means the usual value. `parked` false: the alert is not watched while the vehicle is parked. `schedule`: hours in the owner's time zone, null means at all times. */
export const AlertParameters = z.object({
  alert_id: z.int(),
  code: z.string(),
  name: z.string(),
  severity: Severity,
  settable: SettableAlert,
  active: z.boolean(),
  threshold: z.number().nullable(),
  clear: z.number().nullable(),
  dwell_s: z.int().nullable(),
  schedule: z.array(Hours).nullable(),
  parked: z.boolean(),
  changed_at: Instant.nullable(),
})
export type AlertParameters = z.infer<typeof AlertParameters>

export const AlertParametersForm = z.object({
  active: z.boolean().default(true),
  threshold: optionalNumber(z.number()),
  clear: optionalNumber(z.number()),
  dwell_s: optionalNumber(z.int().min(0).max(LONGEST_DWELL_S)),
  schedule: z.array(Hours).min(1, 'validation.required').max(MOST_HOURS).nullable().default(null),
  parked: z.boolean().default(true),
})
export type AlertParametersForm = z.infer<typeof AlertParametersForm>

/** The most days of a back-test. */
export const BACKTEST_DAYS = 30
/** `per_day`: every day of the owner's time zone, oldest first. `moments`: the newest 500, newest first; `to` is null while the incident would still be open. */
export const Backtest = z.object({
  times: z.int(),
  per_day: z.array(z.object({ day: z.iso.date(), times: z.int() })),
  moments: z.array(
    z.object({
      from: Instant,
      to: Instant.nullable(),
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
    }),
  ),
})
export type Backtest = z.infer<typeof Backtest>

const ByAlert = ById.extend({ alert_id: Id })

export const list = endpoint({
  method: 'GET',
  path: '/vehicles/:id/alert_parameters',
  summary:
    'What may be set, and what is set, of the alerts of a vehicle whose agreements the caller holds; configurations are the owner’s to see',
  allow: 'view',
  scope: { vehicle: 'visible' },
  params: ById,
  reply: z.array(AlertParameters),
  etag: true,
})
export const setParameters = endpoint({
  method: 'PUT',
  path: '/vehicles/:id/alert_parameters/:alert_id',
  summary:
    'Set an alert on an own vehicle from now on; a field left out keeps its value, null takes it back to what is usual',
  allow: 'edit',
  scope: { vehicle: 'own' },
  params: ByAlert,
  body: changesOf(AlertParametersForm),
  reply: AlertParameters,
})
export const reset = endpoint({
  method: 'DELETE',
  path: '/vehicles/:id/alert_parameters/:alert_id',
  summary:
    'Take an alert of an own vehicle back to what is usual; the vehicle’s configurations stay',
  allow: 'edit',
  scope: { vehicle: 'own' },
  params: ByAlert,
  reply: z.null(),
  status: 204,
})
export const backtest = endpoint({
  method: 'POST',
  path: '/vehicles/:id/alert_parameters/:alert_id/backtest',
  summary:
    'When an alert would have been raised in the last days by these parameters, of all areas or of those named; nothing is written. Companies take turns; 429 while twenty of the company’s own wait',
  reads_only: true,
  allow: 'edit',
  scope: { vehicle: 'own' },
  params: ByAlert,
  body: changesOf(AlertParametersForm).extend({
    days: z.int().min(1).max(BACKTEST_DAYS).default(BACKTEST_DAYS),
    ...namedAreas,
  }),
  reply: Backtest,
})
