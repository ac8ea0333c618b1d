// The queue of durable tasks (mails, deliveries, reports): enqueued in the transaction that causes them, run once at a time, repeated after failures, visible when they fail.
import { Problem } from '@flotta/core/problem.ts'
import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import type { Context, TaskKind } from './feature.ts'
import { type Lane, MOST_WAITING } from './lanes.ts'

/** Thrown by a task when another attempt cannot succeed: the task fails at once. */
export class NoFurtherTry extends Error {}

export type TaskState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'

/**
 * Adds a task to the queue when the transaction commits. Throws `too_many` where too many tasks of its company wait in its lane.
 * @param at epoch ms before which it does not run; default: at once
 * @param obliged the task is accepted however many tasks wait, because no caller could be told to try again later
 * @returns its id
 */
export async function enqueue<T>(
  db: Db | Tx,
  kind: TaskKind<T>,
  payload: T,
  {
    at,
    customer_id = null,
    user_id = null,
    obliged = false,
  }: {
    readonly at?: number
    readonly customer_id?: number | null
    readonly user_id?: number | null
    readonly obliged?: boolean
  } = {},
): Promise<string> {
  const { lane } = kind
  // The next task of the lane must see the turn of this one, so both need a transaction.
  if (lane !== undefined && !db.isTransaction)
    return db.transaction().execute(tx =>
      enqueue(tx, kind, payload, {
        customer_id,
        user_id,
        obliged,
        ...(at !== undefined && { at }),
      }),
    )
  const turn = lane === undefined ? null : await turnIn(db, lane, customer_id, obliged)
  const { rows } = await sql<{ id: string }>`
    insert into tasks (kind, payload, most_attempts, line, customer_id, user_id, lane, turn)
    values (${kind.name}, ${JSON.stringify(kind.payload.parse(payload))}::jsonb, ${kind.attempts}, ${kind.line ?? null}, ${customer_id}, ${user_id},
      ${lane?.name ?? null}, ${turn}) returning id`.execute(db)
  const id = rows[0]?.id ?? ''
  await addJob(db, id, at)
  return id
}

/** First key of the advisory locks under which the turns of a lane are given. */
const LANE_LOCK = 7_106_011
/** Turns are priorities of the queue, and this is its largest priority. A lane begins at 0 again whenever it is empty. */
const LAST_TURN = 32_767
/** Shortest and longest time after which a full lane may have a free place, s. */
const [SOON, LATE] = [5, 600]

/**
 * The turn of a company's next task in a lane: one after its own last turn, and never before the current one.
 * So companies alternate however many tasks each has, and a company that comes anew waits for one task of each of the others.
 */
async function turnIn(
  db: Db | Tx,
  { name, at_once }: Lane,
  customer_id: number | null,
  obliged: boolean,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(${LANE_LOCK}, hashtext(${name}))`.execute(db)
  const { rows } = await sql<{ turn: number; waiting: number; companies: number }>`
    select least(${LAST_TURN}, greatest(
        coalesce(max(turn) filter (where state = 'running'), min(turn) filter (where attempts = 0), 0),
        max(turn) filter (where customer_id is not distinct from ${customer_id}) + 1))::int as turn,
      (count(*) filter (where state = 'waiting' and customer_id is not distinct from ${customer_id}))::int as waiting,
      (count(distinct customer_id))::int as companies
    from tasks where lane = ${name} and state in ('waiting', 'running')`.execute(db)
  const { turn, waiting, companies } = rows[0] ?? { turn: 0, waiting: 0, companies: 0 }
  if (obliged || waiting < MOST_WAITING) return turn
  const { rows: durations } = await sql<{ seconds: number | null }>`
    select extract(epoch from avg(ended_at - started_at))::float8 as seconds
    from (select ended_at, started_at from tasks where lane = ${name} and state = 'done' order by ended_at desc limit 20) t`.execute(
    db,
  )
  // The next task of a company runs after each of the other companies has had its turn.
  const wait = Math.ceil(
    Math.min(LATE, Math.max(SOON, ((durations[0]?.seconds ?? 0) * companies) / at_once)),
  )
  throw new Problem(
    'too_many',
    { key: `tasks.full.${name}`, values: { waiting, seconds: wait } },
    {},
    wait,
  )
}

/** Adds an existing task to the queue again with all its attempts; does nothing where there is none. */
export const addJob = (db: Db | Tx, id: string, at?: number) =>
  sql`select graphile_worker.add_job(identifier => kind, payload => json_build_object('task_id', id), run_at => ${at === undefined ? null : new Date(at)}::timestamptz,
      max_attempts => most_attempts, job_key => id::text, queue_name => line, priority => turn) from tasks where id = ${id}`.execute(
    db,
  )

/** Cancels a waiting task, or tells a running one to stop. false: it had ended already, or does not exist. */
export async function cancelTask(db: Db, id: string): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const { rows } = await sql<{
      state: TaskState
    }>`select state from tasks where id = ${id} and state in ('waiting', 'running') for update`.execute(
      tx,
    )
    if (rows[0] === undefined) return false
    await sql`update tasks set cancel_requested_at = now() where id = ${id}`.execute(tx)
    if (rows[0].state === 'waiting') {
      await sql`select graphile_worker.remove_job(${id})`.execute(tx)
      await sql`update tasks set state = 'cancelled', ended_at = now() where id = ${id}`.execute(tx)
    }
    return true
  })
}

/** Restarts a task that waits for its next attempt, failed or was cancelled, with all its attempts. false: it is running, done, or does not exist. */
export async function retryTask(db: Db, id: string): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const { numAffectedRows } =
      await sql`update tasks set state = 'waiting', attempts = 0, error = null, cancel_requested_at = null, ended_at = null
      where id = ${id} and state in ('waiting', 'failed', 'cancelled')`.execute(tx)
    if (numAffectedRows === 0n) return false
    await addJob(tx, id)
    return true
  })
}

const KEPT_DAYS = 30
const ANSWERS_KEPT_MS = 600_000
/** Job: deletes tasks that ended long ago. */
export async function purgeTasks({ db, now }: Context): Promise<void> {
  const before = new Date(now() - KEPT_DAYS * 86_400_000)
  // These answers were never read, because their callers had disconnected.
  await sql`delete from task_answers where created_at < ${new Date(now() - ANSWERS_KEPT_MS)}`.execute(
    db,
  )
  await sql`with gone as (delete from tasks where ended_at < ${before} returning id) select graphile_worker.remove_job(id::text) from gone`.execute(
    db,
  )
}
