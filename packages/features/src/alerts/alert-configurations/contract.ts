// Configurations of alerts: which alert of which vehicle is sent to which destination by which channel.
import { ById, endpoint, Id, requiredText, text } from '@flotta/core/contract.ts'
import { resource } from '@flotta/core/resource.ts'
import { Hours } from '@flotta/core/schedule.ts'
import { z } from 'zod'
import { Delivery } from '../deliveries/contract.ts'
import { EscalationForm, EscalationStep } from '../escalations/contract.ts'
import { namedAreas } from '../incidents/contract.ts'

/**
 * `threshold`: minutes after which alert 39 is sent; `schedule`: hours in the company's time zone in which the events of alerts 8 to 11 and 39 must begin.
 * null: as the vehicle's own parameters.
 */
export const limits = {
  threshold: z.int().min(1).max(10_080).nullable().default(null),
  schedule: z.array(Hours).min(1, 'validation.required').max(50).nullable().default(null),
} as const

/**
 * An SMS destination is E.164. `last_delivery` is null when nothing was sent yet. Empty lists of areas mean all areas. `escalation`: who is told next if
 * nobody takes the alert.
 */
export const AlertConfiguration = z.object({
  id: Id,
  vehicle_id: Id,
  plate: z.string(),
  alert_id: z.int(),
  alert_channel_id: z.int(),
  destination: z.string(),
  area_ids: z.array(Id),
  hub_ids: z.array(Id),
  poi_ids: z.array(Id),
  escalation: z.array(EscalationStep),
  threshold: z.int().nullable(),
  schedule: z.array(Hours).nullable(),
  last_delivery: Delivery.nullable(),
})
export type AlertConfiguration = z.infer<typeof AlertConfiguration>

/** An e-mail address; or a number, national (Italian) or E.164. */
const Destination = requiredText(254)
export const AlertConfigurationForm = z.object({
  vehicle_id: Id,
  alert_id: Id,
  alert_channel_id: Id,
  destination: Destination,
  ...namedAreas,
  /** Absent: unchanged, or nobody for a new configuration. */
  escalation: EscalationForm.optional(),
  ...limits,
})

/** A request that repeats the values of an existing configuration answers 200 with that one. */
export const alertConfigurations = resource('alerts/configurations', {
  record: AlertConfiguration,
  form: AlertConfigurationForm,
  search: ['plate', 'destination'],
  list_query: { vehicle_id: Id.optional() },
})

/** Most vehicles of one call. */
export const MOST_VEHICLES = 10_000
/** The most configurations that one call may make. */
export const MOST_MADE = 50_000
const some = (ids: readonly unknown[]) => ids.length > 0
export const MultiForm = z.object({
  vehicles: z.array(Id).max(MOST_VEHICLES).refine(some, 'validation.required'),
  alerts: z.array(Id).max(100).refine(some, 'validation.required'),
  alert_channel_id: Id,
  destinations: z
    .array(text(254).nullable())
    .max(100)
    .transform(destinations => destinations.flatMap(one => one || []))
    .refine(some, 'validation.required'),
  ...namedAreas,
  escalation: EscalationForm.optional(),
  ...limits,
})
export const createMany = endpoint({
  method: 'POST',
  path: '/alerts/multi_configurations',
  summary:
    'Tell each of some destinations of each of some alerts of each of some vehicles, of some areas or of all: all that are there then, or nothing is stored',
  allow: 'edit',
  scope: 'customer',
  body: MultiForm,
  body_limit: 262_144,
  reply: z.array(AlertConfiguration),
  status: 201,
})
export const ofVehicle = endpoint({
  method: 'GET',
  path: '/vehicles/:id/alerts_configurations',
  summary: 'Whom the caller’s customer tells of the alerts of a vehicle',
  allow: 'view',
  scope: { vehicle: 'visible' },
  params: ById,
  reply: z.array(AlertConfiguration),
  etag: true,
})
export const removeOfVehicle = endpoint({
  method: 'DELETE',
  path: '/alerts/configurations/vehicle/:id',
  summary: 'Tell nobody any more of the alerts of a vehicle',
  allow: 'edit',
  scope: { vehicle: 'visible' },
  params: ById,
  reply: z.null(),
  status: 204,
})
export const removeOfVehicles = endpoint({
  method: 'DELETE',
  path: '/alerts/configurations/vehicles',
  summary: 'Tell nobody any more of the alerts of some vehicles: `vehicles=1,2`',
  allow: 'edit',
  scope: 'customer',
  query: z.object({
    vehicles: z
      .string()
      .trim()
      .min(1, { abort: true })
      .max(12_000)
      .regex(/^\d{1,9}(,\d{1,9})*$/, 'validation.unknown'),
  }),
  reply: z.null(),
  status: 204,
})
