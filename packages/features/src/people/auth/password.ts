// Changes and resets passwords, and notifies their owners.
import { DAY } from '@flotta/core/time.ts'
import './tables.ts'
import { Problem } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { queueMail } from '@flotta/platform/mail.ts'
import { hashPassword, inTurn } from '@flotta/platform/passwords.ts'
import { letterTo } from '../../house/mails/letters.ts'
import { notify } from '../notifications/queries.ts'
import { blankLinks, type Person } from '../users/links.ts'
import { mustBeStrong } from '../users/passwords.ts'
import { endSessions } from './sessions.ts'

const LINKS_KEPT_DAYS = 30

/** Sets a password, ends the user's sessions (but `except`) and open reset links, and tells the user by notification and mail. */
export async function setPassword(
  ctx: Context,
  tx: Tx,
  person: Person,
  password_hash: string,
  except?: string,
): Promise<void> {
  const now = ctx.now()
  await tx
    .updateTable('users')
    .set({
      password_hash: password_hash,
      password_changed_at: new Date(now),
      updated_at: new Date(now),
    })
    .where('id', '=', person.id)
    .execute()
  await endSessions(tx, { user_id: person.id, except }, now)
  await tx
    .updateTable('password_resets')
    .set({ used_at: new Date(now) })
    .where('user_id', '=', person.id)
    .where('used_at', 'is', null)
    .execute()
  await blankLinks(tx, person.email)
  await tx.deleteFrom('login_failures').where('account', '=', person.email.toLowerCase()).execute()
  await notify(tx, person.id, 'user', { key: 'api.mail.password_changed_subject' }, now)
  await queueMail(
    tx,
    {
      recipient: person.email,
      ...letterTo(ctx, person, {
        title: ctx.say(person.language, { key: 'api.mail.password_changed_subject' }),
        paragraphs: [ctx.say(person.language, { key: 'api.mail.password_changed_text' })],
        action: {
          label: ctx.say(person.language, { key: 'api.mail.to_login' }),
          url: `${ctx.config.publicUrl}/login`,
        },
        notes: [ctx.say(person.language, { key: 'api.mail.password_changed_not_you' })],
      }),
    },
    now,
  )
}

const personOf = (db: Db, user_id: number) =>
  db
    .selectFrom('users')
    .select(['name', 'email', 'role'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()

export async function changePassword(
  ctx: Context,
  user_id: number,
  session_id: string,
  password: string,
): Promise<void> {
  mustBeStrong('new_password', password, await personOf(ctx.db, user_id))
  const passwordHash = await inTurn(() => hashPassword(password))
  await ctx.db.transaction().execute(async tx => {
    const person = await tx
      .selectFrom('users')
      .select(['id', 'email', 'name', 'language'])
      .where('id', '=', user_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await setPassword(ctx, tx, person, passwordHash, session_id)
  })
}

/** Sets the password of a printing user, by somebody who manages users; its sessions end. Throws a conflict for another role. */
export async function setPrintingPassword(
  ctx: Context,
  user_id: number,
  password: string,
): Promise<void> {
  const before = await personOf(ctx.db, user_id)
  if (before.role !== 'printing')
    throw new Problem('conflict', 'users.printing_password.not_printing')
  mustBeStrong('password', password, before)
  const passwordHash = await inTurn(() => hashPassword(password))
  await ctx.db.transaction().execute(async tx => {
    const person = await tx
      .selectFrom('users')
      .select(['id', 'email', 'name', 'language', 'role'])
      .where('id', '=', user_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (person.role !== 'printing')
      throw new Problem('conflict', 'users.printing_password.not_printing')
    await setPassword(ctx, tx, person, passwordHash)
  })
}

/** Job: deletes yesterday's failed sign-ins, and links that ended long ago; until then a late click is told why. */
export async function purgeSignIns(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('login_failures')
    .where('at', '<', new Date(now - DAY))
    .execute()
  await db
    .deleteFrom('password_resets')
    .where('expires_at', '<', new Date(now - LINKS_KEPT_DAYS * DAY))
    .execute()
}
