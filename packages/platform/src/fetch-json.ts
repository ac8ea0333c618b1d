// Fetches JSON from a provider on the network: throttled, within five seconds, and with a back-off after "too many requests".
import { fetchBytes } from './fetch.ts'
import { retryAfter, type Throttle } from './throttle.ts'

const TIMEOUT_MS = 5_000
/** Back-off after "too many requests" without a time, ms. */
const REST_MS = 10_000

/**
 * Rejects when its turn or the answer comes too late.
 * @param most largest answer, bytes
 * @returns `body` undefined: the answer is no JSON
 */
export async function fetchJson(
  throttle: Throttle,
  url: string,
  most: number,
): Promise<{ readonly status: number; readonly body: unknown }> {
  await throttle.acquire()
  const {
    status,
    bytes,
    retryAfter: after,
  } = await fetchBytes(url, { most, timeout: TIMEOUT_MS, headers: { accept: 'application/json' } })
  if (status === 429 || status === 503) await throttle.backOff(retryAfter(after, REST_MS))
  try {
    return { status, body: JSON.parse(new TextDecoder().decode(bytes)) }
  } catch {
    return { status, body: undefined }
  }
}
