// Samples of vehicles as a provider manages them.
import { makeVehicle } from '../../fleet/vehicles/testing.ts'
import { makeCustomer } from '../../people/customers/testing.ts'
import type { Samples } from '../../samples.ts'

export const samples: Samples = {
  'provider/vehicles': {
    make: async ({ db }, { word }) =>
      (await makeVehicle(db, (await makeCustomer(db, { name: `${word} provided` })).id)).id,
    bodies: { 'PUT /provider/vehicles/:id': { model: 'Daily' } },
    unlisted: true,
  },
}
