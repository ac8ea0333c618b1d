// Places: from the configured geocoder, else from the embedded one.
import type { Config } from '@flotta/platform/config.ts'
import { type Context, every, feature, handle } from '@flotta/platform/feature.ts'
import * as contract from './contract.ts'
import { embeddedGeocoder } from './embedded.ts'
import { LOCATIONIQ_URL, locationiq, nominatim } from './http.ts'
import { type Geocoder, remembering } from './provider.ts'
import { purgeGeocoded, whereOf } from './where.ts'

const geocoders = new WeakMap<Config, Geocoder>()
function geocoderOf({ config }: Context): Geocoder {
  let geocoder = geocoders.get(config)
  if (geocoder === undefined) {
    geocoder = remembering(made(config.geocoder))
    geocoders.set(config, geocoder)
  }
  return geocoder
}
function made(chosen: Config['geocoder']): Geocoder {
  if (chosen.kind === 'nominatim') return nominatim(chosen.url, chosen.key)
  return chosen.kind === 'locationiq' ? locationiq(chosen.url ?? LOCATIONIQ_URL, chosen.key) : embeddedGeocoder
}

/** A provider that fails is logged and counts as one that knows nothing (P §7). */
async function orNothing(ctx: Context, asked: Promise<contract.Place[]>): Promise<contract.Place[]> {
  try {
    return await asked
  } catch (error) {
    ctx.log.warn({ error: error instanceof Error ? error.message : String(error) }, 'the geocoder failed')
    return []
  }
}

export default feature({
  handlers: [
    handle(contract.reverse, ({ query, language, ctx }) => orNothing(ctx, geocoderOf(ctx).reverse(query.lat, query.lon, language))),
    handle(contract.autocomplete, ({ query, language, ctx }) => orNothing(ctx, geocoderOf(ctx).autocomplete(query.q, query.limit, language))),
    handle(contract.where, ({ body, language, ctx }) => whereOf(body.positions, language, geocoderOf(ctx), ctx)),
  ],
  jobs: [every('geocoded purge', 86_400, purgeGeocoded)],
})
