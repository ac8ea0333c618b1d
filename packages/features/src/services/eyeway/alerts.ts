// Alerts of eyeway: brakes, tyres and load.
import type { Alerts } from '@flotta/core/alerts.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const alerts = {
  brake: {
    id: 24,
    severity: 2,
    agreement_id: agreement.eyeway,
    parameters: { dwell_s: 0, schedule: true },
  },
  tyres: {
    id: 25,
    severity: 2,
    agreement_id: agreement.eyeway,
    parameters: { dwell_s: 0, schedule: true },
  },
  overload: {
    id: 26,
    severity: 1,
    agreement_id: agreement.eyeway,
    parameters: {
      threshold: { configuration: 'max_load_kg' },
      clear: 'below',
      dwell_s: 0,
      schedule: true,
    },
  },
} as const satisfies Alerts
