// Readiness means that data can be stored: a probe writes, and the parts that store report failures.
import { once } from 'node:events'
import net from 'node:net'
import { memoryBus } from '@flotta/platform/bus.memory.ts'
import { topic } from '@flotta/platform/bus.ts'
import { consume, feature } from '@flotta/platform/feature.ts'
import { healthOf } from '@flotta/platform/health.ts'
import { startWorker } from '@flotta/platform/worker.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
/** Fails when a clock started together with it has run for two seconds; a busy machine delays both. */
const inTime = async (work: Promise<unknown>): Promise<unknown> => {
  let late: NodeJS.Timeout | undefined
  const clock = new Promise(resolve => {
    late = setTimeout(resolve, 2_000, 'late')
  })
  return Promise.race([work, clock]).finally(() => clearTimeout(late))
}
const readyz = async () => (await app.server.app.inject({ url: '/readyz' })).statusCode
/** A call waits for the probe, so two calls are enough. */
const untilNot = async (status: number): Promise<number> => {
  for (;;) {
    const answer = await readyz()
    if (answer !== status) return answer
  }
}
const until = (status: number) => vi.waitFor(async () => expect(await readyz()).toBe(status))

test('the product is not ready within two seconds of a write that fails, and recovers by itself [installation.5]', async () => {
  await until(200)
  const connection = await app.ctx.pool.connect()
  try {
    await connection.query('begin; lock table storage_probe')
    expect(await inTime(untilNot(200))).toBe(503)
  } finally {
    await connection.query('rollback')
    connection.release()
  }
  await until(200)
})

test.each(['a server', 'each of two servers'])(
  '%s that accepts connections and never answers counts as an unreachable database',
  async which => {
    const deaf = net.createServer().listen(0, '127.0.0.1')
    await once(deaf, 'listening')
    const place = `127.0.0.1:${(deaf.address() as net.AddressInfo).port}`
    const pool = new pg.Pool({
      connectionString: `postgres://x@${which === 'a server' ? place : `${place},${place}`}/x`,
    })
    expect(await inTime(healthOf({ ...app.ctx, pool }).checks())).toContainEqual(
      expect.objectContaining({ name: 'database', ok: false }),
    )
    deaf.close()
  },
)

test('a message counts as stored only when its consumer has succeeded', async () => {
  const bus = memoryBus()
  const things = topic<string>('things', () => 0)
  let works = false
  const worker = startWorker(
    [
      feature({
        consumers: [
          consume(
            things,
            'store',
            { batch: 1, linger: 0 },
            async () => void (works || (await Promise.reject(new Error('no room')))),
          ),
        ],
      }),
    ],
    {
      ...app.ctx,
      bus,
    },
  )
  const stored = bus.publish(things, 'one')
  await until(503)
  works = true
  await stored
  await until(200)
  await worker.stop()
  await bus.close()
})
