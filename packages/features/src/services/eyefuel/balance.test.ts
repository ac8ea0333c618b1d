// The balance of a tank from its rows, also in parts, which add up to the whole.
import { MINUTE } from '@flotta/core/time.ts'
import { describe, expect, test } from 'vitest'
import { type Balance, bookOf, type LevelRow } from './balance.ts'

type RowValues = Partial<
  Pick<LevelRow, 'type' | 'tank_usage_before' | 'refuelled' | 'stolen' | 'restarted'>
>
const row = (minute: number, level: number | null, said: RowValues = {}): LevelRow => ({
  at: minute * MINUTE,
  tank_usage: level,
  type: null,
  tank_usage_before: null,
  ...(level !== null && { level }),
  ...said,
})
/** A row as it was stored before levels were estimated. */
const old = (
  minute: number,
  tank_usage: number | null,
  type: LevelRow['type'] = null,
  tank_usage_before: number | null = null,
): LevelRow => ({
  at: minute * MINUTE,
  tank_usage,
  type,
  tank_usage_before,
})
const between = (rows: readonly LevelRow[], from: number, to: number): Balance | null => {
  const sum = bookOf(rows).between(from * MINUTE, to * MINUTE)
  if (sum === null) return null
  const rounded = (value: number) => Math.round(value * 1e6) / 1e6
  return {
    level_from: rounded(sum.level_from),
    level_to: rounded(sum.level_to),
    refuelled: rounded(sum.refuelled),
    stolen: rounded(sum.stolen),
    burned: sum.burned === null ? null : rounded(sum.burned),
  }
}

/** A theft of 23, of which 4 follow after its detection, and a refuel of 42. */
const day = [
  row(-60, 80),
  row(0, 79),
  row(20, 60, { type: 'theft', tank_usage_before: 78, stolen: 18 }),
  row(25, 55, { stolen: 5 }),
  row(60, 54),
  row(70, 90, { type: 'refuel', tank_usage_before: 53, refuelled: 37 }),
  row(75, 95, { refuelled: 5 }),
  row(120, 90),
]
const oldDay = [
  old(-60, 80),
  old(0, 79),
  old(20, 60, 'theft', 78),
  old(25, 55),
  old(60, 54),
  old(70, 90, 'refuel', 53),
  old(75, 95),
  old(120, 90),
]

describe.each([
  ['as they are kept', day],
  ['as they were kept before', oldDay],
])('rows %s', (_, rows) => {
  test('give each theft and refuel with its full amount', () => {
    expect(bookOf(rows).changes).toEqual([
      { at: 20 * MINUTE, type: 'theft', before: 78, after: 55, amount: 23 },
      { at: 70 * MINUTE, type: 'refuel', before: 53, after: 95, amount: 42 },
    ])
  })
  test.each<[string, number, number, Balance | null]>([
    [
      'all of it, from its first level to its last',
      -200,
      200,
      { level_from: 80, level_to: 90, refuelled: 42, stolen: 23, burned: 9 },
    ],
    [
      'what is noticed within counts as a whole, and the level with it',
      0,
      22,
      { level_from: 79, level_to: 55, refuelled: 0, stolen: 23, burned: 1 },
    ],
    [
      'and not again where it goes on',
      22,
      65,
      { level_from: 55, level_to: 53.5, refuelled: 0, stolen: 0, burned: 1.5 },
    ],
    [
      'between two levels it is burned little by little',
      -60,
      -30,
      { level_from: 80, level_to: 79.5, refuelled: 0, stolen: 0, burned: 0.5 },
    ],
    [
      'a time without news',
      130,
      200,
      { level_from: 90, level_to: 90, refuelled: 0, stolen: 0, burned: 0 },
    ],
    ['before anything was told', -200, -100, null],
  ])('%s', (_, from, to, expected) => expect(between(rows, from, to)).toEqual(expected))
  test('add up over the parts of a period, wherever it is cut, and each part fits its levels', () => {
    const total = between(rows, -90, 150)
    for (const cuts of [
      [-90, 150],
      [-90, 20, 21, 70, 71, 150],
      Array.from({ length: 25 }, (_, i) => -90 + i * 10),
    ]) {
      const parts = cuts.slice(1).flatMap((to, i) => between(rows, cuts[i] ?? 0, to) ?? [])
      for (const key of ['refuelled', 'stolen', 'burned'] as const)
        expect(parts.reduce((sum, part) => sum + (part[key] ?? 0), 0)).toBeCloseTo(
          total?.[key] ?? 0,
          4,
        )
      for (const part of parts)
        expect(part.level_from - part.level_to + part.refuelled - part.stolen).toBeCloseTo(
          part.burned ?? 0,
          4,
        )
      for (const [i, part] of parts.entries())
        if (i > 0) expect(part.level_from).toBeCloseTo(parts[i - 1]?.level_to ?? 0, 4)
    }
  })
})

test('a level that rises by itself was burned less than nothing, which nobody hides here', () => {
  expect(between([row(0, 40), row(60, 49)], 0, 60)?.burned).toBe(-9)
})
test('the first known row counts its own change, but not the rest of an earlier change', () => {
  expect(
    between(
      [row(0, 90, { type: 'refuel', tank_usage_before: 50, refuelled: 40 }), row(60, 89)],
      0,
      61,
    ),
  ).toEqual({
    level_from: 50,
    level_to: 89,
    refuelled: 40,
    stolen: 0,
    burned: 1,
  })
  expect(between([row(0, 90, { refuelled: 5 }), row(60, 89)], 0, 61)).toMatchObject({
    refuelled: 0,
    burned: 1,
    level_from: 90,
  })
})
test('the consumption over a change of measurement is unknown, but known before and after it', () => {
  const rows = [row(0, 80), row(60, 78), row(70, 40, { restarted: true }), row(120, 38)]
  expect(between(rows, 0, 121)).toEqual({
    level_from: 80,
    level_to: 38,
    refuelled: 0,
    stolen: 0,
    burned: null,
  })
  expect([between(rows, 0, 61)?.burned, between(rows, 71, 121)?.burned]).toEqual([2, 1.96])
})
test('a row without a level changes nothing', () => {
  expect(between([row(0, 80), row(30, null), row(60, 78)], 0, 61)?.burned).toBe(2)
  expect(between([row(30, null)], 0, 61)).toBeNull()
})
test('old rows and new ones are one history', () => {
  expect(
    between(
      [
        old(0, 80),
        old(10, 60, 'theft', 80),
        old(15, 58),
        row(60, 57),
        row(90, 70, { type: 'refuel', tank_usage_before: 57, refuelled: 13 }),
      ],
      0,
      91,
    ),
  ).toEqual({ level_from: 80, level_to: 70, refuelled: 13, stolen: 22, burned: 1 })
})
