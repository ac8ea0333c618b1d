// Zooming and moving the visible part of a period. The part never leaves the period.

/** Epoch ms. */
export interface Stretch {
  readonly from: number
  readonly to: number
}
/** The shortest visible part, in milliseconds. */
export const NEAREST = 60_000

export const isWithin = (part: Stretch, whole: Stretch): boolean =>
  part.from >= whole.from && part.to <= whole.to && part.from < part.to
const isWhole = (part: Stretch, whole: Stretch): boolean =>
  part.from <= whole.from && part.to >= whole.to

/** As long as it is, inside the period. */
function inside({ from, to }: Stretch, whole: Stretch): Stretch {
  const length = Math.min(to - from, whole.to - whole.from)
  const start = Math.min(Math.max(from, whole.from), whole.to - length)
  return { from: start, to: start + length }
}

/** `factor` times as long, while the moment at `share` of it (0 left, 1 right) stays where it is; null: all of the period. */
export function zoomStretch(
  part: Stretch,
  whole: Stretch,
  factor: number,
  share = 0.5,
): Stretch | null {
  const length = part.to - part.from
  const newLength = Math.max(Math.min(NEAREST, whole.to - whole.from), length * factor)
  const from = part.from + (length - newLength) * share
  const next = inside({ from, to: from + newLength }, whole)
  return isWhole(next, whole) ? null : next
}

/** Along by `share` of its length. */
export function moveStretch(part: Stretch, whole: Stretch, share: number): Stretch | null {
  const by = (part.to - part.from) * share
  const next = inside({ from: part.from + by, to: part.to + by }, whole)
  return isWhole(next, whole) ? null : next
}
