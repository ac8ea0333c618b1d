// Geocoders by HTTP: Nominatim, and LocationIQ, which derives from it. Their answers differ in a few
// words only.
import type { Language } from '@flotta/core/languages.ts'
import { fetchJson } from '@flotta/platform/fetch-json.ts'
import type { Limits } from '@flotta/platform/limits.ts'
import { Throttle } from '@flotta/platform/throttle.ts'
import { z } from 'zod'
import type { FoundPlace, Geocoder } from './provider.ts'

/** Ten places are some 20 kB. */
const LARGEST_ANSWER = 1_048_576

const Degrees = (most: number) =>
  z
    .union([z.number(), z.string().trim().min(1).transform(Number)])
    .pipe(z.number().min(-most).max(most))
const PlaceAnswer = z.object({
  display_name: z.string().trim().min(1),
  lat: Degrees(90),
  lon: Degrees(180),
  class: z.string().optional(),
  category: z.string().optional(),
  address: z.record(z.string(), z.unknown()).optional(),
})

const Refusal = z.object({ error: z.literal('Unable to geocode') })

const first = (address: Readonly<Record<string, unknown>>, ...names: string[]): string | null => {
  for (const name of names) {
    const value = address[name]
    const text =
      typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
    if (text !== '') return text
  }
  return null
}
/** The short form: a motorway with its province, a street with its town. */
function shortOf(
  road: string | null,
  city: string | null,
  province: string | undefined,
  fullName: string,
): string {
  const motorway = road?.match(/\bR?A\d{1,2}\b/)?.[0]
  if (motorway !== undefined) return province === undefined ? motorway : `${motorway} · ${province}`
  if (city === null) return road ?? fullName
  return province === undefined ? city : `${city} (${province})`
}

function placeOf({
  display_name,
  lat,
  lon,
  address = {},
  ...classes
}: z.infer<typeof PlaceAnswer>): FoundPlace {
  // LocationIQ puts the name of a town into `name`, as it does for a house.
  const isTown = ['place', 'boundary'].includes(classes.class ?? classes.category ?? '')
  const name = first(address, 'name')
  const street =
    first(address, 'road', 'pedestrian', 'footway', 'path', 'cycleway', 'square') ??
    (isTown ? null : name)
  const number = first(address, 'house_number')
  const city =
    first(
      address,
      'city',
      'town',
      'village',
      'municipality',
      'hamlet',
      'locality',
      'isolated_dwelling',
    ) ?? (isTown ? name : first(address, 'city_district'))
  return {
    display_name,
    short: shortOf(
      street,
      city,
      first(address, 'ISO3166-2-lvl6')?.match(/^IT-([A-Z]{2})$/)?.[1],
      display_name,
    ),
    lat,
    lon,
    approximate: false,
    address: {
      name: street === null ? null : number === null ? street : `${street} ${number}`,
      city,
      // Several postcodes are separated by semicolons.
      postcode: first(address, 'postcode')?.split(/[;,]/)[0]?.trim() || null,
    },
  }
}

/**
 * The places of an answer, which is a list or a single place. Anything else (`{ "error": "Unable to
 * geocode" }`) counts as no place.
 */
const placesOf = (body: unknown): FoundPlace[] =>
  (Array.isArray(body) ? body : [body]).flatMap(item => {
    const place = PlaceAnswer.safeParse(item)
    return place.success ? [placeOf(place.data)] : []
  })

interface Service {
  /** Base address of `/reverse` and of the search. */
  readonly url: string
  readonly key: string | undefined
  /** Least time between the starts of two calls, ms. */
  readonly pause: number
  /** Path of the search. */
  readonly search: string
  readonly more: Readonly<Record<string, string>>
}

/** Rejects when the provider fails, limits our calls, or does not answer in time. */
function geocoder({ url, key, pause, search, more }: Service, limits: Limits): Geocoder {
  const pace = new Throttle(limits, `geocoder ${url}`, pause)
  const ask = async (
    path: string,
    query: Readonly<Record<string, string>>,
    language: Language,
  ): Promise<FoundPlace[]> => {
    const words = new URLSearchParams({
      ...query,
      format: 'json',
      addressdetails: '1',
      'accept-language': language,
      ...more,
      ...(key !== undefined && { key }),
    })
    const { status, body } = await fetchJson(
      pace,
      `${url.replace(/\/$/, '')}/${path}?${words}`,
      LARGEST_ANSWER,
    )
    // LocationIQ answers an unknown place so; any other 404 is a wrong address.
    if (status === 404 && Refusal.safeParse(body).success) return []
    if (status !== 200) throw new Error(`the geocoder answered ${status}`)
    if (body === undefined) throw new Error('the geocoder answered no JSON')
    return placesOf(body)
  }
  return {
    reverse: async (lat, lon, language) =>
      (await ask('reverse', { lat: String(lat), lon: String(lon) }, language)).slice(0, 1),
    autocomplete: async (words, limit, language) =>
      (await ask(search, { q: words, limit: String(limit) }, language)).slice(0, limit),
  }
}

/**
 * A Nominatim of one's own, or a compatible server. The public one allows one call a second, a
 * server with a key allows more.
 */
export const nominatim = (url: string, key: string | undefined, limits: Limits): Geocoder =>
  geocoder({ url, key, pause: key === undefined ? 1_000 : 100, search: 'search', more: {} }, limits)

export const LOCATIONIQ_URL = 'https://eu1.locationiq.com/v1'
/**
 * LocationIQ's smallest plan allows two calls a second; it has a separate search for words that are still
 * being typed.
 */
export const locationiq = (url: string, key: string, limits: Limits): Geocoder =>
  geocoder(
    { url, key, pause: 500, search: 'autocomplete', more: { normalizecity: '1', dedupe: '1' } },
    limits,
  )
