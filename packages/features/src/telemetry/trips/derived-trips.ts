// Turns effects into trips and matches them with stored ones.
import { randomUUID } from 'node:crypto'
import { type EmittedEffect, sameJson } from '@flotta/core/derivation.ts'
import { matchSpans } from '@flotta/core/spans.ts'
import type { TripRow } from './rules.ts'

/**
 * A trip, and the times of the records by which it began and ended; null: an earlier record, or
 * none yet.
 */
export interface DerivedTrip {
  readonly vehicle_id: number
  readonly trip: TripRow
  readonly began_by: number | null
  readonly ended_by: number | null
}

/** One entry for each trip, in order of time. */
export function derivedTrips(effects: readonly EmittedEffect<'trip'>[]): DerivedTrip[] {
  const trips = new Map<string, DerivedTrip>()
  for (const { vehicle_id, by, effect } of effects) {
    const key = `${vehicle_id} ${effect.trip.period_from}`
    const earlier = trips.get(key)
    const isEnded = effect.trip.period_to !== null
    trips.set(key, {
      vehicle_id,
      trip: effect.trip,
      began_by: earlier?.began_by ?? (isEnded ? null : by),
      ended_by: isEnded ? by : null,
    })
  }
  return [...trips.values()]
}
export interface TripWithId extends DerivedTrip {
  readonly id: string
  readonly began_by: number
}

export const hasBegin = (t: DerivedTrip): t is DerivedTrip & { readonly began_by: number } =>
  t.began_by !== null
export const withId = (t: DerivedTrip & { readonly began_by: number }): TripWithId => ({
  ...t,
  id: randomUUID(),
})
export interface StoredTrip extends TripRow {
  readonly id: string
  readonly began_by: number
  readonly ended_by: number | null
}

/** The stretch of a vehicle's life that is derived again; `to` null: up to the newest record. */
interface Stretch {
  readonly vehicle_id: number
  readonly from: number
  readonly to: number | null
}
interface MatchedTrips {
  /** Stored trips with their derived values, whether they differ or not. */
  readonly changedTrips: readonly TripWithId[]
  readonly newTrips: readonly TripWithId[]
  /** Stored trips that none of the derived ones overlaps. */
  readonly unmatchedTrips: readonly StoredTrip[]
}
/** Gives the derived trips of a stretch the ids of the stored ones that they overlap. */
export function matchTrips(
  stored: readonly StoredTrip[],
  derived: readonly DerivedTrip[],
  { vehicle_id, from, to }: Stretch,
): MatchedTrips {
  // Where the stretch ends before the newest record, the trip that is open there stays as it is:
  // its end comes after the stretch.
  const goesOn = (t: { readonly ended_by: number | null }) =>
    to !== null && (t.ended_by === null || t.ended_by >= to)
  const before = stored.find(k => k.began_by < from)
  const begunTrips = stored.filter(k => k.began_by >= from && !goesOn(k))
  const derivedBegins = derived.filter(hasBegin).filter(t => !goesOn(t))

  const changedTrips: TripWithId[] = []
  const newTrips: TripWithId[] = []
  if (before && !goesOn(before)) {
    const ending = derived.find(t => !hasBegin(t))
    const trip = ending?.trip ?? { ...before, period_to: null }
    changedTrips.push({
      vehicle_id,
      id: before.id,
      trip,
      began_by: before.began_by,
      ended_by: ending?.ended_by ?? null,
    })
  }
  const spanOf = (t: TripRow) => ({
    from: t.period_from,
    to: t.period_to ?? Number.POSITIVE_INFINITY,
  })
  const ids = matchSpans(
    begunTrips.map(spanOf),
    derivedBegins.map(t => spanOf(t.trip)),
  )
  derivedBegins.forEach((t, i) => {
    const storedTrip = begunTrips[ids[i] ?? -1]
    if (storedTrip) changedTrips.push({ ...t, id: storedTrip.id })
    else newTrips.push(withId(t))
  })
  return { changedTrips, newTrips, unmatchedTrips: begunTrips.filter((_, i) => !ids.includes(i)) }
}

/**
 * The end of an open trip is not compared, because the row is not updated while the trip is open.
 */
export function isSame(
  storedTrip: StoredTrip | undefined,
  { trip, began_by, ended_by }: TripWithId,
): boolean {
  if (
    storedTrip === undefined ||
    storedTrip.began_by !== began_by ||
    storedTrip.ended_by !== ended_by
  )
    return false
  const begin = (t: TripRow) => [t.period_from, t.start_latitude, t.start_longitude]
  const end = (t: TripRow) => [
    t.period_to,
    t.end_latitude,
    t.end_longitude,
    t.end_at,
    t.distance,
    Math.round(t.max_speed),
  ]
  return (
    sameJson(begin(storedTrip), begin(trip)) &&
    (ended_by === null || sameJson(end(storedTrip), end(trip)))
  )
}
