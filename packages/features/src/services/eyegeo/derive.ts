// Alerts of the way that a vehicle goes (too fast), and those that its device raises by itself.
import { limitAbove, watch } from '../../alerts/incidents/rules.ts'
import { speedLimit } from '../../fleet/vehicles/catalogue.ts'
import { alerts } from './alerts.ts'
import { deviceAlarm } from './derive-device-alarms.ts'

export const derivations = [
  watch({
    name: 'speed_limit',
    alert: alerts.speed_limit,
    needs: ['position'],
    holds: ({ position }, { vehicle_type, configurations }, rule, before) =>
      position === null
        ? null
        : position.speed > limitAbove(speedLimit(vehicle_type, configurations), rule, before),
    data: ({ position }, { vehicle_type, configurations }) => ({
      speed: position?.speed ?? null,
      limit: speedLimit(vehicle_type, configurations),
    }),
  }),
  deviceAlarm,
]
