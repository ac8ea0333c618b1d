// The refrigeration unit: that it runs, wired to the second input, and what it says itself where the device asks it.
import type { Signal } from '../signal.ts'
import { temperature } from './temperatures.ts'

export default {
  of: vehicle => vehicle.setpoint !== null,
  words: {
    in2: () => 1,
    zone1_state: () => 1,
    zone1_mode: () => 2,
    zone1_return1: m => temperature(m, 0),
    zone1_setpoint: m => m.vehicle.setpoint ?? undefined,
  },
} satisfies Signal
