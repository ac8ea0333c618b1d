// Durable work that outlives a request (mails, deliveries, reports, imports): given in the transaction that is its reason, run once at a time, tried again, seen when it fails.
import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import type { Context, TaskKind } from './feature.ts'

/** Thrown by a task that no further try would mend: it fails at once. */
export class NoFurtherTry extends Error {}

export type TaskState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'

/**
 * Gives a task to the queue when the transaction commits.
 * @param at epoch ms before which it does not run; default: at once
 * @returns its id
 */
export async function enqueue<T>(
  db: Db | Tx,
  kind: TaskKind<T>,
  payload: T,
  { at, customer_id = null, user_id = null }: { readonly at?: number; readonly customer_id?: number | null; readonly user_id?: number | null } = {},
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into tasks (kind, payload, most_attempts, line, customer_id, user_id)
    values (${kind.name}, ${JSON.stringify(kind.payload.parse(payload))}::jsonb, ${kind.attempts}, ${kind.line ?? null}, ${customer_id}, ${user_id}) returning id`.execute(
    db,
  )
  const id = rows[0]?.id ?? ''
  await addJob(db, id, at)
  return id
}

/** Gives a task that is there to the queue, with all its tries before it; nothing where there is none. */
export const addJob = (db: Db | Tx, id: string, at?: number) =>
  sql`select graphile_worker.add_job(identifier => kind, payload => json_build_object('task_id', id), run_at => ${at === undefined ? null : new Date(at)}::timestamptz,
      max_attempts => most_attempts, job_key => id::text, queue_name => line) from tasks where id = ${id}`.execute(db)

/** A waiting task never runs, a running one is told to stop. False: it had ended already, or there is none. */
export async function cancelTask(db: Db, id: string): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const { rows } = await sql<{ state: TaskState }>`select state from tasks where id = ${id} and state in ('waiting', 'running') for update`.execute(tx)
    if (rows[0] === undefined) return false
    await sql`update tasks set cancel_requested_at = now() where id = ${id}`.execute(tx)
    if (rows[0].state === 'waiting') {
      await sql`select graphile_worker.remove_job(${id})`.execute(tx)
      await sql`update tasks set state = 'cancelled', ended_at = now() where id = ${id}`.execute(tx)
    }
    return true
  })
}

/** Runs a task at once that waits for its next try, failed or was cancelled, with all its tries before it. False: it runs, is done, or there is none. */
export async function retryTask(db: Db, id: string): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const { numAffectedRows } = await sql`update tasks set state = 'waiting', attempts = 0, error = null, cancel_requested_at = null, ended_at = null
      where id = ${id} and state in ('waiting', 'failed', 'cancelled')`.execute(tx)
    if (numAffectedRows === 0n) return false
    await addJob(tx, id)
    return true
  })
}

const KEPT_DAYS = 30
/** Job: tasks that ended long ago are forgotten. */
export async function purgeTasks({ db, now }: Context): Promise<void> {
  const before = new Date(now() - KEPT_DAYS * 86_400_000)
  await sql`with gone as (delete from tasks where ended_at < ${before} returning id) select graphile_worker.remove_job(id::text) from gone`.execute(db)
}
