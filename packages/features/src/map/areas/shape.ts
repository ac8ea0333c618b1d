// The shape of an area: a circle, a polygon or a corridor; its faults, and its centre.
import { distance, METRES_PER_DEGREE } from '@flotta/core/geo.ts'
import { Outline } from '@flotta/core/outline.ts'
import {
  centreOfRing,
  continuous,
  isAroundPole,
  middleOfLine,
  openRing,
  type Point,
  selfCrossing,
  withoutRepeats,
} from '@flotta/core/points.ts'
import type { Words } from '@flotta/core/problem.ts'
import { z } from 'zod'

/** Points of a polygon or corridor (areas.30, areas.32). */
export const POINTS = { polygon: 3, corridor: 2, most: 500 } as const
/** Metres to each side of a corridor. */
export const WIDTH = { least: 1, most: 5_000 } as const
/** Metres, for imported areas without a size: radius of a circle, and width to each side of a corridor. */
export const DEFAULTS = { radius: 100, width: 50 } as const

/** A wrong point is reported as a fault of its shape. */
const degrees = (most: number) => z.number().min(-most, { abort: true }).max(most, { abort: true })
const Coordinates = z.tuple([degrees(180), degrees(90)])
const Polygon = z
  .object({ type: z.literal('polygon'), points: z.array(Coordinates) })
  .superRefine(({ points }, { addIssue }) => {
    const fault = ringFault(points)
    if (fault !== null)
      addIssue({ code: 'custom', message: fault.key, params: { values: fault.values } })
  })
const Corridor = z
  .object({
    type: z.literal('corridor'),
    points: z.array(Coordinates),
    width: z.number(),
  })
  .superRefine(({ points, width }, { addIssue }) => {
    const fault = lineFault(points, width)
    if (fault !== null) addIssue({ code: 'custom', message: fault })
  })
/** One union, so that any fault is reported at the shape as a whole. */
export const AreaShape = z.union([z.object({ type: z.literal('circle') }), Polygon, Corridor])
export type AreaShape = z.infer<typeof AreaShape>
/** The stored form; a circle is stored without one. */
export type StoredShape = Exclude<AreaShape, { readonly type: 'circle' }>

/** The fault of a ring; null: none. One that crosses itself is reported with the place (areas.38). */
function ringFault(points: readonly Point[]): Words | null {
  const ring = openRing(points)
  if (ring.length < POINTS.polygon || ring.length > POINTS.most)
    return { key: 'areas.shape.points' }
  if (isAroundPole(ring)) return { key: 'areas.shape.pole' }
  const crossing = selfCrossing(ring)
  if (crossing === null) return null
  const [longitude, latitude] = crossing.map(degrees => degrees.toFixed(5))
  return {
    key: 'areas.shape.crosses',
    values: { latitude: latitude ?? '', longitude: longitude ?? '' },
  }
}
function lineFault(points: readonly Point[], width: number): string | null {
  const line = withoutRepeats(points)
  if (line.length < POINTS.corridor || points.length > POINTS.most) return 'areas.shape.points'
  return width >= WIDTH.least && width <= WIDTH.most ? null : 'areas.shape.width'
}

/** The fault of a shape, and where it crosses itself; null: none (areas.45). */
export function shapeFault(shape: StoredShape): (Words & { readonly at: Point | null }) | null {
  if (shape.type === 'corridor') {
    const key = lineFault(shape.points, shape.width)
    return key === null ? null : { key, at: null }
  }
  const fault = ringFault(shape.points)
  return fault === null ? null : { ...fault, at: selfCrossing(openRing(shape.points)) }
}

export const storedShape = (shape: AreaShape | null | undefined): StoredShape | null =>
  shape === null || shape === undefined || shape.type === 'circle' ? null : shape
export const outlineOf = (shape: StoredShape | null | undefined): Outline | undefined =>
  shape === null || shape === undefined
    ? undefined
    : shape.type === 'polygon'
      ? Outline.polygon(shape.points)
      : Outline.corridor(shape.points, shape.width)

/** The centre of a shape, and the radius of the circle around it, limited to the largest radius of circles. */
export function circleAround(shape: StoredShape): {
  readonly latitude: number
  readonly longitude: number
  readonly radius: number
} {
  const [longitude, latitude] =
    shape.type === 'polygon' ? centreOfRing(shape.points) : middleOfLine(shape.points)
  const reach = Math.max(...shape.points.map(p => distance(latitude, longitude, p[1], p[0])))
  const width = shape.type === 'corridor' ? shape.width : 0
  return { latitude, longitude, radius: Math.min(1_000, Math.max(1, reach + width)) }
}

/** Its outline as a closed ring; across the date line longitudes continue beyond 180 degrees. */
export function ringOf(shape: StoredShape): [number, number][] {
  const ring =
    shape.type === 'polygon'
      ? openRing(shape.points).map(([x, y]): [number, number] => [x, y])
      : [...sideOf(shape.points, shape.width), ...sideOf(shape.points.toReversed(), shape.width)]
  const [first] = ring
  const closed = first === undefined ? ring : [...ring, first]
  return continuous(closed).map(([x, y]): [number, number] => [x, y])
}
/** The left edge of a line, and the half circle at its end. */
function sideOf(points: readonly Point[], width: number): [number, number][] {
  const line = continuous(withoutRepeats(points))
  const high = width / METRES_PER_DEGREE
  return line.slice(1).flatMap((to, i) => {
    const from = line[i] ?? to
    const shrink = Math.max(0.01, Math.cos((to[1] * Math.PI) / 180))
    const angle = Math.atan2(to[1] - from[1], (to[0] - from[0]) * shrink)
    const beside = ([x, y]: Point, turn: number): [number, number] => [
      x + (high * Math.cos(angle + turn)) / shrink,
      y + high * Math.sin(angle + turn),
    ]
    const isLast = i === line.length - 2
    const cap = isLast ? [3, 2, 1, 0, -1, -2].map(n => beside(to, (n * Math.PI) / 8)) : []
    return [beside(from, Math.PI / 2), beside(to, Math.PI / 2), ...cap]
  })
}
