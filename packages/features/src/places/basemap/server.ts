// Serves the streets of this installation, light and dark, to every signed-in user.
import { notFound, Problem } from '@flotta/core/problem.ts'
import { type Context, feature, handle, type Provider } from '@flotta/platform/feature.ts'
import { fileThere, siteAnswers } from '@flotta/platform/providers.ts'
import * as contract from './contract.ts'
import { type BaseMap, isRemote } from './provider.ts'
import { publicStyleOf, streetsOf } from './streets.ts'

/** Throws not_found where this installation has no streets. */
async function baseMap(ctx: Context, theme: contract.Theme): Promise<BaseMap> {
  const streets = await streetsOf(ctx)
  if (streets === null) throw notFound()
  return streets[theme]
}

/** Logs a failure of the provider without its address, which may contain a key. */
async function withProviderErrors<T>(ctx: Context, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Problem) throw error
    ctx.log.warn(
      {
        setting: 'FLOTTA_MAP_STYLE',
        error: error instanceof Error ? error.message : String(error),
      },
      'the base map’s provider failed',
    )
    throw new Problem('unavailable', 'api.provider_failed', {}, 10)
  }
}

function styleProvider(name: string, setting: string, at: string | undefined): Provider[] {
  if (at === undefined) return []
  return [{ name, setting, check: () => (isRemote(at) ? siteAnswers(at) : fileThere(at)) }]
}

export default feature({
  providers: ({ FLOTTA_MAP_STYLE: light, FLOTTA_MAP_STYLE_DARK: dark }) => [
    ...styleProvider('map', 'FLOTTA_MAP_STYLE', light),
    ...styleProvider('map_dark', 'FLOTTA_MAP_STYLE_DARK', dark === light ? undefined : dark),
  ],
  pageOrigins: async ctx => {
    const style = await publicStyleOf(ctx)
    return style === null
      ? []
      : [...new Set([style.light, style.dark].map(url => new URL(url).origin))]
  },
  handlers: [
    handle(contract.style, ({ params, query, language, ctx }) =>
      withProviderErrors(
        ctx,
        baseMap(ctx, params.theme).then(map => map.style(query.language ?? language)),
      ),
    ),
    handle(contract.tile, ({ params: { theme, source, x, y, z }, ctx }) =>
      withProviderErrors(
        ctx,
        baseMap(ctx, theme).then(map => map.tile(source, x, y, z)),
      ),
    ),
    handle(contract.sprite, ({ params, ctx }) =>
      withProviderErrors(
        ctx,
        baseMap(ctx, params.theme).then(map => map.sprite(params.file)),
      ),
    ),
  ],
})
