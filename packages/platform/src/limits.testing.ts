// The tests that every implementation of limits must pass.
import { expect, test } from 'vitest'
import { type Limits, perHour, perMinute } from './limits.ts'

/** @param keeper makes new limits by a clock that the test sets, epoch ms */
export function limitsHold(keeper: (now: () => number) => Limits): void {
  test('allows its burst at once, then says how long to wait', async () => {
    const clock = { now: 1_000_000 }
    const limits = keeper(() => clock.now)
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
    const limits = keeper(() => clock.now)
    for (let i = 0; i < 20; i++) await limits.take('a', perHour(20))
    clock.now += 10 * 3_600_000
    for (let i = 0; i < 20; i++) expect(await limits.take('a', perHour(20))).toBe(0)
    expect(await limits.take('a', perHour(20))).toBe(180)
  })
  test('takes back what is given back, and no more', async () => {
    const clock = { now: 0 }
    const limits = keeper(() => clock.now)
    for (let i = 0; i < 6; i++) await limits.take('a', perMinute(6))
    await limits.give('a', perMinute(6), 2)
    expect([
      await limits.take('a', perMinute(6)),
      await limits.take('a', perMinute(6)),
      await limits.take('a', perMinute(6)),
    ]).toEqual([0, 0, 10])
    for (let i = 0; i < 20; i++) await limits.give('a', perMinute(6))
    for (let i = 0; i < 6; i++) expect(await limits.take('a', perMinute(6))).toBe(0)
    expect(await limits.take('a', perMinute(6))).toBe(10)
  })
  test('locks nobody out when the clock is set back', async () => {
    const clock = { now: 5 * 3_600_000 }
    const limits = keeper(() => clock.now)
    await limits.take('a', perMinute(60))
    clock.now = 0
    expect(await limits.take('a', perMinute(60))).toBe(0)
  })
  test('what must not wait is counted with the rest', async () => {
    const clock = { now: 1_000_000 }
    const limits = keeper(() => clock.now)
    const rate = perMinute(6)
    for (let i = 0; i < 6; i++) expect(limits.takeNow('a', rate)).toBe(0)
    expect(limits.takeNow('a', rate)).toBeGreaterThan(0)
    await limits.give('a', rate)
    expect(limits.takeNow('a', rate)).toBe(0)
    expect(limits.takeNow('a', rate)).toBeGreaterThan(0)
    expect(limits.takeNow('b', rate)).toBe(0)
  })
  test('turns come one pause apart, and none that would be waited for too long; while it rests there is none', async () => {
    const clock = { now: 1_000_000 }
    const limits = keeper(() => clock.now)
    const turn = () => limits.acquireTurn('p', 1_000, 2_000)
    expect([await turn(), await turn(), await turn(), await turn()]).toEqual([
      0,
      1_000,
      2_000,
      null,
    ])
    clock.now += 1_500
    expect([await turn(), await turn()]).toEqual([1_500, null])
    clock.now += 60_000
    expect(await turn()).toBe(0)
    expect(await limits.backOffLeft('p')).toBe(0)
    await limits.backOff('p', 30_000)
    await limits.backOff('p', 1_000)
    expect(await limits.backOffLeft('p')).toBe(30_000)
    clock.now += 30_000
    expect(await limits.backOffLeft('p')).toBe(0)
  })
}
