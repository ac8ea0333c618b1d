// Jobs and consumers of features, on a real database.
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { memoryBus } from './bus.memory.ts'
import { topic } from './bus.ts'
import { listenChanges } from './changes.ts'
import { readConfig } from './config.ts'
import { openDb, openPool } from './db.ts'
import { type Context, consume, every, feature } from './feature.ts'
import { memoryLimits } from './limits.ts'
import { type TestDatabase, testDatabase } from './testing.ts'
import { startWorker } from './worker.ts'

let database: TestDatabase
let ctx: Context
beforeAll(async () => {
  database = await testDatabase()
  const log = pino({ level: 'silent' })
  const changes = await listenChanges(database.url, log)
  ctx = {
    config: readConfig({}),
    db: database.db,
    pool: database.pool,
    bus: memoryBus(),
    changes,
    instance: 'test',
    log,
    limits: memoryLimits(Date.now),
    now: Date.now,
    say: (_, w) => w.key,
    profiles: new Map(),
    demo: null,
    examine: async () => [],
  }
})
afterAll(async () => {
  await ctx.bus.close()
  await ctx.changes.close()
  await database.close()
})

it('hands topics to consumers with the context', async () => {
  const words = topic<string>('words', () => 0)
  const calls: [string, Context][] = []
  const worker = startWorker(
    [
      feature({
        consumers: [
          consume(
            words,
            'g',
            { batch: 10, linger: 0 },
            async (p, c) => void calls.push(...p.map(w => [w, c] as [string, Context])),
          ),
        ],
      }),
    ],
    ctx,
  )
  await ctx.bus.publish(words, 'hello')
  expect(calls).toEqual([['hello', ctx]])
  await worker.stop()
})

it('repeats a job after its end, even after a failure, never twice at the same time, and waits for it at the stop', async () => {
  let runs = 0
  let at = 0
  let most = 0
  let finish = () => {}
  const job = every('count', 0, async () => {
    most = Math.max(most, ++at)
    try {
      if (++runs === 1) throw new Error('once')
      if (runs >= 4) await new Promise<void>(resolve => (finish = resolve))
      else await new Promise(resolve => setImmediate(resolve))
    } finally {
      at--
    }
  })
  // Two workers, as in two processes.
  const workers = [
    startWorker([feature({ jobs: [job] })], ctx),
    startWorker([feature({ jobs: [job] })], ctx),
  ]
  await vi.waitFor(() => expect(runs).toBe(4))
  const stopped = vi.fn()
  const stopping = Promise.all(workers.map(w => w.stop())).then(stopped)
  await vi.waitFor(async () => expect((await database.pool.query('select 1')).rowCount).toBe(1))
  expect(stopped).not.toHaveBeenCalled()
  finish()
  await stopping
  expect({ runs, most }).toEqual({ runs: 4, most: 1 })
})

it('runs more jobs at once than there are connections', async () => {
  const pool = openPool(database.url, { max: 4, application: 'crowd' })
  const ran = new Set<string>()
  const jobs = Array.from({ length: 12 }, (_, i) =>
    every(`crowd ${i}`, 86_400, async own => {
      await own.pool.query('select 1')
      ran.add(`crowd ${i}`)
    }),
  )
  const worker = startWorker([feature({ jobs })], { ...ctx, pool, db: openDb(pool) })
  await worker.stop()
  await pool.end()
  expect(ran.size).toBe(jobs.length)
})

it('tries a failed job again soon, however seldom it runs', async () => {
  const waits = vi.spyOn(globalThis, 'setTimeout')
  const worker = startWorker(
    [feature({ jobs: [every('daily', 86_400, () => Promise.reject(new Error('not now')))] })],
    ctx,
  )
  try {
    await vi.waitFor(() => expect(waits.mock.calls.map(([, ms]) => ms)).toContain(30_000))
    expect(waits.mock.calls.map(([, ms]) => ms)).not.toContain(86_400_000)
  } finally {
    waits.mockRestore()
    await worker.stop()
  }
})

it('continues with another connection when the one with the locks breaks', async () => {
  let runs = 0
  let finish = () => {}
  const long = every('long', 86_400, () => new Promise<void>(resolve => (finish = resolve)))
  const short = every('short', 0, async () => {
    await new Promise(resolve => setImmediate(resolve))
    runs++
  })
  const worker = startWorker([feature({ jobs: [long, short] })], ctx)
  await vi.waitFor(() => expect(runs).toBeGreaterThan(0))
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like '%advisory%' and pid <> pg_backend_pid() and datname = current_database()`,
  )
  const before = runs
  await vi.waitFor(() => expect(runs).toBeGreaterThan(before + 2))
  finish()
  await worker.stop()
})
