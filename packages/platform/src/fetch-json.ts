// Asking a provider on the network for JSON: in its turn, in five seconds, and not again for a while after "too many".
import { fetchBytes } from './fetch.ts'
import { retryAfter, type Throttle } from './throttle.ts'

const TIMEOUT_MS = 5_000
/** After "too many" without a time. */
const REST_MS = 10_000

/**
 * Rejects where its turn does not come, or the answer, in time.
 * @param most bytes of the answer
 * @returns `body` undefined: none that can be read
 */
export async function fetchJson(
  pace: Throttle,
  url: string,
  most: number,
): Promise<{ readonly status: number; readonly body: unknown }> {
  await pace.acquire()
  const {
    status,
    bytes,
    retryAfter: after,
  } = await fetchBytes(url, { most, timeout: TIMEOUT_MS, headers: { accept: 'application/json' } })
  if (status === 429 || status === 503) await pace.backOff(retryAfter(after, REST_MS))
  try {
    return { status, body: JSON.parse(new TextDecoder().decode(bytes)) }
  } catch {
    return { status, body: undefined }
  }
}
