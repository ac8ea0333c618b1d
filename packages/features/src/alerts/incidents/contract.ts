// Alerts: the catalogue, its channels, the open incidents with their marks, and the history.
import {
  ById,
  endpoint,
  Id,
  Instant,
  optionalFilter,
  Page,
  PageMeta,
  Period,
  text,
} from '@flotta/core/contract.ts'
import { SearchWords } from '@flotta/core/resource.ts'
import { z } from 'zod'

/** 0 event, 1 warning, 2 alarm (alerts.4). */
export const Severity = z.union([z.literal(0), z.literal(1), z.literal(2)])
export type Severity = z.infer<typeof Severity>

/** Channels. Only alerts 2, 7 and 36 can go by SMS (alert-configurations.14). */
export const channels = [
  { id: 1, code: 'email' },
  { id: 2, code: 'sms' },
] as const
/** The channels of a configuration: CHAT stands for a chat of `alerts/chats`, beside the channels that everybody has. */
export const CHAT = 10
export const deliveryChannels = [...channels, { id: CHAT, code: 'chat' }] as const
export const SMS_ALERTS: readonly number[] = [2, 7, 36]

/** Name and description are in the reader's language. */
export const AlertDefinition = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  severity: Severity,
  agreement_id: z.int(),
})
export const Channel = z.object({ id: z.int(), code: z.string() })
/**
 * An open incident. `customer_id` null: a condition of the vehicle itself; else the customer whose rule or area it is. `created_at`: device time at which the
 * condition began. `subject`: the name of its subject: the hub that was entered, or the kind of the device's alarm, whose code is `data.kind`. `measured`:
 * what broke the rule: where on the vehicle (`place`, in the reader’s language), the value, and the limit that it exceeded, or the value that was `ordered`. `ends_at`: the moment that the
 * alert warns of, for example the end of a granted agreement. `position`: the place of the vehicle then; null: unknown, or hidden from the caller.
 * `with_place`: the caller may see it as a place name (agreement 25). `escalated`: who was told last because nobody had taken it, and when. `acknowledged_by`
 * is a name. It, `comment`, `assigned_to` and `snoozed`, which is present until its moment has come, are the marks of the caller's own company.
 */
export const ActiveAlert = z.object({
  id: z.uuid(),
  alert_id: z.int(),
  customer_id: Id.nullable(),
  severity: Severity,
  code: z.string(),
  description: z.string(),
  subject: z.string().optional(),
  data: z.object({ kind: z.string() }).optional(),
  measured: z
    .object({
      place: z.string().optional(),
      value: z.number().optional(),
      limit: z.number().optional(),
      ordered: z.number().optional(),
      unit: z.string().optional(),
      decimals: z.int().optional(),
    })
    .optional(),
  created_at: Instant,
  ends_at: Instant.optional(),
  plate: z.string().nullable(),
  position: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  with_place: z.boolean(),
  acknowledged_at: Instant.nullable(),
  acknowledged_by: z.string().nullable(),
  comment: z.string().nullable(),
  assigned_to: z.object({ id: Id, name: z.string() }).nullable(),
  snoozed: z.object({ until: Instant, by: z.string() }).optional(),
  escalated: z.object({ to: z.string(), at: Instant }).optional(),
  /** The driver when it was raised; only in a list ordered by drivers. */
  driver: z.object({ id: Id, name: z.string() }).nullable().optional(),
  pivot: z.object({ vehicle_id: Id }),
})
export type ActiveAlert = z.infer<typeof ActiveAlert>

/** The most areas of one configuration: they are part of its unique key. */
const MOST_AREAS = 500
/** Absent, null and empty: all. */
const AreaIds = z
  .array(Id)
  .max(MOST_AREAS)
  .nullable()
  .transform(ids => [...new Set(ids ?? [])].sort((a, b) => a - b))
  .default([])
/** `area_ids` are of the alert's own kind; an alert of both kinds takes `hub_ids` and `poi_ids` (alert-configurations.43). */
export const namedAreas = { area_ids: AreaIds, hub_ids: AreaIds, poi_ids: AreaIds } as const

export interface NamedAreas {
  readonly area_ids: readonly number[]
  readonly hub_ids: readonly number[]
  readonly poi_ids: readonly number[]
}

/** A vehicle with the open alert, and the time since when it is open. */
export const AlertVehicle = z.object({
  id: Id,
  vehicle_id: Id,
  plate: z.string(),
  fleet_id: Id.nullable(),
  created_at: Instant,
})
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
export const alert = endpoint({
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
  query: Page.extend({ fleet_id: Id.optional(), vehicle_id: Id.optional() }),
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
/** `1` and `true`, `0` and `false`. */
const YesNo = z.stringbool({
  truthy: ['1', 'true'],
  falsy: ['0', 'false'],
  error: 'validation.choice',
})
/**
 * The filters of a list of incidents; all must match. `alerts` and `fleets` are lists separated by commas: only these codes, only vehicles in one of these
 * fleets.
 */
const filters = {
  severity: optionalFilter(Severity),
  alerts: text(1_000).optional(),
  fleet_id: Id.optional(),
  fleets: IdList.optional(),
  vehicle_id: Id.optional(),
  acknowledged: YesNo.optional(),
  assigned_to: Id.optional(),
}
/** `acknowledged` counts all acknowledged alerts, regardless of the filter of acknowledgement. */
export const active = endpoint({
  method: 'GET',
  path: '/alerts/active',
  summary:
    'Incidents open now on the vehicles that the caller sees, newest first; by `weight` those that nobody acknowledged, the gravest and oldest first; by `vehicle` those of a vehicle together, by plate; by `driver` those of who drove then, day by day, the newest day first',
  allow: 'view',
  scope: 'customer',
  query: Page.extend({
    ...filters,
    /** Only snoozed alerts, or only the others. */
    snoozed: YesNo.optional(),
    order: z.enum(['newest', 'weight', 'vehicle', 'driver']).default('newest'),
  }),
  reply: z.array(ActiveAlert),
  meta: PageMeta.extend({ acknowledged: z.int() }),
  etag: true,
})

const TrailAction = z.enum([
  'acknowledged',
  'taken_back',
  'assigned',
  'snoozed',
  'snooze_ended',
  'escalated',
])
export type TrailAction = z.infer<typeof TrailAction>
/**
 * One entry of the trail. `assigned` with `assigned_to` null: the assignment was taken back. `escalated`: nobody took it, so `assigned_to` were told; `by` is
 * empty. `until`: until when it is snoozed.
 */
export const TrailEntry = z.object({
  at: Instant,
  by: z.string(),
  action: TrailAction,
  comment: z.string().nullable(),
  assigned_to: z.string().nullable(),
  until: Instant.optional(),
})
export type TrailEntry = z.infer<typeof TrailEntry>
/** `corrected`: later data disproved it. `late`: it was found long after its end, so nobody was notified. */
export const Ending = z.enum(['cleared', 'corrected', 'late'])
export type Ending = z.infer<typeof Ending>
/** An incident of any time. `duration` is in seconds; it, `closed_at` and `ended` are null while the incident is open. */
export const Incident = ActiveAlert.extend({
  closed_at: Instant.nullable(),
  duration: z.int().nullable(),
  ended: Ending.nullable(),
  late: z.boolean(),
  trail: z.array(TrailEntry),
})
export type Incident = z.infer<typeof Incident>
export const history = endpoint({
  method: 'GET',
  path: '/alerts/history',
  summary:
    'Incidents that began in a period, newest first, as the caller may see them: how long, where, how they ended, who acknowledged them',
  allow: 'view',
  scope: 'customer',
  query: Period.safeExtend({ ...Page.shape, ...filters, late: YesNo.optional() }),
  reply: z.array(Incident),
  meta: PageMeta,
  etag: true,
})

/**
 * The incidents of one alert in a period. `seconds`: their total duration, open ones until now; `median_s`: the median duration; `brief`: ended within a
 * minute; `loudest`: the vehicle with the most incidents, `owner` if it is the caller's own.
 */
export const AlertNoise = z.object({
  alert_id: z.int(),
  code: z.string(),
  name: z.string(),
  severity: Severity,
  times: z.int(),
  open: z.int(),
  vehicles: z.int(),
  seconds: z.int(),
  median_s: z.int(),
  brief: z.int(),
  acknowledged: z.int(),
  loudest: z.object({ vehicle_id: Id, plate: z.string(), times: z.int(), owner: z.boolean() }),
})
export type AlertNoise = z.infer<typeof AlertNoise>
export const noise = endpoint({
  method: 'GET',
  path: '/alerts/noise',
  summary:
    'How often and how long each alert was raised in a period, how often it was over within a minute and how often somebody took note; without what later data disproved',
  allow: 'view',
  scope: 'customer',
  query: Period.safeExtend(filters),
  reply: z.array(AlertNoise),
  etag: true,
})

/** The most incidents of one call. */
export const MARKED_MAX = 500
const Ids = z.array(z.uuid()).min(1).max(MARKED_MAX)
/** The first acknowledgement stays. A missing comment leaves the stored one, null removes it. `acknowledged` false takes the acknowledgement back. */
export const acknowledge = endpoint({
  method: 'PUT',
  path: '/alerts/active/acknowledge',
  summary: 'Acknowledge incidents for the caller’s company, with a comment; all or none',
  allow: 'edit',
  scope: 'customer',
  body: z.object({
    ids: Ids,
    comment: text(500).nullish(),
    acknowledged: z.boolean().default(true),
  }),
  reply: z.array(Incident),
})
/** How far ahead a snooze may end, days. */
export const SNOOZE_MAX_DAYS = 31
export const snooze = endpoint({
  method: 'PUT',
  path: '/alerts/active/snooze',
  summary:
    'Put incidents off for the caller’s company until a moment within 31 days, or with null take that back; all or none',
  allow: 'edit',
  scope: 'customer',
  body: z.object({ ids: Ids, until: Instant.nullable() }),
  reply: z.array(Incident),
})
export const assign = endpoint({
  method: 'PUT',
  path: '/alerts/active/assign',
  summary:
    'Assign incidents to somebody of the caller’s company, who is told, or with null to nobody; all or none',
  allow: 'edit',
  scope: 'customer',
  body: z.object({ ids: Ids, user_id: Id.nullable() }),
  reply: z.array(Incident),
})
