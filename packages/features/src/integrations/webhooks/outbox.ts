// The outbox of web hooks: which events are due, and the outcome of each attempt.
import type { Language } from '@flotta/core/languages.ts'
import { columns } from '@flotta/platform/columns.ts'
import type { Db } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type RawBuilder, sql } from 'kysely'
import { type AttemptFault, type SwitchedOffBy, TEST_EVENT } from './contract.ts'
import type { Listening, StoredEvent } from './records.ts'
import { GONE, nextAttempt, pausedUntil } from './rules.ts'
import './tables.ts'

type Clock = Pick<Context, 'db' | 'now'>

export interface Hook extends Listening {
  readonly id: number
  readonly url: string
  readonly active: boolean
  /** The present secret and, while it is valid, the former one. */
  readonly secrets: readonly string[]
}
/** A waiting event; `body` null: it was never attempted. */
export interface WaitingEvent extends StoredEvent {
  readonly message_id: string
  readonly webhook_id: number
  readonly lane: number
  readonly body: string | null
  readonly attempts: number
  readonly first_attempt_at: Date | null
}
/** The outcome of an attempt. */
export interface Outcome {
  /** When the event was sent, and when its answer was there or waited for no longer: pauses begin then. Epoch ms. */
  readonly at: number
  readonly ended_at: number
  readonly status: number | null
  readonly fault: AttemptFault | null
  /** Milliseconds. */
  readonly duration: number
  readonly answer: string | null
  readonly body: string
}

export async function hasHooks(db: Db): Promise<boolean> {
  const { rows } = await sql`select from webhooks limit 1`.execute(db)
  return rows.length > 0
}

/** A hook that is active and not paused; an inactive one sends only tests. */
const isOpen = (at: Date) => sql`(w.active and (w.paused_until is null or w.paused_until <= ${at}))`
const isOfHook = sql`e.webhook_id = w.id and e.state = 'waiting'`
/**
 * A lane is blocked by an event that waits for its next attempt. An expression instead of a join with `exists`, so that each lane is looked up in the index
 * instead of compared with all others.
 */
const isBlocked = (at: Date, lane: RawBuilder<unknown>) =>
  sql`coalesce((select true from webhook_events b where b.webhook_id = w.id and b.lane = ${lane} and b.state = 'waiting' and b.attempts > 0 and b.next_at > ${at} limit 1), false)`
const isDue = (at: Date) => sql`not ${isBlocked(at, sql`e.lane`)}`
/** This many of the longest waiting events are checked one by one. */
const NEAR = 500
const nearEvents = sql`(select e.* from webhook_events e where ${isOfHook} order by e.id limit ${sql.lit(NEAR)})`
/** The lanes of a hook that are not blocked, each found by one step in the index, because a million events may wait in a few blocked ones. */
const dueLanes = (at: Date) => sql`
  (with recursive steps (lane) as (
    (select e.lane from webhook_events e where ${isOfHook} order by e.lane limit 1)
    union all
    select (select e.lane from webhook_events e where ${isOfHook} and e.lane > s.lane order by e.lane limit 1) from steps s where s.lane is not null
  ) select s.lane from steps s where s.lane is not null and not ${isBlocked(at, sql`s.lane`)})`
/** Written like the index of tests, so that a hook with a million waiting events costs one look-up. */
const isTest = sql`e.type = ${sql.lit(TEST_EVENT)}`
const dueTests = (at: Date) =>
  sql`webhook_events e where ${isOfHook} and ${isTest} and ${isDue(at)}`

/** Seconds for which a process that no longer reports keeps a hook. */
export const LEASE_S = 20
const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${sql.lit(LEASE_S)})`
interface ClaimedRow extends Omit<Hook, 'secrets'> {
  readonly secret: string
  readonly old_secret: string | null
  readonly language: Language
}
export const claim = (at: Date, instance: string, busy: readonly number[]) =>
  sql<ClaimedRow>`
    with due as (
      select w.id from webhooks w join customers c on c.id = w.customer_id and c.deleted_at is null
      left join webhook_leases l on l.webhook_id = w.id
      where w.removed_at is null and w.id <> all(${busy}::int4[]) and (l.until is null or l.until < clock_timestamp() or l.instance = ${instance})
        and case when not ${isOpen(at)} then exists (select from ${dueTests(at)})
          when exists (select from ${nearEvents} e where ${isDue(at)}) then true
          else exists (select from ${dueLanes(at)} l) end
      for key share of w skip locked
    ), claims as (
      insert into webhook_leases as l (webhook_id, instance, until) select id, ${instance}, ${leaseEnd} from due
      on conflict (webhook_id) do update set instance = excluded.instance, until = excluded.until
        where l.instance = excluded.instance or l.until < clock_timestamp()
      returning webhook_id
    )
    select w.id, w.customer_id, w.url, w.active, w.secret, case when w.old_secret_until > ${at} then w.old_secret end as old_secret, coalesce(u.language, 'it') as language
    from claims join webhooks w on w.id = claims.webhook_id left join users u on u.id = w.user_id`
/**
 * Claims the hooks with events that may be sent now and that no other process has. A process keeps its name, so a restarted one continues at once.
 * @param busy hooks that this process is sending to
 */
export async function claimHooks(
  { db, now }: Clock,
  instance: string,
  busy: readonly number[],
): Promise<Hook[]> {
  const { rows } = await claim(new Date(now()), instance, busy).execute(db)
  return rows.map(({ secret, old_secret, ...hook }) => ({
    ...hook,
    secrets: old_secret === null ? [secret] : [secret, old_secret],
  }))
}
/**
 * Renews leases.
 * @returns the hooks that this process still has
 */
export async function renewLeases(
  db: Db,
  ids: readonly number[],
  instance: string,
): Promise<number[]> {
  const { rows } = await sql<{ webhook_id: number }>`
    update webhook_leases set until = ${leaseEnd} where webhook_id = any(${ids}::int4[]) and instance = ${instance} returning webhook_id`.execute(
    db,
  )
  return rows.map(row => row.webhook_id)
}
export const endLeases = (db: Db, ids: readonly number[], instance: string) =>
  sql`delete from webhook_leases where webhook_id = any(${ids}::int4[]) and instance = ${instance}`.execute(
    db,
  )

/**
 * Events of each hook that may be sent now, those of a lane in order; none of a lane whose first event waits for its next attempt. The oldest come first,
 * unless they are all in blocked lanes.
 */
export async function dueEvents(
  { db, now }: Clock,
  hooks: readonly Hook[],
  limit: number,
): Promise<WaitingEvent[]> {
  const at = new Date(now())
  const oldest = sql`(select e.* from ${nearEvents} e where ${isOpen(at)} and ${isDue(at)} order by e.id limit ${limit})`
  const tests = sql`(select e.* from ${dueTests(at)} and not ${isOpen(at)} order by e.id limit ${limit})`
  const ofLanes = sql`(select e.* from (select l.lane from ${dueLanes(at)} l limit ${limit}) l
    cross join lateral (select e.* from webhook_events e where ${isOfHook} and e.lane = l.lane order by e.id limit ${limit}) e
    where ${isOpen(at)} order by e.id limit ${limit})`
  const eventsOf = async (ids: readonly number[], events: RawBuilder<unknown>) =>
    (
      await sql<WaitingEvent>`
        select e.id, e.message_id, e.webhook_id, e.vehicle_id, e.lane, e.type, e.subject, e.facts, e.at, e.body, e.attempts, e.first_attempt_at
        from webhooks w cross join lateral (${events}) e where w.id = any(${ids}::int4[]) order by e.id`.execute(
        db,
      )
    ).rows
  const ids = hooks.map(({ id }) => id)
  const nearest = await eventsOf(ids, sql`${oldest} union all ${tests}`)
  const others = ids.filter(id => nearest.every(({ webhook_id }) => webhook_id !== id))
  return others.length === 0 ? nearest : [...nearest, ...(await eventsOf(others, ofLanes))]
}

/** Drops events that the hook's company may not see. */
export const dropEvents = (db: Db, ids: readonly number[], now: number) =>
  sql`update webhook_events set state = 'dropped', ended_at = ${new Date(now)} where id = any(${ids}::bigint[]) and state = 'waiting'`.execute(
    db,
  )

/** The precision of the time at which a hook last accepted something, seconds, so that a busy hook is not written for each event. */
const TAKEN_S = 30
const TAKEN = `with answers as (
    select * from unnest($1::int8[], $2::timestamptz[], $3::int2[], $4::int4[], $5::text[], $6::text[]) a (id, at, status, duration, answer, body)
  ), events as (
    update webhook_events e set state = 'sent', ended_at = a.at, attempts = e.attempts + 1, body = a.body, first_attempt_at = coalesce(e.first_attempt_at, a.at), next_at = null
    from answers a where e.id = a.id returning e.id, e.webhook_id, e.attempts, a.at, a.status, a.duration, a.answer
  ), hooks as (
    update webhooks w set taken_at = h.at, failing_since = null, paused_until = null
    from (select webhook_id, max(at) as at from events group by webhook_id) h
    where w.id = h.webhook_id and (w.failing_since is not null or w.taken_at is null or w.taken_at < h.at - interval '${TAKEN_S} s')
  )
  insert into webhook_attempts (event_id, webhook_id, at, attempt, status, duration, answer)
  select id, webhook_id, at, attempts, status, duration, answer from events order by at`
/** Notes all accepted events by one statement. */
export const noteTaken = (
  { pool }: Pick<Context, 'pool'>,
  events: readonly (Outcome & Pick<WaitingEvent, 'id'>)[],
) =>
  pool.query({
    name: 'web hooks took',
    text: TAKEN,
    values: [
      columns.int8(events.map(e => e.id)),
      columns.timestamptz(events.map(e => e.at)),
      columns.int2(events.map(e => e.status)),
      columns.int4(events.map(e => e.duration)),
      columns.text(events.map(e => e.answer)),
      columns.text(events.map(e => e.body)),
    ],
  })

/**
 * Notes a failed attempt.
 * @returns why the hook is to be switched off; null: it stays on
 */
export function noteFailed(
  { db }: Clock,
  hook: Hook,
  event: WaitingEvent,
  outcome: Outcome,
): Promise<SwitchedOffBy | null> {
  const at = new Date(outcome.at)
  const isGone = outcome.status === GONE
  // The test of an inactive hook is attempted once.
  const next = isGone || !hook.active ? null : nextAttempt(event.attempts + 1, outcome.ended_at)
  return db.transaction().execute(async tx => {
    await sql`
      insert into webhook_attempts (event_id, webhook_id, at, attempt, status, fault, duration, answer)
      values (${event.id}, ${hook.id}, ${at}, ${event.attempts + 1}, ${outcome.status}, ${outcome.fault}, ${outcome.duration}, ${outcome.answer})`.execute(
      tx,
    )
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
    const pause = pausedUntil(row.failing_since.getTime(), outcome.ended_at)
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
