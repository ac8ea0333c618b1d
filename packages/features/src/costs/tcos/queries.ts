// Costs in the database: filters, sums and writes.
import { invalid } from '@flotta/core/problem.ts'
import { dayAt } from '@flotta/core/zones.ts'
import type { WriteContext } from '@flotta/platform/entity.ts'
import type { Caller, Context, OwnVehicle } from '@flotta/platform/feature.ts'
import { withoutUndefined } from '@flotta/platform/record-writes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { requireOwnFleets } from '../../fleet/access/require.ts'
import { ownVehicle } from '../../fleet/access/vehicles.ts'
import type {
  Breakdown,
  CostActivity,
  CostActivityForm,
  CostTypeForm,
  Stats,
  VehicleCosts,
} from './contract.ts'
import {
  byUrgency,
  type CounterState,
  type Due,
  dueOf,
  firstDay,
  type Interval,
  type Months,
  slices,
} from './rules.ts'
import './tables.ts'

/** The caller, or the customer for whom a report is made. */
interface Requester {
  readonly caller: Pick<Caller, 'customer_id' | 'timezone'>
  readonly ctx: Context
}
/** Today in the time zone of the caller's customer. */
const todayOf = ({ caller, ctx }: Requester): string => dayAt(ctx.now(), caller.timezone)

/** The activities of a customer with plate and type name, whether or not the vehicle and the type still exist. Each has both; they are joined from the left so that a count, which reads neither, looks nothing up. */
export const activityRows = (customer_id: number): RawBuilder<unknown> => sql`
  select a.id, a.customer_id, a.type_id, y.name as type_name, a.vehicle_id, v.plate, a.date, a.amount, a.supplier, a.km, a.hour
  from type_activities a left join types y on y.id = a.type_id left join vehicles v on v.id = a.vehicle_id where a.customer_id = ${customer_id}`
export interface ActivityRow extends Omit<CostActivity, 'amount'> {
  readonly customer_id: number
  /** Text with two decimals, as PostgreSQL writes it. */
  readonly amount: string
}
export const activityRecord = ({ customer_id: _, ...row }: ActivityRow): CostActivity => ({
  ...row,
  amount: Number(row.amount),
})

export interface ActivityFilter {
  readonly vehicle_id?: number | undefined
  readonly type_id?: number | undefined
  readonly fleets?: readonly number[] | undefined
  readonly period?: Months | undefined
  readonly period_from?: string | undefined
  readonly period_to?: string | undefined
}
/** The condition for the rows `r` of the filter. Throws `invalid` for an id that is not the caller's. */
export async function filterCondition(
  filter: ActivityFilter,
  asking: Requester,
): Promise<RawBuilder<boolean>> {
  const { caller, ctx } = asking
  const conditions = [sql<boolean>`true`]
  const { vehicle_id, type_id, fleets, period, period_from, period_to } = filter
  if (vehicle_id !== undefined) {
    if ((await ownVehicle(vehicle_id, caller, ctx)) === null)
      throw invalid({ vehicle_id: 'validation.unknown' })
    conditions.push(sql`r.vehicle_id = ${vehicle_id}`)
  }
  if (type_id !== undefined) {
    const { rows } =
      await sql`select 1 from types where id = ${type_id} and customer_id = ${caller.customer_id}`.execute(
        ctx.db,
      )
    if (rows.length === 0) throw invalid({ type_id: 'validation.unknown' })
    conditions.push(sql`r.type_id = ${type_id}`)
  }
  if (fleets !== undefined) {
    const ids = [...new Set(fleets)]
    await requireOwnFleets(ctx.db, caller.customer_id, ids, 'fleets')
    conditions.push(
      sql`r.vehicle_id in (select vehicle_id from fleet_vehicles where customer_id = ${caller.customer_id} and fleet_id = any(${ids}::int4[]))`,
    )
  }
  if (period !== undefined)
    conditions.push(sql`r.date between ${firstDay(todayOf(asking), period)} and ${todayOf(asking)}`)
  if (isReversed(period_from, period_to)) throw invalid({ period_to: 'validation.before_start' })
  if (period_from !== undefined) conditions.push(sql`r.date >= ${dayInZone(period_from, caller)}`)
  if (period_to !== undefined) conditions.push(sql`r.date <= ${dayInZone(period_to, caller)}`)
  return sql`(${sql.join(conditions, sql` and `)})`
}
const isDay = (at: string): boolean => at.length === 10
/** Whether the begin lies after the end, for two days or two instants; a day and an instant are not compared. */
const isReversed = (from = '', to = ''): boolean =>
  isDay(from) === isDay(to) && Date.parse(from) > Date.parse(to)
const dayInZone = (at: string, { timezone }: Requester['caller']) =>
  isDay(at) ? at : sql`(${new Date(at)}::timestamptz at time zone ${timezone})::date`

const FIGURES = sql`sum(r.amount) as total_cost, count(distinct r.vehicle_id) as n_vehicles, count(*) as total_activities`
interface Figures extends Omit<Stats, 'total_cost'> {
  /** null: there are no rows. */
  readonly total_cost: string | null
}
const withNumericTotal = <T extends Figures>(row: T) => ({
  ...row,
  total_cost: Number(row.total_cost ?? 0),
})

export async function statsOf(filter: ActivityFilter, asking: Requester): Promise<Stats> {
  const { rows } = await sql<Figures>`
    select ${FIGURES} from type_activities r where r.customer_id = ${asking.caller.customer_id} and ${await filterCondition(filter, asking)}`.execute(
    asking.ctx.db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate gave no row')
  return withNumericTotal(row)
}

export async function breakdownOf(
  filter: ActivityFilter & { readonly period: Months },
  asking: Requester,
): Promise<Breakdown> {
  const { caller, ctx } = asking
  const parts = slices(todayOf(asking), filter.period)
  const where = sql`r.customer_id = ${caller.customer_id} and ${await filterCondition(filter, asking)}`
  const [byTime, byType] = await Promise.all([
    sql<Figures & { slice: number }>`
      select width_bucket(r.date, ${parts.map(p => p.from)}::date[]) as slice, ${FIGURES} from type_activities r where ${where} group by slice`.execute(
      ctx.db,
    ),
    sql<Figures & { type_id: number; type_name: string }>`
      select r.type_id, y.name as type_name, ${FIGURES} from type_activities r join types y on y.id = r.type_id where ${where}
      group by r.type_id, y.name order by total_cost desc, upper(y.name), r.type_id`.execute(
      ctx.db,
    ),
  ])
  const none = { total_cost: 0, n_vehicles: 0, total_activities: 0 }
  const bySlice = new Map(
    byTime.rows.map(({ slice, ...figures }) => [slice, withNumericTotal(figures)]),
  )
  return {
    slices: parts.map((part, i) => ({ ...part, ...(bySlice.get(i + 1) ?? none) })),
    types: byType.rows.map(withNumericTotal),
  }
}

export async function vehicleCosts(
  filter: ActivityFilter,
  asking: Requester,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: VehicleCosts[]; readonly total: number }> {
  const { caller, ctx } = asking
  const where = sql`r.customer_id = ${caller.customer_id} and ${await filterCondition(filter, asking)}`
  const [page, count] = await Promise.all([
    sql<Omit<VehicleCosts, 'total_cost'> & { total_cost: string }>`
      select r.vehicle_id, v.plate, sum(r.amount) as total_cost, count(*) as total_activities, max(r.date) as last_date
      from type_activities r join vehicles v on v.id = r.vehicle_id where ${where}
      group by r.vehicle_id, v.plate order by total_cost desc, upper(v.plate), r.vehicle_id limit ${limit} offset ${offset}`.execute(
      ctx.db,
    ),
    sql<{
      total: number
    }>`select count(distinct r.vehicle_id) as total from type_activities r where ${where}`.execute(
      ctx.db,
    ),
  ])
  return {
    rows: page.rows.map(row => ({ ...row, total_cost: Number(row.total_cost) })),
    total: count.rows[0]?.total ?? 0,
  }
}

/** The activities of one vehicle, newest first; with `last` only the newest of each type. */
export async function activitiesOf(
  { vehicle_id }: OwnVehicle,
  filter: ActivityFilter,
  asking: Requester,
  last = false,
): Promise<CostActivity[]> {
  const where = sql`where r.vehicle_id = ${vehicle_id} and ${await filterCondition(filter, asking)}`
  const rows = sql`(${activityRows(asking.caller.customer_id)})`
  const selection = last
    ? sql`(select distinct on (r.type_id) r.* from ${rows} r ${where} order by r.type_id, r.date desc, r.id desc)`
    : sql`(select r.* from ${rows} r ${where})`
  return (
    await sql<ActivityRow>`select f.* from ${selection} f order by f.date desc, f.id desc`.execute(
      asking.ctx.db,
    )
  ).rows.map(activityRecord)
}

/** The activities of the filter, by plate and then oldest first. */
export const activitiesWithin = async (
  filter: ActivityFilter,
  asking: Requester,
): Promise<CostActivity[]> =>
  (
    await sql<ActivityRow>`select r.* from (${activityRows(asking.caller.customer_id)}) r where ${await filterCondition(filter, asking)}
      order by upper(r.plate), r.vehicle_id, r.date, r.id`.execute(asking.ctx.db)
  ).rows.map(activityRecord)

interface LastActivity extends CounterState, Interval {
  readonly type_id: number
  readonly type_name: string
  readonly vehicle_id: number
  readonly plate: string
  /** The present counters of the vehicle, where known: its own total, else the highest reading of an activity. */
  readonly now_km: number | null
  readonly now_hour: number | null
}
/** The last activity of each repeating type on each existing vehicle. */
async function lastActivities(
  filter: ActivityFilter,
  asking: Requester,
): Promise<readonly LastActivity[]> {
  const { caller, ctx } = asking
  const { rows } = await sql<LastActivity>`
    with rows as (select r.* from type_activities r where r.customer_id = ${caller.customer_id} and ${await filterCondition(filter, asking)}),
      counters as (select vehicle_id, max(km) as km, max(hour) as hour from type_activities where customer_id = ${caller.customer_id} group by vehicle_id)
    select distinct on (r.vehicle_id, r.type_id) r.type_id, y.name as type_name, r.vehicle_id, v.plate, r.date, r.km, r.hour,
      y.repeat_after_km, y.repeat_after_hour, y.repeat_after_period, y.notice_after_km, y.notice_after_hour, y.notice_after_period,
      coalesce(t.odometer / 1000.0 + v.km_offset, c.km)::float8 as now_km, c.hour as now_hour
    from rows r join types y on y.id = r.type_id and y.deleted_at is null and y.active = 1
      join vehicles v on v.id = r.vehicle_id and v.customer_id = r.customer_id and v.deleted_at is null
      left join vehicle_state t on t.vehicle_id = r.vehicle_id
      left join counters c on c.vehicle_id = r.vehicle_id
    where coalesce(y.repeat_after_km, 0) > 0 or coalesce(y.repeat_after_hour, 0) > 0 or coalesce(y.repeat_after_period, 0) > 0
    order by r.vehicle_id, r.type_id, r.date desc, r.id desc`.execute(ctx.db)
  return rows
}

export interface CostDue extends Due {
  readonly type_id: number
  readonly type_name: string
  readonly vehicle_id: number
  readonly plate: string
  readonly last_date: string
}
/** When each repeating type is due again on each existing vehicle, the most urgent first. */
export async function costDues(
  filter: ActivityFilter,
  asking: Requester,
): Promise<readonly CostDue[]> {
  const date = todayOf(asking)
  return (await lastActivities(filter, asking))
    .flatMap(({ type_id, type_name, vehicle_id, plate, ...last }) => {
      const due = dueOf(last, last, { date, km: last.now_km, hour: last.now_hour })
      return due === null
        ? []
        : [{ type_id, type_name, vehicle_id, plate, last_date: last.date, ...due }]
    })
    .sort(byUrgency)
}

/** The context of a write within a transaction. */
type WritingContext = Omit<WriteContext, 'afterwards' | 'language'>
type TypeValues = z.output<typeof CostTypeForm>
type Partly<T> = { readonly [K in keyof T]?: T[K] | undefined }

export async function createType(
  values: TypeValues,
  { tx, caller }: WritingContext,
): Promise<number> {
  const { id } = await tx
    .insertInto('types')
    .values({ customer_id: caller.customer_id, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
export async function updateType(
  id: number,
  values: Partly<TypeValues>,
  { tx, ctx }: WritingContext,
): Promise<void> {
  await tx
    .updateTable('types')
    .set({ ...withoutUndefined(values), updated_at: new Date(ctx.now()) })
    .where('id', '=', id)
    .execute()
}
/** Removes a type; its activities stay and keep its name. */
export async function removeType(id: number, { tx, ctx }: WritingContext): Promise<void> {
  await tx
    .updateTable('types')
    .set({ deleted_at: new Date(ctx.now()) })
    .where('id', '=', id)
    .execute()
}

type ActivityValues = z.output<typeof CostActivityForm>
/** Throws `invalid` for a vehicle or a type that is not the caller's, and for a future day. */
async function checkActivity(
  { vehicle_id, type_id, date }: Partly<ActivityValues>,
  { tx, caller, ctx }: WritingContext,
): Promise<void> {
  const wrong: Record<string, string> = {}
  if (vehicle_id !== undefined && (await ownVehicle(vehicle_id, caller, { db: tx })) === null)
    wrong.vehicle_id = 'validation.unknown'
  if (type_id !== undefined) {
    const type = await tx
      .selectFrom('types')
      .select('id')
      .where('id', '=', type_id)
      .where('customer_id', '=', caller.customer_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (type === undefined) wrong.type_id = 'validation.unknown'
  }
  if (date !== undefined && date > todayOf({ caller, ctx })) wrong.date = 'validation.future'
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}
const storedValues = <T extends Partly<ActivityValues>>({ amount, ...values }: T) => ({
  ...values,
  ...(amount !== undefined && { amount: amount.toFixed(2) }),
})

export async function createActivity(
  values: ActivityValues,
  writing: WritingContext,
): Promise<number> {
  await checkActivity(values, writing)
  const { id } = await writing.tx
    .insertInto('type_activities')
    .values({
      customer_id: writing.caller.customer_id,
      ...values,
      amount: values.amount.toFixed(2),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
/** Updates an activity; an unchanged type or vehicle may have been removed meanwhile. */
export async function updateActivity(
  id: number,
  values: Partly<ActivityValues>,
  writing: WritingContext,
): Promise<void> {
  const { tx, ctx } = writing
  const before = await tx
    .selectFrom('type_activities')
    .select(['type_id', 'vehicle_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { type_id, vehicle_id, ...rest } = values
  const changes = {
    ...rest,
    ...(type_id !== before.type_id && { type_id }),
    ...(vehicle_id !== before.vehicle_id && { vehicle_id }),
  }
  await checkActivity(changes, writing)
  await tx
    .updateTable('type_activities')
    .set({ ...withoutUndefined(storedValues(changes)), updated_at: new Date(ctx.now()) })
    .where('id', '=', id)
    .execute()
}
export async function removeActivity(id: number, { tx }: WritingContext): Promise<void> {
  await tx.deleteFrom('type_activities').where('id', '=', id).execute()
}
export async function activityOf(
  id: number,
  customer_id: number,
  { db }: Pick<Context, 'db'>,
): Promise<CostActivity> {
  const { rows } =
    await sql<ActivityRow>`select r.* from (${activityRows(customer_id)}) r where r.id = ${id}`.execute(
      db,
    )
  const [row] = rows
  if (row === undefined) throw new Error('an activity was stored and not found')
  return activityRecord(row)
}
