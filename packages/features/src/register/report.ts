// What temperature reports tell: the register's own rows as a receipt for paper, and by day what each sensor measured.
import { valueAt } from '@flotta/core/by-time.ts'
import { SECOND } from '@flotta/core/time.ts'
import { type DayPart, daysOf } from '@flotta/core/zones.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import type { Cell, Column, Item, ReportAsk, ReportChart, ReportPart, ReportVehicle, Sheet } from '@flotta/platform/report.ts'
import { agreement } from '../agreements/contract.ts'
import { fridge, temperature } from '../services/eyecold/kinds.ts'
import { setpoints, toleranceOf } from '../services/eyecold/rules.ts'
import { aboutVehicle, atColumn, column, dayColumn, eachVehicle, offPaper, totalOf } from '../sheets.ts'
import { detail } from '../telemetry/detail.ts'
import { readingsOf } from '../telemetry/queries.ts'
import { facts } from '../vehicles/facts.ts'
import { configurationsOf } from '../vehicles/queries.ts'
import { sensors } from './contract.ts'
import { registerOf } from './queries.ts'
import { gapsOf, heldFor, momentsOf, type Sample, sampleAt, sensorsOut, statisticsOf } from './rules.ts'

interface Measured {
  readonly samples: readonly Sample[]
  readonly gaps: readonly { readonly from: number; readonly to: number }[]
  /** °C */
  readonly tolerance: number
}
/** The register's rows; of vehicles that have none, or had none then, the same rows as they follow from what was measured. */
async function measuredBy({ ctx, from, to, timezone }: ReportAsk, { vehicle }: ReportVehicle): Promise<Measured> {
  const [extract, configurations] = await Promise.all([registerOf(ctx, vehicle, from, to - 1), configurationsOf(ctx, vehicle)])
  const registered: readonly Sample[] = extract?.stored ?? []
  const samples = registered.length > 0 ? registered : await sampled(ctx, vehicle, daysOf(from, to, timezone))
  return { samples, gaps: samples.length === 0 ? [] : gapsOf(samples, from, to), tolerance: toleranceOf(configurations) }
}
async function sampled(ctx: Context, vehicle: VisibleVehicle, days: readonly DayPart[]): Promise<Sample[]> {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const { log_interval } = await ctx.db.selectFrom('vehicles').select('log_interval').where('id', '=', vehicle.vehicle_id).executeTakeFirstOrThrow()
  const since = first.from - heldFor(log_interval)
  const [temperatures, units, known] = await Promise.all([
    readingsOf(ctx, vehicle, temperature, since, last.to - 1),
    readingsOf(ctx, vehicle, fridge, since, last.to - 1),
    facts.load(ctx.pool, [vehicle.vehicle_id]),
  ])
  const configured = known.get(vehicle.vehicle_id) ?? []
  return days.flatMap(({ from, to }) => {
    // moments are counted from the beginning of the day; the first may be cut
    const begin = Math.floor(from / (log_interval * SECOND)) * log_interval * SECOND
    return momentsOf([[begin, log_interval]], from, to - 1, begin, to).flatMap(
      at => sampleAt(at, temperatures, units, valueAt(configured, at).configurations, log_interval) ?? [],
    )
  })
}

/** Points of a line that is as wide as a page. */
const POINTS = 800
/** Temperatures, setpoints, and as far as they may be from them. */
function chartOf({ samples, gaps, tolerance }: Measured, label: (key: string, number: number) => string): ReportChart {
  // silence interrupts every line
  const drawn = detail(
    samples.map(sample => ({ at: sample.at, data: sample })),
    POINTS,
  ).map(({ data }) => data)
  const points = (value: (sample: Sample) => number | null): (readonly [number, number | null])[] =>
    [...drawn.map(sample => [sample.at, value(sample)] as const), ...gaps.map(gap => [gap.from + 1, null] as const)].sort((a, b) => a[0] - b[0])
  const told = <N extends keyof Sample>(names: readonly N[]) =>
    names.flatMap((name, i) => (samples.some(s => s[name] !== null) ? [{ name, number: i + 1 }] : []))
  const near = (sample: Sample, name: (typeof setpoints)[number], by: number) => (sample[name] === null ? null : sample[name] + by)
  const measured = told(sensors).length
  return {
    title: { key: 'register.report.chart' },
    format: 'celsius',
    series: [
      ...told(sensors).map(({ name }) => ({ label: name, points: points(sample => sample[name]) })),
      // what is admitted has the colour of its setpoint
      ...told(setpoints).flatMap(({ name, number }, i) => [
        { label: label('register.report.setpoint', number), dashed: true, points: points(sample => sample[name]) },
        { label: label('register.report.highest', number), dashed: true, like: measured + 3 * i, points: points(sample => near(sample, name, tolerance)) },
        { label: label('register.report.lowest', number), dashed: true, like: measured + 3 * i, points: points(sample => near(sample, name, -tolerance)) },
      ]),
    ],
  }
}
const chartFor = (ask: ReportAsk, measured: Measured): ReportChart => chartOf(measured, (key, number) => ask.ctx.say(ask.language, { key, values: { number } }))

const sensorColumns: readonly Column[] = sensors.map(sensor => column(sensor, 'celsius', `register.report.sensor.${sensor}`))
const sampleColumns: readonly Column[] = [
  aboutVehicle,
  atColumn,
  ...sensorColumns,
  ...setpoints.map(name => column(name, 'celsius', `register.report.${name}`)),
  column('out', 'text', 'register.report.out'),
]
const NO_SETPOINTS: readonly Cell[] = [...setpoints.map(() => null), null]
const rowOf = (plate: string, sample: Sample): Item => ({
  row: [
    plate,
    sample.at,
    ...sensors.map(name => sample[name]),
    ...setpoints.map(name => sample[name]),
    sample.out === 0 ? null : sensorsOut(sample.out).join(' '),
  ],
  marked: sample.out !== 0,
})
/** Samples and silence in their order. */
function* told(plate: string, { samples, gaps }: Measured): Iterable<Item> {
  let next = 0
  const gapsUntil = function* (at: number): Iterable<Item> {
    for (let gap = gaps[next]; gap !== undefined && gap.from < at; gap = gaps[++next]) yield { gap: [gap.from, gap.to] }
  }
  for (const sample of samples) {
    yield* gapsUntil(sample.at)
    yield rowOf(plate, sample)
  }
  yield* gapsUntil(Number.POSITIVE_INFINITY)
}
/** One line for the lowest, one for the highest, one for the average of each sensor. */
function* extremes(samples: readonly Sample[]): Iterable<Item> {
  const known = new Map(statisticsOf(samples).map(statistic => [statistic.sensor, statistic]))
  for (const what of ['min', 'max', 'average'] as const)
    yield { total: [null, null, ...sensors.map(sensor => known.get(sensor)?.[what] ?? null), ...NO_SETPOINTS], label: { key: `register.report.${what}` } }
}

const receipt = (ask: ReportAsk): Sheet => ({
  key: 'temp',
  name: { key: 'register.report.temperatures' },
  columns: sampleColumns,
  items: () =>
    eachVehicle(ask, async function* (one): AsyncIterable<Item> {
      const measured = await measuredBy(ask, one)
      if (measured.samples.length === 0) return
      yield { chart: chartFor(ask, measured) }
      yield* told(one.plate, measured)
      yield* extremes(measured.samples)
    }),
})

/** What a sensor measured within a time; `out`: so long it was off its setpoint, seconds. */
const figuresOf = (samples: readonly Sample[]): Map<string, Cell[]> =>
  new Map(
    statisticsOf(samples).map(({ sensor, min, max, average, samples: count }) => {
      const out = samples.reduce((sum, sample) => sum + (sensorsOut(sample.out).includes(sensor) ? sample.seconds : 0), 0)
      return [sensor, [min, max, average, out, count]]
    }),
  )
const days = (ask: ReportAsk): Sheet => ({
  key: 'eyecold_days',
  name: { key: 'register.report.days' },
  columns: [
    aboutVehicle,
    dayColumn,
    column('sensor', 'text', 'register.report.sensor_column'),
    column('min', 'celsius', 'register.report.min'),
    column('max', 'celsius', 'register.report.max'),
    column('average', 'celsius', 'register.report.average'),
    column('out', 'duration', 'register.report.out_for'),
    column('samples', 'count', 'register.report.samples'),
  ],
  items: () =>
    eachVehicle(ask, async function* ({ plate, ...rest }): AsyncIterable<Item> {
      const measured = await measuredBy(ask, { plate, ...rest })
      if (measured.samples.length === 0) return
      yield { chart: chartFor(ask, measured) }
      for (const { day, from, to } of daysOf(ask.from, ask.to, ask.timezone)) {
        const own = figuresOf(measured.samples.filter(({ at }) => from <= at && at < to))
        for (const [sensor, figures] of own) yield { row: [plate, day, sensor, ...figures], marked: Number(figures[3]) > 0 }
        if (own.size === 0) yield { row: [plate, day, ...[null, null, null, null, null, 0]] }
      }
      for (const [sensor, figures] of figuresOf(measured.samples)) yield { total: [null, null, sensor, ...figures], label: totalOf(`${plate} ${sensor}`) }
    }),
})
const samples = (ask: ReportAsk): Sheet => ({
  key: 'eyecold_samples',
  name: { key: 'register.report.temperatures' },
  paper: false,
  columns: sampleColumns,
  items: () =>
    eachVehicle(ask, async function* (one): AsyncIterable<Item> {
      yield* told(one.plate, await measuredBy(ask, one))
    }),
})

export const reports: readonly ReportPart[] = [
  { service: 'temp', agreements: [agreement.eyecold, agreement.fridge], sheets: ask => [receipt(ask)] },
  {
    service: 'eyecold',
    agreements: [agreement.eyecold, agreement.fridge],
    sheets: ask => [days(ask), samples(ask)],
    line: {
      columns: [
        offPaper(column('t1_min', 'celsius', 'register.report.t1_min')),
        offPaper(column('t1_max', 'celsius', 'register.report.t1_max')),
        column('out', 'duration', 'register.report.out_for'),
      ],
      async of(ask, one) {
        const { samples } = await measuredBy(ask, one)
        const [min = null, max = null] = figuresOf(samples).get('T1') ?? []
        return [min, max, samples.length === 0 ? null : samples.reduce((sum, { out, seconds }) => sum + (out === 0 ? 0 : seconds), 0)]
      },
    },
  },
]
