// Refrigeration units of the demo company: compartments, setpoints, and the texts of their commands. The simulator runs exactly these.
import type { DemoVehicle } from '../../seed.ts'

/** °C of each compartment; empty without refrigeration. Trailers carry two or three kinds of goods. */
export function compartmentsOfUnit({
  setpoint,
  vehicle_type,
  index,
}: DemoVehicle): readonly number[] {
  if (setpoint === null) return []
  if (vehicle_type !== 'S') return [setpoint]
  const second = setpoint < 0 ? 4 : -20
  return index % 3 === 1 ? [setpoint, second, 12] : [setpoint, second]
}
/** Whether the device reads the unit's data; other devices only report that the unit runs. */
export const asksUnit = ({ setpoint, profile }: DemoVehicle): boolean =>
  setpoint !== null && profile === 'fmx6'

/** The command texts of the demo's units, by configuration. */
export const unitTexts = {
  cmd_setpoint: 'reefer setpoint {compartment} {value}',
  cmd_on: 'reefer on',
  cmd_off: 'reefer off',
  cmd_mode: 'reefer mode {mode}',
} as const
