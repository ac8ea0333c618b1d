// Whose record it is: the vehicle that carried the device at the record's own time, or why it must wait in the quarantine.
import { MINUTE } from '@flotta/core/time.ts'
import { type Mount, mountAt } from '../registry/rules.ts'

/** Which word of the profile means what on this vehicle (`{"T1": "ble_temp2"}`). */
export type Wiring = Readonly<Record<string, string>>

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
  return {
    latest: now + FUTURE,
    oldest: Math.max(
      ANCIENT,
      Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - retentionMonths, 1),
    ),
  }
}

/** The mount that it came from, or why the record cannot be placed. */
export function place<M extends Mount>(
  at: number,
  mounts: readonly M[] | undefined,
  limits: Limits,
): M | Refusal {
  if (!(at <= limits.latest)) return 'future'
  if (at < limits.oldest) return at < ANCIENT ? 'ancient' : 'retention'
  return (mounts && mountAt(mounts, at)) ?? 'unmounted'
}
