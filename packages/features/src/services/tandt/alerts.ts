// Alerts of tandt: the trailer’s beacon.
import type { Alerts } from '@flotta/core/alerts.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

const parameters = { dwell_s: 0, schedule: true } as const
export const alerts = {
  tandt_locked: { id: 28, severity: 0, agreement_id: agreement.tandt, parameters },
  tandt_unlocked: { id: 29, severity: 1, agreement_id: agreement.tandt, parameters },
  tandt_unauthorized: { id: 30, severity: 2, agreement_id: agreement.tandt, parameters },
} as const satisfies Alerts
