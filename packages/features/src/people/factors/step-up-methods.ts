// By which a person can prove again who they are, beside an identity provider.
import type { Context } from '@flotta/platform/feature.ts'
import { onlyWaysIn } from '../providers/local-accounts.ts'
import type { StepUpMethod } from './contract.ts'
import { methodsOf } from './queries.ts'

/** A password that opens no sign-in proves nothing either. */
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
