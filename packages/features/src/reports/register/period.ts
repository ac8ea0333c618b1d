// The temperatures of a vehicle in a period, as far as a caller may see them: panels, reports, receipts and their verification all read them here.

import { type ByTime, valueAt } from '@flotta/core/by-time.ts'
import { SECOND } from '@flotta/core/time.ts'
import { dayAt } from '@flotta/core/zones.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { facts as parameters } from '../../alerts/alert-parameters/facts.ts'
import { ruleOf } from '../../alerts/incidents/rules.ts'
import { maySee, type TimeRange, visibleRanges } from '../../fleet/access/rules.ts'
import { facts } from '../../fleet/vehicles/facts.ts'
import { alerts } from '../../services/eyecold/alerts.ts'
import { fridge, temperature } from '../../services/eyecold/kinds.ts'
import { type Sensor, sensors } from '../../services/eyecold/rules.ts'
import { door } from '../../services/eyedoor/kinds.ts'
import { anyOpen, ownDoors } from '../../services/eyedoor/rules.ts'
import { readPositions } from '../../telemetry/packs/queries.ts'
import { microsOf, millis, placesBefore } from '../../telemetry/packs/rows.ts'
import { thinReadings } from '../../telemetry/pipeline/detail.ts'
import { readingBefore, readingsOf } from '../../telemetry/pipeline/queries.ts'
import type { StoredRow } from './audit.ts'
import type { Book } from './book.ts'
import type { SensorData } from './contract.ts'
import { hasRegister } from './coverage.ts'
import {
  beyondIn,
  CAUSE_WINDOW_MS,
  type ConditionStretch,
  conditionStretches,
  type Excursion,
  excursionsOf,
  type Verdict,
  verdictOf,
} from './excursions.ts'
import { bringUpToDate } from './jobs.ts'
import { momentsIn, type Sample, sampleAt } from './rules.ts'
import { type Figures, figuresOf } from './sensor-figures.ts'
import { bookOf, currentRows } from './store.ts'
import {
  type At,
  type Celsius,
  LOOKBACK_MS,
  type RegisteredRow,
  type Stretch,
  type Timeline,
  timelineOf,
  type UnitState,
} from './timeline.ts'

type ConfigurationsByTime = ByTime<{ readonly configurations: Readonly<Record<string, string>> }>

/** The end of a chain: a page and the number of its rows. */
export interface ChainHead {
  readonly day: string
  readonly n: number
}
/** A moment of the log interval, from the register or computed from the readings. */
export interface Moment extends Sample {
  readonly registered: boolean
  /** Why the row was not written in order. */
  readonly reason: StoredRow['reason']
}
export interface Temperatures {
  /** The parts of the period that may be seen; both ends included. */
  readonly visible: readonly TimeRange[]
  readonly timelines: readonly Timeline[]
  readonly figures: readonly (Figures & { readonly verdict: Verdict })[]
  readonly excursions: readonly Excursion[]
  readonly verdict: Verdict
  /** Times in which no sensor measured anything, in order. */
  readonly gaps: readonly Stretch[]
  /** When the first device was mounted on the vehicle, where that is within the period; else null. */
  readonly since: number | null
  /** Seconds between two moments, by the vehicle's present setting. */
  readonly interval: number
  /** The lines of a table, in the order of time; computed on demand. */
  moments(): Moment[]
  /** When doors were open, a compartment defrosted or the unit was off; read on demand. */
  conditions(): Promise<ConditionStretch[]>
  /** A sensor as it was entered for the vehicle at the end of the period. */
  sensorData(sensor: Sensor): SensorData
  /** The rows that the register has. */
  readonly rows: readonly StoredRow[]
  /** null: the register has no rows of the vehicle. */
  readonly head: ChainHead | null
}

/**
 * Both ends of the period count, on every screen and paper (register.52).
 * @param timezone moments that the register does not have are counted from the midnight of this zone
 */
export async function temperaturesOf(
  ctx: Context,
  vehicle: VisibleVehicle,
  { from, to }: Stretch,
  timezone: string,
): Promise<Temperatures> {
  const { vehicle_id } = vehicle
  if (await hasRegister(ctx, vehicle)) await bringUpToDate(ctx, vehicle_id)
  // The end of the chain is read first; rows that are written later are left out.
  const book = await bookOf(ctx.pool, vehicle_id)
  const head = book === null ? null : chainHead(book)
  const visible = visibleRanges(temperature.kind, vehicle, from, to)
  const [settings, parametersByVehicle, configurationsByVehicle] = await Promise.all([
    registerSettings(ctx, vehicle_id),
    parameters.load(ctx.pool, [vehicle_id]),
    facts.load(ctx.pool, [vehicle_id]),
  ])
  const configurations = configurationsByVehicle.get(vehicle_id) ?? []
  const stretches = await Promise.all(
    visible.map(stretch => stretchReadings(ctx, vehicle, stretch, head)),
  )
  const timelines = stretches.map(({ stretch, readings, units, rows }) =>
    timelineOf({
      period: {
        from: stretch.from,
        to: stretch.to === to ? to : stretch.to + 1,
        last: stretch.to,
      },
      since: settings.mounted ?? Number.NEGATIVE_INFINITY,
      readings,
      rows: rows.map(row => registeredRow(row, vehicle)),
      units,
      configurations,
    }),
  )
  const excursions = await excursionsWithCauses(
    ctx,
    vehicle,
    timelines,
    { from, to },
    configurations,
  )
  const dwellAt = alertDwell(vehicle_id, parametersByVehicle.get(vehicle_id))
  const gaps = timelines.flatMap(timeline => timeline.gaps)
  const decidedRange = book === null ? null : ([book.begins_at, book.next_at] as const)
  return {
    visible,
    timelines,
    figures: figuresOf(timelines).map(figures => ({
      ...figures,
      verdict: verdictOf(timelines, excursions, dwellAt, figures.sensor),
    })),
    excursions,
    verdict: verdictOf(timelines, excursions, dwellAt),
    gaps,
    since: firstDeviceWithin(timelines),
    interval: settings.interval,
    moments: () =>
      tableMoments(
        stretches.flatMap(stretch =>
          momentsOfStretch({
            ...stretch,
            configurations,
            interval: settings.interval,
            timezone,
            decided: decidedRange,
          }),
        ),
        gaps,
        excursions,
      ),
    conditions: async () =>
      conditionStretches(timelines, await doorReadings(ctx, vehicle, from, to, configurations)),
    sensorData: sensor => sensorDataOf(sensor, valueAt(configurations, to).configurations),
    rows: stretches.flatMap(({ rows }) => rows),
    head,
  }
}

/** The sensor's data for print, from the configurations `sensor_t1_serial` and `sensor_t1_checked` of the vehicle. */
const sensorDataOf = (
  sensor: Sensor,
  configurations: Readonly<Record<string, string>>,
): SensorData => ({
  sensor,
  serial: configurations[`sensor_${sensor.toLowerCase()}_serial`] ?? null,
  checked: configurations[`sensor_${sensor.toLowerCase()}_checked`] ?? null,
})

/** How far the chain of a book goes. The next page of a register that rests has no rows. */
const chainHead = ({ day, rows, page_from, timezone }: Book): ChainHead =>
  day === null ? { day: dayAt(page_from, timezone), n: 0 } : { day, n: rows }

/** The stored data of a stretch: readings, states of the unit, and rows of the register. */
interface StretchReadings {
  readonly stretch: TimeRange
  readonly readings: readonly At<Celsius>[]
  readonly units: readonly At<UnitState>[]
  readonly rows: readonly StoredRow[]
}
async function stretchReadings(
  ctx: Context,
  vehicle: VisibleVehicle,
  stretch: TimeRange,
  head: ChainHead | null,
): Promise<StretchReadings> {
  const { from, to } = stretch
  const [readings, units, rows] = await Promise.all([
    readingsOf(ctx, vehicle, temperature, from - LOOKBACK_MS, to),
    // a unit repeats its state often and changes it seldom
    readingsOf(ctx, vehicle, fridge, from - LOOKBACK_MS, to, { rows: 'steady' }),
    head === null ? [] : currentRows(ctx.pool, vehicle.vehicle_id, from, to, head),
  ])
  return {
    stretch,
    readings: await withLastRepeats(ctx, vehicle.vehicle_id, readings, to),
    units,
    rows: rows.filter(row => sensors.some(sensor => row[sensor] !== null)),
  }
}

/** The excursions of a period. Doors are read only where there is an excursion that they may explain. */
async function excursionsWithCauses(
  ctx: Context,
  vehicle: VisibleVehicle,
  timelines: readonly Timeline[],
  { from, to }: Stretch,
  configurations: ConfigurationsByTime,
): Promise<Excursion[]> {
  const excursions = excursionsOf(timelines)
  if (excursions.length === 0) return excursions
  const doors = await doorReadings(ctx, vehicle, from - CAUSE_WINDOW_MS, to, configurations)
  return excursionsOf(timelines, doors)
}

/** Returns the dwell of the temperature alert at a time, as it was set on the vehicle then. */
function alertDwell(
  vehicle_id: number,
  settings: ByTime<typeof parameters.unknown> | undefined,
): (at: number) => number {
  const rule = ruleOf(alerts.temperature_out_of_range)
  return at =>
    rule({
      vehicle_id,
      ...(settings === undefined ? parameters.unknown : valueAt(settings, at)),
    } as Parameters<typeof rule>[0]).dwell
}

/** When the first device was mounted on the vehicle, if that lies within the period; else null. */
const firstDeviceWithin = (timelines: readonly Timeline[]): number | null =>
  timelines.some(({ since, period }) => since > period.from)
    ? Math.min(...timelines.map(({ since }) => since))
    : null

/** The moments that a table has a line for, each with the sensors that were out of range. A value that was only carried over into a silence has no line. */
function tableMoments(
  moments: readonly Moment[],
  gaps: readonly Stretch[],
  excursions: readonly Excursion[],
): Moment[] {
  const beyond = beyondIn(excursions)
  return moments
    .filter(moment => !isCarriedOver(moment, gaps))
    .map(moment => ({
      ...moment,
      out: moment.out | sensorBits(beyond(moment.at - moment.seconds * SECOND, moment.at)),
    }))
}
const isCarriedOver = ({ at, seconds }: Moment, gaps: readonly Stretch[]): boolean =>
  gaps.some(gap => gap.from <= at - seconds * SECOND && at < gap.to)
const sensorBits = (outOfRange: readonly (typeof sensors)[number][]): number =>
  outOfRange.reduce((bits, sensor) => bits | (1 << sensors.indexOf(sensor)), 0)

/**
 * A reading that equals the one before is stored only after a quarter of an hour. So before a silence the last reading is repeated at the time of the
 * vehicle's last record, if that came within this quarter of an hour, because the value was the same then.
 */
async function withLastRepeats(
  ctx: Context,
  vehicle_id: number,
  readings: readonly At<Celsius>[],
  last: number,
): Promise<readonly At<Celsius>[]> {
  const silences = readings.flatMap((reading, i) => {
    const until = readings[i + 1]?.at ?? last + 1
    return until - reading.at > LOOKBACK_MS ? [{ i, since: reading.at, until }] : []
  })
  if (silences.length === 0) return readings
  const { micros } = await readPositions(
    ctx.pool,
    vehicle_id,
    silences.map(({ since, until }) => ({ from: since + 1, to: until - 1 })),
    { fields: [] },
  )
  const repeats = silences.flatMap(({ i, since, until }) => {
    const last = micros[placesBefore(micros, microsOf(until)) - 1]
    const reading = readings[i]
    if (last === undefined || reading === undefined) return []
    const at = Math.round(millis(last))
    return at <= since || at - reading.at >= temperature.kept_every
      ? []
      : [{ at, data: reading.data }]
  })
  return repeats.length === 0 ? readings : [...readings, ...repeats].sort((x, y) => x.at - y.at)
}

/**
 * Every reading of a period for a chart, oldest first: those of the database, and for older times those of the register.
 * @param points about how many points of each part; extremes and gaps are kept
 */
export async function temperatureReadings(
  ctx: Context,
  vehicle: VisibleVehicle,
  from: number,
  to: number,
  points: number,
): Promise<At<Celsius>[]> {
  const stretches = await Promise.all(
    visibleRanges(temperature.kind, vehicle, from, to).map(async stretch => {
      const readings = await readingsOf(ctx, vehicle, temperature, stretch.from, stretch.to)
      const [withRepeats, fromRegister] = await Promise.all([
        withLastRepeats(ctx, vehicle.vehicle_id, readings, stretch.to),
        readingsFromRegister(ctx, vehicle, stretch.from, (readings[0]?.at ?? stretch.to + 1) - 1),
      ])
      return thinReadings([...fromRegister, ...withRepeats], points)
    }),
  )
  return stretches.flat()
}
/** The readings from the register for a time whose readings are no longer stored. */
async function readingsFromRegister(
  ctx: Context,
  vehicle: VisibleVehicle,
  from: number,
  to: number,
): Promise<At<Celsius>[]> {
  if (to - from <= LOOKBACK_MS) return []
  const rows = await currentRows(ctx.pool, vehicle.vehicle_id, from, to)
  const byTime = new Map<number, Celsius>()
  for (const row of rows)
    for (const { sensor, readings } of registeredRow(row, vehicle).sensors)
      for (const { at, value } of readings) {
        if (at < from || at > to) continue
        const data: Celsius = byTime.get(at) ?? { T1: null, T2: null, T3: null, T4: null }
        byTime.set(at, { ...data, [sensor]: value })
      }
  return [...byTime].map(([at, data]) => ({ at, data })).sort((a, b) => a.at - b.at)
}

/** The vehicle's log interval (s), and when its first device was mounted. */
async function registerSettings(
  ctx: Context,
  vehicle_id: number,
): Promise<{ readonly interval: number; readonly mounted: number | null }> {
  const { rows } = await ctx.pool.query<{ log_interval: number; mounted: Date | null }>(
    'select v.log_interval, (select min(m.mounted_from) from device_mounts m where m.vehicle_id = v.id) as mounted from vehicles v where v.id = $1',
    [vehicle_id],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`vehicle ${vehicle_id} was seen and is not any more`)
  return { interval: row.log_interval, mounted: row.mounted?.getTime() ?? null }
}

/** The readings in a row of the register, as far as the caller may see their times. */
function registeredRow(row: StoredRow, vehicle: VisibleVehicle): RegisteredRow {
  return {
    at: row.at,
    seconds: row.seconds,
    sensors: sensors.flatMap(sensor => {
      const value = row[sensor]
      if (value === null) return []
      const extremes = row.extremes?.[sensor]
      const values: readonly (readonly [at: number | null, value: number | null])[] =
        extremes === undefined
          ? [[row.measured_at, value]]
          : [
              [extremes.last_at, value],
              [extremes.min_at, extremes.min],
              [extremes.max_at, extremes.max],
            ]
      const readings = values.flatMap(([at, reading]) =>
        at === null || reading === null || !maySee(temperature.kind, vehicle, at)
          ? []
          : [{ at, value: reading }],
      )
      const within =
        extremes == null || extremes.min === null || extremes.max === null
          ? null
          : ([extremes.min, extremes.max] as const)
      return [{ sensor, readings: readings.sort((a, b) => a.at - b.at), within }]
    }),
  }
}

/** When any door was open, as far as the caller may see the doors. The first state may be from before the period. */
async function doorReadings(
  ctx: Context,
  vehicle: VisibleVehicle,
  from: number,
  last: number,
  configurations: ConfigurationsByTime,
): Promise<At<boolean>[]> {
  const [before, readings] = await Promise.all([
    readingBefore(ctx, vehicle, door, from),
    readingsOf(ctx, vehicle, door, from, last),
  ])
  return (before === null ? readings : [before, ...readings]).map(({ at, data }) => ({
    at,
    data: anyOpen(ownDoors(data, valueAt(configurations, at).configurations)),
  }))
}

interface StretchData extends StretchReadings {
  readonly configurations: ConfigurationsByTime
  readonly interval: number
  readonly timezone: string
  /** The time for which the rows of the register are final; null: it has no rows. */
  readonly decided: readonly [from: number, to: number] | null
}
/** The rows of the register; other moments are computed from the readings. */
function momentsOfStretch({
  stretch,
  readings,
  units,
  rows,
  configurations,
  interval,
  timezone,
  decided,
}: StretchData): Moment[] {
  const moments: Moment[] = rows.map(row => ({ ...row, registered: true }))
  let next = 0
  for (const at of momentsIn(stretch.from, stretch.to, interval, timezone)) {
    while (next < rows.length && (rows[next]?.at ?? 0) < at) next++
    const row = rows[next]
    if (row !== undefined && row.at - row.seconds * SECOND < at) continue
    // a moment that the register has not reached yet may still change
    if (decided !== null && at >= decided[1]) break
    const sample = sampleAt(
      at,
      readings,
      units,
      valueAt(configurations, at).configurations,
      interval,
    )
    if (sample !== null) moments.push({ ...sample, registered: false, reason: null })
  }
  return moments.sort((a, b) => a.at - b.at)
}
