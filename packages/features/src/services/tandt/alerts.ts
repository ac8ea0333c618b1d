// Alerts of tandt: the trailer’s beacon.
import type { Alerts } from '@flotta/core/alerts.ts'
import { agreement } from '../../agreements/contract.ts'

export const alerts = {
  tandt_locked: { id: 28, severity: 0, agreement_id: agreement.tandt },
  tandt_unlocked: { id: 29, severity: 1, agreement_id: agreement.tandt },
  tandt_unauthorized: { id: 30, severity: 2, agreement_id: agreement.tandt },
} as const satisfies Alerts
