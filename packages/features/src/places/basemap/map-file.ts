// A map file of streets: its contents, its checks, and how it gets into the data directory.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Config, ConfigError } from '@flotta/platform/config.ts'
import { PMTiles, TileType } from 'pmtiles'
import { z } from 'zod'
import { LocalFile } from './archive.ts'

/** Layers that the shipped styles draw: those of Protomaps' layout, version 4. */
const LAYOUT = ['earth', 'water', 'roads', 'places'] as const
/** A download that receives no byte for this long is given up. */
const SILENCE_MS = 30_000
const MEGABYTE = 1_000_000
const PROGRESS_BYTES = 50 * MEGABYTE

/** What a map file holds. Bounds are degrees: west, south, east, north. */
export interface MapFileFacts {
  readonly bounds: readonly [number, number, number, number]
  readonly min_zoom: number
  readonly max_zoom: number
  readonly bytes: number
  readonly attribution: string | null
}

const Metadata = z.looseObject({
  attribution: z.string().optional(),
  vector_layers: z.array(z.looseObject({ id: z.string() })).optional(),
})

/** The path of the street file that `map add` stored. */
export const streetsPath = ({ FLOTTA_DATA_DIR }: Pick<Config, 'FLOTTA_DATA_DIR'>): string =>
  join(FLOTTA_DATA_DIR, 'maps', 'streets.pmtiles')

/**
 * Reads the header of a PMTiles file and one of its tiles. Throws ConfigError with one line where it is no such file, is cut short, or lacks the layers that
 * streets are drawn from.
 */
export async function examineMapFile(path: string): Promise<MapFileFacts> {
  const file = await stat(path).catch(() => null)
  if (file === null || !file.isFile()) throw new ConfigError(`There is no file ${path}`)
  const archive = new PMTiles(new LocalFile(path))
  const header = await archive.getHeader().catch(() => {
    throw new ConfigError(`${path} is no PMTiles file (version 3)`)
  })
  const end = Math.max(
    header.tileDataOffset + (header.tileDataLength ?? 0),
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.jsonMetadataOffset + header.jsonMetadataLength,
  )
  if (file.size < end)
    throw new ConfigError(
      `${path} is cut short: ${megabytes(file.size)} of ${megabytes(end)} are there. Copy or download it again`,
    )
  if (header.tileType !== TileType.Mvt)
    throw new ConfigError(
      `${path} holds pictures; streets are drawn from vector tiles. Give pictures by FLOTTA_MAP_STYLE, as a source of a style`,
    )
  const metadata = Metadata.safeParse(await archive.getMetadata().catch(() => null)).data
  const layers = new Set(metadata?.vector_layers?.map(({ id }) => id))
  const missing = LAYOUT.filter(id => !layers.has(id))
  if (missing.length > 0)
    throw new ConfigError(
      `${path} lacks the layers ${missing.join(', ')}: it is not of Protomaps’ layout. Another layout needs a style of its own (FLOTTA_MAP_STYLE)`,
    )
  return {
    bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
    min_zoom: header.minZoom,
    max_zoom: header.maxZoom,
    bytes: file.size,
    attribution: metadata?.attribution ?? null,
  }
}

const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`

/**
 * Copies or downloads a map file next to the street file, examines it, and only then replaces the street file. A running server uses it from then on.
 * @param from path, or http(s) address; redirects are followed, because the operator chose the address
 */
export async function addMapFile(
  from: string,
  target: string,
  { note, signal }: { readonly note: (line: string) => void; readonly signal: AbortSignal },
): Promise<MapFileFacts> {
  const part = `${target}.part`
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  try {
    if (/^https?:/.test(from)) await download(from, part, note, signal)
    else {
      await examineMapFile(from)
      await pipeline(createReadStream(from), createWriteStream(part, { mode: 0o600 }), { signal })
    }
    const facts = await examineMapFile(part).catch((error: Error) => {
      throw new ConfigError(error.message.replaceAll(part, from))
    })
    await rename(part, target)
    return facts
  } catch (error) {
    if (error instanceof ConfigError) throw error
    if (signal.aborted) throw new ConfigError('Ended before the map was there: nothing was changed')
    throw new ConfigError(`${from}: ${reasonOf(error)}. Nothing was changed`)
  } finally {
    await rm(part, { force: true })
  }
}

/** Throws ConfigError where there is none. */
export async function removeMapFile(path: string): Promise<void> {
  await rm(path).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(
      error.code === 'ENOENT' ? `There is no file ${path}` : `${path}: ${error.code}`,
    )
  })
}

async function download(
  url: string,
  path: string,
  note: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(
      () => silence.abort(new Error(`nothing came for ${SILENCE_MS / 1000} s`)),
      SILENCE_MS,
    )
  }
  wait()
  try {
    const response = await fetch(url, {
      signal: AbortSignal.any([signal, silence.signal]),
      headers: { 'user-agent': 'Flotta' },
    })
    if (response.status !== 200 || response.body === null)
      throw new Error(`the server answers ${response.status}`)
    const total = Number(response.headers.get('content-length') ?? 0)
    let bytes = 0
    let next = PROGRESS_BYTES
    const counted = Readable.fromWeb(response.body).on('data', (chunk: Uint8Array) => {
      wait()
      bytes += chunk.length
      if (bytes < next) return
      next += PROGRESS_BYTES
      note(total > 0 ? `${megabytes(bytes)} of ${megabytes(total)}` : megabytes(bytes))
    })
    await pipeline(counted, createWriteStream(path, { mode: 0o600 }))
  } finally {
    clearTimeout(timer)
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code ?? error.message
}
