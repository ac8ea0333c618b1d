// The report "time on site": how long vehicles stayed in which areas, by area and vehicle, and every single stay.
import { valueAt } from '@flotta/core/by-time.ts'
import { HOUR } from '@flotta/core/time.ts'
import { daysOf } from '@flotta/core/zones.ts'
import type {
  Cell,
  Column,
  ReportAsk,
  ReportPart,
  ReportVehicle,
  Sheet,
} from '@flotta/platform/report.ts'
import { visibleRanges } from '../../fleet/access/rules.ts'
import {
  aboutVehicle,
  column,
  durationColumn,
  eachVehicle,
  fromColumn,
  seconds,
  toColumn,
  totalOf,
} from '../../sheets.ts'
import { vehicleFacts } from '../../telemetry/pipeline/facts-by-time.ts'
import { fixesOf } from '../../telemetry/pipeline/tracks.ts'
import { MOVING_ABOVE_KMH } from '../../telemetry/plausible-fixes.ts'
import { areasOf } from './facts.ts'
import { staysReport } from './report-services.ts'
import { type Stay, StayReader, type StaySum, staysWithin, sumsOf } from './stays.ts'

/**
 * Records before the period are read this far back: a resting vehicle reports at least once an hour, and its last place before shows where it was at the
 * beginning.
 */
const BEFORE = 6 * HOUR

/** The stays of a vehicle in the period, sorted by their beginning. */
async function staysOf(ask: ReportAsk, { vehicle }: ReportVehicle): Promise<Stay[]> {
  const { ctx, customer_id, from, to, timezone, signal } = ask
  const { vehicle_id } = vehicle
  const areas = await areasOf(ctx.pool, customer_id)
  const factsAtEnd = valueAt(vehicleFacts.unknown(vehicle_id), to)
  const stays: Stay[] = []
  for (const range of visibleRanges('position', vehicle, from - BEFORE, to - 1)) {
    const periods = [{ from: range.from, to: range.to + 1 }]
    const reader = new StayReader({ customer_id, periods, areas }, factsAtEnd)
    for (const day of daysOf(range.from, range.to + 1, timezone)) {
      signal.throwIfAborted()
      const fixes = await fixesOf(ctx, vehicle_id, { from: day.from, to: day.to - 1 })
      for (let i = 0; i < fixes.at.length; i++) {
        const speed = fixes.speed[i] ?? 0
        const latitude = fixes.latitude[i] ?? 0
        const longitude = fixes.longitude[i] ?? 0
        const moving = speed > MOVING_ABOVE_KMH
        stays.push(...reader.read({ at: fixes.at[i] ?? 0, latitude, longitude, speed, moving }))
      }
    }
    const rest = reader.rest(range.to + 1)
    // Where visibility ends, it is unknown whether the stay continues.
    stays.push(...rest.map(stay => ({ ...stay, goesOn: stay.goesOn && range.to + 1 >= to })))
  }
  return staysWithin(stays, from, to).sort((a, b) => a.from - b.from)
}

const areaColumns: readonly Column[] = [
  column('place', 'text', 'areas.report.place'),
  column('place_code', 'text', 'areas.report.code'),
  column('place_kind', 'text', 'areas.report.kind'),
]
const areaCells = ({ ctx, language }: ReportAsk, { name, code, kind }: Stay['area']): Cell[] => [
  name,
  code,
  ctx.say(language, { key: `areas.one.${kind}` }),
]

const sumColumns: readonly Column[] = [
  column('first', 'instant', 'areas.report.first'),
  column('last', 'instant', 'areas.report.last'),
  column('count', 'count', 'areas.report.count'),
  column('total', 'duration', 'areas.report.total'),
]
const sumCells = ({ first, last, count, total }: StaySum): Cell[] => [
  first,
  last,
  count,
  seconds(total),
]
const totalCells = (sums: readonly StaySum[]): Cell[] => [
  null,
  null,
  sums.reduce((all, { count }) => all + count, 0),
  seconds(sums.reduce((all, { total }) => all + total, 0)),
]

const summary = (ask: ReportAsk): Sheet => ({
  key: 'stays_summary',
  name: { key: 'areas.report.summary' },
  columns: [aboutVehicle, ...areaColumns, ...sumColumns],
  items: () =>
    eachVehicle(ask, async function* (reportVehicle) {
      const sums = sumsOf(await staysOf(ask, reportVehicle))
      const { plate } = reportVehicle
      for (const sum of sums) yield { row: [plate, ...areaCells(ask, sum.area), ...sumCells(sum)] }
      if (sums.length > 0)
        yield {
          total: [null, ...areaColumns.map(() => null), ...totalCells(sums)],
          label: totalOf(plate),
        }
    }),
})

const everyStay = (ask: ReportAsk): Sheet => ({
  key: 'stays_rows',
  name: { key: 'areas.report.stays' },
  columns: [aboutVehicle, ...areaColumns, fromColumn, toColumn, durationColumn],
  items: () =>
    eachVehicle(ask, async function* (reportVehicle) {
      const { plate } = reportVehicle
      for (const { area, from, to, goesOn } of await staysOf(ask, reportVehicle))
        yield {
          row: [plate, ...areaCells(ask, area), from, goesOn ? null : to, seconds(to - from)],
        }
    }),
})

export const reports: readonly ReportPart[] = [
  {
    ...staysReport,
    sheets: ask => [summary(ask), everyStay(ask)],
  },
]
