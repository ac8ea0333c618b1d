// The figures of a period count only the period: parts of trips and stops, also on days of 23 and 25 hours.
import { PrivateTimes } from '@flotta/core/private-times.ts'
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cutPrivate,
  MOST_PIECES,
  pieceId,
  shownStops,
  shownTrip,
  type TripPiece,
} from './private-pieces.ts'
import {
  drivenUntil,
  idlingWithin,
  reachesBeyond,
  stopsWithin,
  sumsOf,
  type TripFacts,
  type TripFixes,
  tripWithin,
} from './rules.ts'

const NO_WAY: TripFixes = { at: [], latitude: [], longitude: [], speed: [] }
const trip = (
  id: string,
  from: number,
  to: number | null,
  distance: number,
  end_at = to ?? from,
): TripFacts => ({
  id,
  period_from: from,
  period_to: to,
  end_at,
  distance,
  max_speed: 90,
  start_latitude: 45,
  start_longitude: 9,
  end_latitude: 45,
  end_longitude: 10,
})

describe('one trip', () => {
  const wholeTrip = trip('a', 0, HOUR, 60_000)
  test.each([
    [
      'inside the period is whole',
      -HOUR,
      2 * HOUR,
      { period_from: 0, period_to: HOUR, distance: 60_000 },
    ],
    [
      'without fixes is cut by its share of the time',
      0,
      HOUR / 2,
      { period_from: 0, period_to: HOUR / 2, distance: 30_000 },
    ],
    [
      'that reaches beyond the period on both sides is cut at both',
      HOUR / 4,
      HOUR / 2,
      { period_from: HOUR / 4, period_to: HOUR / 2, distance: 15_000 },
    ],
  ])('%s', (_, from, to, expected) => {
    expect(tripWithin(wholeTrip, NO_WAY, { from, to })).toMatchObject({
      ...expected,
      whole: { period_from: 0, period_to: HOUR },
    })
  })
  test.each([
    ['that ends as the period begins', HOUR, 2 * HOUR],
    ['that begins as the period ends', -HOUR, 0],
  ])('%s is no part of the period', (_, from, to) => {
    expect(tripWithin(wholeTrip, NO_WAY, { from, to })).toBeNull()
  })
  test('under way stays open in a period that reaches past its last record, and is cut at the end of an earlier period', () => {
    const open = trip('b', 0, null, 60_000, HOUR)
    expect(tripWithin(open, NO_WAY, { from: -1, to: 2 * HOUR })).toMatchObject({
      period_to: null,
      distance: 60_000,
    })
    expect(tripWithin(open, NO_WAY, { from: HOUR / 2, to: 2 * HOUR })).toMatchObject({
      period_from: HOUR / 2,
      period_to: null,
      distance: 30_000,
    })
    expect(tripWithin(open, NO_WAY, { from: 0, to: HOUR / 2 })).toMatchObject({
      period_to: HOUR / 2,
      whole: { period_to: null },
    })
  })
  test('starts and ends at its place at the border of the period, with the speed of the fixes inside', () => {
    const way: TripFixes = {
      at: [0, 30 * MINUTE, HOUR],
      latitude: [45, 45, 45],
      longitude: [9, 9.2, 10],
      speed: [20, 20, 80],
    }
    expect(drivenUntil(wholeTrip, way)(30 * MINUTE)).toBeCloseTo(12_000, -1)
    expect(tripWithin(wholeTrip, way, { from: 0, to: 15 * MINUTE })).toMatchObject({
      end_longitude: 9.1,
      max_speed: 20,
      distance: expect.closeTo(6_000, -1),
    })
  })
})

/** A random history: the vehicle drives and stands in turns. */
const life = fc.array(
  fc.record({
    drive: fc.integer({ min: 1, max: 30 * HOUR }),
    stand: fc.integer({ min: 1, max: 30 * HOUR }),
    metres: fc.integer({ min: 0, max: 2_000_000 }),
  }),
  { minLength: 1, maxLength: 12 },
)
function drivenTrips(
  from: number,
  spans: readonly { readonly drive: number; readonly stand: number; readonly metres: number }[],
): TripFacts[] {
  let at = from
  return spans.map(({ drive, stand, metres }, i) => {
    const beginning = at
    at += drive + stand
    return trip(String(i), beginning, beginning + drive, metres)
  })
}
const wayOf = ({ period_from, period_to, end_at }: TripFacts): TripFixes => {
  const length = (period_to ?? end_at) - period_from
  const share = [0, 0.1, 0.15, 0.7, 1]
  return {
    at: share.map(s => period_from + s * length),
    latitude: share.map(() => 45),
    longitude: [9, 9.4, 9.41, 9.5, 10],
    speed: [50, 60, 70, 80, 0],
  }
}
function dayOf(trips: readonly TripFacts[], from: number, to: number, now: number) {
  const period = { from, to }
  const touching = trips.filter(t => t.period_from <= to && (t.period_to ?? now) >= from)
  const before = trips.filter(t => t.period_to !== null && t.period_to < from).slice(-1)
  const next = trips.find(t => t.period_from > to)?.period_from ?? null
  const parts = touching
    .map(t => tripWithin(t, reachesBeyond(t, period) ? wayOf(t) : NO_WAY, period))
    .filter(p => p !== null)
  const stops = stopsWithin([...before, ...touching], next, [period], now)
  return {
    ...sumsOf(parts),
    stood: stops.reduce((sum, s) => sum + (s.period_to ?? now) - s.period_from, 0),
  }
}

/** Midnights in Europe/Rome around the changes of the clocks. */
const midnights = (...days: readonly string[]) => days.map(day => Date.parse(day))
test.each([
  [
    '23 hours',
    midnights(
      '2026-03-28T00:00+01:00',
      '2026-03-29T00:00+01:00',
      '2026-03-30T00:00+02:00',
      '2026-03-31T00:00+02:00',
    ),
    [24, 23, 24],
  ],
  [
    '25 hours',
    midnights(
      '2026-10-24T00:00+02:00',
      '2026-10-25T00:00+02:00',
      '2026-10-26T00:00+01:00',
      '2026-10-27T00:00+01:00',
    ),
    [24, 25, 24],
  ],
])(
  'days around one of %s: driving and standing fill each, and all days together are the whole [trips.13]',
  (_, borders, hours) => {
    fc.assert(
      fc.property(life, fc.integer({ min: 0, max: 20 * HOUR }), (spans, earlier) => {
        const [first = 0] = borders
        const last = borders.at(-1) ?? 0
        const trips = drivenTrips(first - earlier, spans)
        const now = Math.max(last, ...trips.map(t => t.period_to ?? 0)) + HOUR
        const days = borders.slice(1).map((to, i) => dayOf(trips, borders[i] ?? 0, to, now))
        days.forEach((day, i) => {
          expect(day.duration).toBeLessThanOrEqual((hours[i] ?? 0) * HOUR)
          expect(day.duration + day.stood).toBe((hours[i] ?? 0) * HOUR)
        })
        const outer = [
          dayOf(trips, first - 30 * HOUR, first, now),
          ...days,
          dayOf(trips, last, now, now),
        ]
        expect(outer.reduce((sum, day) => sum + day.distance, 0)).toBe(
          trips.reduce((sum, t) => sum + t.distance, 0),
        )
        expect(outer.reduce((sum, day) => sum + day.duration, 0)).toBe(
          trips.reduce((sum, t) => sum + (t.period_to ?? 0) - t.period_from, 0),
        )
      }),
    )
  },
)

test.each([
  [
    'a guest gets those that it may see',
    [
      { from: 20, to: 30 },
      { from: 40, to: 45 },
    ],
    [
      [20, 30],
      [40, 45],
    ],
  ],
  ['a stop in progress has no end', [{ from: 0, to: 1000 }], [[10, null]]],
])('stops: %s', (_, stretches, expected) => {
  expect(
    stopsWithin([trip('a', 0, 10, 1)], null, stretches, 100).map(s => [s.period_from, s.period_to]),
  ).toEqual(expected)
})

describe('the private parts of a trip', () => {
  const privately = (from: number, to: number) =>
    new PrivateTimes([{ from: from * HOUR, to: to * HOUR, hours: null }])
  // a fix each quarter of an hour, to the east
  const way: TripFixes = {
    at: [1, 1.25, 1.5, 1.75, 2].map(h => h * HOUR),
    latitude: [45, 45, 45, 45, 45],
    longitude: [9, 9.25, 9.5, 9.75, 10],
    speed: [40, 50, 60, 70, 80],
  }
  const summaryOf = (pieces: readonly TripPiece[]) =>
    pieces.map(piece => {
      const { period_from, period_to } = piece.trip
      const visibleTrip = shownTrip({ ...piece.trip, whole: { period_from, period_to } }, piece)
      return [
        period_from / HOUR,
        (period_to ?? 0) / HOUR,
        visibleTrip.private,
        visibleTrip.distance,
        visibleTrip.max_speed,
        visibleTrip.start?.longitude ?? null,
        visibleTrip.end?.longitude ?? null,
      ]
    })
  test.each<[string, PrivateTimes, readonly unknown[]]>([
    ['nothing', privately(5, 6), [[1, 2, false, 60_000, 90, 9, 10]]],
    [
      'its end',
      privately(1.6, 3),
      [
        [1, 1.6, false, 36_000, 60, 9, 9.5],
        [1.6, 2, true, 24_000, 80, null, null],
      ],
    ],
    [
      'its beginning',
      privately(0, 1.5),
      [
        [1, 1.5, true, 30_000, 60, null, null],
        [1.5, 2, false, 30_000, 80, 9.5, 10],
      ],
    ],
    [
      'the middle',
      privately(1.2, 1.8),
      [
        [1, 1.2, false, 12_000, 40, 9, 9],
        [1.2, 1.8, true, 36_000, 70, null, null],
        [1.8, 2, false, 12_000, 80, 10, 10],
      ],
    ],
    ['all', privately(0, 9), [[1, 2, true, 60_000, 90, null, null]]],
    [
      'none, when the private time begins as it ends',
      privately(2, 9),
      [[1, 2, false, 60_000, 90, 9, 9.75]],
    ],
    [
      'the part without fixes that may be shown',
      privately(1.01, 1.9),
      [
        [1, 1.01, false, 600, 40, 9, 9],
        [1.01, 1.9, true, 53_400, 70, null, null],
        [1.9, 2, false, 6_000, 80, 10, 10],
      ],
    ],
  ])('%s', (_, times, expected) => {
    expect(summaryOf(cutPrivate(trip('a0', HOUR, 2 * HOUR, 60_000), way, times))).toEqual(expected)
  })
  test('have ids of their own, which lead back to the trip', () => {
    const id = 'c0ffee00-0000-4000-8000-0000000000ff'
    const ids = Array.from({ length: MOST_PIECES }, (_, n) => pieceId(id, n))
    expect([ids[0], new Set(ids).size]).toEqual([id, MOST_PIECES])
    expect(ids.every((piece, n) => pieceId(piece, n) === id)).toBe(true)
  })
  test('are limited in number, and the last one reaches to the end', () => {
    const times = new PrivateTimes(
      Array.from({ length: 100 }, (_, n) => ({
        from: HOUR + n * 30_000,
        to: HOUR + n * 30_000 + 10_000,
        hours: null,
      })),
    )
    const pieces = cutPrivate(trip('a0', HOUR, 2 * HOUR, 60_000), way, times)
    expect([pieces.length, pieces.at(-1)?.private, pieces.at(-1)?.trip.period_to]).toEqual([
      MOST_PIECES,
      true,
      2 * HOUR,
    ])
  })
  const start = { latitude: 45, longitude: 9 }
  const hours = (at: number | null) => (at === null ? null : at / HOUR)
  test.each<[string, PrivateTimes, number | null, unknown]>([
    ['nothing of a stop', privately(20, 21), null, [[1, null, true, 0]]],
    [
      'its evening',
      privately(3, 5),
      9,
      [
        [1, 3, true, 1],
        [3, 5, false, 3],
        [5, 9, true, 5],
      ],
    ],
    [
      'the end of a stop in progress',
      privately(3, 99),
      null,
      [
        [1, 3, true, 1],
        [3, null, false, 3],
      ],
    ],
    ['a whole stop', privately(0, 99), 9, [[1, 9, false, 1]]],
  ])('%s', (_, times, to, expected) => {
    const period_to = to === null ? null : to * HOUR
    const stop = { period_from: HOUR, period_to, ...start, whole: { period_from: 0, period_to } }
    const parts = shownStops(stop, times, 12 * HOUR)
    expect(
      parts.map(p => [
        hours(p.period_from),
        hours(p.period_to),
        p.place !== null,
        hours(p.whole.period_from),
      ]),
    ).toEqual(expected)
  })
})

test.each<[string, [from: number, to: number][], number]>([
  ['all the while', [[0, 30]], 10],
  ['from a moment within it on', [[14, 30]], 6],
  ['until a moment within it', [[5, 13]], 3],
  [
    'twice',
    [
      [11, 12],
      [15, 18],
    ],
    4,
  ],
  ['after that time', [[25, 30]], 0],
  ['never', [], 0],
])('a vehicle idled in a time: %s', (_, stretches, expected) => {
  expect(
    idlingWithin(
      { from: 10, to: 20 },
      stretches.map(([from, to]) => ({ from, to })),
    ),
  ).toBe(expected)
})
