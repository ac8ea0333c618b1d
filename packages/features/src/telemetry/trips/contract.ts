// Trips and positions as screens read them.
import { Instant } from '@flotta/core/contract.ts'
import { z } from 'zod'

/**
 * What it is a part of, where a period cuts it: from when to when it really was; null: it goes on.
 */
export const WholePeriod = z.object({ period_from: Instant, period_to: Instant.nullable() })

/**
 * Distances km, speeds km/h. In a period's list all is of the part inside the period. `period_to`
 * null: under way. A trip is cut where a private time begins or ends; `private`: this piece was its
 * driver's own affair, so `start` and `end` are null and `path` is empty. `path` is an encoded
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
  /** seconds of it in which it stood with its engine on, each time for a minute or longer; left out: none */
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

/** How exact a track is drawn, the most exact first. */
export const trackLevels = ['fine', 'middle', 'coarse'] as const

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
