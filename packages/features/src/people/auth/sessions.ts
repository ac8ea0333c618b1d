// Sessions: one per sign-in of a browser, with a short-lived token for each tab and a cookie that gets new ones.

import './tables.ts'
import { randomBytes } from 'node:crypto'
import { instantOf } from '@flotta/core/time.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import { digest, newSecret } from '@flotta/platform/passwords.ts'
import { sql } from 'kysely'
import type { Session, Token } from './contract.ts'
import { COOKIE_DAYS, ENDED_KEPT_DAYS, IDLE_DAYS, TOKEN_MINUTES } from './limits.ts'

export const TOKEN_MS = TOKEN_MINUTES * 60_000
const DAY_MS = 86_400_000
const COOKIE_MS = COOKIE_DAYS * DAY_MS
export const IDLE_MS = IDLE_DAYS * DAY_MS

export interface IssuedSession {
  readonly token: Token
  readonly cookie: string
  /** Seconds until the cookie expires. */
  readonly maxAge: number
}

/** Whether a password of that age must be reset, by the customer's `password_max_age_days`. */
export function passwordExpired(
  changed_at: Date,
  max_age_days: string | null,
  now: number,
): boolean {
  const days = Number(max_age_days ?? '0')
  return Number.isFinite(days) && days > 0 && changed_at.getTime() + days * 86_400_000 < now
}

export async function newToken(
  tx: Db | Tx,
  session_id: string,
  ends: number,
  now: number,
): Promise<Token> {
  const token = newSecret()
  const expires_at = new Date(Math.min(now + TOKEN_MS, ends))
  await tx
    .deleteFrom('session_tokens')
    .where('session_id', '=', session_id)
    .where('expires_at', '<', new Date(now))
    .execute()
  await tx
    .insertInto('session_tokens')
    .values({ token_hash: digest(token), session_id, expires_at })
    .execute()
  return { token, expires_at: expires_at.toISOString() }
}

/** Begins a session. `agent` is the browser's user agent. */
export async function beginSession(
  tx: Db | Tx,
  user_id: number,
  address: string,
  agent: string | undefined,
  now: number,
): Promise<IssuedSession> {
  const secret = newSecret()
  const { id } = await tx
    .insertInto('sessions')
    .values({
      user_id,
      cookie_hash: digest(secret),
      previous_cookie_hash: null,
      previous_cookie_until: null,
      rotation_key: randomBytes(32),
      created_at: new Date(now),
      expires_at: new Date(now + COOKIE_MS),
      address,
      agent: agent?.slice(0, 200).replaceAll('\u0000', '') ?? null,
      ended_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    token: await newToken(tx, id, now + COOKIE_MS, now),
    cookie: `${id}.${secret}`,
    maxAge: COOKIE_MS / 1000,
  }
}
/** When a session was last used, to the minute: using a token extends it, and the newest token of a session is kept. */
export const lastUsed = sql<Date>`coalesce((select max(t.expires_at) from session_tokens t where t.session_id = s.id) - make_interval(mins => ${TOKEN_MINUTES}), s.created_at)`

/** Ends one session, or all of a user (except one), and returns how many. Streams and other processes learn of it from the database. */
export async function endSessions(
  tx: Db | Tx,
  which:
    | { readonly session_id: string; readonly user_id?: number }
    | { readonly user_id: number; readonly except?: string | undefined },
  now: number,
): Promise<number> {
  let update = tx
    .updateTable('sessions')
    .set({ ended_at: new Date(now) })
    .where('ended_at', 'is', null)
  if (which.user_id !== undefined) update = update.where('user_id', '=', which.user_id)
  if ('session_id' in which) update = update.where(sql`id::text`, '=', which.session_id)
  else if (which.except !== undefined) update = update.where('id', '<>', which.except)
  return Number((await update.executeTakeFirst()).numUpdatedRows)
}

/** The sessions of a user, last used first. */
export async function sessionsOf(
  db: Db | Tx,
  user_id: number,
  now: number,
): Promise<Omit<Session, 'current'>[]> {
  const rows = await db
    .selectFrom('sessions as s')
    .select([
      's.id',
      's.created_at',
      's.expires_at',
      's.address',
      's.agent',
      lastUsed.as('last_used_at'),
    ])
    .where('s.user_id', '=', user_id)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', new Date(now))
    .where(lastUsed, '>', new Date(now - IDLE_MS))
    .orderBy('last_used_at', 'desc')
    .execute()
  return rows.map(({ created_at, expires_at, last_used_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    expires_at: instantOf(Math.min(expires_at.getTime(), last_used_at.getTime() + IDLE_MS)),
  }))
}

/** Job: deletes sessions that expired, were unused or ended long ago. */
export async function purgeSessions(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('sessions as s')
    .where(eb =>
      eb.or([
        eb('s.expires_at', '<', new Date(now - DAY_MS)),
        eb('s.ended_at', '<', new Date(now - ENDED_KEPT_DAYS * DAY_MS)),
        eb(lastUsed, '<', new Date(now - IDLE_MS - DAY_MS)),
      ]),
    )
    .execute()
}
