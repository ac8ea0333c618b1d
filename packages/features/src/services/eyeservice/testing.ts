// Entries for tests.
import type { Db, Tables } from '@flotta/platform/db.ts'
import type { Insertable } from 'kysely'
import { makeVehicle } from '../../fleet/vehicles/testing.ts'
import type { Samples } from '../../samples.ts'
import './tables.ts'

type Values = Insertable<Tables['maintenance_entries']>
export async function makeEntry(
  db: Db,
  vehicle_id: number,
  values: Pick<Values, 'type' | 'message_datetime'> & Partial<Values>,
): Promise<number> {
  const { id } = await db
    .insertInto('maintenance_entries')
    .values({ vehicle_id, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
export const samples: Samples = {
  eyeservice: {
    make: async ({ db, now }, { customer_id, word }) =>
      makeEntry(db, (await makeVehicle(db, customer_id)).id, {
        type: 4,
        message_datetime: new Date(now()),
        data: '12.50',
        description: `${word} toll`,
      }),
    bodies: {
      'PUT /services/eyeservice/:id/add': { type: 0, date: '2026-01-10', hours: 900 },
      'PUT /services/eyeservice/:id/config': { fridge_time_config: 6 },
    },
  },
}
