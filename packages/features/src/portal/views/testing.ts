// Samples of saved views for the tests of all endpoints.
import { randomBytes } from 'node:crypto'
import type { Samples } from '../../samples.ts'
import './tables.ts'

export const samples: Samples = {
  views: {
    make: async ({ db }, { customer_id, user_id, word }) =>
      (
        await db
          .insertInto('views')
          .values({
            customer_id,
            user_id,
            list: 'vehicles',
            name: `${word} ${randomBytes(4).toString('hex')}`,
            shared: true,
            columns: ['plate'],
            sort: null,
            filters: '{}',
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    bodies: {
      'POST /views': { list: 'vehicles', name: 'Sample', shared: true, columns: ['plate'] },
      'PUT /views/:id': { name: 'Another' },
    },
  },
}
