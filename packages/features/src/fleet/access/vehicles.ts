// Decides which customer sees which vehicle: the customer that owns it, and a guest while one of its agreements on the vehicle is active.
// `sql` templates read with joins or aggregates, the Kysely builder reads single rows; `grants_of` and `visible_vehicle` are named because every request of a vehicle runs them.
import type { Access, Grant } from '@flotta/core/kinds.ts'
import { neverPrivate } from '@flotta/core/private-times.ts'
import { asColumn, type ColumnValue, numbers } from '@flotta/platform/array-reader.ts'
import type { Tx } from '@flotta/platform/db.ts'
import type { Caller, Context, OwnVehicle, VisibleVehicle } from '@flotta/platform/feature.ts'
import { type RawBuilder, sql } from 'kysely'
import { privateTimesOf } from '../private-trips/private-times.ts'

/** Epoch ms, or a column that holds an instant. */
type InstantSql = number | RawBuilder<Date>
const instantSql = (at: InstantSql) => (typeof at === 'number' ? sql`${new Date(at)}` : at)
const isActiveSql = (now: InstantSql) =>
  sql`a.active_from <= ${instantSql(now)} and (a.active_to is null or a.active_to > ${instantSql(now)})`
const anyOfSql = (column: string, vehicle_ids: readonly number[] | undefined) =>
  vehicle_ids === undefined ? sql`` : sql`and ${sql.ref(column)} = any(${vehicle_ids}::int4[])`

/** The ids of the vehicles that other customers share with a customer, as an SQL array. */
const guestVehicleIdsSql = (
  customer_id: number,
  now: number,
  vehicle_ids: readonly number[] | undefined,
) => sql`array(
    select a.vehicle_id from vehicle_agreements a join vehicles o on o.id = a.vehicle_id join customers c on c.id = o.customer_id and c.deleted_at is null
    where a.customer_id = ${customer_id} and a.guest and ${isActiveSql(now)} ${anyOfSql('a.vehicle_id', vehicle_ids)})`

/**
 * The vehicles that a customer sees, as a subquery: whole rows of `vehicles` with `vehicle_id` and `owner`. Every list of vehicles reads or joins it. It
 * scans one table once, so the planner may start a join at either side, and no query needs to join `vehicles` again.
 * @param now epoch ms
 * @param vehicle_ids only these
 * @param removedSince includes its own vehicles that were removed later than this (epoch ms)
 */
export const visibleVehiclesSql = (
  customer_id: number,
  now: number,
  vehicle_ids?: readonly number[],
  removedSince?: number,
): RawBuilder<{ vehicle_id: number; owner: boolean }> => sql`(
    select v.*, v.id as vehicle_id, v.customer_id = ${customer_id} as owner from vehicles v
    where ${removedSince === undefined ? sql`v.deleted_at is null` : sql`(v.deleted_at is null or (v.customer_id = ${customer_id} and v.deleted_at > ${new Date(removedSince)}))`} ${anyOfSql('v.id', vehicle_ids)} and (v.customer_id = ${customer_id} or v.id = any(${guestVehicleIdsSql(customer_id, now, vehicle_ids)}))
  )`
/** A customer's own vehicles, as a subquery. An index orders them by plate. */
export const ownVehiclesSql = (
  customer_id: number,
): RawBuilder<{ vehicle_id: number; owner: boolean }> => sql`(
    select v.*, v.id as vehicle_id, true as owner from vehicles v where v.deleted_at is null and v.customer_id = ${customer_id}
  )`
/** The vehicles that other customers share with a customer, as a subquery. */
const guestVehiclesSql = (customer_id: number, now: number) => sql`(
    select v.*, v.id as vehicle_id, false as owner from vehicles v where v.deleted_at is null and v.id = any(${guestVehicleIdsSql(customer_id, now, undefined)})
  )`

/**
 * Runs a query over a customer's own vehicles and over the shared ones separately, so that each part uses its own index. The result is a subquery.
 * @param select the query over such vehicles `v`, which it gets as a subquery
 */
export const ownAndGuestVehiclesSql = (
  customer_id: number,
  now: number,
  select: (vehicles: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`(${select(ownVehiclesSql(customer_id))} union all ${select(guestVehiclesSql(customer_id, now))})`

/**
 * A page of the vehicles that a customer sees, by plate, as a subquery. It reads only the vehicles up to the end of the page.
 * @param select the query over such vehicles `v`, which it gets as a subquery; its columns include `id` and `plate`
 */
export function pageOfVehiclesSql(
  customer_id: number,
  now: number,
  select: (vehicles: RawBuilder<unknown>) => RawBuilder<unknown>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): RawBuilder<unknown> {
  const first = (vehicles: RawBuilder<unknown>) =>
    sql`(${select(vehicles)} order by upper(v.plate), v.id limit ${sql.lit(limit + offset)})`
  return sql`(select p.* from ${ownAndGuestVehiclesSql(customer_id, now, first)} p order by upper(p.plate), p.id limit ${sql.lit(limit)} offset ${sql.lit(offset)})`
}

/** The vehicles that a customer saw at an instant of the past, as a subquery. Removed vehicles are included while their rows are kept. */
export const visibleVehiclesAtSql = (
  customer_id: number,
  then: InstantSql,
): RawBuilder<{ vehicle_id: number; owner: boolean }> => {
  const existedSql = sql`v.created_at <= ${instantSql(then)} and (v.deleted_at is null or v.deleted_at > ${instantSql(then)})`
  return sql`(
    select v.id as vehicle_id, true as owner from vehicles v where v.customer_id = ${customer_id} and ${existedSql}
    union all
    select distinct v.id, false from vehicle_agreements a join vehicles v on v.id = a.vehicle_id
    where a.customer_id = ${customer_id} and a.guest and ${isActiveSql(then)} and ${existedSql}
  )`
}

/** Whether the customer holds an agreement on a vehicle now, as an SQL condition; both ids are column names. */
export const holdsAgreementSql = (
  customer_id: number,
  now: InstantSql,
  vehicle: string,
  agreement_id: string,
): RawBuilder<boolean> => sql`exists (
    select 1 from vehicle_agreements a
    where a.vehicle_id = ${sql.ref(vehicle)} and a.customer_id = ${customer_id} and a.agreement_id = ${sql.ref(agreement_id)} and ${isActiveSql(now)})`

/** The ids of the customer's agreements on a vehicle (a column name) that are active now, as an SQL value. */
export const activeAgreementIdsSql = (
  customer_id: number,
  now: number,
  vehicle: string,
): RawBuilder<number[]> => sql`array(
    select distinct a.agreement_id::int4 from vehicle_agreements a where a.vehicle_id = ${sql.ref(vehicle)} and a.customer_id = ${customer_id} and ${isActiveSql(now)})`

/** Vehicle → ids of the customer's agreements on it that are active now. They are read as two arrays because there may be tens of thousands. */
export async function activeAgreementIds(
  ctx: Pick<Context, 'db'>,
  customer_id: number,
  now: number,
  vehicle_ids?: readonly number[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<Record<'vehicle' | 'agreement', ColumnValue>>`
    select ${sql.raw(asColumn('a.vehicle_id', 'vehicle'))}, ${sql.raw(asColumn('a.agreement_id', 'agreement'))}
    from vehicle_agreements a where a.customer_id = ${customer_id} and ${isActiveSql(now)} ${anyOfSql('a.vehicle_id', vehicle_ids)}`.execute(
    ctx.db,
  )
  const { vehicle = null, agreement: ids = null } = rows[0] ?? {}
  const [vehicles, agreementIds] = [numbers.int4(vehicle), numbers.int2(ids)]
  const idsByVehicle = new Map<number, number[]>()
  for (let i = 0; i < vehicles.length; i++) {
    const [id, agreement] = [vehicles[i] as number, agreementIds[i] as number]
    const vehicleIds = idsByVehicle.get(id)
    if (vehicleIds === undefined) idsByVehicle.set(id, [agreement])
    else if (!vehicleIds.includes(agreement)) vehicleIds.push(agreement)
  }
  // a vehicle has few agreements, so sorting here is cheaper than sorting all rows in the database
  for (const vehicleIds of idsByVehicle.values())
    if (vehicleIds.length > 1) vehicleIds.sort((a, b) => a - b)
  return idsByVehicle
}

/** Vehicle → every period of the customer's agreements on it that has begun. */
async function grantsOf(
  ctx: Pick<Context, 'pool'>,
  customer_id: number,
  now: number,
  vehicle_ids: readonly number[],
): Promise<Map<number, Grant[]>> {
  if (vehicle_ids.length === 0) return new Map()
  const { rows } = await ctx.pool.query<Grant & { readonly vehicle_id: number }>({
    name: 'grants_of',
    text: `select vehicle_id, agreement_id::int4 as agreement_id, date_part('epoch', active_from) * 1000 as from, date_part('epoch', active_to) * 1000 as to
      from vehicle_agreements where customer_id = $1 and vehicle_id = any($2::int4[]) and active_from <= $3 order by vehicle_id, agreement_id, active_from`,
    values: [customer_id, vehicle_ids, new Date(now)],
  })
  const grants = new Map<number, Grant[]>()
  for (const { vehicle_id, ...grant } of rows) {
    const vehicleGrants = grants.get(vehicle_id)
    if (vehicleGrants === undefined) grants.set(vehicle_id, [grant])
    else vehicleGrants.push(grant)
  }
  return grants
}

/**
 * A customer's access to each of the given vehicles. The periods of agreements are read only for guests.
 * @param agreementIds the active agreements of each vehicle
 */
export async function accessOf(
  ctx: Pick<Context, 'pool'>,
  customer_id: number,
  now: number,
  vehicles: readonly { readonly vehicle_id: number; readonly owner: boolean }[],
  agreementIds: ReadonlyMap<number, readonly number[]>,
): Promise<Map<number, Access>> {
  const guestVehicleIds = vehicles.flatMap(s => (s.owner ? [] : [s.vehicle_id]))
  const [grants, times] = await Promise.all([
    grantsOf(ctx, customer_id, now, guestVehicleIds),
    privateTimesOf(
      ctx.pool,
      vehicles.map(s => s.vehicle_id),
    ),
  ])
  const access = new Map<number, Access>()
  for (const { vehicle_id, owner } of vehicles)
    access.set(vehicle_id, {
      owner,
      agreements: agreementIds.get(vehicle_id) ?? NONE,
      grants: grants.get(vehicle_id) ?? NONE,
      private_times: times.get(vehicle_id) ?? neverPrivate,
    })
  return access
}
const NONE: readonly never[] = []

interface AccessRow {
  readonly vehicle_id: number
  readonly owner_id: number
  readonly grants: readonly Grant[]
}
const ACCESS = `select v.id as vehicle_id, v.customer_id as owner_id, coalesce((
    select json_agg(json_build_object('agreement_id', a.agreement_id, 'from', extract(epoch from a.active_from) * 1000, 'to', extract(epoch from a.active_to) * 1000) order by a.agreement_id, a.active_from)
    from vehicle_agreements a where a.vehicle_id = v.id and a.customer_id = $2 and a.active_from <= $3), '[]') as grants
  from vehicles v join customers c on c.id = v.customer_id
  where v.id = $1 and v.deleted_at is null and c.deleted_at is null`

/** null: the vehicle is unknown, or the caller's customer neither owns it nor shares it now. */
export async function visibleVehicle(
  id: number,
  { customer_id }: Pick<Caller, 'customer_id'>,
  ctx: Pick<Context, 'pool' | 'now'>,
): Promise<VisibleVehicle | null> {
  const now = ctx.now()
  const [{ rows }, times] = await Promise.all([
    ctx.pool.query<AccessRow>({
      name: 'visible_vehicle',
      text: ACCESS,
      values: [id, customer_id, new Date(now)],
    }),
    privateTimesOf(ctx.pool, [id]),
  ])
  const [row] = rows
  if (row === undefined) return null
  const { vehicle_id, owner_id, grants } = row
  const owner = owner_id === customer_id
  const agreements = [
    ...new Set(grants.flatMap(g => (g.to === null || g.to > now ? [g.agreement_id] : []))),
  ]
  const private_times = times.get(id) ?? neverPrivate
  return owner || agreements.length > 0
    ? ({
        vehicle_id,
        customer_id: owner_id,
        owner,
        agreements,
        grants,
        private_times,
      } as unknown as VisibleVehicle)
    : null
}

/**
 * Every vehicle that a customer sees now.
 * @param removedSince includes its own vehicles that were removed later than this (epoch ms), with their present agreements
 */
export async function visibleVehicles(
  ctx: Pick<Context, 'pool' | 'db' | 'now'>,
  customer_id: number,
  removedSince?: number,
): Promise<VisibleVehicle[]> {
  const now = ctx.now()
  const { rows } = await sql<{ vehicle_id: number; customer_id: number; owner: boolean }>`
    select s.vehicle_id, s.customer_id, s.owner from ${visibleVehiclesSql(customer_id, now, undefined, removedSince)} s order by s.vehicle_id`.execute(
    ctx.db,
  )
  const access = await accessOf(
    ctx,
    customer_id,
    now,
    rows,
    await activeAgreementIds(ctx, customer_id, now),
  )
  return rows.map(
    row =>
      ({
        vehicle_id: row.vehicle_id,
        customer_id: row.customer_id,
        ...access.get(row.vehicle_id),
      }) as VisibleVehicle,
  )
}

export async function ownVehicle(
  id: number,
  { customer_id }: Pick<Caller, 'customer_id'>,
  ctx: Pick<Context, 'db'>,
): Promise<OwnVehicle | null> {
  const row = await ctx.db
    .selectFrom('vehicles')
    .select(['id as vehicle_id', 'customer_id'])
    .where('id', '=', id)
    .where('customer_id', '=', customer_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : (row as OwnVehicle)
}

/** Locks the row of a vehicle until the transaction ends. */
export async function lockVehicle(tx: Tx, vehicle_id: number): Promise<void> {
  await tx.selectFrom('vehicles').select('id').where('id', '=', vehicle_id).forUpdate().execute()
}
