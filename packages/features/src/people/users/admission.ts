// Whether a company may have one more account, and whether an address is free for it.
import { invalid, Problem } from '@flotta/core/problem.ts'
import type { Tx } from '@flotta/platform/db.ts'
import type { Caller, Context } from '@flotta/platform/feature.ts'
import { perHour } from '@flotta/platform/limits.ts'
import { securityLine } from '@flotta/platform/security-log.ts'
import { sql } from 'kysely'
import { isWithin } from '../customers/queries.ts'
import { holderOf } from './addresses.ts'

interface Writing {
  readonly tx: Tx
  readonly caller: Caller
  readonly ctx: Context
}

/** Limits the checks of addresses that belong to other companies' users, so that nobody can find out who has an account elsewhere. */
const ELSEWHERE = perHour(20)
/**
 * Throws on `email` where the address is taken, also by another company's user; after too many of these no address is looked up at all, so that the refusal
 * reveals nothing either.
 */
export async function mustBeFree(
  email: string,
  { tx, caller, ctx }: Writing,
  but?: number,
): Promise<void> {
  const key = `addresses of other companies ${caller.customer_id}`
  const wait = await ctx.limits.take(key, ELSEWHERE)
  if (wait > 0)
    throw new Problem(
      'too_many',
      { key: 'api.wait_minutes', values: { count: Math.ceil(wait / 60) } },
      {},
      wait,
    )
  const holder = await holderOf(tx, email, ctx.now(), but)
  if (holder === null || (await isWithin(tx, caller.customer_id, holder)))
    await ctx.limits.give(key, ELSEWHERE)
  else
    securityLine(ctx, 'address_probed', {
      address: '',
      user_id: caller.user_id,
      customer_id: caller.customer_id,
    })
  if (holder !== null) throw invalid({ email: 'validation.taken' })
}

/** Throws a conflict where a company has its maximum of accounts. Two simultaneous calls are counted one after the other. */
export async function mustHaveRoom(customer_id: number, { tx, ctx }: Writing): Promise<void> {
  await sql`select 1 from customers where id = ${customer_id} for no key update`.execute(tx)
  const { total } = await tx
    .selectFrom('users')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('customer_id', '=', customer_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const maximum = ctx.config.FLOTTA_USERS_PER_COMPANY
  if (total >= maximum) throw new Problem('conflict', { key: 'users.limit', values: { maximum } })
}
