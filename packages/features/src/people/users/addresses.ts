// Changing a user's address: it counts when its owner has confirmed it by a link; the old address is told, and can undo the change for a week without a
// sign-in.
import { NO_CUSTOMER } from '@flotta/core/live.ts'
import { invalid, Problem } from '@flotta/core/problem.ts'
import { DAY } from '@flotta/core/time.ts'
import type { Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { queueMail } from '@flotta/platform/mail.ts'
import { digest, newSecret } from '@flotta/platform/passwords.ts'
import { sql } from 'kysely'
import { letterTo } from '../../house/mails/letters.ts'
import { ADDRESS_DAYS } from './contract.ts'
import { blankLinks, type Person } from './links.ts'
import './tables.ts'

const TERM = ADDRESS_DAYS * DAY

/**
 * The owner of an address that is in use, or was and may become so again: the company (`NO_CUSTOMER`: a provider's). null: it is free.
 * @param but this user does not count
 */
export async function holderOf(
  tx: Tx,
  email: string,
  now: number,
  but = 0,
): Promise<number | null> {
  const { rows } = await sql<{ customer_id: number }>`
    select coalesce(customer_id, ${NO_CUSTOMER}) as customer_id from users where lower(email) = lower(${email}) and id <> ${but}
    union all select coalesce(u.customer_id, ${NO_CUSTOMER}) from address_changes a join users u on u.id = a.user_id
      where lower(a.old_email) = lower(${email}) and a.ended_at is null and a.confirmed_at > ${new Date(now - TERM)} and a.user_id <> ${but} and u.deleted_at is null
    limit 1`.execute(tx)
  return rows[0]?.customer_id ?? null
}

async function linkFor(
  { config }: Context,
  tx: Tx,
  change_id: number,
  does: 'confirm' | 'undo',
): Promise<string> {
  const token = newSecret()
  await tx
    .insertInto('address_links')
    .values({ token_hash: digest(token), change_id, does })
    .execute()
  return `${config.publicUrl}/address/${does}/${token}`
}

/** The user, the new address, and the person who requests it. */
interface NewAddress {
  readonly person: Person
  readonly new_email: string
  readonly asked_by: number
}

type AddressMail = 'ask' | 'notice' | 'changed'
async function tell(
  ctx: Context,
  tx: Tx,
  person: Person,
  what: AddressMail,
  recipient: string,
  url: string,
  email: string,
  now: number,
): Promise<void> {
  const say = (part: string) =>
    ctx.say(person.language, {
      key: `users.address.${what}.${part}`,
      values: { email, days: ADDRESS_DAYS },
    })
  await queueMail(
    tx,
    {
      recipient,
      ...letterTo(ctx, person, {
        title: say('subject'),
        paragraphs: [say('text')],
        action: { label: say('action'), url },
      }),
    },
    now,
  )
}

/**
 * Inserts a change; an earlier one that waits ends.
 * @returns its id
 */
async function insertChange(
  tx: Tx,
  { person: { id: user_id, email: old_email }, new_email, asked_by }: NewAddress,
  now: number,
  confirmed_at: Date | null = null,
): Promise<number> {
  await tx
    .updateTable('address_changes')
    .set({ ended_at: new Date(now) })
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
  const { id } = await tx
    .insertInto('address_changes')
    .values({
      user_id,
      old_email,
      new_email,
      asked_by,
      asked_at: new Date(now),
      confirmed_at,
      ended_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The directory of the company changes a person's address: it counts at once; the old one is told, and can undo it. */
export async function changeByDirectory(ctx: Context, tx: Tx, change: NewAddress): Promise<void> {
  const now = ctx.now()
  const { person, new_email } = change
  const { id: user_id, email: old_email } = person
  const id = await insertChange(tx, change, now, new Date(now))
  await endResets(tx, user_id, old_email, now)
  await tx
    .updateTable('users')
    .set({ email: new_email, updated_at: new Date(now) })
    .where('id', '=', user_id)
    .execute()
  const undo = await linkFor(ctx, tx, id, 'undo')
  await tell(ctx, tx, person, 'changed', old_email, undo, new_email, now)
}

/** Begins a change; an earlier one that waits ends. The new address gets the link to confirm, the old one the link to undo. */
export async function askChange(ctx: Context, tx: Tx, change: NewAddress): Promise<void> {
  const now = ctx.now()
  const { person, new_email } = change
  const id = await insertChange(tx, change, now)
  const confirm = await linkFor(ctx, tx, id, 'confirm')
  await tell(ctx, tx, person, 'ask', new_email, confirm, new_email, now)
  const undo = await linkFor(ctx, tx, id, 'undo')
  await tell(ctx, tx, person, 'notice', person.email, undo, new_email, now)
}

/** The change of a link, with its user, locked. Throws `link_used`, `link_expired`, or `invalid` for a link that never existed. */
async function changeOf(tx: Tx, token: string, does: 'confirm' | 'undo', now: number) {
  const link = await tx
    .selectFrom('address_links as l')
    .innerJoin('address_changes as a', 'a.id', 'l.change_id')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('customers as c', 'c.id', 'u.customer_id')
    .select([
      'a.id',
      'a.user_id',
      'a.old_email',
      'a.new_email',
      'a.asked_at',
      'a.confirmed_at',
      'a.ended_at',
      'u.name',
      'u.language',
      'u.email',
      'u.customer_id',
    ])
    .where('l.token_hash', '=', digest(token))
    .where('l.does', '=', does)
    .where('u.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .forUpdate(['a', 'u'])
    .executeTakeFirst()
  if (link === undefined)
    throw new Problem('invalid', 'api.link_wrong', invalid({ token: 'api.link_wrong' }).fields)
  if (link.ended_at !== null || (does === 'confirm' && link.confirmed_at !== null))
    throw new Problem('link_used')
  if ((link.confirmed_at ?? link.asked_at).getTime() + TERM <= now)
    throw new Problem('link_expired')
  return link
}

/** Ends the links that set a password, because none must outlive a change of the address. */
async function endResets(tx: Tx, user_id: number, email: string, now: number): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ used_at: new Date(now) })
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .execute()
  await blankLinks(tx, email)
}

/**
 * Confirms a change: the new address counts from now on, and a database trigger ends the sessions. The old one is told once more.
 * @returns the user, with the former and the present address
 */
export async function confirmChange(
  ctx: Context,
  tx: Tx,
  token: string,
): Promise<{ readonly user_id: number; readonly before: string; readonly email: string }> {
  const now = ctx.now()
  const change = await changeOf(tx, token, 'confirm', now)
  const { user_id, new_email, email } = change
  if ((await holderOf(tx, new_email, now, user_id)) !== null)
    throw new Problem('conflict', 'users.address.taken')
  await endResets(tx, user_id, email, now)
  await tx
    .updateTable('users')
    .set({ email: new_email, updated_at: new Date(now) })
    .where('id', '=', user_id)
    .execute()
  await tx
    .updateTable('address_changes')
    .set({ confirmed_at: new Date(now) })
    .where('id', '=', change.id)
    .execute()
  await tell(
    ctx,
    tx,
    { ...change, id: user_id },
    'changed',
    change.old_email,
    await linkFor(ctx, tx, change.id, 'undo'),
    new_email,
    now,
  )
  return { user_id, before: email, email: new_email }
}

/**
 * Undoes a change: one that waits ends; after a confirmed one the old address counts again, whatever happened since, and the password is removed.
 * @returns the person with the old address, and whether the account had changed and needs a new password
 */
export async function undoChange(
  ctx: Context,
  tx: Tx,
  token: string,
): Promise<{ readonly person: Person; readonly restored: boolean }> {
  const now = ctx.now()
  const change = await changeOf(tx, token, 'undo', now)
  const { user_id, old_email } = change
  const isRestored = change.confirmed_at !== null
  if (isRestored) {
    if ((await holderOf(tx, old_email, now, user_id)) !== null)
      throw new Problem('conflict', 'users.address.taken')
    await endResets(tx, user_id, change.email, now)
    await tx
      .updateTable('users')
      .set({ email: old_email, password_hash: null, updated_at: new Date(now) })
      .where('id', '=', user_id)
      .execute()
  }
  await tx
    .updateTable('address_changes')
    .set({ ended_at: new Date(now) })
    .where('user_id', '=', user_id)
    .where('id', '>=', change.id)
    .where('ended_at', 'is', null)
    .execute()
  return {
    person: {
      id: user_id,
      email: isRestored ? old_email : change.email,
      name: change.name,
      language: change.language,
    },
    restored: isRestored,
  }
}

const KEPT_DAYS = 90
/** Job: deletes old changes. */
export async function purgeChanges({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db
    .deleteFrom('address_changes')
    .where('asked_at', '<', new Date(now() - KEPT_DAYS * DAY))
    .execute()
}
