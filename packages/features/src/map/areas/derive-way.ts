// The place of the vehicle by a record and the straight way that led there, from which crossings of areas are found.
import type { Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { distance } from '@flotta/core/geo.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { type IndexedShape, mayTouch, type Watcher, watchesAt } from './area-index.ts'
import { type AreaId, holdsAt, isInside, passageOf, type Shape } from './rules.ts'

/** [latitude, longitude] where the vehicle has stopped near an area. */
export type Stop = readonly [latitude: number, longitude: number]
export interface Spot {
  readonly at: number
  readonly latitude: number
  readonly longitude: number
}
export interface Way {
  readonly to: Spot
  /** null: the way is unknown, or took too long to have been straight. */
  readonly from: Spot | null
  /** The place where it stands; null: it moves. */
  readonly stop: Stop | null
}
/** An area that the vehicle has entered, or has passed between two fixes. */
export interface Arrival {
  readonly watcher: Watcher
  readonly shape: Shape
  readonly came: Spot
  /** Where the vehicle left it again; null: it is still inside. */
  readonly went: Spot | null
}

/** km/h: a slower vehicle stands, as for trips. */
const STANDS_BELOW = 3
/** Metres that the fixes of a standing vehicle may wander from its stop. */
const DRIFT = 100
/** A way that took longer is not taken as a straight line. */
const LONGEST_WAY = 2 * MINUTE

/** The way to a record. Fixes that wander around the stop of a vehicle count as the stop. */
export function wayOf(
  stopped: Stop | undefined,
  position: NonNullable<Sample['position']>,
  { at, previous }: Pick<Sample, 'at' | 'previous'>,
): Way {
  const { latitude, longitude } = position
  const stands = !position.moving || position.speed <= STANDS_BELOW
  const isDrift =
    stands &&
    stopped !== undefined &&
    distance(stopped[0], stopped[1], latitude, longitude) <= DRIFT
  const to = isDrift
    ? { at, latitude: stopped[0], longitude: stopped[1] }
    : { at, latitude, longitude }
  const isShort = previous !== null && at > previous.at && at - previous.at <= LONGEST_WAY
  const from =
    !isShort || isDrift
      ? null
      : stopped === undefined
        ? previous
        : { at: previous.at, latitude: stopped[0], longitude: stopped[1] }
  return { to, from, stop: stands ? [to.latitude, to.longitude] : null }
}

/** The areas that a way may touch. */
const shapesAlong = ({ areas }: Watcher, { from, to }: Way): readonly IndexedShape[] =>
  from === null
    ? areas.near(to.latitude, to.longitude)
    : areas.along(from.latitude, from.longitude, to.latitude, to.longitude)

/** Areas that contain the place or that the way crossed, and in which the vehicle was not before; called for every record. */
export function arrivalsOn(
  way: Way,
  isKnownInside: (area: AreaId) => boolean,
  { watchers, private_times }: Pick<VehicleFacts, 'watchers' | 'private_times'>,
): { readonly arrivals: readonly Arrival[]; readonly isNear: boolean } {
  let arrivals = NONE
  let isNear = false
  const { from, to } = way
  const mayPass = from !== null && !(private_times?.within(from.at, to.at).length ?? 0)
  for (const watcher of watchers) {
    const shapes = shapesAlong(watcher, way)
    if (shapes.length === 0 || !watchesAt(watcher, to.at)) continue
    for (const shape of shapes) {
      if (!holdsAt(shape, to.at)) continue
      isNear = true
      if (!mayTouch(shape.box, from, to) || isKnownInside(shape)) continue
      const arrival = isInside(shape, to.latitude, to.longitude, false)
        ? { watcher, shape, came: to, went: null }
        : mayPass
          ? passing(watcher, shape, from, to)
          : null
      if (arrival !== null) arrivals = [...arrivals, arrival]
    }
  }
  return { arrivals, isNear }
}
const NONE: readonly Arrival[] = []

/** An area that the way crossed: the vehicle was outside before and is outside after, beyond the hysteresis. */
function passing(watcher: Watcher, shape: Shape, from: Spot, to: Spot): Arrival | null {
  const passage = passageOf(shape, [from.longitude, from.latitude], [to.longitude, to.latitude])
  if (passage === null || passage.enter <= 0) return null
  const came = spotOn(from, to, passage.enter)
  if (!watchesAt(watcher, came.at) || !holdsAt(shape, came.at)) return null
  const isIn = isInside(shape, to.latitude, to.longitude, true)
  return { watcher, shape, came, went: isIn ? null : spotOn(from, to, passage.exit) }
}
function spotOn(from: Spot, to: Spot, part: number): Spot {
  const eastward = to.longitude - from.longitude
  const short = eastward - 360 * Math.round(eastward / 360)
  const longitude = from.longitude + short * part
  return {
    at: Math.round(from.at + (to.at - from.at) * part),
    latitude: from.latitude + (to.latitude - from.latitude) * part,
    longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude,
  }
}
