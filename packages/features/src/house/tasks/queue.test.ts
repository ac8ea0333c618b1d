// The guarantees of the queue, on a real database: tasks are stored with their reason, run once at a time, retried, never lost, and their failures are shown.
import { type RunningTask, type TaskKind, taskKind } from '@flotta/platform/feature.ts'
import { cancelTask, enqueue, purgeTasks, retryTask } from '@flotta/platform/queue.ts'
import { type Queue, startQueue } from '@flotta/platform/queue-runner.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp } from '../../testing/app.ts'
import './tables.ts'

let app: TestApp
const queues: Queue[] = []
beforeAll(async () => {
  app = await testApp()
})
afterEach(async () => {
  await Promise.all(queues.splice(0).map(q => q.stop()))
  await app.ctx.pool.query(
    'truncate tasks; truncate task_runners; delete from graphile_worker._private_jobs',
  )
})
afterAll(() => app.close())

const NumberPayload = z.object({ n: z.int() })
const numberTask = (
  run: (n: number, task: RunningTask) => Promise<void>,
  attempts = 5,
): TaskKind<{ n: number }> =>
  taskKind({
    name: 'numbered',
    payload: NumberPayload,
    attempts,
    run: ({ n }, task) => run(n, task),
  })
const open = async (kind: TaskKind<{ n: number }>) =>
  void queues.push(await startQueue([{ tasks: [kind] }], app.ctx))
const row = (id: string) =>
  app.ctx.db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst()
const reaches = (id: string, state: string) =>
  vi.waitFor(async () => expect(await row(id)).toMatchObject({ state }))
const idle = numberTask(async () => {})

test('a task is queued with its transaction or not at all [tasks.1]', async () => {
  const ran: number[] = []
  await open(numberTask(async n => void ran.push(n)))
  await app.ctx.db
    .transaction()
    .execute(async tx => {
      await enqueue(tx, idle, { n: 1 })
      throw new Error('no')
    })
    .catch(() => {})
  const id = await app.ctx.db.transaction().execute(tx => enqueue(tx, idle, { n: 2 }))
  await reaches(id, 'done')
  expect(ran).toEqual([2])
})
test('two processes run each of fifty tasks once [tasks.2]', async () => {
  const ran: number[] = []
  const kind = numberTask(async n => void ran.push(n))
  await open(kind)
  await open(kind)
  const ids = await Promise.all(
    Array.from({ length: 50 }, (_, n) => enqueue(app.ctx.db, kind, { n })),
  )
  for (const id of ids) await reaches(id, 'done')
  expect(ran.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n))
})
test('a failed task waits for its next try and shows the reason; it can be tried at once, and its last failure stays visible [tasks.3]', async () => {
  let tries = 0
  const kind = numberTask(async () => {
    throw new Error(`no ${++tries}`)
  }, 2)
  // so that the test can see the task while it waits
  await app.ctx.pool.query(`
    create function waits() returns trigger language plpgsql as $$ begin new.run_at := new.run_at + interval '1 day'; return new; end $$;
    create trigger waits before update on graphile_worker._private_jobs for each row when (old.locked_by is not null and new.locked_by is null) execute function waits()`)
  await open(kind)
  const id = await enqueue(app.ctx.db, kind, { n: 1 })
  await vi.waitFor(async () =>
    expect(await row(id)).toMatchObject({
      state: 'waiting',
      attempts: 1,
      error: 'no 1',
      ended_at: null,
    }),
  )
  const waiting = `update graphile_worker._private_jobs set run_at = run_at - interval '1 day' where locked_by is null and run_at > now() + interval '23 h'`
  await vi.waitFor(async () => expect((await app.ctx.pool.query(waiting)).rowCount).toBe(1))
  await reaches(id, 'failed')
  expect(await row(id)).toMatchObject({ attempts: 2, error: 'no 2', ended_at: expect.any(Date) })
  expect(await retryTask(app.ctx.db, id)).toBe(true)
  await vi.waitFor(() => expect(tries).toBeGreaterThan(2))
  await app.ctx.pool.query('drop function waits cascade')
})
test('a running task shows its progress', async () => {
  let go = () => {}
  const kind = numberTask(async (_, task) => {
    task.progress(3, 10)
    await new Promise<void>(resolve => (go = resolve))
  })
  await open(kind)
  const id = await enqueue(app.ctx.db, kind, { n: 1 })
  await vi.waitFor(async () =>
    expect(await row(id)).toMatchObject({ state: 'running', done: 3, total: 10 }),
  )
  go()
  await reaches(id, 'done')
})
test('a waiting task that is cancelled never runs, and a running task receives a signal to stop [tasks.5]', async () => {
  const ran: number[] = []
  const kind = numberTask(async (n, { signal }) => {
    ran.push(n)
    await new Promise((_, stop) => signal.addEventListener('abort', () => stop(signal.reason)))
  })
  const waiting = await enqueue(app.ctx.db, kind, { n: 1 })
  expect(await cancelTask(app.ctx.db, waiting)).toBe(true)
  await open(kind)
  const id = await enqueue(app.ctx.db, kind, { n: 2 })
  await vi.waitFor(() => expect(ran).toEqual([2]))
  expect(await cancelTask(app.ctx.db, id)).toBe(true)
  await reaches(id, 'cancelled')
  expect(await row(waiting)).toMatchObject({ state: 'cancelled', attempts: 0 })
  expect(await cancelTask(app.ctx.db, id)).toBe(false)
})
test('a task that is cancelled while a process takes it does not begin, even if the cancellation arrives before the process has recorded it as taken', async () => {
  const ran: number[] = []
  const kind = numberTask(async n => void ran.push(n))
  const id = await enqueue(app.ctx.db, kind, { n: 1 })
  const ask = app.ctx.pool.query.bind(app.ctx.pool) as (...asked: unknown[]) => Promise<unknown>
  const asking = vi.spyOn(app.ctx.pool, 'query').mockImplementation((async (
    ...asked: unknown[]
  ) => {
    const answer = await ask(...asked)
    if (!/state = 'running'/.test(String(asked[0]))) return answer
    asking.mockRestore()
    expect(await cancelTask(app.ctx.db, id)).toBe(true)
    await app.ctx.changes.heard()
    return answer
  }) as never)
  await open(kind)
  await reaches(id, 'cancelled')
  expect(ran).toEqual([])
})
test('another process runs the task of a process that died [tasks.4]', async () => {
  const id = await enqueue(app.ctx.db, idle, { n: 7 })
  await app.ctx.pool.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '2 minutes', locked_by = 'dead', attempts = 1`,
  )
  await app.ctx.pool.query(`update tasks set state = 'running', attempts = 1`)
  const ran: number[] = []
  await open(numberTask(async n => void ran.push(n)))
  await reaches(id, 'done')
  expect(ran).toEqual([7])
  expect(await row(id)).toMatchObject({ attempts: 2 })
})
test('a task that ends its process at every try fails after its last try', async () => {
  const id = await enqueue(
    app.ctx.db,
    numberTask(async () => {}, 1),
    { n: 7 },
  )
  await app.ctx.pool.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '2 minutes', locked_by = 'dead', attempts = 1`,
  )
  await app.ctx.pool.query(`update tasks set state = 'running', attempts = 1`)
  await open(idle)
  await reaches(id, 'failed')
  expect(await row(id)).toMatchObject({ error: 'interrupted' })
})
test('a task with a payload of another form fails alone', async () => {
  await open(idle)
  await app.ctx.pool.query(
    `insert into tasks (kind, payload, most_attempts) values ('numbered', '{"n":"one"}', 1)`,
  )
  const id = (await app.ctx.db.selectFrom('tasks').select('id').executeTakeFirstOrThrow()).id
  await retryTask(app.ctx.db, id)
  await reaches(id, 'failed')
})
test('two kinds with the same name stop the start', async () => {
  await expect(startQueue([{ tasks: [idle, idle] }], app.ctx)).rejects.toThrow(/share a name/)
})
test('a finished task is deleted after a month', async () => {
  await open(idle)
  const id = await enqueue(app.ctx.db, idle, { n: 1 })
  await reaches(id, 'done')
  await purgeTasks(app.ctx)
  expect(await row(id)).toBeDefined()
  await purgeTasks({ ...app.ctx, now: () => Date.now() + 31 * 86_400_000 })
  expect(await row(id)).toBeUndefined()
})
