// The tracks of vehicles for playback: points as columns, with the place at any moment. Times are seconds after the beginning of the period.

import { bearing, decodePolyline, distance } from '@flotta/core/geo.ts'
import { countBefore } from '@flotta/core/sorted.ts'
import { alertDefinition } from '../../../alerts/incidents/catalogue.ts'
import type { PastVehicle } from '../contract.ts'

export interface PastTrack
  extends Pick<PastVehicle, 'vehicle_id' | 'plate' | 'vehicle_type' | 'former'> {
  /** Points of all legs, in order. */
  readonly at: Float64Array
  readonly latitude: Float64Array
  readonly longitude: Float64Array
  /** For each point: 1 the leg continues, 2 it continues without records, 0 the point is the last of its leg. */
  readonly onward: Uint8Array
  /** km/h and degrees from each point to the next; NaN until first computed, because many frames draw the same stretch. */
  readonly speed: Float64Array
  readonly direction: Float64Array
  readonly alerts: NonNullable<PastVehicle['alerts']>
  readonly doors: NonNullable<PastVehicle['doors']>
}
export interface PastPlace {
  readonly longitude: number
  readonly latitude: number
  /** km/h, degrees */
  readonly speed: number
  readonly direction: number
  readonly silent: boolean
}

export function trackOf({ legs, alerts = [], doors = [], ...vehicle }: PastVehicle): PastTrack {
  const count = legs.reduce((sum, leg) => sum + leg.at.length + 1, 0)
  const at = new Float64Array(count)
  const latitude = new Float64Array(count)
  const longitude = new Float64Array(count)
  const onward = new Uint8Array(count)
  let n = 0
  for (const leg of legs) {
    let time = leg.from
    for (const [i, [lat, lng]] of decodePolyline(leg.path).entries()) {
      if (i > 0) time += leg.at[i - 1] ?? 0
      at[n] = time
      latitude[n] = lat
      longitude[n] = lng
      onward[n] = i === leg.at.length ? 0 : leg.silent === true ? 2 : 1
      n++
    }
  }
  const [speed, direction] = [
    new Float64Array(count).fill(Number.NaN),
    new Float64Array(count).fill(Number.NaN),
  ]
  return { ...vehicle, at, latitude, longitude, onward, speed, direction, alerts, doors }
}

/** Index of the last point at or before a time; −1 before the first. */
const pointBefore = (at: Float64Array, time: number): number =>
  countBefore(at.length, i => (at[i] ?? 0) > time) - 1

/** km/h: a slower vehicle stands, because thinning leaves some of a standing vehicle's drift. */
const STANDS_BELOW = 2

/** The place of the vehicle; null: unknown. */
export function placeAt(track: PastTrack, time: number): PastPlace | null {
  const i = pointBefore(track.at, time)
  if (i < 0) return null
  const [lat1, lng1] = [track.latitude[i] ?? 0, track.longitude[i] ?? 0]
  const began = track.at[i] ?? 0
  const onward = track.onward[i] ?? 0
  if (onward === 0)
    return time === began
      ? { latitude: lat1, longitude: lng1, speed: 0, direction: 0, silent: false }
      : null
  const [lat2, lng2] = [track.latitude[i + 1] ?? 0, track.longitude[i + 1] ?? 0]
  const span = (track.at[i + 1] ?? 0) - began
  const share = span <= 0 ? 0 : (time - began) / span
  if (Number.isNaN(track.speed[i])) {
    const speed = span <= 0 ? 0 : (distance(lat1, lng1, lat2, lng2) / span) * 3.6
    track.speed[i] = speed < STANDS_BELOW ? 0 : speed
    track.direction[i] = speed < STANDS_BELOW ? 0 : bearing(lat1, lng1, lat2, lng2)
  }
  return {
    latitude: lat1 + (lat2 - lat1) * share,
    longitude: lng1 + (lng2 - lng1) * share,
    speed: track.speed[i] ?? 0,
    direction: track.direction[i] ?? 0,
    silent: onward === 2,
  }
}

interface Stretch {
  readonly from: number
  readonly to: number | null
}
const isOpenAt = ({ from, to }: Stretch, time: number): boolean =>
  from <= time && (to === null || time < to)
/** The alerts or doors that were open at a moment. */
export const openAt = <T extends Stretch>(stretches: readonly T[], time: number): T[] =>
  stretches.filter(stretch => isOpenAt(stretch, time))

/** The gravest alert at a moment, mostly none; called in each frame. */
export function ringAt({ alerts }: PastTrack, time: number): 0 | 1 | 2 {
  let worst: 0 | 1 | 2 = 0
  for (const alert of alerts) {
    if (!isOpenAt(alert, time)) continue
    const severity = alertDefinition(alert.alert_id)?.severity ?? 0
    if (severity > worst) worst = severity
    if (worst === 2) break
  }
  return worst
}
