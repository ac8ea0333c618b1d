// Reading customers and their configurations.
import { notFound } from '@flotta/core/problem.ts'
import { missing } from '@flotta/platform/cli-problems.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import { type Customer, configurationDefaults } from './contract.ts'
import './tables.ts'

/** How many customers it may have below itself: its own setting; else 50 for one without a parent, none for a child. */
export function maxUsersOf(parent_id: number | null, configurations: Readonly<Record<string, string>>): number {
  const set = Number(configurations.max_users ?? (parent_id === null ? configurationDefaults.max_users : '0'))
  return Number.isInteger(set) && set >= 0 ? set : 0
}

/** A customer with its configurations, defaults included. Throws not_found for one that is removed. */
export async function customerOf(db: Db | Tx, customer_id: number): Promise<Customer> {
  const row = await db
    .selectFrom('customers')
    .select(['id', 'parent_id', 'name', 'vat_id', 'address', 'city', 'zip_code', 'region', 'email', 'phone', 'timezone', 'configurations'])
    .where('id', '=', customer_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  const { parent_id, configurations, ...customer } = row
  const all = { ...configurationDefaults, ...configurations, max_users: String(maxUsersOf(parent_id, configurations)) }
  return { ...customer, configurations: Object.entries(all).map(([parameter, value]) => ({ parameter, value })) }
}

/** One configuration of a customer; undefined where it is not set and has no default. */
export async function configurationOf(db: Db | Tx, customer_id: number, parameter: string): Promise<string | undefined> {
  const customer = await customerOf(db, customer_id)
  return customer.configurations.find(c => c.parameter === parameter)?.value
}

/** Throws the provider's problem when there is no such customer. */
export async function mustBeCustomer(db: Db | Tx, id: number): Promise<void> {
  if (!(await db.selectFrom('customers').select('id').where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst())) throw missing('customer', id)
}
