import { distance } from '@flotta/core/geo.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AreaIndex } from './area-index.ts'
import { coordinatesIn, degreesAround, isInside, keyOf, outerRadius, type Shape } from './rules.ts'

const shape = (some: Partial<Shape> = {}): Shape => ({
  id: 1,
  kind: 'hub',
  area_id: 1,
  name: 'Deposito',
  code: 'DEP',
  latitude: 45,
  longitude: 9,
  radius: 100,
  from: 0,
  to: Number.POSITIVE_INFINITY,
  ...some,
})
/** So many metres north of the centre. */
const north = (metres: number): number => 45 + metres / 111_195.08

test.each([
  [1, 11],
  [50, 60],
  [100, 110],
  [300, 330],
  [1000, 1100],
])('a vehicle in an area of %i m stays inside up to %i m [areas.25]', (radius, outer) =>
  expect(outerRadius(radius)).toBe(outer),
)

test.each<[string, number, boolean, boolean]>([
  ['a place just within the radius is inside [areas.23]', 99, false, true],
  ['a place just outside the radius is outside [areas.24]', 101, false, false],
  ['a place just outside the radius stays inside for a vehicle that was inside', 101, true, true],
  ['a place beyond the outer circle is outside', 111, true, false],
])('%s', (_, metres, was, expected) =>
  expect(isInside(shape(), north(metres), 9, was)).toBe(expected),
)

const anywhere = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  radius: fc.double({ min: 1, max: 1000, noNaN: true }),
})

test('a box holds its circle, everywhere on earth', () => {
  fc.assert(
    fc.property(
      anywhere,
      fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
      ({ latitude, longitude, radius }, angle) => {
        const box = degreesAround(latitude, radius)
        const [lat, lon] = [
          latitude + (box.latitude + 1e-7) * Math.cos(angle),
          longitude + (box.longitude + 1e-7) * Math.sin(angle),
        ]
        const outside =
          Math.abs(lat - latitude) > box.latitude || Math.abs(lon - longitude) > box.longitude
        return (
          !outside ||
          Math.abs(lat) > 90 ||
          box.longitude === 180 ||
          distance(latitude, longitude, lat, lon) > radius
        )
      },
    ),
  )
})

describe('the index', () => {
  test('finds every area that holds a place, even across the date line and at the poles', () => {
    fc.assert(
      fc.property(
        fc.array(anywhere, { maxLength: 20 }),
        anywhere,
        fc.nat(19),
        fc.double({ min: -0.01, max: 0.01, noNaN: true }),
        (circles, far, which, off) => {
          const shapes = circles.map((c, i) => shape({ ...c, id: i, area_id: i }))
          const index = new AreaIndex(shapes)
          const near = circles[which] ?? far
          const wrapped = ((near.longitude + off + 540) % 360) - 180
          for (const [latitude, longitude] of [
            [far.latitude, far.longitude],
            [Math.max(-90, Math.min(90, near.latitude + off)), wrapped],
          ] as const) {
            const holding = shapes
              .filter(s => isInside(s, latitude, longitude, false))
              .map(s => s.id)
            expect(index.near(latitude, longitude).map(s => s.id)).toEqual(
              expect.arrayContaining(holding),
            )
          }
        },
      ),
    )
  })
  test('measures only a few of a thousand areas for a place, so that 10,000 vehicles cost hardly any distance [areas.26]', () => {
    let seed = 7
    const next = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed / 2_147_483_648
    }
    const italy = () => ({ latitude: 40 + next() * 6, longitude: 8 + next() * 8 })
    const index = new AreaIndex(
      Array.from({ length: 1_000 }, (_, i) =>
        shape({ ...italy(), id: i, area_id: i, radius: 1 + next() * 999 }),
      ),
    )
    let measured = 0
    for (let i = 0; i < 10_000; i++) {
      const { latitude, longitude } = italy()
      measured += index.near(latitude, longitude).length
    }
    expect(measured).toBeLessThan(1_000)
  })
  test('knows an area as it was at a given time, and when it ended', () => {
    const index = new AreaIndex([
      shape({ id: 2, radius: 200, from: 10, to: 20 }),
      shape({ id: 1, to: 10 }),
      shape({ id: 3, area_id: 2, from: 5 }),
    ])
    expect(
      [0, 9, 10, 19, 20].map(at => index.shapeAt({ kind: 'hub', area_id: 1 }, at)?.id),
    ).toEqual([1, 1, 2, 2, undefined])
    expect([
      index.endOf({ kind: 'hub', area_id: 1 }),
      index.endOf({ kind: 'hub', area_id: 2 }),
      index.endOf({ kind: 'poi', area_id: 9 }),
    ]).toEqual([20, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])
  })
  test('tells a hub from a point of interest with the same number', () =>
    expect(keyOf(shape())).not.toBe(keyOf(shape({ kind: 'poi' }))))
})

test.each([
  ['45.4642, 9.19', 45.4642, 9.19],
  [' -33.9;151.2 ', -33.9, 151.2],
  ['45.1 9.2', 45.1, 9.2],
])('%s is a pair of degrees', (text, latitude, longitude) =>
  expect(coordinatesIn(text)).toEqual({ latitude, longitude }),
)
test.each(['45.4642', '45,46', '', 'Milano', '91.0, 9.0', '45.0, 181.0'])(
  '“%s” is no pair of degrees',
  text => expect(coordinatesIn(text)).toBeNull(),
)
