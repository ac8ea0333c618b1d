// Reports a full disk: which disk it is, the free space, and what to do.
import { stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { metricCollector } from './feature.ts'
import { gauge } from './metrics.ts'

/** PostgreSQL cannot start without room for one segment of its log. */
const MIN_FREE_BYTES = 16 * 1024 * 1024
const FULL = /no space left on device|disk quota exceeded|ENOSPC|EDQUOT/i

/** The sentence that names the disk of a path, when an error says that it is full or when it is; else null. */
export async function fullDisk(path: string, error: unknown): Promise<string | null> {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const isReported =
    code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || FULL.test(String(message))
  const place = await nearestExisting(resolve(path))
  const free = await statfs(place).then(
    s => s.bavail * s.bsize,
    () => Number.POSITIVE_INFINITY,
  )
  if (!isReported && free >= MIN_FREE_BYTES) return null
  const freeText = Number.isFinite(free) ? `, ${Math.floor(free / 1e6)} MB free` : ''
  return `The disk of ${resolve(path)} is full (mounted at ${await mountOf(place)}${freeText}): free some space on it, at least ${Math.ceil(MIN_FREE_BYTES / 1e6)} MB`
}

/** Free bytes of the disk that holds the path, or will hold it. */
export async function diskSpaceOf(
  path: string,
): Promise<{ readonly free: number; readonly size: number }> {
  const { bavail, blocks, bsize } = await statfs(await nearestExisting(resolve(path)))
  return { free: bavail * bsize, size: blocks * bsize }
}

const role = 'worker'
const free = gauge({
  role,
  name: 'flotta_disk_free_bytes',
  help: 'Room on the disk of the data directory that this process may use',
})
const size = gauge({
  role,
  name: 'flotta_disk_size_bytes',
  help: 'Size of the disk of the data directory',
})
export const diskCollector = metricCollector([free, size], async ({ config }) => {
  const room = await diskSpaceOf(config.FLOTTA_DATA_DIR)
  free.set(room.free)
  size.set(room.size)
})

/** The path itself, or the nearest directory above it that exists. */
async function nearestExisting(path: string): Promise<string> {
  for (let p = path; ; p = dirname(p))
    if (
      p === dirname(p) ||
      (await stat(p).then(
        () => true,
        () => false,
      ))
    )
      return p
}

async function mountOf(path: string): Promise<string> {
  const device = (await stat(path)).dev
  for (let p = path; p !== dirname(p); p = dirname(p))
    if ((await stat(dirname(p))).dev !== device) return p
  return '/'
}
