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

/** The file is looked at no more often: a map that is drawn asks for hundreds of tiles. */
const LOOK_MS = 1_000

/** The file of `map add`, opened again when another file was put in its place. */
class FileStreets {
  readonly #path: string
  #lookedAt = Number.NEGATIVE_INFINITY
  #stamp = ''
  #map: StreetMap | null = null

  constructor(path: string) {
    this.#path = path
  }

  /** null: there is no such file. */
  async map(): Promise<StreetMap | null> {
    const now = performance.now()
    if (now - this.#lookedAt < LOOK_MS) return this.#map
    this.#lookedAt = now
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

/** The public service that the operator turned on; null: it is off, or the server has streets of its own. */
export async function publicStyleOf(
  ctx: StreetsContext & Pick<Context, 'db'>,
): Promise<PublicStyle | null> {
  const { map } = await installationOf(ctx.db)
  if (map !== 'streets' || (await streetsOf(ctx)) !== null) return null
  const { FLOTTA_MAP_PUBLIC_STYLE: light, FLOTTA_MAP_PUBLIC_STYLE_DARK: dark } = ctx.config
  return { light, dark }
}

/** What `GET about` tells of the map. */
export async function mapAbilities(ctx: StreetsContext & Pick<Context, 'db'>): Promise<{
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
