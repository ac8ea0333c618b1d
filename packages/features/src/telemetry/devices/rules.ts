// When the silence of a device is longer than usual, which devices are looked at first, and what
// their answers tell.
import { MINUTE, SECOND } from '@flotta/core/time.ts'
import { type ConnectionFacts, connectionStatusOf, intervalOf } from '../../fleet/vehicles/rules.ts'

/** So many messages may be missing, and so long it may take in any case. */
const MISSING = 3
const AT_LEAST = 5 * MINUTE

/**
 * When the silence of a device became longer than usual (epoch ms): by its messages, for a
 * keep-alive says nothing of the vehicle. Usual are three of its reporting intervals,
 * 5 minutes at least; of one that sleeps with the ignition off, which reports once a day, 25 hours.
 * null: not so, or there never was a message.
 */
export function silentSince(facts: ConnectionFacts, now: number): number | null {
  const { last_message_at, ignition, reporting_interval } = facts
  if (last_message_at === null) return null
  const interval = intervalOf({
    status: connectionStatusOf(facts, now),
    ignition: ignition ?? undefined,
    reporting_interval,
  })
  const due = last_message_at + Math.max(AT_LEAST, MISSING * interval * SECOND)
  return due < now ? due : null
}

/** The version that a device's answer to `getver` names: `Ver:03.27.07_00 GPS:…`. */
export const firmwareOf = (reply: string): string | null =>
  /\bVer:\s*([\w.]+)/i.exec(reply)?.[1] ?? null

/** What of a device says how much it wants to be looked at. */
export interface DeviceHealth {
  readonly plate: string
  readonly status: 0 | 1 | 2
  readonly message_datetime: string | null
  readonly silent_since: string | null
}
export const hasTrouble = ({ message_datetime, silent_since }: DeviceHealth): boolean =>
  silent_since !== null || message_datetime === null
/**
 * Those that are silent come first, the longest silence before the others; then those never heard,
 * the disconnected, those in standby; then by plate.
 */
export function byTrouble(a: DeviceHealth, b: DeviceHealth): number {
  const rank = ({ silent_since, message_datetime, status }: DeviceHealth) =>
    silent_since !== null
      ? 0
      : message_datetime === null
        ? 1
        : status === 2
          ? 2
          : status === 0
            ? 3
            : 4
  const apart = rank(a) - rank(b)
  if (apart !== 0) return apart
  if (a.silent_since !== null && b.silent_since !== null && a.silent_since !== b.silent_since)
    return a.silent_since < b.silent_since ? -1 : 1
  return a.plate < b.plate ? -1 : Number(a.plate > b.plate)
}
