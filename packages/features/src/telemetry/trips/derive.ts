// Derives trips record by record: when one begins, how long it continues, when it has ended.

import { derivation, type Effect, type Sample } from '@flotta/core/derivation.ts'
import { listCodec } from '@flotta/core/state-codec.ts'
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { isMoving } from '../motion/derive.ts'
import type { TripRow } from './rules.ts'

/** A trip ends after this time without movement. */
export const TRIP_ENDS_AFTER = 5 * MINUTE
/** Without ignition, a trip begins with movement faster than this, km/h. */
export const TRIP_SPEED_KMH = 5
/** Without ignition, a trip begins when the vehicle has moved this many metres. */
export const TRIP_BEGINS_OVER = 100
/** After a longer silence it is unknown whether the vehicle stopped in between. */
const LONGEST_SILENCE = HOUR
/** km/h to metres per millisecond. */
const METRES_PER_MS = 1 / 3_600

interface CurrentTrip extends TripRow {
  /** The vehicle has been standing since `end_at`. */
  readonly stands: boolean
  /** Time of the newest record that says whether the vehicle moves. */
  readonly heard_at: number
}
/** Movement without ignition that may become a trip. */
interface TripStart {
  readonly at: number
  readonly latitude: number
  readonly longitude: number
  readonly distance: number
  readonly max_speed: number
}
export interface TripMemory {
  readonly ignition: boolean | null
  readonly trip: CurrentTrip | null
  readonly start: TripStart | null
}
export const tripMemory = listCodec<TripMemory>({
  ignition: 0,
  trip: listCodec<CurrentTrip | null>({
    period_from: 0,
    period_to: 0,
    start_latitude: 0,
    start_longitude: 0,
    end_latitude: 0,
    end_longitude: 0,
    end_at: 0,
    distance: 0,
    max_speed: 0,
    stands: 0,
    heard_at: 0,
  }),
  start: 0,
})

export const trip = derivation<TripMemory>({
  name: 'trip',
  needs: ['position', 'moving', 'ignition'],
  start: { ignition: null, trip: null, start: null },
  stored: tripMemory,
  step(memory, sample) {
    const ignition = sample.ignition ?? memory.ignition
    if (memory.trip === null) return beginTrip(memory, ignition, sample)
    const turnedOff = sample.ignition === false && (memory.ignition === true || !isMoving(sample))
    const trip = memory.trip
    if (hasStoppedBefore(trip, sample)) {
      const endedTrip = rowOf(trip, trip.end_at)
      const next = beginTrip(
        { ignition: memory.ignition, trip: null, start: null },
        ignition,
        sample,
      )
      return {
        state: next?.state ?? { ignition, trip: null, start: null },
        effects: [{ effect: 'trip', trip: endedTrip }, ...(next?.effects ?? [])],
      }
    }
    const on = continueTrip(trip, sample)
    if (!turnedOff)
      return on === trip && ignition === memory.ignition
        ? null
        : { state: { ignition, trip: on, start: null } }
    const last = trip.stands ? on : { ...on, ...placeOf(sample, on), end_at: sample.at }
    return {
      state: { ignition, trip: null, start: null },
      effects: [{ effect: 'trip', trip: rowOf(last, sample.at) }],
    }
  },
})
export const derivations = [trip]

/** Metres as the state stores them. */
const tenths = (metres: number): number => Math.round(metres * 10) / 10

const placeOf = (
  sample: Sample,
  otherwise: { readonly end_latitude: number; readonly end_longitude: number },
) => ({
  end_latitude: sample.position?.latitude ?? otherwise.end_latitude,
  end_longitude: sample.position?.longitude ?? otherwise.end_longitude,
})

function beginTrip(
  memory: TripMemory,
  ignition: boolean | null,
  sample: Sample,
): { state: TripMemory; effects?: Effect<'trip'>[] } | null {
  const start = startOf(memory.start, sample)
  const begins =
    start !== null &&
    ((ignition === true && isMoving(sample)) ||
      (memory.start !== null && start.distance >= TRIP_BEGINS_OVER))
  if (begins) {
    const trip: CurrentTrip = {
      period_from: start.at,
      period_to: null,
      start_latitude: start.latitude,
      start_longitude: start.longitude,
      end_latitude: sample.position?.latitude ?? start.latitude,
      end_longitude: sample.position?.longitude ?? start.longitude,
      end_at: sample.at,
      distance: start.distance,
      max_speed: start.max_speed,
      stands: false,
      heard_at: sample.at,
    }
    return {
      state: { ignition, trip, start: null },
      effects: [{ effect: 'trip', trip: rowOf(trip, null) }],
    }
  }
  const nextStart =
    sample.position === null ? memory.start : sample.position.speed > TRIP_SPEED_KMH ? start : null
  return nextStart === memory.start && ignition === memory.ignition
    ? null
    : { state: { ignition, trip: null, start: nextStart } }
}

/**
 * Where the trip begins: the place where the vehicle stood, if it reported from there shortly
 * before.
 */
function startOf(
  start: TripStart | null,
  { at, position, previous, travelled }: Sample,
): TripStart | null {
  const max_speed = Math.max(start?.max_speed ?? 0, position?.speed ?? 0)
  if (start !== null) return { ...start, distance: tenths(start.distance + travelled), max_speed }
  if (previous !== null && at - previous.at <= TRIP_ENDS_AFTER)
    return {
      at,
      latitude: previous.latitude,
      longitude: previous.longitude,
      distance: travelled,
      max_speed,
    }
  const place = position ?? previous
  return (
    place && { at, latitude: place.latitude, longitude: place.longitude, distance: 0, max_speed }
  )
}

/**
 * Whether the vehicle stopped before this record, judged by the time and the distance since the
 * last movement.
 */
function hasStoppedBefore(trip: CurrentTrip, { at, moving, position, travelled }: Sample): boolean {
  if (at - trip.end_at < TRIP_ENDS_AFTER) return false
  if (moving === null && position === null) return false
  const silence = at - trip.heard_at
  return silence > LONGEST_SILENCE || travelled <= silence * TRIP_SPEED_KMH * METRES_PER_MS
}

function continueTrip(trip: CurrentTrip, sample: Sample): CurrentTrip {
  const { at, position, travelled } = sample
  if (sample.moving === null && position === null) return trip
  const moving = isMoving(sample)
  const stoodAlready = !moving && trip.stands && travelled <= 0
  // No spread here: this object is created for every record of every trip.
  return {
    period_from: trip.period_from,
    period_to: null,
    start_latitude: trip.start_latitude,
    start_longitude: trip.start_longitude,
    end_latitude: stoodAlready || position === null ? trip.end_latitude : position.latitude,
    end_longitude: stoodAlready || position === null ? trip.end_longitude : position.longitude,
    end_at: stoodAlready ? trip.end_at : at,
    distance: tenths(trip.distance + travelled),
    max_speed:
      position !== null && !stoodAlready && position.speed > trip.max_speed
        ? position.speed
        : trip.max_speed,
    stands: !moving,
    heard_at: at,
  }
}

function rowOf(trip: TripRow, period_to: number | null): TripRow {
  const {
    period_from,
    start_latitude,
    start_longitude,
    end_latitude,
    end_longitude,
    end_at,
    distance,
    max_speed,
  } = trip
  return {
    period_from,
    period_to,
    start_latitude,
    start_longitude,
    end_latitude,
    end_longitude,
    end_at,
    distance: Math.round(distance),
    max_speed,
  }
}
