// Vehicles for tests.
import { randomBytes } from 'node:crypto'
import type { Db, Tables } from '@flotta/platform/db.ts'
import type { Selectable } from 'kysely'
import type { Samples } from '../../samples.ts'
import './tables.ts'

export type Vehicle = Selectable<Tables['vehicles']>
export interface VehicleValues {
  readonly plate?: string
  readonly vehicle_type?: Vehicle['vehicle_type']
  readonly configurations?: Readonly<Record<string, string>>
  /** Since when it exists, epoch ms; default: the database's now, which goes on while a test's clock stands. */
  readonly at?: number
}
export const makeVehicle = (
  db: Db,
  customer_id: number,
  {
    plate = randomBytes(4).toString('hex').toUpperCase(),
    vehicle_type = 'V',
    configurations = {},
    at,
  }: VehicleValues = {},
): Promise<Vehicle> =>
  db
    .insertInto('vehicles')
    .values({
      customer_id,
      plate,
      vehicle_type,
      configurations: JSON.stringify(configurations),
      ...(at !== undefined && { created_at: new Date(at), updated_at: new Date(at) }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const samples: Samples = {
  vehicles: {
    make: async ({ db }, { customer_id }) => (await makeVehicle(db, customer_id)).id,
    bodies: {
      'PUT /vehicles/:id/log_interval': { value: 900 },
      'PUT /vehicles/:id/km_offset': { km_offset: 5 },
      'PUT /vehicles/:id/fleet': { fleet_id: null },
      'PUT /vehicles/:id': {
        model: 'Another',
        configurations: [{ parameter: 'speed_limit_kmh', value: '80' }],
      },
      'PUT /vehicles/:id/ownership_type': { ownership_type: 0 },
      'PUT /vehicles/:id/tire_ownership': { tire_ownership: 0 },
    },
  },
  tractors: {
    make: async ({ db }, { customer_id, word }) =>
      (
        await makeVehicle(db, customer_id, {
          plate: `${word} ${randomBytes(4).toString('hex')}`.slice(0, 20).toUpperCase(),
          vehicle_type: 'T',
        })
      ).id,
  },
}
