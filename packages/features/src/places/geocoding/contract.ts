// The address of a position, and the search for places.
import { endpoint } from '@flotta/core/contract.ts'
import { aliasOf, namesPlace } from '@flotta/core/place-spelling.ts'
import { z } from 'zod'

/**
 * Unknown parts of an address are null; the screen shows '###' or 'Unknown …'. `approximate`:
 * town level only (the embedded geocoder).
 */
export const Place = z.object({
  display_name: z.string(),
  /** One line for lists: `Parma (PR)`, `A1 · PR`. */
  short: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  lat: aliasOf('latitude', z.number()),
  lon: aliasOf('longitude', z.number()),
  approximate: z.boolean(),
  address: z.object({
    name: z.string().nullable(),
    city: z.string().nullable(),
    postcode: z.string().nullable(),
  }),
})
export type Place = z.infer<typeof Place>

const Latitude = z.coerce.number<number>().min(-90).max(90).optional()
const Longitude = z.coerce.number<number>().min(-180).max(180).optional()
/** Always a list: empty when nothing is known there, or when the provider fails. */
export const reverse = endpoint({
  method: 'GET',
  path: '/geocoding/reverse',
  summary: 'The place at a position',
  allow: 'view',
  scope: 'none',
  query: z
    .object({
      latitude: Latitude,
      longitude: Longitude,
      lat: aliasOf('latitude', Latitude),
      lon: aliasOf('longitude', Longitude),
    })
    .superRefine(namesPlace('lon')),
  reply: z.array(Place),
})
/** Enough for both ends of each trip on a page. */
export const MOST_POSITIONS = 100
/**
 * One entry for each position, in order: null while it is being fetched (ask again), an empty text
 * where nothing is known.
 */
export const where = endpoint({
  method: 'POST',
  path: '/geocoding/where',
  summary: 'The places of several positions, as one line each',
  reads_only: true,
  allow: 'view',
  scope: 'none',
  body: z.object({
    positions: z
      .array(
        z.object({
          latitude: z.number().min(-90).max(90),
          longitude: z.number().min(-180).max(180),
        }),
      )
      .min(1)
      .max(MOST_POSITIONS),
  }),
  reply: z.array(z.string().nullable()),
})
export const autocomplete = endpoint({
  method: 'GET',
  path: '/geocoding/autocomplete',
  summary: 'Places whose name begins like the words',
  allow: 'view',
  scope: 'none',
  query: z.object({
    q: z.string().trim().min(3).max(200),
    limit: z.coerce.number<number>().int().min(1).max(10).default(10),
  }),
  reply: z.array(Place),
})
