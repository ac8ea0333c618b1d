// The parts of trips and stops that lie in a period. Kilometres, time and drawing count only the
// part inside.
import { distance } from '@flotta/core/geo.ts'
import type { TimeRange } from '../../fleet/access/rules.ts'

/**
 * One trip as derived; under way while `period_to` is null. Distances in metres, speeds in km/h.
 */
export interface TripRow {
  readonly period_from: number
  readonly period_to: number | null
  readonly start_latitude: number
  readonly start_longitude: number
  readonly end_latitude: number
  readonly end_longitude: number
  readonly end_at: number
  readonly distance: number
  readonly max_speed: number
}
/**
 * Times epoch ms, distance metres, speed km/h. `period_to` null: the trip is open and known up to
 * `end_at`.
 */
export interface TripFacts extends TripRow {
  readonly id: string
}
/** The whole time of a trip or stop that a period cuts; `period_to` null: it has not ended. */
export interface WholePeriod {
  readonly period_from: number
  readonly period_to: number | null
}
/** A trip as far as it lies in a period. */
export interface TripPart extends TripFacts {
  readonly whole: WholePeriod
}
/**
 * The stop between two trips as far as it lies in a period; `period_to` null: the vehicle still
 * stands there.
 */
export interface StopPart {
  readonly period_from: number
  readonly period_to: number | null
  readonly latitude: number
  readonly longitude: number
  readonly whole: WholePeriod
}
/** Fixes of a trip as columns, in order. */
export interface TripFixes {
  readonly at: ArrayLike<number>
  readonly latitude: ArrayLike<number>
  readonly longitude: ArrayLike<number>
  readonly speed: ArrayLike<number>
}

export const endOf = (trip: Pick<TripRow, 'period_to' | 'end_at'>): number =>
  trip.period_to ?? trip.end_at

/**
 * The value of a column at a time, interpolated between the two fixes around it; null without
 * fixes.
 */
function valueAtTime(
  at: ArrayLike<number>,
  column: ArrayLike<number>,
  time: number,
): number | null {
  const n = at.length
  if (n === 0) return null
  let after = 0
  while (after < n && (at[after] ?? 0) < time) after++
  if (after === 0) return column[0] ?? null
  if (after === n) return column[n - 1] ?? null
  const [t0, t1, a = 0, b = 0] = [
    at[after - 1] ?? 0,
    at[after] ?? 0,
    column[after - 1],
    column[after],
  ]
  return t1 === t0 ? b : a + ((b - a) * (time - t0)) / (t1 - t0)
}

/**
 * How many metres of a trip were driven by a time. The fixes give the share of the distance and the
 * trip gives the
 * whole distance, so the parts add up to the trip. Without fixes the time gives the share.
 */
export function drivenUntil(trip: TripRow, way: TripFixes): (time: number) => number {
  const along: number[] = []
  for (let i = 0; i < way.at.length; i++)
    along.push(
      i === 0
        ? 0
        : (along[i - 1] ?? 0) +
            distance(
              way.latitude[i - 1] ?? 0,
              way.longitude[i - 1] ?? 0,
              way.latitude[i] ?? 0,
              way.longitude[i] ?? 0,
            ),
    )
  const totalLength = along.at(-1) ?? 0
  const [from, to] = [trip.period_from, endOf(trip)]
  return time => {
    if (time <= from) return 0
    if (time >= to) return trip.distance
    const share =
      totalLength > 0
        ? (valueAtTime(way.at, along, time) ?? 0) / totalLength
        : (time - from) / (to - from)
    return Math.round(trip.distance * share)
  }
}

/** Whether a part of the trip lies outside the period. */
export const reachesBeyond = (trip: TripRow, { from, to }: TimeRange): boolean =>
  trip.period_from < from || endOf(trip) > to

/**
 * The part of a trip inside a period; null: the trip only touches it. `way` is needed for a trip
 * that reaches beyond the period.
 */
export function tripWithin(
  trip: TripFacts,
  way: TripFixes,
  { from, to }: TimeRange,
): TripPart | null {
  const wholePeriod: WholePeriod = { period_from: trip.period_from, period_to: trip.period_to }
  if (!reachesBeyond(trip, { from, to })) return { ...trip, whole: wholePeriod }
  const [begin, end] = [Math.max(from, trip.period_from), Math.min(to, endOf(trip))]
  if (begin >= end) return null
  const driven = drivenUntil(trip, way)
  const place = (time: number, otherwise: readonly [number, number]) => [
    valueAtTime(way.at, way.latitude, time) ?? otherwise[0],
    valueAtTime(way.at, way.longitude, time) ?? otherwise[1],
  ]
  const start = [trip.start_latitude, trip.start_longitude] as const
  const finish = [trip.end_latitude, trip.end_longitude] as const
  const [start_latitude = 0, start_longitude = 0] =
    begin === trip.period_from ? start : place(begin, start)
  const [end_latitude = 0, end_longitude = 0] = end === endOf(trip) ? finish : place(end, finish)
  let fastest = 0
  let hasFix = false
  for (let i = 0; i < way.at.length; i++) {
    const at = way.at[i] ?? 0
    if (at < begin || at > end) continue
    hasFix = true
    fastest = Math.max(fastest, way.speed[i] ?? 0)
  }
  return {
    id: trip.id,
    period_from: begin,
    period_to: end === endOf(trip) ? trip.period_to : end,
    end_at: end,
    start_latitude,
    start_longitude,
    end_latitude,
    end_longitude,
    distance: driven(end) - driven(begin),
    max_speed: hasFix ? Math.min(trip.max_speed, fastest) : trip.max_speed,
    whole: wholePeriod,
  }
}

/**
 * The stops inside the stretches of a period, oldest first.
 * @param trips oldest first: the last one that ended before the period, and all that touch the
 * period
 * @param next when the first trip after them began; null: there is none
 */
export function stopsWithin(
  trips: readonly TripRow[],
  next: number | null,
  stretches: readonly TimeRange[],
  now: number,
): StopPart[] {
  return trips.flatMap((trip, i) => {
    const from = trip.period_to
    if (from === null) return []
    const to = trips[i + 1]?.period_from ?? next
    return stretches.flatMap(stretch => {
      const [begin, end] = [Math.max(from, stretch.from), Math.min(to ?? now, stretch.to)]
      if (begin >= end) return []
      const goesOn = to === null && stretch.to >= now
      return [
        {
          period_from: begin,
          period_to: goesOn ? null : end,
          latitude: trip.end_latitude,
          longitude: trip.end_longitude,
          whole: { period_from: from, period_to: to },
        },
      ]
    })
  })
}

/** Metres, ms of driving, km/h. */
export const sumsOf = (
  parts: readonly Pick<
    TripPart,
    'distance' | 'period_from' | 'period_to' | 'end_at' | 'max_speed'
  >[],
): { readonly distance: number; readonly duration: number; readonly max_speed: number } => ({
  distance: parts.reduce((sum, part) => sum + part.distance, 0),
  duration: parts.reduce((sum, part) => sum + endOf(part) - part.period_from, 0),
  max_speed: parts.reduce((most, part) => Math.max(most, part.max_speed), 0),
})

/** Names by which the map's camera finds the track of the period of a panel, and one trip. */
export const PERIOD_PLACE = 'period'
export const tripPlace = (id: string): string => `trip ${id}`

/** The part of a stretch within another; none: they do not touch. */
export function cutTo(stretch: TimeRange, { from, to }: TimeRange): TimeRange[] {
  const part = { from: Math.max(stretch.from, from), to: Math.min(stretch.to, to) }
  return part.to > part.from ? [part] : []
}
/** How long (ms) a vehicle idled within a time. */
export const idlingWithin = (range: TimeRange, stretches: readonly TimeRange[]): number =>
  stretches.reduce(
    (sum, stretch) => sum + cutTo(stretch, range).reduce((all, { from, to }) => all + to - from, 0),
    0,
  )
