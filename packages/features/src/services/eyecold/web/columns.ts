// The columns of sensors and compartments by their numbers, from 1.
import type { ColdRow, Fridge } from '../contract.ts'

export const SENSOR_NAMES = ['T1', 'T2', 'T3', 'T4'] as const
export const SETPOINT_NAMES = ['setpoint_t1', 'setpoint_t2', 'setpoint_t3'] as const
const MODE_NAMES = ['operation_mode_c1', 'operation_mode_c2', 'operation_mode_c3'] as const
const STATUS_NAMES = ['operation_status_c1', 'operation_status_c2', 'operation_status_c3'] as const

type Setpoints = Pick<ColdRow, (typeof SETPOINT_NAMES)[number]>
export function setpointOf(row: Setpoints | null, compartment: number): number | null {
  const name = SETPOINT_NAMES[compartment - 1]
  return row === null || name === undefined ? null : row[name]
}
export function operationOf(
  fridge: Fridge | null,
  compartment: number,
): { readonly mode: number | null; readonly status: number | null } {
  const [mode, status] = [MODE_NAMES[compartment - 1], STATUS_NAMES[compartment - 1]]
  return {
    mode: fridge === null || mode === undefined ? null : fridge[mode],
    status: fridge === null || status === undefined ? null : fridge[status],
  }
}
