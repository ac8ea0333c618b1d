// Circles in metres on the map: hubs and points of interest, with a radius of 1 to 1000 m (areas.5).
import { distance } from '@flotta/core/geo.ts'
import type { Box } from './place.ts'

export const RADIUS = { least: 1, most: 1000 } as const
/** Number of corners of a drawn circle: at 1000 m the outline deviates by half a metre. */
const CORNERS = 96
/** Metres per degree of latitude. */
const DEGREE_M = 111_195.08
const RAD = Math.PI / 180

export interface Spot {
  readonly longitude: number
  readonly latitude: number
}
export interface Circle extends Spot {
  /** Metres. */
  readonly radius: number
}

export const clampRadius = (metres: number): number =>
  Math.round(Math.min(RADIUS.most, Math.max(RADIUS.least, metres)))

/** The point of the edge in a direction (degrees from north, clockwise), [longitude, latitude]. */
export function edgePoint(
  { longitude, latitude, radius }: Circle,
  direction: number,
): [number, number] {
  // Around a circle of a kilometre the ground is flat; at a pole all directions are the same.
  const shrink = Math.max(Math.cos(latitude * RAD), 1e-9)
  return [
    longitude + (radius * Math.sin(direction * RAD)) / (DEGREE_M * shrink),
    Math.min(90, Math.max(-90, latitude + (radius * Math.cos(direction * RAD)) / DEGREE_M)),
  ]
}

/** The outline, closed. */
export function outline(circle: Circle): [number, number][] {
  const ring = Array.from({ length: CORNERS }, (_, i) => edgePoint(circle, (360 * i) / CORNERS))
  return [...ring, ring[0] ?? [circle.longitude, circle.latitude]]
}

/** The radius whose edge goes through a point, within the limits. */
export const radiusThrough = (center: Spot, point: Spot): number =>
  clampRadius(distance(center.latitude, center.longitude, point.latitude, point.longitude))

export function circleBox(circle: Circle): Box {
  const [east, north] = [edgePoint(circle, 90)[0], edgePoint(circle, 0)[1]]
  return [2 * circle.longitude - east, edgePoint(circle, 180)[1], east, north]
}
