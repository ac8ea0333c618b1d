// Signing in with an address and a password.
import type { Role } from '@flotta/core/contract.ts'
import { Problem } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { AuditDraft, Context, HttpExchange } from '@flotta/platform/feature.ts'
import { networkOf } from '@flotta/platform/networks.ts'
import { countAttempt } from '../users/tries.ts'
import type { Token } from './contract.ts'
import { COOKIE, COOKIE_PATH } from './session-cookie.ts'
import { type IssuedSession, passwordExpired } from './sessions.ts'
import './tables.ts'

/** The person who gave the right password; the failures before are cleared when the whole sign-in has succeeded (`forgetFailures`). */
export interface SignedIn {
  readonly id: number
  readonly email: string
  readonly customer_id: number | null
  readonly provider: boolean
  readonly role: Role | null
  readonly configurations: Readonly<Record<string, string>>
}
/** The user behind an address and password. Throws `unauthorized`, `locked` (password expired) or `too_many`. */
export async function signIn(
  ctx: Context,
  email: string,
  password: string,
  address: string,
  audit: AuditDraft,
): Promise<SignedIn> {
  const user = await ctx.db
    .selectFrom('users as u')
    .leftJoin('customers as c', 'c.id', 'u.customer_id')
    .select([
      'u.id',
      'u.email',
      'u.customer_id',
      'u.provider',
      'u.role',
      'u.password_hash',
      'u.password_changed_at',
      'c.configurations',
    ])
    .where(eb => eb(eb.fn<string>('lower', ['u.email']), '=', email))
    .where('u.deleted_at', 'is', null)
    .where('u.disabled', '=', false)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst()
  if (user !== undefined) Object.assign(audit, { user_id: user.id, subject: `users/${user.id}` })
  const attempt = { account: email, address: networkOf(address), user_id: user?.id ?? null }
  const right = await countAttempt(ctx, attempt, async () => user?.password_hash ?? null, password)
  if (!right || user === undefined) throw new Problem('unauthorized', 'api.wrong_credentials')
  if (
    passwordExpired(
      user.password_changed_at,
      user.configurations?.password_max_age_days ?? null,
      ctx.now(),
    )
  )
    throw new Problem('locked')
  const { id, customer_id, provider, role } = user
  return {
    id,
    email: user.email,
    customer_id,
    provider,
    role,
    configurations: user.configurations ?? {},
  }
}

/** Clears the failures of an account after a complete sign-in. Not earlier, or a right password would allow more tries at the second factor. */
export const forgetFailures = async (db: Db | Tx, email: string): Promise<void> => {
  await db.deleteFrom('login_failures').where('account', '=', email.toLowerCase()).execute()
}

/** The answer to a sign-in: the token, with the cookie that gets new ones. */
export function replyWithSession(http: HttpExchange, issued: IssuedSession): Token {
  http.setCookie(COOKIE, issued.cookie, { maxAge: issued.maxAge, path: COOKIE_PATH })
  return issued.token
}
