// Buckets that refill, places that are given back, and whom an address stands for.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memoryLimits, networkOf, Places, perHour, perMinute } from './limits.ts'

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

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::ff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
