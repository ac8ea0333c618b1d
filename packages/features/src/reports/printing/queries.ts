// Finds the vehicles for the printing area, and the company that issues a receipt.
import type { Caller, Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  activeAgreementIdsSql,
  visibleVehicle,
  visibleVehiclesSql,
} from '../../fleet/access/vehicles.ts'
import { factJoins, unitCode } from '../../fleet/vehicles/status.ts'
import { temperatureAgreements } from '../../services/eyecold/kinds.ts'
import { hasRegister } from '../register/coverage.ts'
import type { PrintVehicle, Receipt } from './contract.ts'
import type { ScannedCode } from './rules.ts'

async function selectVehicles(
  ctx: Context,
  customer_id: number,
  only: RawBuilder<unknown>,
  vehicle_ids?: readonly number[],
): Promise<PrintVehicle[]> {
  const now = ctx.now()
  const { rows } = await sql<PrintVehicle>`
    select v.id, v.plate, v.serial, v.model, ${unitCode} as unit_code, v.vehicle_type
    from ${visibleVehiclesSql(customer_id, now, vehicle_ids)} v
    ${factJoins(now)}
    where ${activeAgreementIdsSql(customer_id, now, 'v.id')} && ${[...temperatureAgreements]}::int4[] and ${only}
    order by upper(v.plate), v.id`.execute(ctx.db)
  return rows
}

/** The vehicles that a code may mean, by plate: only those that have the register and whose temperatures the customer may see. */
export async function findVehicles(
  ctx: Context,
  caller: Caller,
  code: ScannedCode,
): Promise<PrintVehicle[]> {
  if (code.kind !== 'vehicle' && code.kind !== 'words') return []
  const is = (column: string) =>
    sql`translate(searchable(${sql.ref(column)}), '-_./:*', '') = ${code.kind === 'words' ? code.words : ''}`
  const vehicles =
    code.kind === 'vehicle'
      ? await selectVehicles(ctx, caller.customer_id, sql`true`, [code.id])
      : await selectVehicles(
          ctx,
          caller.customer_id,
          sql`(${is('v.plate')} or ${is('v.serial')} or ${is('d.unit_code')} or ${is('d.imei')})`,
        )
  const printable = await Promise.all(
    vehicles.map(async ({ id }) => {
      const vehicle = await visibleVehicle(id, caller, ctx)
      return vehicle !== null && hasRegister(ctx, vehicle)
    }),
  )
  return vehicles.filter((_, i) => printable[i])
}

/** The vehicle with the names that a receipt prints. */
export async function printVehicle(
  ctx: Context,
  customer_id: number,
  { vehicle_id }: VisibleVehicle,
): Promise<PrintVehicle> {
  const [vehicle] = await selectVehicles(ctx, customer_id, sql`true`, [vehicle_id])
  if (vehicle === undefined) throw new Error(`vehicle ${vehicle_id} was seen and is not any more`)
  return vehicle
}

/** The company that issues the receipt. */
export const receiptCompany = (ctx: Context, customer_id: number): Promise<Receipt['company']> =>
  ctx.db
    .selectFrom('customers')
    .select(['name', 'vat_id', 'address', 'zip_code', 'city', 'region'])
    .where('id', '=', customer_id)
    .executeTakeFirstOrThrow()
