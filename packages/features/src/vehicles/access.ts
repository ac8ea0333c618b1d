// Who sees which vehicle: the one place that says it. Its owner's customer, and guests while an agreement of theirs on it is active.
import type { Caller, Context, Grant, OwnRecord, OwnVehicle, VisibleVehicle } from '@flotta/platform/feature.ts'
import { type RawBuilder, sql } from 'kysely'
import { agreement } from '../agreements/contract.ts'
import '../agreements/tables.ts'
import '../fleets/tables.ts'
import './tables.ts'

export interface Seen {
  readonly vehicle_id: number
  readonly owner: boolean
  /** Ids of the customer's agreements on it that are active now. */
  readonly agreements: readonly number[]
  /** Of a guest: agreement id → epoch ms at which it began; nothing older may be shown. null for the owner. */
  readonly since: Readonly<Record<string, number>> | null
}

/**
 * The vehicles that a customer sees, as a subquery of Seen: joined by everything that lists vehicles.
 * @param now epoch ms
 * @param vehicle_ids only these
 */
export function seenVehicles(customer_id: number, now: number, vehicle_ids?: readonly number[]): RawBuilder<Seen> {
  const at = new Date(now)
  const some = vehicle_ids === undefined ? sql`` : sql`and v.id = any(${vehicle_ids}::int4[])`
  const held = vehicle_ids === undefined ? sql`` : sql`and a.vehicle_id = any(${vehicle_ids}::int4[])`
  return sql<Seen>`(
    with held as (
      select a.vehicle_id, array_agg(distinct a.agreement_id order by a.agreement_id) as agreements, array_agg(array[a.agreement_id, extract(epoch from a.active_from)]) as begun
      from vehicle_agreements a
      where a.customer_id = ${customer_id} and a.active_from <= ${at} and (a.active_to is null or a.active_to > ${at}) ${held}
      group by a.vehicle_id
    )
    select v.id as vehicle_id, true as owner, coalesce(h.agreements, '{}') as agreements, null::jsonb as since
    from vehicles v left join held h on h.vehicle_id = v.id
    where v.customer_id = ${customer_id} and v.deleted_at is null ${some}
    union all
    select v.id, false, h.agreements, (select jsonb_object_agg(b.id, b.at) from (select begun[i][1]::int as id, min(begun[i][2]) * 1000 as at from generate_subscripts(begun, 1) i group by 1) b)
    from held h join vehicles v on v.id = h.vehicle_id join customers c on c.id = v.customer_id
    where v.customer_id <> ${customer_id} and v.deleted_at is null and c.deleted_at is null ${some}
  )`
}

interface AccessRow {
  readonly vehicle_id: number
  readonly owner_id: number
  readonly grants: readonly { readonly agreement_id: number; readonly from: number; readonly to: number | null }[]
}
const ACCESS = `select v.id as vehicle_id, v.customer_id as owner_id, coalesce((
    select json_agg(json_build_object('agreement_id', a.agreement_id, 'from', extract(epoch from a.active_from) * 1000, 'to', extract(epoch from a.active_to) * 1000) order by a.agreement_id, a.active_from)
    from vehicle_agreements a where a.vehicle_id = v.id and a.customer_id = $2 and a.active_from <= $3 and (a.active_to is null or a.active_to > $3)), '[]') as grants
  from vehicles v join customers c on c.id = v.customer_id
  where v.id = $1 and v.deleted_at is null and c.deleted_at is null`

/** null: unknown, or neither owned by the caller's customer nor shared with it now. */
export async function visibleVehicle(
  id: number,
  { customer_id }: Pick<Caller, 'customer_id'>,
  ctx: Pick<Context, 'pool' | 'now'>,
): Promise<VisibleVehicle | null> {
  const { rows } = await ctx.pool.query<AccessRow>({ name: 'visible_vehicle', text: ACCESS, values: [id, customer_id, new Date(ctx.now())] })
  const [row] = rows
  if (row === undefined || (row.owner_id !== customer_id && row.grants.length === 0)) return null
  const grants: readonly Grant[] = row.grants
  return { vehicle_id: row.vehicle_id, customer_id: row.owner_id, owner: row.owner_id === customer_id, grants } as VisibleVehicle
}

export async function ownVehicle(id: number, { customer_id }: Pick<Caller, 'customer_id'>, ctx: Pick<Context, 'db'>): Promise<OwnVehicle | null> {
  const row = await ctx.db
    .selectFrom('vehicles')
    .select(['id as vehicle_id', 'customer_id'])
    .where('id', '=', id)
    .where('customer_id', '=', customer_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : (row as unknown as OwnVehicle)
}

/** Tables whose rows belong to a customer and are asked for by id. */
const RECORDS = ['fleets'] as const
export async function ownRecord(table: string, id: number, { customer_id }: Pick<Caller, 'customer_id'>, ctx: Pick<Context, 'db'>): Promise<OwnRecord | null> {
  const known = RECORDS.find(t => t === table)
  if (known === undefined) throw new Error(`records of ${table} have no owner`)
  const row = await ctx.db.selectFrom(known).select(['id', 'customer_id']).where('id', '=', id).where('customer_id', '=', customer_id).executeTakeFirst()
  return row === undefined ? null : (row as unknown as OwnRecord)
}

/** Whether what was told at `at` (epoch ms) under one of these agreements may be shown: to the owner who holds one, to a guest since it began. */
export const seesSince = ({ owner, agreements, since }: Pick<Seen, 'owner' | 'agreements' | 'since'>, ids: readonly number[], at: number): boolean =>
  ids.some(id => agreements.includes(id) && (owner || at >= (since?.[id] ?? Number.POSITIVE_INFINITY)))
/** Whether a position of that time may be shown: to the owner always, to a guest since its agreement 2 began. */
export const seesPosition = (vehicle: Pick<Seen, 'owner' | 'agreements' | 'since'>, at: number | null): boolean =>
  vehicle.owner || (at !== null && seesSince(vehicle, [agreement.eyegeo], at))
export const agreementsOf = (vehicle: VisibleVehicle): number[] => [...new Set(vehicle.grants.map(g => g.agreement_id))]
