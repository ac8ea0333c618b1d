// Vehicles of the demo company with a starter block or a lock, and the wiring of their outputs. The simulator switches exactly these.
import type { DemoVehicle } from '../../seed.ts'

/** Cars and vans: their starter can be blocked. */
export const hasStarterBlock = ({ vehicle_type }: Pick<DemoVehicle, 'vehicle_type'>): boolean =>
  vehicle_type === 'U' || vehicle_type === 'V'
/** Vans: their load is behind a lock. */
export const hasLock = ({ vehicle_type }: Pick<DemoVehicle, 'vehicle_type'>): boolean =>
  vehicle_type === 'V'

export const wiringOf = (
  vehicle: Pick<DemoVehicle, 'vehicle_type'>,
): Readonly<Record<string, string>> =>
  hasLock(vehicle)
    ? { start_blocked: 'out1', lock_open: 'out2', door_1: 'in1' }
    : hasStarterBlock(vehicle)
      ? { start_enabled: 'out1', start_blocked: 'out2' }
      : {}
/** The outputs before anybody switches them: the one that enables the start is on. */
export const usualOutput = (vehicle: Pick<DemoVehicle, 'vehicle_type'>, output: 1 | 2): 0 | 1 =>
  wiringOf(vehicle).start_enabled === `out${output}` ? 1 : 0
/** The lock closes by itself after this many seconds. */
export const LOCK_OPENS_FOR_S = 30
