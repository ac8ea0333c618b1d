// Zooming and moving the visible part of a period. The part never leaves the period.

/** Epoch ms. */
export interface Stretch {
  readonly from: number
  readonly to: number
}
/** The shortest visible part, in milliseconds. */
export const NEAREST = 60_000

export const isWithin = (part: Stretch, outer: Stretch): boolean =>
  part.from >= outer.from && part.to <= outer.to && part.from < part.to
const isWhole = (part: Stretch, outer: Stretch): boolean =>
  part.from <= outer.from && part.to >= outer.to

/** As long as it is, inside the period. */
function inside({ from, to }: Stretch, outer: Stretch): Stretch {
  const length = Math.min(to - from, outer.to - outer.from)
  const start = Math.min(Math.max(from, outer.from), outer.to - length)
  return { from: start, to: start + length }
}

/** Makes the visible part `factor` times as long, while the moment at `share` of it (0 left, 1 right) stays in place; null: all of the period. */
export function zoomStretch(
  part: Stretch,
  outer: Stretch,
  factor: number,
  share = 0.5,
): Stretch | null {
  const length = part.to - part.from
  const newLength = Math.max(Math.min(NEAREST, outer.to - outer.from), length * factor)
  const from = part.from + (length - newLength) * share
  const next = inside({ from, to: from + newLength }, outer)
  return isWhole(next, outer) ? null : next
}

/** Moves the visible part by `share` of its length. */
export function moveStretch(part: Stretch, outer: Stretch, share: number): Stretch | null {
  const by = (part.to - part.from) * share
  const next = inside({ from: part.from + by, to: part.to + by }, outer)
  return isWhole(next, outer) ? null : next
}

/** The part of a visible part between two shares of it. */
export function partOf(part: Stretch, outer: Stretch, begin: number, end: number): Stretch | null {
  const length = part.to - part.from
  return zoomStretch({ from: part.from + length * begin, to: part.from + length * end }, outer, 1)
}
