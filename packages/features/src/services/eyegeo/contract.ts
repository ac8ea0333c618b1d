// eyegeo: the position of the vehicle, now and in the past.
import {
  ById,
  CLOCK_CHANGE,
  endpoint,
  FileReply,
  Id,
  Instant,
  limitedPeriod,
  Period,
} from '@flotta/core/contract.ts'
import { MapFileFormat } from '@flotta/core/map-files.ts'
import { DAY } from '@flotta/core/time.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'
import {
  drawnLevels,
  EXACT_NEEDS_BOX,
  isTrackDetail,
  Position,
  Track,
  Trip,
  trackDetail,
  WholePeriod,
} from '../../telemetry/trips/contract.ts'
import { serviceHistory } from '../contract.ts'

const scope = { vehicle: 'visible', agreements: [agreement.eyegeo] } as const

export const data = endpoint({
  method: 'GET',
  path: '/services/eyegeo/:id',
  summary: 'Last position, and since when the vehicle has been moving or standing',
  allow: 'view',
  scope,
  params: ById,
  /** `private`: the newest position falls into a private trip. */
  reply: z.object({
    last: Position.nullable(),
    since: Instant.nullable(),
    private: z.literal(true).optional(),
  }),
})
/** Stops are the pauses between trips: the place, and the part within the period (duration in seconds). `period_to` null: the vehicle still stands there. The place of a private part is hidden. */
export const Stop = z.object({
  period_from: z.iso.datetime(),
  period_to: z.iso.datetime().nullable(),
  duration: z.int(),
  /** seconds of it with the engine on; left out: none */ idling: z.int().optional(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  private: z.literal(true).optional(),
  whole: WholePeriod,
})
export const history = endpoint({
  method: 'GET',
  path: '/services/eyegeo/:id/history',
  summary: 'The track of a period (31 days at most)',
  allow: 'view',
  scope,
  params: ById,
  query: Period,
  reply: z.object({ track: Track, stops: z.array(Stop) }),
})
/** The longest period of `longTrack`. */
export const LONG_TRACK_DAYS = 366
const LongPeriod = limitedPeriod({
  longest: LONG_TRACK_DAYS * DAY + CLOCK_CHANGE,
  described: 'at most 366 days later',
  error: 'eyegeo.track_too_long',
})
/**
 * The track of up to a year. `tolerance`: how many metres a line may pass beside a fix; without `level` it fits the length of the period. `box` is west,
 * south, east and north of a part of the map in degrees, separated by commas: only lines that cross it; there, level `exact` returns every fix, or the finest
 * lines where too many days cross it. Each line is a stretch of time that may be seen: `at` are epoch seconds, `path` an encoded polyline (precision 5). `km`
 * are measured along the fixes in motion; trips use the device's odometer, which may differ; null with a box.
 */
export const longTrack = endpoint({
  method: 'GET',
  path: '/services/eyegeo/:id/track',
  summary:
    'The track of up to 366 days, as exact as it is drawn, with the kilometres along its fixes',
  allow: 'view',
  scope,
  params: ById,
  query: LongPeriod.safeExtend(trackDetail).refine(isTrackDetail, EXACT_NEEDS_BOX),
  reply: z.object({
    level: z.enum(drawnLevels),
    tolerance: z.int(),
    km: z.number().nullable(),
    lines: z.array(z.object({ at: z.array(z.int()), path: z.string() })),
  }),
})
export const tripHistory = serviceHistory(
  'eyegeo/:id/trip_history',
  scope,
  'Trips of a period, newest first; of one that reaches beyond it the part inside',
  Trip,
)
export const trip = endpoint({
  method: 'GET',
  path: '/services/eyegeo/:id/trip/:trip_id',
  summary: 'One trip with its track',
  allow: 'view',
  scope,
  params: z.object({ id: Id, trip_id: z.uuid() }),
  reply: z.object({ trip: Trip, positions: Track, polyline: z.string() }),
})
const exporting = {
  method: 'GET',
  allow: 'view',
  scope,
  reply: FileReply,
  kind: 'file',
  audit: 'export',
} as const
const format = MapFileFormat.optional()
export const exportTrip = endpoint({
  ...exporting,
  path: '/services/eyegeo/:id/trip/:trip_id/export',
  summary:
    'One trip as a file for maps, 10,000 points at most: GeoJSON, KML or GPX, by `format` or by Accept',
  params: z.object({ id: Id, trip_id: z.uuid() }),
  query: z.object({ format }),
})
export const exportTrips = endpoint({
  ...exporting,
  path: '/services/eyegeo/:id/trip_history/export',
  summary:
    'The trips of a period (31 days at most) as a file for maps, 10,000 points of each at most: GeoJSON, KML or GPX, by `format` or by Accept',
  params: ById,
  query: Period.safeExtend({ format }),
})
