// The calculations of a chart: its table, its level of detail, its times and its colours.
import { describe, expect, test } from 'vitest'
import { formatDateTime } from '../texts.ts'
import { tokens } from '../theme.ts'
import { seriesColors } from './colors.ts'
import { isEmpty, largest } from './data.ts'
import { tableOf } from './data-table.ts'
import { drawnData, drawnOptions, type Look } from './options.ts'
import { thin } from './thin.ts'
import { timeTicks } from './time-ticks.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

describe('the table of a chart', () => {
  test('has a row for each label and a column for each series, with empty cells for gaps', () => {
    const data = {
      labels: ['gen', 'feb'],
      series: [
        { label: 'Costo', values: [10.5, null] },
        { label: 'Attività', values: [3] },
      ],
    }
    expect(tableOf(data, 'Mese')).toEqual({
      head: ['Mese', 'Costo', 'Attività'],
      rows: [
        ['gen', 10.5, 3],
        ['feb', null, null],
      ],
    })
  })
  test('over time has a row for each moment of the period, whichever series the moment is from', () => {
    const period = { from: 2 * MINUTE, to: 4 * MINUTE }
    const { rows } = tableOf(
      {
        period,
        series: [
          { label: 'T1', at: [MINUTE, 2 * MINUTE, 4 * MINUTE], values: [1, 2, 4] },
          { label: 'T2', at: [3 * MINUTE], values: [null] },
        ],
      },
      'Ora',
    )
    expect(rows).toEqual([
      [formatDateTime(2 * MINUTE, 'seconds'), 2, null],
      [formatDateTime(3 * MINUTE, 'seconds'), null, null],
      [formatDateTime(4 * MINUTE, 'seconds'), 4, null],
    ])
  })
  test('is empty when there are only gaps', () => {
    expect(isEmpty({ labels: ['a'], series: [{ label: 'x', values: [null] }] })).toBe(true)
    expect(isEmpty({ labels: ['a'], series: [{ label: 'x', values: [0] }] })).toBe(false)
    expect(isEmpty({ labels: [], series: [] })).toBe(true)
  })
  test.each([
    [[5, 1, 3], 3, [5, 3, 1], []],
    [[5, 1, 3, 2], 3, [5, 3], [2, 1]],
    [[], 3, [], []],
  ])('splits %j into the largest %d and the rest', (parts, most, shown, rest) =>
    expect(largest(parts, most, p => p)).toEqual({ shown, rest }),
  )
})

describe('the level of detail', () => {
  const at = Array.from({ length: 45_000 }, (_, i) => i * 1_000)
  const wave = at.map((_, i) => Math.sin(i / 50) * 10)
  test('leaves few points as they are', () => {
    expect(thin([1, 2, 3], [10, null, 30], 1, 3, 100)).toEqual([
      { x: 1, y: 10 },
      { x: 2, y: Number.NaN },
      { x: 3, y: 30 },
    ])
  })
  test('keeps at most five of 45,000 points for each pixel, in their order', () => {
    const points = thin(at, wave, 0, 45_000_000, 800)
    expect(points.length).toBeLessThan(800 * 5)
    expect(points.every((p, i) => i === 0 || p.x > (points[i - 1]?.x ?? 0))).toBe(true)
    expect([points[0]?.x, points.at(-1)?.x]).toEqual([0, 44_999_000])
  })
  test('never loses a single peak or a single gap', () => {
    const values: (number | null)[] = [...wave]
    values[12_345] = 500
    values[23_456] = -500
    values[34_567] = null
    const points = thin(at, values, 0, 45_000_000, 300)
    const y = new Map(points.map(p => [p.x, p.y]))
    expect([y.get(12_345_000), y.get(23_456_000), y.get(34_567_000)]).toEqual([
      500,
      -500,
      Number.NaN,
    ])
  })
  test('keeps only the period, with one point on either side', () => {
    const points = thin(at, wave, 10_500, 20_500, 800)
    expect([points[0]?.x, points.at(-1)?.x, points.length]).toEqual([10_000, 21_000, 12])
    expect(thin([], [], 0, 1, 100)).toEqual([])
    expect(thin([5], [1], 10, 20, 100)).toEqual([{ x: 5, y: 1 }])
  })
  test('keeps the least and the most of points at one moment, and points that are wider apart than a pixel', () => {
    expect(
      thin(
        Array.from({ length: 1_000 }, () => 7),
        Array.from({ length: 1_000 }, (_, i) => i),
        0,
        10,
        10,
      ).map(p => p.y),
    ).toEqual([0, 999])
    const far = Array.from({ length: 100 }, (_, i) => i * 10)
    expect(thin(far, far, 0, 1_000, 20).every(p => p.x === p.y)).toBe(true)
  })
})

describe('the times along an axis', () => {
  const from = new Date(2026, 10, 22, 0, 0).getTime()
  const times = (span: number, most: number, start = from) =>
    timeTicks(start, start + span, most).map(tick => formatDateTime(tick.at))
  test.each([
    ['an hour', 60 * MINUTE, 6, ['22/11/2026 00:00', '22/11/2026 00:10'], 7],
    ['a day', DAY, 8, ['22/11/2026 00:00', '22/11/2026 03:00'], 9],
    ['a week', 7 * DAY, 7, ['22/11/2026 00:00', '23/11/2026 00:00'], 8],
  ])('%s', (_, span, most, first, count) => {
    const ticks = times(span, most)
    expect([ticks.slice(0, 2), ticks.length]).toEqual([first, count])
  })
  test('are the first days of months over a year', () => {
    const ticks = times(365 * DAY, 12)
    expect(ticks.length).toBeGreaterThan(5)
    expect(ticks.every(time => time.startsWith('01/'))).toBe(true)
  })
  test('mark midnights as days', () => {
    expect(timeTicks(from, from + DAY, 4).map(tick => tick.isDay)).toEqual([
      true,
      false,
      false,
      false,
      true,
    ])
  })
  test('are none for a period without length', () => {
    expect(timeTicks(5, 5, 10)).toEqual([])
    expect(timeTicks(5, 10, 0)).toEqual([])
  })
})

describe('colours', () => {
  const channel = (value: number) =>
    value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
  const luminance = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map(i =>
      channel(Number.parseInt(hex.slice(i, i + 2), 16)),
    )
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrast = (a: string, b: string) => {
    const [x, y] = [luminance(a), luminance(b)]
    return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
  }
  test.each(['light', 'dark'] as const)(
    'give every series a contrast of 3 : 1 against the %s ground',
    scheme => {
      for (const color of seriesColors[scheme])
        expect([color, contrast(color, tokens[scheme]['--flotta-surface']) >= 3]).toEqual([
          color,
          true,
        ])
    },
  )
  test('give no series the look of a severity or of a connection', () => {
    for (const scheme of ['light', 'dark'] as const)
      for (const word of [
        '--flotta-alarm',
        '--flotta-warning',
        '--flotta-connected',
        '--flotta-standby',
      ] as const)
        expect(seriesColors[scheme]).not.toContain(tokens[scheme][word])
  })
})

describe('the drawing of a chart', () => {
  const look: Look = {
    type: 'bar',
    unit: '€',
    decimals: 2,
    small: false,
    stacked: false,
    scheme: 'light',
    hidden: new Set(),
    width: 800,
    language: 'it',
  }
  const data = { labels: ['gen', 'feb'], series: [{ label: 'Costo', values: [10, 20] }] }
  type Ticks = {
    readonly scales: {
      readonly y: {
        readonly ticks: {
          readonly callback: (value: number, i: number, ticks: { value: number }[]) => string
        }
      }
    }
  }
  type Tips = {
    readonly plugins: {
      readonly tooltip: { readonly callbacks: { readonly label: (item: object) => string } }
    }
  }
  test('has an axis with its unit and the decimals that its steps need', () => {
    const { callback } = (drawnOptions(data, look) as unknown as Ticks).scales.y.ticks
    expect(callback(1_500, 0, [{ value: 0 }, { value: 500 }])).toBe('1.500\u00a0€')
    expect(callback(0.25, 0, [{ value: 0 }, { value: 0.05 }])).toBe('0,25\u00a0€')
  })
  test('has a tooltip with the value, and with the share of a slice', () => {
    const label = (of: Look) =>
      (drawnOptions(data, of) as unknown as Tips).plugins.tooltip.callbacks.label
    expect(
      label(look)({
        label: 'gen',
        dataIndex: 0,
        dataset: { label: 'Costo', data: [10, 20] },
        parsed: { y: 1_234.5 },
      }),
    ).toBe('1.234,50\u00a0€')
    expect(
      label({ ...look, type: 'pie' })({
        label: 'Bollo',
        dataIndex: 0,
        dataset: { data: [10, 30] },
        parsed: 10,
      }),
    ).toBe('Bollo: 10,00\u00a0€ (25%)')
  })
  test('leaves out the series that a person has taken out', () => {
    expect(drawnData(data, { ...look, hidden: new Set([0]) }).datasets[0]?.hidden).toBe(true)
    expect(
      drawnData(data, { ...look, type: 'doughnut', hidden: new Set([1]) }).datasets[0]?.data,
    ).toEqual([10, null])
  })
})
