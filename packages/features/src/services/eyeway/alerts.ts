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
    figures({ axle, side, pressure, temperature }) {
      if (typeof axle !== 'number' || (side !== 'left' && side !== 'right')) return null
      const place = { key: `eyeway.board.at.${side}`, values: { n: axle } }
      if (typeof pressure === 'number') return { place, value: pressure, unit: 'bar', decimals: 1 }
      return typeof temperature === 'number' ? { place, value: temperature, unit: '°C' } : { place }
    },
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
    figures: ({ load, max_load }) =>
      typeof load === 'number' && typeof max_load === 'number'
        ? { value: load, limit: max_load, unit: 'kg' }
        : null,
  },
} as const satisfies Alerts
