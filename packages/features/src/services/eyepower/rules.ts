// What a voltage says about the battery and the supply of the tracker, and when it is an alert. Pure.

/** A 12 V system never reaches this voltage, not even while charging; a 24 V system falls below it only when it is ruined. */
export const SHOWS_24_V = 18

/** Resting voltage of a 12 V lead battery and its charge, from makers' tables; 24 V is twice that. */
type Charge = readonly [volts: number, percent: number]
const charge: readonly Charge[] = [
  [10.5, 0],
  [11.51, 10],
  [11.66, 20],
  [11.81, 30],
  [11.96, 40],
  [12.1, 50],
  [12.24, 60],
  [12.37, 70],
  [12.5, 80],
  [12.62, 90],
  [12.73, 100],
]

/** The charge of the vehicle's battery, 0–100 with one decimal, from the voltage at the device and the voltage of the system. */
export function voltagePercent(volts: number, system: System): number {
  const v = volts * (12 / system)
  let above = 0
  while (above < charge.length && v >= (charge[above] as Charge)[0]) above++
  const low = charge[above - 1]
  const high = charge[above]
  if (high === undefined) return 100
  if (low === undefined) return 0
  return Math.round((low[1] + ((v - low[0]) / (high[0] - low[0])) * (high[1] - low[1])) * 10) / 10
}

/** Percent at or below which the charge is a warning, an alarm (eyepower.6). */
export const VOLTAGE_WARNING_PERCENT = 25
export const VOLTAGE_ALARM_PERCENT = 15
export type VoltageLevel = 'good' | 'warning' | 'alarm'
export const voltageLevel = (percent: number): VoltageLevel =>
  percent <= VOLTAGE_ALARM_PERCENT
    ? 'alarm'
    : percent <= VOLTAGE_WARNING_PERCENT
      ? 'warning'
      : 'good'

/** Volts from which the tracker counts as supplied from outside (eyepower.3). */
const SUPPLIED_FROM = 5
/** 1: supplied from outside, else 0. */
export const generalStatus = (volts: number | null): 0 | 1 | null =>
  volts === null ? null : volts >= SUPPLIED_FROM ? 1 : 0

/** 0: supplied from outside, 1: on its own battery, 2: asleep. */
export type PowerMode = 0 | 1 | 2
export function powerMode(volts: number | null, sleep_mode: number | null): PowerMode | null {
  if (sleep_mode !== null && sleep_mode !== 0) return 2
  return volts === null ? null : volts >= SUPPLIED_FROM ? 0 : 1
}

/** Volts of the vehicle's system. */
export type System = 12 | 24
/** Name under which the derivation of the alerts remembers the vehicle's system. */
export const VOLTAGE_MEMORY = 'voltage'
/** The remembered system: the day on which the vehicle last showed a voltage that only 24 V systems have; null: not lately. */
export interface SystemMemory {
  readonly seen_24: number | null
}
/**
 * The vehicle's system as the alerts know it.
 * @param memory state of the derivation; undefined: none yet
 */
export const systemOf = (memory: unknown): System =>
  memory === undefined || memory === null || (memory as SystemMemory).seen_24 === null ? 12 : 24
