import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryLimits } from './limits.ts'
import { retryAfter, Throttle } from './throttle.ts'

const BEGAN = Date.parse('2026-11-22T10:00:00Z')
beforeEach(() => {
  vi.useFakeTimers({ now: BEGAN })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the pace of a provider', () => {
  test('calls begin one pause apart, in their order', async () => {
    const pace = new Throttle(memoryLimits(Date.now), 'provider', 100, 5_000)
    const startTimes: number[] = []
    const calls = [0, 1, 2].map(() =>
      pace.acquire().then(() => startTimes.push(Date.now() - BEGAN)),
    )
    await vi.runAllTimersAsync()
    await Promise.all(calls)
    expect(startTimes).toEqual([0, 100, 200])
  })
  test('a call that would wait too long is refused at once', async () => {
    const pace = new Throttle(memoryLimits(Date.now), 'provider', 1_000, 2_000)
    const waiting = [pace.acquire(), pace.acquire(), pace.acquire()]
    await expect(pace.acquire()).rejects.toThrow('more than it allows')
    await vi.runAllTimersAsync()
    await Promise.all(waiting)
  })
  test('during a back-off no call begins, and afterwards calls begin again', async () => {
    const pace = new Throttle(memoryLimits(Date.now), 'provider', 0, 1_000)
    await pace.backOff(30_000)
    await pace.backOff(1_000)
    await expect(pace.acquire()).rejects.toThrow('left alone')
    vi.setSystemTime(BEGAN + 29_999)
    await expect(pace.acquire()).rejects.toThrow('left alone')
    vi.setSystemTime(BEGAN + 30_000)
    await pace.acquire()
  })
  test.each([
    ['30', 30_000],
    [' 2 ', 2_000],
    ['Sun, 22 Nov 2026 10:01:00 GMT', 60_000],
    ['86400', 3_600_000],
    ['Sun, 22 Nov 2026 09:00:00 GMT', 7_000],
    ['0', 7_000],
    ['soon', 7_000],
    ['', 7_000],
    [null, 7_000],
  ])('Retry-After %j is %d ms', (header, ms) => expect(retryAfter(header, 7_000)).toBe(ms))
})
