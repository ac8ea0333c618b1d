// Reads and writes customers and their configurations, for screens and for the provider's command line alike.
import { notFound, Problem } from '@flotta/core/problem.ts'
import { noSuchRecord } from '@flotta/platform/cli-problems.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import { withoutUndefined } from '@flotta/platform/record-writes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { phoneNumber } from '../../phone.ts'
import {
  type Configuration,
  type Customer,
  type CustomerForm,
  configurationDefaults,
} from './contract.ts'
import './tables.ts'

/** How many customers a customer may have below itself: its own setting; else 50 for one without a parent, none for a child. */
export function maxUsersOf(
  parent_id: number | null,
  configurations: Readonly<Record<string, string>>,
): number {
  const set = Number(
    configurations.max_users ?? (parent_id === null ? configurationDefaults.max_users : '0'),
  )
  return Number.isInteger(set) && set >= 0 ? set : 0
}

/** Columns of a customer as the API needs them, of `customers c`. */
export const customerColumns = sql`c.id, c.parent_id, c.name, c.vat_id, c.address, c.city, c.zip_code, c.region, c.email, c.phone, c.timezone, c.configurations`
export interface CustomerRow extends Omit<Customer, 'configurations'> {
  readonly parent_id: number | null
  readonly configurations: Readonly<Record<string, string>>
}
/** A customer as the API returns it, with defaults for unset values. */
export function customerRecord({ parent_id, configurations, ...columns }: CustomerRow): Customer {
  const all = {
    ...configurationDefaults,
    ...configurations,
    max_users: String(maxUsersOf(parent_id, configurations)),
  }
  const list = Object.entries(all).map(([parameter, value]) => ({ parameter, value }))
  return { ...columns, configurations: list }
}

/** A customer with its configurations, defaults included. Throws not_found for a removed one. */
export async function customerOf(db: Db | Tx, customer_id: number): Promise<Customer> {
  const { rows } =
    await sql<CustomerRow>`select ${customerColumns} from customers c where c.id = ${customer_id} and c.deleted_at is null`.execute(
      db,
    )
  if (rows[0] === undefined) throw notFound()
  return customerRecord(rows[0])
}

/** One configuration of a customer; undefined where it is not set and has no default. */
export async function configurationOf(
  db: Db | Tx,
  customer_id: number,
  parameter: string,
): Promise<string | undefined> {
  const customer = await customerOf(db, customer_id)
  return customer.configurations.find(c => c.parameter === parameter)?.value
}

export async function isCustomer(db: Db | Tx, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('customers')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
/** Throws the provider's problem when there is no customer with this id. */
export async function mustBeCustomer(db: Db | Tx, id: number): Promise<void> {
  if (!(await isCustomer(db, id))) throw noSuchRecord('customer', id)
}

/** Whether a configuration of a company is "1"; false without a company. */
export async function isSwitchedOn(
  db: Db | Tx,
  customer_id: number,
  parameter: string,
): Promise<boolean> {
  const { rows } = await sql<{ value: string | null }>`
    select configurations ->> ${parameter} as value from customers where id = ${customer_id}`.execute(
    db,
  )
  return rows[0]?.value === '1'
}

/** The companies directly below a customer that are not removed, as a subquery of ids. */
export const childrenOf = (customer_id: number): RawBuilder<number> =>
  sql`(select id from customers where parent_id = ${customer_id} and deleted_at is null)`

/** The companies that a customer may share with, as a subquery of ids and names: those directly below it, and the one above. */
export const partnersOf = (customer_id: number): RawBuilder<{ id: number; name: string }> => sql`(
    select c.id, c.name from customers c
    where c.deleted_at is null and (c.parent_id = ${customer_id} or c.id = (select parent_id from customers where id = ${customer_id})))`

/** Whether `id` is the customer itself or one directly below it. */
export async function isWithin(db: Db | Tx, customer_id: number, id: number): Promise<boolean> {
  if (id === customer_id) return true
  return (
    (await sql`select 1 from ${childrenOf(customer_id)} c where c.id = ${id}`.execute(db)).rows
      .length > 0
  )
}

/** Throws a conflict when the customer may have no more companies below itself. Two concurrent calls are counted one after the other. */
export async function mustHaveRoom(tx: Tx, customer_id: number): Promise<void> {
  const parent = await tx
    .selectFrom('customers')
    .select(['parent_id', 'configurations'])
    .where('id', '=', customer_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{
    total: number
  }>`select count(*) as total from ${childrenOf(customer_id)} c`.execute(tx)
  if ((rows[0]?.total ?? 0) >= maxUsersOf(parent.parent_id, parent.configurations))
    throw new Problem('conflict', 'customers.limit')
}

type Values = z.output<typeof CustomerForm>
type Changes = {
  readonly [K in keyof Values]?:
    | Values[K]
    | (K extends 'vat_id' | 'email' ? null : never)
    | undefined
}

/** The fields of a new customer; all but name and parent may be left out. */
export type NewCustomer = Changes & { readonly name: string; readonly parent_id: number | null }

export async function createCustomer(
  db: Db | Tx,
  { parent_id, ...values }: NewCustomer,
): Promise<number> {
  const {
    name,
    configurations = [],
    ...rest
  } = {
    ...withoutUndefined(withStoredPhone(values)),
    name: values.name,
    configurations: values.configurations,
  }
  const { id } = await db
    .insertInto('customers')
    .values({
      ...rest,
      name,
      parent_id,
      configurations: JSON.stringify(mergedConfigurations({}, configurations)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Sets only the given fields, and of the configurations only the named ones. */
export async function updateCustomer(
  tx: Db | Tx,
  id: number,
  values: Changes,
  now: number,
): Promise<void> {
  const { configurations, ...rest } = withoutUndefined(withStoredPhone(values))
  const row = await tx
    .selectFrom('customers')
    .select('configurations')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('customers')
    .set({
      ...rest,
      ...(configurations && {
        configurations: JSON.stringify(mergedConfigurations(row.configurations, configurations)),
      }),
      updated_at: new Date(now),
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Removes a company. Its users are signed out at once; its data are kept for 30 days. Throws a conflict while there are companies below it.
 * @returns false when there was none
 */
export async function removeCustomer(tx: Db | Tx, id: number, now: number): Promise<boolean> {
  if ((await sql`select 1 from ${childrenOf(id)} c`.execute(tx)).rows.length > 0)
    throw new Problem('conflict', { key: 'command_line.has_children', values: { id } })
  const { numUpdatedRows } = await tx
    .updateTable('customers')
    .set({ deleted_at: new Date(now) })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const withStoredPhone = <T extends Changes>(values: T): T =>
  typeof values.phone === 'string'
    ? { ...values, phone: phoneNumber(values.phone, 'phone') }
    : values

/** Merges configurations; an empty value removes one. */
function mergedConfigurations(
  before: Readonly<Record<string, string>>,
  changes: readonly z.output<typeof Configuration>[],
): Record<string, string> {
  const all = { ...before, ...Object.fromEntries(changes.map(c => [c.parameter, c.value])) }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}
