import { encodePolyline } from '@flotta/core/geo.ts'
import { HOUR, SECOND } from '@flotta/core/time.ts'
import { describe, expect, test } from 'vitest'
import { longDays } from './long-days.ts'

/** In the browser's time zone. */
const clock = (day: number, hour: number): number => new Date(2026, 10, day, hour).getTime()
/** A line along the parallel, a degree of longitude for each point. */
const line = (...times: readonly number[]) => ({
  at: times.map(time => time / SECOND),
  path: encodePolyline(times.map((_, i) => [45, 9 + i])),
})

describe('the days of a long track', () => {
  test('each have their lines and their share of the kilometres, the newest first [eyegeo.25]', () => {
    const days = longDays(
      [line(clock(3, 8), clock(3, 9), clock(5, 8), clock(5, 9), clock(5, 10))],
      400,
    )
    expect(days.map(({ from, km, lines }) => [from, Math.round(km), lines])).toEqual([
      [
        clock(5, 0),
        200,
        [
          [
            [11, 45],
            [12, 45],
            [13, 45],
          ],
        ],
      ],
      [
        clock(3, 0),
        200,
        [
          [
            [9, 45],
            [10, 45],
            [11, 45],
          ],
        ],
      ],
    ])
    expect(days.map(({ to }) => to)).toEqual([clock(6, 0) - 1, clock(4, 0) - 1])
  })
  test('keep two lines of one day apart', () => {
    const [day, ...others] = longDays(
      [line(clock(3, 8), clock(3, 9)), line(clock(3, 14), clock(3, 15))],
      10,
    )
    expect(others).toEqual([])
    expect(day?.lines).toHaveLength(2)
    expect(day?.km).toBeCloseTo(10)
  })
  test('leave out a day on which the vehicle did not move', () => {
    const stood = {
      at: [clock(3, 8), clock(3, 20)].map(t => t / SECOND),
      path: encodePolyline([
        [45, 9],
        [45.0005, 9],
      ]),
    }
    expect(
      longDays([stood, line(clock(4, 8), clock(4, 8) + HOUR)], 80).map(({ from }) => from),
    ).toEqual([clock(4, 0)])
  })
  test('are empty for a track without lines', () => {
    expect(longDays([], 0)).toEqual([])
  })
})
