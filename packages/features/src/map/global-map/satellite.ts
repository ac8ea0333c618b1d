// Satellite tiles through the server: fetched once and cached in memory for all readers.
import type { FileReply } from '@flotta/core/contract.ts'
import { notFound, Problem } from '@flotta/core/problem.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { FileCache } from '@flotta/platform/fetch.ts'
import { once } from '@flotta/platform/once.ts'
import { customerOf } from '../../people/customers/queries.ts'

const PICTURES = /^image\/(jpeg|png|webp|avif)$/
const tilesOf = once(() => new FileCache())

/**
 * Throws not_found where none is configured, forbidden where the customer has none, and unavailable
 * when the provider fails.
 */
export async function satelliteTile(
  ctx: Context,
  customer_id: number,
  { z, x, y }: { readonly z: number; readonly x: number; readonly y: number },
): Promise<FileReply> {
  const template = ctx.config.FLOTTA_SATELLITE_TILES
  if (template === undefined || x >= 2 ** z || y >= 2 ** z) throw notFound()
  const { configurations } = await customerOf(ctx.db, customer_id)
  if (!configurations.some(c => c.parameter === 'maps_view_satellite' && c.value === '1'))
    throw new Problem('forbidden')
  const url = template
    .replaceAll('{z}', String(z))
    .replaceAll('{x}', String(x))
    .replaceAll('{y}', String(y))
  const tile = await tilesOf(ctx)
    .get(url, PICTURES)
    .catch((error: unknown) => {
      ctx.log.warn(
        { error: error instanceof Error ? error.message : String(error) },
        'the satellite provider failed',
      )
      throw new Problem('unavailable', 'api.provider_failed', {}, 10)
    })
  if (tile === null) throw notFound()
  return tile
}
