// What is true of a tank: how full it is by what its vehicle tells, when a level counts, and what its figures mean.
import { MINUTE } from '@flotta/core/time.ts'

/** S §9: percent at or below which it is a warning, an alarm. */
export const WARNING_PERCENT = 25
export const ALARM_PERCENT = 15
export type Level = 'good' | 'warning' | 'alarm'
export const levelOf = (percent: number): Level => (percent <= ALARM_PERCENT ? 'alarm' : percent <= WARNING_PERCENT ? 'warning' : 'good')

/** Percent of the tank that are a theft or a refuel … */
export const CHANGE_PERCENT = 10
/** … a theft, when they go within that time. */
export const THEFT_WITHIN = 10 * MINUTE

/** What is known of a tank at a moment: 1 open, theft; null not known. */
export interface Status {
  readonly tank_usage: number | null
  readonly cap_status: 0 | 1 | null
  readonly alarm_status: 0 | 1
  readonly armed: boolean | null
}
/** active: armed and the cap open. */
export type Armed = 'unknown' | 'none' | 'armed' | 'active'
export const armedOf = ({ armed, cap_status }: Pick<Status, 'armed' | 'cap_status'>): Armed =>
  armed === null ? 'unknown' : !armed ? 'none' : cap_status === 1 ? 'active' : 'armed'

interface Row extends Status {
  readonly type: 'theft' | 'refuel' | null
  readonly tank_usage_before: number | null
}
/** What happened at a row of the history; nothing: it tells the level alone. Of the first, which nothing stands before, only what came or went. */
export const happenings = ['theft', 'refuel', 'alarm_over', 'cap_opened', 'cap_closed', 'armed', 'disarmed'] as const
export type Happening = (typeof happenings)[number]
export function happened(row: Omit<Row, 'tank_usage_before'>, before: Omit<Row, 'tank_usage_before'> | undefined): Happening[] {
  const told: Happening[] = row.type === null ? [] : [row.type]
  if (before === undefined) return told
  if (before.alarm_status === 1 && row.alarm_status === 0) told.push('alarm_over')
  if (row.cap_status !== null && row.cap_status !== (before.cap_status ?? 0)) told.push(row.cap_status === 1 ? 'cap_opened' : 'cap_closed')
  if (row.armed !== null && row.armed !== (before.armed ?? false)) told.push(row.armed ? 'armed' : 'disarmed')
  return told
}

/** What is configured of a vehicle's tank. */
export interface Tank {
  /** Litres of a full one; null: nobody measured it. */
  readonly capacity: number | null
  readonly table: FuelTable | null
  /** A cap that is not watched is not known, whatever its input says. */
  readonly cap_watched: boolean
}
export const tankOf = ({ tank_capacity_l, fuel_table, cap_status_active }: Readonly<Record<string, string>>): Tank => {
  const table = tableOf(fuel_table)
  const litres = Number(tank_capacity_l)
  const capacity = litres > 0 && litres < Number.POSITIVE_INFINITY ? litres : (table?.reduce((most, [, l]) => Math.max(most, l), 0) ?? 0)
  return { capacity: capacity > 0 ? capacity : null, table, cap_watched: cap_status_active !== '0' }
}
/** A vehicle of which nothing is configured. */
export const UNKNOWN_TANK = tankOf({})

export type FuelTable = readonly (readonly [raw: number, litres: number])[]
/** `raw:litres;raw:litres`, by raw; null: not configured, or no table. */
export function tableOf(text: string | undefined): FuelTable | null {
  if (text === undefined) return null
  const rows = text
    .split(';')
    .filter(row => row.trim() !== '')
    .map(row => row.split(':').map(cell => (cell.trim() === '' ? Number.NaN : Number(cell))))
  if (rows.length < 2 || rows.some(row => row.length !== 2 || !row.every(Number.isFinite))) return null
  const table = rows.map(([raw = 0, litres = 0]) => [raw, litres] as const).toSorted((a, b) => a[0] - b[0])
  return table.every(([raw], i) => raw !== table[i + 1]?.[0]) ? table : null
}
/** Litres of a sensor's value: straight between the points of the table, at its ends as they are. */
export function litresOf(raw: number, table: FuelTable): number {
  const above = table.findIndex(([at]) => at >= raw)
  const high = above === -1 ? table.at(-1) : table[above]
  const low = table[above - 1]
  if (high === undefined) return 0
  if (above === -1 || low === undefined) return high[1]
  return low[1] + ((raw - low[0]) / (high[0] - low[0])) * (high[1] - low[1])
}

/** Percent that a sensor gives when it is full to the brim, or does not say a level at all. */
const BRIM = 105
const percent = (value: number): number | null => (value >= 0 && value <= BRIM ? Math.round(Math.min(100, value) * 10) / 10 : null)

export interface Said {
  readonly tank_usage: number | null
  readonly tank_litres: number | null
  readonly tank_raw: number | null
}
/** How full the tank is in percent, and by what: levels of another basis are not compared. null: the record does not tell, or the vehicle is not configured for it. */
export function usageOf(said: Said, { capacity, table }: Tank): { readonly percent: number; readonly basis: string } | null {
  const found = (value: number | null, basis: string) => (value === null ? null : { percent: value, basis })
  const level = said.tank_usage === null ? null : found(percent(said.tank_usage), 'level')
  if (level !== null || capacity === null) return level
  const litres = said.tank_litres === null ? null : found(percent((said.tank_litres / capacity) * 100), `litres ${capacity}`)
  if (litres !== null || said.tank_raw === null || table === null) return litres
  return found(percent((litresOf(said.tank_raw, table) / capacity) * 100), `raw ${capacity} ${table.join(';')}`)
}

/** What came or went goes on while the level keeps its direction, for so long at most. */
export const GOES_ON = 30 * MINUTE
type LevelAt = Pick<Row, 'tank_usage' | 'type' | 'tank_usage_before'> & { readonly at: number }
/** The row with which the theft or refuel of row `i` is over, as far as the rows tell. */
function lastOf(rows: readonly LevelAt[], i: number): number {
  const begun = rows[i]
  if (begun === undefined || begun.type === null) return i
  const direction = begun.type === 'theft' ? -1 : 1
  let last = i
  for (let n = i + 1; n < rows.length; n++) {
    const { type, tank_usage, at } = rows[n] as LevelAt
    const level = rows[last]?.tank_usage ?? null
    if (type !== null || tank_usage === null || level === null || at - begun.at > GOES_ON || (tank_usage - level) * direction < 0) break
    last = n
  }
  return last
}
/** How full the tank is then; null: nothing happened in row `i`. */
export const levelAfter = (rows: readonly LevelAt[], i: number): number | null => (rows[i]?.type == null ? null : (rows[lastOf(rows, i)]?.tank_usage ?? null))

/** Percent of the tank. */
export interface FuelEvent {
  readonly at: number
  readonly type: 'theft' | 'refuel'
  readonly before: number | null
  readonly after: number | null
}
export const eventsOf = (rows: readonly LevelAt[]): FuelEvent[] =>
  rows.flatMap(({ at, type, tank_usage_before: before }, i) => (type === null ? [] : [{ at, type, before, after: levelAfter(rows, i) }]))

/** Percent of the tank; null: the level is not known. */
export interface Change {
  readonly refuelled: number | null
  readonly stolen: number | null
  readonly burned: number | null
}
/**
 * What came and went within a period (`to` exclusive) by rows in their order, of before it and behind it as well: each step of the level counts when it was told,
 * a refuel and a theft as a whole when it was noticed, so that days are together their week.
 */
export function changesWithin(rows: readonly LevelAt[], { from, to }: { readonly from: number; readonly to: number }): Change {
  let [refuelled, stolen, burned] = [0, 0, 0]
  let level: number | null = null
  for (let i = 0; i < rows.length; i++) {
    const { at, type, tank_usage, tank_usage_before } = rows[i] as LevelAt
    if (at >= to) break
    if (tank_usage === null) continue
    const counts = at >= from
    if (type === null) {
      if (counts && level !== null) burned += level - tank_usage
      level = tank_usage
      continue
    }
    const begun = tank_usage_before ?? level ?? tank_usage
    i = lastOf(rows, i)
    const after = rows[i]?.tank_usage ?? tank_usage
    if (counts) {
      if (level !== null) burned += level - begun
      if (type === 'theft') stolen += begun - after
      else refuelled += after - begun
    }
    level = after
  }
  return level === null ? { refuelled: null, stolen: null, burned: null } : { refuelled, stolen, burned }
}
