// Checks whether users whom an identity provider signed in may still sign in there: every few minutes by the token that it issued for this, so that access
// removed there ends here too, even without a message of a sign-out.
import type { Db } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { seal, unseal } from '@flotta/platform/seal.ts'
import { sql } from 'kysely'
import * as client from 'openid-client'
import { endSessions } from '../auth/sessions.ts'
import { providersOf, provingOurselves } from '../providers/providers.ts'
import { type IdentityProvider, roleOf } from '../providers/rules.ts'
import { endSecretsOf } from '../users/secrets.ts'
import { setClaimedRole } from './accounts.ts'
import { claimsOf } from './claims.ts'
import './tables.ts'

/** How often the job runs, and how old an answer may be then, seconds: together with the checks themselves less than five minutes. */
export const LOOK_S = 60
const OLDEST_S = 200
/** Sessions that one run checks, and checks at the same time. */
const BATCH = 400
const SIDE_BY_SIDE = 8

const purposeOf = (session_id: string): string => `refresh ${session_id}`
export const sealRefresh = (ctx: Context, session_id: string, token: string): Promise<Buffer> =>
  seal(ctx.config, Buffer.from(token), purposeOf(session_id))

interface Due {
  readonly session_id: string
  readonly provider: string
  readonly subject: string
  readonly user_id: number
  readonly refresh_token: Buffer
}
/**
 * Sessions in use whose last answer is old. They are marked as checked, so that no other process checks them too: many identity providers replace the token
 * with each answer.
 */
async function claimDue(db: Db, now: number): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    with due as (
      select i.session_id from identity_sessions i join sessions s on s.id = i.session_id
      where i.refresh_token is not null and i.checked_at < ${new Date(now - OLDEST_S * 1_000)} and s.ended_at is null
        and exists (select from session_tokens t where t.session_id = s.id and t.expires_at > ${new Date(now)})
      order by i.checked_at limit ${BATCH} for update of i skip locked)
    update identity_sessions i set checked_at = ${new Date(now)} from due, sessions s
    where i.session_id = due.session_id and s.id = i.session_id returning i.session_id, i.provider, i.subject, s.user_id, i.refresh_token`.execute(
    db,
  )
  return rows
}

/** Job: ends the sessions of users who may no longer sign in there. */
export async function checkSessions(ctx: Context): Promise<void> {
  const providers = new Map((await providersOf(ctx.config)).map(one => [one.id, one]))
  if (providers.size === 0) return
  const due = [...(await claimDue(ctx.db, ctx.now()))]
  const ask = async () => {
    for (let session = due.shift(); session !== undefined; session = due.shift())
      await check(ctx, providers.get(session.provider), session)
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, ask))
}

async function check(
  ctx: Context,
  provider: IdentityProvider | undefined,
  session: Due,
): Promise<void> {
  const { session_id } = session
  // an identity provider that was removed from the file signs nobody in
  if (provider === undefined) return end(ctx, session)
  try {
    const token = await unseal(ctx.config, session.refresh_token, purposeOf(session_id))
    const tokens = await provingOurselves(provider, configuration =>
      client.refreshTokenGrant(configuration, token.toString()),
    )
    const claims = claimsOf(tokens, ctx.now())
    const isOther = claims !== undefined && claims.sub !== session.subject
    const role = claims === undefined ? undefined : claimedRole(provider, claims)
    if (isOther || role === null) {
      await endSecretsOf(ctx.db, session.user_id, ctx.now())
      return await end(ctx, session)
    }
    if (role !== undefined) await setClaimedRole(ctx.db, session.user_id, role, ctx.now())
    if (tokens.refresh_token === undefined) return
    const refresh_token = await sealRefresh(ctx, session_id, tokens.refresh_token)
    await ctx.db
      .updateTable('identity_sessions')
      .set({ refresh_token })
      .where('session_id', '=', session_id)
      .execute()
  } catch (error) {
    if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant')
      return end(ctx, session)
    // an identity provider that does not answer says nothing about anybody: it is asked again in the next run
    ctx.log.warn(
      { provider: provider.id, error: error instanceof Error ? error.message : String(error) },
      'an identity provider could not be asked whether a person may still sign in',
    )
    await ctx.db
      .updateTable('identity_sessions')
      .set({ checked_at: new Date(ctx.now() - OLDEST_S * 1_000) })
      .where('session_id', '=', session_id)
      .execute()
  }
}
/** undefined: these tokens say nothing about roles. */
const claimedRole = (provider: IdentityProvider, claims: Readonly<Record<string, unknown>>) =>
  provider.role_claim === undefined || claims[provider.role_claim] === undefined
    ? undefined
    : roleOf(provider, claims)

async function end(ctx: Context, { session_id, provider, user_id }: Due): Promise<void> {
  await endSessions(ctx.db, { session_id }, ctx.now())
  ctx.log.info({ provider, user_id }, 'an identity provider lets a person in no more')
}
