// The power report: the voltage as a line, its extremes and the engine hours by day, and every stored value.
import { daysOf } from '@flotta/core/zones.ts'
import type { Cell, Column, Item, ReportAsk, ReportPart, Sheet } from '@flotta/platform/report.ts'
import {
  chartLine,
  column,
  dayColumn,
  least,
  most,
  offPaper,
  totalOf,
  vehicleSheet,
} from '../../sheets.ts'
import { engineHours } from '../../telemetry/engine/kinds.ts'
import { thinReadings } from '../../telemetry/pipeline/detail.ts'
import { readingBefore } from '../../telemetry/pipeline/queries.ts'
import { reportedMeasures, valuesSheet } from '../measures/sheet.ts'
import type { Power } from './contract.ts'
import { measures } from './measures.ts'
import { eyepowerReport } from './report-services.ts'
import { VOLTAGE_WARNING_PERCENT } from './rules.ts'

const figureColumns: readonly Column[] = [
  column('lowest', 'volts', 'eyepower.report.lowest'),
  column('highest', 'volts', 'eyepower.report.highest'),
  column('battery_lowest', 'volts', 'eyepower.report.battery_lowest'),
  column('engine_hours', 'hours', 'eyepower.report.engine_hours'),
]
const valuesNamed = (
  rows: readonly Power[],
  name: 'external_voltage' | 'battery_voltage' | 'general_hour_meter',
): number[] => rows.map(row => row[name]).filter(value => value !== null)
/** @param before reading of the hour meter at the beginning, where known */
function figuresOf(rows: readonly Power[], before: number | null): Cell[] {
  const [volts, hours] = [
    valuesNamed(rows, 'external_voltage'),
    valuesNamed(rows, 'general_hour_meter'),
  ]
  const [first, last] = [before ?? hours[0], hours.at(-1)]
  return [
    least(volts),
    most(volts),
    least(valuesNamed(rows, 'battery_voltage')),
    first === undefined || last === undefined ? null : last - first,
  ]
}
const isLow = (rows: readonly Pick<Power, 'external_voltage_percent'>[]): boolean =>
  rows.some(
    ({ external_voltage_percent: percent }) =>
      percent !== null && percent <= VOLTAGE_WARNING_PERCENT,
  )

/** Points of a chart across a page. */
const POINTS = 600
const days = (ask: ReportAsk): Sheet =>
  vehicleSheet(
    ask,
    'eyepower_days',
    'eyepower.report.days',
    [dayColumn, ...figureColumns],
    async function* (reportVehicle): AsyncIterable<Item> {
      const { vehicle, plate } = reportVehicle
      const [rows, before] = await Promise.all([
        reportedMeasures(ask, reportVehicle, measures),
        readingBefore(ask.ctx, vehicle, engineHours, ask.from),
      ])
      if (rows.length === 0) return
      const began = before?.data.general_hour_meter ?? null
      const readings = rows.map(data => ({ at: Date.parse(data.message_datetime), data }))
      const points = chartLine(thinReadings(readings, POINTS), ({ data }) => data.external_voltage)
      const label = ask.ctx.say(ask.language, { key: 'eyepower.external_voltage' })
      yield {
        chart: {
          title: { key: 'eyepower.external_voltage' },
          format: 'volts',
          series: [{ label, points }],
        },
      }
      let meter = began
      for (const { day, from, to } of daysOf(ask.from, ask.to, ask.timezone)) {
        const dayRows = readings.filter(({ at }) => from <= at && at < to).map(({ data }) => data)
        yield { row: [plate, day, ...figuresOf(dayRows, meter)], marked: isLow(dayRows) }
        meter = valuesNamed(dayRows, 'general_hour_meter').at(-1) ?? meter
      }
      yield { total: [null, null, ...figuresOf(rows, began)], label: totalOf(plate) }
    },
  )
export const reports: readonly ReportPart[] = [
  {
    ...eyepowerReport,
    sheets: ask => [
      days(ask),
      valuesSheet(
        ask,
        'eyepower.report.values',
        measures,
        one => reportedMeasures(ask, one, measures),
        row => isLow([row]),
      ),
    ],
    line: {
      columns: figureColumns.slice(0, 1).map(offPaper),
      of: async (ask, reportVehicle) => [
        least(
          valuesNamed(await reportedMeasures(ask, reportVehicle, measures), 'external_voltage'),
        ),
      ],
    },
  },
]
