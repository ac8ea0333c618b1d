// Routes between places.
import { endpoint } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { coordinatesOf, exclusionsOf, MOST_COORDINATES } from './rules.ts'

/** `geometry` is an encoded polyline (precision 5), distance in metres, duration in seconds. */
export const Route = z.object({
  geometry: z.string(),
  distance: z.number().nonnegative(),
  duration: z.number().nonnegative(),
})
export type Route = z.infer<typeof Route>

/**
 * Why the list is empty: there is no route (`no_route`), the router does not support this combination of
 * exclusions (`exclude`),
 * or the router failed, was too slow or too busy (`unavailable`).
 */
export const NoRoute = z.enum(['no_route', 'exclude', 'unavailable'])

/** `approximate`: planned between towns on a schematic graph, as by the embedded router. */
export const DirectionsMeta = z.object({
  source: z.enum(['embedded', 'osrm']),
  approximate: z.boolean(),
  problem: NoRoute.nullable(),
})
export type DirectionsMeta = z.infer<typeof DirectionsMeta>

/** The fastest route first, then alternatives; always a list. */
export const directions = endpoint({
  method: 'GET',
  path: '/routing/directions',
  summary: `Ways through 2 to ${MOST_COORDINATES} places (lng,lat;lng,lat) without ferries, tolls or motorways where asked so`,
  allow: 'view',
  scope: 'none',
  query: z.object({
    coordinates: z
      .string()
      .max(2_000)
      .transform((text, ctx) => {
        const points = coordinatesOf(text)
        if (typeof points !== 'string') return points
        ctx.addIssue({ code: 'custom', message: points })
        return z.NEVER
      }),
    exclude: z
      .string()
      .max(100)
      .transform((text, ctx) => {
        const exclusions = exclusionsOf(text)
        if (exclusions !== null) return exclusions
        ctx.addIssue({ code: 'custom', message: 'validation.choice' })
        return z.NEVER
      })
      .optional(),
  }),
  reply: z.array(Route),
  meta: DirectionsMeta,
})
