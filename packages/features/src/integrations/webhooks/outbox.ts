// The events that wait for a hook: which are due, and what became of each attempt.
import type { Language } from '@flotta/core/languages.ts'
import type { Db } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { type AttemptFault, type SwitchedOffBy, TEST_EVENT } from './contract.ts'
import type { Listening, StoredEvent } from './records.ts'
import { GONE, nextAttempt, pausedUntil } from './rules.ts'
import './tables.ts'

type Clock = Pick<Context, 'db' | 'now'>

export interface Hook extends Listening {
  readonly id: number
  readonly url: string
  readonly active: boolean
  /** The present one, and while it is good the one before it. */
  readonly secrets: readonly string[]
}
/** An event that waits; `body` null: nobody has tried to send it. */
export interface WaitingEvent extends StoredEvent {
  readonly message_id: string
  readonly lane: number
  readonly body: string | null
  readonly attempts: number
  readonly first_attempt_at: Date | null
}
/** What became of an attempt. */
export interface Outcome {
  readonly at: number
  readonly status: number | null
  readonly fault: AttemptFault | null
  /** Milliseconds. */
  readonly duration: number
  readonly answer: string | null
  readonly body: string
}

/** Hooks with events that may be sent now and that no other process has. A hook that takes nothing pauses, but for tests. */
export async function dueHooks({ db, now }: Clock, instance: string): Promise<number[]> {
  const at = new Date(now())
  const { rows } = await sql<{ id: number }>`
    select w.id from webhooks w join customers c on c.id = w.customer_id and c.deleted_at is null
    left join webhook_leases l on l.webhook_id = w.id
    where (l.until is null or l.until < clock_timestamp() or l.instance = ${instance})
      and exists (select from webhook_events e where e.webhook_id = w.id and e.state = 'waiting' and (e.next_at is null or e.next_at <= ${at})
        and ((w.active and (w.paused_until is null or w.paused_until <= ${at})) or e.type = ${TEST_EVENT})
        and not exists (select from webhook_events b where b.webhook_id = w.id and b.lane = e.lane and b.state = 'waiting' and b.attempts > 0 and b.next_at > ${at}))`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
export async function hasHooks(db: Db): Promise<boolean> {
  const { rows } = await sql`select from webhooks limit 1`.execute(db)
  return rows.length > 0
}

/** How long a process that does not report any more keeps a hook. */
export const LEASE_S = 20
/** false: another process has it. The name of a process is its own, so one that starts again goes on at once. */
export async function lease(db: Db, id: number, instance: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into webhook_leases as l (webhook_id, instance, until)
    select id, ${instance}, clock_timestamp() + make_interval(secs => ${LEASE_S}) from webhooks where id = ${id}
    on conflict (webhook_id) do update set instance = excluded.instance, until = excluded.until
      where l.instance = excluded.instance or l.until < clock_timestamp()`.execute(db)
  return numAffectedRows > 0n
}
export const endLease = (db: Db, id: number, instance: string) =>
  sql`delete from webhook_leases where webhook_id = ${id} and instance = ${instance}`.execute(db)

/** null: it was removed. */
export async function hookOf({ db, now }: Clock, id: number): Promise<Hook | null> {
  const { rows } = await sql<
    Omit<Hook, 'secrets'> & { secret: string; old_secret: string | null; language: Language }
  >`
    select w.id, w.customer_id, w.url, w.active, w.secret, case when w.old_secret_until > ${new Date(now())} then w.old_secret end as old_secret, coalesce(u.language, 'it') as language
    from webhooks w left join users u on u.id = w.user_id where w.id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const { secret, old_secret, ...hook } = row
  return { ...hook, secrets: old_secret === null ? [secret] : [secret, old_secret] }
}

/** The oldest events that may be sent now; none of a lane whose first event waits for its next attempt. */
export async function dueEvents(
  { db, now }: Clock,
  { id, active }: Pick<Hook, 'id' | 'active'>,
  limit: number,
): Promise<WaitingEvent[]> {
  const at = new Date(now())
  const { rows } = await sql<WaitingEvent>`
    select e.id, e.message_id, e.vehicle_id, e.lane, e.type, e.subject, e.facts, e.at, e.body, e.attempts, e.first_attempt_at
    from webhook_events e join webhooks w on w.id = e.webhook_id
    where e.webhook_id = ${id} and e.state = 'waiting' and (e.next_at is null or e.next_at <= ${at})
      and ((${active} and (w.paused_until is null or w.paused_until <= ${at})) or e.type = ${TEST_EVENT})
      and e.lane not in (select b.lane from webhook_events b where b.webhook_id = ${id} and b.state = 'waiting' and b.attempts > 0 and b.next_at > ${at})
    order by e.id limit ${limit}`.execute(db)
  return rows
}

/** The hook's company may not see it: it is told to nobody. */
export const dropEvents = (db: Db, ids: readonly number[], now: number) =>
  sql`update webhook_events set state = 'dropped', ended_at = ${new Date(now)} where id = any(${ids}::bigint[]) and state = 'waiting'`.execute(
    db,
  )

/** How coarse the time is at which a hook last took something, so that a busy one is not written for each event. */
const TAKEN_MS = 30_000
const insertAttempt = ({ id }: Hook, event: WaitingEvent, outcome: Outcome) => sql`
  insert into webhook_attempts (event_id, webhook_id, at, attempt, status, fault, duration, answer)
  values (${event.id}, ${id}, ${new Date(outcome.at)}, ${event.attempts + 1}, ${outcome.status}, ${outcome.fault}, ${outcome.duration}, ${outcome.answer})`

/** One statement for an event that was taken. */
export const noteTaken = ({ db }: Clock, hook: Hook, event: WaitingEvent, outcome: Outcome) => {
  const at = new Date(outcome.at)
  return sql`
    with attempt as (${insertAttempt(hook, event, outcome)}),
    hook as (
      update webhooks set taken_at = ${at}, failing_since = null, paused_until = null
      where id = ${hook.id} and (failing_since is not null or taken_at is null or taken_at < ${new Date(outcome.at - TAKEN_MS)})
    )
    update webhook_events set state = 'sent', ended_at = ${at}, attempts = attempts + 1, body = ${outcome.body}, first_attempt_at = coalesce(first_attempt_at, ${at}), next_at = null
    where id = ${event.id}`.execute(db)
}

/** @returns why the hook is to be switched off; null: it stays */
export function noteFailed(
  { db }: Clock,
  hook: Hook,
  event: WaitingEvent,
  outcome: Outcome,
): Promise<SwitchedOffBy | null> {
  const at = new Date(outcome.at)
  const isGone = outcome.status === GONE
  // The test of a hook that is off is tried once.
  const next = isGone || !hook.active ? null : nextAttempt(event.attempts + 1, outcome.at)
  return db.transaction().execute(async tx => {
    await insertAttempt(hook, event, outcome).execute(tx)
    await sql`update webhook_events set attempts = attempts + 1, body = ${outcome.body}, first_attempt_at = coalesce(first_attempt_at, ${at}),
      next_at = ${next === null ? null : new Date(next)}, state = ${next === null ? 'failed' : 'waiting'}, ended_at = ${next === null ? at : null} where id = ${event.id}`.execute(
      tx,
    )
    if (!hook.active) return null
    const { rows } = await sql<{ failing_since: Date; taken_at: Date | null }>`
      update webhooks set failing_since = coalesce(failing_since, ${at}) where id = ${hook.id} returning failing_since, taken_at`.execute(
      tx,
    )
    const [row] = rows
    if (row === undefined) return null
    const pause = pausedUntil(row.failing_since.getTime(), outcome.at)
    if (pause !== null)
      await sql`update webhooks set paused_until = ${new Date(pause)} where id = ${hook.id}`.execute(
        tx,
      )
    if (isGone) return 'gone'
    const tookOthers =
      row.taken_at !== null && row.taken_at > (event.first_attempt_at ?? row.taken_at)
    return next === null && !tookOthers ? 'failing' : null
  })
}
