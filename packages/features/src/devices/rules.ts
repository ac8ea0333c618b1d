// Which vehicle a device's data belongs to, and what devices are called by.
import { isImei, type Profile } from '@flotta/core/protocol.ts'

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
