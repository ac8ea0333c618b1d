// The fuel report: the level as a line; filled, stolen and burned amounts by day and by trip; each refuel and theft with its place.
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
import { placesWhen } from '../../sheet-places.ts'
import {
  atColumn,
  chartLine,
  column,
  dayColumn,
  fromColumn,
  kilometres,
  kmColumn,
  placeColumn,
  toColumn,
  totalOf,
  vehicleSheet,
} from '../../sheets.ts'
import { thinReadings } from '../../telemetry/pipeline/detail.ts'
import type { Burning } from './burning.ts'
import { type FuelFigures, per100km, together } from './litres.ts'
import { type FuelDays, fuelDays } from './queries.ts'
import { eyefuelReport } from './report-services.ts'
import { STEADY_PERCENT } from './rules.ts'

const fuelDaysOf = (
  { ctx, from, to, timezone }: ReportAsk,
  { vehicle }: ReportVehicle,
): Promise<FuelDays> => fuelDays(ctx, vehicle, from, to, timezone)
const hasNoLevels = ({ days }: FuelDays): boolean =>
  days.every(({ figures }) => figures.level_to === null)

const levelColumns: readonly Column[] = [
  column('level_from', 'percent', 'eyefuel.report.level_from'),
  column('level_to', 'percent', 'eyefuel.report.level_to'),
]
const figureColumns: readonly Column[] = [
  column('refuelled', 'litres', 'eyefuel.report.refuelled'),
  column('stolen', 'litres', 'eyefuel.report.stolen'),
  column('burned', 'litres', 'eyefuel.report.burned'),
  kmColumn,
  column('per_100_km', 'litres', 'eyefuel.report.per_100_km'),
]
const noteColumn = column('note', 'text', 'eyefuel.report.note')
/** The columns that fit into a master report. */
const inLine = (figure: Column | undefined): boolean =>
  figure !== undefined && ['stolen', 'burned', 'per_100_km'].includes(figure.key)

/** A doubtful figure is replaced by its reason. */
function cellsOf({ ctx, language }: ReportAsk, figures: FuelFigures, burning: Burning): Cell[] {
  const { refuelled, stolen, burned, doubt, metres } = figures
  const consumption =
    doubt === null || doubt === 'capacity'
      ? burned
      : ctx.say(language, { key: 'eyefuel.implausible' })
  return [
    refuelled,
    stolen,
    consumption,
    metres === null ? null : kilometres(metres),
    per100km(figures, burning),
  ]
}
const noteOf = ({ ctx, language }: ReportAsk, { doubt }: FuelFigures): Cell =>
  doubt && ctx.say(language, { key: `eyefuel.doubt.${doubt}` })

/** Points of a chart across a page. */
const POINTS = 600
const byDay = (ask: ReportAsk): Sheet =>
  vehicleSheet(
    ask,
    'eyefuel_days',
    'eyefuel.report.days',
    [dayColumn, ...levelColumns, ...figureColumns, noteColumn],
    async function* (one): AsyncIterable<Item> {
      const fuelHistory = await fuelDaysOf(ask, one)
      if (hasNoLevels(fuelHistory)) return
      const { past, days, burning } = fuelHistory
      const points = chartLine(
        thinReadings(past.rows, POINTS),
        ({ data }) => data.tank_usage,
        STEADY_PERCENT,
      )
      yield {
        chart: {
          title: { key: 'eyefuel.chart' },
          format: 'percent',
          series: [{ label: ask.ctx.say(ask.language, { key: 'eyefuel.tank_usage' }), points }],
        },
      }
      for (const { day, figures } of days)
        yield {
          row: [
            one.plate,
            day,
            figures.level_from,
            figures.level_to,
            ...cellsOf(ask, figures, burning),
            noteOf(ask, figures),
          ],
          marked: (figures.stolen ?? 0) > 0,
        }
      const all = together(days.map(({ figures }) => figures))
      yield {
        total: [
          null,
          null,
          all.level_from,
          all.level_to,
          ...cellsOf(ask, all, burning),
          noteOf(ask, all),
        ],
        label: totalOf(one.plate),
      }
    },
  )

const byTrip = (ask: ReportAsk): Sheet => {
  const [trip, stop] = ['eyegeo.report.trip', 'eyegeo.report.stop'].map(key =>
    ask.ctx.say(ask.language, { key }),
  )
  return vehicleSheet(
    ask,
    'eyefuel_trips',
    'eyefuel.report.trips',
    [
      dayColumn,
      column('kind', 'text', 'eyegeo.report.kind'),
      fromColumn,
      toColumn,
      ...levelColumns,
      ...figureColumns,
      noteColumn,
    ],
    async function* (one): AsyncIterable<Item> {
      const { days, burning } = await fuelDaysOf(ask, one)
      for (const { day, legs } of days)
        for (const { from, to, isTrip, figures } of legs) {
          const cells = cellsOf(ask, figures, burning)
          yield {
            row: [
              one.plate,
              day,
              (isTrip ? trip : stop) ?? null,
              from,
              to,
              figures.level_from,
              figures.level_to,
              ...cells,
              noteOf(ask, figures),
            ],
            marked: (figures.stolen ?? 0) > 0,
          }
        }
    },
  )
}

const events = (ask: ReportAsk): Sheet => {
  const { ctx, language } = ask
  const places = placesWhen(ask)
  return vehicleSheet(
    ask,
    'eyefuel_events',
    'eyefuel.report.events',
    [
      atColumn,
      column('type', 'text', 'eyefuel.report.event'),
      column('before', 'percent', 'eyefuel.report.before'),
      column('after', 'percent', 'eyefuel.report.after'),
      column('litres', 'litres', 'eyefuel.report.litres'),
      placeColumn,
    ],
    async function* (one): AsyncIterable<Item> {
      const { past, capacity } = await fuelDaysOf(ask, one)
      const names = await places(
        one,
        past.changes.map(({ at }) => at),
      )
      for (const [i, { at, type, before, after, amount }] of past.changes.entries()) {
        const word = ctx.say(language, { key: `eyefuel.report.type.${type}` })
        const litres = capacity === null ? null : (amount * capacity) / 100
        yield {
          row: [one.plate, at, word, before, after, litres, names[i] ?? null],
          marked: type === 'theft',
        }
      }
    },
  )
}

/** Trips need the right to see positions. */
const seesTrips = ({ vehicles }: ReportAsk): boolean =>
  vehicles.some(({ vehicle }) => vehicle.agreements.includes(agreement.eyegeo))

export const reports: readonly ReportPart[] = [
  {
    ...eyefuelReport,
    sheets: ask => [byDay(ask), ...(seesTrips(ask) ? [byTrip(ask)] : []), events(ask)],
    line: {
      columns: figureColumns.filter(inLine),
      async of(ask, one) {
        const { days, burning } = await fuelDaysOf(ask, one)
        const all = together(days.map(({ figures }) => figures))
        return cellsOf(ask, all, burning).filter((_, i) => inLine(figureColumns[i]))
      },
    },
  },
]
