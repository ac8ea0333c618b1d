// What is true of a tank: how full it is by what its vehicle tells, when a level counts, what its figures mean, and what a vehicle of its type can burn.
import { HOUR, MINUTE } from '@flotta/core/time.ts'

/** Percent at or below which the level is a warning, an alarm (eyefuel.23). */
export const WARNING_PERCENT = 25
export const ALARM_PERCENT = 15
export type Level = 'good' | 'warning' | 'alarm'
export const levelOf = (percent: number): Level =>
  percent <= ALARM_PERCENT ? 'alarm' : percent <= WARNING_PERCENT ? 'warning' : 'good'

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
export type ArmedState = 'unknown' | 'none' | 'armed' | 'active'
export const armedOf = ({ armed, cap_status }: Pick<Status, 'armed' | 'cap_status'>): ArmedState =>
  armed === null ? 'unknown' : !armed ? 'none' : cap_status === 1 ? 'active' : 'armed'

interface Row extends Status {
  readonly type: 'theft' | 'refuel' | null
  readonly tank_usage_before: number | null
}
/** What happened at a row of the history; nothing: it tells the level alone. Of the first, which nothing stands before, only what came or went. */
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

/** What is configured of a vehicle's tank. */
export interface Tank {
  /** Litres of a full one; null: nobody measured it. */
  readonly capacity: number | null
  readonly table: FuelTable | null
  /** A cap that is not watched is not known, whatever its input says. */
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
  if (rows.length < 2 || rows.some(row => row.length !== 2 || !row.every(Number.isFinite)))
    return null
  const table = rows
    .map(([raw = 0, litres = 0]) => [raw, litres] as const)
    .toSorted((a, b) => a[0] - b[0])
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
const percent = (value: number): number | null =>
  value >= 0 && value <= BRIM ? Math.round(Math.min(100, value) * 10) / 10 : null

export interface TankValues {
  readonly tank_usage: number | null
  readonly tank_litres: number | null
  readonly tank_raw: number | null
}
/** How full the tank is in percent, and by what: levels of another basis are not compared. null: the record does not tell, or the vehicle is not configured for it. */
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

/** What came or went goes on for so long at most. */
export const GOES_ON = 30 * MINUTE
/** … and the level after it is known more exactly for so long. */
export const SETTLES_FOR = 3 * HOUR

/** Litres. Generous on purpose: what lies beyond is not possible, not merely unusual. */
export interface Burning {
  /** For 100 km: the least and the most that is possible, and what is usual; null: its tank does not drive it. */
  readonly per_100_km: {
    readonly least: number
    readonly usual: number
    readonly most: number
  } | null
  /** For an hour in which it stands with its engine running, at most: idling, or working by its power take-off. */
  readonly standing: number
  /** For an hour of idling. */
  readonly idling: number
  /** For an hour at full load. */
  readonly full: number
  /** For an hour with the engine off: a trailer's unit has an engine of its own. */
  readonly parked: number
  /** Litres of a tank of which nobody has configured the capacity. */
  readonly tank: number
}
const trailer: Burning = { per_100_km: null, standing: 6, idling: 6, full: 6, parked: 6, tank: 200 }
const types: Readonly<Record<string, Burning>> = {
  T: {
    per_100_km: { least: 12, usual: 30, most: 70 },
    standing: 20,
    idling: 5,
    full: 80,
    parked: 0,
    tank: 500,
  },
  M: {
    per_100_km: { least: 8, usual: 22, most: 60 },
    standing: 20,
    idling: 5,
    full: 60,
    parked: 0,
    tank: 250,
  },
  V: {
    per_100_km: { least: 4, usual: 10, most: 30 },
    standing: 6,
    idling: 2,
    full: 25,
    parked: 0,
    tank: 80,
  },
  U: {
    per_100_km: { least: 2, usual: 7, most: 25 },
    standing: 4,
    idling: 1.5,
    full: 20,
    parked: 0,
    tank: 50,
  },
}
/** By `vehicle_type`; what is no lorry, van or car is a trailer, whose tank belongs to its unit. */
export const burningOf = (vehicle_type: string): Burning => types[vehicle_type] ?? trailer

/** What happened between two records that told of the tank. Metres, ms. */
export interface Between {
  /** null: not known where it was. */
  readonly metres: number | null
  readonly elapsed: number
  /** Whether the engine ran at the first of them or since; null: nobody told. */
  readonly engine: boolean | null
  /** Whether it drove at the first of them, and at the last. */
  readonly drove: boolean
  readonly drives: boolean
}
/** So long after the last record it may have driven on as it did. */
const DRIVES_ON = HOUR
/** A silence may have led by more roads than the straight line between its ends. */
const WINDING = 1.5
/** So close to each other records hide nothing. */
export const CLOSE = 10 * MINUTE

/** Litres that can have been burned between two records, at most. Between close ones what was driven counts alone. */
export function mostBurned(
  burning: Burning,
  { metres, elapsed, engine, drove, drives }: Between,
): number {
  const hours = elapsed / HOUR
  if (metres === null && (drove || drives)) return hours * burning.full
  const road = ((metres ?? 0) / 100_000) * (burning.per_100_km?.most ?? 0)
  if (elapsed <= CLOSE) return road
  const drivenOn = drove ? (Math.min(elapsed, DRIVES_ON) / HOUR) * burning.full : 0
  return (
    Math.max(road * WINDING, drivenOn) + hours * (engine === true ? burning.idling : burning.parked)
  )
}
/** Litres by which the usual consumption may be wrong, besides that of the road, while nothing is told. */
export const uncertainlyBurned = (
  burning: Burning,
  elapsed: number,
  engine: boolean | null,
): number => ((elapsed / HOUR) * (engine === false ? burning.parked : burning.idling)) / 2

/** Why a figure is not told. */
export const doubts = [
  'capacity',
  'restarted',
  'negative',
  'too_little',
  'too_much',
  'parts',
] as const
export type Doubt = (typeof doubts)[number]

/** What is known of a stretch of time in which fuel was burned: metres, ms. */
export interface Stretch {
  /** null: not known, or not for the reader to know. */
  readonly metres: number | null
  readonly elapsed: number
  /** How long the engine ran while it stood; null: not known. */
  readonly idling: number | null
}
/** Share of the tank that a sensor may be wrong by. */
const SENSOR_ERROR = 0.02
/** Whether so many litres are possible. A little less than nothing is within the sensor's error. */
export function doubtOf(
  litres: number,
  capacity: number,
  burning: Burning,
  { metres, elapsed, idling }: Stretch,
): Doubt | null {
  const error = capacity * SENSOR_ERROR
  if (litres < -error) return 'negative'
  const road = burning.per_100_km
  const hours = (idling ?? elapsed) / HOUR
  const most =
    road === null
      ? (elapsed / HOUR) * burning.parked
      : metres === null
        ? (elapsed / HOUR) * burning.full
        : (metres / 100_000) * road.most + hours * burning.standing
  if (litres > most + error) return 'too_much'
  return road !== null && metres !== null && litres < (metres / 100_000) * road.least - error
    ? 'too_little'
    : null
}
