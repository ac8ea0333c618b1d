// The position report: figures of every vehicle, its trips and stops by day, and its position at every moment.
import { formatDay } from '@flotta/core/time.ts'
import { daysOf } from '@flotta/core/zones.ts'
import type {
  Cell,
  Column,
  Item,
  ReportAsk,
  ReportPart,
  ReportVehicle,
  Sheet,
} from '@flotta/platform/report.ts'
import { visibleRanges } from '../../fleet/access/rules.ts'
import { historyOf } from '../../fleet/activities/queries.ts'
import { driverDuring } from '../../fleet/activities/rules.ts'
import { placesFor, type SpotAt } from '../../sheet-places.ts'
import {
  aboutVehicle,
  allVehicles,
  atColumn,
  column,
  dayColumn,
  durationColumn,
  eachVehicle,
  fromColumn,
  kilometres,
  kmColumn,
  mayListRecords,
  seconds,
  toColumn,
  totalOf,
  vehicleColumn,
} from '../../sheets.ts'
import { fixesOf } from '../../telemetry/pipeline/tracks.ts'
import type { ShownStop, ShownTrip } from '../../telemetry/trips/private-pieces.ts'
import {
  type DayReport,
  dayReportsOf,
  endOfStop,
  endOfTrip,
  type Figures,
  hasNoData,
  sumFigures,
} from './report-figures.ts'
import { eyegeoReport } from './report-services.ts'

const figureColumns: readonly Column[] = [
  kmColumn,
  column('driving', 'duration', 'eyegeo.report.driving'),
  column('standing', 'duration', 'eyegeo.report.standing'),
  column('idling', 'duration', 'eyegeo.report.idling'),
  column('idling_litres', 'litres', 'eyegeo.report.idling_litres'),
  column('trips', 'count', 'eyegeo.report.trips_begun'),
  column('max_speed', 'kmh', 'eyegeo.report.max_speed'),
]
const cellsOf = (figures: Figures): Cell[] => {
  const { distance, driving, standing, idling, idling_litres, trips, max_speed } = figures
  return [
    kilometres(distance),
    seconds(driving),
    seconds(standing),
    idling === null ? null : seconds(idling),
    idling_litres,
    trips,
    max_speed,
  ]
}
/** The columns that fit into a master report. */
const isInLine = (figure: Column | undefined): boolean =>
  figure?.key !== 'standing' && figure?.key !== 'idling_litres'
const EMPTY_CELLS: readonly Cell[] = figureColumns.map(() => null)

const summary = (ask: ReportAsk): Sheet => ({
  key: 'eyegeo_summary',
  name: { key: 'eyegeo.report.summary' },
  columns: [vehicleColumn, ...figureColumns],
  async *items() {
    const all: Figures[] = []
    for (const reportVehicle of ask.vehicles) {
      ask.signal.throwIfAborted()
      const days = await dayReportsOf(ask, reportVehicle)
      const figures = sumFigures(days.map(day => day.figures))
      all.push(figures)
      yield { row: [reportVehicle.plate, ...(hasNoData(days) ? EMPTY_CELLS : cellsOf(figures))] }
    }
    yield { total: [null, ...cellsOf(sumFigures(all))], label: allVehicles }
  },
})

const tripColumns: readonly Column[] = [
  aboutVehicle,
  dayColumn,
  column('kind', 'text', 'eyegeo.report.kind'),
  fromColumn,
  toColumn,
  durationColumn,
  kmColumn,
  column('mean_speed', 'kmh', 'eyegeo.report.mean_speed'),
  column('max_speed', 'kmh', 'eyegeo.report.max_speed'),
  column('place_from', 'text', 'eyegeo.report.place_from'),
  column('place_to', 'text', 'eyegeo.report.place_to'),
  column('driver', 'text', 'reports.column.driver'),
]
const meanOf = (metres: number, ms: number): number | null =>
  ms < 1_000 ? null : (metres / ms) * 3_600

const spotOf = (at: number, place: ShownStop['place']): SpotAt | null => place && { at, ...place }
type TripOrStop = { readonly from: number; readonly to: number } & (
  | { readonly trip: ShownTrip }
  | { readonly stop: ShownStop }
)
/** The trips and stops of a day, in order. */
const tripsAndStopsOf = (day: DayReport): TripOrStop[] =>
  [
    ...day.trips.map(trip => ({ from: trip.period_from, to: endOfTrip(trip), trip })),
    ...day.stops.map(stop => ({ from: stop.period_from, to: endOfStop(stop, day), stop })),
  ].sort((a, b) => a.from - b.from)

const tripsAndStops = (ask: ReportAsk): Sheet => {
  const places = placesFor(ask)
  const { ctx, language, customer_id } = ask
  const [tripWord, stopWord, privateWord = null] = [
    'eyegeo.report.trip',
    'eyegeo.report.stop',
    'private_trips.private',
  ].map(key => ctx.say(language, { key }))
  async function* tell(reportVehicle: ReportVehicle): AsyncIterable<Item> {
    const [days, drives] = await Promise.all([
      dayReportsOf(ask, reportVehicle),
      historyOf(ctx.db, customer_id, ctx.now(), reportVehicle.vehicle, ask.from, ask.to),
    ])
    if (hasNoData(days)) return
    for (const day of days) {
      const spans = tripsAndStopsOf(day)
      if (spans.length === 0) continue
      const names = await places(
        reportVehicle,
        spans.flatMap(span =>
          'trip' in span
            ? [spotOf(span.from, span.trip.start), spotOf(span.to, span.trip.end)]
            : [spotOf(span.from, span.stop.place), null],
        ),
      )
      for (const [i, span] of spans.entries()) {
        const { from, to } = span
        const isTrip = 'trip' in span
        const firstCells: Cell[] = [
          reportVehicle.plate,
          day.day,
          (isTrip ? tripWord : stopWord) ?? null,
          from,
          to,
          seconds(to - from),
        ]
        const figures = isTrip
          ? [
              kilometres(span.trip.distance),
              meanOf(span.trip.distance, to - from),
              span.trip.max_speed,
            ]
          : [null, null, null]
        const [first, second] = isTrip ? [span.trip.start, span.trip.end] : [span.stop.place]
        const place = (spot: ShownStop['place'] | undefined, name: Cell | undefined): Cell =>
          spot === null ? privateWord : (name ?? null)
        yield {
          row: [
            ...firstCells,
            ...figures,
            place(first, names[2 * i]),
            place(second, names[2 * i + 1]),
            isTrip ? driverDuring(drives, from, to) : null,
          ],
        }
      }
      yield { total: totalCells(day.figures), label: totalOf(formatDay(day.day)) }
    }
    yield {
      total: totalCells(sumFigures(days.map(day => day.figures))),
      label: totalOf(reportVehicle.plate),
    }
  }
  return {
    key: 'eyegeo_trips',
    name: { key: 'eyegeo.report.trips_and_stops' },
    columns: tripColumns,
    items: () => eachVehicle(ask, tell),
  }
}
const totalCells = ({ distance, on_business, driving, max_speed }: Figures): Cell[] => [
  null,
  null,
  null,
  null,
  null,
  seconds(driving),
  kilometres(distance),
  meanOf(on_business, driving),
  max_speed,
  null,
  null,
  null,
]

const positions = (ask: ReportAsk): Sheet => ({
  key: 'eyegeo_positions',
  name: { key: 'eyegeo.report.positions' },
  paper: false,
  columns: [
    aboutVehicle,
    atColumn,
    column('latitude', 'latitude', 'eyegeo.latitude'),
    column('longitude', 'longitude', 'eyegeo.longitude'),
    column('speed', 'kmh', 'eyegeo.speed'),
    column('direction', 'degrees', 'eyegeo.direction'),
  ],
  items: () =>
    eachVehicle(ask, async function* ({ vehicle, plate }) {
      for (const day of daysOf(ask.from, ask.to, ask.timezone))
        for (const stretch of visibleRanges('position', vehicle, day.from, day.to - 1)) {
          const { at, latitude, longitude, speed, direction } = await fixesOf(
            ask.ctx,
            vehicle.vehicle_id,
            stretch,
          )
          for (let i = 0; i < at.length; i++)
            yield {
              row: [
                plate,
                at[i] ?? null,
                latitude[i] ?? null,
                longitude[i] ?? null,
                speed[i] ?? null,
                direction[i] ?? null,
              ],
            }
        }
    }),
})

export const reports: readonly ReportPart[] = [
  {
    ...eyegeoReport,
    sheets: ask => [
      summary(ask),
      tripsAndStops(ask),
      ...(mayListRecords(ask) ? [positions(ask)] : []),
    ],
    line: {
      columns: figureColumns.filter(isInLine),
      async of(ask, reportVehicle) {
        const days = await dayReportsOf(ask, reportVehicle)
        const cells = hasNoData(days)
          ? EMPTY_CELLS
          : cellsOf(sumFigures(days.map(day => day.figures)))
        return cells.filter((_, i) => isInLine(figureColumns[i]))
      },
    },
  },
]
