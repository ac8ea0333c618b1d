// Agreements of vehicles as one customer holds them.
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { matcher } from '@flotta/platform/search.ts'
import { type RawBuilder, sql } from 'kysely'
import { visibleVehiclesSql } from '../access/vehicles.ts'
import {
  type ActiveAgreement,
  type AgreementId,
  type AgreementVehicle,
  agreements,
} from './contract.ts'
import './tables.ts'

/** An active agreement, as `activeAgreementsSql` returns it. */
export interface ActiveAgreementRow {
  readonly agreement_id: number
  readonly active_from: string
  readonly active_to: string | null
}
const isActiveSql = (now: number) =>
  sql`a.active_from <= ${new Date(now)} and (a.active_to is null or a.active_to > ${new Date(now)})`
/** The customer's agreements on a vehicle (a column name) that are active now, by id, as an SQL value. */
export const activeAgreementsSql = (
  customer_id: number,
  now: number,
  vehicle: string,
): RawBuilder<ActiveAgreementRow[]> => sql`coalesce((
    select json_agg(json_build_object('agreement_id', a.agreement_id, 'active_from', a.active_from, 'active_to', a.active_to) order by a.agreement_id, a.active_from)
    from vehicle_agreements a where a.vehicle_id = ${sql.ref(vehicle)} and a.customer_id = ${customer_id} and ${isActiveSql(now)}), '[]')`

/** Ids of the agreements that a company holds now on any vehicle. */
export async function heldServices(
  db: Db | Tx,
  customer_id: number,
  now: number,
): Promise<number[]> {
  const { rows } = await sql<{ agreement_id: number }>`
    select distinct a.agreement_id from vehicle_agreements a where a.customer_id = ${customer_id} and ${isActiveSql(now)}`.execute(
    db,
  )
  return rows.map(r => r.agreement_id)
}

const iso = (at: string): string => new Date(at).toISOString()
export const agreementRecord = (
  customer_id: number,
  { agreement_id, active_from, active_to }: ActiveAgreementRow,
): ActiveAgreement => ({
  agreement_id,
  customer_id,
  code: agreements[agreement_id as AgreementId] ?? String(agreement_id),
  active_from: iso(active_from),
  active_to: active_to === null ? null : iso(active_to),
})

/** Vehicle → the customer's agreements on it that are active now, by id. */
export async function activeAgreements(
  ctx: Context,
  customer_id: number,
  vehicle_ids: readonly number[],
): Promise<Map<number, ActiveAgreement[]>> {
  const { rows } = await sql<{ vehicle_id: number; held: ActiveAgreementRow[] }>`
    select x.vehicle_id, ${activeAgreementsSql(customer_id, ctx.now(), 'x.vehicle_id')} as held from unnest(${vehicle_ids}::int4[]) as x (vehicle_id)`.execute(
    ctx.db,
  )
  return new Map(
    rows.map(({ vehicle_id, held: agreementRows }) => [
      vehicle_id,
      agreementRows.map(a => agreementRecord(customer_id, a)),
    ]),
  )
}

/** A customer's past, present and future agreements on the vehicles that it sees now. */
const heldAgreementsSql = (customer_id: number, now: number): RawBuilder<unknown> => sql`
  select a.id, a.agreement_id, a.vehicle_id, v.plate, a.active_from, a.active_to, a.active_to is not null and a.active_to <= ${new Date(now)} as archived
  from ${visibleVehiclesSql(customer_id, now)} v
  join vehicle_agreements a on a.vehicle_id = v.vehicle_id and a.customer_id = ${customer_id}`

/**
 * Agreement → how many have ended and how many have not. With words only of vehicles whose plate contains them, but all vehicles for the agreements in `ids`.
 */
export async function countAgreements(
  ctx: Context,
  customer_id: number,
  words: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly vehicles: number; readonly archived: number }>> {
  const matchesSql =
    words === ''
      ? sql`true`
      : sql`(h.agreement_id = any(${ids}::int4[]) or ${matcher(words)(sql.ref('h.plate'))})`
  const { rows } = await sql<{ agreement_id: number; vehicles: number; archived: number }>`
    select h.agreement_id, count(*) filter (where not h.archived) as vehicles, count(*) filter (where h.archived) as archived
    from (${heldAgreementsSql(customer_id, ctx.now())}) h where ${matchesSql} group by h.agreement_id`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ agreement_id, ...counts }) => [agreement_id, counts]))
}

/** One page of the vehicles of an agreement. */
export async function vehiclesOfAgreement(
  ctx: Context,
  customer_id: number,
  {
    agreement_id,
    archived,
    search,
    vehicle_id,
  }: {
    readonly agreement_id: number
    readonly archived: boolean
    readonly search: string
    readonly vehicle_id?: number | undefined
  },
  { page, per_page }: { readonly page: number; readonly per_page: number },
): Promise<{ readonly data: AgreementVehicle[]; readonly total: number }> {
  const matchesSql = sql`from (${heldAgreementsSql(customer_id, ctx.now())}) h
    where h.agreement_id = ${agreement_id} and h.archived = ${archived} and ${vehicle_id === undefined ? sql`true` : sql`h.vehicle_id = ${vehicle_id}`} and ${search === '' ? sql`true` : matcher(search)(sql.ref('h.plate'))}`
  const order = archived ? sql`h.active_to desc` : sql`h.active_to nulls last`
  const [rows, count] = await Promise.all([
    sql<{
      id: number
      vehicle_id: number
      plate: string
      active_from: Date
      active_to: Date | null
    }>`
      select h.id, h.vehicle_id, h.plate, h.active_from, h.active_to ${matchesSql} order by ${order}, upper(h.plate), h.id limit ${per_page} offset ${(page - 1) * per_page}`.execute(
      ctx.db,
    ),
    sql<{ total: number }>`select count(*) as total ${matchesSql}`.execute(ctx.db),
  ])
  const data = rows.rows.map(r => ({
    ...r,
    active_from: r.active_from.toISOString(),
    active_to: r.active_to?.toISOString() ?? null,
  }))
  return { data, total: count.rows[0]?.total ?? 0 }
}

/** An agreement that ends on the same day on some vehicles. */
export interface AgreementEnd {
  readonly agreement_id: number
  /** The last day on which it is active, on the customer's calendar. */
  readonly day: string
  readonly vehicles: number
  /** The first of these vehicles by plate. */
  readonly vehicle_id: number
  readonly plate: string
}
/** The agreements that a customer holds now and that end before `until` (epoch ms) without a following one of the same kind, the first to end first. */
export async function agreementEnds(
  ctx: Pick<Context, 'db' | 'now'>,
  { customer_id, timezone }: { readonly customer_id: number; readonly timezone: string },
  until: number,
): Promise<AgreementEnd[]> {
  const { rows } = await sql<AgreementEnd>`
    select e.agreement_id::int4 as agreement_id, to_char(e.ends at time zone ${timezone}, 'YYYY-MM-DD') as day, count(*) as vehicles,
      (array_agg(e.vehicle_id order by upper(e.plate), e.vehicle_id))[1] as vehicle_id, min(e.plate) as plate
    from (
      select h.agreement_id, h.vehicle_id, h.plate, max(h.active_to) as ends
      from (${heldAgreementsSql(customer_id, ctx.now())}) h where not h.archived
      group by h.agreement_id, h.vehicle_id, h.plate
      having bool_and(h.active_to is not null) and bool_or(h.active_from <= ${new Date(ctx.now())})
    ) e where e.ends < ${new Date(until)}
    group by 1, 2 order by 2, 1`.execute(ctx.db)
  return rows
}

/** Vehicles on which the customer's agreements changed since `from` (epoch ms): created, changed or removed, begun or ended. */
export async function agreementsChangedSince(
  ctx: Context,
  customer_id: number,
  from: number,
): Promise<ReadonlySet<number>> {
  const [since, now] = [new Date(from), new Date(ctx.now())]
  const { rows } = await sql<{ vehicle_id: number }>`
    select vehicle_id from agreement_changes where customer_id = ${customer_id} and at >= ${since} and begun
    union select vehicle_id from vehicle_agreements where customer_id = ${customer_id}
      and ((active_from >= ${since} and active_from <= ${now}) or (active_to >= ${since} and active_to <= ${now}))`.execute(
    ctx.db,
  )
  return new Set(rows.map(r => r.vehicle_id))
}
