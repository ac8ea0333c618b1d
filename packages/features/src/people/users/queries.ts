// Reads and writes users, for screens and the provider's command line.
import type { Role } from '@flotta/core/contract.ts'
import { notFound } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import { orTaken, withoutUndefined } from '@flotta/platform/record-writes.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { maxUsersOf } from '../customers/queries.ts'
import { ADDRESS_DAYS, type ManagedUser, type User, type UserForm } from './contract.ts'
import { manages } from './rules.ts'
import './tables.ts'

/** A user as the API returns it. Throws not_found for a removed one. */
export async function userOf(db: Db | Tx, user_id: number): Promise<User> {
  const { active: _, invited: __, pending_email: ___, ...user } = await managedUserOf(db, user_id)
  return user
}

/** Columns of a user as the API needs them, of `users u left join customers c`. */
export const userColumns = sql`u.id, u.name, u.email, u.role, u.customer_id, u.provider, u.language, u.password_changed_at, u.disabled, u.password_hash is null as invited, u.had_password,
  (select a.new_email from address_changes a where a.user_id = u.id and a.confirmed_at is null and a.ended_at is null and a.asked_at > now() - make_interval(days => ${ADDRESS_DAYS})) as pending_email,
  c.id is not null as has_company, c.parent_id, c.configurations`
export interface UserRow
  extends Pick<User, 'id' | 'name' | 'email' | 'role' | 'customer_id' | 'provider' | 'language'> {
  readonly password_changed_at: Date
  readonly disabled: boolean
  readonly invited: boolean
  readonly had_password: boolean
  readonly pending_email: string | null
  readonly has_company: boolean
  readonly parent_id: number | null
  readonly configurations: Readonly<Record<string, string>> | null
}
export const userRecord = (row: UserRow): ManagedUser => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  customer_id: row.customer_id,
  provider: row.provider,
  language: row.language,
  max_users: row.has_company ? maxUsersOf(row.parent_id, row.configurations ?? {}) : 0,
  password_changed_at: row.password_changed_at.toISOString(),
  active: row.disabled ? 0 : 1,
  invited: row.invited,
  pending_email: row.pending_email,
})
export async function managedUserOf(db: Db | Tx, user_id: number): Promise<ManagedUser> {
  const { rows } = await sql<UserRow>`
    select ${userColumns} from users u left join customers c on c.id = u.customer_id where u.id = ${user_id} and u.deleted_at is null`.execute(
    db,
  )
  if (rows[0] === undefined) throw notFound()
  return userRecord(rows[0])
}

const UNIQUE = { users_email: 'email' } as const
type Values = Omit<z.output<typeof UserForm>, 'password'>
/** A user as it is stored: a provider has neither company nor role, or both. */
type StoredValues = Omit<Values, 'role'> & {
  readonly role: Role | null
  readonly provider?: boolean
}

/** Creates a user; without a password the user must be invited. The address of a removed user is taken until that user is forgotten. */
export async function createUser(
  db: Db | Tx,
  {
    active,
    ...values
  }: StoredValues & { readonly customer_id: number | null; readonly password_hash?: string | null },
): Promise<number> {
  const { id } = await orTaken(
    db
      .insertInto('users')
      .values({ ...values, disabled: active === 0 })
      .returning('id')
      .executeTakeFirstOrThrow(),
    UNIQUE,
  )
  return id
}

export async function updateUser(
  db: Db | Tx,
  id: number,
  {
    active,
    ...values
  }: { readonly [K in keyof StoredValues]?: StoredValues[K] | undefined } & {
    readonly customer_id?: number | null | undefined
    readonly password_hash?: null | undefined
  },
  now: number,
): Promise<void> {
  await orTaken(
    db
      .updateTable('users')
      .set({
        ...withoutUndefined(values),
        ...(active !== undefined && { disabled: active === 0 }),
        updated_at: new Date(now),
      })
      .where('id', '=', id)
      .execute(),
    UNIQUE,
  )
}

/**
 * Removes a user: signed out everywhere at once, kept for 30 days.
 * @returns false: there was none
 */
export async function removeUser(db: Db | Tx, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ deleted_at: new Date(now) })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether somebody else of the customer can still manage users. Locks those users until the transaction ends. */
export async function othersManage(tx: Tx, customer_id: number, but: number): Promise<boolean> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'role', 'disabled'])
    .where('customer_id', '=', customer_id)
    .where('role', 'in', ['edit', 'control'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.some(u => u.id !== but && !u.disabled && manages(u.role))
}

/** Frees the address of a removed user of this company for somebody else; the rest of the user is kept as long as before. */
export async function freeAddress(tx: Tx, customer_id: number, email: string): Promise<void> {
  await sql`
    update users set email = 'removed-' || id, password_hash = null
    where customer_id = ${customer_id} and lower(email) = lower(${email}) and deleted_at is not null`.execute(
    tx,
  )
}

/** Days for which a removed user is kept. */
const KEPT_DAYS = 30
/** Job: forgets users removed long enough ago: name, address and password are erased; the row stays for its references. */
export async function forgetRemoved(db: Db, now: number): Promise<void> {
  await sql`
    with forgotten as (
      update users set name = '', email = 'removed-' || id, password_hash = null
      where deleted_at < ${new Date(now - KEPT_DAYS * 86_400_000)} and (email <> 'removed-' || id or name <> '') returning id
    )
    delete from directory_people d using forgotten f where d.user_id = f.id`.execute(db)
}
