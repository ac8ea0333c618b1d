// Where the streets of this installation come from: the map that the settings name, else the file that `map add` brought.
import { stat } from 'node:fs/promises'
import type { Context } from '@flotta/platform/feature.ts'
import { once } from '@flotta/platform/once.ts'
import { installationOf } from '../../house/installation/queries.ts'
import type { Theme } from './contract.ts'
import { streetsPath } from './map-file.ts'
import { BaseMap } from './provider.ts'

/** One map for each theme of the page. */
export type StreetMap = Readonly<Record<Theme, BaseMap>>
type StreetsContext = Pick<Context, 'config' | 'pool'>
type PublicContext = Pick<Context, 'config' | 'pool' | 'db' | 'changes' | 'log'>

/** The file is looked at no more often: a map that is drawn asks for hundreds of tiles. */
const LOOK_MS = 1_000

/** The file of `map add`, opened again when another file was put in its place. */
class FileStreets {
  readonly #path: string
  #lookedAt = Number.NEGATIVE_INFINITY
  #looking: Promise<StreetMap | null> = Promise.resolve(null)
  #stamp = ''
  #map: StreetMap | null = null

  constructor(path: string) {
    this.#path = path
  }

  /** null: there is no such file. Who asks while the file is looked at waits for the same answer. */
  map(): Promise<StreetMap | null> {
    const now = performance.now()
    if (now - this.#lookedAt >= LOOK_MS) {
      this.#lookedAt = now
      this.#looking = this.#look()
    }
    return this.#looking
  }

  async #look(): Promise<StreetMap | null> {
    const file = await stat(this.#path).catch(() => null)
    const stamp = file === null ? '' : `${file.ino} ${file.size} ${file.mtimeMs}`
    if (stamp === this.#stamp) return this.#map
    this.#stamp = stamp
    this.#map =
      file === null
        ? null
        : { light: new BaseMap(this.#path, 'light'), dark: new BaseMap(this.#path, 'dark') }
    return this.#map
  }
}

const mapsOf = once(
  ({ config }: StreetsContext): { readonly map: () => Promise<StreetMap | null> } => {
    const { FLOTTA_MAP_STYLE: light, FLOTTA_MAP_STYLE_DARK: dark } = config
    if (light === undefined) return new FileStreets(streetsPath(config))
    const map = { light: new BaseMap(light, 'light'), dark: new BaseMap(dark ?? light, 'dark') }
    return { map: async () => map }
  },
)

/** The streets that the server draws from; null: it has none. */
export const streetsOf = (ctx: StreetsContext): Promise<StreetMap | null> => mapsOf(ctx).map()

/** The deepest zooms that the shipped map and streets show usefully. */
const EMBEDDED_MAX_ZOOM = 11
const STREETS_MAX_ZOOM = 19

/** Addresses of the styles of a public map service that browsers ask themselves. */
export interface PublicStyle {
  readonly light: string
  readonly dark: string
}

/**
 * Whether the operator turned the public service on. The row is read once and again when it changed,
 * as every page and every `GET about` asks; while the database is away, what was known last holds.
 */
const isServiceOn = once((ctx: PublicContext): (() => Promise<boolean>) => {
  let last = false
  let reading: Promise<boolean> | undefined
  ctx.changes.on(({ table }) => {
    if (table === 'installation' || table === '*') reading = undefined
  })
  const readInstallation = async (): Promise<boolean> => {
    try {
      last = (await installationOf(ctx.db)).map === 'streets'
    } catch (error) {
      reading = undefined
      ctx.log.warn({ error: String(error) }, 'whether the map service is on cannot be read')
    }
    return last
  }
  return () => {
    reading ??= readInstallation()
    return reading
  }
})

/** The public service that the operator turned on; null: it is off, or the server has streets of its own. */
export async function publicStyleOf(ctx: PublicContext): Promise<PublicStyle | null> {
  if ((await streetsOf(ctx)) !== null || !(await isServiceOn(ctx)())) return null
  const { FLOTTA_MAP_PUBLIC_STYLE: light, FLOTTA_MAP_PUBLIC_STYLE_DARK: dark } = ctx.config
  return { light, dark }
}

/** What `GET about` tells of the map. */
export async function mapAbilities(ctx: PublicContext): Promise<{
  readonly max_zoom: number
  readonly style: boolean
  readonly public_style: PublicStyle | null
}> {
  const style = (await streetsOf(ctx)) !== null
  const public_style = await publicStyleOf(ctx)
  return {
    max_zoom: style || public_style !== null ? STREETS_MAX_ZOOM : EMBEDDED_MAX_ZOOM,
    style,
    public_style,
  }
}
