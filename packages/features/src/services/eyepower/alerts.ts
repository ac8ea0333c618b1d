// Alerts of eyepower: the voltage of the vehicle’s battery.
import { type Alert, type Alerts, percentFigures } from '@flotta/core/alerts.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { VOLTAGE_ALARM_PERCENT, VOLTAGE_WARNING_PERCENT } from './rules.ts'

/** The charge of the battery, from its voltage. */
const parametersOf = (usual: number) =>
  ({
    threshold: { unit: '%', least: 1, most: 95, step: 1, default: usual },
    clear: 'above',
    dwell_s: 0,
    schedule: true,
  }) as const
const figures: Alert['figures'] = ({ percent, limit }) => percentFigures(percent, limit)
export const alerts = {
  voltage_warning: {
    id: 6,
    severity: 1,
    agreement_id: agreement.eyepower,
    parameters: parametersOf(VOLTAGE_WARNING_PERCENT),
    figures,
  },
  voltage_alarm: {
    id: 36,
    severity: 2,
    agreement_id: agreement.eyepower,
    parameters: parametersOf(VOLTAGE_ALARM_PERCENT),
    figures,
  },
} as const satisfies Alerts
