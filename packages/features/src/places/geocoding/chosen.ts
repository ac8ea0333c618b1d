// The configured geocoder, else the embedded one; one for each process.
import type { Config } from '@flotta/platform/config.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { embeddedGeocoder } from './embedded.ts'
import { LOCATIONIQ_URL, locationiq, nominatim } from './http.ts'
import { type Geocoder, remembering } from './provider.ts'

const geocoders = new WeakMap<Config, Geocoder>()
export function geocoderOf({ config, limits }: Pick<Context, 'config' | 'limits'>): Geocoder {
  let geocoder = geocoders.get(config)
  if (geocoder === undefined) {
    geocoder = remembering(newGeocoder(config.geocoder, limits))
    geocoders.set(config, geocoder)
  }
  return geocoder
}
/** A geocoder without a cache, for the test of the service. */
export function newGeocoder(config: Config['geocoder'], limits: Context['limits']): Geocoder {
  if (config.kind === 'nominatim') return nominatim(config.url, config.key, limits)
  return config.kind === 'locationiq'
    ? locationiq(config.url ?? LOCATIONIQ_URL, config.key, limits)
    : embeddedGeocoder
}
