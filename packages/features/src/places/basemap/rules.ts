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

/** Replaces the fonts that parts of a label set themselves, deep in an expression. */
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
  return {
    version: 8,
    sources,
    layers: ownLayers(style.layers, sources, withSprite),
    ...(withSprite && { sprite: `${API}/basemap/${theme}/sprite` }),
  }
}

/** The layers with a drawable source, in the page's font, with icons only where there are sprites. */
const ownLayers = (
  layers: StyleShape['layers'],
  sources: Readonly<Record<string, unknown>>,
  withSprite: boolean,
): StyleShape['layers'] =>
  layers
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

/** The tiles of a public service's source, at its own addresses, from which browsers load them. */
export const PublicTiles = z.object({
  tiles: z.array(z.url()).min(1),
  minzoom: z.number().optional(),
  maxzoom: z.number().optional(),
  bounds: z.array(z.number()).length(4).optional(),
  attribution: z.string().optional(),
})
export type PublicTiles = z.infer<typeof PublicTiles>

/** The name of a thing in a language, else its local name; each name once. */
const nameIn = (language: string) => [
  'coalesce',
  ['get', `name:${language}`],
  ['get', `name_${language}`],
  ['get', 'name:latin'],
  ['get', 'name'],
]
/** Whether a label shows names, in any language; numbers of roads and houses are no names. */
const tellsName = (label: unknown): boolean => /"name[":_}]|\{name/.test(JSON.stringify(label))

/**
 * The style of a public service as the page draws it: its tiles and sprites stay at the service, names are in the reader's language, the font is the page's.
 * @param tiles by the name of their source; sources without tiles are left out with their layers
 */
export function publicStyle(
  style: StyleShape,
  tiles: ReadonlyMap<string, PublicTiles>,
  language: string,
): Readonly<Record<string, unknown>> {
  const sources: Record<string, unknown> = {}
  for (const [name, { type, tileSize }] of Object.entries(style.sources)) {
    const facts = tiles.get(name)
    if (facts === undefined) continue
    const { attribution, ...place } = facts
    sources[name] = {
      type,
      ...place,
      ...(tileSize !== undefined && { tileSize }),
      ...(attribution !== undefined && { attribution: plainText(attribution) }),
    }
  }
  const sprite = typeof style.sprite === 'string' ? style.sprite : undefined
  return {
    version: 8,
    sources,
    layers: ownLayers(style.layers, sources, sprite !== undefined).map(layer =>
      tellsName(layer.layout?.['text-field'] ?? null)
        ? { ...layer, layout: { ...layer.layout, 'text-field': nameIn(language) } }
        : layer,
    ),
    ...(sprite !== undefined && { sprite }),
  }
}
