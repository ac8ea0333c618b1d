// Open incidents as customers see them.
import './tables.ts'
import type { Language } from '@flotta/core/languages.ts'
import { invalid } from '@flotta/core/problem.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type RawBuilder, sql } from 'kysely'
import { activeAlerts } from './active-alert-records.ts'
import type { ActiveAlert, AlertVehicle } from './contract.ts'
import { type OpenRow, openIncidents } from './visible-incidents.ts'

/** The vehicles on which an alert is open, by plate; `total` is repeated in every row. */
export async function vehiclesWith(
  { db, now }: Pick<Context, 'db' | 'now'>,
  customer_id: number,
  {
    alert_id,
    ...filter
  }: Pick<IncidentFilter, 'fleet_ids' | 'vehicle_id'> & { readonly alert_id: number },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: AlertVehicle[]; readonly total: number }> {
  const open = sql`(select o.vehicle_id, min(o.opened_at) as opened_at from ${openIncidents(customer_id, now(), filter.vehicle_id === undefined ? undefined : [filter.vehicle_id])} o
    where ${conditionsOf(customer_id, { alert_ids: [alert_id], ...filter })} group by o.vehicle_id)`
  const [{ rows }, countResult] = await Promise.all([
    sql<Omit<AlertVehicle, 'created_at'> & { readonly opened_at: Date }>`
      select o.vehicle_id as id, o.vehicle_id, v.plate, f.fleet_id, o.opened_at from ${open} o join vehicles v on v.id = o.vehicle_id
      left join fleet_vehicles f on f.customer_id = ${customer_id} and f.vehicle_id = o.vehicle_id
      order by upper(v.plate), v.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from ${open} o`.execute(db),
  ])
  return {
    rows: rows.map(({ opened_at, ...row }) => ({ ...row, created_at: opened_at.toISOString() })),
    total: countResult.rows[0]?.total ?? 0,
  }
}

/** Conditions of a list; all must match. */
export interface IncidentFilter {
  readonly severity?: number | undefined
  readonly alert_ids?: readonly number[] | undefined
  readonly fleet_ids?: readonly number[] | undefined
  readonly vehicle_id?: number | undefined
  readonly acknowledged?: boolean | undefined
  readonly assigned_to?: number | undefined
  readonly late?: boolean | undefined
  /** Snoozed at a moment (epoch ms), or not. */
  readonly snoozed?: { readonly at: number; readonly is: boolean } | undefined
}
const isAcknowledged = sql<boolean>`o.acknowledged_at is not null`
/** SQL conditions on the rows `o`. The filter by vehicle is not among them: the subquery selects it. */
export function conditionsOf(
  customer_id: number,
  { severity, alert_ids, fleet_ids, assigned_to, acknowledged, late, snoozed }: IncidentFilter,
): RawBuilder<boolean> {
  const conditions = [
    severity === undefined ? [] : [sql`o.severity = ${severity}`],
    alert_ids === undefined ? [] : [sql`o.alert_id = any(${alert_ids}::int4[])`],
    fleet_ids === undefined
      ? []
      : [
          sql`exists (select 1 from fleet_vehicles f where f.customer_id = ${customer_id} and f.vehicle_id = o.vehicle_id and f.fleet_id = any(${fleet_ids}::int4[]))`,
        ],
    assigned_to === undefined ? [] : [sql`o.assigned_id = ${assigned_to}`],
    acknowledged === undefined ? [] : [sql`(${isAcknowledged}) = ${acknowledged}`],
    late === undefined ? [] : [sql`o.late = ${late}`],
    snoozed === undefined
      ? []
      : [sql`coalesce(o.snoozed_until > ${new Date(snoozed.at)}, false) = ${snoozed.is}`],
  ].flat()
  return conditions.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`${sql.join(conditions, sql` and `)}`
}
/** Throws `invalid` for a user who is not of the customer. */
export async function mustBeOurs(
  { db }: Pick<Context, 'db'>,
  customer_id: number,
  user_id: number,
): Promise<void> {
  const { rows } =
    await sql`select 1 from users where id = ${user_id} and customer_id = ${customer_id} and deleted_at is null`.execute(
      db,
    )
  if (rows.length === 0) throw invalid({ assigned_to: 'validation.unknown' })
}
/** Unacknowledged alerts first, then the gravest, then the oldest. */
const BY_WEIGHT = sql`(${isAcknowledged}), o.severity desc, o.opened_at`
const ORDERS = {
  newest: sql`o.opened_at desc`,
  weight: BY_WEIGHT,
  vehicle: sql`upper(o.plate), o.vehicle_id, ${BY_WEIGHT}`,
  driver: sql`upper(who.driver_name) nulls last, who.driver_id, clock.day desc, ${BY_WEIGHT}`,
}
/** Joins to the incidents `o` the customer's driver when it was raised, and the day in the customer's time zone. */
const joinDrivers = (customer_id: number) => sql`cross join lateral (
    select (o.opened_at at time zone (select timezone from customers where id = ${customer_id}))::date as day) clock
  left join lateral (select d.id as driver_id, d.name || ' ' || d.surname as driver_name
    from driver_activities a join drivers d on d.id = a.driver_id
    where a.customer_id = ${customer_id} and a.vehicle_id = o.vehicle_id and a.period_from <= o.opened_at and (a.period_to is null or a.period_to > o.opened_at)
    order by a.period_from desc limit 1) who on true`
/**
 * A page of the open incidents, newest first, by weight, by vehicle, or by driver and day, with their total and the number of acknowledged ones, which the
 * filter of acknowledgement does not change.
 */
export async function activePage(
  ctx: Context,
  language: Language,
  customer_id: number,
  {
    acknowledged,
    order = 'newest',
    ...filter
  }: IncidentFilter & { readonly order?: keyof typeof ORDERS },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{
  readonly data: ActiveAlert[]
  readonly total: number
  readonly acknowledged: number
}> {
  const incidents = openIncidents(
    customer_id,
    ctx.now(),
    filter.vehicle_id === undefined ? undefined : [filter.vehicle_id],
  )
  const conditions = conditionsOf(customer_id, filter)
  const matches = sql`${incidents} o where ${conditions}`
  const isByDriver = order === 'driver'
  const columns = isByDriver ? sql`o.*, who.driver_id, who.driver_name` : sql`o.*`
  const drivers = isByDriver ? joinDrivers(customer_id) : sql``
  const acknowledgedCondition =
    acknowledged === undefined ? sql`true` : sql`(${isAcknowledged}) = ${acknowledged}`
  const [{ rows }, countResult] = await Promise.all([
    sql<OpenRow>`select ${columns} from ${incidents} o ${drivers} where ${conditions} and ${acknowledgedCondition} order by ${ORDERS[order]}, o.id limit ${limit} offset ${offset}`.execute(
      ctx.db,
    ),
    sql<{
      total: number
      acknowledged: number
    }>`select count(*) filter (where ${acknowledgedCondition}) as total, count(*) filter (where ${isAcknowledged}) as acknowledged from ${matches}`.execute(
      ctx.db,
    ),
  ])
  return {
    data: await activeAlerts(ctx, language, customer_id, rows),
    ...(countResult.rows[0] ?? { total: 0, acknowledged: 0 }),
  }
}
