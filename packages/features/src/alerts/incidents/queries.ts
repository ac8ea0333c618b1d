// Open incidents as customers see them.
import type { Alert } from '@flotta/core/alerts.ts'
import type { Access } from '@flotta/core/kinds.ts'
import type { Language } from '@flotta/core/languages.ts'
import { invalid } from '@flotta/core/problem.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type RawBuilder, sql } from 'kysely'
import { isPrivate, maySee, noAccess } from '../../fleet/access/rules.ts'
import {
  accessOf,
  activeAgreementIds,
  holdsAgreementSql,
  visibleVehiclesAtSql,
  visibleVehiclesSql,
} from '../../fleet/access/vehicles.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { alertDefinition, alertDefinitions, alertWords, kindWords } from './catalogue.ts'
import type { ActiveAlert, AlertVehicle } from './contract.ts'
import './tables.ts'

export interface OpenRow {
  readonly id: string
  readonly vehicle_id: number
  readonly alert_id: number
  readonly customer_id: number | null
  /** Name of the area, where the incident is about one. */
  readonly subject: string | null
  /** The kind that the device reported; null: the alert has no kinds. */
  readonly kind: string | null
  readonly data: Readonly<Record<string, unknown>> | null
  readonly opened_at: Date
  /** The moment that the alert warns of; null: it warns of none. */
  readonly ends_at: Date | null
  readonly updated_at: Date
  readonly plate: string
  readonly severity: number
  /** The vehicle is the customer's own. */
  readonly owner: boolean
  readonly gps_datetime: Date | null
  readonly latitude_e7: number | null
  readonly longitude_e7: number | null
  /** The marks of the customer. */
  readonly acknowledged_at: Date | null
  readonly acknowledged_by: string | null
  readonly comment: string | null
  readonly assigned_id: number | null
  readonly assigned_name: string | null
  readonly snoozed_until: Date | null
  readonly snoozed_by: string | null
  /** Who was told last because nobody had taken it. */
  readonly escalated_to: string | null
  readonly escalated_at: Date | null
  /** Who drove when it was raised; absent: it was not asked for. */
  readonly driver_id?: number | null
  readonly driver_name?: string | null
}

const DEFINITIONS = sql.raw(
  alertDefinitions.map(d => `(${d.id}, ${d.severity}, ${d.agreement_id})`).join(', '),
)

/** Columns of OpenRow, read from visible vehicles `v` and incidents `i`. */
const COLUMNS =
  sql.raw(`i.id, i.vehicle_id, i.alert_id::int4 as alert_id, i.customer_id, case when i.subject_id is not null then i.data ->> 'name' end as subject,
    i.data ->> 'kind' as kind, i.data, i.opened_at,
    (i.data ->> 'active_to')::timestamptz as ends_at, greatest(i.updated_at, m.updated_at, e.ended_at) as updated_at, v.plate, d.severity, v.owner, i.gps_datetime, i.latitude_e7, i.longitude_e7,
    m.acknowledged_at, (select u.name from users u where u.id = m.acknowledged_by) as acknowledged_by, m.comment,
    m.assigned_to as assigned_id, (select u.name from users u where u.id = m.assigned_to) as assigned_name,
    m.snoozed_until, (select u.name from users u where u.id = m.snoozed_by) as snoozed_by, e.escalated_to, e.ended_at as escalated_at`)
const joinDefinitions = (
  customer_id: number,
) => sql`join (values ${DEFINITIONS}) d (alert_id, severity, agreement_id) on d.alert_id = i.alert_id
    left join incident_marks m on m.customer_id = ${customer_id} and m.incident_id = i.id
    left join lateral (select x.escalated_to, x.ended_at from escalations x where x.incident_id = i.id and x.customer_id = ${customer_id} and x.state = 'escalated'
      order by x.ended_at desc, x.id desc limit 1) e on true`

/**
 * The open incidents that a customer sees, as a subquery of OpenRow: the conditions of the vehicle itself while the customer holds the alert's agreement, and those of the customer's own rules.
 * @param now epoch ms
 * @param vehicle_ids only of these
 */
export const openIncidents = (
  customer_id: number,
  now: number,
  vehicle_ids?: readonly number[],
): RawBuilder<OpenRow> => sql<OpenRow>`(
    select ${COLUMNS} from ${visibleVehiclesSql(customer_id, now, vehicle_ids)} v
    join incidents i on i.vehicle_id = v.vehicle_id and i.closed_at is null
    ${joinDefinitions(customer_id)}
    where ${isFor(customer_id, now)}
  )`
/** Whether the customer may see the incident `i` of the definition `d`: it comes from the customer's own rule, or the customer holds the alert's agreement on the vehicle at that instant. */
const isFor = (customer_id: number, at: Parameters<typeof holdsAgreementSql>[1]) =>
  sql`(i.customer_id = ${customer_id} or (i.customer_id is null and ${holdsAgreementSql(customer_id, at, 'i.vehicle_id', 'd.agreement_id')}))`

export interface PastRow extends OpenRow {
  readonly closed_at: Date | null
  readonly closed_as: 'cleared' | 'corrected' | null
  readonly late: boolean
}
/**
 * Incidents of any time that a customer may see now, as a subquery of PastRow. A guest sees those that fell into a period of the alert's agreement, while it holds one (alerts.88).
 * @param which condition on the incident `i`
 * @param now epoch ms
 * @param removedSince with those of its own vehicles that were removed later than this (epoch ms)
 */
export const incidentsOf = (
  customer_id: number,
  now: number,
  which: RawBuilder<boolean>,
  vehicle_ids?: readonly number[],
  removedSince?: number,
): RawBuilder<PastRow> => sql<PastRow>`(
    select ${COLUMNS}, i.closed_at, i.closed_as, i.late from ${visibleVehiclesSql(customer_id, now, vehicle_ids, removedSince)} v
    join incidents i on i.vehicle_id = v.vehicle_id and ${which}
    ${joinDefinitions(customer_id)}
    where ${isFor(customer_id, now)} and (v.owner or i.closed_at is null or (${holdsAgreementSql(customer_id, now, 'i.vehicle_id', 'd.agreement_id')} and exists (
      select 1 from vehicle_agreements a where a.vehicle_id = i.vehicle_id and a.customer_id = ${customer_id} and a.agreement_id = d.agreement_id
        and a.active_from <= i.closed_at and (a.active_to is null or a.active_to > i.opened_at))))
  )`

/** Alert → how many incidents of it are open. */
export async function countOpen(
  ctx: Pick<Context, 'db' | 'now'>,
  customer_id: number,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ alert_id: number; total: number }>`
    select o.alert_id, count(*) as total from ${openIncidents(customer_id, ctx.now())} o group by o.alert_id`.execute(
    ctx.db,
  )
  return new Map(rows.map(r => [r.alert_id, r.total]))
}
/**
 * How many incidents were open at instants of the past, as the customer saw them then. All that ever were are looked at once, whatever the number of instants.
 * @param moments epoch ms, ascending
 */
export async function countOpenAt(
  { db }: Pick<Context, 'db'>,
  customer_id: number,
  moments: readonly number[],
): Promise<number[]> {
  const instants = moments.map(at => new Date(at))
  /** How many of the instants are before a time. */
  const before = (column: string) =>
    sql`width_bucket(${sql.ref(column)} - interval '1 microsecond', ${instants}::timestamptz[])`
  const { rows } = await sql<{ n: number; total: number }>`
    with moments as (select m.at, m.n::int4 as n from unnest(${instants}::timestamptz[]) with ordinality m (at, n)), i as materialized (
      select i.vehicle_id, i.alert_id, i.customer_id, i.opened_at, i.closed_at from incidents i
      where i.vehicle_id in (select v.id from vehicles v where v.customer_id = ${customer_id}
          union all select a.vehicle_id from vehicle_agreements a where a.customer_id = ${customer_id} and a.guest)
        and i.opened_at <= ${instants.at(-1)} and (i.closed_at is null or (i.closed_at > ${instants[0]} and ${before('i.closed_at')} > ${before('i.opened_at')}))
    )
    select m.n, count(*)::int4 as total from moments m join i on i.opened_at <= m.at and (i.closed_at is null or i.closed_at > m.at)
    join (values ${DEFINITIONS}) d (alert_id, severity, agreement_id) on d.alert_id = i.alert_id
    where ${isFor(customer_id, sql<Date>`m.at`)}
      and exists (select from ${visibleVehiclesAtSql(customer_id, sql<Date>`m.at`)} s where s.vehicle_id = i.vehicle_id)
    group by m.n`.execute(db)
  const totals = new Map(rows.map(({ n, total }) => [n, total]))
  return moments.map((_, i) => totals.get(i + 1) ?? 0)
}

/** The vehicles on which an alert is open, by plate; `total` stands in every row. */
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

/** In the reader's language, each with its place where the customer may see it. */
export async function activeAlerts(
  ctx: Pick<Context, 'say' | 'db' | 'pool' | 'now'>,
  language: Language,
  customer_id: number,
  rows: readonly OpenRow[],
): Promise<ActiveAlert[]> {
  if (rows.length === 0) return []
  const now = ctx.now()
  const newestByVehicle = [...new Map(rows.map(row => [row.vehicle_id, row])).values()]
  const vehicle_ids = newestByVehicle.map(row => row.vehicle_id)
  const access = await accessOf(
    ctx,
    customer_id,
    now,
    newestByVehicle,
    await activeAgreementIds(ctx, customer_id, now, vehicle_ids),
  )
  return rows.map(row => activeAlertOf(ctx, language, row, access.get(row.vehicle_id) ?? noAccess))
}

function activeAlertOf(
  ctx: Pick<Context, 'say' | 'now'>,
  language: Language,
  row: OpenRow,
  access: Access,
): ActiveAlert {
  const definition = alertDefinition(row.alert_id)
  if (definition === undefined) throw new TypeError(`alert ${row.alert_id} is not in the catalogue`)
  return {
    id: row.id,
    alert_id: row.alert_id,
    customer_id: row.customer_id,
    severity: definition.severity,
    code: definition.code,
    description: ctx.say(language, { key: alertWords(definition).description }),
    ...(row.subject !== null &&
      !isPrivate(access, row.opened_at.getTime()) && { subject: row.subject }),
    ...(row.kind !== null && {
      subject: ctx.say(language, { key: kindWords(definition, row.kind) }),
      data: { kind: row.kind },
    }),
    ...measuredOf(ctx, language, definition, row, access),
    created_at: row.opened_at.toISOString(),
    ...(row.ends_at !== null && { ends_at: row.ends_at.toISOString() }),
    plate: row.plate,
    position: positionOf(row, access),
    with_place: access.agreements.includes(agreement.reverse_geocoding),
    acknowledged_at: row.acknowledged_at?.toISOString() ?? null,
    acknowledged_by: row.acknowledged_by,
    comment: row.comment,
    assigned_to:
      row.assigned_id === null ? null : { id: row.assigned_id, name: row.assigned_name ?? '' },
    ...(row.snoozed_until !== null &&
      row.snoozed_until.getTime() > ctx.now() && {
        snoozed: { until: row.snoozed_until.toISOString(), by: row.snoozed_by ?? '' },
      }),
    ...(row.escalated_at !== null && {
      escalated: { to: row.escalated_to ?? '', at: row.escalated_at.toISOString() },
    }),
    ...(row.driver_id !== undefined && {
      driver: row.driver_id === null ? null : { id: row.driver_id, name: row.driver_name ?? '' },
    }),
    pivot: { vehicle_id: row.vehicle_id },
  }
}
/** What broke the rule; not told of a private time. */
function measuredOf(
  ctx: Pick<Context, 'say'>,
  language: Language,
  { figures }: Alert,
  { data, opened_at }: OpenRow,
  access: Access,
): Pick<ActiveAlert, 'measured'> {
  const measured =
    data === null || isPrivate(access, opened_at.getTime()) ? null : (figures?.(data) ?? null)
  if (measured === null) return {}
  const { place, ...rest } = measured
  return { measured: { ...(place !== undefined && { place: ctx.say(language, place) }), ...rest } }
}
function positionOf(
  { gps_datetime, latitude_e7, longitude_e7 }: OpenRow,
  access: Access,
): ActiveAlert['position'] {
  if (
    gps_datetime === null ||
    latitude_e7 === null ||
    longitude_e7 === null ||
    !maySee('position', access, gps_datetime.getTime())
  )
    return null
  return { latitude: latitude_e7 / 1e7, longitude: longitude_e7 / 1e7 }
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
  /** Put off at a moment (epoch ms), or not. */
  readonly snoozed?: { readonly at: number; readonly is: boolean } | undefined
}
const isAcknowledged = sql<boolean>`o.acknowledged_at is not null`
/** Conditions on the rows `o`. The vehicle is no part of them: the subquery selects it. */
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
/** What nobody has taken note of first, then the gravest, then the oldest. */
const BY_WEIGHT = sql`(${isAcknowledged}), o.severity desc, o.opened_at`
const ORDERS = {
  newest: sql`o.opened_at desc`,
  weight: BY_WEIGHT,
  vehicle: sql`upper(o.plate), o.vehicle_id, ${BY_WEIGHT}`,
  driver: sql`upper(who.driver_name) nulls last, who.driver_id, clock.day desc, ${BY_WEIGHT}`,
}
/** Joins to the incidents `o` who of the customer drove when it was raised, and the day by the customer's clocks. */
const joinDrivers = (customer_id: number) => sql`cross join lateral (
    select (o.opened_at at time zone (select timezone from customers where id = ${customer_id}))::date as day) clock
  left join lateral (select d.id as driver_id, d.name || ' ' || d.surname as driver_name
    from driver_activities a join drivers d on d.id = a.driver_id
    where a.customer_id = ${customer_id} and a.vehicle_id = o.vehicle_id and a.period_from <= o.opened_at and (a.period_to is null or a.period_to > o.opened_at)
    order by a.period_from desc limit 1) who on true`
/** A page of the open incidents, newest first, by weight, by vehicle or by driver and day, with their total and the number of acknowledged ones, which the filter of acknowledgement does not change. */
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
/** Open incidents of some vehicles, newest first; with `since` (epoch ms) only those that changed then or later. */
export async function alertsOf(
  ctx: Context,
  language: Language,
  customer_id: number,
  {
    vehicle_ids,
    since,
  }: { readonly vehicle_ids?: readonly number[]; readonly since?: number } = {},
): Promise<ActiveAlert[]> {
  const changedSince = since === undefined ? sql`` : sql`where o.updated_at >= ${new Date(since)}`
  const { rows } =
    await sql<OpenRow>`select o.* from ${openIncidents(customer_id, ctx.now(), vehicle_ids)} o ${changedSince} order by o.opened_at desc, o.id limit 1000`.execute(
      ctx.db,
    )
  return activeAlerts(ctx, language, customer_id, rows)
}
