// The source of this installation's streets: the configured map, else the file that `map add` stored.
import { stat } from 'node:fs/promises'
import type { Context } from '@flotta/platform/feature.ts'
import { once } from '@flotta/platform/once.ts'
import { installationOf } from '../../house/installation/queries.ts'
import type { Theme } from './contract.ts'
import { streetsPath } from './map-file.ts'
import { BaseMap } from './provider.ts'

/** One map for each theme. */
export type StreetMap = Readonly<Record<Theme, BaseMap>>
type StreetsContext = Pick<Context, 'config' | 'pool'>
type PublicContext = Pick<Context, 'config' | 'pool' | 'db' | 'changes' | 'log'>

/** Least interval between two checks of the file, ms, because drawing a map reads hundreds of tiles. */
const LOOK_MS = 1_000

/** The file of `map add`, opened again when it was replaced. */
class FileStreets {
  readonly #path: string
  #lookedAt = Number.NEGATIVE_INFINITY
  #looking: Promise<StreetMap | null> = Promise.resolve(null)
  #stamp = ''
  #map: StreetMap | null = null

  constructor(path: string) {
    this.#path = path
  }

  /** null: there is no such file. Calls during a check share its answer. */
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

/** The streets of the server; null: it has none. */
export const streetsOf = (ctx: StreetsContext): Promise<StreetMap | null> => mapsOf(ctx).map()

/** The highest useful zooms of the shipped map and of streets. */
const EMBEDDED_MAX_ZOOM = 11
const STREETS_MAX_ZOOM = 19

/** Addresses of the styles of a public map service, from which browsers load directly. */
export interface PublicStyle {
  readonly light: string
  readonly dark: string
}

/**
 * Whether the operator turned the public service on. The row is read once and again after a change, because every page and every `GET about` needs it; while
 * the database is down, the last known value holds.
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

/** The public service that the operator turned on; null: it is off, or the server has its own streets. */
export async function publicStyleOf(ctx: PublicContext): Promise<PublicStyle | null> {
  if ((await streetsOf(ctx)) !== null || !(await isServiceOn(ctx)())) return null
  const { FLOTTA_MAP_PUBLIC_STYLE: light, FLOTTA_MAP_PUBLIC_STYLE_DARK: dark } = ctx.config
  return { light, dark }
}

/** The data of the map in `GET about`. */
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
