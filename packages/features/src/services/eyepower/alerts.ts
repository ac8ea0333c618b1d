// Alerts of eyepower: the voltage of the vehicle’s battery.
import type { Alerts } from '@flotta/core/alerts.ts'
import { agreement } from '../../agreements/contract.ts'

export const alerts = {
  voltage_warning: { id: 6, severity: 1, agreement_id: agreement.eyepower },
  voltage_alarm: { id: 36, severity: 2, agreement_id: agreement.eyepower },
} as const satisfies Alerts
