// What a fuel report tells: the level as a line, what was filled in, taken and burned day by day, and each refuel and theft with its place.
import { HOUR } from '@flotta/core/time.ts'
import { type DayPart, daysOf } from '@flotta/core/zones.ts'
import type { Cell, Column, Item, ReportAsk, ReportPart, ReportVehicle, Sheet } from '@flotta/platform/report.ts'
import { agreement } from '../../agreements/contract.ts'
import {
  aboutVehicle,
  atColumn,
  column,
  dayColumn,
  eachVehicle,
  kilometres,
  kmColumn,
  lineOver,
  placeColumn,
  placesWhen,
  sumOf,
  totalOf,
} from '../../sheets.ts'
import { detail } from '../../telemetry/detail.ts'
import { tripParts } from '../../trips/queries.ts'
import { configurationsOf } from '../../vehicles/queries.ts'
import { fuelBefore, fuelHistory } from './queries.ts'
import { type Change, changesWithin, eventsOf, GOES_ON, tankOf } from './rules.ts'

/** Percent of the tank and metres; null: not known. */
interface FuelDay extends DayPart {
  readonly level_from: number | null
  readonly level_to: number | null
  readonly change: Change
  readonly metres: number | null
}
interface Told {
  /** Litres of a full tank; null: not configured. */
  readonly capacity: number | null
  readonly rows: Awaited<ReturnType<typeof fuelHistory>>
  readonly days: readonly FuelDay[]
}

/** What happens at the edges of the period has begun before it and goes on behind it. */
const AROUND = HOUR

async function toldOf({ ctx, from, to, timezone }: ReportAsk, { vehicle }: ReportVehicle): Promise<Told> {
  const days = daysOf(from, to, timezone)
  const [before, around, configurations, trips] = await Promise.all([
    fuelBefore(ctx, vehicle, from - AROUND),
    fuelHistory(ctx, vehicle, from - AROUND, to + GOES_ON),
    configurationsOf(ctx, vehicle),
    // how far it went is the position's to tell
    vehicle.agreements.includes(agreement.eyegeo) ? tripParts(ctx, vehicle, days) : null,
  ])
  const rows = [...(before === null ? [] : [before]), ...around]
  const levels = rows.map(({ at, data }) => ({ ...data, at }))
  const levelAt = (at: number) => levels.findLast(row => row.at < at && row.tank_usage !== null)?.tank_usage ?? null
  return {
    capacity: tankOf(configurations).capacity,
    rows: around.filter(({ at }) => from <= at && at < to),
    days: days.map((day, i) => ({
      ...day,
      level_from: levelAt(day.from),
      level_to: levelAt(day.to),
      change: changesWithin(levels, day),
      metres: trips === null ? null : (trips[i] ?? []).reduce((sum, trip) => sum + trip.distance, 0),
    })),
  }
}

const litres = (percent: number | null, capacity: number | null): number | null => (percent === null || capacity === null ? null : (percent * capacity) / 100)
const figureColumns: readonly Column[] = [
  column('refuelled', 'litres', 'eyefuel.report.refuelled'),
  column('stolen', 'litres', 'eyefuel.report.stolen'),
  column('burned', 'litres', 'eyefuel.report.burned'),
  kmColumn,
  column('per_100_km', 'litres', 'eyefuel.report.per_100_km'),
]
/** What a master report has room for. */
const inLine = (figure: Column | undefined): boolean => figure !== undefined && ['stolen', 'burned', 'per_100_km'].includes(figure.key)
/** Less than that says nothing of litres a hundred km. */
const LEAST_METRES = 1_000
function figuresOf(days: readonly FuelDay[], capacity: number | null): Cell[] {
  const of = (name: keyof Change) => litres(sumOf(days.map(day => day.change[name])), capacity)
  const [burned, metres] = [of('burned'), sumOf(days.map(day => day.metres))]
  const per_100_km = burned === null || metres === null || metres < LEAST_METRES ? null : burned / (metres / 100_000)
  return [of('refuelled'), of('stolen'), burned, metres === null ? null : kilometres(metres), per_100_km]
}

/** Points of a line that is as wide as a page. */
const POINTS = 600
const byDay = (ask: ReportAsk): Sheet => ({
  key: 'eyefuel_days',
  name: { key: 'eyefuel.report.days' },
  columns: [
    aboutVehicle,
    dayColumn,
    column('level_from', 'percent', 'eyefuel.report.level_from'),
    column('level_to', 'percent', 'eyefuel.report.level_to'),
    ...figureColumns,
  ],
  items: () =>
    eachVehicle(ask, async function* (one): AsyncIterable<Item> {
      const { capacity, rows, days } = await toldOf(ask, one)
      if (rows.length === 0 && days.every(day => day.level_from === null)) return
      const points = lineOver(detail(rows, POINTS), ({ data }) => data.tank_usage)
      yield {
        chart: { title: { key: 'eyefuel.chart' }, format: 'percent', series: [{ label: ask.ctx.say(ask.language, { key: 'eyefuel.tank_usage' }), points }] },
      }
      for (const day of days)
        yield { row: [one.plate, day.day, day.level_from, day.level_to, ...figuresOf([day], capacity)], marked: (day.change.stolen ?? 0) > 0 }
      yield { total: [null, null, days[0]?.level_from ?? null, days.at(-1)?.level_to ?? null, ...figuresOf(days, capacity)], label: totalOf(one.plate) }
    }),
})

const events = (ask: ReportAsk): Sheet => {
  const { ctx, language } = ask
  const places = placesWhen(ask)
  return {
    key: 'eyefuel_events',
    name: { key: 'eyefuel.report.events' },
    columns: [
      aboutVehicle,
      atColumn,
      column('type', 'text', 'eyefuel.report.event'),
      column('before', 'percent', 'eyefuel.report.before'),
      column('after', 'percent', 'eyefuel.report.after'),
      column('litres', 'litres', 'eyefuel.report.litres'),
      placeColumn,
    ],
    items: () =>
      eachVehicle(ask, async function* (one): AsyncIterable<Item> {
        const { from, to } = ask
        const [rows, configurations] = await Promise.all([fuelHistory(ctx, one.vehicle, from, to - 1), configurationsOf(ctx, one.vehicle)])
        const { capacity } = tankOf(configurations)
        const levels = rows.map(({ at, data }) => ({ ...data, at }))
        const found = eventsOf(levels)
        const names = await places(
          one,
          found.map(({ at }) => at),
        )
        for (const [i, { at, type, before, after }] of found.entries()) {
          const word = ctx.say(language, { key: `eyefuel.report.type.${type}` })
          const came = before === null || after === null ? null : Math.abs(after - before)
          yield { row: [one.plate, at, word, before, after, litres(came, capacity), names[i] ?? null], marked: type === 'theft' }
        }
      }),
  }
}

export const reports: readonly ReportPart[] = [
  {
    service: 'eyefuel',
    agreements: [agreement.eyefuel],
    sheets: ask => [byDay(ask), events(ask)],
    line: {
      columns: figureColumns.filter(inLine),
      async of(ask, one) {
        const { capacity, days } = await toldOf(ask, one)
        return figuresOf(days, capacity).filter((_, i) => inLine(figureColumns[i]))
      },
    },
  },
]
