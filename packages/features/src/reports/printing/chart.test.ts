// The shapes of a receipt's chart: lines over bands, interrupted by gaps, and lanes of conditions that may explain a warm stretch.
import { expect, test } from 'vitest'
import { receiptChart } from './chart.ts'
import { receiptOfTests } from './testing-receipt.ts'

const receipt = receiptOfTests({ hours: 24 })
const chart = receiptChart(receipt, 500, 100)
/** The number of pieces of a line. */
const beginnings = (d: string | undefined): number => d?.match(/M/g)?.length ?? 0
/** The highest point of a path, in the unit of the drawing. */
const highest = (d: string | undefined): number =>
  Math.min(...[...(d ?? '').matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y)))

test('each sensor is a line, interrupted where nothing was measured [printing.33]', () => {
  expect(chart?.lines.map(({ sensor, d }) => [sensor, beginnings(d)])).toEqual([
    ['T1', 2],
    ['T2', 2],
  ])
})
test('the limits of two sensors of one compartment are one band, and the warm stretch is above it [printing.33]', () => {
  expect(chart?.bands).toHaveLength(1)
  expect(chart?.setpoints).toHaveLength(1)
  const top = Number(/M[\d.]+ ([\d.]+)/.exec(chart?.bands[0]?.d ?? '')?.[1])
  expect(highest(chart?.lines[0]?.d)).toBeLessThan(top)
  expect(highest(chart?.lines[1]?.d)).toBeGreaterThan(top)
})
test('an open door is a bar in a lane of its own, below the warm stretch [printing.34]', () => {
  const [lane, ...others] = chart?.lanes ?? []
  expect([lane?.kind, lane?.bars.length, others.length]).toEqual(['door', 1, 0])
  expect(lane?.y).toBeGreaterThan(chart?.plot.bottom ?? 0)
})
test('every line lies within the drawing', () => {
  const { plot, height } = chart ?? { plot: { left: 0, right: 0, top: 0, bottom: 0 }, height: 0 }
  for (const { d } of chart?.lines ?? [])
    for (const [, x, y] of d.matchAll(/[ML]([\d.]+) ([\d.]+)/g)) {
      expect(Number(x)).toBeGreaterThanOrEqual(plot.left)
      expect(Number(x)).toBeLessThanOrEqual(plot.right)
      expect(Number(y)).toBeGreaterThanOrEqual(plot.top)
      expect(Number(y)).toBeLessThanOrEqual(plot.bottom)
    }
  expect(height).toBeGreaterThan(plot.bottom)
})
test('a reading from before the period that holds when it begins stands at the beginning, within the drawing', () => {
  const [first, ...others] = receipt.rows
  if (first === undefined) throw new Error('the receipt has no rows')
  const before = new Date(Date.parse(receipt.period_from) - 4 * 60_000).toISOString()
  const extremes = [
    {
      sensor: 'T1' as const,
      last_at: before,
      min: -4,
      min_at: before,
      max: -4,
      max_at: before,
    },
  ]
  const rows = [{ ...first, at: receipt.period_from, T1: -4, extremes }, ...others]
  const changed = receiptChart({ ...receipt, rows }, 500, 100)
  const { left, top } = changed?.plot ?? { left: 0, top: 0 }
  const [, x, y] = /^M([\d.]+) ([\d.-]+)/.exec(changed?.lines[0]?.d ?? '') ?? []
  expect(Number(x)).toBe(left)
  expect(Number(y)).toBeGreaterThanOrEqual(top)
})
test('the line passes through the lowest and highest value between two rows', () => {
  const at = Date.parse(receipt.rows[4]?.at ?? '')
  const rows = receipt.rows.map((row, i) =>
    i !== 4
      ? row
      : {
          ...row,
          extremes: [
            {
              sensor: 'T2' as const,
              last_at: row.at,
              min: -18,
              min_at: row.at,
              max: -11,
              max_at: new Date(at - 60_000).toISOString(),
            },
          ],
        },
  )
  const changed = receiptChart({ ...receipt, rows }, 500, 100)
  expect(highest(changed?.lines[1]?.d)).toBeLessThan(highest(chart?.lines[1]?.d))
})
test('a period without temperatures has no chart', () => {
  expect(receiptChart(receiptOfTests({ hours: 0 }), 500, 100)).toBeNull()
})
