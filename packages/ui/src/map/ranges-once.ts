// Reads parts of an archive of tiles, each part only once.
import { EtagMismatch, type RangeResponse, type Source } from 'pmtiles'

/** Largest number of cached parts, about 10 kB each; the least recently used one is removed first. */
const KEPT = 400

/**
 * Neighbouring tiles beyond the archive's largest zoom need the same part at the same time. Chromium's cache sometimes fails one of such
 * requests, and the tile stays blank. So parts are cached here, and the browser's cache is not used.
 */
export class RangesOnce implements Source {
  readonly #url: string
  readonly #parts = new Map<string, Promise<RangeResponse>>()

  constructor(url: string) {
    this.#url = url
  }

  getKey(): string {
    return this.#url
  }

  /** Reads bytes from `offset` on. A part serves several tiles, so the `signal` of one tile does not abort it. */
  async getBytes(
    offset: number,
    length: number,
    _signal?: AbortSignal,
    etag?: string,
  ): Promise<RangeResponse> {
    const key = `${offset}+${length} ${etag ?? ''}`
    const cachedPart = this.#parts.get(key)
    const part = cachedPart ?? this.#fetch(offset, length, etag)
    this.#parts.delete(key)
    this.#parts.set(key, part)
    if (cachedPart === undefined) {
      part.catch(() => this.#parts.delete(key))
      const [oldest] = this.#parts.keys()
      if (this.#parts.size > KEPT && oldest !== undefined) this.#parts.delete(oldest)
    }
    const { data, ...rest } = await part
    // The caller may transfer the bytes to a worker, so it gets a copy.
    return { ...rest, data: data.slice(0) }
  }

  /** @throws EtagMismatch when the archive was replaced since its index was read; the index is then read again. */
  async #fetch(offset: number, length: number, etag: string | undefined): Promise<RangeResponse> {
    const response = await fetch(this.#url, {
      headers: { range: `bytes=${offset}-${offset + length - 1}` },
      cache: 'no-store',
    })
    if (response.status !== 206)
      throw new Error(`${this.#url}: ${response.status} instead of a part`)
    const currentEtag = response.headers.get('etag') ?? undefined
    if (etag !== undefined && currentEtag !== etag) {
      this.#parts.clear()
      throw new EtagMismatch(`${this.#url} was ${etag}, is ${currentEtag}`)
    }
    return {
      data: await response.arrayBuffer(),
      ...(currentEtag === undefined ? {} : { etag: currentEtag }),
    }
  }
}
