// Share links: they show a vehicle, a planned trip or a fleet without a sign-in, for a limited time.
import { endpoint, FileReply, Id, Instant, requiredText } from '@flotta/core/contract.ts'
import { resource } from '@flotta/core/resource.ts'
import { z } from 'zod'
import { Sensor, Verdict } from '../../reports/register/contract.ts'

/** The most links of a company that have not ended. */
export const MAX_LINKS = 1_000
/** The longest period of a link, in days. */
export const MAX_LINK_DAYS = 366

/**
 * Exactly one of `vehicle_id`, `trip_id`, `fleet_id` and `all_vehicles` is its subject. `url`: for a vehicle or a trip a page for a consignee, for a fleet or
 * all vehicles GeoJSON. `plate` is also that of the trip's vehicle.
 */
export const Link = z.object({
  id: Id,
  vehicle_id: Id.nullable(),
  plate: z.string().nullable(),
  trip_id: Id.nullable(),
  trip: z.string().nullable(),
  fleet_id: Id.nullable(),
  fleet: z.string().nullable(),
  all_vehicles: z.boolean(),
  from: Instant,
  to: Instant,
  url: z.string(),
  openings: z.int(),
  opened_at: Instant.nullable(),
  created_at: Instant,
  created_by: z.string(),
})
export type Link = z.infer<typeof Link>

const IdIfAny = Id.nullable().default(null)
export const LinkForm = z.object({
  vehicle_id: IdIfAny,
  trip_id: IdIfAny,
  fleet_id: IdIfAny,
  all_vehicles: z.boolean().default(false),
  from: Instant,
  to: Instant,
})

/** `DELETE` ends a link: whoever opens it afterwards is told so. */
export const links = resource('links', {
  record: Link,
  form: LinkForm,
  search: ['plate', 'trip', 'fleet', 'created_by'],
  list_query: { vehicle_id: Id.optional(), fleet_id: Id.optional() },
  read: 'edit',
})

const celsius = z.number()
const Spot = z.object({ latitude: z.number(), longitude: z.number() })
/**
 * What a consignee sees. Only trips have a `destination` with its place, and an `arrival`; `by`: computed by the router from the vehicle's position, or the
 * plan. `position` null: none that may be shown. `temperature` null: the vehicle has no such service. Distances are kilometres.
 */
export const Delivery = z.object({
  company: z.string(),
  plate: z.string(),
  from: Instant,
  to: Instant,
  destination: z.string().nullable(),
  destination_position: Spot.nullable(),
  position: Spot.extend({ message_datetime: Instant, moving: z.boolean() }).nullable(),
  arrival: z
    .object({
      at: Instant,
      approximate: z.boolean(),
      by: z.enum(['router', 'plan']),
      km: z.number().nullable(),
      reached: z.boolean(),
    })
    .nullable(),
  temperature: z
    .object({
      from: Instant,
      to: Instant,
      verdict: Verdict,
      sensors: z.array(z.object({ sensor: Sensor, min: celsius, max: celsius, average: celsius })),
      /** Whether a receipt is available. */
      receipt: z.boolean(),
    })
    .nullable(),
})
export type Delivery = z.infer<typeof Delivery>

const forEverybody = {
  method: 'GET',
  allow: 'anyone',
  scope: 'none',
  params: z.object({ token: requiredText(100) }),
} as const
/** `again`: a repeated read by a page that stays open, which does not count as another opening. */
export const delivery = endpoint({
  ...forEverybody,
  path: '/follow/:token',
  summary:
    'What a link for a consignee shows; 404 before its time, 410 after it or once it was ended',
  query: z.object({ again: z.enum(['1']).optional() }),
  reply: Delivery,
})
export const deliveryReceipt = endpoint({
  ...forEverybody,
  path: '/follow/:token/receipt',
  summary:
    'The temperature receipt of what a link shows (five days at most) as a PDF, in the language of Accept-Language',
  reply: FileReply,
  kind: 'file',
})
export const fleetMap = endpoint({
  ...forEverybody,
  path: '/follow/:token/fleet.geojson',
  summary: 'Where the vehicles of a link are, as GeoJSON for a map of others',
  reply: FileReply,
  kind: 'file',
})
