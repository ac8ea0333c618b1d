// The configured base map: its style, tiles and sprites. They pass through the server, so that keys
// stay there and browsers connect to one origin only.
import { endpoint, FileReply } from '@flotta/core/contract.ts'
import { Language } from '@flotta/core/languages.ts'
import { z } from 'zod'

const Theme = z.enum(['light', 'dark'])
export type Theme = z.infer<typeof Theme>
const Coordinate = z.coerce.number<number>().int().min(0).max(16_777_215)

/**
 * A MapLibre style whose sources and sprites have our addresses; it exists only where one is configured
 * (`about.map.style`).
 */
export const style = endpoint({
  method: 'GET',
  path: '/basemap/:theme/style',
  summary: 'The style of the configured base map, with its names in a language where it has them',
  allow: 'view',
  scope: 'none',
  params: z.object({ theme: Theme }),
  query: z.object({ language: Language.optional() }),
  reply: z.record(z.string(), z.unknown()),
  etag: true,
})
export const tile = endpoint({
  method: 'GET',
  path: '/basemap/:theme/tiles/:source/:z/:x/:y',
  summary: 'One tile of the configured base map',
  allow: 'view',
  scope: 'none',
  params: z.object({
    theme: Theme,
    source: z.string().max(100),
    z: z.coerce.number<number>().int().min(0).max(24),
    x: Coordinate,
    y: Coordinate,
  }),
  reply: FileReply,
  kind: 'file',
})
export const sprite = endpoint({
  method: 'GET',
  path: '/basemap/:theme/:file',
  summary: 'The pictures of the configured base map',
  allow: 'view',
  scope: 'none',
  params: z.object({
    theme: Theme,
    file: z.enum(['sprite.json', 'sprite.png', 'sprite@2x.json', 'sprite@2x.png']),
  }),
  reply: FileReply,
  kind: 'file',
})
