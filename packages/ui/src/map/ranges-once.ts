// Reads parts of an archive of tiles, each part once.
import { EtagMismatch, type RangeResponse, type Source } from 'pmtiles'

/** At most this many parts are kept, about 10 kB each; the least recently used one goes first. */
const KEPT = 400

/**
 * Near tiles of a zoom beyond the archive's are the same part of it, wanted at once: Chromium's cache fails one of such
 * requests now and then, and the tile stays blank. So parts are kept here and the browser's cache is left out.
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

  /** Bytes from `offset` on; a part serves several tiles, so one tile's `signal` does not stop it. */
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

  /** @throws EtagMismatch when the archive was replaced since its index was read: the index is then read anew. */
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
