import { decodePolyline } from '@flotta/core/geo.ts'
import { describe, expect, test } from 'vitest'
import type { DrawnTrack } from '../../telemetry/packs/levels.ts'
import { linesWithin } from './lines-within.ts'

/** A point at each of the seconds; its latitude is the second. */
const trackAt = (...seconds: number[]): DrawnTrack => ({
  at: Float64Array.from(seconds),
  latitude_e5: Float64Array.from(seconds, second => second * 1e5),
  longitude_e5: Float64Array.from(seconds, () => 900_000),
})
const secondsOf = (lines: readonly string[]) =>
  lines.map(line => decodePolyline(line).map(([latitude]) => latitude))

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
    ['without a stretch there is none', [], []],
  ])('%s [map.98]', (_, ranges, lines) => {
    const parts = [trackAt(40, 50, 60), trackAt(10, 20, 30)]
    expect(
      secondsOf(
        linesWithin(
          parts,
          ranges.map(([from = 0, to = 0]) => ({ from, to })),
        ),
      ),
    ).toEqual(lines)
  })
})
