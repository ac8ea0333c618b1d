// Signing in: who may try how often, and what a wrong try costs.
import { Problem } from '@flotta/core/problem.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { inTurn, verifyPassword } from '@flotta/platform/passwords.ts'
import { FAILURES_PER_ACCOUNT, FAILURES_PER_ADDRESS, LOCKOUT_MINUTES } from './limits.ts'
import { passwordExpired } from './sessions.ts'
import './tables.ts'

const WINDOW_MS = LOCKOUT_MINUTES * 60_000

/** Seconds until the account and the address may try again; 0: now. */
async function waitOf(ctx: Context, account: string, address: string): Promise<number> {
  const now = ctx.now()
  const since = new Date(now - WINDOW_MS)
  const nth = (column: 'account' | 'address', value: string, limit: number) =>
    ctx.db
      .selectFrom('login_failures')
      .select('at')
      .where(column, '=', value)
      .where('at', '>', since)
      .orderBy('at', 'desc')
      .offset(limit - 1)
      .limit(1)
      .executeTakeFirst()
  const [a, b] = await Promise.all([nth('account', account, FAILURES_PER_ACCOUNT), nth('address', address, FAILURES_PER_ADDRESS)])
  const until = Math.max(a?.at.getTime() ?? 0, b?.at.getTime() ?? 0)
  return until === 0 ? 0 : Math.max(1, Math.ceil((until + WINDOW_MS - now) / 1000))
}

/** Tries of one account go one after the other, so that many at once are counted like many in a row. */
const lines = new Map<string, Promise<unknown>>()
async function inLine<T>(account: string, work: () => Promise<T>): Promise<T> {
  const before = lines.get(account)
  const mine = (before ?? Promise.resolve()).then(work, work)
  lines.set(account, mine)
  try {
    return await mine
  } finally {
    if (lines.get(account) === mine) lines.delete(account)
  }
}

/**
 * Whether a password fits an account, counted for the lockout. `hashed` is asked when the turn has come.
 * Throws `too_many` with the seconds to wait, the same whether or not the account exists.
 */
export function counted(ctx: Context, account: string, address: string, hashed: () => Promise<string | null>, password: string): Promise<boolean> {
  const attempt = async () => {
    const wait = await waitOf(ctx, account, address)
    if (wait > 0) throw new Problem('too_many', { key: 'api.wait', values: { count: wait } }, {}, wait)
    if (await verifyPassword(await hashed(), password)) return true
    await ctx.db
      .insertInto('login_failures')
      .values({ at: new Date(ctx.now()), account, address })
      .execute()
    return false
  }
  return inLine(account, () => inTurn(attempt))
}

/** The user behind an address and password. Throws `unauthorized`, `locked` (password expired) or `too_many`. */
export async function signIn(ctx: Context, email: string, password: string, address: string): Promise<number> {
  const user = await ctx.db
    .selectFrom('users as u')
    .innerJoin('customers as c', 'c.id', 'u.customer_id')
    .select(['u.id', 'u.password_hash', 'u.password_changed_at', 'c.configurations'])
    .where(eb => eb(eb.fn<string>('lower', ['u.email']), '=', email))
    .where('u.deleted_at', 'is', null)
    .where('u.disabled', '=', false)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst()
  const right = await counted(ctx, email, address, async () => user?.password_hash ?? null, password)
  if (!right || user === undefined) throw new Problem('unauthorized', 'api.wrong_credentials')
  if (passwordExpired(user.password_changed_at, user.configurations.password_max_age_days ?? null, ctx.now())) throw new Problem('locked')
  await ctx.db.deleteFrom('login_failures').where('account', '=', email).execute()
  return user.id
}
