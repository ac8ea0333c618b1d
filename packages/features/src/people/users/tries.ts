// Attempts with a password: how often somebody may try, and what a wrong attempt costs. Sign-ins and all calls that ask for the password again count
// together.
import { invalid, Problem } from '@flotta/core/problem.ts'
import type { Db } from '@flotta/platform/db.ts'
import type { Caller, Context } from '@flotta/platform/feature.ts'
import { withoutLastStep } from '@flotta/platform/last-step.ts'
import { inTurn, verifyPassword } from '@flotta/platform/passwords.ts'
import { securityLine } from '@flotta/platform/security-log.ts'
import { sql } from 'kysely'
import './tables.ts'

export const LOCKOUT_MINUTES = 15
export const FAILURES_PER_ACCOUNT = 5
export const FAILURES_PER_ADDRESS = 20
const WINDOW_MS = LOCKOUT_MINUTES * 60_000

/** Who tries: an account, whether or not it exists, from a network; null: from a session, which failures from the same network cannot lock. */
export interface Attempt {
  readonly account: string
  readonly address: string | null
  /** null: there is no such user. */
  readonly user_id: number | null
}

/** Seconds until this many failures are long enough ago; 0: now. */
async function waitOf(
  db: Db,
  now: number,
  column: 'account' | 'address',
  value: string,
  limit: number,
): Promise<number> {
  const nth = await db
    .selectFrom('login_failures')
    .select('at')
    .where(column, '=', value)
    .where('at', '>', new Date(now - WINDOW_MS))
    .orderBy('at', 'desc')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst()
  return nth === undefined ? 0 : Math.max(1, Math.ceil((nth.at.getTime() + WINDOW_MS - now) / 1000))
}
/** Throws `too_many`, with whether the account or the network must wait, and how long. */
async function mayTry(ctx: Context, db: Db, { account, address, user_id }: Attempt): Promise<void> {
  const now = ctx.now()
  const accountWait = await waitOf(db, now, 'account', account, FAILURES_PER_ACCOUNT)
  const addressWait =
    address === null ? 0 : await waitOf(db, now, 'address', address, FAILURES_PER_ADDRESS)
  const wait = Math.max(accountWait, addressWait)
  if (wait === 0) return
  const values = { count: Math.ceil(wait / 60) }
  securityLine(ctx, 'sign_in_locked', {
    address: address ?? '',
    user_id,
    locked: accountWait >= addressWait ? 'account' : 'address',
  })
  throw new Problem(
    'too_many',
    accountWait >= addressWait
      ? { key: 'api.account_waits', values }
      : { key: 'api.address_waits', values },
    {},
    wait,
  )
}

/** Attempts on one account run one after the other, so that many at once count like many in a row. */
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

/** First key of the advisory locks that make attempts on an account count one after the other across processes. */
const TRY_LOCK = 7_106_003

/** Counts the attempt as a failure until it turns out to be right, so that many at once, in any processes, count like many in a row. Throws `too_many`. */
const beginAttempt = (ctx: Context, attempt: Attempt): Promise<number> =>
  withoutLastStep(ctx.db)
    .transaction()
    .execute(async tx => {
      await sql`select pg_advisory_xact_lock(${TRY_LOCK}, hashtext(${attempt.account}))`.execute(tx)
      await mayTry(ctx, tx, attempt)
      const { id } = await tx
        .insertInto('login_failures')
        .values({ at: new Date(ctx.now()), account: attempt.account, address: '' })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })

/** Whether the attempt was right, counted for the lockout. Throws `too_many`, the same whether or not the account exists. */
async function countOutcome(
  ctx: Context,
  attempt: Attempt,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const id = await beginAttempt(ctx, attempt)
  const right = await isRight()
  if (right) await ctx.db.deleteFrom('login_failures').where('id', '=', id).execute()
  else {
    securityLine(ctx, 'sign_in_failed', {
      address: attempt.address ?? '',
      user_id: attempt.user_id,
    })
    await ctx.db
      .updateTable('login_failures')
      .set({ address: attempt.address ?? '' })
      .where('id', '=', id)
      .execute()
  }
  return right
}

/** Whether a password fits an account. `readHash` is called when its turn has come. */
export const countAttempt = (
  ctx: Context,
  attempt: Attempt,
  readHash: () => Promise<string | null>,
  password: string,
): Promise<boolean> =>
  inLine(attempt.account, () =>
    inTurn(() =>
      countOutcome(ctx, attempt, async () => verifyPassword(await readHash(), password)),
    ),
  )

/** Whether the proof of a second factor is right: a wrong one counts like a wrong password. */
export const countProof = (
  ctx: Context,
  attempt: Attempt,
  isRight: () => Promise<boolean>,
): Promise<boolean> => inLine(attempt.account, () => countOutcome(ctx, attempt, isRight))

/**
 * Checks the caller's own password before what a stolen session must not do, unless the session proved its identity within 10 minutes. Throws
 * `step_up_required` where none was given, on the field `password` where it is wrong, `too_many` like a sign-in.
 */
export async function askPasswordAgain(
  ctx: Context,
  { user_id, step_up_until = 0 }: Caller,
  password: string | undefined,
): Promise<void> {
  if ((password === undefined || password === '') && step_up_until > ctx.now()) return
  if (password === undefined || password === '')
    throw new Problem('step_up_required', 'api.step_up_required', {
      password: [{ key: 'validation.required' }],
    })
  const user = await ctx.db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const right = await countAttempt(
    ctx,
    { account: user.email.toLowerCase(), address: null, user_id },
    async () => user.password_hash,
    password,
  )
  if (!right) throw invalid({ password: 'api.wrong_password' })
}
