import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distance } from './geo.ts'
import { Outline } from './outline.ts'
import { circlePassage } from './passage.ts'
import {
  boxOfPoints,
  centreOfRing,
  isAroundPole,
  middleOfLine,
  openRing,
  type Point,
  selfCrossing,
} from './points.ts'

const M = 111_195.08
/** The point at this many metres east and north of 9° E, 45° N. */
const at = (east: number, north: number): Point => [
  9 + east / M / Math.cos((45 * Math.PI) / 180),
  45 + north / M,
]
const holds = (outline: Outline, [longitude, latitude]: Point, metres = 0) =>
  outline.holds(latitude, longitude, metres)
const square = [at(-100, -100), at(100, -100), at(100, 100), at(-100, 100)]
/** An L: the north-east quarter of the square is missing. */
const bent = [at(-100, -100), at(100, -100), at(100, 0), at(0, 0), at(0, 100), at(-100, 100)]

describe('a polygon', () => {
  test.each<[string, readonly Point[], Point, number, boolean]>([
    ['holds its middle', square, at(0, 0), 0, true],
    ['does not hold a place beside it', square, at(105, 0), 0, false],
    ['holds with a margin a place just beside it', square, at(105, 0), 10, true],
    ['holds nothing beyond the margin', square, at(111, 0), 10, false],
    ['has a margin around its corners, too', square, at(106, 106), 10, true],
    ['has a margin that is round at the corners', square, at(109, 109), 10, false],
    ['does not hold the bay of a bent one', bent, at(50, 50), 0, false],
    ['holds the arms of a bent one', bent, at(-50, 50), 0, true],
  ])('%s', (_, points, place, metres, expected) => {
    expect(holds(Outline.polygon(points), place, metres)).toBe(expected)
    expect(holds(Outline.polygon([...points].reverse()), place, metres)).toBe(expected)
    expect(holds(Outline.polygon([...points, points[0] as Point]), place, metres)).toBe(expected)
  })
  test('across the date line holds the points on either side', () => {
    const ring: Point[] = [
      [179.9, -17],
      [-179.9, -17],
      [-179.9, -16],
      [179.9, -16],
    ]
    const outline = Outline.polygon(ring)
    expect(outline.box).toMatchObject({ west: 179.9, south: -17, north: -16 })
    expect(outline.box.east).toBeCloseTo(180.1)
    for (const longitude of [179.95, 180, -180, -179.95])
      expect(outline.holds(-16.5, longitude, 0)).toBe(true)
    for (const longitude of [179.8, -179.8, 0])
      expect(outline.holds(-16.5, longitude, 0)).toBe(false)
    expect(outline.passage([179.5, -16.5], [-179.5, -16.5])).toMatchObject({
      enter: expect.closeTo(0.4),
      exit: expect.closeTo(0.6),
    })
    expect(Math.abs(centreOfRing(ring)[0])).toBeCloseTo(180)
  })
})
describe('a corridor', () => {
  const outline = Outline.corridor([at(0, 0), at(1000, 0), at(1000, 1000)], 50)
  test.each<[string, Point, number, boolean]>([
    ['holds its line', at(500, 0), 0, true],
    ['holds its width on the left', at(500, 49), 0, true],
    ['holds its width on the right', at(500, -49), 0, true],
    ['holds nothing beyond its width', at(500, 51), 0, false],
    ['holds with a margin a place near its edge', at(500, 59), 10, true],
    ['is round at its ends', at(-40, 40), 0, false],
    ['reaches beyond its ends by its width', at(-49, 0), 0, true],
    ['is round in its bends', at(1030, -30), 0, true],
  ])('%s', (_, place, metres, expected) => expect(holds(outline, place, metres)).toBe(expected))
  test('of one place twice is a circle', () =>
    expect(holds(Outline.corridor([at(0, 0), at(0, 0)], 50), at(30, 30))).toBe(true))
})

describe('a way between two fixes', () => {
  test.each<[string, Point, Point, [number, number] | null]>([
    ['through the middle', at(-500, 0), at(500, 0), [0.4, 0.6]],
    ['that ends inside', at(-300, 0), at(0, 0), [2 / 3, 1]],
    ['that begins inside', at(0, 0), at(400, 0), [0, 0.25]],
    ['that goes past the polygon has no passage', at(-500, 150), at(500, 150), null],
    ['that ends before the polygon has no passage', at(-500, 0), at(-150, 0), null],
    ['that touches a corner', at(-200, 0), at(0, -200), null],
    ['of no length', at(0, 0), at(0, 0), null],
  ])('%s', (_, from, to, expected) => {
    const passage = Outline.polygon(square).passage(from, to)
    if (expected === null) expect(passage).toBeNull()
    else
      expect(passage).toEqual({
        enter: expect.closeTo(expected[0], 4),
        exit: expect.closeTo(expected[1], 4),
      })
  })
  test('has its passage through a corridor and through a circle', () => {
    expect(
      Outline.corridor([at(0, -500), at(0, 500)], 100).passage(at(-500, 0), at(500, 0)),
    ).toEqual({
      enter: expect.closeTo(0.4, 3),
      exit: expect.closeTo(0.6, 3),
    })
    expect(
      Outline.corridor([at(0, -500), at(0, 500)], 100).passage(at(-500, 650), at(500, 650)),
    ).toBeNull()
    const circle = { latitude: 45, longitude: 9, radius: 50 }
    expect(circlePassage(at(-500, 0), at(500, 0), circle)).toEqual({
      enter: expect.closeTo(0.45, 3),
      exit: expect.closeTo(0.55, 3),
    })
    expect(circlePassage(at(-500, 60), at(500, 60), circle)).toBeNull()
  })
})

describe('a ring', () => {
  test.each<[string, readonly Point[], Point | null]>([
    ['that is a square is whole', square, null],
    ['that is closed is whole', [...square, square[0] as Point], null],
    ['that is bent is whole', bent, null],
    ['with a point twice is whole', [square[0] as Point, ...square], null],
    [
      'that is a bow tie crosses itself in its middle',
      [
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 2],
      ],
      [1, 1],
    ],
    [
      'that touches itself',
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [2, 0],
        [0, 4],
      ],
      [2, 0],
    ],
    [
      'that folds back',
      [
        [0, 0],
        [2, 0],
        [1, 0],
        [1, 1],
      ],
      [2, 0],
    ],
    [
      'without an area',
      [
        [0, 0],
        [1, 0],
        [2, 0],
      ],
      [2, 0],
    ],
    [
      'over the date line that crosses itself',
      [
        [179, 0],
        [-179, 2],
        [-179, 0],
        [179, 2],
      ],
      [180, 1],
    ],
  ])('%s', (_, points, expected) => expect(selfCrossing(points)).toEqual(expected))
  test('is recognised when it goes around a pole', () => {
    expect(
      isAroundPole([
        [0, 80],
        [90, 80],
        [180, 80],
        [-90, 80],
      ]),
    ).toBe(true)
    expect(isAroundPole(square)).toBe(false)
    expect(isAroundPole([])).toBe(false)
  })
  test('loses its closing point and repeated points', () => {
    expect(openRing([...square, square[0] as Point])).toEqual(square)
    expect(
      openRing([
        [1, 1],
        [1, 1],
        [1, 1],
      ]),
    ).toEqual([[1, 1]])
  })
})

const angle = fc.double({ min: 0.05, max: 0.95, noNaN: true })
/** A star around a place: its ring never crosses itself. */
const star = fc
  .record({
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    latitude: fc.double({ min: -80, max: 80, noNaN: true }),
    reach: fc.array(angle, { minLength: 3, maxLength: 40 }),
  })
  .map(({ longitude, latitude, reach }) => ({
    centre: [longitude, latitude] as Point,
    ring: reach.map((r, i): Point => {
      const turn = (2 * Math.PI * i) / reach.length
      const x = longitude + 0.02 * r * Math.cos(turn)
      return [x > 180 ? x - 360 : x < -180 ? x + 360 : x, latitude + 0.02 * r * Math.sin(turn)]
    }),
  }))
describe('any ring', () => {
  test('in the form of a star does not cross itself, and holds its centre', () => {
    fc.assert(
      fc.property(star, ({ centre, ring }) => {
        expect(selfCrossing(ring)).toBeNull()
        expect(isAroundPole(ring)).toBe(false)
        expect(holds(Outline.polygon(ring), centre)).toBe(true)
      }),
    )
  })
  test('that is round crosses itself once two neighbours are exchanged, and the crossing is near them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 100 }), fc.nat(), (count, which) => {
        const ring = Array.from({ length: count }, (_, i): Point => {
          const turn = (2 * Math.PI * i) / count
          return at(1000 * Math.cos(turn), 1000 * Math.sin(turn))
        })
        expect(selfCrossing(ring)).toBeNull()
        const [one, other] = [which % count, (which + 1) % count]
        const crossed = ring.map(
          (point, i) => (i === one ? ring[other] : i === other ? ring[one] : point) as Point,
        )
        const place = selfCrossing(crossed)
        expect(place).not.toBeNull()
        const [longitude, latitude] = place as Point
        expect(distance(latitude, longitude, 45, 9)).toBeLessThan(1100)
      }),
    )
  })
  test('lies in its box, and so does its centre', () => {
    fc.assert(
      fc.property(star, ({ ring }) => {
        const { south, north, west, east } = boxOfPoints(ring)
        for (const [longitude, latitude] of [...ring, centreOfRing(ring)]) {
          expect(latitude >= south - 1e-9 && latitude <= north + 1e-9).toBe(true)
          const x = longitude < west - 1e-9 ? longitude + 360 : longitude
          expect(x >= west - 1e-9 && x <= east + 1e-9).toBe(true)
        }
      }),
    )
  })
  test('is crossed by a way from the beginning to the end of its passage, and not outside', () => {
    fc.assert(
      fc.property(star, angle, angle, ({ centre, ring }, r, s) => {
        const outline = Outline.polygon(ring)
        const from: Point = [centre[0] - 0.05, centre[1] + 0.02 * (r - 0.5)]
        const to: Point = [centre[0] + 0.05, centre[1] + 0.02 * (s - 0.5)]
        const passage = outline.passage(from, to)
        const place = (part: number): Point => [
          from[0] + (to[0] - from[0]) * part,
          from[1] + (to[1] - from[1]) * part,
        ]
        if (passage === null) {
          for (let part = 0; part <= 1; part += 0.02)
            expect(holds(outline, place(part))).toBe(false)
          return
        }
        expect(holds(outline, place(passage.enter - 1e-6))).toBe(false)
        expect(holds(outline, place(passage.exit + 1e-6))).toBe(false)
        expect(holds(outline, place(passage.enter), 1)).toBe(true)
        expect(holds(outline, place(passage.exit), 1)).toBe(true)
      }),
    )
  })
  test('of a corridor holds exactly the points that are nearer than its width', () => {
    fc.assert(
      fc.property(angle, angle, fc.integer({ min: 5, max: 500 }), (r, s, width) => {
        const outline = Outline.corridor([at(0, 0), at(0, 1000)], width)
        const [east, north] = [(r - 0.5) * 1_000, s * 1_000]
        const [longitude, latitude] = at(east, north)
        const away = distance(latitude, 9, latitude, longitude)
        if (Math.abs(away - width) < 1) return
        expect(outline.holds(latitude, longitude, 0)).toBe(away < width)
      }),
    )
  })
})

test('the middle of a line is halfway along it', () => {
  const [longitude, latitude] = middleOfLine([
    [9, 45],
    [9, 45.2],
    [9, 46],
  ])
  expect([longitude, latitude]).toEqual([9, expect.closeTo(45.5)])
})
