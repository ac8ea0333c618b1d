// Requests to providers on the network: limited in bytes and time and without redirects. Files of providers are cached in memory for everybody.
import type { FileReply } from '@flotta/core/contract.ts'

export interface FetchResponse {
  readonly status: number
  /** Media type without its parameters. */
  readonly type: string
  readonly etag: string | null
  /** The header as received: seconds or a date. */
  readonly retryAfter: string | null
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Rejects when the answer is a redirect, longer than `most` bytes, or incomplete after `timeout` ms. */
export async function fetchBytes(
  url: string,
  {
    most,
    timeout,
    headers = {},
  }: {
    readonly most: number
    readonly timeout: number
    readonly headers?: Readonly<Record<string, string>>
  },
): Promise<FetchResponse> {
  const ending = new AbortController()
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  const readResponse = async (): Promise<FetchResponse> => {
    const response = await fetch(url, {
      signal: ending.signal,
      redirect: 'error',
      headers: { 'user-agent': 'Flotta', ...headers },
    })
    reader = response.body?.getReader()
    const parts: Uint8Array[] = []
    let length = 0
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      length += part.value.length
      if (length > most) throw new Error(`the answer is longer than ${most} bytes`)
      parts.push(part.value)
    }
    const { status, headers: headerValues } = response
    const type = (headerValues.get('content-type') ?? '').split(';')[0]?.trim() ?? ''
    return {
      status,
      type,
      etag: headerValues.get('etag'),
      retryAfter: headerValues.get('retry-after'),
      bytes: new Uint8Array(Buffer.concat(parts)),
    }
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  // An abort alone is not enough: once the head of the answer has arrived, the runtime may no longer pass the abort on.
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`timeout: no whole answer within ${timeout} ms`)),
      timeout,
    )
  })
  try {
    return await Promise.race([readResponse(), late])
  } finally {
    clearTimeout(timer)
    // A connection whose body was not read to the end is closed.
    ending.abort()
    reader?.cancel().catch(() => undefined)
  }
}

const LARGEST_FILE = 4 * 1_048_576
export const FILE_TIMEOUT_MS = 5_000
const BROWSER_KEEPS_S = 86_400

/**
 * @param types accepted media types; any other counts as a failure
 * @returns null: the provider has no such file (204, 404); rejects when the request fails, is too slow, or the answer has another type or is too
 * large
 */
export async function fetchFile(url: string, types: RegExp): Promise<FileReply | null> {
  const { status, type, bytes } = await fetchBytes(url, {
    most: LARGEST_FILE,
    timeout: FILE_TIMEOUT_MS,
  })
  if (status === 404 || status === 204) return null
  if (status !== 200 || !types.test(type))
    throw new Error(`a file was answered with ${status} ${type}`)
  return { type, bytes, max_age: BROWSER_KEEPS_S }
}

/** Files by their addresses; the least recently used are removed first. */
export class FileCache {
  readonly #most: number
  readonly #files = new Map<string, FileReply>()
  #bytes = 0

  /** @param most bytes */
  constructor(most = 64 * 1_048_576) {
    this.#most = most
  }
  /** As `fetchFile`. */
  async get(url: string, types: RegExp): Promise<FileReply | null> {
    const cached = this.#files.get(url)
    if (cached !== undefined) {
      this.#files.delete(url)
      this.#files.set(url, cached)
      return cached
    }
    const file = await fetchFile(url, types)
    if (file === null || this.#files.has(url)) return file
    this.#files.set(url, file)
    this.#bytes += file.bytes.length
    for (const [oldest, { bytes }] of this.#files) {
      if (this.#bytes <= this.#most) break
      this.#files.delete(oldest)
      this.#bytes -= bytes.length
    }
    return file
  }
}
