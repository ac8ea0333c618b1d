// Vehicles at one spot, laid out around it: on a ring for a few, on a spiral for more.

/** Offset from the spot in pixels, x to the right, y down. */
export interface Spoke {
  readonly x: number
  readonly y: number
}
/** A fan shows at most this many vehicles; more could not be told apart. */
export const FAN_MAX = 60
/** Pixels between two pins. */
const APART = 42
/** Number of vehicles that fit on a ring. */
const RING = 10
const NEAREST = 58

/** The positions of `count` vehicles around their spot. */
export function spokes(count: number): Spoke[] {
  if (count <= RING) {
    const radius = Math.max(NEAREST, (count * APART) / (2 * Math.PI))
    return Array.from({ length: count }, (_, i) =>
      at((2 * Math.PI * i) / count - Math.PI / 2, radius),
    )
  }
  const positions: Spoke[] = []
  let angle = -Math.PI / 2
  let radius = NEAREST
  for (let i = 0; i < count; i++) {
    positions.push(at(angle, radius))
    const step = APART / radius
    angle += step
    // Each turn of the spiral is farther out by the size of a pin.
    radius += (APART * step) / (2 * Math.PI)
  }
  return positions
}
const at = (angle: number, radius: number): Spoke => ({
  x: Math.cos(angle) * radius,
  y: Math.sin(angle) * radius,
})
