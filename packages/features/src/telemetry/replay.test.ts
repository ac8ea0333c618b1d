import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestAll } from './ingest.ts'
import { replayQuiet } from './replay.ts'
import { derivedOf, fixAt, message, packet, random, someDays, type TelemetryTest, telemetryContext } from './testing.ts'

let t: TelemetryTest
beforeAll(async () => {
  t = await telemetryContext({ FLOTTA_REPLAY_QUIET: '30' })
})
afterAll(() => t.close())

/** Replays whatever is marked, as if it had been quiet for long. */
async function quiet(): Promise<void> {
  t.clock.now += 10 * MINUTE
  await replayQuiet(t.ctx)
}

test('any order, any repetition and any batching of some days give the same rows', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 1e9 }), async (seed, order) => {
      const messages = someDays(seed, t.clock.now - 6 * DAY, 220).filter(m => m.at < t.clock.now)
      const [inOrder, shuffled] = [await t.vehicle(), await t.vehicle()]
      await ingestAll([packet(inOrder, messages)], t.ctx)
      const next = random(order)
      const arriving = [...messages, ...messages.filter(() => next() < 0.3)]
      // mostly blocks out of place, as devices deliver them; now and then every record by itself
      const block = next() < 0.5 ? 1 : 30
      const keys = arriving.map((_, i) => (block === 1 ? next() : Math.floor(i / block)))
      const shuffle = new Map([...new Set(keys)].map(k => [k, next()]))
      const rest = arriving.map((m, i) => ({ m, k: shuffle.get(keys[i] ?? 0) ?? 0 })).sort((a, b) => a.k - b.k)
      while (rest.length > 0) {
        const batch = rest.splice(0, 1 + Math.floor(next() * 60)).map(r => r.m)
        await ingestAll([packet(shuffled, batch.slice(0, batch.length / 2)), packet(shuffled, batch.slice(batch.length / 2))], t.ctx)
        if (next() < 0.3) await quiet()
      }
      await quiet()
      expect(await derivedOf(t, shuffled.vehicle_id)).toEqual(await derivedOf(t, inOrder.vehicle_id))
    }),
    { numRuns: 12, seed: 20261121 },
  )
})
