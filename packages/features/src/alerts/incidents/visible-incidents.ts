// The incidents that a customer may see, open ones or all, as subqueries for joins.
import type { Context } from '@flotta/platform/feature.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  holdsAgreementSql,
  visibleVehiclesAtSql,
  visibleVehiclesSql,
} from '../../fleet/access/vehicles.ts'
import { alertDefinitions } from './catalogue.ts'

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
  /** The moment that the alert warns of; null: none. */
  readonly ends_at: Date | null
  readonly updated_at: Date
  readonly plate: string
  readonly severity: number
  /** The vehicle belongs to the customer. */
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
  /** The driver when it was raised; absent: not selected. */
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
 * Open and past incidents that a customer may see now, as a subquery of PastRow. A guest sees those that fell into a period of the alert's agreement, as long
 * as it holds one (alerts.88).
 * @param which condition on the incident `i`
 * @param now epoch ms
 * @param removedSince includes those of its own vehicles that were removed later than this (epoch ms)
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

/** Alert → the number of open incidents. */
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
 * How many incidents were open at past instants, as the customer saw them then. All incidents are read once, whatever the number of instants.
 * @param moments epoch ms, ascending
 */
export async function countOpenAt(
  { db }: Pick<Context, 'db'>,
  customer_id: number,
  moments: readonly number[],
): Promise<number[]> {
  const instants = moments.map(at => new Date(at))
  /** The number of instants before a time. */
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
