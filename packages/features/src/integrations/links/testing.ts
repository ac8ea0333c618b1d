// Links for tests.
import { DAY, HOUR } from '@flotta/core/time.ts'
import { newSecret } from '@flotta/platform/passwords.ts'
import { makeFleet } from '../../fleet/fleets/testing.ts'
import type { Samples } from '../../samples.ts'
import './tables.ts'

export const samples: Samples = {
  links: {
    make: async ({ db, now }, { customer_id, user_id, word }) => {
      const token = newSecret()
      const fleet = await makeFleet(db, customer_id, `${word} ${token.slice(0, 6)}`)
      const { id } = await db
        .insertInto('links')
        .values({
          customer_id,
          user_id,
          vehicle_id: null,
          trip_id: null,
          fleet_id: fleet.id,
          all_vehicles: false,
          period_from: new Date(now() - HOUR),
          period_to: new Date(now() + DAY),
          token,
          opened_at: null,
          ended_at: null,
          created_at: new Date(now()),
          updated_at: new Date(now()),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    bodies: {
      'POST /links': {
        all_vehicles: true,
        from: '2096-12-01T08:00:00Z',
        to: '2096-12-02T08:00:00Z',
      },
      'PUT /links/:id': { to: '2027-06-01T08:00:00Z' },
    },
  },
}
