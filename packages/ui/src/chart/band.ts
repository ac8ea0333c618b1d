// The parts of a line that are above or below its band, cut exactly where the line crosses the band.
import type { Band } from './data.ts'
import type { Point } from './thin.ts'

interface Step {
  readonly from: number
  readonly until: number
  readonly low: number
  readonly high: number
}
const stepsByBand = new WeakMap<Band, readonly Step[]>()
/** The steps of a band. Equal neighbours are joined; there is no step where the band has no limits, and the last step has no end. */
export function stepsOf(band: Band): readonly Step[] {
  const steps = stepsByBand.get(band) ?? readSteps(band)
  stepsByBand.set(band, steps)
  return steps
}
function readSteps({ at, low, high }: Band): readonly Step[] {
  const steps: { from: number; until: number; low: number; high: number }[] = []
  for (let i = 0; i < at.length; i++) {
    const [from, until, l, h] = [
      at[i] ?? 0,
      at[i + 1] ?? Number.POSITIVE_INFINITY,
      low[i] ?? null,
      high[i] ?? null,
    ]
    const last = steps.at(-1)
    if (l === null || h === null || until <= from) continue
    if (last !== undefined && last.until === from && last.low === l && last.high === h)
      last.until = until
    else steps.push({ from, until, low: l, high: h })
  }
  return steps
}

/** The parts of a line outside of its band, NaN between them. */
export function outside(points: readonly Point[], band: Band): Point[] {
  const steps = stepsOf(band)
  const outsidePoints: Point[] = []
  let step = 0
  for (let i = 1; i < points.length; i++) {
    const [p, q] = [points[i - 1] as Point, points[i] as Point]
    if (Number.isNaN(p.y) || Number.isNaN(q.y)) continue
    const yAt = (x: number): number =>
      q.x === p.x ? q.y : p.y + ((q.y - p.y) * (x - p.x)) / (q.x - p.x)
    while (step > 0 && (steps[step]?.from ?? Number.POSITIVE_INFINITY) > p.x) step--
    for (; step < steps.length; step++) {
      const { from, until, low, high } = steps[step] as Step
      if (from > q.x) break
      const [start, end] = [Math.max(p.x, from), Math.min(q.x, until)]
      if (start <= end) {
        const cuts = [
          start,
          ...[low, high]
            .map(y => p.x + ((y - p.y) * (q.x - p.x)) / (q.y - p.y))
            .filter(x => x > start && x < end),
          end,
        ].sort((a, b) => a - b)
        for (let c = 1; c < cuts.length; c++) {
          const [a, b] = [cuts[c - 1] as number, cuts[c] as number]
          const middle = p.x === q.x ? (p.y + q.y) / 2 : yAt((a + b) / 2)
          if (middle < low || middle > high)
            addLine(outsidePoints, { x: a, y: yAt(a) }, { x: b, y: yAt(b) })
        }
      }
      if (until > q.x) break
    }
  }
  return outsidePoints
}
function addLine(line: Point[], from: Point, to: Point): void {
  const last = line.at(-1)
  if (last === undefined || last.x !== from.x || last.y !== from.y) {
    if (last !== undefined) line.push({ x: from.x, y: Number.NaN })
    line.push(from)
  }
  line.push(to)
}

/** Whether a value at a moment is outside of the band; where the band has no limits, no value is. */
export function isOutsideOf({ at, low, high }: Band, moment: number, value: number): boolean {
  const step = at.findLastIndex(from => from <= moment)
  const [l, h] = [low[step] ?? null, high[step] ?? null]
  return l !== null && h !== null && (value < l || value > h)
}

/** The lowest and the highest limit of a band within a stretch; null: the band has no limits there. */
export function extent(band: Band, from: number, to: number): readonly [number, number] | null {
  const visibleSteps = stepsOf(band).filter(step => step.from < to && step.until > from)
  return visibleSteps.length === 0
    ? null
    : [Math.min(...visibleSteps.map(s => s.low)), Math.max(...visibleSteps.map(s => s.high))]
}
