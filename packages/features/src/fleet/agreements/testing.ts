// Shared agreements for tests.
import { DAY } from '@flotta/core/time.ts'
import { makeCustomer } from '../../people/customers/testing.ts'
import type { Samples } from '../../samples.ts'
import { agreement } from './contract.ts'
import './tables.ts'

const period = { active_from: '2026-12-01', active_to: '2027-01-31' }
export const samples: Samples = {
  agreements: {
    async make({ db, now }, { customer_id, word }) {
      const guest = await makeCustomer(db, { name: `${word} guest`, parent_id: customer_id })
      const vehicle = await db
        .insertInto('vehicles')
        .values({
          customer_id,
          plate: `SHARED${guest.id}`,
          vehicle_type: 'V',
          configurations: '{}',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id } = await db
        .insertInto('vehicle_agreements')
        .values({
          vehicle_id: vehicle.id,
          customer_id: guest.id,
          agreement_id: agreement.eyegeo,
          active_from: new Date(now()),
          active_to: new Date(now() + DAY),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    bodies: {
      'POST /agreements': { vehicle_id: 1, customer_id: 1, agreement_id: 2, ...period },
      'POST /agreements/multi': { vehicle_id: 1, customer_id: 1, agreement_ids: [2, 3], ...period },
      'PUT /agreements/:id': { active_from: '2026-11-30' },
    },
    unlisted: true,
  },
}
