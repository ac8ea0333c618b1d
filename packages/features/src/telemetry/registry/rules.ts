// Which vehicle a device's data belong to, which names devices may have, and when two connections contest a device.

import { CONTEST_MS } from '@flotta/core/contest.ts'
import { isImei, type Profile } from '@flotta/core/protocol.ts'
import { SECOND } from '@flotta/core/time.ts'

/** The form of any device name. */
export const DEVICE_NAME = /^[!-~]{1,64}$/
/** Whether a device of this family may have this name. */
export const isDeviceName = (
  text: string,
  { identifier }: Pick<Profile, 'identifier'> = {},
): boolean =>
  DEVICE_NAME.test(text) && (identifier === undefined ? isImei(text) : identifier.test(text))

/** The family of a device: the named one, else the generic one of its protocol; undefined: there is none. `generic` also names the generic one. */
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

/** Earlier times are wrong: no device reported them. */
const FIRST_TIME = Date.UTC(2010, 0, 1)

/**
 * Since when a newly known device is in its vehicle: its buffered records belong to the vehicle too, unless the device or the vehicle was mounted otherwise
 * until `ends` (epoch ms).
 */
export const mountBegin = (ends: readonly number[]): number => Math.max(FIRST_TIME, ...ends)

/** A contest: a connection signed in as a device that had an open one. */
export interface Contest {
  /** The newest time it happened, epoch ms. */
  readonly at: number
  /** How often it happened, each time within `CONTEST_MS` of the one before. */
  readonly times: number
  /** The address of the other connection. */
  readonly address: string
  /** The gateway that held the displaced connection, where only the rows of connections show the contest; null: that gateway has reported it itself. */
  readonly gateway: string | null
}
/** The rows and the gateway report the same takeover within this time of each other. */
const TOLD_TWICE_MS = 10 * SECOND

/** The contest of a device after a report of one, which may be a repeat. From two times on its connections alternate. */
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
