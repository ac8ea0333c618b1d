// Which vehicle a device's data belongs to, what devices are called by, and when their silence is longer than usual.
import { isImei, type Profile } from '@flotta/core/protocol.ts'
import { MINUTE, SECOND } from '@flotta/core/time.ts'
import { type ConnectionFacts, connectionStatusOf, intervalOf } from '../vehicles/rules.ts'

/** What any device may be called. */
export const NAME = /^[!-~]{1,64}$/
/** Whether a device of this family may be called so. */
export const isName = (text: string, { identifier }: Pick<Profile, 'identifier'> = {}): boolean =>
  NAME.test(text) && (identifier === undefined ? isImei(text) : identifier.test(text))

/** A device in a vehicle; epoch ms, `to` null: still there. Mounts of one device never overlap. */
export interface Mount {
  readonly vehicle_id: number
  readonly from: number
  readonly to: number | null
}

/** The newest mount at `at` (epoch ms) of mounts by time: `from` counts, `to` does not. */
export function mountAt<M extends Mount>(mounts: readonly M[], at: number): M | undefined {
  return mounts.findLast(({ from, to }) => at >= from && (to === null || at < to))
}
/** The vehicle that carried the device then; null: none. */
export const vehicleAt = (mounts: readonly Mount[], at: number): number | null => mountAt(mounts, at)?.vehicle_id ?? null

/** Decisions 7: older times are no device's. */
const FIRST_TIME = Date.UTC(2010, 0, 1)

/** Since when a newly known device is in its vehicle: what it buffered before is the vehicle's, unless the box or the vehicle was mounted otherwise (`ends`, epoch ms). */
export const mountedSince = (ends: readonly number[]): number => Math.max(FIRST_TIME, ...ends)

/** So many messages may be missing, and so long it may take in any case. */
const MISSING = 3
const AT_LEAST = 5 * MINUTE

/**
 * When the silence of a device became longer than usual (epoch ms): by its messages, for a keep-alive says nothing of the vehicle. Usual are three of its reporting intervals,
 * 5 minutes at least; of one that sleeps with the ignition off, which reports once a day, 25 hours. null: not so, or there never was a message.
 */
export function silentSince(facts: ConnectionFacts, now: number): number | null {
  const { last_message_at, ignition, reporting_interval } = facts
  if (last_message_at === null) return null
  const interval = intervalOf({ status: connectionStatusOf(facts, now), ignition: ignition ?? undefined, reporting_interval })
  const due = last_message_at + Math.max(AT_LEAST, MISSING * interval * SECOND)
  return due < now ? due : null
}

/** The version that a device's answer to `getver` names: `Ver:03.27.07_00 GPS:…`. */
export const firmwareOf = (reply: string): string | null => /\bVer:\s*([\w.]+)/i.exec(reply)?.[1] ?? null
