// The cookie of a session: exchanged for a fresh token and a new cookie, or used to end the session.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { API } from '@flotta/core/contract.ts'
import { Problem } from '@flotta/core/problem.ts'
import type { Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { digest } from '@flotta/platform/passwords.ts'
import { z } from 'zod'
import {
  endSessions,
  IDLE_MS,
  type IssuedSession,
  lastUsed,
  newToken,
  passwordExpired,
} from './sessions.ts'

export const COOKIE = 'flotta_session'
export const COOKIE_PATH = API
/** A replaced cookie stays valid for this long and is not replaced again, because tabs that open at once send the same one, ms. */
export const GRACE_MS = 60_000

const SessionId = z.uuid()
/** The session of a cookie, and which cookie it is: the current one, the previous one within the grace, or an older one. */
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
 * A fresh token for a cookie, and the cookie that replaces it. null: there is no such session. A cookie that was replaced longer ago than the grace ends its
 * session, because somebody else may have a copy. Throws `session_ended` when the session was ended elsewhere, `locked` when the password has expired.
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

/** Ends the session of a cookie, a current or an older one. */
export async function endByCookie(ctx: Context, cookie: string): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction().execute(async tx => {
    const session = await byCookie(tx, cookie, now)
    if (session !== null && session.ended_at === null)
      await endSessions(tx, { session_id: session.id }, now)
  })
}
