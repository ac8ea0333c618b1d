// Rental contracts in the database. Storing a contract marks the vehicle, or its tyres, as rented; removing it marks them as owned.
import { invalid, Problem } from '@flotta/core/problem.ts'
import type { Tx } from '@flotta/platform/db.ts'
import { withoutUndefined } from '@flotta/platform/record-writes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Rent, RentForm } from './contract.ts'
import { periodKm } from './rules.ts'
import './tables.ts'

/** Each kind of contract with the vehicle's column of its ownership. */
export const ownershipColumns = {
  vehicle_rents: 'ownership_type',
  tire_rents: 'tire_ownership',
} as const
export type RentKind = keyof typeof ownershipColumns

type Values = z.output<typeof RentForm>
export const rentColumns = [
  'id',
  'vehicle_id',
  'rent_start',
  'rent_end',
  'initial_km_contract',
  'initial_km_period',
  'contracted_km',
  'contracted_km_term',
  'renter_name',
] as const satisfies readonly (keyof Rent)[]

/** The contract of a vehicle (a column name), as an SQL value; null: none. */
export const rentSql = (kind: RentKind, vehicle: string): RawBuilder<Rent | null> =>
  sql`(select row_to_json(x) from (select ${sql.join(rentColumns.map(column => sql.ref(column)))} from ${sql.table(kind)}) x where x.vehicle_id = ${sql.ref(vehicle)})`

/** Throws a conflict where the vehicle has one. `today` is the customer's. */
export async function createRent(
  tx: Tx,
  kind: RentKind,
  { vehicle_id, ...values }: Values & { readonly vehicle_id: number },
  today: string,
): Promise<number> {
  // locks the vehicle, so that two simultaneous contracts are stored one after the other
  await setOwnership(tx, kind, vehicle_id, true)
  const there = await tx
    .selectFrom(kind)
    .select('id')
    .where('vehicle_id', '=', vehicle_id)
    .executeTakeFirst()
  if (there !== undefined) throw new Problem('conflict', 'rents.one_at_a_time')
  const { id } = await tx
    .insertInto(kind)
    .values({ vehicle_id, ...requireValidDates(kind, values, today) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateRent(
  tx: Tx,
  kind: RentKind,
  id: number,
  values: Partial<{ [K in keyof Values]: Values[K] | undefined }> & {
    readonly vehicle_id?: number | undefined
  },
  today: string,
  now: number,
): Promise<void> {
  const row = await tx
    .selectFrom(kind)
    .select(rentColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { id: _, vehicle_id, ...before } = row as Rent
  const { vehicle_id: wanted = vehicle_id, ...changes } = values
  if (wanted !== vehicle_id) throw invalid({ vehicle_id: 'rents.vehicle_stays' })
  await tx
    .updateTable(kind)
    .set({
      ...requireValidDates(kind, { ...before, ...withoutUndefined(changes) }, today),
      updated_at: new Date(now),
    })
    .where('id', '=', id)
    .execute()
  await setOwnership(tx, kind, vehicle_id, true)
}

export async function removeRent(tx: Tx, kind: RentKind, id: number): Promise<void> {
  const row = await tx
    .deleteFrom(kind)
    .where('id', '=', id)
    .returning('vehicle_id')
    .executeTakeFirst()
  if (row !== undefined) await setOwnership(tx, kind, row.vehicle_id, false)
}

function requireValidDates(kind: RentKind, values: Values, today: string) {
  if (values.rent_end < values.rent_start) throw invalid({ rent_end: 'validation.before_start' })
  return { ...values, initial_km_period: periodKm(kind, values, values.initial_km_period, today) }
}

/** Sets the ownership; leasing (2) stays leasing while it is rented. Changes the vehicle, so that its readers are notified. */
async function setOwnership(
  tx: Tx,
  kind: RentKind,
  vehicle_id: number,
  isRented: boolean,
): Promise<void> {
  const column = sql.ref(ownershipColumns[kind])
  await sql`update vehicles set ${column} = ${isRented ? sql`greatest(${column}, 1)` : sql`0`}, updated_at = now() where id = ${vehicle_id}`.execute(
    tx,
  )
}
