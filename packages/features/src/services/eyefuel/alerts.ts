// Alerts of eyefuel: the tank and its cap.
import type { Alerts } from '@flotta/core/alerts.ts'
import { agreement } from '../../agreements/contract.ts'

export const alerts = {
  cap_open: { id: 16, severity: 1, agreement_id: agreement.eyefuel },
  fuel_alarm: { id: 17, severity: 2, agreement_id: agreement.eyefuel },
  fuel_running_low: { id: 18, severity: 1, agreement_id: agreement.eyefuel },
} as const satisfies Alerts
