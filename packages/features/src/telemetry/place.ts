// Whose record it is: the vehicle that carried the device at the record's own time, or why it must wait in the quarantine.
import type { ProfileReader } from '@flotta/core/profile-reader.ts'
import { MINUTE } from '@flotta/core/time.ts'

/** Times epoch ms, `to` exclusive; open ends are infinite. */
export interface Mount {
  readonly vehicle_id: number
  readonly from: number
  readonly to: number
}
/** Which word of the profile means what on this vehicle (`{"T1": "ble_temp2"}`). */
export type Wiring = Readonly<Record<string, string>>

/** What ingest knows of a device. `reader` null: its profile is unknown, its records are kept raw. */
export interface Device {
  readonly device_id: number
  readonly reader: ProfileReader | null
  readonly wiring: Wiring
  /** Newest first. */
  readonly mounts: readonly Mount[]
}

export type Refusal = 'future' | 'ancient' | 'retention' | 'unmounted'

export interface Limits {
  /** Nothing after it … */
  readonly latest: number
  /** … nor before it, epoch ms. */
  readonly oldest: number
}
const FUTURE = 10 * MINUTE
const ANCIENT = Date.UTC(2010, 0, 1)

/** Decisions of the gateway: 10 minutes ahead at most, not before 2010 nor before what is kept. */
export function limitsAt(now: number, retentionMonths: number): Limits {
  const date = new Date(now)
  return { latest: now + FUTURE, oldest: Math.max(ANCIENT, Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - retentionMonths, 1)) }
}

/** The vehicle's id, or why the record cannot be placed. */
export function place(at: number, device: Device | undefined, limits: Limits): number | Refusal {
  if (!(at <= limits.latest)) return 'future'
  if (at < limits.oldest) return at < ANCIENT ? 'ancient' : 'retention'
  return (device && mountAt(device.mounts, at)?.vehicle_id) ?? 'unmounted'
}

export function mountAt<M extends { readonly from: number; readonly to: number }>(mounts: readonly M[], at: number): M | undefined {
  for (const mount of mounts) if (at >= mount.from && at < mount.to) return mount
  return undefined
}
