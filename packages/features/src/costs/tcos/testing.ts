// Costs for tests.
import { randomBytes } from 'node:crypto'
import { dayAt } from '@flotta/core/zones.ts'
import type { Db, Tables } from '@flotta/platform/db.ts'
import type { Insertable } from 'kysely'
import { makeVehicle } from '../../fleet/vehicles/testing.ts'
import type { Samples } from '../../samples.ts'
import './tables.ts'

export async function makeType(
  db: Db,
  customer_id: number,
  values: Partial<Insertable<Tables['types']>> = {},
): Promise<number> {
  const row = await db
    .insertInto('types')
    .values({ customer_id, name: 'Tagliando', ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
/** @param amount euro */
export async function makeActivity(
  db: Db,
  customer_id: number,
  values: Pick<
    Insertable<Tables['type_activities']>,
    'type_id' | 'vehicle_id' | 'date' | 'amount'
  > &
    Partial<Insertable<Tables['type_activities']>>,
): Promise<number> {
  const row = await db
    .insertInto('type_activities')
    .values({ customer_id, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export const samples: Samples = {
  types: {
    make: ({ db }, { customer_id, word }) =>
      makeType(db, customer_id, { name: `${word} type`, repeat_after_period: 12 }),
    bodies: {
      'POST /types': { name: 'Sample', repeat_after_km: 5000 },
      'PUT /types/:id': { name: 'Another' },
    },
  },
  type_activities: {
    make: async ({ db, now }, { customer_id, word }) => {
      const type_id = await makeType(db, customer_id, {
        name: `${word} type`,
        repeat_after_period: 12,
      })
      const plate = `${word} ${randomBytes(4).toString('hex')}`.toUpperCase()
      const vehicle_id = (await makeVehicle(db, customer_id, { plate })).id
      return makeActivity(db, customer_id, {
        type_id,
        vehicle_id,
        date: dayAt(now(), 'Europe/Rome'),
        amount: '10.50',
        supplier: `${word} garage`,
      })
    },
    bodies: {
      'POST /type_activities': { type_id: 1, vehicle_id: 1, date: '2026-01-10', amount: 10 },
      'PUT /type_activities/:id': { amount: 12.3 },
      'PUT /type_activities/:id/set': { type_id: 1, date: '2026-01-10', amount: 10 },
    },
  },
}
