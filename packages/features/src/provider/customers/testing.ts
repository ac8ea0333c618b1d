// Samples of companies as a provider manages them.
import { makeCustomer } from '../../people/customers/testing.ts'
import type { Samples } from '../../samples.ts'

const body = { name: 'Sample', vat_id: '01234567890', email: 'sample@example.com' }
export const samples: Samples = {
  'provider/customers': {
    make: async ({ db }, { word }) => (await makeCustomer(db, { name: `${word} provided` })).id,
    bodies: {
      'POST /provider/customers': body,
      'POST /provider/customers/bulk': [body],
      'PUT /provider/customers/:id': { city: 'Lodi' },
    },
    unlisted: true,
  },
}
