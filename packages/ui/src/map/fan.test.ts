import { expect, test } from 'vitest'
import { FAN_MAX, spokes } from './fan.ts'

test.each([1, 2, 5, 10, 11, 30, FAN_MAX])(
  '%i vehicles on one spot are spread out, clear of their count and near it',
  count => {
    const places = spokes(count)
    expect(places).toHaveLength(count)
    for (const [i, a] of places.entries()) {
      expect(Math.hypot(a.x, a.y)).toBeGreaterThan(26 + 19)
      expect(Math.hypot(a.x, a.y)).toBeLessThan(230)
      for (const b of places.slice(i + 1))
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(33)
    }
  },
)
