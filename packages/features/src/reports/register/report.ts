// The sheets of temperature reports: a line for each moment of the log interval, the figures of each sensor in the period and by day, and every excursion.

import { valueAt } from '@flotta/core/by-time.ts'
import { SECOND } from '@flotta/core/time.ts'
import { daysOf } from '@flotta/core/zones.ts'
import type {
  Cell,
  Column,
  Item,
  ReportAsk,
  ReportChart,
  ReportCompleteness,
  ReportPart,
  ReportVehicle,
  Sheet,
} from '@flotta/platform/report.ts'
import { sensors, setpoints, toleranceOf } from '../../services/eyecold/rules.ts'
import {
  aboutVehicle,
  atColumn,
  column,
  dayColumn,
  durationColumn,
  eachVehicle,
  fromColumn,
  offPaper,
  toColumn,
  totalOf,
} from '../../sheets.ts'
import { thinReadings } from '../../telemetry/pipeline/detail.ts'
import { type Excursion, minutesOf } from './excursions.ts'
import { type Moment, type Temperatures, temperaturesOf } from './period.ts'
import { eyecoldReport } from './report-services.ts'
import { sensorsOutOfRange } from './rules.ts'
import { type Figures, figuresOf } from './sensor-figures.ts'
import { placesWithin, type Stretch } from './timeline.ts'

const vehicleTemperatures = (
  { ctx, from, to, timezone }: ReportAsk,
  { vehicle }: ReportVehicle,
): Promise<Temperatures> => temperaturesOf(ctx, vehicle, { from, to }, timezone)

/** The part of a vehicle's temperatures that is small enough to be cached for all sheets of a report. */
type Summary = Pick<Temperatures, 'figures' | 'excursions' | 'gaps' | 'since'> & {
  readonly isSeen: boolean
}
const summarize = ({ figures, excursions, gaps, since, visible }: Temperatures): Summary => ({
  figures,
  excursions,
  gaps,
  since,
  isSeen: visible.length > 0,
})
/** Keyed by the report's own vehicle objects, so that a summary is released together with its report. */
const summaries = new WeakMap<
  ReportVehicle,
  { readonly from: number; readonly to: number; readonly summary: Promise<Summary> }
>()
/** The temperatures of a vehicle, for a caller that does not need the cached summary afterwards. */
export async function readTemperatures(
  ask: ReportAsk,
  vehicle: ReportVehicle,
): Promise<Temperatures> {
  const temperatures = await vehicleTemperatures(ask, vehicle)
  const summary = Promise.resolve(summarize(temperatures))
  summaries.set(vehicle, { from: ask.from, to: ask.to, summary })
  return temperatures
}
function summaryOf(ask: ReportAsk, vehicle: ReportVehicle): Promise<Summary> {
  const { from, to } = ask
  const entry = summaries.get(vehicle)
  if (entry !== undefined && entry.from === from && entry.to === to) return entry.summary
  const summary = vehicleTemperatures(ask, vehicle).then(summarize)
  summaries.set(vehicle, { from, to, summary })
  return summary
}

/** Milliseconds as whole minutes, in seconds, as all screens and papers show them. */
const wholeMinutes = (ms: number): number => minutesOf({ from: 0, to: ms }) * 60

/** Points of a line across a page. */
const CHART_POINTS = 800
type ChartPoint = readonly [number, number | null]
/** The setpoints that have a value, each with the tolerance of its time. */
const setpointLines = (timelines: Temperatures['timelines']) =>
  setpoints.flatMap((name, i) => {
    const points = timelines.flatMap(({ period, units, configurations }) =>
      thinReadings(
        units
          .filter(({ at }) => at >= period.from && at <= period.last)
          .map(({ at, data }) => ({ at, data: { value: data[name] } })),
        CHART_POINTS,
      ).map(({ at, data: { value } }) => ({
        at,
        value,
        tolerance: toleranceOf(valueAt(configurations, at).configurations),
      })),
    )
    return points.some(({ value }) => value !== null) ? [{ number: i + 1, points }] : []
  })

/** As many points as a page can show. */
const sensorPoints = (
  timelines: Temperatures['timelines'],
  sensor: (typeof sensors)[number],
): ChartPoint[] =>
  timelines.flatMap(timeline => {
    const { period } = timeline
    const points = timeline.sensors.find(line => line.sensor === sensor)?.points ?? []
    const { first, end } = placesWithin(timeline, points, period.from, period.last)
    return thinReadings(
      points
        .slice(first, end)
        .map(({ at, value }) => ({ at: Math.max(at, period.from), data: { value } })),
      CHART_POINTS,
    ).map(({ at, data }) => [at, data.value] as const)
  })

/** A line for each temperature and setpoint, and lines for the tolerance above and below the setpoint. */
function temperatureChart(
  { timelines, gaps }: Temperatures,
  label: (key: string, number: number) => string,
): ReportChart {
  // silence interrupts every line
  const withGaps = (points: readonly ChartPoint[]) =>
    [...points, ...gaps.map(gap => [gap.from + 1, null] as const)].sort((a, b) => a[0] - b[0])
  const sensorSeries = sensors.flatMap(sensor => {
    const points = sensorPoints(timelines, sensor)
    return points.length === 0 ? [] : [{ label: sensor, points: withGaps(points) }]
  })
  /** The sensor whose colour a setpoint has. */
  const likeOf = (number: number): { readonly like?: number } => {
    const like = sensorSeries.findIndex(series => series.label === `T${number}`)
    return like === -1 ? {} : { like }
  }
  return {
    title: { key: 'register.report.chart' },
    format: 'celsius',
    series: [
      ...sensorSeries,
      // a setpoint and its limits have the colour of its sensor
      ...setpointLines(timelines).flatMap(({ number, points }, i) => {
        const near = (by: -1 | 0 | 1) =>
          withGaps(
            points.map(
              ({ at, value, tolerance }) =>
                [at, value === null ? null : value + by * tolerance] as const,
            ),
          )
        const like = likeOf(number).like ?? sensorSeries.length + 3 * i
        const limit = { dashed: true, limit: true, like } as const
        return [
          {
            label: label('register.report.setpoint', number),
            dashed: true,
            ...likeOf(number),
            points: near(0),
          },
          { label: label('register.report.highest', number), ...limit, points: near(1) },
          { label: label('register.report.lowest', number), ...limit, points: near(-1) },
        ]
      }),
    ],
  }
}
const chartFor = (ask: ReportAsk, temperatures: Temperatures): ReportChart =>
  temperatureChart(temperatures, (key, number) =>
    ask.ctx.say(ask.language, { key, values: { number } }),
  )

const sensorColumn = column('sensor', 'text', 'register.report.sensor_column')
const registeredColumn = column('registered', 'flag', 'register.report.registered')
const extremeColumns: readonly Column[] = [
  column('min', 'celsius', 'register.report.min'),
  column('min_at', 'instant', 'register.report.min_at'),
  column('max', 'celsius', 'register.report.max'),
  column('max_at', 'instant', 'register.report.max_at'),
  column('average', 'celsius', 'register.report.average'),
  column('mean_kinetic', 'celsius', 'register.report.mean_kinetic'),
]
const outColumn = column('out', 'duration', 'register.report.out_for')
const samplesColumn = column('samples', 'count', 'register.report.samples')
const completenessColumn = column('completeness', 'percent', 'register.report.completeness')
const extremesOf = ({ min, max, average, mean_kinetic }: Figures): Cell[] => [
  min.value,
  min.at,
  max.value,
  max.at,
  average,
  mean_kinetic,
]

const momentColumns: readonly Column[] = [
  aboutVehicle,
  atColumn,
  ...sensors.map(sensor => column(sensor, 'celsius', `register.report.sensor.${sensor}`)),
  ...setpoints.map(name => column(name, 'celsius', `register.report.${name}`)),
  column('out', 'text', 'register.report.out'),
  registeredColumn,
]
const AFTER_SENSORS: readonly Cell[] = [...setpoints.map(() => null), null, null]
const rowOf = (plate: string, moment: Moment): Item => ({
  row: [
    plate,
    moment.at,
    ...sensors.map(name => moment[name]),
    ...setpoints.map(name => moment[name]),
    moment.out === 0 ? null : sensorsOutOfRange(moment.out).join(' '),
    moment.registered,
  ],
  marked: moment.out !== 0,
})
/** Moments and gaps in the order of time. */
function* momentsAndGaps(plate: string, { moments, gaps }: Temperatures): Iterable<Item> {
  let next = 0
  const gapsUntil = function* (at: number): Iterable<Item> {
    for (let gap = gaps[next]; gap !== undefined && gap.from < at; gap = gaps[++next])
      yield { gap: [gap.from, gap.to] }
  }
  for (const moment of moments()) {
    // A row stands for the interval before its moment, so a gap that began within the interval comes after it.
    yield* gapsUntil(moment.at - moment.seconds * SECOND + 1)
    yield rowOf(plate, moment)
  }
  yield* gapsUntil(Number.POSITIVE_INFINITY)
}
/** One line for the lowest, one for the highest, one for the average of each sensor. */
function* extremeTotals(figures: readonly Figures[]): Iterable<Item> {
  const value = {
    min: (f: Figures) => f.min.value,
    max: (f: Figures) => f.max.value,
    average: (f: Figures) => f.average,
  }
  for (const what of ['min', 'max', 'average'] as const) {
    const cells = sensors.map(
      sensor => figures.flatMap(f => (f.sensor === sensor ? [value[what](f)] : []))[0] ?? null,
    )
    yield {
      total: [null, null, ...cells, ...AFTER_SENSORS],
      label: { key: `register.report.${what}` },
    }
  }
}
export const momentsSheet = (ask: ReportAsk): Sheet => ({
  key: 'temp',
  name: { key: 'register.report.temperatures' },
  columns: momentColumns,
  items: () =>
    eachVehicle(ask, async function* (vehicle): AsyncIterable<Item> {
      const temperatures = await vehicleTemperatures(ask, vehicle)
      if (temperatures.figures.length === 0) return
      yield { chart: chartFor(ask, temperatures) }
      yield* momentsAndGaps(vehicle.plate, temperatures)
      yield* extremeTotals(temperatures.figures)
    }),
})

/** What each sensor measured in the period. */
export const figuresSheet = (ask: ReportAsk): Sheet => ({
  key: 'temp_figures',
  name: { key: 'register.report.figures' },
  columns: [
    aboutVehicle,
    sensorColumn,
    ...extremeColumns,
    outColumn,
    column('excursions', 'count', 'register.report.excursions'),
    completenessColumn,
    column('verdict', 'text', 'register.report.verdict'),
    registeredColumn,
    column('since', 'instant', 'register.report.since'),
  ],
  items: () =>
    eachVehicle(ask, async function* (vehicle): AsyncIterable<Item> {
      const { figures, excursions: all, since } = await summaryOf(ask, vehicle)
      for (const f of figures) {
        const verdict = ask.ctx.say(ask.language, { key: `register.verdict.${f.verdict}` })
        const count = all.filter(e => e.sensor === f.sensor).length
        const registered = f.min.registered && f.max.registered
        yield {
          row: [
            vehicle.plate,
            f.sensor,
            ...extremesOf(f),
            wholeMinutes(f.outside),
            count,
            f.completeness,
            verdict,
            registered,
            since,
          ],
          marked: f.verdict === 'outside',
        }
      }
    }),
})

export const excursionsSheet = (ask: ReportAsk): Sheet => ({
  key: 'temp_excursions',
  name: { key: 'register.report.excursions' },
  columns: [
    aboutVehicle,
    sensorColumn,
    fromColumn,
    toColumn,
    durationColumn,
    column('peak', 'celsius', 'register.report.peak'),
    column('peak_at', 'instant', 'register.report.peak_at'),
    column('setpoint', 'celsius', 'register.report.setpoint_then'),
    column('tolerance', 'celsius', 'register.report.tolerance'),
    column('cause', 'text', 'register.report.cause'),
    registeredColumn,
  ],
  items: () =>
    eachVehicle(
      ask,
      async function* (vehicle): AsyncIterable<Item> {
        for (const e of (await summaryOf(ask, vehicle)).excursions)
          yield { row: [vehicle.plate, ...excursionCells(ask, e)], marked: true }
      },
      async vehicle =>
        (await summaryOf(ask, vehicle)).figures.length === 0
          ? 'reports.nothing'
          : 'register.report.no_excursions',
    ),
})
function excursionCells(
  { ctx, language }: ReportAsk,
  { sensor, from, to, peak, limits, cause }: Excursion,
): Cell[] {
  const why = cause === null ? null : ctx.say(language, { key: `register.cause.${cause}` })
  return [
    sensor,
    from,
    to,
    wholeMinutes(to - from),
    peak.value,
    peak.at,
    limits.setpoint,
    limits.tolerance,
    why,
    peak.registered,
  ]
}

const dayCells = (f: Figures): Cell[] => [
  f.sensor,
  ...extremesOf(f),
  wholeMinutes(f.outside),
  f.readings,
  f.completeness,
]
const daysSheet = (ask: ReportAsk): Sheet => ({
  key: 'eyecold_days',
  name: { key: 'register.report.days' },
  columns: [
    aboutVehicle,
    dayColumn,
    sensorColumn,
    ...extremeColumns,
    outColumn,
    samplesColumn,
    completenessColumn,
  ],
  items: () =>
    eachVehicle(ask, async function* (vehicle): AsyncIterable<Item> {
      const temperatures = await vehicleTemperatures(ask, vehicle)
      if (temperatures.figures.length === 0) return
      yield { chart: chartFor(ask, temperatures) }
      for (const { day, from, to } of daysOf(ask.from, ask.to, ask.timezone)) {
        const figures = figuresOf(temperatures.timelines, { from, to })
        for (const f of figures)
          yield { row: [vehicle.plate, day, ...dayCells(f)], marked: f.outside > 0 }
        if (figures.length === 0)
          yield { row: [vehicle.plate, day, ...[null, null, null, null, null, null, null, 0, 0]] }
      }
      for (const f of temperatures.figures)
        yield {
          total: [null, null, ...dayCells(f)],
          label: totalOf(`${vehicle.plate} ${f.sensor}`),
        }
    }),
})
const samplesSheet = (ask: ReportAsk): Sheet => ({
  key: 'eyecold_samples',
  name: { key: 'register.report.temperatures' },
  paper: false,
  columns: momentColumns,
  items: () =>
    eachVehicle(ask, async function* (vehicle): AsyncIterable<Item> {
      yield* momentsAndGaps(vehicle.plate, await vehicleTemperatures(ask, vehicle))
    }),
})

/** How long at least one sensor was beyond its limits, seconds. */
function outsideOf(all: readonly Stretch[]): number {
  let [sum, until] = [0, Number.NEGATIVE_INFINITY]
  for (const { from, to } of all) {
    sum += Math.max(0, to - Math.max(from, until))
    until = Math.max(until, to)
  }
  return wholeMinutes(sum)
}
export async function completenessOf(
  ask: ReportAsk,
  vehicle: ReportVehicle,
): Promise<ReportCompleteness | null> {
  const { figures, gaps, since, isSeen } = await summaryOf(ask, vehicle)
  return isSeen
    ? {
        parts: figures.map(({ sensor, completeness }) => ({
          label: sensor,
          percent: completeness,
        })),
        gaps,
        since,
      }
    : null
}

export const reports: readonly ReportPart[] = [
  {
    ...eyecoldReport,
    sheets: ask => [daysSheet(ask), excursionsSheet(ask), samplesSheet(ask)],
    completeness: completenessOf,
    line: {
      columns: [
        offPaper(column('t1_min', 'celsius', 'register.report.t1_min')),
        offPaper(column('t1_max', 'celsius', 'register.report.t1_max')),
        column('out', 'duration', 'register.report.out_for'),
      ],
      async of(ask, vehicle) {
        const { figures, excursions: all } = await summaryOf(ask, vehicle)
        const T1 = figures.find(f => f.sensor === 'T1')
        return [
          T1?.min.value ?? null,
          T1?.max.value ?? null,
          figures.length === 0 ? null : outsideOf(all),
        ]
      },
    },
  },
]
