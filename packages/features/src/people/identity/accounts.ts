// Finds or creates the account of a person who signed in at an identity provider, or refuses the person.
import { Email, type Role } from '@flotta/core/contract.ts'
import { Problem } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { type IdentityProvider, mayVouch, roleOf } from '../providers/rules.ts'
import { createUser } from '../users/queries.ts'
import './tables.ts'

export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }
const refusal = (why: string): Problem => new Problem('forbidden', `identity.refused.${why}`)

const columns = ['u.id', 'u.customer_id', 'u.role', 'u.provider', 'u.disabled', 'u.email'] as const
const existingUsers = (tx: Tx) =>
  tx
    .selectFrom('users as u')
    .leftJoin('customers as c', 'c.id', 'u.customer_id')
    .select(columns)
    .where('u.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)

/** The company of a new user: that of the identity provider, or the only company with users of that mail domain. */
async function companyFor(
  tx: Tx,
  provider: IdentityProvider,
  email: string,
): Promise<number | null> {
  if (provider.customer_id !== undefined) return provider.customer_id
  const domain = email.split('@').at(-1) ?? ''
  const { rows } = await sql<{ readonly customer_id: number }>`
    select distinct u.customer_id from users u join customers c on c.id = u.customer_id
    where u.deleted_at is null and c.deleted_at is null and split_part(lower(u.email), '@', 2) = ${domain} limit 2`.execute(
    tx,
  )
  return rows.length === 1 ? (rows[0]?.customer_id ?? null) : null
}

async function makeUser(
  ctx: Context,
  tx: Tx,
  provider: IdentityProvider,
  { email, name, role }: { readonly email: string; readonly name: string; readonly role: Role },
): Promise<number> {
  if (!provider.create) throw refusal('unknown')
  const customer_id = await companyFor(tx, provider, email)
  if (customer_id === null) throw refusal('no_company')
  const { rows } = await sql<{ readonly total: number }>`
    select (select count(*)::int from users where customer_id = c.id and deleted_at is null) as total
    from customers c where c.id = ${customer_id} and c.deleted_at is null for no key update`.execute(
    tx,
  )
  const [company] = rows
  if (company === undefined) throw refusal('no_company')
  if (company.total >= ctx.config.FLOTTA_USERS_PER_COMPANY) throw refusal('company_full')
  const language = ctx.config.FLOTTA_LANGUAGE
  return createUser(tx, { customer_id, name, email, role, language, active: 1 })
}

/** The account of the claims; it is created where the identity provider may create users. Throws `forbidden` where there is none. */
export async function accountFor(
  ctx: Context,
  tx: Tx,
  provider: IdentityProvider,
  claims: Claims,
): Promise<number> {
  const email = Email.safeParse(claims.email).data
  if (email === undefined || claims.email_verified === false) throw refusal('no_address')
  if (!mayVouch(provider, email)) throw refusal('domain')
  const role = roleOf(provider, claims)
  if (role === null) throw refusal('no_role')
  const account = await existingUsers(tx)
    .innerJoin('identities as i', 'i.user_id', 'u.id')
    .where('i.provider', '=', provider.id)
    .where('i.subject', '=', claims.sub)
    .executeTakeFirst()
  const user =
    account ??
    (await existingUsers(tx)
      .where(eb => eb(eb.fn<string>('lower', ['u.email']), '=', email))
      .executeTakeFirst())
  if (user === undefined) {
    const name = typeof claims.name === 'string' ? claims.name.slice(0, 200) : email
    const form = { email, name: name.replaceAll('\u0000', '') || email, role: role ?? 'view' }
    const id = await makeUser(ctx, tx, provider, form)
    await bind(ctx, tx, provider, claims.sub, id)
    return id
  }
  if (user.disabled) throw refusal('disabled')
  if (provider.customer_id !== undefined && user.customer_id !== provider.customer_id)
    throw refusal('other_company')
  if (account === undefined) await mustBeUnbound(tx, provider, user.id)
  await bind(ctx, tx, provider, claims.sub, user.id)
  if (role !== undefined) await setClaimedRole(tx, user.id, role, ctx.now())
  return user.id
}

/**
 * Gives a user the role that an identity provider states; it does not decide the role of providers' people. A change ends the user's sessions, like any
 * change of a role.
 */
export async function setClaimedRole(
  db: Db | Tx,
  user_id: number,
  role: Role,
  now: number,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ role, updated_at: new Date(now) })
    .where('id', '=', user_id)
    .where('role', 'is not', null)
    .where('role', '!=', role)
    .where('provider', '=', false)
    .execute()
}

/** Refuses a user who is bound to another person at the identity provider: whoever got a mail address must not get the former owner's account. */
async function mustBeUnbound(tx: Tx, provider: IdentityProvider, user_id: number): Promise<void> {
  const otherIdentity = await tx
    .selectFrom('identities')
    .select('subject')
    .where('provider', '=', provider.id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (otherIdentity !== undefined) throw refusal('other_person')
}
async function bind(
  ctx: Context,
  tx: Tx,
  provider: IdentityProvider,
  subject: string,
  user_id: number,
): Promise<void> {
  const now = new Date(ctx.now())
  await tx
    .insertInto('identities')
    .values({ provider: provider.id, subject, user_id, created_at: now, last_used_at: now })
    .onConflict(conflict =>
      // the former account was removed, and its person has a new one
      conflict.columns(['provider', 'subject']).doUpdateSet({ user_id, last_used_at: now }),
    )
    .execute()
}
