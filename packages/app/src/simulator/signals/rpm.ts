// The engine speed of trucks that report it.
import type { Signal } from '../signal.ts'

export default {
  appliesTo: vehicle => vehicle.vehicle_type === 'T' || vehicle.vehicle_type === 'M',
  words: {
    can_rpm: m => (m.moving ? 1050 + m.speed * 4 + m.chance('rpm') * 80 : m.ignition ? 600 : 0),
  },
} satisfies Signal
