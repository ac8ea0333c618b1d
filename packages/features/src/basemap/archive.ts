// Where a PMTiles archive's bytes come from: a file of this machine, or the network, bounded in time and size and never redirected.
import { open } from 'node:fs/promises'
import { EtagMismatch, type RangeResponse, type Source } from 'pmtiles'
import { bytesOf, TIMEOUT_MS } from './fetch.ts'

/** Reads ranges of a file that stays open. */
export class LocalFile implements Source {
  readonly #path: string
  #file: ReturnType<typeof open> | undefined
  constructor(path: string) {
    this.#path = path
  }
  getKey(): string {
    return this.#path
  }
  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    this.#file ??= open(this.#path)
    const data = new Uint8Array(length)
    const { bytesRead } = await (await this.#file).read(data, 0, length, offset)
    return { data: data.buffer.slice(0, bytesRead) }
  }
}

/** Reads ranges at an address; a weak tag does not tell bytes apart and counts as none. */
export class RemoteFile implements Source {
  readonly #url: string
  constructor(url: string) {
    this.#url = url
  }
  getKey(): string {
    return this.#url
  }
  async getBytes(offset: number, length: number, _signal?: AbortSignal, known?: string): Promise<RangeResponse> {
    const response = await fetch(this.#url, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
      headers: { 'user-agent': 'Flotta', range: `bytes=${offset}-${offset + length - 1}` },
    })
    // one that knows no ranges answers the whole file: good enough where that is not longer than what was asked for
    if (response.status !== 206 && !(response.status === 200 && offset === 0)) throw new Error(`the map provider answered ${response.status}`)
    const tag = response.headers.get('etag')
    const etag = tag === null || tag.startsWith('W/') ? undefined : tag
    if (known !== undefined && etag !== known) {
      await response.body?.cancel()
      throw new EtagMismatch(`the archive changed while it was read`)
    }
    const { buffer } = await bytesOf(response, length)
    return { data: buffer, ...(etag !== undefined && { etag }) }
  }
}
