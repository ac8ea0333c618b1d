// Trips and positions as screens read them.
import { Instant } from '@flotta/core/contract.ts'
import { z } from 'zod'

/** The trip or stop that a period cuts: its real begin and end; null: it has not ended. */
export const WholePeriod = z.object({ period_from: Instant, period_to: Instant.nullable() })

/**
 * Distances km, speeds km/h. In the list of a period every figure is of the part inside the period. `period_to` null: under way. A trip is cut where a
 * private time begins or ends; `private`: only the driver may know this piece, so `start` and `end` are null and `path` is empty. `path` is an encoded
 * polyline (precision 5), thinned for drawing.
 */
export const Trip = z.object({
  id: z.uuid(),
  /** when it began */ message_datetime: Instant,
  period_from: Instant,
  period_to: Instant.nullable(),
  km: z.number(),
  max_speed: z.number(),
  /** seconds */ duration: z.int(),
  /** seconds of it in which the vehicle was idling; absent: none */
  idling: z.int().optional(),
  start: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  end: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  private: z.literal(true).optional(),
  path: z.string(),
  whole: WholePeriod,
})
export type Trip = z.infer<typeof Trip>

export const Position = z.object({
  id: z.string(),
  message_datetime: Instant,
  latitude: z.number(),
  longitude: z.number(),
  altitude: z.number(),
  km: z.number().nullable(),
  direction: z.number(),
  speed: z.number(),
  satellites: z.int(),
  moving: z.boolean(),
})
export type Position = z.infer<typeof Position>

/** The levels of detail of a drawn track, the most exact first. */
export const trackLevels = ['fine', 'middle', 'coarse'] as const
/** `exact`: every fix that the vehicle could have reached. */
export const drawnLevels = ['exact', ...trackLevels] as const
const isPlace = (west = 0, south = 0, east = 0, north = 0): boolean =>
  west <= east && south <= north && west >= -180 && east <= 180 && south >= -90 && north <= 90
const e5 = (degrees = 0): number => Math.round(degrees * 1e5)
/** A part of the map: west, south, east and north in degrees, separated by commas. */
const TrackBox = z
  .string()
  .regex(/^-?\d{1,3}(\.\d{1,17})?(,-?\d{1,3}(\.\d{1,17})?){3}$/, 'eyegeo.track_box')
  .refine(text => isPlace(...text.split(',').map(Number)), 'eyegeo.track_box')
  .transform(text => {
    const [west, south, east, north] = text.split(',').map(Number)
    return { west_e5: e5(west), south_e5: e5(south), east_e5: e5(east), north_e5: e5(north) }
  })
/** The requested level of detail and part of the map; `exact` only with a box. */
export const trackDetail = {
  level: z.enum(drawnLevels).optional(),
  box: TrackBox.optional(),
}
export const isTrackDetail = (detail: {
  readonly level?: (typeof drawnLevels)[number] | undefined
  readonly box?: unknown
}): boolean => detail.level !== 'exact' || detail.box !== undefined
export const EXACT_NEEDS_BOX = { path: ['level'], error: 'eyegeo.exact_needs_box' }

/**
 * A track as columns, ready to draw and to play back: `at` is epoch ms, `latitude`/`longitude`
 * degrees, `speed` km/h, `direction` degrees, `moving` 0 or 1.
 * `total` is the number of fixes in the period; `at.length` may be smaller (thinned to what is
 * drawn, ends of stops and trips kept).
 */
export const Track = z.object({
  total: z.int(),
  at: z.array(z.number()),
  latitude: z.array(z.number()),
  longitude: z.array(z.number()),
  speed: z.array(z.number()),
  direction: z.array(z.number()),
  moving: z.array(z.number()),
})
export type Track = z.infer<typeof Track>
