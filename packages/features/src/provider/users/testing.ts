// Samples of users as a provider manages them.
import { makeUser } from '../../people/users/testing.ts'
import type { Samples } from '../../samples.ts'

const body = { name: 'Sample', email: 'sample@provided.example', provider: true }
export const samples: Samples = {
  'provider/users': {
    make: async (ctx, { customer_id, word }) =>
      (await makeUser(ctx, customer_id, 'view', { name: `${word} provided` })).id,
    bodies: {
      'POST /provider/users': body,
      'POST /provider/users/bulk': [{ ...body, email: 'bulk@provided.example' }],
      'PUT /provider/users/:id': { name: 'Sample' },
    },
    unlisted: true,
  },
}
