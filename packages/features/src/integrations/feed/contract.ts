// The feed: positions, readings, trips and incidents in the order in which they were committed, for warehouses and other systems.
import { endpoint, Id, Instant, text } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { Incident } from '../../alerts/incidents/contract.ts'

export const MOST_ROWS = 10_000
export const CURSOR_DAYS = 7
const USUAL_ROWS = 1_000

/** `from`: rows that were committed then or later; `cursor`: rows that were committed after the answer with this cursor. */
const FeedQuery = z
  .object({
    from: Instant.optional(),
    cursor: text(500).optional(),
    limit: z.coerce.number<number>().int().min(1).max(MOST_ROWS).default(USUAL_ROWS),
  })
  .refine(({ from, cursor }) => from !== undefined || cursor !== undefined, {
    path: ['from'],
    message: 'validation.required',
  })
  .refine(({ from, cursor }) => from === undefined || cursor === undefined, {
    path: ['cursor'],
    message: 'feed.one_of_both',
  })
/** `more`: there is more now; else ask again later with the same cursor. */
const FeedMeta = z.object({ cursor: z.string(), more: z.boolean() })

const ofVehicle = { vehicle_id: Id, plate: z.string() }
const Place = z.object({ latitude: z.number(), longitude: z.number() })
/** Metres, degrees from north, km/h. */
export const FeedPosition = z.object({
  id: z.string(),
  ...ofVehicle,
  message_datetime: Instant,
  latitude: z.number(),
  longitude: z.number(),
  altitude: z.number(),
  direction: z.number(),
  speed: z.number(),
  satellites: z.int(),
})
export type FeedPosition = z.infer<typeof FeedPosition>
/** `data` as in the history of its service. */
export const FeedReading = z.object({
  id: z.string(),
  ...ofVehicle,
  kind: z.string(),
  message_datetime: Instant,
  data: z.record(z.string(), z.unknown()),
})
export type FeedReading = z.infer<typeof FeedReading>
/** Kilometres, km/h, seconds. `start` and `end` are null in a private time. `replaced_by`: the trip that it was merged into; it no longer exists by itself. */
export const FeedTrip = z.object({
  id: z.uuid(),
  ...ofVehicle,
  period_from: Instant,
  period_to: Instant.nullable(),
  km: z.number(),
  max_speed: z.number(),
  duration: z.int(),
  start: Place.nullable(),
  end: Place.nullable(),
  private: z.boolean(),
  replaced_by: z.uuid().nullable(),
})
export type FeedTrip = z.infer<typeof FeedTrip>
export const FeedIncident = Incident.extend({ vehicle_id: Id })
export type FeedIncident = z.infer<typeof FeedIncident>

const call = {
  method: 'GET',
  allow: 'view',
  scope: 'customer',
  query: FeedQuery,
  meta: FeedMeta,
  other_forms: ['application/x-ndjson', 'text/csv'],
} as const
const FORMS =
  'as JSON, or as NDJSON and CSV with what `meta` tells in the headers x-cursor and x-more'
export const positions = endpoint({
  ...call,
  path: '/feed/positions',
  summary: `Positions in the order in which they were committed, late ones too, ${FORMS}`,
  reply: z.array(FeedPosition),
})
export const readings = endpoint({
  ...call,
  path: '/feed/readings',
  summary: `Stored readings of all kinds in the order in which they were committed, ${FORMS}`,
  reply: z.array(FeedReading),
})
export const trips = endpoint({
  ...call,
  path: '/feed/trips',
  summary: `Trips in the order in which they were committed; one that changed is told again, ${FORMS}`,
  reply: z.array(FeedTrip),
})
export const incidents = endpoint({
  ...call,
  path: '/feed/incidents',
  summary: `Incidents in the order in which they were committed; one that changed is told again, ${FORMS}`,
  reply: z.array(FeedIncident),
})
