// Buckets that refill, slots that are released, and the network that an address counts under.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limitsHold } from './limits.testing.ts'
import { memoryLimits, perMinute, Slots, TokenBuckets } from './limits.ts'

describe('a limit that one process keeps', () => {
  limitsHold(memoryLimits)
  test('counts a limited number of keys, in a flood the newest ones', () => {
    const buckets = new TokenBuckets(() => 0, 20_000)
    for (let i = 0; i < 50_000; i++) buckets.take(String(i), perMinute(1))
    const counted = Array.from(
      { length: 50_000 },
      (_, i) => buckets.take(String(49_999 - i), perMinute(1)) > 0,
    )
    expect(counted.slice(0, 10_000)).not.toContain(false)
    expect(counted.filter(Boolean).length).toBeLessThanOrEqual(20_000)
  })
  test('never allows more than burst and refill together, in any order of calls', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(5_000), fc.integer({ min: 1, max: 4 })), { maxLength: 60 }),
        async asked => {
          const clock = { now: 0 }
          const limits = memoryLimits(() => clock.now)
          let total = 0
          for (const [pause, cost] of asked) {
            clock.now += pause
            if ((await limits.take('a', { burst: 5, every_ms: 1_000 }, cost)) === 0) total += cost
            expect(total).toBeLessThanOrEqual(5 + clock.now / 1_000)
          }
        },
      ),
    ))
})

test('a slot is given back only once', () => {
  const places = new Slots()
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
