// Examples for the tests that try every endpoint.
import { randomBytes } from 'node:crypto'
import type { Samples } from '../../samples.ts'
import './tables.ts'

export const samples: Samples = {
  examples: {
    make: async ({ db }, { customer_id, word }) => {
      const code = `${word} ${randomBytes(4).toString('hex')}`
      return (
        await db
          .insertInto('examples')
          .values({ customer_id, code, note: null })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    },
    bodies: {
      'POST /examples': { code: 'SAMPLE', note: 'A sample' },
      'PUT /examples/:id': { note: 'Another' },
    },
  },
}
