// Writes agreements for the provider, by commands and by calls.
import { invalid } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import { isCustomer } from '../../people/customers/queries.ts'
import { agreementIds } from './contract.ts'
import './tables.ts'

interface Span {
  readonly active_from: Date
  readonly active_to: Date | null
}
function mustRun({ active_from, active_to }: Span): void {
  if (active_to !== null && active_to <= active_from)
    throw invalid({ active_to: 'command_line.period_turned' })
}

/**
 * Gives a company a service on a vehicle; without `customer_id` its owner. Throws `invalid` for unknown ids.
 * @returns its id
 */
export async function createAgreement(
  db: Db | Tx,
  {
    vehicle_id,
    customer_id,
    agreement_id,
    ...span
  }: Span & {
    readonly vehicle_id: number
    readonly customer_id?: number | undefined
    readonly agreement_id: number
  },
): Promise<number> {
  if (!agreementIds.includes(agreement_id)) throw invalid({ agreement_id: 'validation.unknown' })
  mustRun(span)
  const vehicle = await db
    .selectFrom('vehicles')
    .select('customer_id')
    .where('id', '=', vehicle_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (vehicle === undefined) throw invalid({ vehicle_id: 'validation.unknown' })
  if (customer_id !== undefined && !(await isCustomer(db, customer_id)))
    throw invalid({ customer_id: 'validation.unknown' })
  const { id } = await db
    .insertInto('vehicle_agreements')
    .values({
      vehicle_id,
      customer_id: customer_id ?? vehicle.customer_id,
      agreement_id,
      ...span,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Sets the given fields only. */
export async function changeAgreement(
  tx: Tx,
  id: number,
  values: { readonly [K in keyof Span]?: Span[K] | undefined },
): Promise<void> {
  const before = await tx
    .selectFrom('vehicle_agreements')
    .select(['active_from', 'active_to'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const after = {
    active_from: values.active_from ?? before.active_from,
    active_to: values.active_to === undefined ? before.active_to : values.active_to,
  }
  mustRun(after)
  await tx.updateTable('vehicle_agreements').set(after).where('id', '=', id).execute()
}
