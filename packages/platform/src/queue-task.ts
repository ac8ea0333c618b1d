// Runs one task of the queue: locks it, reports its progress and stores its answer.
import type { JobHelpers } from 'graphile-worker'
import type { Pool } from './db.ts'
import type { Context, TaskKind } from './feature.ts'
import { histogram } from './metrics.ts'
import { NoFurtherTry } from './queue.ts'

const PROGRESS_MS = 500

const taskSeconds = histogram({
  role: 'worker',
  name: 'flotta_task_seconds',
  help: 'How long a try of a durable task took, and how it ended',
  labels: ['kind', 'outcome'],
  buckets: [0.1, 1, 10, 60, 600],
})

export async function runTask(
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
