// A forgotten password: the mailed link, and the call that it opens.

import { invalid, Problem } from '@flotta/core/problem.ts'
import { HOUR } from '@flotta/core/time.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { AuditDraft, Context } from '@flotta/platform/feature.ts'
import { queueMail } from '@flotta/platform/mail.ts'
import { digest, hashPassword, inTurn, newSecret } from '@flotta/platform/passwords.ts'
import { letterTo } from '../../house/mails/letters.ts'
import { mayBeLocal, onlyWaysIn } from '../providers/local-accounts.ts'
import { type Person, passwordLink } from '../users/links.ts'
import { mustBeStrong } from '../users/passwords.ts'
import { endSecretsOf } from '../users/secrets.ts'
import { FORGOT_PER_HOUR, RESET_MINUTES } from './limits.ts'
import { setPassword } from './password.ts'
import { removeTokensOf } from './tokens.ts'

/** The columns that decide whether a password opens anything. */
const accountColumns = ['u.role', 'u.provider', 'u.customer_id', 'c.configurations'] as const

/** Writes the person of a link as the actor into the audit trail, because whoever holds a link acts as its person (privacy.31). */
export const noteHolder = (audit: AuditDraft, user_id: number, values: AuditDraft = {}): void =>
  void Object.assign(audit, {
    user_id,
    action: 'update',
    subject: `users/${user_id}`,
    ...values,
  })

/** Mails a reset link to an account that exists and did not ask too often; answers the same in any case. */
export async function requestReset(ctx: Context, email: string): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction().execute(async tx => {
    const person = await tx
      .selectFrom('users as u')
      .leftJoin('customers as c', 'c.id', 'u.customer_id')
      .select(['u.id', 'u.email', 'u.name', 'u.language', ...accountColumns])
      .where(eb => eb(eb.fn<string>('lower', ['u.email']), '=', email))
      .where('u.deleted_at', 'is', null)
      .where('u.disabled', '=', false)
      .where('c.deleted_at', 'is', null)
      .forUpdate('u')
      .executeTakeFirst()
    if (person === undefined) return
    const { asked: requestCount } = await tx
      .selectFrom('password_resets')
      .select(eb => eb.fn.countAll<number>().as('asked'))
      .where('user_id', '=', person.id)
      .where('created_at', '>', new Date(now - HOUR))
      .executeTakeFirstOrThrow()
    if (requestCount >= FORGOT_PER_HOUR) return
    const names = await onlyWaysIn(ctx, person)
    if (names.length === 0) await mailReset(ctx, tx, person)
    else await mailWayIn(ctx, tx, person, names.join(', '))
  })
}

/** Mails a person without a password here how to sign in. It counts as a link, so that nobody gets more of them than links. */
async function mailWayIn(ctx: Context, tx: Tx, person: Person, name: string): Promise<void> {
  const now = new Date(ctx.now())
  await tx
    .insertInto('password_resets')
    .values({
      token_hash: digest(newSecret()),
      user_id: person.id,
      created_at: now,
      expires_at: now,
      used_at: now,
    })
    .execute()
  const say = (key: string) => ctx.say(person.language, { key, values: { name } })
  await queueMail(
    tx,
    {
      recipient: person.email,
      ...letterTo(ctx, person, {
        title: say('identity.mail.subject'),
        paragraphs: [say('identity.mail.text')],
        action: { label: say('api.mail.to_login'), url: `${ctx.config.publicUrl}/login` },
        notes: [say('api.mail.reset_not_you')],
      }),
    },
    ctx.now(),
  )
}

/** Mails a person the link to choose another password. */
export async function mailReset(ctx: Context, tx: Tx, person: Person): Promise<void> {
  const now = ctx.now()
  const link = await passwordLink(ctx, tx, person, now + RESET_MINUTES * 60_000)
  await queueMail(
    tx,
    {
      recipient: person.email,
      ...letterTo(ctx, person, {
        title: ctx.say(person.language, { key: 'api.mail.reset_subject' }),
        paragraphs: [
          ctx.say(person.language, {
            key: 'api.mail.reset_text',
            values: { minutes: RESET_MINUTES },
          }),
        ],
        action: { label: ctx.say(person.language, { key: 'api.mail.reset_action' }), url: link },
        notes: [ctx.say(person.language, { key: 'api.mail.reset_not_you' })],
      }),
    },
    now,
  )
}

/**
 * Sets a new password by a link. Throws `link_used` or `link_expired` for a link that was valid, `invalid` for one that never was, or belongs to somebody
 * else.
 */
export async function resetPassword(
  ctx: Context,
  { token, email, password }: Readonly<Record<'token' | 'email' | 'password', string>>,
  audit: AuditDraft,
): Promise<void> {
  const holder = (db: Db | Tx) =>
    db
      .selectFrom('password_resets as r')
      .innerJoin('users as u', 'u.id', 'r.user_id')
      .leftJoin('customers as c', 'c.id', 'u.customer_id')
      .select(['u.id', 'u.email', 'u.name', 'u.language', 'r.used_at', 'r.expires_at'])
      .select(accountColumns)
      .where('r.token_hash', '=', digest(token))
      .where(eb => eb(eb.fn<string>('lower', ['u.email']), '=', email))
      .where('u.deleted_at', 'is', null)
      .where('u.disabled', '=', false)
      .where('c.deleted_at', 'is', null)
  const good = <R extends { readonly used_at: Date | null; readonly expires_at: Date }>(
    link: R | undefined,
  ): R => {
    if (link === undefined)
      throw new Problem('invalid', 'api.link_wrong', invalid({ token: 'api.link_wrong' }).fields)
    if (link.used_at !== null) throw new Problem('link_used')
    if (link.expires_at.getTime() <= ctx.now()) throw new Problem('link_expired')
    return link
  }

  // hashing is expensive, so it is done only for the holder of a link
  mustBeStrong('password', password, good(await holder(ctx.db).executeTakeFirst()))
  const passwordHash = await inTurn(() => hashPassword(password))
  await ctx.db.transaction().execute(async tx => {
    const person = good(await holder(tx).forUpdate(['r', 'u']).executeTakeFirst())
    await mayBeLocal(ctx, person)
    noteHolder(audit, person.id)
    await setPassword(ctx, tx, person, passwordHash)
    // a person who had to reset may have lost more than the password
    await removeTokensOf(tx, person.id)
    await endSecretsOf(tx, person.id, ctx.now())
  })
}
