// Sessions: one per browser sign-in, with a short-lived token for each tab and a cookie that brings new ones.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { API, lesserRole } from '@flotta/core/contract.ts'
import { NO_CUSTOMER } from '@flotta/core/live.ts'
import { Problem } from '@flotta/core/problem.ts'
import { instantOf } from '@flotta/core/time.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Caller, Context } from '@flotta/platform/feature.ts'
import { digest, newSecret } from '@flotta/platform/passwords.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { mayBeLocal } from '../providers/local-accounts.ts'
import type { Session, Token } from './contract.ts'
import { COOKIE_DAYS, ENDED_KEPT_DAYS, IDLE_DAYS, TOKEN_MINUTES } from './limits.ts'
import './tables.ts'

export const COOKIE = 'flotta_session'
export const COOKIE_PATH = API
/** API tokens are told from session tokens by how they begin. */
export const API_TOKEN_PREFIX = 'flt_'
const TOKEN_MS = TOKEN_MINUTES * 60_000
const DAY_MS = 86_400_000
const COOKIE_MS = COOKIE_DAYS * DAY_MS
const IDLE_MS = IDLE_DAYS * DAY_MS
/** A rotated cookie is taken a little longer, and rotated no sooner: tabs that open at once send the same one. */
export const GRACE_MS = 60_000
/** The database hears of a token's use at most this often. */
const EXTEND_EVERY_MS = 60_000
const USE_NOTED_EVERY_MS = 3_600_000

export interface IssuedSession {
  readonly token: Token
  readonly cookie: string
  /** Seconds that the cookie lives on. */
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

async function newToken(
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

/** Begins a session. `agent` is the browser's own name for itself. */
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

const SessionId = z.uuid()
/** When any of a session's tokens was used: they are extended by it, and the newest is kept. To the minute. */
const lastUsed = sql<Date>`coalesce((select max(t.expires_at) from session_tokens t where t.session_id = s.id) - make_interval(mins => ${TOKEN_MINUTES}), s.created_at)`
/** The session that a cookie belongs to and how: its current one, the one before within the grace, or an old one. */
async function byCookie(tx: Tx, cookie: string, now: number) {
  const [id = '', secret = ''] = cookie.split('.')
  if (!SessionId.safeParse(id).success) return null
  const row = await tx
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('customers as c', 'c.id', 'u.customer_id')
    .select([
      's.id',
      's.cookie_hash',
      's.previous_cookie_hash',
      's.previous_cookie_until',
      's.rotation_key',
      's.expires_at',
      's.ended_at',
      lastUsed.as('last_used_at'),
      'u.password_changed_at',
      'c.configurations',
    ])
    .where('s.id', '=', id)
    .where('s.expires_at', '>', new Date(now))
    .where('u.disabled', '=', false)
    .where('u.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .forUpdate('s')
    .executeTakeFirst()
  if (row === undefined || row.last_used_at.getTime() + IDLE_MS < now) return null
  const hash = digest(secret)
  const grace = row.previous_cookie_until !== null && row.previous_cookie_until.getTime() >= now
  const kind = timingSafeEqual(hash, row.cookie_hash)
    ? ('current' as const)
    : grace && row.previous_cookie_hash !== null && timingSafeEqual(hash, row.previous_cookie_hash)
      ? ('previous' as const)
      : ('old' as const)
  return { ...row, secret, grace, kind }
}

/**
 * A fresh token for a cookie, and the cookie that replaces it. null: no such session; a cookie that was replaced longer ago than the grace ends its session, for somebody else may hold it.
 * Throws `session_ended` when it was ended from elsewhere, `locked` when the password has expired.
 */
export function exchangeCookie(ctx: Context, cookie: string): Promise<IssuedSession | null> {
  const now = ctx.now()
  return ctx.db.transaction().execute(async tx => {
    const session = await byCookie(tx, cookie, now)
    if (session === null) return null
    if (session.ended_at !== null) {
      if (session.kind === 'old') return null
      throw new Problem('session_ended')
    }
    if (session.kind === 'old') {
      await endSessions(tx, { session_id: session.id }, now)
      ctx.log.warn(
        { security: 'session_stolen', session: session.id },
        'an old session cookie was used again: the session is ended',
      )
      return null
    }
    if (
      passwordExpired(
        session.password_changed_at,
        session.configurations?.password_max_age_days ?? null,
        now,
      )
    )
      throw new Problem('locked')
    const next = createHmac('sha256', session.rotation_key)
      .update(session.secret)
      .digest('base64url')
    const keepsSecret = session.kind === 'current' && session.grace
    if (session.kind === 'current' && !session.grace)
      await tx
        .updateTable('sessions')
        .set({
          cookie_hash: digest(next),
          previous_cookie_hash: session.cookie_hash,
          previous_cookie_until: new Date(now + GRACE_MS),
        })
        .where('id', '=', session.id)
        .execute()
    const ends = session.expires_at.getTime()
    return {
      token: await newToken(tx, session.id, ends, now),
      cookie: `${session.id}.${keepsSecret ? session.secret : next}`,
      maxAge: Math.floor((ends - now) / 1000),
    }
  })
}

/** Ends the session of a cookie, whichever it is. */
export async function endByCookie(ctx: Context, cookie: string): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction().execute(async tx => {
    const session = await byCookie(tx, cookie, now)
    if (session !== null && session.ended_at === null)
      await endSessions(tx, { session_id: session.id }, now)
  })
}

/** Ends one session, or all of a user (but one), and says how many. Streams and other processes hear of it by the database. */
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

/** Where a user is signed in, last used first. */
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

/** Job: forgets the sessions that ran out, were left alone or ended long ago. */
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

interface SessionRow {
  readonly session_id: string
  readonly user_id: number
  readonly customer_id: number | null
  readonly role: Caller['role']
  readonly provider: boolean
  readonly timezone: string | null
  readonly token_expires_at: Date
  readonly session_expires_at: Date
  readonly ended_at: Date | null
  readonly password_changed_at: Date
  readonly max_age: string | null
  readonly step_up_until: Date | null
  readonly factor_at: Date | null
}
interface TokenRow {
  readonly id: number
  readonly user_id: number
  readonly customer_id: number | null
  readonly role: Caller['role']
  readonly provider: boolean
  readonly directory: boolean
  readonly timezone: string | null
  readonly owner_role: Caller['role']
  readonly owner_provider: boolean
  readonly last_used_at: Date | null
  /** Of an owner whom no identity provider ever brought in, in a company without local accounts. */
  readonly local_email: string | null
}
/** A user whose company is removed is out; one without a company has none to lose. */
const USER_STANDS = 'not u.disabled and u.deleted_at is null and c.deleted_at is null'
/** Of the company; of who has none that of the set-up. */
const TIMEZONE = 'coalesce(c.timezone, (select i.timezone from installation i)) as timezone'
const SESSION = `select s.id as session_id, u.id as user_id, u.customer_id, u.role, u.provider, ${TIMEZONE}, t.expires_at as token_expires_at, s.expires_at as session_expires_at, s.ended_at, s.step_up_until, s.factor_at,
  u.password_changed_at, c.configurations ->> 'password_max_age_days' as max_age
  from session_tokens t join sessions s on s.id = t.session_id join users u on u.id = s.user_id left join customers c on c.id = u.customer_id
  where t.token_hash = $1 and t.expires_at > $2 and s.expires_at > $2 and ${USER_STANDS}`
const API_TOKEN = `select t.id, u.id as user_id, u.customer_id, t.role, u.role as owner_role, t.provider and u.provider as provider, t.directory, ${TIMEZONE}, t.last_used_at, u.provider as owner_provider,
  case when c.configurations ->> 'local_accounts' = 'forbidden' and not t.directory and not exists (select from identities i where i.user_id = u.id) then u.email end as local_email
  from api_tokens t join users u on u.id = t.user_id left join customers c on c.id = u.customer_id
  where t.token_hash = $1 and t.expires_at > $2 and ${USER_STANDS}`

/** What somebody may do now: role and company stand or fall together. */
type Rights = Pick<Caller, 'role' | 'customer_id' | 'provider'>
const rightsOf = ({
  role,
  customer_id,
  provider,
}: Pick<SessionRow, 'role' | 'customer_id' | 'provider'>): Rights => ({
  role,
  customer_id: role === null ? NO_CUSTOMER : (customer_id ?? NO_CUSTOMER),
  provider,
})
/** A token has at most the role of its owner, and the mark of a provider only where it was asked for (users.46); null: it is good for nothing any more. */
function tokenRightsOf(row: TokenRow): Rights | null {
  const role = lesserRole(row.role, row.owner_role)
  return role === null && !row.provider ? null : rightsOf({ ...row, role })
}
const isSame = (a: Rights, b: Rights): boolean =>
  a.role === b.role && a.customer_id === b.customer_id && a.provider === b.provider

/** Who a bearer token belongs to; null when it is unknown or expired. Throws `session_ended` when its session was ended, `locked` when the password has expired; API tokens are no passwords and do not age. */
export async function callerOf(token: string, ctx: Context): Promise<Caller | null> {
  const now = ctx.now()
  if (token.startsWith(API_TOKEN_PREFIX)) return apiCallerOf(token, ctx, now)
  const { rows } = await ctx.pool.query<SessionRow>({
    name: 'session',
    text: SESSION,
    values: [digest(token), new Date(now)],
  })
  const [row] = rows
  if (row === undefined) return null
  if (row.ended_at !== null) throw new Problem('session_ended')
  if (passwordExpired(row.password_changed_at, row.max_age, now)) throw new Problem('locked')
  const until = Math.min(now + TOKEN_MS, row.session_expires_at.getTime())
  if (until - row.token_expires_at.getTime() >= EXTEND_EVERY_MS)
    await ctx.pool.query('update session_tokens set expires_at = $2 where token_hash = $1', [
      digest(token),
      new Date(until),
    ])
  return {
    user_id: row.user_id,
    ...rightsOf(row),
    timezone: row.timezone ?? ctx.config.FLOTTA_TIMEZONE,
    credential: { kind: 'session', id: row.session_id },
    step_up_until: row.step_up_until?.getTime() ?? 0,
    factor_at: row.factor_at?.getTime() ?? 0,
  }
}

async function apiCallerOf(token: string, ctx: Context, now: number): Promise<Caller | null> {
  const { rows } = await ctx.pool.query<TokenRow>({
    name: 'api_token',
    text: API_TOKEN,
    values: [digest(token), new Date(now)],
  })
  const [row] = rows
  const rights = row === undefined ? null : tokenRightsOf(row)
  if (row === undefined || rights === null) return null
  if (row.local_email !== null)
    await mayBeLocal(ctx, {
      email: row.local_email,
      role: row.owner_role,
      provider: row.owner_provider,
      customer_id: row.customer_id,
      configurations: { local_accounts: 'forbidden' },
    })
  if (row.last_used_at === null || now - row.last_used_at.getTime() > USE_NOTED_EVERY_MS)
    await ctx.pool.query('update api_tokens set last_used_at = $2 where id = $1', [
      row.id,
      new Date(now),
    ])
  return {
    user_id: row.user_id,
    ...rights,
    timezone: row.timezone ?? ctx.config.FLOTTA_TIMEZONE,
    credential: { kind: 'token', id: row.id },
    ...(row.directory && { directory: true }),
  }
}

const SESSION_ALIVE = `select u.id as user_id, u.customer_id, u.role, u.provider, u.password_changed_at, c.configurations ->> 'password_max_age_days' as max_age
  from sessions s join users u on u.id = s.user_id left join customers c on c.id = u.customer_id
  where s.id = $1 and s.ended_at is null and s.expires_at > $2 and ${USER_STANDS}`
const API_TOKEN_ALIVE = `select u.id as user_id, u.customer_id, t.role, u.role as owner_role, t.provider and u.provider as provider
  from api_tokens t join users u on u.id = t.user_id left join customers c on c.id = u.customer_id
  where t.id = $1 and t.expires_at > $2 and ${USER_STANDS}`

/** Whether a caller of before may still do the same: its session or API token stands, with the same role, customer and mark. For streams, which outlive their token. */
export async function stillStands(caller: Caller, ctx: Context): Promise<boolean> {
  const { credential } = caller
  if (credential.kind === 'ticket') return false
  if (credential.kind === 'session') {
    const { rows } = await ctx.pool.query<SessionRow>(SESSION_ALIVE, [
      credential.id,
      new Date(ctx.now()),
    ])
    const [row] = rows
    return (
      row !== undefined &&
      isSame(rightsOf(row), caller) &&
      !passwordExpired(row.password_changed_at, row.max_age, ctx.now())
    )
  }
  const { rows } = await ctx.pool.query<TokenRow>(API_TOKEN_ALIVE, [
    credential.id,
    new Date(ctx.now()),
  ])
  const [row] = rows
  const rights = row === undefined ? null : tokenRightsOf(row)
  return rights !== null && isSame(rights, caller)
}
