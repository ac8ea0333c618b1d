// Heavy calculations for people who wait in front of a screen: each is a task in the lane `answers`, so that companies take turns, and any worker may
// run it.
import { Problem } from '@flotta/core/problem.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Context, type RunningTask, type TaskKind, taskKind } from './feature.ts'
import { lanes } from './lanes.ts'
import { cancelTask, enqueue } from './queue.ts'

/** How long a call waits for its answer, ms. */
const PATIENCE_MS = 60_000
/** The notification about the end of a task may be lost with its connection, so the task is also looked up at this interval, ms. */
const LOOK_MS = 5_000
/** Seconds after which a new request may succeed. */
const AGAIN_AFTER = 30

interface AnswerRequest<Q> {
  /** Epoch ms. */
  readonly asked_at: number
  readonly question: Q
}

/**
 * A kind of heavy calculation.
 * @param question JSON values only, and no secrets: the provider sees it
 * @param make returns the answer as JSON; it divides its work into slices (`work-slicer.ts`), since it runs beside everything else
 */
export function answerKind<Q>(
  name: string,
  question: z.ZodType<Q>,
  make: (question: Q, task: RunningTask) => Promise<string>,
): TaskKind<AnswerRequest<Q>> {
  return taskKind({
    name,
    payload: z.object({ asked_at: z.number(), question }),
    // A second attempt would come too late for the waiting caller.
    attempts: 1,
    lane: lanes.answers,
    async run({ asked_at, question }, task) {
      if (task.ctx.now() - asked_at > PATIENCE_MS) return
      await task.answer(await make(question, task))
    },
  })
}

/**
 * Enqueues the task and waits for its answer.
 * @param signal aborted when nobody waits any more: the task is cancelled
 * @returns JSON. Throws `too_many` when too many tasks of the company wait already or this one has waited for too long, and `unavailable` when it
 * failed
 */
export async function answerOf<Q>(
  ctx: Context,
  kind: TaskKind<AnswerRequest<Q>>,
  question: Q,
  {
    customer_id,
    user_id,
    signal,
  }: { readonly customer_id: number; readonly user_id: number; readonly signal: AbortSignal },
): Promise<string> {
  const endedTasks = new Set<string>()
  let wake = () => {}
  // Registered before the task is enqueued, because the task may end before its id is known here.
  const stop = ctx.changes.on(change => {
    if (change.table !== '*' && (change.table !== 'tasks' || change.ended !== true)) return
    if (change.task_id !== undefined && change.kind === kind.name) endedTasks.add(change.task_id)
    wake()
  })
  const looks = setInterval(() => wake(), LOOK_MS)
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort)
  try {
    const id = await enqueue(
      ctx.db,
      kind,
      { asked_at: ctx.now(), question },
      { customer_id, user_id },
    )
    const until = performance.now() + PATIENCE_MS
    for (;;) {
      const answer = await takeAnswer(ctx, id)
      if (answer !== null) return answer
      if (signal.aborted || performance.now() > until) {
        await cancelTask(ctx.db, id)
        throw signal.aborted
          ? new Problem('unavailable')
          : new Problem('too_many', 'tasks.no_turn', {}, AGAIN_AFTER)
      }
      if (!endedTasks.has(id))
        await new Promise<void>(resolve => {
          wake = resolve
          // The task may have ended, or the caller may have left, since the last check.
          if (endedTasks.has(id) || signal.aborted) resolve()
        })
    }
  } finally {
    stop()
    clearInterval(looks)
    signal.removeEventListener('abort', onAbort)
  }
}

/** Takes the answer, which can be taken once; null: it is not there yet. Throws when there will be no answer. */
async function takeAnswer({ db }: Context, id: string): Promise<string | null> {
  const { rows } = await sql<{
    answer: string
  }>`delete from task_answers where task_id = ${id} returning answer`.execute(db)
  if (rows[0] !== undefined) return rows[0].answer
  const { rows: tasks } = await sql<{
    ended: boolean
  }>`select ended_at is not null as ended from tasks where id = ${id}`.execute(db)
  if (tasks[0]?.ended === false) return null
  // The task may have ended between the two queries.
  const { rows: late } = await sql<{
    answer: string
  }>`delete from task_answers where task_id = ${id} returning answer`.execute(db)
  if (late[0] !== undefined) return late[0].answer
  throw new Problem('unavailable')
}
