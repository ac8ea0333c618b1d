// Alerts of driving (speed, idling), and alarms of the device itself.
import { MINUTE } from '@flotta/core/time.ts'
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
  watch({
    name: 'idling',
    alert: alerts.idling,
    needs: ['position', 'moving', 'ignition', 'engine'],
    // The time counts from when the vehicle stood still with its engine on (alerts.123).
    holds: ({ at, motion }, _, { threshold }) =>
      motion?.motion === 'idling' &&
      motion.since !== null &&
      at - motion.since >= (threshold ?? 0) * MINUTE,
  }),
  deviceAlarm,
]
