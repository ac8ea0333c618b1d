// The message of an identity provider that somebody has signed out there, or may no longer sign in (OpenID Connect Back-Channel Logout 1.0): the sessions
// that it opened end.
import { Problem } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context, FormVisit } from '@flotta/platform/feature.ts'
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { z } from 'zod'
import { discover, providerOf } from '../providers/providers.ts'
import type { IdentityProvider } from '../providers/rules.ts'
import type { Claims } from './accounts.ts'
import { sealRefresh } from './checks.ts'
import { CLOCK_S } from './claims.ts'
import './tables.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Older messages are refused, seconds. */
const OLDEST_S = 120
/** Asymmetric algorithms, with which only the identity provider can sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA']

const LogoutClaims = z
  .object({
    sub: z.string().min(1).optional(),
    sid: z.string().min(1).optional(),
    jti: z.string().min(1).max(500),
    events: z.object({ [EVENT]: z.object({}) }),
    /** Forbidden here, because only the identity token of a sign-in has a nonce, and such a token must not pass as a sign-out. */
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined)

/** Stores the identity provider's own names of the session that it has opened. */
export const noteSession = async (
  ctx: Context,
  tx: Tx,
  provider: IdentityProvider,
  {
    claims: { sub, sid },
    session_id,
    refresh_token,
  }: {
    readonly claims: Claims
    readonly session_id: string
    readonly refresh_token: string | undefined
  },
) =>
  tx
    .insertInto('identity_sessions')
    .values({
      session_id,
      provider: provider.id,
      subject: sub,
      sid: typeof sid === 'string' ? sid : null,
      refresh_token:
        refresh_token === undefined ? null : await sealRefresh(ctx, session_id, refresh_token),
      checked_at: new Date(ctx.now()),
    })
    .execute()

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()
/** The keys at an address; unknown keys are requested at most every half minute. */
function keysAt(address: string): ReturnType<typeof createRemoteJWKSet> {
  const keys = keySets.get(address) ?? createRemoteJWKSet(new URL(address))
  keySets.set(address, keys)
  return keys
}
async function verifiedPayload(
  { now }: Pick<Context, 'now'>,
  provider: IdentityProvider,
  token: string,
): Promise<JWTPayload> {
  const { jwks_uri = '', issuer } = (await discover(provider)).serverMetadata()
  const { payload } = await jwtVerify(token, keysAt(jwks_uri), {
    issuer,
    audience: provider.client_id,
    algorithms: ALGORITHMS,
    requiredClaims: ['iat', 'exp', 'jti'],
    maxTokenAge: OLDEST_S,
    clockTolerance: CLOCK_S,
    currentDate: new Date(now()),
  })
  return payload
}

/**
 * Ends the session that the token names, or all that the identity provider has opened for the person. Throws `invalid` for a token that is not the
 * provider's.
 */
export async function takeLogout({ id, form, ctx }: FormVisit): Promise<void> {
  const provider = await providerOf(ctx, id)
  const claims = await verifiedPayload(ctx, provider, form.get('logout_token') ?? '')
    .then(payload => LogoutClaims.parse(payload))
    .catch((error: unknown) => {
      const fault = error instanceof Error ? error.message : String(error)
      ctx.log.warn(
        { security: 'logout_refused', provider: id, error: fault },
        'the news of a sign-out was not believed',
      )
      throw new Problem('invalid', 'identity.not_believed')
    })
  const sessionCount = await ctx.db.transaction().execute(async tx => {
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('identity_logouts')
      .values({
        provider: id,
        token_id: claims.jti,
        expires_at: new Date(ctx.now() + (OLDEST_S + 2 * CLOCK_S) * 1_000),
      })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) throw new Problem('invalid', 'identity.not_believed')
    return endProviderSessions(tx, id, claims, ctx.now())
  })
  ctx.log.info({ provider: id, sessions: sessionCount }, 'an identity provider ended sessions')
}
async function endProviderSessions(
  tx: Tx,
  provider: string,
  { sub, sid }: z.infer<typeof LogoutClaims>,
  now: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update sessions s set ended_at = ${new Date(now)} from identity_sessions i
    where i.session_id = s.id and s.ended_at is null and i.provider = ${provider}
      and ${sub === undefined ? sql`true` : sql`i.subject = ${sub}`} and ${sid === undefined ? sql`true` : sql`i.sid = ${sid}`}`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

/** Job: deletes messages that could not be repeated any more. */
export const purgeLogouts = async (db: Db, now: number): Promise<void> =>
  void (await db.deleteFrom('identity_logouts').where('expires_at', '<', new Date(now)).execute())
