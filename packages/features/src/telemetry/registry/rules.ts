// Which vehicle a device's data belongs to, what devices are called by, and when two connections
// claim to be one.

import { CONTEST_MS } from '@flotta/core/contest.ts'
import { isImei, type Profile } from '@flotta/core/protocol.ts'
import { SECOND } from '@flotta/core/time.ts'

/** What any device may be called. */
export const DEVICE_NAME = /^[!-~]{1,64}$/
/** Whether a device of this family may be called so. */
export const isDeviceName = (
  text: string,
  { identifier }: Pick<Profile, 'identifier'> = {},
): boolean =>
  DEVICE_NAME.test(text) && (identifier === undefined ? isImei(text) : identifier.test(text))

/**
 * The family of a device: the one that is named, else the generic one of its protocol; undefined:
 * there is none. `generic` names the generic one too.
 */
export function familyOf(
  profiles: ReadonlyMap<string, Profile>,
  {
    protocol,
    profile,
  }: { readonly protocol?: string | undefined; readonly profile?: string | undefined },
): Profile | undefined {
  if (profile === undefined || profile === '' || profile === 'generic')
    return [...profiles.values()].find(p => p.generic && p.protocol === protocol)
  const family = profiles.get(profile)
  return protocol === undefined || family?.protocol === protocol ? family : undefined
}

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
export const vehicleAt = (mounts: readonly Mount[], at: number): number | null =>
  mountAt(mounts, at)?.vehicle_id ?? null

/** No device reports an earlier time. */
const FIRST_TIME = Date.UTC(2010, 0, 1)

/**
 * Since when a newly known device is in its vehicle: what it buffered before is the vehicle's,
 * unless the box or the vehicle was mounted otherwise (`ends`, epoch ms).
 */
export const mountBegin = (ends: readonly number[]): number => Math.max(FIRST_TIME, ...ends)

/** Another connection showed itself beside the one that a device had. */
export interface Contest {
  /** The newest time that it did, epoch ms. */
  readonly at: number
  /** How often, each within `CONTEST_MS` of the one before. */
  readonly times: number
  /** The address of the other connection. */
  readonly address: string
  /**
   * The gateway that held the displaced one, where only the rows of connections say so; null: that
   * gateway has said so itself.
   */
  readonly gateway: string | null
}
/** Rows and gateway tell of one takeover within this time of one another. */
const TOLD_TWICE_MS = 10 * SECOND

/**
 * What is known of a device's contest after something of it was told, again perhaps. Two times and
 * more: its connections alternate.
 */
export function contestAfter(contest: Contest | null, newContest: Contest): Contest {
  if (contest === null) return newContest
  if (
    contest.gateway !== null &&
    newContest.gateway === null &&
    Math.abs(newContest.at - contest.at) < TOLD_TWICE_MS
  )
    return {
      ...newContest,
      at: Math.max(contest.at, newContest.at),
      times: Math.max(contest.times, newContest.times),
    }
  if (newContest.at <= contest.at) return contest
  return newContest.at - contest.at < CONTEST_MS
    ? { ...newContest, times: Math.max(contest.times + 1, newContest.times) }
    : newContest
}
