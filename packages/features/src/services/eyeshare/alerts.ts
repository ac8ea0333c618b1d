// Alerts of eyeshare: agreements shared with other companies.
import type { Alerts } from '@flotta/core/alerts.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const alerts = {
  sub_agreement_ends: { id: 27, severity: 1, agreement_id: agreement.eyeshare },
} as const satisfies Alerts
