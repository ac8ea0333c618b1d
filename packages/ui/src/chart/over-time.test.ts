// Charts over time: the visible part, values outside of a tolerance, and the texts beside the lines.
import { describe, expect, test } from 'vitest'
import { tokens } from '../theme.ts'
import { extent, isOutsideOf, outside, stepsOf } from './band.ts'
import type { Band, OverTime } from './data.ts'
import { suggestedRange, timeLines } from './over-time.ts'
import { moveStretch, NEAREST, zoomStretch } from './stretch.ts'

const DAY = 86_400_000
const wholePeriod = { from: 0, to: DAY }
const part = (from: number, to: number) => ({ from: from * DAY, to: to * DAY })

describe('the visible part of a chart', () => {
  test.each([
    ['to half of the period, around the middle', wholePeriod, 0.5, 0.5, part(0.25, 0.75)],
    ['around the moment under the pointer', wholePeriod, 0.5, 0.25, part(0.125, 0.625)],
    ['at the left edge', wholePeriod, 0.5, 0, part(0, 0.5)],
    ['out as far as the period goes', part(0.25, 0.75), 1.5, 0.5, part(0.125, 0.875)],
    ['not beyond the beginning', part(0, 0.5), 1.5, 0.9, part(0, 0.75)],
    ['to all of the period', part(0.25, 0.75), 2, 0.5, null],
    ['to no more than all', part(0.25, 0.75), 99, 0.1, null],
  ])('zooms in and out: %s', (_, seen, factor, share, expected) => {
    expect(zoomStretch(seen, wholePeriod, factor, share)).toEqual(expected)
  })
  test('is a minute at least', () => {
    const next = zoomStretch({ from: 0, to: 100_000 }, wholePeriod, 0.01, 0)
    expect(next).toEqual({ from: 0, to: NEAREST })
    expect(zoomStretch(next ?? wholePeriod, wholePeriod, 0.01, 1)).toEqual(next)
  })
  test.each([
    ['forward', part(0.25, 0.5), 1, part(0.5, 0.75)],
    ['back', part(0.25, 0.5), -0.5, part(0.125, 0.375)],
    ['not beyond the end', part(0.5, 0.75), 9, part(0.75, 1)],
    ['not before the begin', part(0.5, 0.75), -9, part(0, 0.25)],
    ['not while all is visible', wholePeriod, 1, null],
  ])('moves along: %s', (_, seen, share, expected) => {
    expect(moveStretch(seen, wholePeriod, share)).toEqual(expected)
  })
})

const band = (
  ...steps: readonly (readonly [at: number, low: number | null, high: number | null])[]
): Band => ({
  label: 'ok',
  at: steps.map(s => s[0]),
  low: steps.map(s => s[1]),
  high: steps.map(s => s[2]),
})
const line = (...points: readonly (readonly [x: number, y: number])[]) =>
  points.map(([x, y]) => ({ x, y }))
const GAP = Number.NaN

describe('values outside of a tolerance', () => {
  const around = band([0, -5, 5])
  test.each([
    ['are none where all is inside', line([0, 0], [10, 5], [20, -5]), around, []],
    [
      'are the part above, cut where it leaves and comes back',
      line([0, 0], [10, 10], [20, 0]),
      around,
      line([5, 5], [10, 10], [15, 5]),
    ],
    [
      'are the parts above and below of one stroke',
      line([0, 10], [20, -10]),
      around,
      line([0, 10], [5, 5], [15, GAP], [15, -5], [20, -10]),
    ],
    [
      'are all of a line beyond the band',
      line([0, 7], [10, 8], [20, 9]),
      around,
      line([0, 7], [10, 8], [20, 9]),
    ],
    ['do not cross a gap', line([0, 9], [10, GAP], [20, 9]), around, []],
    [
      'are two parts, apart',
      line([0, 9], [5, 9], [10, GAP], [15, 9], [20, 9]),
      around,
      line([0, 9], [5, 9], [15, GAP], [15, 9], [20, 9]),
    ],
    [
      'begin with a step of the band',
      line([0, 0], [20, 0]),
      band([0, -5, 5], [10, 2, 12]),
      line([10, 0], [20, 0]),
    ],
    [
      'end with a step of the band',
      line([0, 8], [20, 8]),
      band([0, -5, 5], [10, 2, 12]),
      line([0, 8], [10, 8]),
    ],
    [
      'are none where the band has no limits',
      line([0, 99], [20, 99]),
      band([0, null, null], [10, -5, 5], [15, null, null]),
      line([10, 99], [15, 99]),
    ],
    [
      'are none before the band begins',
      line([0, 99], [20, 99]),
      band([10, -5, 5]),
      line([10, 99], [20, 99]),
    ],
    ['are none without a band', line([0, 99], [20, 99]), band(), []],
  ])('%s', (_, points, limits, expected) => {
    expect(outside(points, limits)).toEqual(expected)
  })
  test('equal steps of a band are joined', () => {
    expect(stepsOf(band([0, -5, 5], [10, -5, 5], [20, null, null], [30, -5, 5]))).toEqual([
      { from: 0, until: 20, low: -5, high: 5 },
      { from: 30, until: Number.POSITIVE_INFINITY, low: -5, high: 5 },
    ])
  })
  test.each([
    [5, 5, false],
    [5, 5.1, true],
    [5, -5.1, true],
    [15, 5.1, false],
    [-1, 99, false],
    [25, 99, false],
  ])('at %d a value of %d: %s', (at, value, expected) => {
    expect(isOutsideOf(band([0, -5, 5], [10, 2, 12], [20, null, null]), at, value)).toBe(expected)
  })
  test('a band gives its limits within the visible part', () => {
    const steps = band([0, -5, 5], [10, 2, 12], [20, null, null])
    expect([extent(steps, 0, 30), extent(steps, 12, 15), extent(steps, 20, 30)]).toEqual([
      [-5, 12],
      [2, 12],
      null,
    ])
  })
})

describe('the lines over time', () => {
  const look = { small: false, scheme: 'light', hidden: new Set<number>(), width: 400 } as const
  const data: OverTime = {
    period: { from: 0, to: 100 },
    series: [
      { label: 'T1', at: [0, 50, 90], values: [0, 9, 0], within: '±5' },
      { label: 'Set', at: [0, 50], values: [0, 2], held: true },
    ],
    bands: [{ ...band([0, -5, 5]), label: '±5' }],
    lines: [{ label: 'Max', value: 20 }],
  }
  test('draw values outside of the tolerance on top in the colour of alarms, and hide them with their line [services.38]', () => {
    const lines = timeLines(data, look)
    expect(lines.map(d => [d.label, d.borderColor === tokens.light['--flotta-alarm']])).toEqual([
      ['T1', false],
      ['Set', false],
      ['T1', true],
    ])
    expect(timeLines(data, { ...look, hidden: new Set([0]) }).map(d => d.hidden)).toEqual([
      true,
      false,
      true,
    ])
  })
  test('draw a setting until the end of the period, and a measured value only to its last moment', () => {
    const [measured, set] = timeLines(data, look)
    expect([measured?.data.at(-1), set?.data.at(-1)]).toEqual([
      { x: 90, y: 0 },
      { x: 100, y: 2 },
    ])
  })
  test('draw a value between two gaps as a dot', () => {
    const [alone] = timeLines(
      {
        period: data.period,
        series: [{ label: 'T1', at: [0, 10, 20, 30, 40], values: [1, null, 3, null, 5] }],
      },
      look,
    )
    expect(alone?.pointRadius).toEqual([2, 0, 2, 0, 2])
    expect(timeLines(data, look)[0]?.pointRadius).toBe(0)
  })
  test('leave room on the axis for bands and references', () => {
    expect(suggestedRange(data)).toEqual({ suggestedMin: -5, suggestedMax: 20 })
    expect(suggestedRange({ period: data.period, series: data.series })).toEqual({})
  })
  test('of 31 days at one point a minute, four lines in a band, are no finer than the picture', () => {
    const at = Array.from({ length: 44_640 }, (_, i) => i * 60_000)
    const values = at.map((_, i) => Math.sin(i / 90) * 7)
    const month: OverTime = {
      period: { from: 0, to: 31 * DAY },
      series: [1, 2, 3, 4].map(n => ({ label: `T${n}`, at, values, within: '±5' })),
      bands: [{ label: '±5', at, low: at.map(() => -5), high: at.map(() => 5) }],
    }
    const lines = timeLines(month, { ...look, width: 800 })
    expect(lines.every(d => d.data.length < 800 * 15)).toBe(true)
  })
})

test('a setting has the colour of the value to which it belongs [services.73]', () => {
  const at = [0, DAY]
  const lines = timeLines(
    {
      period: wholePeriod,
      series: [
        { label: 'T1', at, values: [4, 5] },
        { label: 'T2', at, values: [-18, -17] },
        { label: 'Setpoint', at, values: [-20, -20], held: true, like: 'T2' },
        { label: 'Alone', at, values: [1, 1], held: true, like: 'T9' },
      ],
    },
    { small: false, scheme: 'light', hidden: new Set(), width: 100 },
  )
  const [first, second, setpoint, alone] = lines.map(({ borderColor }) => borderColor)
  expect(setpoint).toBe(second)
  expect(new Set([first, second, alone]).size).toBe(3)
})
