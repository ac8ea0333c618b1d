// One-time codes and recovery codes of a person in the database: enrolment, check and use.
import { Problem } from '@flotta/core/problem.ts'
import type { Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { withoutLastStep } from '@flotta/platform/last-step.ts'
import { seal, unseal } from '@flotta/platform/seal.ts'
import {
  acceptedStep,
  newRecoveryCodes,
  newTotpSecret,
  recoveryHash,
  stepsWith,
  totpUri,
} from './codes.ts'

const purposeOf = (user_id: number): string => `totp ${user_id}`

/** Stores a secret that awaits its first code, replacing an earlier one that still does. */
export function beginTotp(
  ctx: Context,
  user_id: number,
): Promise<{ readonly secret: string; readonly uri: string }> {
  const secret = newTotpSecret()
  return ctx.db.transaction().execute(async tx => {
    const { email } = await holdUser(tx, user_id)
    await tx
      .deleteFrom('factors')
      .where('user_id', '=', user_id)
      .where('confirmed_at', 'is', null)
      .execute()
    await tx
      .insertInto('factors')
      .values({
        user_id,
        type: 'totp',
        name: '',
        secret: await seal(ctx.config, Buffer.from(secret), purposeOf(user_id)),
        created_at: new Date(ctx.now()),
        confirmed_at: null,
      })
      .execute()
    return { secret, uri: totpUri(secret, email) }
  })
}

/** Locks the user, so that proofs run one after the other and none counts twice. */
export const holdUser = (tx: Tx, user_id: number) =>
  tx
    .selectFrom('users')
    .select(['id', 'email', 'name', 'language'])
    .where('id', '=', user_id)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Confirms the awaiting secret by this code; it then replaces the former one. Throws a conflict where no secret waits. */
export function confirmTotp(
  ctx: Context,
  user_id: number,
  code: string,
  name: string,
  confirmed: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const now = ctx.now()
  return ctx.db.transaction().execute(async tx => {
    await holdUser(tx, user_id)
    const waiting = await tx
      .selectFrom('factors')
      .select(['id', 'secret', 'used_steps'])
      .where('user_id', '=', user_id)
      .where('type', '=', 'totp')
      .where('confirmed_at', 'is', null)
      .executeTakeFirst()
    if (waiting === undefined) throw new Problem('conflict', 'factors.none_waits')
    const step = await stepBy(ctx, user_id, waiting, code)
    if (step === null) return false
    await tx
      .deleteFrom('factors')
      .where('user_id', '=', user_id)
      .where('type', '=', 'totp')
      .where('confirmed_at', 'is not', null)
      .execute()
    await tx
      .updateTable('factors')
      .set({ name, confirmed_at: new Date(now), used_steps: [step] })
      .where('id', '=', waiting.id)
      .execute()
    await confirmed(tx)
    return true
  })
}

async function stepBy(
  ctx: Context,
  user_id: number,
  {
    secret,
    used_steps,
  }: { readonly secret: Buffer | null; readonly used_steps: readonly number[] },
  code: string,
): Promise<number | null> {
  if (secret === null) return null
  const text = await unseal(ctx.config, secret, purposeOf(user_id))
  return acceptedStep(text.toString(), code, ctx.now(), used_steps)
}

/** Whether this is a one-time code of the user that was not used before; it then counts as used. */
export function proveTotp(ctx: Context, user_id: number, code: string): Promise<boolean> {
  const now = ctx.now()
  return withoutLastStep(ctx.db)
    .transaction()
    .execute(async tx => {
      const factor = await tx
        .selectFrom('factors')
        .select(['id', 'secret', 'used_steps'])
        .where('user_id', '=', user_id)
        .where('type', '=', 'totp')
        .where('confirmed_at', 'is not', null)
        .forUpdate()
        .executeTakeFirst()
      if (factor === undefined) return false
      const step = await stepBy(ctx, user_id, factor, code)
      if (step === null) return false
      await tx
        .updateTable('factors')
        .set({ used_steps: stepsWith(factor.used_steps, step, now), last_used_at: new Date(now) })
        .where('id', '=', factor.id)
        .execute()
      return true
    })
}

/** Whether this is an unused recovery code of the user; it then counts as used. */
export async function spendRecoveryCode(
  ctx: Context,
  user_id: number,
  code: string,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('recovery_codes')
    .set({ used_at: new Date(ctx.now()) })
    .where('user_id', '=', user_id)
    .where('code_hash', '=', recoveryHash(user_id, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
/** Makes ten new codes; the former ones become invalid. */
export async function replaceRecoveryCodes(
  tx: Tx,
  user_id: number,
  now: number,
): Promise<readonly string[]> {
  const codes = newRecoveryCodes()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await tx
    .insertInto('recovery_codes')
    .values(
      codes.map(code => ({
        user_id,
        code_hash: recoveryHash(user_id, code),
        created_at: new Date(now),
      })),
    )
    .execute()
  return codes
}
