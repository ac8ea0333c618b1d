// The endpoints of places: the configured geocoder, else the embedded one.
import { coordinatesOf } from '@flotta/core/place-spelling.ts'
import { type Context, every, feature, handle } from '@flotta/platform/feature.ts'
import { siteAnswers } from '@flotta/platform/providers.ts'
import { geocoderOf } from './chosen.ts'
import * as contract from './contract.ts'
import { LOCATIONIQ_URL } from './http.ts'
import type { FoundPlace } from './provider.ts'
import { purgeGeocoded, whereOf } from './where.ts'

/** Logs a failure of the provider; the answer then has no places. */
async function orNothing(ctx: Context, answer: Promise<FoundPlace[]>): Promise<contract.Place[]> {
  try {
    return (await answer).map(place => ({ latitude: place.lat, longitude: place.lon, ...place }))
  } catch (error) {
    ctx.log.warn(
      {
        setting: 'FLOTTA_GEOCODER_URL',
        error: error instanceof Error ? error.message : String(error),
      },
      'the geocoder failed',
    )
    return []
  }
}

export default feature({
  handlers: [
    handle(contract.reverse, ({ query, language, ctx }) => {
      const { latitude, longitude } = coordinatesOf(query)
      return orNothing(ctx, geocoderOf(ctx).reverse(latitude, longitude, language))
    }),
    handle(contract.autocomplete, ({ query, language, ctx }) =>
      orNothing(ctx, geocoderOf(ctx).autocomplete(query.q, query.limit, language)),
    ),
    handle(contract.where, ({ body, language, ctx }) => whereOf(body.positions, language, ctx)),
  ],
  jobs: [every('geocoded purge', 86_400, purgeGeocoded)],
  providers: ({ geocoder }) =>
    geocoder.kind === 'embedded'
      ? []
      : [
          {
            name: 'geocoder',
            setting: geocoder.url === undefined ? 'FLOTTA_GEOCODER' : 'FLOTTA_GEOCODER_URL',
            check: () => siteAnswers(geocoder.url ?? LOCATIONIQ_URL),
          },
        ],
})
