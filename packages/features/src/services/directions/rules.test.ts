import { describe, expect, test } from 'vitest'
import { type Comparison, compareTrip, type Fixes, type Plan, plannedTimes } from './rules.ts'

const START = Date.parse('2026-11-22T08:00:00Z')
const MIN = 60_000
/** On the meridian a hundredth of a degree is 1,112 m. */
const A = { lat: 45, lng: 9 }
const B = { lat: 45.5, lng: 9 }
const C = { lat: 46, lng: 9 }
const line: [number, number][] = Array.from({ length: 101 }, (_, i) => [45 + i / 100, 9])
const plan: Plan = {
  startdate: START,
  duration: 6_000,
  line,
  waypoints: [A, B, C],
  approximate: false,
}
/** [minutes after the planned start, latitude] */
const fixesOf = (...rows: (readonly [minute: number, latitude: number])[]): Fixes => ({
  at: rows.map(([minute]) => START + minute * MIN),
  latitude: rows.map(([, latitude]) => latitude),
  longitude: rows.map(() => 9),
})
const minutes = (at: number | null) => (at === null ? null : (at - START) / MIN)
const summaryOf = ({ state, departure, reached }: Comparison) => [
  state,
  minutes(departure),
  reached.map(minutes),
]

describe('when each place should be reached', () => {
  test.each<[string, Partial<Plan>, number[]]>([
    ['half of the way is half of the time', {}, [0, 50, 100]],
    [
      'a third place beside the line counts where the line is nearest',
      { waypoints: [A, { lat: 45.25, lng: 9.1 }, C] },
      [0, 25, 100],
    ],
    [
      'there and back: the first time it comes by',
      { line: [...line, ...line.toReversed().slice(1)], duration: 12_000, waypoints: [A, B, A] },
      [0, 50, 200],
    ],
    [
      'the same place twice',
      { line: [...line, ...line.toReversed().slice(1)], duration: 12_000, waypoints: [A, C, B, A] },
      [0, 100, 150, 200],
    ],
    [
      'a way without length',
      {
        line: [
          [45, 9],
          [45, 9],
        ],
        waypoints: [A, A, A],
      },
      [0, 100, 100],
    ],
    ['a route without a line', { line: [] }, [0, 100, 100]],
  ])('%s', (_, some, expected) => {
    expect(plannedTimes({ ...plan, ...some }).map(at => Math.round(minutes(at) ?? 0))).toEqual(
      expected,
    )
  })
})

/** Stands at A until it leaves, then drives north; one fix every five minutes. */
const drive = (leaves: number, until = 46, minutesPerDegree = 100) => {
  const rows: [number, number][] = []
  for (let minute = -60; minute <= leaves; minute += 5) rows.push([minute, 45])
  for (let lat = 45.05; lat <= until + 1e-9; lat += 0.05)
    rows.push([leaves + (lat - 45) * minutesPerDegree, Number(lat.toFixed(2))])
  return rows
}

describe('planned against driven', () => {
  test.each<[string, Fixes, number, unknown[]]>([
    [
      'before its time nothing is known, nor need be',
      fixesOf(),
      -30,
      ['ahead', null, [null, null, null]],
    ],
    [
      'its time has come and nothing is known',
      fixesOf(),
      30,
      ['no_data', null, [null, null, null]],
    ],
    [
      'it stands at the first place before its time',
      fixesOf(...drive(-5, 45)),
      -5,
      ['ahead', null, [null, null, null]],
    ],
    [
      'it stands there after its time',
      fixesOf(...drive(20, 45)),
      20,
      ['not_started', null, [null, null, null]],
    ],
    [
      'it is elsewhere',
      fixesOf([0, 47], [10, 47.2]),
      20,
      ['not_started', null, [null, null, null]],
    ],
    [
      'on its way, between the first and the second',
      fixesOf(...drive(10, 45.3)),
      45,
      ['under_way', 10, [10, null, null]],
    ],
    ['past the second', fixesOf(...drive(10, 45.8)), 95, ['under_way', 10, [10, 60, null]]],
    ['arrived, ten minutes late', fixesOf(...drive(10)), 200, ['done', 10, [10, 60, 110]]],
    ['arrived, early and quick', fixesOf(...drive(-20, 46, 80)), 200, ['done', -20, [-20, 20, 60]]],
    [
      'it passed the second by',
      fixesOf(...drive(0).map(([m, lat]) => [m, lat === 45.5 ? 45.52 : lat] as const)),
      200,
      ['done', 0, [0, null, 100]],
    ],
    ['it never arrived', fixesOf(...drive(0, 45.7)), 60 * 48, ['unfinished', 0, [0, 50, null]]],
    [
      'it came from elsewhere and drove the rest',
      fixesOf([0, 45.3], [20, 45.4], [40, 45.5], [60, 46]),
      70,
      ['done', null, [null, 40, 60]],
    ],
    [
      'of two rounds the one that was planned counts',
      fixesOf(
        ...drive(-240).slice(0, -1),
        [-100, 45.5],
        [-60, 45],
        [0, 45],
        [5, 45],
        [60, 45.5],
        [120, 46],
      ),
      200,
      ['done', 5, [5, 60, 120]],
    ],
    [
      'the moment of a visit is when it was nearest',
      fixesOf([0, 45], [49, 45.497], [50, 45.5], [55, 45.5], [60, 45.502], [100, 46], [101, 46]),
      120,
      ['done', 0, [0, 50, 100]],
    ],
  ])('%s', (_, fixes, now, expected) => {
    expect(summaryOf(compareTrip(plan, fixes, START + now * MIN))).toEqual(expected)
  })
  test('a place with only a town as its address is reached within the town, one with a street is not', () => {
    const fixes = fixesOf([0, 45], [10, 45.1], [50, 45.48], [100, 46])
    expect(summaryOf(compareTrip(plan, fixes, START + 200 * MIN))).toEqual([
      'done',
      0,
      [0, null, 100],
    ])
    expect(
      summaryOf(compareTrip({ ...plan, approximate: true }, fixes, START + 200 * MIN)),
    ).toEqual(['done', 0, [0, 50, 100]])
  })
})
