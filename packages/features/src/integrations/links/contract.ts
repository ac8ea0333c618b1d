// Links for others: a vehicle, a planned trip or a fleet is shown without a sign-in, from a time to a time.
import { endpoint, FileReply, Id, Instant, requiredText } from '@flotta/core/contract.ts'
import { resource } from '@flotta/core/resource.ts'
import { z } from 'zod'
import { Sensor, Verdict } from '../../reports/register/contract.ts'

/** Links of a company that are not over. */
export const MAX_LINKS = 1_000
/** The longest time that a link shows, in days. */
export const MAX_LINK_DAYS = 366

/**
 * Exactly one of `vehicle_id`, `trip_id`, `fleet_id` and `all_vehicles` says what it shows. `url`: of a vehicle or a trip
 * it is a page for a consignee, of a fleet or of all vehicles it is GeoJSON. `plate` is that of the trip's vehicle too.
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
 * What a consignee sees. `destination` and its place are of a trip alone. `position` null: none that may be shown. `arrival` is told of a trip alone; `by`: the router, from
 * where the vehicle is, or the plan. `temperature` null: the vehicle has no such service. Distances are kilometres.
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
      /** Whether there is a receipt. */
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
/** `again`: a page that stays open asks once more, which is no new opening. */
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
