// Fetching from map providers: bounded in time and size, never redirected, kept in memory for everybody.
import type { FileReply } from '@flotta/core/contract.ts'

export const TIMEOUT_MS = 5_000
const LARGEST = 4 * 1_048_576
const KEEP_BYTES = 64 * 1_048_576
const BROWSER_KEEPS_S = 86_400

/**
 * @param types what may come, else it counts as a failure
 * @returns null: the provider has none (204, 404); rejects when it fails, is too slow, answers something else or too much
 */
export async function fetchFile(url: string, types: RegExp): Promise<FileReply | null> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), headers: { 'user-agent': 'Flotta' }, redirect: 'error' })
  if (response.status === 404 || response.status === 204) return null
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
  if (response.status !== 200 || !types.test(type)) throw new Error(`the map provider answered ${response.status} ${type}`)
  return { type, bytes: await bytesOf(response), max_age: BROWSER_KEEPS_S }
}

/** Rejects when there is more than `most`. */
export async function bytesOf(response: Response, most = LARGEST): Promise<FileReply['bytes']> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > most) throw new Error('the map provider answered too much')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** The least recently used leave first. */
export class Kept {
  readonly #files = new Map<string, FileReply>()
  #bytes = 0

  async get(url: string, types: RegExp): Promise<FileReply | null> {
    const known = this.#files.get(url)
    if (known !== undefined) {
      this.#files.delete(url)
      this.#files.set(url, known)
      return known
    }
    const file = await fetchFile(url, types)
    if (file === null || this.#files.has(url)) return file
    this.#files.set(url, file)
    this.#bytes += file.bytes.length
    for (const [oldest, { bytes }] of this.#files) {
      if (this.#bytes <= KEEP_BYTES) break
      this.#files.delete(oldest)
      this.#bytes -= bytes.length
    }
    return file
  }
}
