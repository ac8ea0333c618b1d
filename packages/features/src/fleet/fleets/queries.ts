// Writes fleets, for screens and the provider's command line.

import { invalid } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import { orTaken, withoutUndefined } from '@flotta/platform/record-writes.ts'
import type { z } from 'zod'
import type { FleetForm } from './contract.ts'
import './tables.ts'

type Values = z.output<typeof FleetForm>
const UNIQUE = { fleets_code: 'code' } as const

export async function createFleet(
  db: Db | Tx,
  customer_id: number,
  values: Values,
): Promise<number> {
  const { id } = await orTaken(
    db
      .insertInto('fleets')
      .values({ customer_id, ...values })
      .returning('id')
      .executeTakeFirstOrThrow(),
    UNIQUE,
  )
  return id
}

export async function updateFleet(
  db: Db | Tx,
  id: number,
  values: Partial<{ [K in keyof Values]: Values[K] | undefined }>,
  now: number,
): Promise<void> {
  await orTaken(
    db
      .updateTable('fleets')
      .set({ ...withoutUndefined(values), updated_at: new Date(now) })
      .where('id', '=', id)
      .execute(),
    UNIQUE,
  )
}

/**
 * Removes a fleet. Its vehicles stay, without a fleet; its code is free again.
 * @returns false: there was none
 */
export async function removeFleet(db: Db | Tx, id: number): Promise<boolean> {
  return (await db.deleteFrom('fleets').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n
}

/** Throws `invalid` for a fleet of another customer. */
export async function requireFleet(
  db: Db | Tx,
  customer_id: number,
  fleet_id: number,
): Promise<void> {
  const fleet = await db
    .selectFrom('fleets')
    .select('id')
    .where('id', '=', fleet_id)
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  if (fleet === undefined) throw invalid({ fleet_id: 'validation.unknown' })
}

/** Puts a vehicle that the customer sees into one of its fleets, or with null into none. Throws `invalid` for a fleet of another customer. */
export async function assignFleet(
  db: Db | Tx,
  customer_id: number,
  vehicle_id: number,
  fleet_id: number | null,
): Promise<void> {
  if (fleet_id === null) {
    await db
      .deleteFrom('fleet_vehicles')
      .where('customer_id', '=', customer_id)
      .where('vehicle_id', '=', vehicle_id)
      .execute()
    return
  }
  await requireFleet(db, customer_id, fleet_id)
  await db
    .insertInto('fleet_vehicles')
    .values({ customer_id, vehicle_id, fleet_id })
    .onConflict(c => c.columns(['customer_id', 'vehicle_id']).doUpdateSet({ fleet_id }))
    .execute()
}
