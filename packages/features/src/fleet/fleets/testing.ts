// Fleets for tests.
import { randomBytes } from 'node:crypto'
import type { Db, Tables } from '@flotta/platform/db.ts'
import type { Selectable } from 'kysely'
import type { Samples } from '../../samples.ts'
import './tables.ts'

export async function makeFleet(
  db: Db,
  customer_id: number,
  code: string,
  vehicle_ids: readonly number[] = [],
): Promise<Selectable<Tables['fleets']>> {
  const fleet = await db
    .insertInto('fleets')
    .values({ customer_id, code, description: code, color: '#2e51bb' })
    .returningAll()
    .executeTakeFirstOrThrow()
  for (const vehicle_id of vehicle_ids)
    await db
      .insertInto('fleet_vehicles')
      .values({ customer_id, vehicle_id, fleet_id: fleet.id })
      .execute()
  return fleet
}

export const samples: Samples = {
  fleets: {
    make: async ({ db }, { customer_id, word }) =>
      (await makeFleet(db, customer_id, `${word} ${randomBytes(4).toString('hex')}`)).id,
    bodies: {
      'POST /fleets': { code: 'SAMPLE', description: 'A sample', color: '#123456' },
      'PUT /fleets/:id': { description: 'Another' },
    },
  },
}
