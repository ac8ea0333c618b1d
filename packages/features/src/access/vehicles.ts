// Who sees which vehicle: the one place that says it. Its owner's customer, and guests while an agreement of theirs on it is active.
import { numbers } from '@flotta/platform/columns.ts'
import type { Caller, Context, Grant, OwnRecord, OwnVehicle, VisibleVehicle } from '@flotta/platform/feature.ts'
import { type RawBuilder, sql } from 'kysely'
import { agreement } from '../agreements/contract.ts'

/** What a customer holds of a vehicle: ids of its agreements on it that are active now and, in the same order, since when (epoch ms). */
export interface Held {
  readonly agreements: readonly number[]
  readonly since: readonly number[]
}
export interface Seen extends Held {
  readonly owner: boolean
}
export const NOTHING_HELD: Held = { agreements: [], since: [] }

const isActive = (now: number) => sql`a.active_from <= ${new Date(now)} and (a.active_to is null or a.active_to > ${new Date(now)})`
const only = (column: string, vehicle_ids: readonly number[] | undefined) =>
  vehicle_ids === undefined ? sql`` : sql`and ${sql.ref(column)} = any(${vehicle_ids}::int4[])`

/**
 * The vehicles that a customer sees, as a subquery with `vehicle_id` and `owner`: joined by everything that lists vehicles.
 * @param now epoch ms
 * @param vehicle_ids only these
 */
export const seenVehicles = (customer_id: number, now: number, vehicle_ids?: readonly number[]): RawBuilder<{ vehicle_id: number; owner: boolean }> => sql`(
    select v.id as vehicle_id, true as owner from vehicles v where v.customer_id = ${customer_id} and v.deleted_at is null ${only('v.id', vehicle_ids)}
    union all
    select distinct v.id, false
    from vehicle_agreements a join vehicles v on v.id = a.vehicle_id join customers c on c.id = v.customer_id
    where a.customer_id = ${customer_id} and ${isActive(now)} ${only('a.vehicle_id', vehicle_ids)}
      and v.customer_id <> ${customer_id} and v.deleted_at is null and c.deleted_at is null
  )`

/** Whether the customer holds an agreement on a vehicle now, as a condition; both are column names. */
export const holdsNow = (customer_id: number, now: number, vehicle: string, agreement_id: string): RawBuilder<boolean> => sql`exists (
    select 1 from vehicle_agreements a
    where a.vehicle_id = ${sql.ref(vehicle)} and a.customer_id = ${customer_id} and a.agreement_id = ${sql.ref(agreement_id)} and ${isActive(now)})`

/** Vehicle → what the customer holds of it now. Read as columns, for there may be tens of thousands. */
export async function heldBy(ctx: Pick<Context, 'db'>, customer_id: number, now: number, vehicle_ids?: readonly number[]): Promise<Map<number, Held>> {
  const { rows } = await sql<Record<'vehicle' | 'agreement' | 'begun', Buffer | null>>`
    select array_send(array_agg(h.vehicle_id)) as vehicle, array_send(array_agg(h.agreement_id)) as agreement, array_send(array_agg(h.active_from)) as begun
    from (select a.vehicle_id, a.agreement_id, a.active_from from vehicle_agreements a
      where a.customer_id = ${customer_id} and ${isActive(now)} ${only('a.vehicle_id', vehicle_ids)} order by a.vehicle_id, a.agreement_id, a.active_from) h`.execute(
    ctx.db,
  )
  const { vehicle = null, agreement: ids = null, begun = null } = rows[0] ?? {}
  const [vehicles, agreementIds, begins] = [numbers.int4(vehicle), numbers.int2(ids), numbers.timestamptz(begun)]
  const held = new Map<number, { readonly agreements: number[]; readonly since: number[] }>()
  let last: { readonly agreements: number[]; readonly since: number[] } | undefined
  for (let i = 0; i < vehicles.length; i++) {
    const [agreement_id, from] = [agreementIds[i] ?? 0, begins[i] ?? 0]
    if (i === 0 || vehicles[i] !== vehicles[i - 1]) {
      last = { agreements: [agreement_id], since: [from] }
      held.set(vehicles[i] ?? 0, last)
    } else if (last !== undefined && last.agreements.at(-1) !== agreement_id) {
      last.agreements.push(agreement_id)
      last.since.push(from)
    }
  }
  return held
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
export const seesSince = ({ owner, agreements, since }: Seen, ids: readonly number[], at: number): boolean =>
  ids.some(id => {
    const i = agreements.indexOf(id)
    return i >= 0 && (owner || at >= (since[i] ?? Number.POSITIVE_INFINITY))
  })
/** Whether a position of that time may be shown: to the owner always, to a guest since its agreement 2 began. */
export const seesPosition = (vehicle: Seen, at: number | null): boolean => vehicle.owner || (at !== null && seesSince(vehicle, [agreement.eyegeo], at))
export const agreementsOf = (vehicle: VisibleVehicle): number[] => [...new Set(vehicle.grants.map(g => g.agreement_id))]
