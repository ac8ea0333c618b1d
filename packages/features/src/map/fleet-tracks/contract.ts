// The tracks of the whole fleet in a month, as thin lines on one map.
import { CLOCK_CHANGE, endpoint, Id, limitedPeriod } from '@flotta/core/contract.ts'
import { DAY } from '@flotta/core/time.ts'
import { z } from 'zod'
import { Former } from '../../fleet/vehicles/contract.ts'
import { EXACT_NEEDS_BOX, isTrackDetail, trackDetail } from '../../telemetry/trips/contract.ts'

/** Days of the longest period, one more than a month has. */
export const FLEET_TRACK_DAYS = 32
/** The most vehicles in one answer. */
export const VEHICLES_AT_ONCE = 50

/** The ids of fleets, separated by commas. */
const FleetIds = z
  .string()
  .regex(/^\d{1,9}(,\d{1,9}){0,999}$/, 'validation.choice')
  .transform(ids => ids.split(',').map(Number))

/** One line for each stretch of time that may be seen, the newest last: `path` is an encoded polyline (precision 5). */
export const FleetTrack = z.object({
  vehicle_id: Id,
  plate: z.string(),
  /** The caller's fleet that it belongs to. */
  fleet_id: Id.nullable(),
  former: Former.optional(),
  lines: z.array(z.object({ path: z.string() })),
})
export type FleetTrack = z.infer<typeof FleetTrack>

/** `tolerance`: how many metres a line may pass beside a fix. `level` and `box` as for the track of one vehicle. */
export const fleetTracks = endpoint({
  method: 'GET',
  path: '/fleet_tracks',
  summary:
    'The tracks of all vehicles in a period of 32 days at most, as exact as they are drawn; `fleets` are the ids of some fleets, with commas',
  allow: 'view',
  scope: 'customer',
  query: limitedPeriod({
    longest: FLEET_TRACK_DAYS * DAY + CLOCK_CHANGE,
    described: 'at most 32 days after period_from',
    error: 'fleet_tracks.too_long',
  })
    .safeExtend({
      fleets: FleetIds.optional(),
      ...trackDetail,
      /** The `next` of the previous answer. */
      after: z.coerce.number<number>().int().min(0).optional(),
    })
    .refine(isTrackDetail, EXACT_NEEDS_BOX),
  reply: z.object({
    tolerance: z.int(),
    vehicles: z.array(FleetTrack),
    /** The `after` of the next call; null: these were all vehicles. */
    next: Id.nullable(),
  }),
})
