// The history list: trips and stops in one order, and the sums above them. Pure.
import type { z } from 'zod'
import type { Position, Track, Trip, WholePeriod } from '../../telemetry/trips/contract.ts'

export interface StopSpan {
  readonly period_from: string
  /** null: the vehicle still stands */
  readonly period_to: string | null
  /** seconds */
  readonly duration: number
  /** seconds with the engine on */
  readonly idling?: number | undefined
  readonly latitude: number | null
  readonly longitude: number | null
  readonly private?: true | undefined
  readonly whole: z.infer<typeof WholePeriod>
}
export type Entry =
  | { readonly kind: 'trip'; readonly trip: Trip }
  | { readonly kind: 'stop'; readonly stop: StopSpan }

const beganAt = (entry: Entry): string =>
  entry.kind === 'trip' ? entry.trip.period_from : entry.stop.period_from

/** Trips and stops together, newest first. */
export const historyEntries = (trips: readonly Trip[], stops: readonly StopSpan[]): Entry[] =>
  [
    ...trips.map(trip => ({ kind: 'trip', trip }) as const),
    ...stops.map(stop => ({ kind: 'stop', stop }) as const),
  ].sort((a, b) => (beganAt(a) < beganAt(b) ? 1 : -1))

/** km, seconds of driving and km/h of the period. Private trips count with their kilometres only. */
export const totalsOf = (
  trips: readonly Trip[],
): { readonly km: number; readonly duration: number; readonly max_speed: number } => ({
  km: trips.reduce((sum, trip) => sum + trip.km, 0),
  duration: trips.reduce((sum, trip) => sum + (trip.private ? 0 : trip.duration), 0),
  max_speed: trips.reduce(
    (most, trip) => (trip.private ? most : Math.max(most, trip.max_speed)),
    0,
  ),
})

/** The track with a fix appended; the same track when the fix is not newer than its last. */
export function appendFix(track: Track, fix: Position): Track {
  const at = Date.parse(fix.message_datetime)
  if (at <= (track.at.at(-1) ?? 0)) return track
  return {
    total: track.total + 1,
    at: [...track.at, at],
    latitude: [...track.latitude, fix.latitude],
    longitude: [...track.longitude, fix.longitude],
    speed: [...track.speed, fix.speed],
    direction: [...track.direction, fix.direction],
    moving: [...track.moving, fix.moving ? 1 : 0],
  }
}
