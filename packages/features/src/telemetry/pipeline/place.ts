// Which vehicle a record belongs to: the one that carried the device at the record's own time; or why the record goes to the quarantine.
import { MINUTE } from '@flotta/core/time.ts'
import { type Mount, mountAt } from '../registry/rules.ts'

/** Which word of the profile means what on this vehicle (`{"T1": "ble_temp2"}`). */
export type Wiring = Readonly<Record<string, string>>

export type RefusalReason = 'future' | 'ancient' | 'retention' | 'unmounted'

export interface AdmissionLimits {
  /** Records after this time are refused, epoch ms. */
  readonly latest: number
  /** Records before this time are refused, epoch ms. */
  readonly oldest: number
}
const FUTURE_LIMIT = 10 * MINUTE
const OLDEST_TIME = Date.UTC(2010, 0, 1)

/** A record may be 10 minutes ahead at most, and not older than 2010 or than the retention. */
export function admissionLimits(now: number, retentionMonths: number): AdmissionLimits {
  const date = new Date(now)
  return {
    latest: now + FUTURE_LIMIT,
    oldest: Math.max(
      OLDEST_TIME,
      Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - retentionMonths, 1),
    ),
  }
}

/** The mount that a record belongs to, or why it cannot be admitted. */
export function mountOrRefusal<M extends Mount>(
  at: number,
  mounts: readonly M[] | undefined,
  limits: AdmissionLimits,
): M | RefusalReason {
  if (!(at <= limits.latest)) return 'future'
  if (at < limits.oldest) return at < OLDEST_TIME ? 'ancient' : 'retention'
  return (mounts && mountAt(mounts, at)) ?? 'unmounted'
}
