// The tank, or the traction battery: full as the day begins, less with every kilometre.
import type { DemoVehicle } from '@flotta/features/demo/fleet.ts'
import type { Signal } from '../signal.ts'

const FULL = 94
const LEAST = 4
/** Percent of the tank for a kilometre. */
const consumption: Readonly<Record<DemoVehicle['vehicle_type'], number>> = { T: 0.034, S: 0.02, C: 0.02, R: 0.02, M: 0.062, V: 0.13, U: 0.12, P: 0 }

export default {
  of: vehicle => consumption[vehicle.vehicle_type] > 0,
  words: { can_fuel_level: m => Math.max(LEAST, FULL - (m.driven / 1000) * consumption[m.vehicle.vehicle_type]) },
} satisfies Signal
