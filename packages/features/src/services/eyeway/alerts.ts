// Alerts of eyeway: brakes, tyres and load.
import type { Alerts } from '@flotta/core/alerts.ts'
import { agreement } from '../../agreements/contract.ts'

export const alerts = {
  brake: { id: 24, severity: 2, agreement_id: agreement.eyeway },
  tyres: { id: 25, severity: 2, agreement_id: agreement.eyeway },
  overload: { id: 26, severity: 1, agreement_id: agreement.eyeway },
} as const satisfies Alerts
