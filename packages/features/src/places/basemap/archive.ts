// Reads the bytes of a PMTiles archive: from a local file, or from the network with limits of time and
// size and without redirects.
import { open } from 'node:fs/promises'
import { FILE_TIMEOUT_MS, fetchBytes } from '@flotta/platform/fetch.ts'
import { EtagMismatch, type RangeResponse, type Source } from 'pmtiles'

/** Reads ranges of a file. */
export class LocalFile implements Source {
  readonly #path: string
  constructor(path: string) {
    this.#path = path
  }
  getKey(): string {
    return this.#path
  }
  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    const file = await open(this.#path)
    try {
      const data = new Uint8Array(length)
      const { bytesRead } = await file.read(data, 0, length, offset)
      return { data: data.buffer.slice(0, bytesRead) }
    } finally {
      await file.close()
    }
  }
}

/** Reads ranges at an address. A weak ETag does not identify bytes, so it counts as none. */
export class RemoteFile implements Source {
  readonly #url: string
  constructor(url: string) {
    this.#url = url
  }
  getKey(): string {
    return this.#url
  }
  async getBytes(
    offset: number,
    length: number,
    _signal?: AbortSignal,
    knownEtag?: string,
  ): Promise<RangeResponse> {
    const {
      status,
      etag: tag,
      bytes,
    } = await fetchBytes(this.#url, {
      most: length,
      timeout: FILE_TIMEOUT_MS,
      headers: { range: `bytes=${offset}-${offset + length - 1}` },
    })
    // A server without range requests answers the whole file. That is acceptable when the file is not longer than
    // the requested range.
    if (status !== 206 && !(status === 200 && offset === 0))
      throw new Error(`the map provider answered ${status}`)
    const etag = tag === null || tag.startsWith('W/') ? undefined : tag
    if (knownEtag !== undefined && etag !== knownEtag)
      throw new EtagMismatch(`the archive changed while it was read`)
    return { data: bytes.buffer, ...(etag !== undefined && { etag }) }
  }
}
