// The position report: figures of every vehicle, its trips and stops by day, and its position at every moment.
import { formatDay } from '@flotta/core/time.ts'
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
import { visibleRanges } from '../../fleet/access/rules.ts'
import { historyOf } from '../../fleet/activities/queries.ts'
import { driverDuring } from '../../fleet/activities/rules.ts'
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
  placesFor,
  type SpotAt,
  seconds,
  sumOf,
  toColumn,
  totalOf,
  vehicleColumn,
} from '../../sheets.ts'
import { fixesOf } from '../../telemetry/pipeline/queries.ts'
import { idlingStretches } from '../../telemetry/trips/idling.ts'
import { stopParts, tripParts } from '../../telemetry/trips/queries.ts'
import { idlingWithin, type ShownStop, type ShownTrip } from '../../telemetry/trips/rules.ts'
import { idlingLitres } from '../eyefuel/idling.ts'
import { eyegeoReport } from './report-services.ts'

/** The part of a vehicle's trips and stops within a day. */
interface DayReport extends DayPart {
  readonly trips: readonly ShownTrip[]
  readonly stops: readonly ShownStop[]
  readonly figures: Figures
}
/**
 * Metres, ms, km/h. `trips`: those that began in the day, so that days add up to the period.
 * Private trips and stops do not count as company time: only `distance` includes them; `on_business` is the distance without them.
 */
interface Figures {
  readonly distance: number
  readonly on_business: number
  readonly driving: number
  readonly standing: number
  /** null: no engine was told */
  readonly idling: number | null
  /** Litres burned while it idled; null: not known. */
  readonly idling_litres: number | null
  readonly trips: number
  readonly max_speed: number
}
const NONE: Figures = {
  distance: 0,
  on_business: 0,
  driving: 0,
  standing: 0,
  idling: null,
  idling_litres: null,
  trips: 0,
  max_speed: 0,
}
/** What did not idle burned nothing; idling of which nobody knows what it burned makes the sum unknown. */
function litresTogether(a: Figures, b: Figures): number | null {
  if (!b.idling) return a.idling_litres
  if (!a.idling) return b.idling_litres
  return a.idling_litres === null || b.idling_litres === null
    ? null
    : a.idling_litres + b.idling_litres
}
const sumFigures = (figures: readonly Figures[]): Figures =>
  figures.reduce(
    (a, b) => ({
      distance: a.distance + b.distance,
      on_business: a.on_business + b.on_business,
      driving: a.driving + b.driving,
      standing: a.standing + b.standing,
      idling: sumOf([a.idling, b.idling]),
      idling_litres: litresTogether(a, b),
      trips: a.trips + b.trips,
      max_speed: Math.max(a.max_speed, b.max_speed),
    }),
    NONE,
  )

const endOfTrip = (trip: ShownTrip): number => trip.period_to ?? trip.end_at
/** An unfinished stop ends with the day, which is not after now. */
const endOfStop = (stop: ShownStop, { to }: DayPart): number => stop.period_to ?? to

function figuresOf(
  day: DayPart,
  all: readonly ShownTrip[],
  allStops: readonly ShownStop[],
  idles: Pick<Figures, 'idling' | 'idling_litres'>,
): Figures {
  const [trips, stops] = [
    all.filter(trip => !trip.private),
    allStops.filter(stop => stop.place !== null),
  ]
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
  return {
    distance: sum(all.map(trip => trip.distance)),
    on_business: sum(trips.map(trip => trip.distance)),
    driving: sum(trips.map(trip => endOfTrip(trip) - trip.period_from)),
    standing: sum(stops.map(stop => endOfStop(stop, day) - stop.period_from)),
    ...idles,
    trips: trips.filter(trip => trip.whole.period_from === trip.period_from).length,
    max_speed: Math.max(0, ...trips.map(trip => trip.max_speed)),
  }
}

async function dayReportsOf(
  { ctx, from, to, timezone }: ReportAsk,
  { vehicle }: ReportVehicle,
): Promise<DayReport[]> {
  const days = daysOf(from, to, timezone)
  const [trips, stops, stretches] = await Promise.all([
    tripParts(ctx, vehicle, days),
    stopParts(ctx, vehicle, days),
    idlingStretches(ctx, vehicle, { from, to }),
  ])
  const litresWithin = await idlingLitres(ctx, vehicle, { from, to }, stretches)
  return days.map((day, i) => {
    const [driven, dayStops] = [trips[i] ?? [], stops[i] ?? []]
    return {
      ...day,
      trips: driven,
      stops: dayStops,
      figures: figuresOf(day, driven, dayStops, {
        idling: stretches === null ? null : idlingWithin(day, stretches),
        idling_litres: litresWithin(day),
      }),
    }
  })
}
const hasNoData = (days: readonly DayReport[]): boolean =>
  days.every(day => day.trips.length === 0 && day.stops.length === 0)

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
