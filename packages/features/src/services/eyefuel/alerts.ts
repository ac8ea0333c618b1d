// Alerts of eyefuel: the tank and its cap.
import { type Alerts, percentFigures } from '@flotta/core/alerts.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { WARNING_PERCENT } from './rules.ts'

export const alerts = {
  cap_open: {
    id: 16,
    severity: 1,
    agreement_id: agreement.eyefuel,
    parameters: { dwell_s: 0, schedule: true },
  },
  // What counts as a theft is a rule of the tank, because its history shows the theft whether or not anybody is notified.
  fuel_alarm: {
    id: 17,
    severity: 2,
    agreement_id: agreement.eyefuel,
    parameters: { schedule: true },
  },
  fuel_running_low: {
    id: 18,
    severity: 1,
    agreement_id: agreement.eyefuel,
    parameters: {
      threshold: { unit: '%', least: 1, most: 95, step: 1, default: WARNING_PERCENT },
      clear: 'above',
      dwell_s: 0,
      schedule: true,
    },
    figures: ({ tank_usage, limit }) => percentFigures(tank_usage, limit),
  },
} as const satisfies Alerts
