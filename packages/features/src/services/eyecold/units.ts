// The refrigeration units of the demo company: how many compartments each has, at what temperature it leaves the yard, and how it is spoken to. The simulator runs exactly these.
import type { DemoVehicle } from '../../seed.ts'

/** °C of each compartment; none without refrigeration. Trailers carry two or three kinds of goods. */
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
/** Whether the tracker asks the unit itself; of the others it knows only that they run. */
export const asksUnit = ({ setpoint, profile }: DemoVehicle): boolean =>
  setpoint !== null && profile === 'fmx6'

/** What the units of the demo are told, by configuration. */
export const unitTexts = {
  cmd_setpoint: 'reefer setpoint {compartment} {value}',
  cmd_on: 'reefer on',
  cmd_off: 'reefer off',
  cmd_mode: 'reefer mode {mode}',
} as const
