// Alerts: the catalogue, its channels, and the incidents that are open now (P §2, §3, decisions 5).
import { ById, endpoint, Id, Instant, Page, PageMeta, text } from '@flotta/core/contract.ts'
import { SearchWords } from '@flotta/core/resource.ts'
import { z } from 'zod'

/** 0 event, 1 warning, 2 alarm (P §3). */
export const Severity = z.union([z.literal(0), z.literal(1), z.literal(2)])
export type Severity = z.infer<typeof Severity>

/** Channels (decisions 5); on `sms` only alerts 2, 7 and 36. */
export const channels = [
  { id: 1, code: 'email' },
  { id: 2, code: 'sms' },
] as const
export const SMS_ALERTS: readonly number[] = [2, 7, 36]

/** Name and description are in the reader's language. */
export const AlertDefinition = z.object({ id: z.int(), code: z.string(), name: z.string(), description: z.string(), severity: Severity, agreement_id: z.int() })
export const Channel = z.object({ id: z.int(), code: z.string() })
/** An open incident. `customer_id` null: the vehicle's own condition; else the customer whose rule or area it is. `created_at`: device time at which the condition began.
 * `subject`: what of the customer's it is about, by its name: the hub that was entered.
 * `position`: where the vehicle was then; null: not known, or not for the caller to see. `with_place`: it may be told as a place (agreement 25). */
export const ActiveAlert = z.object({
  id: z.uuid(),
  alert_id: z.int(),
  customer_id: Id.nullable(),
  severity: Severity,
  code: z.string(),
  description: z.string(),
  subject: z.string().optional(),
  created_at: Instant,
  plate: z.string().nullable(),
  position: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  with_place: z.boolean(),
  pivot: z.object({ vehicle_id: Id }),
})
export type ActiveAlert = z.infer<typeof ActiveAlert>

/** A vehicle on which an alert is open, since when. */
export const AlertVehicle = z.object({ id: Id, vehicle_id: Id, plate: z.string(), fleet_id: Id.nullable(), created_at: Instant })
export type AlertVehicle = z.infer<typeof AlertVehicle>

/** By id. The catalogue is the same for everybody. */
export const list = endpoint({
  method: 'GET',
  path: '/alerts',
  summary: 'Search and list alert definitions, in the reader’s language',
  allow: 'view',
  scope: 'none',
  query: Page.extend({ search: SearchWords.optional() }),
  reply: z.array(AlertDefinition),
  meta: PageMeta,
  etag: true,
})
export const one = endpoint({
  method: 'GET',
  path: '/alerts/:id',
  summary: 'One alert definition',
  allow: 'view',
  scope: 'none',
  params: ById,
  reply: AlertDefinition,
  etag: true,
})
export const vehicles = endpoint({
  method: 'GET',
  path: '/alerts/:id/vehicles',
  summary: 'The vehicles that the caller sees on which the alert is open now, by plate',
  allow: 'view',
  scope: 'customer',
  params: ById,
  query: Page,
  reply: z.array(AlertVehicle),
  meta: PageMeta,
  etag: true,
})
export const all = endpoint({
  method: 'GET',
  path: '/alerts/all',
  summary: 'Alert definitions in the reader’s language',
  allow: 'view',
  scope: 'none',
  reply: z.array(AlertDefinition),
  etag: true,
})
export const allChannels = endpoint({
  method: 'GET',
  path: '/alerts/channels',
  summary: 'Channels that alerts can be sent by',
  allow: 'view',
  scope: 'none',
  reply: z.array(Channel),
  etag: true,
})
const IdList = z.string().regex(/^\d{1,9}(,\d{1,9})*$/, 'validation.choice')
/** Newest first. Joined by commas: `alerts`, only of these codes; `fleets`, only of vehicles in one of these. */
export const active = endpoint({
  method: 'GET',
  path: '/alerts/active',
  summary: 'Incidents open now on the vehicles that the caller sees',
  allow: 'view',
  scope: 'customer',
  query: Page.extend({
    severity: z.coerce.number<number>().int().min(0).max(2).optional(),
    alerts: text(1_000).optional(),
    fleet_id: Id.optional(),
    fleets: IdList.optional(),
    vehicle_id: Id.optional(),
  }),
  reply: z.array(ActiveAlert),
  meta: PageMeta,
  etag: true,
})
