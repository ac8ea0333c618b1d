// The claims of an identity token, beyond what the library checks: nothing is believed that was issued in the future.
import { SECOND } from '@flotta/core/time.ts'
import type { Claims } from './accounts.ts'

/** How far the identity provider's clock may be off, seconds. */
export const CLOCK_S = 60

/** What a sign-in or a refreshed token tells of a person; undefined: it has no identity token. Throws for a token whose `iat` lies ahead. */
export function claimsOf<C extends Claims & { readonly iat: number }>(
  tokens: { claims(): C | undefined },
  now: number,
): C | undefined {
  const claims = tokens.claims()
  if (claims !== undefined && claims.iat > now / SECOND + CLOCK_S)
    throw new Error('the identity token was issued in the future')
  return claims
}
