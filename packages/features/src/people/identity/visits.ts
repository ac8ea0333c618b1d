// The way to an identity provider and back: authorization code with PKCE, state and nonce, bound to the browser that began.
import { Problem } from '@flotta/core/problem.ts'
import type { Context, HttpExchange } from '@flotta/platform/feature.ts'
import { digest, newSecret } from '@flotta/platform/passwords.ts'
import * as client from 'openid-client'
import { openSession } from '../factors/sign-in.ts'
import { discover, providerOf, provingOurselves } from '../providers/providers.ts'
import type { IdentityProvider } from '../providers/rules.ts'
import { accountFor, type Claims } from './accounts.ts'
import { noteSession } from './logout.ts'
import './tables.ts'

export const VISIT_COOKIE = 'flotta_visit'
export const VISIT_PATH = '/login/oidc'
const VISIT_S = 600

const callbackOf = ({ config }: Pick<Context, 'config'>, id: string): string =>
  `${config.publicUrl}${VISIT_PATH}/${id}/callback`
/** Paths of our own pages alone. */
const localOnly = (next: string | undefined): string | null =>
  next !== undefined && /^\/(?![/\\])[^\s\\]{0,500}$/.test(next) ? next : null

/** The address of the provider, where the visit begins. */
export async function beginVisit(
  ctx: Context,
  id: string,
  next: string | undefined,
  http: HttpExchange,
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
      expires_at: new Date(ctx.now() + VISIT_S * 1000),
    })
    .execute()
  // the provider leads back from another site, where a strict cookie would not come along
  http.setCookie(VISIT_COOKIE, secret, { maxAge: VISIT_S, path: VISIT_PATH, lax: true })
  return client.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackOf(ctx, id),
    scope: 'openid email profile',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  }).href
}

/** Opens the session of whom the provider has brought. @returns the page that was wanted */
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
          .returning(['state', 'nonce', 'verifier', 'next'])
          .executeTakeFirst()
  if (visit === undefined) throw new Problem('unauthorized', 'identity.over')
  const claims = await claimsOf(ctx, provider, search, visit)
  const user_id = await ctx.db.transaction().execute(tx => accountFor(ctx, tx, provider, claims))
  await openSession(ctx, user_id, { http, address }, false, (tx, session_id) =>
    noteSession(tx, provider, claims, session_id),
  )
  return visit.next ?? '/'
}

/** What the provider says of the person, in a token that is signed by it, for us, for this visit, and for now. */
async function claimsOf(
  ctx: Context,
  provider: IdentityProvider,
  search: string,
  visit: { readonly state: string; readonly nonce: string; readonly verifier: string },
): Promise<Claims> {
  try {
    const url = new URL(callbackOf(ctx, provider.id))
    url.search = search
    const tokens = await provingOurselves(provider, configuration =>
      client.authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: visit.verifier,
        expectedState: visit.state,
        expectedNonce: visit.nonce,
        idTokenExpected: true,
      }),
    )
    const claims = tokens.claims()
    if (claims === undefined) throw new Error('no identity in the answer')
    const configuration = await discover(provider)
    const wanted = ['email', ...(provider.role_claim === undefined ? [] : [provider.role_claim])]
    if (
      wanted.every(name => claims[name] !== undefined) ||
      configuration.serverMetadata().userinfo_endpoint === undefined
    )
      return claims
    const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    return { ...more, ...claims }
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
