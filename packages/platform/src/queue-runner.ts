// Runs the tasks of the queue in the worker role. Tasks of a dead process are released for other processes.
import { randomUUID } from 'node:crypto'
import { Logger, runMigrations, type TaskList } from 'graphile-worker'
import type { Pool } from './db.ts'
import type { Context, Feature, TaskKind } from './feature.ts'
import { LaneRunner } from './queue-lane.ts'
import { runTask } from './queue-task.ts'

/** Tasks that one process runs at once, besides those of the lanes. */
const AT_ONCE = 4
/** Interval of the heartbeat of a process, and the time without one after which the process counts as dead. */
const BEAT_MS = 15_000
const DEAD_AFTER_S = 60

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
