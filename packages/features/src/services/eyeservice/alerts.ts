// Alerts of eyeservice: what is due by the calendar or by the kilometres.
import type { Alerts } from '@flotta/core/alerts.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const alerts = {
  service: { id: 20, severity: 1, agreement_id: agreement.fridge_service },
  fgas: { id: 21, severity: 1, agreement_id: agreement.fgas },
  recorder: { id: 22, severity: 1, agreement_id: agreement.recorder },
  maintenance: { id: 23, severity: 1, agreement_id: agreement.maintenance },
} as const satisfies Alerts
