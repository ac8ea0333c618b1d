// Alerts of eyegeo: where the vehicle is, and how fast.
import type { Alerts } from '@flotta/core/alerts.ts'
import { agreement } from '../../agreements/contract.ts'

export const alerts = {
  speed_limit: { id: 1, severity: 1, agreement_id: agreement.eyegeo },
  hub_enter: { id: 8, severity: 0, agreement_id: agreement.eyegeo },
  hub_exit: { id: 9, severity: 0, agreement_id: agreement.eyegeo },
  poi_enter: { id: 10, severity: 0, agreement_id: agreement.eyegeo },
  poi_exit: { id: 11, severity: 0, agreement_id: agreement.eyegeo },
} as const satisfies Alerts
