// Alerts of eyecold: the refrigeration unit and its compartments.
import type { Alerts } from '@flotta/core/alerts.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { doorFigures } from '../eyedoor/alerts.ts'

const atOnce = { dwell_s: 0, schedule: true } as const
export const alerts = {
  temperature_out_of_range: {
    id: 2,
    severity: 2,
    agreement_id: agreement.eyecold,
    parameters: {
      threshold: { configuration: 'temperature_tolerance_c' },
      both_sides: true,
      clear: 'below',
      dwell_s: 300,
      schedule: true,
    },
    figures({ temperature, setpoint, tolerance, sensor, compartment }) {
      if (typeof temperature !== 'number') return null
      const place =
        typeof sensor === 'string'
          ? { key: 'eyecold.alert_sensor', values: { sensor } }
          : { key: 'eyecold.compartment', values: { number: Number(compartment ?? 1) } }
      if (typeof setpoint !== 'number' || typeof tolerance !== 'number')
        return { place, value: temperature, unit: '°C', decimals: 1 }
      const limit = temperature > setpoint ? setpoint + tolerance : setpoint - tolerance
      return { place, value: temperature, limit, unit: '°C', decimals: 1 }
    },
  },
  setpoint_out_of_range: {
    id: 3,
    severity: 1,
    agreement_id: agreement.eyecold,
    parameters: atOnce,
    figures: ({ setpoint, ordered }) =>
      typeof setpoint === 'number' && typeof ordered === 'number'
        ? { value: setpoint, ordered, unit: '°C', decimals: 1 }
        : null,
  },
  cooling_system_off: { id: 4, severity: 1, agreement_id: agreement.eyecold, parameters: atOnce },
  local_unit_override: { id: 5, severity: 0, agreement_id: agreement.eyecold, parameters: atOnce },
  cooling_system_alarm: { id: 7, severity: 2, agreement_id: agreement.eyecold, parameters: atOnce },
  cooling_door_open: {
    id: 15,
    severity: 1,
    agreement_id: agreement.eyecold,
    parameters: { ...atOnce, parked: true },
    figures: doorFigures,
  },
} as const satisfies Alerts
