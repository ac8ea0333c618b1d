// Web hooks: addresses of other systems that receive a company's events, signed by Standard Webhooks.
import {
  ById,
  endpoint,
  Id,
  Instant,
  optionalFilter,
  Page,
  PageMeta,
  text,
} from '@flotta/core/contract.ts'
import { changesOf, part, resource } from '@flotta/core/resource.ts'
import { z } from 'zod'
import { addressFault } from './rules.ts'

/** The types of events. */
export const eventTypes = [
  'incident.opened',
  'incident.closed',
  'incident.acknowledged',
  'trip.started',
  'trip.ended',
  'command.changed',
  'report.ready',
  'agreement.changed',
  'area.entered',
  'area.left',
  'device.silent',
] as const
export const EventType = z.enum(eventTypes)
export type EventType = z.infer<typeof EventType>
/** The record in the data of each event; `vehicle` is beside it. */
export const eventRecords: Readonly<Record<EventType | 'test', string | null>> = {
  'incident.opened': 'Incident',
  'incident.closed': 'Incident',
  'incident.acknowledged': 'Incident',
  'trip.started': 'Trip',
  'trip.ended': 'Trip',
  'command.changed': 'Command',
  'report.ready': 'Report',
  'agreement.changed': null,
  'area.entered': 'Incident',
  'area.left': 'Incident',
  'device.silent': 'Unit',
  test: null,
}
/** The type of the event that `POST webhooks/{id}/test` sends. */
export const TEST_EVENT = 'test'

/** The most web hooks of a company. */
export const MAX_WEBHOOKS = 50
const MOST_NAMED = 1_000

/**
 * `gone`: the receiver answered 410; `failing`: no event was accepted for a day; `restored`: the installation was restored from a backup, which contains no
 * secrets.
 */
export const SwitchedOffBy = z.enum(['gone', 'failing', 'restored'])
export type SwitchedOffBy = z.infer<typeof SwitchedOffBy>

const Active = z.union([z.literal(0), z.literal(1)])
/** 0 and 1; `false` and `true` are accepted too. */
const ActiveInput = z.preprocess(
  (input: 0 | 1 | boolean) => (typeof input === 'boolean' ? Number(input) : input),
  Active,
)

/**
 * `vehicle_ids`, `fleet_ids` null: the events of all vehicles; else of these vehicles and those in these fleets. `failing_since`: no event was accepted since
 * then. `switched_off_by`: why the server set `active` to 0.
 */
export const Webhook = z.object({
  id: Id,
  url: z.string(),
  events: z.array(EventType),
  vehicle_ids: z.array(Id).nullable(),
  fleet_ids: z.array(Id).nullable(),
  active: Active,
  created_at: Instant,
  failing_since: Instant.nullable(),
  switched_off_by: SwitchedOffBy.nullable(),
  old_secret_until: Instant.nullable(),
})
export type Webhook = z.infer<typeof Webhook>
const secret = z.string().meta({ description: '`whsec_` and base64; it is shown this once' })

const Address = text(2_000).superRefine((url, ctx) => {
  const fault = addressFault(url)
  if (fault !== null) ctx.addIssue({ code: 'custom', message: fault })
})
const Events = z
  .array(EventType)
  .min(1, 'validation.required')
  .transform(events => eventTypes.filter(type => events.includes(type)))
/** Absent, null and empty: all. */
const Ids = z
  .array(Id)
  .max(MOST_NAMED)
  .nullable()
  .transform(ids => (ids === null || ids.length === 0 ? null : [...new Set(ids)]))
  .default(null)
export const WebhookForm = z.object({
  url: Address,
  events: Events,
  vehicle_ids: Ids,
  fleet_ids: Ids,
  active: ActiveInput.default(1),
})
export type WebhookForm = z.input<typeof WebhookForm>

const plain = resource('webhooks', {
  record: Webhook,
  form: WebhookForm,
  search: ['url'],
  list_query: { active: optionalFilter(Active) },
  read: 'edit',
  step_up: true,
})
export const webhooks = part(plain, 'list', 'all', 'one', 'update', 'remove')
/** Its answer contains a secret, so it is not stored for repeated requests. */
export const createWebhook = endpoint({
  ...plain.create,
  heeds: [],
  summary: 'Create a web hook; its secret is answered this once',
  reply: Webhook.extend({ secret }),
})
export const WebhookChanges = changesOf(WebhookForm)

const oneWebhook = { allow: 'edit', scope: { record: 'webhooks' }, params: ById } as const
export const rotateSecret = endpoint({
  method: 'POST',
  path: '/webhooks/:id/secret',
  summary:
    'Make a new secret, which is answered this once; for 24 h events are signed with the old one too',
  ...oneWebhook,
  step_up: true,
  reply: Webhook.extend({ secret }),
})

/** A queued event of a web hook; `id` is the `webhook-id` that the receiver gets. */
export const QueuedEvent = z.object({ id: z.string(), type: z.string() })
export const testWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/:id/test',
  summary: 'Send an event of type `test`',
  ...oneWebhook,
  reply: QueuedEvent,
  status: 202,
})

/**
 * Why an attempt failed. `status`: the receiver answered with something other than 2xx; `redirect`: it redirected; `private`: its address is not on the
 * public Internet; the others: there was no answer.
 */
export const AttemptFault = z.enum([
  'status',
  'redirect',
  'timeout',
  'private',
  'certificate',
  'no_host',
  'unreachable',
])
export type AttemptFault = z.infer<typeof AttemptFault>
/** `sent`: accepted; `waiting`: it is tried again at `next_at`; `failed`: given up. */
export const EventState = z.enum(['waiting', 'sent', 'failed'])
/**
 * One attempt to deliver an event. `event_id` is its `webhook-id`; `duration` ms; `answer`: the beginning of the receiver's answer. `state` and `next_at`
 * belong to the event.
 */
export const Attempt = z.object({
  id: Id,
  event_id: z.string(),
  type: z.string(),
  vehicle: z.object({ id: Id, plate: z.string() }).nullable(),
  at: Instant,
  attempt: z.int(),
  taken: z.boolean(),
  status: z.int().nullable(),
  fault: AttemptFault.nullable(),
  duration: z.int(),
  request: z.string(),
  answer: z.string().nullable(),
  state: EventState,
  next_at: Instant.nullable(),
})
export type Attempt = z.infer<typeof Attempt>
export const attempts = endpoint({
  method: 'GET',
  path: '/webhooks/:id/attempts',
  summary: 'The attempts to hand over events to a web hook, newest first, kept for 30 days',
  ...oneWebhook,
  query: Page,
  reply: z.array(Attempt),
  meta: PageMeta,
  etag: true,
})
export const sendAgain = endpoint({
  method: 'POST',
  path: '/webhooks/:id/attempts/:attempt_id/send',
  summary: 'Send the event of an attempt again, with the same `webhook-id` and body',
  ...oneWebhook,
  params: ById.extend({ attempt_id: Id }),
  reply: QueuedEvent,
  status: 202,
})
