// Cuts trips where private times begin and end; each piece, and each stop, is shown as the private times allow.
import type { PrivateTimes } from '@flotta/core/private-times.ts'
import {
  endOf,
  type StopPart,
  type TripFacts,
  type TripFixes,
  type TripPart,
  tripWithin,
} from './rules.ts'

/** A trip as it may be shown: without places where it was private. */
export interface ShownTrip
  extends Pick<
    TripPart,
    'id' | 'period_from' | 'period_to' | 'end_at' | 'distance' | 'max_speed' | 'whole'
  > {
  readonly start: Spot | null
  readonly end: Spot | null
  /** The whole piece was private. */
  readonly private: boolean
}
export interface ShownStop extends Pick<StopPart, 'period_from' | 'period_to' | 'whole'> {
  /** null: private. */
  readonly place: Spot | null
}
interface Spot {
  readonly latitude: number
  readonly longitude: number
}

/** A trip is cut where a private time begins or ends, and each piece is a trip of its own. */
export interface TripPiece {
  readonly trip: TripFacts
  readonly private: boolean
  /**
   * Whether the place where the piece begins is known and may be shown; `end`: the place where it
   * ends.
   */
  readonly start: boolean
  readonly end: boolean
}

/** A trip has at most this many pieces; all further ones are joined into the last. */
export const MOST_PIECES = 32
/**
 * The id of piece n. The first piece has the id of the trip. Applied to the id of piece n, the
 * function gives the id of the trip.
 */
export const pieceId = (id: string, n: number): string =>
  id.slice(0, -2) + (Number.parseInt(id.slice(-2), 16) ^ n).toString(16).padStart(2, '0')

interface TripSpan {
  readonly from: number
  readonly to: number
  readonly private: boolean
}
/** The private and the other spans of a trip, in order of time. */
function spansOf(
  from: number,
  to: number,
  privateTimes: ReturnType<PrivateTimes['within']>,
): readonly TripSpan[] {
  const spans: TripSpan[] = []
  const add = (begin: number, end: number, isPrivate: boolean) => {
    if (begin < end) spans.push({ from: begin, to: end, private: isPrivate })
  }
  let begin = from
  for (const stretch of privateTimes) {
    add(begin, stretch.from, false)
    add(stretch.from, Math.min(stretch.to, to), true)
    begin = stretch.to
  }
  add(begin, to, false)
  // A trip without duration is one private piece.
  if (spans.length === 0) spans.push({ from, to, private: true })
  if (spans.length > MOST_PIECES)
    spans.splice(MOST_PIECES - 1, spans.length, {
      from: spans[MOST_PIECES - 1]?.from ?? from,
      to,
      private: true,
    })
  return spans
}

/**
 * The pieces add up to the trip, also in kilometres.
 * @param way fixes of the whole trip
 */
export function cutPrivate(trip: TripFacts, way: TripFixes, times: PrivateTimes): TripPiece[] {
  const [from, to] = [trip.period_from, endOf(trip)]
  const privateTimes = times.within(from, to)
  if (privateTimes.length === 0) return [{ trip, private: false, start: true, end: true }]
  const open = Array.from({ length: way.at.length }, (_, i) => i).filter(
    i => !times.holds(way.at[i] ?? 0),
  )
  return spansOf(from, to, privateTimes).map((span, n) => {
    const part = tripWithin(trip, way, span) ?? trip
    // Only fixes outside of private times give a place, so that no place between a visible and a
    // private one is shown.
    const openFixes = span.private
      ? []
      : open.filter(i => span.from <= (way.at[i] ?? 0) && (way.at[i] ?? 0) <= span.to)
    const spotAt = (i: number | undefined): Spot | null =>
      i === undefined ? null : { latitude: way.latitude[i] ?? 0, longitude: way.longitude[i] ?? 0 }
    const isFirst = span.from === from && !times.holds(from)
    const isLast = span.to === to && !times.holds(to)
    const start = isFirst
      ? { latitude: trip.start_latitude, longitude: trip.start_longitude }
      : spotAt(openFixes[0])
    const end = isLast
      ? { latitude: trip.end_latitude, longitude: trip.end_longitude }
      : spotAt(openFixes.at(-1))
    return {
      private: span.private,
      start: start !== null && !span.private,
      end: end !== null && !span.private,
      trip: {
        id: pieceId(trip.id, n),
        period_from: span.from,
        period_to: span.to === to ? trip.period_to : span.to,
        end_at: span.to,
        start_latitude: start?.latitude ?? 0,
        start_longitude: start?.longitude ?? 0,
        end_latitude: end?.latitude ?? 0,
        end_longitude: end?.longitude ?? 0,
        distance: part.distance,
        max_speed: part.max_speed,
      },
    }
  })
}

/** @param part a part of the piece, or all of it */
export function shownTrip(part: TripPart, piece: TripPiece): ShownTrip {
  const { id, period_from, period_to, end_at, distance, max_speed, whole } = part
  const hides = {
    start: !piece.start && period_from === piece.trip.period_from,
    end: !piece.end && endOf(part) === endOf(piece.trip),
  }
  return {
    id,
    period_from,
    period_to,
    end_at,
    distance,
    max_speed,
    whole,
    start:
      piece.private || hides.start
        ? null
        : { latitude: part.start_latitude, longitude: part.start_longitude },
    end:
      piece.private || hides.end
        ? null
        : { latitude: part.end_latitude, longitude: part.end_longitude },
    private: piece.private,
  }
}

/**
 * A stop that was private in part is shown in parts. Private parts have no place, and no part shows
 * the whole time of the stop.
 */
export function shownStops(stop: StopPart, times: PrivateTimes, now: number): ShownStop[] {
  const { period_from, period_to, latitude, longitude, whole } = stop
  const to = period_to ?? now
  const place = { latitude, longitude }
  const privateTimes = times.within(period_from, to - 1)
  if (privateTimes.length === 0) return [{ period_from, period_to, place, whole }]
  const parts: { readonly from: number; readonly to: number; readonly place: Spot | null }[] = []
  let begin = period_from
  for (const { from, to: until } of privateTimes) {
    if (from > begin) parts.push({ from: begin, to: from, place })
    parts.push({ from, to: until, place: null })
    begin = until
  }
  if (begin < to) parts.push({ from: begin, to, place })
  return parts.map(({ from, to: until, place }, i) => {
    const span = { period_from: from, period_to: i === parts.length - 1 ? period_to : until }
    return { ...span, place, whole: span }
  })
}
