// What the sheets of reports share: columns, the sequence of vehicles, and how long values held.
import type { Reading } from '@flotta/core/reading.ts'
import { DAY, MINUTE } from '@flotta/core/time.ts'
import { daysOf } from '@flotta/core/zones.ts'
import type {
  Cell,
  Column,
  Format,
  Item,
  ReportAsk,
  ReportVehicle,
  Sheet,
} from '@flotta/platform/report.ts'
import { visibleRanges } from './fleet/access/rules.ts'
import { readingBefore, readingsOf } from './telemetry/pipeline/queries.ts'

export const column = (key: string, format: Format, title: string): Column => ({
  key,
  format,
  title: { key: title },
})
/** A column that is left out on paper, where the heading has its value or there is no room for it. */
export const offPaper = (base: Column): Column => ({ ...base, paper: false })
/** The column of the vehicle in sheets without headings. */
export const vehicleColumn = column('vehicle', 'text', 'reports.column.vehicle')
/** The column of the vehicle in sheets that have a heading for each vehicle. */
export const aboutVehicle = offPaper(vehicleColumn)
export const dayColumn = column('day', 'day', 'reports.column.day')
export const atColumn = column('at', 'instant', 'reports.column.at')
export const fromColumn = column('from', 'instant', 'reports.column.from')
export const toColumn = column('to', 'instant', 'reports.column.to')
export const durationColumn = column('duration', 'duration', 'reports.column.duration')
export const placeColumn = column('place', 'text', 'reports.column.place')
export const kmColumn = column('km', 'trip_km', 'reports.column.km')

export const allVehicles = { key: 'reports.total' } as const
export const totalOf = (name: string) => ({ key: 'reports.total_of', values: { name } }) as const

/** Conversions of ms to whole seconds and of metres to kilometres. */
export const seconds = (ms: number): number => Math.round(ms / 1_000)
export const kilometres = (metres: number): number => metres / 1_000
/** The sum of the known values; null: none is known. */
export const sumOf = (values: readonly (number | null)[]): number | null => {
  const knownNumbers = values.filter(value => value !== null)
  return knownNumbers.length === 0 ? null : knownNumbers.reduce((sum, value) => sum + value, 0)
}

/** The smallest and the largest of some values; null: there is none. */
export const least = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => Math.min(a, b))
export const most = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => Math.max(a, b))

/**
 * The items of each vehicle below a heading with its plate. A vehicle without items has a note instead.
 * @param noteKey the key of that note
 */
export async function* eachVehicle(
  ask: ReportAsk,
  tell: (vehicle: ReportVehicle) => AsyncIterable<Item>,
  noteKey: (vehicle: ReportVehicle) => Promise<string> = async () => 'reports.nothing',
): AsyncIterable<Item> {
  for (const vehicle of ask.vehicles) {
    ask.signal.throwIfAborted()
    let hasItems = false
    for await (const item of tell(vehicle)) {
      if (!hasItems) yield { heading: vehicle.plate }
      hasItems = true
      yield item
    }
    if (!hasItems)
      yield {
        heading: vehicle.plate,
        note: ask.ctx.say(ask.language, { key: await noteKey(vehicle) }),
      }
  }
}

/**
 * A sheet with a section for each vehicle below its plate.
 * @param columns those beside the vehicle's own
 */
export const vehicleSheet = (
  ask: ReportAsk,
  key: string,
  name: string,
  columns: readonly Column[],
  tell: (vehicle: ReportVehicle) => AsyncIterable<Item>,
): Sheet => ({
  key,
  name: { key: name },
  columns: [aboutVehicle, ...columns],
  items: () => eachVehicle(ask, tell),
})
/**
 * The same with a line of figures for each day, and their total.
 * @param figuresFor the figures of a time; null: the vehicle reported nothing
 */
export const daySheet = (
  ask: ReportAsk,
  key: string,
  name: string,
  columns: readonly Column[],
  figuresFor: (vehicle: ReportVehicle) => Promise<((from: number, to: number) => Cell[]) | null>,
): Sheet =>
  vehicleSheet(
    ask,
    key,
    name,
    [dayColumn, ...columns],
    async function* (vehicle): AsyncIterable<Item> {
      const figures = await figuresFor(vehicle)
      if (figures === null) return
      for (const { day, from, to } of daysOf(ask.from, ask.to, ask.timezone))
        yield { row: [vehicle.plate, day, ...figures(from, to)] }
      yield { total: [null, null, ...figures(ask.from, ask.to)], label: totalOf(vehicle.plate) }
    },
  )

/** The readings in a visible time (`to` exclusive), in order, preceded by the reading that held at its beginning. */
export interface Changes<D> {
  readonly from: number
  readonly to: number
  readonly readings: readonly { readonly at: number; readonly data: D }[]
}
export async function changesOf<D extends object>(
  { ctx, from, to }: ReportAsk,
  { vehicle }: ReportVehicle,
  reading: Reading<D>,
): Promise<Changes<D>[]> {
  const all: Changes<D>[] = []
  for (const range of visibleRanges(reading.kind, vehicle, from, to - 1)) {
    const [before, inRange] = await Promise.all([
      readingBefore(ctx, vehicle, reading, range.from),
      readingsOf(ctx, vehicle, reading, range.from, range.to),
    ])
    all.push({
      from: range.from,
      to: range.to + 1,
      readings: before === null ? inRange : [before, ...inRange],
    })
  }
  return all
}
/** Whether nothing was reported in all that time, and no earlier reading holds. */
export const isUntold = (changes: readonly Changes<unknown>[]): boolean =>
  changes.every(({ readings }) => readings.length === 0)
/** How long a value held. `began`: it began within the time; `goesOn`: it may continue after it. */
export interface HeldValue<V> {
  readonly from: number
  readonly to: number
  readonly value: V
  readonly began: boolean
  readonly goesOn: boolean
}
/**
 * The values of readings with the time that each of them held, in order.
 * @param silentAfter for values that are sent repeatedly: after this many ms without a reading it is unknown whether the value still holds
 */
export function heldValues<D, V>(
  { from, to, readings }: Changes<D>,
  valueFor: (data: D) => V,
  silentAfter = Number.POSITIVE_INFINITY,
): HeldValue<V>[] {
  const values: HeldValue<V>[] = []
  const end = (at: number, goesOn = false) => {
    const last = values.pop()
    if (last !== undefined) values.push({ ...last, to: at, goesOn })
  }
  let lastAt = from
  for (const { at, data } of readings) {
    const value = valueFor(data)
    const last = values.at(-1)
    const isSame = last !== undefined && last.value === value
    const wasSilent = last !== undefined && at - lastAt > silentAfter
    if (!isSame || wasSilent) {
      end(wasSilent ? lastAt : at)
      values.push({ from: at, to, value, began: at >= from && !isSame, goesOn: true })
    }
    lastAt = at
  }
  if (to - lastAt > silentAfter) end(lastAt)
  return values.filter(h => h.to > from).map(h => ({ ...h, from: Math.max(from, h.from) }))
}

/** A device at rest sends at least once an hour. When two records are missing, the value is unknown, as in the charts of the panels. */
export const SILENT_AFTER = 125 * MINUTE
/**
 * The points of a line, with a null between two that are too far apart.
 * @param steady for a value that changes only while the vehicle reports, such as the level of a tank at rest: if it differs by no more than this after a
 * silence, the line continues
 */
export function chartLine<R extends { readonly at: number }>(
  rows: readonly R[],
  value: (row: R) => number | null,
  steady?: number,
): [at: number, value: number | null][] {
  return rows.flatMap((row, i): [number, number | null][] => {
    const before = rows[i - 1]
    const point: [number, number | null] = [row.at, value(row)]
    if (before === undefined || row.at - before.at <= SILENT_AFTER) return [point]
    const change = (value(before) ?? Number.NaN) - (value(row) ?? Number.NaN)
    return steady !== undefined && Math.abs(change) <= steady
      ? [point]
      : [[before.at + 1, null], point]
  })
}

/** Days of vehicles for which every single record may be listed; more would be millions of rows. */
const MOST_VEHICLE_DAYS = 62
export const mayListRecords = ({ from, to, vehicles }: ReportAsk): boolean =>
  vehicles.length * Math.ceil((to - from) / DAY) <= MOST_VEHICLE_DAYS
