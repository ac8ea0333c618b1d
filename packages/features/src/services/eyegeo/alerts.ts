// Alerts of eyegeo: position, speed, and alarms of the device itself.
import type { Alerts } from '@flotta/core/alerts.ts'
import { deviceAlarms } from '@flotta/core/device-alarms.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

const area = {
  severity: 0,
  agreement_id: agreement.eyegeo,
  parameters: { schedule: true },
} as const
export const alerts = {
  speed_limit: {
    id: 1,
    severity: 1,
    agreement_id: agreement.eyegeo,
    parameters: {
      threshold: { configuration: 'speed_limit_kmh' },
      clear: 'below',
      dwell_s: 0,
      schedule: true,
    },
    figures: ({ speed, limit }) =>
      typeof speed === 'number' && typeof limit === 'number'
        ? { value: speed, limit, unit: 'km/h' }
        : null,
  },
  hub_enter: { id: 8, ...area, areas: ['hub'] },
  hub_exit: { id: 9, ...area, areas: ['hub'] },
  poi_enter: { id: 10, ...area, areas: ['poi'] },
  poi_exit: { id: 11, ...area, areas: ['poi'] },
  idling: {
    id: 38,
    severity: 1,
    agreement_id: agreement.eyegeo,
    parameters: {
      threshold: { unit: 'min', least: 1, most: 1440, step: 1, default: 10 },
      schedule: true,
    },
  },
  device_alarm: {
    id: 40,
    severity: 2,
    agreement_id: agreement.eyegeo,
    parameters: { schedule: true },
    kinds: deviceAlarms,
  },
  area_dwell: {
    id: 39,
    ...area,
    areas: ['hub', 'poi'],
    parameters: {
      threshold: { unit: 'min', least: 1, most: 10_080, step: 1, default: 60 },
      schedule: true,
    },
  },
} as const satisfies Alerts
