// A configured base map: a MapLibre style (address or file), a PMTiles file of Protomaps' layout, or the address of raster tiles, turned into a style
// whose addresses all lead to us.
import { readFile } from 'node:fs/promises'
import type { FileReply } from '@flotta/core/contract.ts'
import { LAST_LANGUAGE, type Language } from '@flotta/core/languages.ts'
import { notFound } from '@flotta/core/problem.ts'
import { FileCache, fetchFile } from '@flotta/platform/fetch.ts'
import { layers, namedFlavor } from '@protomaps/basemaps'
import { PMTiles, TileType } from 'pmtiles'
import { z } from 'zod'
import { LocalFile, RemoteFile } from './archive.ts'
import type { Theme } from './contract.ts'
import { ownStyle, StyleShape, type TileFacts } from './rules.ts'

const TILES =
  /^(application\/(x-protobuf|vnd\.mapbox-vector-tile|octet-stream|protobuf)|image\/(png|jpeg|webp|avif))$/
const JSON_TYPES = /^(application\/(json|octet-stream|.+\+json)|text\/plain)$/
const PICTURES = /^(application\/json|image\/(png|webp))$/
const A_DAY_S = 86_400
export const isRemote = (at: string): boolean => /^https?:/.test(at)

type Tiles =
  | { readonly kind: 'archive'; readonly archive: PMTiles; readonly type: string }
  | { readonly kind: 'template'; readonly templates: readonly string[]; readonly tms: boolean }

const TileJson = z.object({
  tiles: z.array(z.string()).min(1),
  minzoom: z.number().optional(),
  maxzoom: z.number().optional(),
  attribution: z.string().optional(),
  bounds: z.array(z.number()).length(4).optional(),
  scheme: z.enum(['xyz', 'tms']).optional(),
})
const TYPES: Readonly<Partial<Record<TileType, string>>> = {
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
  [TileType.Avif]: 'image/avif',
}

interface OpenedStyle {
  readonly style: Readonly<Record<string, unknown>>
  readonly tiles: ReadonlyMap<string, Tiles>
  /** Address without its ending; null: it has no sprites. */
  readonly sprite: string | null
}

/**
 * One theme of a configured base map; its style is read once, at first use, and again after a
 * failure.
 */
export class BaseMap {
  readonly #at: string
  readonly #theme: Theme
  readonly #kept = new FileCache()
  /** By the language of its names; only an archive has several. */
  readonly #opened = new Map<Language, Promise<OpenedStyle>>()

  /** @param at address or path of a style (`.json`) or of a PMTiles file (`.pmtiles`), or an address of raster tiles with {z}, {x} and {y} */
  constructor(at: string, theme: Theme) {
    this.#at = at
    this.#theme = theme
  }

  async style(language: Language): Promise<Readonly<Record<string, unknown>>> {
    return (await this.#open(language)).style
  }

  /** Throws not_found for a source that the style does not have, and for a tile that does not exist. */
  async tile(source: string, x: number, y: number, zoom: number): Promise<FileReply> {
    const tiles = (await this.#open()).tiles.get(source)
    if (tiles === undefined || x >= 2 ** zoom || y >= 2 ** zoom) throw notFound()
    if (tiles.kind === 'archive') {
      const tile = await tiles.archive.getZxy(zoom, x, y)
      if (tile === undefined) throw notFound()
      return { type: tiles.type, bytes: new Uint8Array(tile.data), max_age: A_DAY_S }
    }
    const template = tiles.templates[(x + y) % tiles.templates.length] as string
    const row = tiles.tms ? 2 ** zoom - 1 - y : y
    const url = template
      .replaceAll('{z}', String(zoom))
      .replaceAll('{x}', String(x))
      .replaceAll('{y}', String(row))
      .replaceAll('{ratio}', '')
    const file = await this.#kept.get(url, TILES)
    if (file === null) throw notFound()
    return file
  }

  /** @param file `sprite.json`, `sprite@2x.png` … */
  async sprite(file: string): Promise<FileReply> {
    const { sprite } = await this.#open()
    if (sprite === null) throw notFound()
    const picture = await this.#kept.get(withEnding(sprite, file.slice('sprite'.length)), PICTURES)
    if (picture === null) throw notFound()
    return picture
  }

  /** Opens the style; tiles and sprites are the same in every language. */
  #open(language: Language = LAST_LANGUAGE): Promise<OpenedStyle> {
    const key = this.#isArchive ? language : LAST_LANGUAGE
    const opened = this.#opened.get(key)
    if (opened !== undefined) return opened
    const opening = this.#read(key).catch(error => {
      this.#opened.delete(key)
      throw error
    })
    this.#opened.set(key, opening)
    return opening
  }

  get #isArchive(): boolean {
    return /\.pmtiles(\?|$)/.test(this.#at)
  }

  async #read(language: Language): Promise<OpenedStyle> {
    const raw = this.#isArchive
      ? this.#protomapsStyle(language)
      : /\{[xyz]\}/.test(this.#at)
        ? this.#rasterStyle()
        : await this.#json(this.#at)
    const styleResult = StyleShape.safeParse(raw)
    if (!styleResult.success)
      throw new Error(`${isRemote(this.#at) ? 'what it answers' : this.#at} is no MapLibre style`)
    const tiles = new Map<string, Tiles>()
    const tileFacts = new Map<string, TileFacts>()
    for (const [name, source] of Object.entries(styleResult.data.sources)) {
      if (source.type === 'geojson') continue
      const [sourceTiles, facts] = await this.#source(source)
      tiles.set(name, sourceTiles)
      tileFacts.set(name, facts)
    }
    const sprite =
      typeof styleResult.data.sprite === 'string' && isRemote(styleResult.data.sprite)
        ? styleResult.data.sprite
        : null
    return {
      style: ownStyle(styleResult.data, tileFacts, this.#theme, sprite !== null),
      tiles,
      sprite,
    }
  }

  async #source(source: {
    readonly url?: string | undefined
    readonly tiles?: readonly string[] | undefined
    readonly scheme?: string | undefined
  }): Promise<[Tiles, TileFacts]> {
    if (source.url?.startsWith('pmtiles://')) {
      const at = source.url.slice('pmtiles://'.length)
      this.#mayName(at)
      const archive = new PMTiles(isRemote(at) ? new RemoteFile(at) : new LocalFile(at))
      const header = await archive.getHeader()
      const { attribution } = (await archive.getMetadata()) as { attribution?: unknown }
      return [
        { kind: 'archive', archive, type: TYPES[header.tileType] ?? 'application/x-protobuf' },
        {
          minzoom: header.minZoom,
          maxzoom: header.maxZoom,
          bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
          attribution: typeof attribution === 'string' ? attribution : undefined,
        },
      ]
    }
    if (source.url !== undefined) this.#mayName(source.url)
    const { tiles, scheme, ...facts } =
      source.url === undefined
        ? TileJson.parse(source)
        : TileJson.parse(await this.#json(source.url))
    if (!tiles.every(isRemote)) throw new Error('a source of the style has no http address')
    return [{ kind: 'template', templates: tiles, tms: (scheme ?? source.scheme) === 'tms' }, facts]
  }

  /** Throws where a style from the network refers to a file of this machine. */
  #mayName(at: string): void {
    if (isRemote(this.#at) && !isRemote(at))
      throw new Error('a style from the network names a file of this machine')
  }

  async #json(at: string): Promise<unknown> {
    if (!isRemote(at)) return JSON.parse(await readFile(at, 'utf8'))
    const file = await fetchFile(at, JSON_TYPES)
    if (file === null) throw new Error('the map provider has no such style')
    return JSON.parse(Buffer.from(file.bytes).toString('utf8'))
  }

  #rasterStyle(): unknown {
    return {
      version: 8,
      sources: { raster: { type: 'raster', tiles: [this.#at], tileSize: 256 } },
      layers: [{ id: 'raster', type: 'raster', source: 'raster' }],
    }
  }

  #protomapsStyle(language: Language): unknown {
    return {
      version: 8,
      sources: { protomaps: { type: 'vector', url: `pmtiles://${this.#at}` } },
      // Its symbols would need sprites from elsewhere.
      layers: layers('protomaps', namedFlavor(this.#theme), { lang: language }).filter(
        ({ id }) => !['pois', 'roads_shields', 'roads_oneway', 'address_label'].includes(id),
      ),
    }
  }
}

/** The ending is inserted before the query: `https://host/sprite?key=1` and `@2x.png`. */
function withEnding(sprite: string, ending: string): string {
  const url = new URL(sprite)
  url.pathname += ending
  return url.href
}
