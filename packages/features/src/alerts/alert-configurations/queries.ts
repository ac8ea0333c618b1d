// Reads the alert configurations of a customer, and deletes those of vehicles.
import type { Language } from '@flotta/core/languages.ts'
import type { Hours } from '@flotta/core/schedule.ts'
import type { WriteContext } from '@flotta/platform/entity.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type RawBuilder, sql } from 'kysely'
import { visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import { deliveryOf, type LastDelivery, lastDelivery } from '../deliveries/queries.ts'
import type { EscalationStep } from '../escalations/contract.ts'
import { areasNamedBy } from '../incidents/areas.ts'
import { alertDefinition } from '../incidents/catalogue.ts'
import type { NamedAreas } from '../incidents/contract.ts'
import type { AlertConfiguration } from './contract.ts'
import './tables.ts'

export interface ConfigurationRow extends LastDelivery {
  readonly id: number
  readonly customer_id: number
  readonly vehicle_id: number
  readonly plate: string
  readonly alert_id: number
  readonly alert_channel_id: number
  readonly destination: string
  readonly hub_ids: readonly number[]
  readonly poi_ids: readonly number[]
  readonly escalation: readonly EscalationStep[]
  readonly threshold: number | null
  readonly schedule: readonly Hours[] | null
}
/** The customer's configurations of vehicles that it sees now. Those of a vehicle that it lost stay stored and inactive. */
export const configurationsOf = (
  customer_id: number,
  now: number,
  vehicle_ids?: readonly number[],
): RawBuilder<ConfigurationRow> => sql`
  select c.id, c.customer_id, c.vehicle_id, s.plate, c.alert_id::int4 as alert_id, c.alert_channel_id::int4 as alert_channel_id, c.destination,
    c.hub_ids, c.poi_ids, c.threshold, c.schedule, c.escalation,
    d.delivery_state, d.delivery_fault, d.delivery_at
  from ${visibleVehiclesSql(customer_id, now, vehicle_ids)} s join alert_configurations c on c.vehicle_id = s.vehicle_id and c.customer_id = ${customer_id}
  ${lastDelivery}`

export const configurationRecord = (
  ctx: Pick<Context, 'say'>,
  language: Language,
  {
    customer_id: _,
    delivery_state,
    delivery_fault,
    delivery_at,
    hub_ids,
    poi_ids,
    escalation,
    schedule,
    ...row
  }: ConfigurationRow,
): AlertConfiguration => ({
  ...row,
  schedule:
    schedule === null
      ? null
      : schedule.map(({ days, from, to }) => ({ days: [...days], from, to })),
  ...listsOf(areasNamedBy(alertDefinition(row.alert_id), { hub_ids, poi_ids })),
  escalation: [...escalation],
  last_delivery: deliveryOf(ctx, language, { delivery_state, delivery_fault, delivery_at }),
})

const listsOf = ({ area_ids, hub_ids, poi_ids }: NamedAreas) => ({
  area_ids: [...area_ids],
  hub_ids: [...hub_ids],
  poi_ids: [...poi_ids],
})

/** The configurations of some vehicles, ordered by plate and alert. */
export async function configurationsFor(
  db: Context['db'],
  { caller, ctx, language }: Pick<WriteContext, 'caller' | 'ctx' | 'language'>,
  vehicle_ids: readonly number[],
): Promise<AlertConfiguration[]> {
  const { rows } = await sql<ConfigurationRow>`
    select r.* from (${configurationsOf(caller.customer_id, ctx.now(), vehicle_ids)}) r order by upper(r.plate), r.alert_id, r.alert_channel_id, r.destination`.execute(
    db,
  )
  return rows.map(row => configurationRecord(ctx, language, row))
}

/** Whether the customer cannot see one of the vehicles. The ids are joined: as an argument of `visibleVehiclesSql`, thousands of them would be searched for every vehicle. */
export async function hasInvisibleVehicle(
  db: Context['db'],
  customer_id: number,
  now: number,
  vehicle_ids: readonly number[],
): Promise<boolean> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${visibleVehiclesSql(customer_id, now)} s where s.vehicle_id in (select unnest(${vehicle_ids}::int4[]))`.execute(
    db,
  )
  return rows[0]?.total !== new Set(vehicle_ids).size
}

export async function removeOfVehicles(
  db: Context['db'],
  customer_id: number,
  vehicle_ids: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('alert_configurations')
    .where('customer_id', '=', customer_id)
    .where('vehicle_id', 'in', vehicle_ids)
    .execute()
}
