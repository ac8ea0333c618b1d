// What a power report tells: the voltage as a line, its extremes and the engine's hours day by day, and every value that was kept.
import { daysOf } from '@flotta/core/zones.ts'
import type { Cell, Column, Item, ReportAsk, ReportPart, Sheet } from '@flotta/platform/report.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import {
  aboutVehicle,
  atColumn,
  chartLine,
  column,
  dayColumn,
  eachVehicle,
  offPaper,
  totalOf,
} from '../../sheets.ts'
import { engineHours } from '../../telemetry/engine/kinds.ts'
import { thinReadings } from '../../telemetry/pipeline/detail.ts'
import { readingBefore } from '../../telemetry/pipeline/queries.ts'
import type { Power } from './contract.ts'
import { powerHistory } from './queries.ts'
import { VOLTAGE_WARNING_PERCENT } from './rules.ts'

const rowsOf = ({ ctx, from, to }: ReportAsk, vehicle: Parameters<typeof powerHistory>[1]) =>
  powerHistory(ctx, vehicle, from, to - 1, {})

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
const least = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => Math.min(a, b))
const most = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => Math.max(a, b))
/** @param before the meter as it stood when the time began, where that is known */
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
const isLow = (rows: readonly Power[]): boolean =>
  rows.some(
    ({ external_voltage_percent: percent }) =>
      percent !== null && percent <= VOLTAGE_WARNING_PERCENT,
  )

/** Points of a line that is as wide as a page. */
const POINTS = 600
const days = (ask: ReportAsk): Sheet => ({
  key: 'eyepower_days',
  name: { key: 'eyepower.report.days' },
  columns: [aboutVehicle, dayColumn, ...figureColumns],
  items: () =>
    eachVehicle(ask, async function* ({ vehicle, plate }): AsyncIterable<Item> {
      const [rows, before] = await Promise.all([
        rowsOf(ask, vehicle),
        readingBefore(ask.ctx, vehicle, engineHours, ask.from),
      ])
      if (rows.length === 0) return
      const began = before?.data.general_hour_meter ?? null
      const timed = rows.map(data => ({ at: Date.parse(data.message_datetime), data }))
      const points = chartLine(thinReadings(timed, POINTS), ({ data }) => data.external_voltage)
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
        const own = timed.filter(({ at }) => from <= at && at < to).map(({ data }) => data)
        yield { row: [plate, day, ...figuresOf(own, meter)], marked: isLow(own) }
        meter = valuesNamed(own, 'general_hour_meter').at(-1) ?? meter
      }
      yield { total: [null, null, ...figuresOf(rows, began)], label: totalOf(plate) }
    }),
})
const values = (ask: ReportAsk): Sheet => {
  const { ctx, language } = ask
  return {
    key: 'eyepower_values',
    name: { key: 'eyepower.report.values' },
    paper: false,
    columns: [
      aboutVehicle,
      atColumn,
      column('external_voltage', 'volts', 'eyepower.external_voltage'),
      column('percent', 'percent', 'eyepower.percent'),
      column('mode', 'text', 'eyepower.power_mode'),
      column('battery_voltage', 'volts', 'eyepower.battery_voltage'),
      column('battery_capacity', 'percent', 'eyepower.battery_capacity'),
      column('hour_meter', 'hours', 'eyepower.hour_meter'),
    ],
    items: () =>
      eachVehicle(ask, async function* ({ vehicle, plate }): AsyncIterable<Item> {
        for (const row of await rowsOf(ask, vehicle)) {
          const mode =
            row.power_mode === null
              ? null
              : ctx.say(language, { key: `eyepower.mode.${row.power_mode}` })
          const {
            external_voltage,
            external_voltage_percent,
            battery_voltage,
            battery_capacity,
            general_hour_meter,
          } = row
          const cells = [
            external_voltage,
            external_voltage_percent,
            mode,
            battery_voltage,
            battery_capacity,
            general_hour_meter,
          ]
          yield { row: [plate, Date.parse(row.message_datetime), ...cells], marked: isLow([row]) }
        }
      }),
  }
}

export const reports: readonly ReportPart[] = [
  {
    service: 'eyepower',
    agreements: [agreement.eyepower],
    sheets: ask => [days(ask), values(ask)],
    line: {
      columns: figureColumns.slice(0, 1).map(offPaper),
      of: async (ask, { vehicle }) => [
        least(valuesNamed(await rowsOf(ask, vehicle), 'external_voltage')),
      ],
    },
  },
]
