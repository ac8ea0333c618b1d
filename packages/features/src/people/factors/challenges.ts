// Challenges that passkeys sign: each is valid for some minutes and only once.
import type { Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'

export const CHALLENGE_MS = 5 * 60_000
export async function keepChallenge(
  ctx: Context,
  user_id: number,
  purpose: 'enrol' | 'prove',
  challenge: string,
): Promise<void> {
  await ctx.db
    .insertInto('passkey_challenges')
    .values({ user_id, challenge, purpose, expires_at: new Date(ctx.now() + CHALLENGE_MS) })
    .execute()
}
/** Consumes the challenge that was signed; null: this user has none such. */
export async function spendChallenge(
  tx: Tx,
  ctx: Context,
  user_id: number,
  purpose: 'enrol' | 'prove',
  clientData: string | undefined,
): Promise<string | null> {
  const challenge = challengeIn(clientData)
  if (challenge === null) return null
  const row = await tx
    .deleteFrom('passkey_challenges')
    .where('user_id', '=', user_id)
    .where('purpose', '=', purpose)
    .where('challenge', '=', challenge)
    .where('expires_at', '>', new Date(ctx.now()))
    .returning('challenge')
    .executeTakeFirst()
  return row?.challenge ?? null
}
function challengeIn(clientData: string | undefined): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData ?? '', 'base64url').toString())
    return typeof challenge === 'string' && challenge.length <= 200 ? challenge : null
  } catch {
    return null
  }
}
export async function spendVisit(
  tx: Tx,
  ctx: Context,
  clientData: string | undefined,
): Promise<string | null> {
  const challenge = challengeIn(clientData)
  if (challenge === null) return null
  const row = await tx
    .deleteFrom('passkey_visits')
    .where('challenge', '=', challenge)
    .where('expires_at', '>', new Date(ctx.now()))
    .returning('challenge')
    .executeTakeFirst()
  return row?.challenge ?? null
}
