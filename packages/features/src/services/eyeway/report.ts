// The report of axles and tyres: loads, warnings and the state of the tyres by day, each tyre's extremes, and every stored value.
import { type DayPart, daysOf } from '@flotta/core/zones.ts'
import type {
  Cell,
  Column,
  Item,
  ReportAsk,
  ReportPart,
  ReportVehicle,
  Sheet,
} from '@flotta/platform/report.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import {
  column,
  dayColumn,
  kilometres,
  kmColumn,
  least,
  most,
  offPaper,
  totalOf,
  vehicleSheet,
} from '../../sheets.ts'
import { tripParts } from '../../telemetry/trips/queries.ts'
import { valuesSheet } from '../measures/sheet.ts'
import type { AxleData } from './contract.ts'
import { measures } from './measures.ts'
import { axleHistory, tireParametersFor } from './queries.ts'
import { eyewayReport } from './report-services.ts'
import {
  type Colour,
  colourOf,
  pressureField,
  type TireParameters,
  temperatureField,
  type Wheel,
  warnings,
  warningsBegun,
  wheels,
} from './rules.ts'

interface AxleHistory {
  readonly rows: readonly (AxleData & { readonly at: number })[]
  readonly parameters: TireParameters
}
async function axleHistoryOf(
  { ctx, from, to }: ReportAsk,
  { vehicle }: ReportVehicle,
): Promise<AxleHistory> {
  const [rows, parameters] = await Promise.all([
    axleHistory(ctx, vehicle, from, to - 1, {}),
    tireParametersFor(ctx, vehicle),
  ])
  return { rows: rows.map(row => ({ ...row, at: Date.parse(row.message_datetime) })), parameters }
}
const knownValues = <R>(rows: readonly R[], value: (row: R) => number | null): number[] =>
  rows.map(value).filter(v => v !== null)

const RANK: readonly (Colour | null)[] = [null, 'green', 'orange', 'red']
/** null: no tyre has a known state. */
function worstOf(
  { parameters }: AxleHistory,
  rows: AxleHistory['rows'],
  wheelsToJudge: readonly Wheel[] = wheels,
): Colour | null {
  let worst = 0
  for (const row of rows)
    for (const wheel of wheelsToJudge)
      worst = Math.max(worst, RANK.indexOf(colourOf(row, wheel, parameters)))
  return RANK[worst] ?? null
}
const wordOf = ({ ctx, language }: ReportAsk, colour: Colour | null): string | null =>
  colour === null ? null : ctx.say(language, { key: `eyeway.state.${colour}` })

const figureColumns: readonly Column[] = [
  column('load', 'kg', 'eyeway.report.load'),
  column('warnings', 'count', 'eyeway.report.warnings'),
  column('tyres', 'text', 'eyeway.report.tyres'),
]
const figuresOf = (
  ask: ReportAsk,
  axleHistory: AxleHistory,
  { from, to }: Pick<DayPart, 'from' | 'to'>,
): { readonly cells: Cell[]; readonly isBad: boolean } => {
  const rows = axleHistory.rows.filter(({ at }) => from <= at && at < to)
  const [warningCount, colour] = [
    warningsBegun(axleHistory.rows, { from, to }),
    worstOf(axleHistory, rows),
  ]
  return {
    cells: [most(knownValues(rows, row => row.load)), warningCount, wordOf(ask, colour)],
    isBad: warningCount > 0 || colour === 'red',
  }
}

const days = (ask: ReportAsk): Sheet =>
  vehicleSheet(
    ask,
    'eyeway_days',
    'eyeway.report.days',
    [dayColumn, kmColumn, ...figureColumns],
    async function* (one): AsyncIterable<Item> {
      const axleHistory = await axleHistoryOf(ask, one)
      if (axleHistory.rows.length === 0) return
      const parts = daysOf(ask.from, ask.to, ask.timezone)
      const trips = one.vehicle.agreements.includes(agreement.eyegeo)
        ? await tripParts(ask.ctx, one.vehicle, parts)
        : null
      const metres = parts.map((_, i) =>
        trips === null ? null : (trips[i] ?? []).reduce((sum, trip) => sum + trip.distance, 0),
      )
      const km = (driven: number | null) => (driven === null ? null : kilometres(driven))
      for (const [i, day] of parts.entries()) {
        const { cells, isBad } = figuresOf(ask, axleHistory, day)
        yield { row: [one.plate, day.day, km(metres[i] ?? null), ...cells], marked: isBad }
      }
      const totalMetres =
        trips === null ? null : metres.reduce<number>((sum, driven) => sum + (driven ?? 0), 0)
      yield {
        total: [null, null, km(totalMetres), ...figuresOf(ask, axleHistory, ask).cells],
        label: totalOf(one.plate),
      }
    },
  )
const tyres = (ask: ReportAsk): Sheet => {
  const { ctx, language } = ask
  return vehicleSheet(
    ask,
    'eyeway_tyres',
    'eyeway.report.tyres',
    [
      column('tyre', 'text', 'eyeway.report.tyre'),
      column('lowest', 'bar', 'eyeway.report.lowest'),
      column('highest', 'bar', 'eyeway.report.highest'),
      column('warmest', 'celsius', 'eyeway.report.warmest'),
      column('state', 'text', 'eyeway.report.state'),
    ],
    async function* (one): AsyncIterable<Item> {
      const axleHistory = await axleHistoryOf(ask, one)
      for (const wheel of wheels) {
        const pressures = knownValues(axleHistory.rows, row => row[pressureField(wheel)])
        const temperatures = knownValues(axleHistory.rows, row => row[temperatureField(wheel)])
        if (pressures.length === 0 && temperatures.length === 0) continue
        const name = ctx.say(language, {
          key: `eyeway.tyre.${wheel.side}`,
          values: { n: wheel.axle },
        })
        const colour = worstOf(axleHistory, axleHistory.rows, [wheel])
        yield {
          row: [
            one.plate,
            name,
            least(pressures),
            most(pressures),
            most(temperatures),
            wordOf(ask, colour),
          ],
          marked: colour === 'red',
        }
      }
    },
  )
}
const values = (ask: ReportAsk): Sheet =>
  valuesSheet(
    ask,
    'eyeway.report.values',
    { service: 'eyeway', values: measures.values },
    async vehicle => {
      const { rows, parameters } = await axleHistoryOf(ask, vehicle)
      return rows.map(row => ({ ...row, parameters }))
    },
    row =>
      wheels.some(wheel => colourOf(row, wheel, row.parameters) === 'red') ||
      warnings.some(name => row[name] === 1),
  )

export const reports: readonly ReportPart[] = [
  {
    ...eyewayReport,
    sheets: ask => [days(ask), tyres(ask), values(ask)],
    line: {
      columns: figureColumns.filter(({ key }) => key !== 'warnings').map(offPaper),
      async of(ask, one) {
        const axleHistory = await axleHistoryOf(ask, one)
        if (axleHistory.rows.length === 0) return [null, null]
        const [load = null, , tyres = null] = figuresOf(ask, axleHistory, ask).cells
        return [load, tyres]
      },
    },
  },
]
