// Whether a vehicle is inside of an area, outside or has passed it, with hysteresis; and the bounding boxes of areas.
import { distance, METRES_PER_DEGREE } from '@flotta/core/geo.ts'
import type { Outline } from '@flotta/core/outline.ts'
import { circlePassage, type Passage } from '@flotta/core/passage.ts'
import type { Box, Point } from '@flotta/core/points.ts'

export type AreaKind = 'hub' | 'poi'
/** An area as it was for some time: from its creation, or from a change of place or size, to the next change. */
export interface Shape {
  /** A new one after each change of place or size. */
  readonly id: number
  readonly kind: AreaKind
  readonly area_id: number
  readonly name: string
  readonly code: string
  readonly latitude: number
  readonly longitude: number
  /** metres; for a polygon or corridor, of the circle around it */
  readonly radius: number
  /** A polygon or corridor; absent: a circle. */
  readonly outline?: Outline | undefined
  /** Epoch ms; `to` exclusive, Infinity while it holds. */
  readonly from: number
  readonly to: number
}
type Ground = Pick<Shape, 'latitude' | 'longitude' | 'radius' | 'outline'>

/** Metres from the centre up to which a vehicle that is inside stays inside, so that fixes that wander at the edge cause no entries and exits. */
export const outerRadius = (radius: number): number => radius + Math.max(10, radius / 10)
/** The same around polygons and corridors, metres beyond their edge (areas.35). */
export const OUTLINE_HYSTERESIS = 10

/**
 * Whether a place counts as inside.
 * @param was whether the vehicle was inside before
 */
export const isInside = (
  { outline, ...circle }: Ground,
  latitude: number,
  longitude: number,
  was: boolean,
): boolean =>
  outline !== undefined
    ? outline.holds(latitude, longitude, was ? OUTLINE_HYSTERESIS : 0)
    : distance(circle.latitude, circle.longitude, latitude, longitude) <=
      (was ? outerRadius(circle.radius) : circle.radius)

/** The part of a straight way that lies in the area; null: none. */
export const passageOf = (ground: Ground, from: Point, to: Point): Passage | null =>
  ground.outline === undefined ? circlePassage(from, to, ground) : ground.outline.passage(from, to)

/** Half the height and width, in degrees, of a box around a circle of this radius in metres; longitude 180 near a pole: all around. */
export function degreesAround(
  latitude: number,
  metres: number,
): { readonly latitude: number; readonly longitude: number } {
  const high = metres / LEAST_METRES_PER_DEGREE
  const shrink = Math.cos(Math.min(90, Math.abs(latitude) + high) * RAD)
  return { latitude: high, longitude: shrink < 1e-3 ? 180 : high / shrink }
}
/** A little less than the real value, so that a box is never too small. */
const LEAST_METRES_PER_DEGREE = METRES_PER_DEGREE - 195
const RAD = Math.PI / 180

/** A box around an area, widened by some metres. */
export function boxAround({ latitude, longitude, radius, outline }: Ground, metres: number): Box {
  if (outline === undefined) {
    const around = degreesAround(latitude, radius + metres)
    return {
      south: latitude - around.latitude,
      north: latitude + around.latitude,
      west: longitude - around.longitude,
      east: longitude + around.longitude,
    }
  }
  const { south, north, west, east } = outline.box
  const around = degreesAround(Math.max(Math.abs(south), Math.abs(north)), outline.width + metres)
  return {
    south: south - around.latitude,
    north: north + around.latitude,
    west: west - around.longitude,
    east: east + around.longitude,
  }
}

/** Identifies an area; a hub and a point of interest may have the same id. */
export type AreaId = Pick<Shape, 'kind' | 'area_id'>
/** A number that is unique among both kinds of areas. */
export const keyOf = ({ kind, area_id }: AreaId): number => (kind === 'hub' ? area_id : -area_id)

export const holdsAt = ({ from, to }: Pick<Shape, 'from' | 'to'>, at: number): boolean =>
  from <= at && at < to

/** Reads pasted coordinates such as `45.4642, 9.19`; null: not a pair of degrees. */
export function coordinatesIn(
  text: string,
): { readonly latitude: number; readonly longitude: number } | null {
  const match = /^\s*(-?\d{1,2}\.\d+)\s*[,;\s]\s*(-?\d{1,3}\.\d+)\s*$/.exec(text)
  const [latitude, longitude] = [Number(match?.[1]), Number(match?.[2])]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}
