// The rules of a company's alerts: configurations with the same content, read and written as one.
import {
  endpoint,
  Id,
  optionalFilter,
  Page,
  PageMeta,
  requiredText,
} from '@flotta/core/contract.ts'
import { SearchWords } from '@flotta/core/resource.ts'
import { Hours } from '@flotta/core/schedule.ts'
import { z } from 'zod'
import { limits, MOST_VEHICLES } from '../alert-configurations/contract.ts'
import { Delivery } from '../deliveries/contract.ts'
import { EscalationForm, EscalationStep } from '../escalations/contract.ts'
import { namedAreas } from '../incidents/contract.ts'

/** A digest of the rule's content and of its vehicles. It changes with them, so a write to a rule that a colleague has changed finds none. */
const RuleKey = z.string().regex(/^[0-9a-f]{32}$/, 'validation.unknown')

/** How many of the vehicles of one type in one fleet belong to the rule; `total`: how many of these the company sees. */
export const RulePark = z.object({
  vehicle_type: z.string(),
  fleet_id: Id.nullable(),
  vehicles: z.int(),
  total: z.int(),
})
export type RulePark = z.infer<typeof RulePark>

/**
 * Limits the destination to these vehicles of the rule (`only`), or excludes these (`except`); both empty: all vehicles. `delivery`: the newest message to
 * this destination; null: none was sent yet.
 */
export const RuleDestination = z.object({
  alert_channel_id: z.int(),
  destination: z.string(),
  only: z.array(Id),
  except: z.array(Id),
  delivery: Delivery.nullable(),
})
export type RuleDestination = z.infer<typeof RuleDestination>

/**
 * The threshold beyond which the alert is sent: `apart` from the wanted value, `longer` than a number of minutes. Its least and greatest value over those
 * vehicles of the rule that have one; null: none has. `unset`: the number of vehicles without a value, for which the alert is never raised. Configurations of
 * another company's vehicles are not read.
 */
export const RuleLimit = z.object({
  side: z.enum(['above', 'below', 'apart', 'longer']),
  unit: z.string(),
  least: z.number().nullable(),
  most: z.number().nullable(),
  unset: z.int(),
})
export type RuleLimit = z.infer<typeof RuleLimit>

/** The days over which a rule counts its incidents. */
export const RAISED_DAYS = 7
/**
 * The noise of the rule's alert on its vehicles, in its areas and hours, over the last seven days: how often it was raised (for a stay: after the rule's own
 * minutes), and how often it ended within a minute.
 */
const RuleNoise = z.object({ times: z.int(), brief: z.int() })

/**
 * A rule: an alert for some vehicles with the same areas, limits and escalation, and its destinations; it stands for `configurations` configurations.
 * `plates`: the first few. `muted`: the number of vehicles on which the alert is switched off. `dwell_s`: the dwell over its vehicles; null: the alert has
 * none. `limit` null: the alert has none, or the rule's own `threshold` replaces it.
 */
export const AlertRule = z.object({
  rule: z.string(),
  alert_id: z.int(),
  area_ids: z.array(Id),
  hub_ids: z.array(Id),
  poi_ids: z.array(Id),
  threshold: z.int().nullable(),
  schedule: z.array(Hours).nullable(),
  escalation: z.array(EscalationStep),
  destinations: z.array(RuleDestination),
  configurations: z.int(),
  vehicles: z.int(),
  plates: z.array(z.string()),
  parks: z.array(RulePark),
  muted: z.int(),
  dwell_s: z.object({ least: z.int(), most: z.int() }).nullable(),
  limit: RuleLimit.nullable(),
  raised: RuleNoise,
})
export type AlertRule = z.infer<typeof AlertRule>

const some = (list: readonly unknown[]) => list.length > 0
const Vehicles = z.array(Id).max(MOST_VEHICLES).refine(some, 'validation.required')
const SomeVehicles = z.array(Id).max(MOST_VEHICLES).default([])
const form = {
  vehicles: Vehicles,
  /** `only`, `except`: limits the vehicles of the rule; ids of other vehicles are ignored. */
  destinations: z
    .array(
      z.object({
        alert_channel_id: Id,
        destination: requiredText(254),
        only: SomeVehicles,
        except: SomeVehicles,
      }),
    )
    .max(100)
    .refine(some, 'validation.required'),
  ...namedAreas,
  ...limits,
  /** Absent: no escalation. */
  escalation: EscalationForm.default([]),
} as const
export const NewRuleForm = z.object({
  alerts: z.array(Id).max(100).refine(some, 'validation.required'),
  ...form,
})
/** `part`: only these vehicles of the rule are changed; they become a rule of their own. */
export const RuleForm = z.object({
  alert_id: Id,
  ...form,
  part: Vehicles.nullable().default(null),
})

/** The numbers of configurations that a write made, changed and removed. */
export const RuleChange = z.object({ made: z.int(), changed: z.int(), removed: z.int() })
export type RuleChange = z.infer<typeof RuleChange>

const ByRule = z.object({ rule: RuleKey })
const BODY_LIMIT = 262_144

export const listRules = endpoint({
  method: 'GET',
  path: '/alerts/rules',
  summary:
    'The rules of the caller’s customer, the gravest alerts first; searched by plate, fleet, destination and the alert’s name',
  allow: 'view',
  scope: 'customer',
  query: Page.extend({
    search: SearchWords.optional(),
    alert_id: optionalFilter(Id),
    destination: z.string().max(254).optional(),
  }),
  reply: z.array(AlertRule),
  meta: PageMeta,
  etag: true,
})
export const ruleDestinations = endpoint({
  method: 'GET',
  path: '/alerts/rules/destinations',
  summary: 'Whom the rules of the caller’s customer tell, for a filter',
  allow: 'view',
  scope: 'customer',
  reply: z.array(RuleDestination.pick({ alert_channel_id: true, destination: true })),
  etag: true,
})
export const ruleVehicles = endpoint({
  method: 'GET',
  path: '/alerts/rules/:rule',
  summary: 'The ids of the vehicles of a rule, by plate',
  allow: 'view',
  scope: 'customer',
  params: ByRule,
  reply: z.array(Id),
})
export const createRule = endpoint({
  method: 'POST',
  path: '/alerts/rules',
  summary:
    'Tell some destinations of some alerts of some vehicles: all configurations are there then, or nothing is stored',
  allow: 'edit',
  scope: 'customer',
  body: NewRuleForm,
  body_limit: BODY_LIMIT,
  reply: RuleChange,
  status: 201,
})
export const changeRule = endpoint({
  method: 'PUT',
  path: '/alerts/rules/:rule',
  summary:
    'Change all configurations of a rule at once, or those of `part` of its vehicles; 404 when the rule is not as it was',
  allow: 'edit',
  scope: 'customer',
  params: ByRule,
  body: RuleForm,
  body_limit: BODY_LIMIT,
  reply: RuleChange,
})
export const removeRule = endpoint({
  method: 'DELETE',
  path: '/alerts/rules/:rule',
  summary: 'Remove all configurations of a rule; 404 when the rule is not as it was',
  allow: 'edit',
  scope: 'customer',
  params: ByRule,
  reply: z.null(),
  status: 204,
})
