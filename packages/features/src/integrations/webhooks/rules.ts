// The rules of web hooks: which addresses are allowed, when an event is tried again, how it is signed.
import { HOUR, MINUTE, SECOND } from '@flotta/core/time.ts'

/** The error of a receiver's address, as a text key; null: none. Whether it is private is checked when it is used. */
export function addressFault(text: string): string | null {
  if (text === '') return 'validation.required'
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return 'webhooks.fault.no_address'
  return url.username !== '' || url.password !== '' ? 'webhooks.fault.with_account' : null
}

/** Pauses after the first, second … failed attempt; together they are a little less than a day. */
export const PAUSES: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  10 * HOUR,
]

/** When an event is tried again after its `attempts`-th attempt failed at `now` (epoch ms); null: it is given up. */
export const nextAttempt = (attempts: number, now: number): number | null => {
  const pause = PAUSES[attempts - 1]
  return pause === undefined ? null : now + pause
}

/** While no event is accepted, the whole hook pauses as its events do, but not in the first minute, in which each event has its first retries. */
const OUTAGE_AFTER = 90 * SECOND
/** Until when a hook that has accepted nothing since `failing_since` pauses (epoch ms); null: it does not. */
export function pausedUntil(failing_since: number, now: number): number | null {
  const since = now - failing_since
  if (since < OUTAGE_AFTER) return null
  return now + Math.min(HOUR, Math.max(MINUTE, since / 4))
}

/** Any 2xx means that the event was accepted. */
export const isTaken = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300
export const GONE = 410
