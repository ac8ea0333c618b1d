// Runs the tasks of the queue in the worker role. Tasks of a dead process are released for other processes.
import { randomUUID } from 'node:crypto'
import { type JobHelpers, Logger, runMigrations, type TaskList } from 'graphile-worker'
import type { Pool } from './db.ts'
import type { Context, Feature, TaskKind } from './feature.ts'
import { histogram } from './metrics.ts'
import { NoFurtherTry } from './queue.ts'
import { LaneRunner } from './queue-lane.ts'

/** Tasks that one process runs at once, besides those of the lanes. */
const AT_ONCE = 4
/** Interval of the heartbeat of a process, and the time without one after which the process counts as dead. */
const BEAT_MS = 15_000
const DEAD_AFTER_S = 60
const PROGRESS_MS = 500

const taskSeconds = histogram({
  role: 'worker',
  name: 'flotta_task_seconds',
  help: 'How long a try of a durable task took, and how it ended',
  labels: ['kind', 'outcome'],
  buckets: [0.1, 1, 10, 60, 600],
})

/** Creates or upgrades the queue's own tables; after that tasks can be enqueued. */
export const prepareQueue = (pool: Pool): Promise<void> =>
  runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })

export interface Queue {
  /** Accepts no more tasks and waits for the running ones. After 5 s their signal is aborted, and another process starts again what has not ended. */
  stop(): Promise<void>
}

/** The kinds of tasks that share a number of places in each process. */
interface Lane {
  readonly at_once: number
  readonly kinds: TaskKind<unknown>[]
}
function lanesOf(kinds: readonly TaskKind<unknown>[]): readonly Lane[] {
  const byName = new Map<string, Lane>()
  for (const kind of kinds) {
    const { name, at_once } = kind.lane ?? { name: '', at_once: AT_ONCE }
    const lane = byName.get(name)
    if (lane === undefined) byName.set(name, { at_once, kinds: [kind] })
    else lane.kinds.push(kind)
  }
  return [...byName.values()]
}

/** Throws when two features name the same kind of task. */
export async function startQueue(features: readonly Feature[], ctx: Context): Promise<Queue> {
  const kinds = features.flatMap(f => f.tasks ?? [])
  if (new Set(kinds.map(k => k.name)).size < kinds.length)
    throw new Error('two kinds of task share a name')
  const running = new Map<string, AbortController>()
  const stopChanges = ctx.changes.on(({ table, task_id, cancelled }) => {
    if (table === 'tasks' && cancelled === true && task_id !== undefined)
      running.get(task_id)?.abort(new Error('cancelled'))
  })
  const listOf = (laneKinds: readonly TaskKind<unknown>[]): TaskList =>
    Object.fromEntries(
      laneKinds
        .filter(kind => kind.ready?.(ctx) !== false)
        .map(kind => [
          kind.name,
          (job, helpers) =>
            runTask(kind, (job as { task_id: string }).task_id, helpers, ctx, running),
        ]),
    )
  const runnerId = randomUUID()
  const lanes: readonly LaneRunner[] = lanesOf(kinds).map(
    ({ at_once, kinds: laneKinds }) =>
      new LaneRunner({
        ctx,
        taskList: listOf(laneKinds),
        concurrency: at_once,
        onStart: () => beat(ctx.pool, runnerId, workers()),
      }),
  )
  const workers = () => lanes.flatMap(lane => lane.workers)
  const beats = setInterval(
    () =>
      beat(ctx.pool, runnerId, workers()).catch(error =>
        ctx.log.warn({ error: String(error) }, 'the heartbeat of the queue failed'),
      ),
    BEAT_MS,
  )
  for (const lane of lanes) await lane.start()
  return {
    async stop() {
      clearInterval(beats)
      stopChanges()
      await Promise.all(lanes.map(lane => lane.stop()))
      await ctx.pool.query('delete from task_runners where id = $1', [runnerId]).catch(() => {})
    },
  }
}

/** Records the heartbeat of this process and releases the tasks of dead processes. */
async function beat(pool: Pool, runnerId: string, workers: readonly string[]): Promise<void> {
  await pool.query(
    'insert into task_runners (id, workers) values ($1, $2) on conflict (id) do update set workers = excluded.workers, seen_at = now()',
    [runnerId, workers],
  )
  const dead = `now() - interval '${DEAD_AFTER_S} s'`
  await pool.query(`delete from task_runners where seen_at < ${dead}`)
  const { rows } = await pool.query<{ locked_by: string }>(
    `select distinct j.locked_by from graphile_worker.jobs j
     where j.locked_at < ${dead} and not exists (select 1 from task_runners r where j.locked_by = any(r.workers))`,
  )
  if (rows.length > 0)
    await pool.query('select graphile_worker.force_unlock_workers($1)', [
      rows.map(r => r.locked_by),
    ])
  await pool.query(
    `update tasks t set state = 'failed', error = 'interrupted', ended_at = now() from graphile_worker.jobs j
     where t.state in ('waiting', 'running') and j.key = t.id::text and j.locked_at is null and j.attempts >= j.max_attempts`,
  )
}

async function runTask(
  kind: TaskKind<unknown>,
  id: string,
  helpers: JobHelpers,
  ctx: Context,
  running: Map<string, AbortController>,
): Promise<void> {
  const abort = new AbortController()
  // Registered before the task is taken, because its cancellation may arrive before the answer to the taking.
  running.set(id, abort)
  try {
    await takeTask(kind, id, helpers, ctx, abort)
  } finally {
    running.delete(id)
  }
}

async function takeTask(
  kind: TaskKind<unknown>,
  id: string,
  { job, abortSignal }: JobHelpers,
  ctx: Context,
  abort: AbortController,
): Promise<void> {
  const { rows } = await ctx.pool.query<{ payload: unknown; cancelled: boolean }>(
    `update tasks set state = 'running', attempts = $2, error = null, started_at = coalesce(started_at, now()) where id = $1 and state in ('waiting', 'running')
     returning payload, cancel_requested_at is not null as cancelled`,
    [id, job.attempts],
  )
  const [row] = rows
  if (row === undefined) return
  // The process stops. That is no failure of the task; the next process starts it again.
  const stopping = () => abort.abort(new Error('the process stops'))
  abortSignal?.addEventListener('abort', stopping, { once: true })
  const progress = progressOf(id, ctx)
  const began = performance.now()
  const observeEnd = (outcome: 'done' | 'failed' | 'cancelled' | 'again') =>
    taskSeconds.observe({ kind: kind.name, outcome }, (performance.now() - began) / 1_000)
  try {
    if (row.cancelled) return await end(ctx.pool, id, 'cancelled', null)
    abort.signal.throwIfAborted()
    await kind.run(kind.payload.parse(row.payload), {
      id,
      ctx,
      attempt: job.attempts,
      signal: abort.signal,
      progress: progress.say,
      answer: json => storeAnswer(ctx.pool, id, json),
    })
    await progress.close()
    await end(ctx.pool, id, 'done', null)
    observeEnd('done')
  } catch (error) {
    await progress.close()
    if (abort.signal.aborted && abortSignal?.aborted !== true) {
      observeEnd('cancelled')
      return await end(ctx.pool, id, 'cancelled', null)
    }
    const message = error instanceof Error ? error.message : String(error)
    const last = job.attempts >= job.max_attempts || error instanceof NoFurtherTry
    observeEnd(last ? 'failed' : 'again')
    ctx.log.warn(
      { task: id, kind: kind.name, attempt: job.attempts, error: message },
      last ? 'a task failed' : 'a task failed; trying it again',
    )
    if (last) await end(ctx.pool, id, 'failed', message)
    else
      await ctx.pool.query(`update tasks set state = 'waiting', error = $2 where id = $1`, [
        id,
        message,
      ])
    // An error that is thrown on leads to another attempt.
    if (!(error instanceof NoFurtherTry)) throw error
  } finally {
    abortSignal?.removeEventListener('abort', stopping)
  }
}

const end = async (
  pool: Pool,
  id: string,
  state: 'done' | 'failed' | 'cancelled',
  error: string | null,
): Promise<void> => {
  await pool.query('update tasks set state = $2, error = $3, ended_at = now() where id = $1', [
    id,
    state,
    error,
  ])
}

/** After several attempts the last answer counts. */
const storeAnswer = async (pool: Pool, id: string, json: string): Promise<void> => {
  await pool.query(
    'insert into task_answers (task_id, answer) values ($1, $2) on conflict (task_id) do update set answer = excluded.answer',
    [id, json],
  )
}

function progressOf(id: string, ctx: Context) {
  let latest: readonly [done: number, total: number] | null = null
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<unknown> = Promise.resolve()
  const write = (): void => {
    timer = undefined
    if (latest === null) return
    const values = [id, ...latest]
    latest = null
    writing = writing
      .then(() => ctx.pool.query('update tasks set done = $2, total = $3 where id = $1', values))
      .catch(() => {})
  }
  return {
    say(done: number, total: number): void {
      latest = [Math.floor(done), Math.floor(total)]
      timer ??= setTimeout(write, PROGRESS_MS)
    },
    async close(): Promise<void> {
      clearTimeout(timer)
      write()
      await writing
    },
  }
}
