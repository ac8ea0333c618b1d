// Customers for tests.
import { randomBytes } from 'node:crypto'
import type { Db, Tables } from '@flotta/platform/db.ts'
import type { Selectable } from 'kysely'
import type { Samples } from '../../samples.ts'
import './tables.ts'

export interface CustomerValues {
  readonly name?: string
  readonly parent_id?: number
  readonly configurations?: Readonly<Record<string, string>>
}
export const makeCustomer = (
  db: Db,
  {
    name = `Azienda ${randomBytes(4).toString('hex')}`,
    parent_id,
    configurations = {},
  }: CustomerValues = {},
): Promise<Selectable<Tables['customers']>> =>
  db
    .insertInto('customers')
    .values({ name, parent_id: parent_id ?? null, configurations: JSON.stringify(configurations) })
    .returningAll()
    .executeTakeFirstOrThrow()

const body = { name: 'Sample', vat_id: '01234567890', email: 'sample@example.com' }
export const samples: Samples = {
  customers: {
    make: async ({ db }, { customer_id, word }) =>
      (await makeCustomer(db, { name: `${word} child`, parent_id: customer_id })).id,
    bodies: { 'POST /customers': body, 'PUT /customers/:id': { city: 'Lodi' } },
  },
}
