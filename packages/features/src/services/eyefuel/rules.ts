// The rules of a tank: its level from what the vehicle reports, when a level counts, the meaning of figures, and what a type of vehicle can burn. Pure.
import { MINUTE } from '@flotta/core/time.ts'

/** Percent at or below which the level is a warning, an alarm (eyefuel.23). */
export const WARNING_PERCENT = 25
export const ALARM_PERCENT = 15
export type Level = 'good' | 'warning' | 'alarm'
export const levelOf = (percent: number): Level =>
  percent <= ALARM_PERCENT ? 'alarm' : percent <= WARNING_PERCENT ? 'warning' : 'good'

/** Percent by which the level of a tank at rest may differ after a silence. */
export const STEADY_PERCENT = 1

/** Percent of the tank that count as a theft or a refuel … */
export const CHANGE_PERCENT = 10
/** … a theft when they are lost within this time. */
export const THEFT_WITHIN = 10 * MINUTE

/** The state of a tank at a moment; 1: open, theft; null: not known. */
export interface Status {
  readonly tank_usage: number | null
  readonly cap_status: 0 | 1 | null
  readonly alarm_status: 0 | 1
  readonly armed: boolean | null
}
/** active: armed and the cap open. */
export type ArmedState = 'unknown' | 'none' | 'armed' | 'active'
export const armedOf = ({ armed, cap_status }: Pick<Status, 'armed' | 'cap_status'>): ArmedState =>
  armed === null ? 'unknown' : !armed ? 'none' : cap_status === 1 ? 'active' : 'armed'

interface Row extends Status {
  readonly type: 'theft' | 'refuel' | null
  readonly tank_usage_before: number | null
}
/** The events at a row of the history; empty: only a level. The first row, which has none before it, can only have a theft or refuel. */
export const happenings = [
  'theft',
  'refuel',
  'alarm_over',
  'cap_opened',
  'cap_closed',
  'armed',
  'disarmed',
] as const
export type Happening = (typeof happenings)[number]
export function eventOf(
  row: Omit<Row, 'tank_usage_before'>,
  before: Omit<Row, 'tank_usage_before'> | undefined,
): Happening[] {
  const happenings: Happening[] = row.type === null ? [] : [row.type]
  if (before === undefined) return happenings
  if (before.alarm_status === 1 && row.alarm_status === 0) happenings.push('alarm_over')
  if (row.cap_status !== null && row.cap_status !== (before.cap_status ?? 0))
    happenings.push(row.cap_status === 1 ? 'cap_opened' : 'cap_closed')
  if (row.armed !== null && row.armed !== (before.armed ?? false))
    happenings.push(row.armed ? 'armed' : 'disarmed')
  return happenings
}

/** The configuration of a vehicle's tank. */
export interface Tank {
  /** Litres of a full tank; null: not configured. */
  readonly capacity: number | null
  readonly table: FuelTable | null
  /** Without a sensor the state of the cap is unknown, whatever its input reports. */
  readonly cap_watched: boolean
}
export const tankOf = ({
  tank_capacity_l,
  fuel_table,
  cap_status_active,
}: Readonly<Record<string, string>>): Tank => {
  const table = tableOf(fuel_table)
  const litres = Number(tank_capacity_l)
  const capacity =
    litres > 0 && litres < Number.POSITIVE_INFINITY
      ? litres
      : (table?.reduce((most, [, l]) => Math.max(most, l), 0) ?? 0)
  return { capacity: capacity > 0 ? capacity : null, table, cap_watched: cap_status_active !== '0' }
}
/** The tank of a vehicle without configuration. */
export const UNKNOWN_TANK = tankOf({})

export type FuelTable = readonly (readonly [raw: number, litres: number])[]
/** `raw:litres;raw:litres`, by raw; null: not configured, or not a table. */
export function tableOf(text: string | undefined): FuelTable | null {
  if (text === undefined) return null
  const rows = text
    .split(';')
    .filter(row => row.trim() !== '')
    .map(row => row.split(':').map(cell => (cell.trim() === '' ? Number.NaN : Number(cell))))
  if (rows.length < 2 || rows.some(row => row.length !== 2 || !row.every(Number.isFinite)))
    return null
  const table = rows
    .map(([raw = 0, litres = 0]) => [raw, litres] as const)
    .toSorted((a, b) => a[0] - b[0])
  return table.every(([raw], i) => raw !== table[i + 1]?.[0]) ? table : null
}
/** Litres of a sensor value: interpolated between the points of the table, constant beyond its ends. */
export function litresOf(raw: number, table: FuelTable): number {
  const above = table.findIndex(([at]) => at >= raw)
  const high = above === -1 ? table.at(-1) : table[above]
  const low = table[above - 1]
  if (high === undefined) return 0
  if (above === -1 || low === undefined) return high[1]
  return low[1] + ((raw - low[0]) / (high[0] - low[0])) * (high[1] - low[1])
}

/** Percent that a full sensor may give; a larger value is no level. */
const BRIM = 105
const percent = (value: number): number | null =>
  value >= 0 && value <= BRIM ? Math.round(Math.min(100, value) * 10) / 10 : null

export interface TankValues {
  readonly tank_usage: number | null
  readonly tank_litres: number | null
  readonly tank_raw: number | null
}
/** The level in percent and its basis; levels of different bases are not compared. null: the record has none, or the vehicle is not configured for it. */
export function usageOf(
  tankValues: TankValues,
  { capacity, table }: Tank,
): { readonly percent: number; readonly basis: string } | null {
  const usageFrom = (value: number | null, basis: string) =>
    value === null ? null : { percent: value, basis }
  const level =
    tankValues.tank_usage === null ? null : usageFrom(percent(tankValues.tank_usage), 'level')
  if (level !== null || capacity === null) return level
  const litres =
    tankValues.tank_litres === null
      ? null
      : usageFrom(percent((tankValues.tank_litres / capacity) * 100), `litres ${capacity}`)
  if (litres !== null || tankValues.tank_raw === null || table === null) return litres
  return usageFrom(
    percent((litresOf(tankValues.tank_raw, table) / capacity) * 100),
    `raw ${capacity} ${table.join(';')}`,
  )
}
