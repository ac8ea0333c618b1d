// Which part of a straight way lies within a circle, or near a segment.
import { METRES_PER_DEGREE } from './geo.ts'
import { nearest, type Point } from './points.ts'

/** The part of a way that lies within something: fractions of the way from 0 to 1. */
export interface Passage {
  readonly enter: number
  readonly exit: number
}
export const RAD = Math.PI / 180

/** The part of the way from the origin by (dx, dy) that lies within a circle. */
function discPassage(
  dx: number,
  dy: number,
  cx: number,
  cy: number,
  radius: number,
): Passage | null {
  const length2 = dx * dx + dy * dy
  if (length2 === 0) return null
  const middle = (cx * dx + cy * dy) / length2
  const [mx, my] = [cx - dx * middle, cy - dy * middle]
  const rest = radius * radius - mx * mx - my * my
  if (rest <= 0) return null
  const half = Math.sqrt(rest / length2)
  const [enter, exit] = [Math.max(0, middle - half), Math.min(1, middle + half)]
  return exit > enter ? { enter, exit } : null
}
/** The part of the way from (0, 0) to (dx, dy) that lies within `radius` of the segment from a to b. */
type SegmentPassage = (
  dx: number,
  dy: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  radius: number,
) => Passage | null
/** The part within `radius` of a segment: the circles around both of its ends, and the strip between them. */
export const capsulePassage: SegmentPassage = (dx, dy, ax, ay, bx, by, radius) => {
  const parts = [
    discPassage(dx, dy, ax, ay, radius),
    discPassage(dx, dy, bx, by, radius),
    stripPassage(dx, dy, ax, ay, bx, by, radius),
  ].filter(part => part !== null)
  return parts.length === 0
    ? null
    : {
        enter: Math.min(...parts.map(part => part.enter)),
        exit: Math.max(...parts.map(part => part.exit)),
      }
}
const stripPassage: SegmentPassage = (dx, dy, ax, ay, bx, by, radius) => {
  const length = Math.hypot(bx - ax, by - ay)
  if (length === 0) return null
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length]
  let [enter, exit] = [0, 1]
  // The strip: along the segment between its ends, across it within the radius.
  for (const [start, step, low, high] of [
    [-ax * ux - ay * uy, dx * ux + dy * uy, 0, length],
    [ax * uy - ay * ux, dy * ux - dx * uy, -radius, radius],
  ] as const) {
    if (step === 0) {
      if (start < low || start > high) return null
      continue
    }
    const [one, farther] = [(low - start) / step, (high - start) / step]
    enter = Math.max(enter, Math.min(one, farther))
    exit = Math.min(exit, Math.max(one, farther))
  }
  return exit > enter ? { enter, exit } : null
}

/** The part of a straight way that lies within a circle on the ground. */
export function circlePassage(
  from: Point,
  to: Point,
  {
    latitude,
    longitude,
    radius,
  }: { readonly latitude: number; readonly longitude: number; readonly radius: number },
): Passage | null {
  const shrink = Math.cos(latitude * RAD)
  const x0 = nearest(from[0], longitude)
  return discPassage(
    (nearest(to[0], x0) - x0) * shrink,
    to[1] - from[1],
    (longitude - x0) * shrink,
    latitude - from[1],
    radius / METRES_PER_DEGREE,
  )
}
