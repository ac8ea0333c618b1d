// Drivers for tests.
import { randomBytes } from 'node:crypto'
import type { Db, Tables } from '@flotta/platform/db.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Samples } from '../../samples.ts'
import { cardKey } from './rules.ts'
import './tables.ts'

export type DriverRow = Selectable<Tables['drivers']>
export const makeDriver = (
  db: Db,
  customer_id: number,
  values: Partial<Omit<Insertable<Tables['drivers']>, 'customer_id'>> = {},
): Promise<DriverRow> =>
  db
    .insertInto('drivers')
    .values({
      customer_id,
      name: 'Ada',
      surname: randomBytes(4).toString('hex'),
      ...values,
      ibutton_key: cardKey(values.ibutton_id),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const samples: Samples = {
  drivers: {
    make: async ({ db }, { customer_id, word }) =>
      (await makeDriver(db, customer_id, { surname: `${word} ${randomBytes(4).toString('hex')}` }))
        .id,
    bodies: {
      'POST /drivers': { name: 'Sample', surname: 'Driver' },
      'PUT /drivers/:id': { note: 'Another' },
    },
  },
}
