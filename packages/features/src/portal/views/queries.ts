// Reads and writes saved views. Users who may edit the company's records may share a view, and change shared ones.
import { mayCall } from '@flotta/core/contract.ts'
import { invalid } from '@flotta/core/problem.ts'
import type { Tx } from '@flotta/platform/db.ts'
import type { Caller } from '@flotta/platform/feature.ts'
import { orTaken, withoutUndefined } from '@flotta/platform/record-writes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ViewForm } from './contract.ts'
import './tables.ts'

type Values = z.output<typeof ViewForm>
const UNIQUE = { views_name: 'name' } as const
/** The most views of a person. */
export const MOST_VIEWS = 200

const mayShare = ({ role }: Caller): boolean => mayCall('edit', role)

export const viewRows = ({ customer_id, user_id }: Caller): RawBuilder<unknown> =>
  sql`select id, customer_id, list, name, shared, user_id = ${user_id} as own, columns, sort, filters
    from views where customer_id = ${customer_id} and (shared or user_id = ${user_id})`

export async function createView(tx: Tx, caller: Caller, values: Values): Promise<number> {
  requireRight(caller, values.shared)
  const { customer_id, user_id } = caller
  // Locks the person, so that concurrent requests count views one after the other.
  await tx.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().execute()
  const { count } = await tx
    .selectFrom('views')
    .select(eb => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', user_id)
    .where('customer_id', '=', customer_id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_VIEWS)
    throw invalid({ name: { key: 'views.most', values: { max: MOST_VIEWS } } })
  const insert = tx
    .insertInto('views')
    .values({ customer_id, user_id, ...values, filters: JSON.stringify(values.filters) })
    .returning('id')
  return (await orTaken(insert.executeTakeFirstOrThrow(), UNIQUE)).id
}

export async function updateView(
  tx: Tx,
  caller: Caller,
  id: number,
  { filters, ...values }: Partial<{ [K in keyof Values]: Values[K] | undefined }>,
  now: number,
): Promise<void> {
  await requireOwn(tx, caller, id)
  requireRight(caller, values.shared === true)
  const update = tx
    .updateTable('views')
    .set({
      ...withoutUndefined(values),
      ...(filters !== undefined && { filters: JSON.stringify(filters) }),
      updated_at: new Date(now),
    })
    .where('id', '=', id)
  await orTaken(update.execute(), UNIQUE)
}

export async function removeView(tx: Tx, caller: Caller, id: number): Promise<void> {
  await requireOwn(tx, caller, id)
  await tx.deleteFrom('views').where('id', '=', id).execute()
}

function requireRight(caller: Caller, shares: boolean): void {
  if (shares && !mayShare(caller)) throw invalid({ shared: 'views.may_not_share' })
}

/** Throws where the view is another person's, unless it is shared and the caller may change shared views. */
async function requireOwn(tx: Tx, caller: Caller, id: number): Promise<void> {
  if (mayShare(caller)) return
  const ownView = await tx
    .selectFrom('views')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', caller.user_id)
    .executeTakeFirst()
  if (ownView === undefined) throw invalid({ shared: 'views.may_not_share' })
}
