// Turns a provider's style into ours: its sources and sprites get our addresses, its labels the font of
// the page.
import { API } from '@flotta/core/contract.ts'
import { z } from 'zod'

const Layer = z.looseObject({
  id: z.string(),
  type: z.string(),
  source: z.string().optional(),
  layout: z.record(z.string(), z.unknown()).optional(),
})
const SourceShape = z.looseObject({
  type: z.string(),
  url: z.string().optional(),
  tiles: z.array(z.string()).optional(),
  scheme: z.string().optional(),
  tileSize: z.number().optional(),
  encoding: z.string().optional(),
  data: z.unknown().optional(),
})
/** The part of a MapLibre style that is used here. */
export const StyleShape = z.object({
  version: z.literal(8),
  sources: z.record(z.string(), SourceShape),
  layers: z.array(Layer),
  sprite: z.unknown().optional(),
})
export type StyleShape = z.infer<typeof StyleShape>

/** The facts of a source's tiles. */
export interface TileFacts {
  readonly minzoom?: number | undefined
  readonly maxzoom?: number | undefined
  readonly bounds?: readonly number[] | undefined
  readonly attribution?: string | undefined
}

/** The font of the page, rendered by the browser, so that no glyphs are fetched. */
const FONT = ['Inter Variable']

/** HTML of an attribution as plain text: `<a href="…">© OpenStreetMap</a>` → `© OpenStreetMap`. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&copy;/g, '©')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()

/** Parts of a label may name fonts of their own, deep in an expression. */
const inOwnLetters = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inOwnLetters)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value).map(([key, expression]) => [
            key,
            key === 'text-font' ? ['literal', FONT] : inOwnLetters(expression),
          ]),
        )
      : value

/**
 * The addresses begin with `/api/v1`; the page puts its own origin before them.
 * Layers whose source cannot pass through the server (images at addresses of their own) are left out.
 */
export function ownStyle(
  style: StyleShape,
  tilesByName: ReadonlyMap<string, TileFacts>,
  theme: string,
  withSprite: boolean,
): Readonly<Record<string, unknown>> {
  const sources: Record<string, Readonly<Record<string, unknown>>> = {}
  for (const [name, { type, tileSize, encoding, data }] of Object.entries(style.sources)) {
    const facts = tilesByName.get(name)
    if (type === 'geojson' && typeof data === 'object' && data !== null)
      sources[name] = { type, data }
    if (facts === undefined) continue
    const source = {
      type,
      tiles: [`${API}/basemap/${theme}/tiles/${encodeURIComponent(name)}/{z}/{x}/{y}`],
      ...facts,
      tileSize,
      encoding,
      attribution: facts.attribution === undefined ? undefined : plainText(facts.attribution),
    }
    sources[name] = Object.fromEntries(
      Object.entries(source).filter(([, value]) => value !== undefined),
    )
  }
  const layers = style.layers
    .filter(({ source }) => source === undefined || source in sources)
    .map(layer => {
      if (layer.layout === undefined) return layer
      const { 'icon-image': icon, ...layout } = layer.layout
      return {
        ...layer,
        layout: {
          ...(inOwnLetters(layout) as object),
          ...(layout['text-field'] !== undefined && { 'text-font': FONT }),
          ...(withSprite && icon !== undefined && { 'icon-image': icon }),
        },
      }
    })
  return {
    version: 8,
    sources,
    layers,
    ...(withSprite && { sprite: `${API}/basemap/${theme}/sprite` }),
  }
}
