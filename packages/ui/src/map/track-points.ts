// A track as columns, with queries: the place at a time, the nearest point, the stops.
import { countBefore } from '@flotta/core/sorted.ts'

/** `at` epoch ms ascending, degrees, km/h; all of one length. */
export interface TrackPoints {
  readonly at: readonly number[]
  readonly latitude: readonly number[]
  readonly longitude: readonly number[]
  readonly speed: readonly number[]
  readonly direction: readonly number[]
}
export interface TrackMoment {
  readonly longitude: number
  readonly latitude: number
  /** km/h */
  readonly speed: number
  /** degrees */
  readonly direction: number
}

/** Index of the last point at or before `time`; 0 before the first. */
export const indexAt = (at: readonly number[], time: number): number =>
  Math.max(0, countBefore(at.length, i => (at[i] ?? 0) > time) - 1)

const STANDING_DEG = 0.0004

/** Whether the way from a point to the next one is a pause: longer than 2 min without moving. */
function isPause(track: TrackPoints, i: number): boolean {
  const long = (track.at[i + 1] ?? 0) - (track.at[i] ?? 0) > 120_000
  const near =
    Math.abs((track.latitude[i + 1] ?? 0) - (track.latitude[i] ?? 0)) < STANDING_DEG &&
    Math.abs((track.longitude[i + 1] ?? 0) - (track.longitude[i] ?? 0)) < STANDING_DEG
  return long && near
}
/** The end of the pause that `time` falls in; `time` itself outside pauses. */
export function afterPause(track: TrackPoints, time: number): number {
  let i = indexAt(track.at, time)
  if (!isPause(track, i)) return time
  while (i < track.at.length - 2 && isPause(track, i + 1)) i++
  return track.at[i + 1] ?? time
}

/** Position of the vehicle at `time`, interpolated between two fixes; null for an empty track. */
export function momentAt(track: TrackPoints, time: number): TrackMoment | null {
  const { at, latitude, longitude, speed, direction } = track
  if (at.length === 0) return null
  const i = indexAt(at, time)
  const j = Math.min(i + 1, at.length - 1)
  const span = (at[j] ?? 0) - (at[i] ?? 0)
  const share = span <= 0 ? 0 : Math.min(1, Math.max(0, (time - (at[i] ?? 0)) / span))
  const mix = (column: readonly number[]): number =>
    (column[i] ?? 0) + ((column[j] ?? 0) - (column[i] ?? 0)) * share
  return {
    longitude: mix(longitude),
    latitude: mix(latitude),
    speed: mix(speed),
    direction: direction[i] ?? 0,
  }
}

/** Index of the point nearest to a place; −1 for an empty track. */
export function nearestPoint(
  { latitude, longitude }: TrackPoints,
  place: { readonly lng: number; readonly lat: number },
): number {
  const squeeze = Math.cos((place.lat * Math.PI) / 180)
  let best = -1
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < latitude.length; i++) {
    const dx = ((longitude[i] ?? 0) - place.lng) * squeeze
    const dy = (latitude[i] ?? 0) - place.lat
    const d = dx * dx + dy * dy
    if (d < least) {
      least = d
      best = i
    }
  }
  return best
}

/** The points of a period, ends included. */
export function slice(track: TrackPoints, from: number, to: number): TrackPoints {
  const first = track.at.findIndex(t => t >= from)
  const end = track.at.findIndex(t => t > to)
  const cut = (column: readonly number[]) =>
    first < 0 ? [] : column.slice(first, end < 0 ? undefined : end)
  return {
    at: cut(track.at),
    latitude: cut(track.latitude),
    longitude: cut(track.longitude),
    speed: cut(track.speed),
    direction: cut(track.direction),
  }
}

/** [west, south, east, north] in degrees; null for an empty track. */
export function boundsOf({
  latitude,
  longitude,
}: TrackPoints): [number, number, number, number] | null {
  if (latitude.length === 0) return null
  let [west, south, east, north] = [180, 90, -180, -90]
  for (let i = 0; i < latitude.length; i++) {
    const lng = longitude[i] ?? 0
    const lat = latitude[i] ?? 0
    if (lng < west) west = lng
    if (lng > east) east = lng
    if (lat < south) south = lat
    if (lat > north) north = lat
  }
  return [west, south, east, north]
}
