// When the silence of a device is longer than usual, in which order devices are listed, and how an answer to `getver` is read.
import { MINUTE, SECOND } from '@flotta/core/time.ts'
import { type ConnectionFacts, connectionStatusOf, intervalOf } from '../../fleet/vehicles/rules.ts'

/** A device is silent for longer than usual after three missing messages, but not before five minutes. */
const MISSING = 3
const AT_LEAST = 5 * MINUTE

/**
 * When the silence of a device became longer than usual, epoch ms; null: it is not, or the device never sent a message. Keep-alives do not count, because
 * they say nothing about the vehicle. Usual is up to three reporting intervals and at least 5 minutes; for a device that sleeps while the ignition is off and
 * reports once a day, 25 hours.
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

/** The values of a device by which the list is sorted. */
export interface DeviceHealth {
  readonly plate: string
  readonly status: 0 | 1 | 2
  readonly message_datetime: string | null
  readonly silent_since: string | null
}
export const hasTrouble = ({ message_datetime, silent_since }: DeviceHealth): boolean =>
  silent_since !== null || message_datetime === null
/** Silent devices first, the longest silence before the others; then devices that never sent anything, disconnected ones, those in standby; then by plate. */
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
