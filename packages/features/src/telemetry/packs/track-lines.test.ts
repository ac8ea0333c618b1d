import { decodePolyline } from '@flotta/core/geo.ts'
import { DAY, SECOND } from '@flotta/core/time.ts'
import { describe, expect, test } from 'vitest'
import { type TrackPart, trackLines } from './track-lines.ts'

/** A point at each of the seconds; its latitude is the second. */
const trackAt = (...seconds: number[]): TrackPart => ({
  at: Float64Array.from(seconds),
  latitude_e5: Float64Array.from(seconds, second => second * 1e5),
  longitude_e5: Float64Array.from(seconds, () => 900_000),
})
const EVER = [{ from: 0, to: 90 * DAY }]

describe('the lines of a track', () => {
  test.each([
    ['a stretch that holds all is one line', [[0, 90_000]], [[10, 20, 30, 40, 50, 60]]],
    [
      'two stretches are two lines',
      [
        [0, 25_000],
        [35_000, 90_000],
      ],
      [
        [10, 20],
        [40, 50, 60],
      ],
    ],
    [
      'one point alone is no line',
      [
        [0, 15_000],
        [35_000, 90_000],
      ],
      [[40, 50, 60]],
    ],
    ['a second that a stretch cuts is not drawn', [[10_500, 50_500]], [[20, 30, 40]]],
    [
      'a stretch that ends with the second before holds all of that second',
      [[0, 30_999]],
      [[10, 20, 30]],
    ],
    ['without a stretch there are no lines', [], []],
  ])('%s [map.98]', (_, ranges, lines) => {
    const parts = [trackAt(40, 50, 60), trackAt(10, 20, 30)]
    const trackLineList = trackLines(
      parts,
      ranges.map(([from = 0, to = 0]) => ({ from, to })),
    )
    expect(trackLineList.map(({ at }) => at)).toEqual(lines)
    expect(
      trackLineList.map(({ path }) => decodePolyline(path).map(([latitude]) => latitude)),
    ).toEqual(lines)
  })
})

describe('the lines of a track within a box', () => {
  const box = { west_e5: 800_000, east_e5: 1_000_000, south_e5: 32e5, north_e5: 38e5 }
  /** Places at a pace of a second each. */
  const trackOf = (...places: readonly (readonly [number, number])[]): TrackPart => ({
    at: Float64Array.from(places, (_, i) => i),
    latitude_e5: Float64Array.from(places, ([latitude]) => latitude * 1e5),
    longitude_e5: Float64Array.from(places, ([, longitude]) => longitude * 1e5),
  })
  test.each([
    [
      'have a line that crosses the box without a bend inside',
      trackAt(10, 20, 30, 40, 50, 60),
      [[30, 40]],
    ],
    [
      'have one line for each crossing',
      trackOf([30, 9], [35, 9], [40, 9], [45, 9], [40, 9], [35, 9], [31, 9], [30, 9]),
      [
        [0, 1, 2],
        [4, 5, 6],
      ],
    ],
    ['have nothing of a track on one side', trackOf([35, 5], [36, 6], [39, 7], [20, 7]), []],
    ['have all of a track inside', trackAt(33, 34, 35), [[33, 34, 35]]],
  ])('%s [map.104]', (_, track, lines) => {
    expect(trackLines([track], EVER, box).map(({ at }) => at)).toEqual(lines)
  })
  test('no line crosses a time that was not read: more than a day, or the way to a separate part [map.104]', () => {
    const day = DAY / SECOND
    const parts = [10, day + 10, 3 * day + 10].map(second => ({
      ...trackAt(33, 34),
      at: Float64Array.of(second, second + 1),
    }))
    const linesOf = (all: readonly TrackPart[]) => trackLines(all, EVER, box).map(({ at }) => at)
    expect(linesOf(parts)).toEqual([
      [10, 11, day + 10, day + 11],
      [3 * day + 10, 3 * day + 11],
    ])
    expect(linesOf(parts.map(part => ({ ...part, isApart: true })))).toHaveLength(3)
  })
})
