// Satellite tiles by way of the server: fetched once, kept in memory for everybody.
import type { FileReply } from '@flotta/core/contract.ts'
import { notFound, Problem } from '@flotta/core/problem.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { fetchBytes } from '@flotta/platform/fetch.ts'
import { once } from '@flotta/platform/once.ts'
import { customerOf } from '../customers/queries.ts'

const TIMEOUT_MS = 5_000
const KEEP_BYTES = 64 * 1_048_576
const LARGEST_TILE = 2 * 1_048_576
const BROWSER_KEEPS_S = 86_400

interface Cache {
  readonly tiles: Map<string, FileReply>
  bytes: number
}
const cacheOf = once((): Cache => ({ tiles: new Map(), bytes: 0 }))

function keep(cache: Cache, key: string, tile: FileReply): void {
  cache.tiles.set(key, tile)
  cache.bytes += tile.bytes.length
  for (const [oldest, { bytes }] of cache.tiles) {
    if (cache.bytes <= KEEP_BYTES) break
    cache.tiles.delete(oldest)
    cache.bytes -= bytes.length
  }
}

/** Throws not_found where none is configured, forbidden where the customer has none, unavailable when the provider fails. */
export async function satelliteTile(
  ctx: Context,
  customer_id: number,
  { z, x, y }: { readonly z: number; readonly x: number; readonly y: number },
): Promise<FileReply> {
  const template = ctx.config.FLOTTA_SATELLITE_TILES
  if (template === undefined || x >= 2 ** z || y >= 2 ** z) throw notFound()
  const { configurations } = await customerOf(ctx.db, customer_id)
  if (!configurations.some(c => c.parameter === 'maps_view_satellite' && c.value === '1')) throw new Problem('forbidden')
  const cache = cacheOf(ctx)
  const url = template.replaceAll('{z}', String(z)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y))
  const known = cache.tiles.get(url)
  if (known !== undefined) {
    cache.tiles.delete(url)
    cache.tiles.set(url, known)
    return known
  }
  const tile = await fetchTile(url).catch((error: unknown) => {
    ctx.log.warn({ error: error instanceof Error ? error.message : String(error) }, 'the satellite provider failed')
    throw new Problem('unavailable', 'api.provider_failed', {}, 10)
  })
  if (tile === null) throw notFound()
  keep(cache, url, tile)
  return tile
}

async function fetchTile(url: string): Promise<FileReply | null> {
  const { status, type, bytes } = await fetchBytes(url, { most: LARGEST_TILE, timeout: TIMEOUT_MS, accept: 'image/*' })
  if (status === 404 || status === 204) return null
  if (status !== 200 || !/^image\/(jpeg|png|webp|avif)$/.test(type)) throw new Error(`a tile was answered with ${status} ${type}`)
  return { type, bytes, max_age: BROWSER_KEEPS_S }
}
