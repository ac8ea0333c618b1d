// The figures of driving of a vehicle by day, from its trips and stops.
import { type DayPart, daysOf } from '@flotta/core/zones.ts'
import type { ReportAsk, ReportVehicle } from '@flotta/platform/report.ts'
import { sumOf } from '../../sheets.ts'
import { idlingStretches } from '../../telemetry/trips/idling.ts'
import type { ShownStop, ShownTrip } from '../../telemetry/trips/private-pieces.ts'
import { tripParts } from '../../telemetry/trips/queries.ts'
import { idlingWithin } from '../../telemetry/trips/rules.ts'
import { stopParts } from '../../telemetry/trips/stops.ts'
import { idlingLitres } from '../eyefuel/idling.ts'

/** The part of a vehicle's trips and stops within a day. */
export interface DayReport extends DayPart {
  readonly trips: readonly ShownTrip[]
  readonly stops: readonly ShownStop[]
  readonly figures: Figures
}
/**
 * Metres, ms, km/h. `trips`: those that began in the day, so that days add up to the period.
 * Private trips and stops do not count as company time: only `distance` includes them; `on_business` is the distance without them.
 */
export interface Figures {
  readonly distance: number
  readonly on_business: number
  readonly driving: number
  readonly standing: number
  /** null: the vehicle never reported its engine */
  readonly idling: number | null
  /** Litres burned while it idled; null: unknown. */
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
/** The sum of two days' litres. A day without idling burned nothing; idling with unknown litres makes the sum unknown. */
function litresTogether(a: Figures, b: Figures): number | null {
  if (!b.idling) return a.idling_litres
  if (!a.idling) return b.idling_litres
  return a.idling_litres === null || b.idling_litres === null
    ? null
    : a.idling_litres + b.idling_litres
}
export const sumFigures = (figures: readonly Figures[]): Figures =>
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

export const endOfTrip = (trip: ShownTrip): number => trip.period_to ?? trip.end_at
/** An unfinished stop ends with the day, which is not after now. */
export const endOfStop = (stop: ShownStop, { to }: DayPart): number => stop.period_to ?? to

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

export async function dayReportsOf(
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
export const hasNoData = (days: readonly DayReport[]): boolean =>
  days.every(day => day.trips.length === 0 && day.stops.length === 0)
