// Lanes of heavy work: companies take turns regardless of the order of their requests, a company with too many is told to come back later, and no lane delays
// another.
import type { Problem } from '@flotta/core/problem.ts'
import { type RunningTask, type TaskKind, taskKind } from '@flotta/platform/feature.ts'
import { type Lane, lanes, MOST_WAITING } from '@flotta/platform/lanes.ts'
import { cancelTask, enqueue } from '@flotta/platform/queue.ts'
import { answerKind, answerOf } from '@flotta/platform/queue-answer.ts'
import { type Queue, startQueue } from '@flotta/platform/queue-runner.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp } from '../../testing/app.ts'
import { tasksByLane } from './figures.ts'
import './tables.ts'

let app: TestApp
const companies: number[] = []
const queues: Queue[] = []
beforeAll(async () => {
  app = await testApp()
  for (let n = 0; n < 3; n++) companies.push((await app.make.customer()).id)
})
afterEach(async () => {
  await Promise.all(queues.splice(0).map(q => q.stop()))
  await app.ctx.pool.query(
    'truncate tasks, task_runners, task_answers; delete from graphile_worker._private_jobs',
  )
})
afterAll(() => app.close())

const NamePayload = z.object({ name: z.string() })
type Kind = TaskKind<{ name: string }>
const kindOf = (
  lane: Lane,
  run: (name: string, task: RunningTask) => Promise<void> = async () => {},
): Kind =>
  taskKind({
    name: `test ${lane.name}`,
    payload: NamePayload,
    attempts: 2,
    lane,
    run: ({ name }, task) => run(name, task),
  })
const open = async (...tasks: Kind[]) => void queues.push(await startQueue([{ tasks }], app.ctx))
/** `'b1'` is the first task of company b. */
const give = (kind: Kind, name: string, obliged = false) =>
  enqueue(
    app.ctx.db,
    kind,
    { name },
    { customer_id: companies['abc'.indexOf(name.slice(0, 1))] ?? 0, obliged },
  )
const giveAll = async (kind: Kind, names: string) => {
  for (const name of names.split(' ')) await give(kind, name)
}
const waiting = kindOf(lanes.reports)

test.each([
  ['whoever comes after a crowd', 'a1 a2 a3 a4 b1 c1 b2', 'a1 b1 c1 a2 b2 a3 a4'],
  ['two crowds', 'a1 a2 a3 b1 b2 b3', 'a1 b1 a2 b2 a3 b3'],
  ['one alone', 'a1 a2 a3', 'a1 a2 a3'],
  ['three that come one by one', 'c1 a1 b1 c2 b2 a2', 'c1 a1 b1 c2 b2 a2'],
])('companies take turns: %s [tasks.6]', async (_, order, expected) => {
  await giveAll(waiting, order)
  const ran: string[] = []
  await open(kindOf(lanes.reports, async name => void ran.push(name)))
  await vi.waitFor(() => expect(ran.join(' ')).toBe(expected))
})
test('a company that comes while another has a long queue waits for the running task alone, not for the queue', async () => {
  const ran: string[] = []
  let next = () => {}
  const kind = kindOf(lanes.reports, async name => {
    ran.push(name)
    await new Promise<void>(resolve => (next = resolve))
  })
  await giveAll(kind, 'a1 a2 a3 a4')
  await open(kind)
  for (const name of ['a1', 'a2']) {
    await vi.waitFor(() => expect(ran.at(-1)).toBe(name))
    if (name === 'a1') next()
  }
  await giveAll(kind, 'b1 b2 a5')
  for (const name of ['b1', 'a3', 'b2', 'a4', 'a5']) {
    next()
    await vi.waitFor(() => expect(ran.at(-1)).toBe(name))
  }
  next()
})
test('waiting tasks keep their turns after a restart, whichever of several processes continues', async () => {
  await giveAll(waiting, 'a1 a2 a3 b1')
  const began: string[] = []
  const stopped = kindOf(lanes.reports, async (name, { signal }) => {
    began.push(name)
    await new Promise((_, stop) => signal.addEventListener('abort', () => stop(signal.reason)))
  })
  await open(stopped)
  await vi.waitFor(() => expect(began).toEqual(['a1']))
  await cancelTask(
    app.ctx.db,
    (
      await app.ctx.db
        .selectFrom('tasks')
        .select('id')
        .where('state', '=', 'running')
        .executeTakeFirstOrThrow()
    ).id,
  )
  await vi.waitFor(() => expect(began).toEqual(['a1', 'b1']))
  await Promise.all(queues.splice(0).map(q => q.stop()))
  const ran: string[] = []
  const kind = kindOf(lanes.reports, async name => void ran.push(name))
  await open(kind)
  await open(kind)
  await vi.waitFor(() => expect(ran.toSorted()).toEqual(['a2', 'a3', 'b1']))
})
test('a company may have a limited number of waiting tasks; a further one is refused with a message and a time to retry, and other companies are not affected [tasks.7]', async () => {
  for (let n = 0; n < MOST_WAITING; n++) await give(waiting, `a${n}`)
  const refusal: Problem = await give(waiting, 'a99').then(
    () => Promise.reject(new Error('it was taken')),
    (error: Problem) => error,
  )
  expect([refusal.code, refusal.words.key]).toEqual(['too_many', 'tasks.full.reports'])
  expect(refusal.retryAfter).toBeGreaterThanOrEqual(5)
  await give(waiting, 'b1')
  await give(waiting, 'a100', true)
  await give(kindOf(lanes.schedules), 'a101')
  await cancelTask(
    app.ctx.db,
    (
      await app.ctx.db
        .selectFrom('tasks')
        .select('id')
        .where('customer_id', '=', companies[0] ?? 0)
        .executeTakeFirstOrThrow()
    ).id,
  )
  await expect(give(waiting, 'a102')).rejects.toMatchObject({ code: 'too_many' })
})
test('of many tasks at the same moment no more are accepted than may wait', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 2 * MOST_WAITING }, (_, n) => give(waiting, `a${n}`)),
  )
  expect(answers.filter(a => a.status === 'fulfilled')).toHaveLength(MOST_WAITING)
})
test('a blocked lane does not block another lane [tasks.8]', async () => {
  const ran: string[] = []
  let free = () => {}
  const blockedKind = kindOf(lanes.reports, () => new Promise<void>(resolve => (free = resolve)))
  const otherKind = kindOf(lanes.schedules, async name => void ran.push(name))
  await open(blockedKind, otherKind)
  await giveAll(blockedKind, 'a1 a2')
  await giveAll(otherKind, 'a1')
  await vi.waitFor(() => expect(ran).toEqual(['a1']))
  expect(await tasksByLane(app.ctx)).toMatchObject([{ lane: 'reports', companies: 1 }])
  await vi.waitFor(async () =>
    expect(await tasksByLane(app.ctx)).toMatchObject([{ lane: 'reports', waiting: 1, running: 1 }]),
  )
  free()
  await vi.waitFor(async () =>
    expect(await tasksByLane(app.ctx)).toMatchObject([{ waiting: 0, running: 1 }]),
  )
  free()
})
test('progress is stored in whole numbers', async () => {
  let go = () => {}
  const kind = kindOf(lanes.reports, async (_, task) => {
    task.progress(237.5, 1_000.5)
    await new Promise<void>(resolve => (go = resolve))
  })
  await open(kind)
  await give(kind, 'a1')
  await vi.waitFor(async () =>
    expect(await app.ctx.db.selectFrom('tasks').select(['done', 'total']).execute()).toEqual([
      { done: 237, total: 1_000 },
    ]),
  )
  go()
})

const asker = () => ({
  customer_id: companies[0] ?? 0,
  user_id: 0,
  signal: new AbortController().signal,
})
test('a long question is answered to the person who asked it, and the answer is not kept', async () => {
  const user_id = (await app.make.user(companies[0] ?? 0)).id
  const kind = answerKind('test answer', z.object({ n: z.int() }), async ({ n }) =>
    JSON.stringify(n * 2),
  )
  queues.push(await startQueue([{ tasks: [kind] }], app.ctx))
  expect(
    await Promise.all([1, 2, 3].map(n => answerOf(app.ctx, kind, { n }, { ...asker(), user_id }))),
  ).toEqual(['2', '4', '6'])
  expect((await app.ctx.pool.query('select 1 from task_answers')).rows).toEqual([])
})
test('a question is dropped when its asker has left, and a question that fails is answered with an error', async () => {
  const user_id = (await app.make.user(companies[0] ?? 0)).id
  const runs: number[] = []
  const kind = answerKind('test answer', z.object({ n: z.int() }), async ({ n }) => {
    runs.push(n)
    throw new Error('no')
  })
  const connection = new AbortController()
  const answer = answerOf(
    app.ctx,
    kind,
    { n: 1 },
    { ...asker(), user_id, signal: connection.signal },
  )
  await vi.waitFor(async () =>
    expect(await app.ctx.db.selectFrom('tasks').select('state').execute()).toEqual([
      { state: 'waiting' },
    ]),
  )
  connection.abort()
  await expect(answer).rejects.toMatchObject({ code: 'unavailable' })
  queues.push(await startQueue([{ tasks: [kind] }], app.ctx))
  await expect(answerOf(app.ctx, kind, { n: 2 }, { ...asker(), user_id })).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect(runs).toEqual([2])
})
test('a question that a restart has left behind is not answered any more', async () => {
  const runs: number[] = []
  const kind = answerKind('test answer', z.object({ n: z.int() }), async ({ n }) => {
    runs.push(n)
    return '0'
  })
  const id = await enqueue(
    app.ctx.db,
    kind,
    { asked_at: app.clock.now - 61_000, question: { n: 1 } },
    { customer_id: companies[0] ?? 0 },
  )
  queues.push(await startQueue([{ tasks: [kind] }], app.ctx))
  await vi.waitFor(async () =>
    expect(
      await app.ctx.db
        .selectFrom('tasks')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ state: 'done' }),
  )
  expect(runs).toEqual([])
})
