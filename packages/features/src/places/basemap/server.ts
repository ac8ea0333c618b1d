// The endpoints of the configured base map, light and dark, for every signed-in reader.
import { notFound, Problem } from '@flotta/core/problem.ts'
import { type Context, feature, handle, type Provider } from '@flotta/platform/feature.ts'
import { once } from '@flotta/platform/once.ts'
import { fileThere, siteAnswers } from '@flotta/platform/providers.ts'
import * as contract from './contract.ts'
import { BaseMap, isRemote } from './provider.ts'

const themesOf = once(
  ({
    config: { FLOTTA_MAP_STYLE: light, FLOTTA_MAP_STYLE_DARK: dark },
  }): Readonly<Record<contract.Theme, BaseMap>> | null =>
    light === undefined
      ? null
      : { light: new BaseMap(light, 'light'), dark: new BaseMap(dark ?? light, 'dark') },
)
function baseMap(ctx: Context, theme: contract.Theme): BaseMap {
  const themes = themesOf(ctx)
  if (themes === null) throw notFound()
  return themes[theme]
}

/** Logs a failure of the provider without its address, which may hold a key. */
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
  handlers: [
    handle(contract.style, ({ params, ctx }) =>
      withProviderErrors(ctx, baseMap(ctx, params.theme).style()),
    ),
    handle(contract.tile, ({ params, ctx }) =>
      withProviderErrors(
        ctx,
        baseMap(ctx, params.theme).tile(params.source, params.x, params.y, params.z),
      ),
    ),
    handle(contract.sprite, ({ params, ctx }) =>
      withProviderErrors(ctx, baseMap(ctx, params.theme).sprite(params.file)),
    ),
  ],
})
