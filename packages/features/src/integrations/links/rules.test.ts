import { encodePolyline } from '@flotta/core/geo.ts'
import { describe, expect, test } from 'vitest'
import { isAtDestination, stopsAhead } from './rules.ts'

const spot = (latitude: number, longitude: number) => ({ latitude, longitude })
const stops = [spot(45, 9), spot(45, 10), spot(45, 11)]
const route = encodePolyline(Array.from({ length: 21 }, (_, i) => [45, 9 + i / 10]))

describe('the stops ahead are those after the vehicle’s place on the route [links.9]', () => {
  test.each([
    ['at the start', spot(45, 9), [10, 11]],
    ['before the first stop, off the road', spot(45.02, 9.5), [10, 11]],
    ['at the stop', spot(45, 10), [11]],
    ['behind it', spot(45, 10.4), [11]],
    ['at the end', spot(45, 11), [11]],
    ['far beyond the end', spot(46, 13), [11]],
  ])('%s', (_, position, expected) =>
    expect(stopsAhead(position, stops, route).map(s => s.longitude)).toEqual(expected),
  )
})
test.each([
  ['at the gate', spot(45.001, 11), true],
  ['a kilometre away', spot(45.01, 11), false],
])('%s', (_, position, expected) => expect(isAtDestination(position, spot(45, 11))).toBe(expected))
