// Agreements of vehicles as one customer holds them.
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { type ActiveAgreement, type AgreementId, agreements } from './contract.ts'
import './tables.ts'

/** Vehicle → the customer's agreements on it that are active now, by id. */
export async function activeAgreements(ctx: Context, customer_id: number, vehicle_ids: readonly number[]): Promise<Map<number, ActiveAgreement[]>> {
  const now = new Date(ctx.now())
  const rows = await ctx.db
    .selectFrom('vehicle_agreements')
    .select(['vehicle_id', 'agreement_id', 'active_from', 'active_to'])
    .where('customer_id', '=', customer_id)
    .where('vehicle_id', '=', sql<number>`any(${vehicle_ids}::int4[])`)
    .where('active_from', '<=', now)
    .where(eb => eb.or([eb('active_to', 'is', null), eb('active_to', '>', now)]))
    .orderBy('agreement_id')
    .orderBy('active_from')
    .execute()
  const held = new Map<number, ActiveAgreement[]>()
  for (const { vehicle_id, agreement_id, active_from, active_to } of rows) {
    const list = held.get(vehicle_id) ?? []
    list.push({
      agreement_id,
      customer_id,
      code: agreements[agreement_id as AgreementId] ?? String(agreement_id),
      active_from: active_from.toISOString(),
      active_to: active_to?.toISOString() ?? null,
    })
    held.set(vehicle_id, list)
  }
  return held
}
