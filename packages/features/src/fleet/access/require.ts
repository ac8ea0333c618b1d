// Checks the ids in a query or a body. An unknown id and the id of another customer's record give the same error at the field.
import { invalid } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import { sql } from 'kysely'
import { visibleVehiclesSql } from './vehicles.ts'

/** Throws `invalid` for a vehicle that the customer does not see. */
export const requireVisibleVehicle = (
  db: Db | Tx,
  customer_id: number,
  vehicle_id: number,
  now: number,
): Promise<void> => requireVisibleVehicles(db, customer_id, [vehicle_id], now, 'vehicle_id')

/** Throws `invalid` where the customer does not see one of the vehicles. */
export async function requireVisibleVehicles(
  db: Db | Tx,
  customer_id: number,
  ids: readonly number[],
  now: number,
  field: string,
): Promise<void> {
  const { rows } = await sql<{
    total: number
  }>`select count(*) as total from ${visibleVehiclesSql(customer_id, now, ids)} s`.execute(db)
  if (rows[0]?.total !== new Set(ids).size) throw invalid({ [field]: 'validation.unknown' })
}

/** Throws `invalid` for a driver of another customer; a removed driver of the customer is accepted. */
export async function requireOwnDriver(
  db: Db | Tx,
  customer_id: number,
  driver_id: number,
): Promise<void> {
  const { rows } =
    await sql`select 1 from drivers where id = ${driver_id} and customer_id = ${customer_id}`.execute(
      db,
    )
  if (rows.length === 0) throw invalid({ driver_id: 'validation.unknown' })
}

/** Throws `invalid` where one of the fleets is not the customer's. */
export async function requireOwnFleets(
  db: Db | Tx,
  customer_id: number,
  ids: readonly number[],
  field = 'fleet_id',
): Promise<void> {
  const { rows } = await sql<{
    total: number
  }>`select count(*) as total from fleets where id = any(${ids}::int4[]) and customer_id = ${customer_id}`.execute(
    db,
  )
  if (rows[0]?.total !== new Set(ids).size) throw invalid({ [field]: 'validation.unknown' })
}
