// How a person can prove their identity again, beside an identity provider.
import type { Context } from '@flotta/platform/feature.ts'
import { onlyWaysIn } from '../providers/local-accounts.ts'
import type { StepUpMethod } from './contract.ts'
import { methodsOf } from './queries.ts'

/** The methods. A password that cannot be used to sign in is no proof either. */
export async function stepUpMethods(
  ctx: Pick<Context, 'db' | 'config'>,
  user_id: number,
): Promise<StepUpMethod[]> {
  const account = await ctx.db
    .selectFrom('users as u')
    .leftJoin('customers as c', 'c.id', 'u.customer_id')
    .select(['u.email', 'u.role', 'u.provider', 'u.customer_id', 'u.password_hash'])
    .select('c.configurations')
    .where('u.id', '=', user_id)
    .executeTakeFirstOrThrow()
  const isPasswordGood =
    account.password_hash !== null && (await onlyWaysIn(ctx, account)).length === 0
  const methods = await methodsOf(ctx.db, user_id)
  return isPasswordGood ? ['password', ...methods] : methods
}
