// Bytes from a provider on the network: so many at most, within a time, and from where they were asked only.

export interface Fetched {
  readonly status: number
  /** Media type without its parameters. */
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Rejects when the answer is a redirect, longer than `most` bytes, or not whole within `timeout` ms. */
export async function fetchBytes(
  url: string,
  { most, timeout, accept }: { readonly most: number; readonly timeout: number; readonly accept: string },
): Promise<Fetched> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeout), redirect: 'error', headers: { 'user-agent': 'Flotta', accept } })
  const parts: Uint8Array[] = []
  let length = 0
  // leaving the loop ends the connection
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > most) throw new Error(`the answer is longer than ${most} bytes`)
    parts.push(part)
  }
  return { status: response.status, type: (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '', bytes: Buffer.concat(parts) }
}
