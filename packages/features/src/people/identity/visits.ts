// The redirect to an identity provider and back: authorization code with PKCE, state and nonce, bound to the browser that began.
import { Problem } from '@flotta/core/problem.ts'
import { MINUTE } from '@flotta/core/time.ts'
import type { Context, HttpExchange } from '@flotta/platform/feature.ts'
import { digest, newSecret } from '@flotta/platform/passwords.ts'
import { sql } from 'kysely'
import * as client from 'openid-client'
import { STEP_UP_MINUTES } from '../factors/contract.ts'
import { openSession } from '../factors/sign-in.ts'
import { discover, providerOf, provingOurselves } from '../providers/providers.ts'
import type { IdentityProvider } from '../providers/rules.ts'
import { accountFor, type Claims } from './accounts.ts'
import { claimsOf } from './claims.ts'
import { noteSession } from './logout.ts'
import './tables.ts'

export const VISIT_COOKIE = 'flotta_visit'
export const VISIT_PATH = '/login/oidc'
const VISIT_S = 600
const SCOPE = 'openid email profile'

const callbackOf = ({ config }: Pick<Context, 'config'>, id: string): string =>
  `${config.publicUrl}${VISIT_PATH}/${id}/callback`
/** Accepts only paths of our own pages. */
const localOnly = (next: string | undefined): string | null =>
  next !== undefined && /^\/(?![/\\])[^\s\\]{0,500}$/.test(next) ? next : null

/** The requested scope, with a refresh token where it is offered, so that the person's access can be checked later. */
const scopeOf = ({ scopes_supported: scopes = [] }: client.ServerMetadata): string =>
  scopes.includes('offline_access') ? `${SCOPE} offline_access` : SCOPE
/** The identity provider must ask the person again, even if it knows the browser. */
const ANEW = { max_age: '0', prompt: 'login' } as const

/**
 * The address of the identity provider, where the visit begins.
 * @param session_id of a signed-in person who proves their identity again
 */
export async function beginVisit(
  ctx: Context,
  id: string,
  next: string | undefined,
  http: HttpExchange,
  session_id: string | null = null,
): Promise<string> {
  const provider = await providerOf(ctx, id)
  const configuration = await discover(provider).catch((error: unknown) => {
    ctx.log.error(
      { provider: id, error: error instanceof Error ? error.message : String(error) },
      'an identity provider does not answer',
    )
    throw new Problem('unavailable', 'identity.away', {}, 10)
  })
  const secret = newSecret()
  const [verifier, state, nonce] = [
    client.randomPKCECodeVerifier(),
    client.randomState(),
    client.randomNonce(),
  ]
  await ctx.db
    .insertInto('identity_visits')
    .values({
      token_hash: digest(secret),
      provider: id,
      state,
      nonce,
      verifier,
      next: localOnly(next),
      session_id,
      expires_at: new Date(ctx.now() + VISIT_S * 1000),
    })
    .execute()
  // the redirect back comes from another site, to which a strict cookie would not be sent
  http.setCookie(VISIT_COOKIE, secret, { maxAge: VISIT_S, path: VISIT_PATH, lax: true })
  return client.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackOf(ctx, id),
    ...(session_id === null
      ? { scope: scopeOf(configuration.serverMetadata()) }
      : { scope: SCOPE, ...ANEW }),
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  }).href
}

/**
 * Opens the session of the person whom the identity provider has signed in.
 * @returns the requested page
 */
export async function endVisit(
  ctx: Context,
  id: string,
  search: string,
  http: HttpExchange,
  address: string,
): Promise<string> {
  const provider = await providerOf(ctx, id)
  const secret = http.cookie(VISIT_COOKIE)
  http.setCookie(VISIT_COOKIE, null, { maxAge: 0, path: VISIT_PATH, lax: true })
  const visit =
    secret === undefined
      ? undefined
      : await ctx.db
          .deleteFrom('identity_visits')
          .where('token_hash', '=', digest(secret))
          .where('provider', '=', id)
          .where('expires_at', '>', new Date(ctx.now()))
          .returning(['state', 'nonce', 'verifier', 'next', 'session_id'])
          .executeTakeFirst()
  if (visit === undefined) throw new Problem('unauthorized', 'identity.over')
  const { claims, refresh_token } = await identityOf(ctx, provider, search, visit)
  if (visit.session_id !== null) {
    await noteProof(ctx, provider, claims, visit.session_id, http)
    return visit.next ?? '/'
  }
  const user_id = await ctx.db.transaction().execute(tx => accountFor(ctx, tx, provider, claims))
  await openSession(ctx, user_id, { http, address }, false, (tx, session_id) =>
    noteSession(ctx, tx, provider, { claims, session_id, refresh_token }),
  )
  return visit.next ?? '/'
}

/** Notes that the person was asked again at the identity provider, which opens critical calls like any other proof. Throws `forbidden` for another person. */
async function noteProof(
  ctx: Context,
  { id }: IdentityProvider,
  { sub, auth_time }: Claims,
  session_id: string,
  http: HttpExchange,
): Promise<void> {
  // a proof with a time in the future counts as made now
  const provedAt = Math.min(Number(auth_time) * 1_000, ctx.now())
  const until = provedAt + STEP_UP_MINUTES * MINUTE
  const { rows } = await sql<{ readonly user_id: number }>`
    update sessions s set step_up_until = ${new Date(until)} from identities i
    where s.id = ${session_id} and s.ended_at is null and i.user_id = s.user_id and i.provider = ${id} and i.subject = ${sub} returning s.user_id`.execute(
    ctx.db,
  )
  const [session] = rows
  if (session === undefined) throw new Problem('forbidden', 'identity.other_account')
  const { user_id } = session
  Object.assign(http.audit, { user_id, action: 'run', subject: 'step-up', after: { provider: id } })
}

interface Identity {
  readonly claims: Claims
  readonly refresh_token: string | undefined
}
/** The identity provider's claims about the person, in a token signed by it, for us, for this visit and for now. */
async function identityOf(
  ctx: Context,
  provider: IdentityProvider,
  search: string,
  visit: {
    readonly state: string
    readonly nonce: string
    readonly verifier: string
    readonly session_id: string | null
  },
): Promise<Identity> {
  try {
    const url = new URL(callbackOf(ctx, provider.id))
    url.search = search
    const tokens = await provingOurselves(provider, configuration =>
      client.authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: visit.verifier,
        expectedState: visit.state,
        expectedNonce: visit.nonce,
        idTokenExpected: true,
        // a proof counts from when the person was asked there, which the identity provider must state
        ...(visit.session_id !== null && { maxAge: VISIT_S }),
      }),
    )
    const claims = claimsOf(tokens, ctx.now())
    if (claims === undefined) throw new Error('no identity in the answer')
    const { refresh_token } = tokens
    const configuration = await discover(provider)
    const wanted = ['email', ...(provider.role_claim === undefined ? [] : [provider.role_claim])]
    if (
      wanted.every(name => claims[name] !== undefined) ||
      configuration.serverMetadata().userinfo_endpoint === undefined
    )
      return { claims, refresh_token }
    const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    return { claims: { ...more, ...claims }, refresh_token }
  } catch (error) {
    ctx.log.warn(
      {
        security: 'identity_refused',
        provider: provider.id,
        error: error instanceof Error ? error.message : String(error),
      },
      'what an identity provider said was not believed',
    )
    throw new Problem('unauthorized', 'identity.not_believed')
  }
}
