// A geocoder reached by HTTP that speaks Nominatim's language (LocationIQ does too).
import { z } from 'zod'
import type { Place } from './contract.ts'
import type { Geocoder } from './provider.ts'

const TIMEOUT_MS = 5_000
/** Between the starts of two calls: the public Nominatim asks for a second, a keyed service allows more. */
const PAUSE_MS = { keyed: 100, open: 1_000 } as const

const Address = z.record(z.string(), z.unknown())
const Found = z.object({ display_name: z.string(), lat: z.coerce.number(), lon: z.coerce.number(), address: Address.optional(), name: z.string().optional() })

const first = (address: Readonly<Record<string, unknown>>, ...names: string[]): string | null => {
  for (const name of names) {
    const value = address[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}
/** A motorway says where one is on it by the province, a street by its town. */
function shortOf(road: string | null, city: string | null, province: string | undefined, whole: string): string {
  const motorway = road?.match(/\bR?A\d{1,2}\b/)?.[0]
  if (motorway !== undefined) return province === undefined ? motorway : `${motorway} · ${province}`
  if (city === null) return road ?? whole
  return province === undefined ? city : `${city} (${province})`
}
function placeOf({ display_name, lat, lon, address = {} }: z.infer<typeof Found>): Place {
  const road = first(address, 'road', 'pedestrian', 'footway', 'name')
  const number = first(address, 'house_number')
  const city = first(address, 'city', 'town', 'village', 'municipality', 'hamlet')
  return {
    display_name,
    short: shortOf(road, city, first(address, 'ISO3166-2-lvl6')?.match(/^IT-([A-Z]{2})$/)?.[1], display_name),
    lat,
    lon,
    approximate: false,
    address: {
      name: road === null ? null : number === null ? road : `${road} ${number}`,
      city,
      postcode: first(address, 'postcode'),
    },
  }
}

/** @param url where `/reverse` and `/search` stand; rejects when the provider fails, is busy for too long or times out */
export function nominatim(url: string, key: string | undefined): Geocoder {
  const pause = key === undefined ? PAUSE_MS.open : PAUSE_MS.keyed
  let next = 0
  const ask = async (path: string, query: Readonly<Record<string, string>>): Promise<Place[]> => {
    const now = Date.now()
    const start = Math.max(now, next)
    if (start - now > TIMEOUT_MS) throw new Error('the geocoder is asked more than it allows')
    next = start + pause
    if (start > now) await new Promise(resolve => setTimeout(resolve, start - now))
    const words = new URLSearchParams({ ...query, format: 'json', addressdetails: '1', ...(key !== undefined && { key }) })
    const response = await fetch(`${url.replace(/\/$/, '')}/${path}?${words}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { 'user-agent': 'Flotta', accept: 'application/json' },
      redirect: 'error',
    })
    if (response.status === 404) return []
    if (response.status !== 200) throw new Error(`the geocoder answered ${response.status}`)
    const body: unknown = await response.json()
    return (Array.isArray(body) ? body : [body]).flatMap(item => {
      const found = Found.safeParse(item)
      return found.success ? [placeOf(found.data)] : []
    })
  }
  return {
    reverse: (lat, lon, language) => ask('reverse', { lat: String(lat), lon: String(lon), 'accept-language': language }),
    autocomplete: (words, limit, language) => ask('search', { q: words, limit: String(limit), 'accept-language': language }),
  }
}
