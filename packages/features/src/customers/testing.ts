// Customers for tests.
import { randomBytes } from 'node:crypto'
import type { Db, Tables } from '@flotta/platform/db.ts'
import type { Selectable } from 'kysely'
import './tables.ts'

export interface CustomerValues {
  readonly name?: string
  readonly parent_id?: number
  readonly configurations?: Readonly<Record<string, string>>
}
export const makeCustomer = (
  db: Db,
  { name = `Azienda ${randomBytes(4).toString('hex')}`, parent_id, configurations = {} }: CustomerValues = {},
): Promise<Selectable<Tables['customers']>> =>
  db
    .insertInto('customers')
    .values({ name, parent_id: parent_id ?? null, configurations: JSON.stringify(configurations) })
    .returningAll()
    .executeTakeFirstOrThrow()
