// Reading users.
import { notFound } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import { maxUsersOf } from '../customers/queries.ts'
import type { User } from './contract.ts'
import './tables.ts'

/** A user as the wire has it. Throws not_found for one that is removed. */
export async function userOf(db: Db | Tx, user_id: number): Promise<User> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('customers as c', 'c.id', 'u.customer_id')
    .select(['u.id', 'u.name', 'u.email', 'u.role', 'u.customer_id', 'u.language', 'u.password_changed_at', 'c.parent_id', 'c.configurations'])
    .where('u.id', '=', user_id)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  const { parent_id, configurations, password_changed_at, ...user } = row
  return { ...user, max_users: maxUsersOf(parent_id, configurations), password_changed_at: password_changed_at.toISOString() }
}
