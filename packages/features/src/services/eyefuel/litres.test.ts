// Which litres of a stretch are shown, and which are reported as impossible.
import { HOUR } from '@flotta/core/time.ts'
import { describe, expect, test } from 'vitest'
import type { Balance } from './balance.ts'
import { burningOf, type Doubt, doubtOf, mostBurned } from './burning.ts'
import { type FuelFigures, figuresOf, neverLess, per100km, together } from './litres.ts'

const truck = burningOf('T')
const balance = (burned: number | null, some: Partial<Balance> = {}): Balance => ({
  level_from: 80,
  level_to: 60,
  refuelled: 0,
  stolen: 0,
  burned,
  ...some,
})
const day = (km: number | null, idling: number | null = null) => ({
  metres: km === null ? null : km * 1_000,
  elapsed: 24 * HOUR,
  idling: idling === null ? null : idling * HOUR,
})

test.each<[string, string, number, ReturnType<typeof day>, Doubt | null]>([
  ['a day on the road', 'T', 150, day(500), null],
  ['nothing at rest', 'T', 0, day(0), null],
  ['less than nothing', 'T', -36, day(200), 'negative'],
  ['a little less, as a sensor errs', 'T', -11, day(0), null],
  ['0.9 l/100 km', 'T', 2.7, day(300), 'too_little'],
  ['a short way, for which a sensor is too coarse', 'T', 0, day(60), null],
  ['more than any engine', 'T', 520, day(500, 1), 'too_much'],
  ['hours of idling', 'T', 60, day(0, 8), null],
  ['what goes from a tank whose engine is off', 'T', 70, day(0, 0), 'too_much'],
  ['at rest with an engine of which nobody knows', 'T', 70, day(0), null],
  ['where nobody knows the way', 'T', 300, day(null), null],
  ['more than a day can burn', 'V', 700, day(null), 'too_much'],
  ['a trailer’s unit', 'S', 40, day(900), null],
  ['more than a unit can burn', 'S', 200, day(900), 'too_much'],
])('%s (%s, %f l of 600)', (_, type, litres, stretch, doubt) =>
  expect(doubtOf(litres, 600, burningOf(type), stretch)).toBe(doubt),
)

test.each([
  [
    'close records: the way alone',
    { metres: 10_000, elapsed: HOUR / 60, engine: true, drove: true, drives: true },
    7,
  ],
  [
    'standing with the engine off',
    { metres: 0, elapsed: 10 * HOUR, engine: false, drove: false, drives: false },
    0,
  ],
  ['idling', { metres: 0, elapsed: 10 * HOUR, engine: true, drove: false, drives: false }, 50],
  [
    'it may have driven on for an hour',
    { metres: 0, elapsed: 10 * HOUR, engine: false, drove: true, drives: false },
    80,
  ],
  [
    'by other roads than the straight line',
    { metres: 200_000, elapsed: 3 * HOUR, engine: false, drove: false, drives: true },
    210,
  ],
  [
    'where nobody knows the way',
    { metres: null, elapsed: 2 * HOUR, engine: null, drove: false, drives: true },
    160,
  ],
])('what can have been burned meanwhile: %s', (_, between, litres) =>
  expect(mostBurned(truck, between)).toBeCloseTo(litres, 6),
)

describe('figures', () => {
  test('are litres of the tank', () => {
    expect(figuresOf(balance(20, { refuelled: 10, stolen: 5 }), 600, truck, day(400))).toEqual({
      level_from: 80,
      level_to: 60,
      refuelled: 60,
      stolen: 30,
      burned: 120,
      doubt: null,
      metres: 400_000,
    })
  })
  test.each<[string, Balance | null, number | null, Partial<FuelFigures>]>([
    ['no level', null, 600, { level_to: null, burned: null, doubt: null }],
    [
      'no capacity',
      balance(20),
      null,
      { level_to: 60, refuelled: null, stolen: null, burned: null, doubt: 'capacity' },
    ],
    [
      'another way of measuring',
      balance(null),
      600,
      { level_to: 60, refuelled: 0, burned: null, doubt: 'restarted' },
    ],
    ['a level that rose by itself', balance(-6), 600, { burned: null, doubt: 'negative' }],
    ['a sensor that errs a little', balance(-1), 600, { burned: 0, doubt: null }],
  ])('%s', (_, told, capacity, expected) =>
    expect(figuresOf(told, capacity, truck, day(20))).toMatchObject(expected),
  )

  const good = figuresOf(balance(20), 600, truck, day(400))
  test('of some days are their sum, with the first level and the last', () => {
    const none = figuresOf(null, 600, truck, day(0))
    const next = figuresOf(balance(10, { level_from: 60, level_to: 50 }), 600, truck, day(200))
    expect(together([none, good, next])).toEqual({
      level_from: 80,
      level_to: 50,
      refuelled: 0,
      stolen: 0,
      burned: 180,
      doubt: null,
      metres: 600_000,
    })
  })
  test('are in doubt together where one of them is', () => {
    const bad = figuresOf(balance(-6), 600, truck, day(20))
    expect(together([good, bad])).toMatchObject({ burned: null, doubt: 'parts' })
    expect(together([bad])).toMatchObject({ burned: null, doubt: 'negative' })
    expect(per100km(together([good, bad]), truck)).toBeNull()
  })
  test.each([
    [120, 400, 30],
    [null, 400, null],
    [120, null, null],
    [0.3, 0.9, null],
    // idling all day, and a short drive
    [40, 12, null],
  ])('%s l over %s km are %s l/100 km', (burned, km, expected) => {
    expect(per100km({ ...good, burned, metres: km === null ? null : km * 1_000 }, truck)).toBe(
      expected,
    )
  })
  test('have no consumption per kilometre for a trailer, whose tank does not drive it', () =>
    expect(per100km(good, burningOf('S'))).toBeNull())
})

test.each([
  [
    [0, 5, 4, 6, 10],
    [0, 4.5, 4.5, 6, 10],
  ],
  [
    [0, -1, 12, 10],
    [0, 0, 10, 10],
  ],
  [
    [0, 0.4, -0.2],
    [0, 0, 0],
  ],
  [[3], [3]],
])('what was burned by each moment never goes back: %j is %j', (burned, expected) =>
  expect(neverLess(burned)).toEqual(expected),
)
