// Samples of agreements as a provider manages them.
import { makeVehicle } from '../../fleet/vehicles/testing.ts'
import { makeCustomer } from '../../people/customers/testing.ts'
import type { Samples } from '../../samples.ts'
import '../../fleet/agreements/tables.ts'

export const samples: Samples = {
  'provider/agreements': {
    make: async ({ db, now }, { word }) => {
      const customer = await makeCustomer(db, { name: `${word} provided` })
      const vehicle = await makeVehicle(db, customer.id)
      const { id } = await db
        .insertInto('vehicle_agreements')
        .values({
          vehicle_id: vehicle.id,
          customer_id: customer.id,
          agreement_id: 2,
          active_from: new Date(now() - 86_400_000),
          active_to: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    bodies: { 'PUT /provider/agreements/:id': { active_to: null } },
    unlisted: true,
  },
}
