// Limits that several processes share: what each allows, what they allow together, and what they do without their database.
import type { Pool } from '@flotta/platform/db.ts'
import { type SharedLimits, sharedLimits, sweepLimits } from '@flotta/platform/limits.shared.ts'
import { limitsHold } from '@flotta/platform/limits.testing.ts'
import { perMinute } from '@flotta/platform/limits.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TelemetryTest, telemetryContext } from '../../telemetry/pipeline/testing.ts'

let t: TelemetryTest
let open: SharedLimits[] = []
beforeAll(async () => {
  t = await telemetryContext()
})
beforeEach(async () => {
  for (const limits of open) await limits.close()
  open = []
  await t.ctx.pool.query('truncate limits')
})
afterAll(async () => {
  for (const limits of open) await limits.close()
  await t.close()
})

const log = { warn: vi.fn() }
const keeper = (
  now: () => number,
  processes = 1,
  pool: Pick<Pool, 'query'> = t.ctx.pool,
): SharedLimits => {
  const limits = sharedLimits(pool, { log, processes: () => processes, now })
  open.push(limits)
  return limits
}

describe('a limit that several processes keep', () => {
  limitsHold(keeper)
})

describe('two processes', () => {
  test('take from one count, and wait equally', async () => {
    const [one, other] = [keeper(() => 1_000_000, 2), keeper(() => 1_000_000, 2)]
    for (let i = 0; i < 3; i++)
      expect([await one.take('a', perMinute(6)), await other.take('a', perMinute(6))]).toEqual([
        0, 0,
      ])
    expect([await one.take('a', perMinute(6)), await other.take('a', perMinute(6))]).toEqual([
      10, 10,
    ])
  })
  test('that take at the same moment never take more than the limit', async () => {
    const all = Array.from({ length: 4 }, () => keeper(() => 1_000_000, 4))
    const answers = await Promise.all(
      all.flatMap(limits => Array.from({ length: 10 }, () => limits.take('a', perMinute(6)))),
    )
    expect(answers.filter(wait => wait === 0)).toHaveLength(6)
  })
  test('that may not wait first take their own share, then what the others leave, and over time no more than one process would', async () => {
    const clock = { now: 1_000_000 }
    const all = [keeper(() => clock.now, 2), keeper(() => clock.now, 2)]
    const rate = perMinute(60)
    let total = 0
    const takeAll = () => {
      for (const limits of all) while (limits.takeNow('a', rate) === 0) total++
    }
    takeAll()
    expect(total).toBe(60)
    for (let second = 1; second <= 120; second++) {
      for (const limits of all) await limits.settle()
      clock.now += 1_000
      takeAll()
    }
    // what one process alone would allow, and what two may allow in excess between two exchanges
    expect(total).toBeGreaterThanOrEqual(60 + 100)
    expect(total).toBeLessThanOrEqual(60 + 120 + 2)
  })
  test('take turns in one line, and learn that its provider is resting', async () => {
    const [one, other] = [keeper(() => 1_000_000), keeper(() => 1_000_000)]
    expect([
      await one.acquireTurn('p', 100, 1_000),
      await other.acquireTurn('p', 100, 1_000),
      await one.acquireTurn('p', 100, 1_000),
    ]).toEqual([0, 100, 200])
    await one.backOff('p', 5_000)
    expect(await other.backOffLeft('p')).toBe(5_000)
  })
})

describe('without the database', () => {
  const brokenPool: Pick<Pool, 'query'> = {
    query: () => Promise.reject(new Error('the database is away')),
  } as unknown as Pool
  test('each process counts by itself, so that nobody is locked out and the limit still holds', async () => {
    log.warn.mockClear()
    const clock = { now: 1_000_000 }
    const limits = keeper(() => clock.now, 2, brokenPool)
    for (let i = 0; i < 6; i++) expect(await limits.take('a', perMinute(6))).toBe(0)
    expect(await limits.take('a', perMinute(6))).toBe(10)
    let total = 0
    for (let second = 0; second < 10; second++) {
      while (limits.takeNow('b', perMinute(60)) === 0) total++
      await limits.settle()
      clock.now += 1_000
    }
    expect(total).toBeGreaterThanOrEqual(60)
    expect(total).toBeLessThanOrEqual(60 + 10)
    expect([
      await limits.acquireTurn('p', 100, 1_000),
      await limits.acquireTurn('p', 100, 1_000),
    ]).toEqual([0, 200])
    expect(log.warn).toHaveBeenCalledTimes(1)
  })
})

test('counts that are whole again are deleted', async () => {
  await keeper(() => 1_000_000).take('old', perMinute(6))
  await keeper(() => Date.now() + 60_000).take('new', perMinute(6))
  await sweepLimits(t.ctx)
  expect(
    (await t.ctx.pool.query('select until > $1 as later from limits', [Date.now()])).rows,
  ).toEqual([{ later: true }])
})
