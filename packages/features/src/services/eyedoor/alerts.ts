// Alerts of eyedoor: doors, their lock and siren.
import type { AlertFigures, Alerts } from '@flotta/core/alerts.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

/** Which doors are open, for every alert about an open door. */
export const doorFigures = ({ doors }: Readonly<Record<string, unknown>>): AlertFigures | null =>
  typeof doors === 'string' && doors !== ''
    ? { place: { key: 'eyedoor.alert_doors', values: { count: doors.split(',').length, doors } } }
    : null

export const alerts = {
  door_open: {
    id: 12,
    severity: 1,
    agreement_id: agreement.eyedoor,
    parameters: { dwell_s: 60, schedule: true },
    figures: doorFigures,
  },
  door_siren: {
    id: 13,
    severity: 2,
    agreement_id: agreement.eyedoor,
    parameters: { dwell_s: 0, schedule: true },
  },
  door_locking: {
    id: 14,
    severity: 0,
    agreement_id: agreement.eyedoor,
    parameters: { dwell_s: 0, schedule: true },
  },
} as const satisfies Alerts
