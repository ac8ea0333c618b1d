import { distance } from '@flotta/core/geo.ts'
import { describe, expect, test } from 'vitest'
import { circleBox, clampRadius, edgePoint, outline, radiusThrough } from './circle.ts'

const milan = { longitude: 9.19, latitude: 45.4642 }

describe('a circle in metres', () => {
  test.each([
    [milan, 1],
    [milan, 250],
    [milan, 1000],
    [{ longitude: 0, latitude: 0 }, 1000],
    [{ longitude: 25, latitude: 70 }, 1000],
    [{ longitude: -70, latitude: -53 }, 500],
    [{ longitude: 179.999, latitude: 10 }, 1000],
  ])('every corner of the outline around %o is %d m away', (center, radius) => {
    const ring = outline({ ...center, radius })
    for (const [longitude, latitude] of ring) {
      expect(
        Math.abs(distance(center.latitude, center.longitude, latitude, longitude) - radius),
      ).toBeLessThan(radius * 0.001 + 0.01)
    }
  })
  test('has a closed outline that begins in the north', () => {
    const ring = outline({ ...milan, radius: 100 })
    expect(ring.at(-1)).toEqual(ring[0])
    expect(ring[0]?.[0]).toBeCloseTo(milan.longitude, 9)
    expect(ring[0]?.[1]).toBeGreaterThan(milan.latitude)
  })
  test.each([
    ['north', 0, 0, 1],
    ['east', 90, 1, 0],
    ['south', 180, 0, -1],
    ['west', 270, -1, 0],
  ])('has %s where the compass has it', (_, direction, x, y) => {
    const [longitude, latitude] = edgePoint({ ...milan, radius: 1000 }, direction)
    expect(Math.round((longitude - milan.longitude) * 70) || 0).toBe(x)
    expect(Math.round((latitude - milan.latitude) * 100) || 0).toBe(y)
  })
  test('fits its box exactly', () => {
    const [west, south, east, north] = circleBox({ ...milan, radius: 500 })
    expect(distance(milan.latitude, west, milan.latitude, east)).toBeCloseTo(1000, 0)
    expect(distance(south, milan.longitude, north, milan.longitude)).toBeCloseTo(1000, 0)
  })
  test('at a pole still has an outline of numbers', () => {
    expect(
      outline({ longitude: 10, latitude: 90, radius: 1000 }).flat().every(Number.isFinite),
    ).toBe(true)
  })
})

describe('the radius of a dragged edge', () => {
  test.each([
    [0, 1],
    [0.4, 1],
    [1, 1],
    [1.6, 2],
    [250.4, 250],
    [1000, 1000],
    [1000.6, 1000],
    [80_000, 1000],
    [-5, 1],
  ])('%d m counts as %d m', (metres, radius) => expect(clampRadius(metres)).toBe(radius))
  test.each([1, 40, 333, 999])(
    'is %d m wherever a person takes the edge of such a circle',
    radius => {
      for (const direction of [0, 33, 90, 181, 300]) {
        const [longitude, latitude] = edgePoint({ ...milan, radius }, direction)
        expect(radiusThrough(milan, { longitude, latitude })).toBe(radius)
      }
    },
  )
  test('is the largest for a pointer far away, and the smallest for one on the centre', () => {
    expect(radiusThrough(milan, { longitude: 12, latitude: 41 })).toBe(1000)
    expect(radiusThrough(milan, milan)).toBe(1)
  })
})
