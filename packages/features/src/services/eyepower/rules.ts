// When a voltage is an alert.

/** A 12 V system never shows as much, not even while it is charged; a 24 V system falls below it only when it is ruined. */
export const SHOWS_24_V = 18

/** Volts at rest of a 12 V lead battery and how full it is, the usual table of its makers; 24 V is twice that. */
const charge: readonly (readonly [volts: number, percent: number])[] = [
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

/** How full the vehicle's battery is, 0–100 with one decimal, from the voltage at the device and the voltage of the system. */
export function voltagePercent(volts: number, system: 12 | 24): number {
  const v = volts * (12 / system)
  const above = charge.findIndex(([limit]) => v < limit)
  const low = charge[above - 1]
  const high = charge[above]
  if (above === -1) return 100
  if (low === undefined || high === undefined) return 0
  return Math.round((low[1] + ((v - low[0]) / (high[0] - low[0])) * (high[1] - low[1])) * 10) / 10
}

/** S §9: percent at or below which it is a warning, an alarm. */
export const VOLTAGE_WARNING_PERCENT = 25
export const VOLTAGE_ALARM_PERCENT = 15
export type VoltageLevel = 'good' | 'warning' | 'alarm'
export const voltageLevel = (percent: number): VoltageLevel =>
  percent <= VOLTAGE_ALARM_PERCENT ? 'alarm' : percent <= VOLTAGE_WARNING_PERCENT ? 'warning' : 'good'
