// Legs: which points of a way are kept, and where nothing is known.
import { decodePolyline, METRES_PER_DEGREE } from '@flotta/core/geo.ts'
import { HOUR, MINUTE, SECOND } from '@flotta/core/time.ts'
import { describe, expect, test } from 'vitest'
import type { Leg } from './contract.ts'
import { legsOf, TOLERANCE } from './rules.ts'

const FROM = Date.UTC(2026, 10, 26)
/** Minutes after the beginning, degrees of longitude, km/h. */
type Fix = readonly [minute: number, longitude: number, speed?: number]
const fixesOf = (fixes: readonly Fix[]) => ({
  at: fixes.map(([minute]) => FROM + minute * MINUTE),
  latitude: fixes.map(() => 45),
  longitude: fixes.map(([, longitude]) => longitude),
  speed: fixes.map(([, , speed = 0]) => speed),
})
const question = { from: FROM, to: FROM + 24 * HOUR, now: FROM + 48 * HOUR, moving_above: 3 }
const ALL = { from: FROM - 6 * HOUR, to: FROM + 24 * HOUR }
/** From and to in minutes, the longitudes. */
const shown = ({ from, at, path, silent }: Leg) => [
  from / 60,
  (from + at.reduce((sum, s) => sum + s, 0)) / 60,
  decodePolyline(path).map(([, longitude]) => longitude),
  ...(silent === true ? ['silent'] : []),
]
const legs = (fixes: readonly Fix[], visible = ALL, times = question) =>
  legsOf(fixesOf(fixes), visible, times).map(shown)

describe('a leg', () => {
  test.each<readonly [string, readonly Fix[], readonly unknown[]]>([
    ['no fix', [], []],
    [
      'a vehicle at rest keeps its last place for six hours',
      [
        [10, 9],
        [20, 9],
        [30, 9],
      ],
      [[10, 390, [9, 9, 9]]],
    ],
    [
      'an even way is drawn by its two ends',
      [
        [0, 9, 60],
        [1, 9.01, 60],
        [2, 9.02, 60],
        [3, 9.03],
      ],
      [[0, 363, [9, 9.03, 9.03]]],
    ],
    [
      'a stop on the way keeps its ends',
      [
        [0, 9, 60],
        [1, 9.01],
        [5, 9.01],
        [9, 9.01, 60],
        [10, 9.02],
      ],
      [[0, 370, [9, 9.01, 9.01, 9.02, 9.02]]],
    ],
    [
      'a parked vehicle that reports each hour has not been silent',
      [
        [0, 9],
        [60, 9],
        [120, 9.0005],
        [180, 9.0005],
      ],
      [[0, 540, [9, 9.0005, 9.0005]]],
    ],
    [
      'a vehicle that went on without records is silent at its last place',
      [
        [0, 9, 60],
        [1, 9.01, 60],
        [31, 9.3, 60],
        [32, 9.31],
      ],
      [
        [0, 1, [9, 9.01]],
        [1, 31, [9.01, 9.01], 'silent'],
        [31, 392, [9.3, 9.31, 9.31]],
      ],
    ],
    [
      'a vehicle that fell silent while moving is silent at its last place',
      [
        [0, 9, 60],
        [1, 9.01, 60],
      ],
      [
        [0, 1, [9, 9.01]],
        [1, 361, [9.01, 9.01], 'silent'],
      ],
    ],
    [
      'after six hours of silence the place is unknown',
      [
        [0, 9],
        [500, 9],
        [510, 9],
      ],
      [
        [0, 360, [9, 9]],
        [500, 870, [9, 9, 9]],
      ],
    ],
    [
      'the last place before the period still holds',
      [
        [-200, 8],
        [-90, 9],
        [30, 9],
      ],
      [[-90, 390, [9, 9, 9]]],
    ],
    [
      'a stretch that ended before the period is left out',
      [
        [-361, 8],
        [600, 9],
      ],
      [[600, 960, [9, 9]]],
    ],
  ])('%s [map.87]', (_, fixes, expected) => {
    expect(legs(fixes)).toEqual(expected)
  })
  test('ends with the visible stretch, with now and with the period [map.88]', () => {
    const fixes: readonly Fix[] = [
      [0, 9],
      [10, 9],
    ]
    expect(legs(fixes, { from: FROM, to: FROM + 15 * MINUTE })).toEqual([[0, 15, [9, 9, 9]]])
    expect(legs(fixes, ALL, { ...question, now: FROM + 20 * MINUTE })).toEqual([[0, 20, [9, 9, 9]]])
    expect(legs(fixes, ALL, { ...question, to: FROM + 12 * MINUTE })).toEqual([[0, 12, [9, 9, 9]]])
  })
})

test('a vehicle that moves evenly from point to point stays within the tolerance of its fixes, at their own times [map.86]', () => {
  const count = 5_000
  let [lat, lng, kmh] = [45, 9, 50]
  const at: number[] = []
  const latitude: number[] = []
  const longitude: number[] = []
  for (let i = 0; i < count; i++) {
    kmh = Math.max(0, Math.min(110, kmh + Math.sin(i * i) * 9))
    const metres = kmh / 3.6
    const heading = Math.sin(i / 90) * 3
    lat += (Math.cos(heading) * metres) / METRES_PER_DEGREE
    lng += (Math.sin(heading) * metres) / METRES_PER_DEGREE / Math.cos((lat * Math.PI) / 180)
    at.push(FROM + i * SECOND)
    latitude.push(lat)
    longitude.push(lng)
  }
  const [leg] = legsOf({ at, latitude, longitude, speed: at.map(() => 50) }, ALL, {
    ...question,
    to: at.at(-1) ?? 0,
  })
  const points = decodePolyline(leg?.path ?? '')
  expect(points.length).toBeLessThan(count / 4)
  let time = leg?.from ?? 0
  let furthest = 0
  for (const [n, step] of (leg?.at ?? []).entries()) {
    const [[lat1, lng1], [lat2, lng2]] = [points[n] ?? [0, 0], points[n + 1] ?? [0, 0]]
    for (let s = 0; s <= step; s++) {
      const share = s / step
      const off = (a: number, b: number, value: number) => Math.abs(a + (b - a) * share - value)
      furthest = Math.max(
        furthest,
        off(lat1, lat2, latitude[time + s] ?? 0) * METRES_PER_DEGREE,
        off(lng1, lng2, longitude[time + s] ?? 0) * METRES_PER_DEGREE * Math.SQRT1_2,
      )
    }
    time += step
  }
  // a place is precise to a metre
  expect(furthest).toBeLessThan(TOLERANCE + 2)
})
