// Buckets that refill, places that are given back, and whom an address stands for.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Buckets, memoryLimits, Places, perHour, perMinute } from './limits.ts'

describe('a limit', () => {
  test('allows its burst at once, then says how long to wait', async () => {
    const clock = { now: 1_000_000 }
    const limits = memoryLimits(() => clock.now)
    const rate = perMinute(6)
    for (let i = 0; i < 6; i++) expect(await limits.take('a', rate)).toBe(0)
    expect(await limits.take('a', rate)).toBe(10)
    expect(await limits.take('b', rate)).toBe(0)
    clock.now += 9_000
    expect(await limits.take('a', rate)).toBe(1)
    clock.now += 1_000
    expect(await limits.take('a', rate)).toBe(0)
    expect(await limits.take('a', rate)).toBe(10)
  })
  test('is full again after its time, and no fuller', async () => {
    const clock = { now: 0 }
    const limits = memoryLimits(() => clock.now)
    for (let i = 0; i < 20; i++) await limits.take('a', perHour(20))
    clock.now += 10 * 3_600_000
    for (let i = 0; i < 20; i++) expect(await limits.take('a', perHour(20))).toBe(0)
    expect(await limits.take('a', perHour(20))).toBe(180)
  })
  test('takes back what is given back, and no more', async () => {
    const clock = { now: 0 }
    const limits = memoryLimits(() => clock.now)
    for (let i = 0; i < 6; i++) await limits.take('a', perMinute(6))
    await limits.give('a', perMinute(6), 2)
    expect([await limits.take('a', perMinute(6)), await limits.take('a', perMinute(6)), await limits.take('a', perMinute(6))]).toEqual([0, 0, 10])
    for (let i = 0; i < 20; i++) await limits.give('a', perMinute(6))
    for (let i = 0; i < 6; i++) expect(await limits.take('a', perMinute(6))).toBe(0)
    expect(await limits.take('a', perMinute(6))).toBe(10)
  })
  test('locks nobody out when the clock is set back', async () => {
    const clock = { now: 5 * 3_600_000 }
    const limits = memoryLimits(() => clock.now)
    await limits.take('a', perMinute(60))
    clock.now = 0
    expect(await limits.take('a', perMinute(60))).toBe(0)
  })
  test('is kept for so many names at most: of a flood the newest stay counted', () => {
    const buckets = new Buckets(() => 0, 20_000)
    for (let i = 0; i < 50_000; i++) buckets.take(String(i), perMinute(1))
    const counted = Array.from({ length: 50_000 }, (_, i) => buckets.take(String(49_999 - i), perMinute(1)) > 0)
    expect(counted.slice(0, 10_000)).not.toContain(false)
    expect(counted.filter(Boolean).length).toBeLessThanOrEqual(20_000)
  })
  test('never allows more than burst and refill together, whatever the order of asking', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(5_000), fc.integer({ min: 1, max: 4 })), { maxLength: 60 }), async asked => {
        const clock = { now: 0 }
        const limits = memoryLimits(() => clock.now)
        let taken = 0
        for (const [pause, cost] of asked) {
          clock.now += pause
          if ((await limits.take('a', { burst: 5, every_ms: 1_000 }, cost)) === 0) taken += cost
          expect(taken).toBeLessThanOrEqual(5 + clock.now / 1_000)
        }
      }),
    ))
})

test('places are given back once', () => {
  const places = new Places()
  const [first, second] = [places.take('a', 2), places.take('a', 2)]
  expect(places.take('a', 2)).toBeNull()
  expect(places.take('b', 2)).not.toBeNull()
  first?.()
  first?.()
  expect(places.take('a', 2)).not.toBeNull()
  expect(places.take('a', 2)).toBeNull()
  second?.()
  expect(places.take('a', 2)).not.toBeNull()
})
