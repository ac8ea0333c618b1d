// Rental contracts for tests.
import { randomBytes } from 'node:crypto'
import type { Context } from '@flotta/platform/feature.ts'
import type { Owner, Sample, Samples } from '../../samples.ts'
import { createRent, type RentKind } from './queries.ts'

export const rentBody = {
  rent_start: '2026-01-01',
  rent_end: '2028-12-31',
  initial_km_contract: 1_000,
  contracted_km: 90_000,
  contracted_km_term: 1,
  renter_name: 'Noleggi S.p.A.',
} as const

/** A contract on a new vehicle. */
async function makeRent(
  kind: RentKind,
  { db }: Context,
  { customer_id, word }: Owner,
): Promise<number> {
  return db.transaction().execute(async tx => {
    const { id } = await tx
      .insertInto('vehicles')
      .values({
        customer_id,
        plate: randomBytes(4).toString('hex').toUpperCase(),
        vehicle_type: 'V',
        vehicle_subtype: null,
        configurations: '{}',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return createRent(
      tx,
      kind,
      { vehicle_id: id, ...rentBody, initial_km_period: null, renter_name: `${word} rental` },
      '2026-06-01',
    )
  })
}
const sample = (kind: RentKind): Sample => ({
  make: (ctx, owner) => makeRent(kind, ctx, owner),
  bodies: {
    [`POST /${kind}`]: { vehicle_id: 1, ...rentBody },
    [`PUT /${kind}/:id`]: { renter_name: 'Another' },
  },
})
export const samples: Samples = {
  vehicle_rents: sample('vehicle_rents'),
  tire_rents: sample('tire_rents'),
}
