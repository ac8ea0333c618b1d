// Lines without their parts inside a box, in which other lines are drawn in more detail. Pure.
import type { Box } from './place.ts'

type Point = readonly [longitude: number, latitude: number]
type Line = readonly Point[]

export interface DetailedGroup {
  readonly id: number
  readonly lines: readonly Line[]
}
export interface Detail {
  readonly box: Box
  /** The detailed lines within the box, by group. */
  readonly lines: ReadonlyMap<number, readonly Line[]>
}

/** The groups with their detailed lines within the box, and their own lines outside of it. */
export const withDetail = <G extends DetailedGroup>(
  groups: readonly G[],
  detail: Detail | null,
): readonly G[] =>
  detail === null
    ? groups
    : groups.map(group => ({
        ...group,
        lines: [...linesOutside(group.lines, detail.box), ...(detail.lines.get(group.id) ?? [])],
      }))

export function linesOutside(lines: readonly Line[], box: Box): Line[] {
  const outside: Point[][] = []
  for (const line of lines) {
    let piece: Point[] = []
    const end = () => {
      if (piece.length > 1) outside.push(piece)
      piece = []
    }
    for (let i = 1; i < line.length; i++) {
      const [a, b] = [line[i - 1] as Point, line[i] as Point]
      if (piece.length === 0) piece.push(a)
      const within = partWithin(a, b, box)
      if (within === null) {
        piece.push(b)
        continue
      }
      const [from, to] = within
      if (from > 0) piece.push(between(a, b, from))
      else if (piece.length === 1) piece.pop()
      end()
      if (to < 1) piece.push(between(a, b, to), b)
    }
    end()
  }
  return outside
}

const between = ([x, y]: Point, [toX, toY]: Point, share: number): Point => [
  x + (toX - x) * share,
  y + (toY - y) * share,
]

/** The range of shares of the way from `a` to `b` that lies within the box (Liang–Barsky algorithm); null: none. */
function partWithin(
  [x, y]: Point,
  [toX, toY]: Point,
  [west, south, east, north]: Box,
): readonly [number, number] | null {
  let [from, to] = [0, 1]
  const [dx, dy] = [toX - x, toY - y]
  for (const [step, room] of [
    [-dx, x - west],
    [dx, east - x],
    [-dy, y - south],
    [dy, north - y],
  ] as const) {
    if (step === 0 && room < 0) return null
    if (step < 0) from = Math.max(from, room / step)
    if (step > 0) to = Math.min(to, room / step)
  }
  return from < to ? [from, to] : null
}
