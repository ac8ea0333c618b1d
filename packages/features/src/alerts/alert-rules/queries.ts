// Reads the configurations of a customer as rules.
import '../alert-configurations/tables.ts'
import { notFound } from '@flotta/core/problem.ts'
import { searchable } from '@flotta/core/searchable.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { ResourceContext } from '@flotta/platform/entity.ts'
import { matcher } from '@flotta/platform/search.ts'
import { type RawBuilder, sql } from 'kysely'
import { visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import { alertDefinition, alertDefinitions, alertWords } from '../incidents/catalogue.ts'
import type { AlertRule } from './contract.ts'
import { digestOf, rulesOf } from './grouping.ts'
import { type AlikeRow, parkSql, type RuleRow, recordsOf } from './rule-records.ts'

interface RuleFilter {
  readonly search?: string | undefined
  readonly alert_id?: number | undefined
  readonly destination?: string | undefined
}

/** Alerts whose name in the reader's language contains the words. */
const alertsNamed = ({ ctx, language }: ResourceContext, words: string): number[] =>
  alertDefinitions
    .filter(one =>
      searchable(ctx.say(language, { key: alertWords(one).name })).includes(searchable(words)),
    )
    .map(({ id }) => id)

/** The customer's configurations by content and destination, without those of vehicles that the customer does not see now. */
async function alikeOf(
  db: Db | Tx,
  asking: ResourceContext,
  { search, alert_id }: RuleFilter,
): Promise<AlikeRow[]> {
  const { customer_id } = asking.caller
  const words = search?.trim() ?? ''
  const isFound: RawBuilder<boolean> =
    words === ''
      ? sql`true`
      : sql`(${matcher(words)(sql`p.plate`, sql`p.fleet`, sql`c.destination`)} or c.alert_id = any(${alertsNamed(asking, words)}::int2[]))`
  const { rows } = await sql<AlikeRow>`
    with park as materialized (${parkSql(customer_id, asking.ctx.now())})
    select c.alert_id::int4 as alert_id, c.hub_ids, c.poi_ids, c.threshold, c.schedule, c.escalation,
      c.alert_channel_id::int4 as alert_channel_id, c.destination,
      array_agg(c.vehicle_id order by c.vehicle_id) as vehicle_ids, array_agg(c.id) as ids, bool_or(${isFound}) as is_found
    from park p join alert_configurations c on c.vehicle_id = p.vehicle_id and c.customer_id = ${customer_id}
    where ${alert_id === undefined ? sql`true` : sql`c.alert_id = ${alert_id}`}
    group by c.alert_id, c.hub_ids, c.poi_ids, c.threshold, c.schedule, c.escalation, c.alert_channel_id, c.destination`.execute(
    db,
  )
  return rows
}

/** The customer's rules that pass the filter, the gravest alerts first, then the largest. */
async function rulesOfCustomer(
  db: Db | Tx,
  asking: ResourceContext,
  filter: RuleFilter = {},
): Promise<RuleRow[]> {
  const groups = rulesOf(await alikeOf(db, asking, filter)).filter(
    ({ alike, destinations }) =>
      alike.some(({ is_found }) => is_found) &&
      (filter.destination === undefined ||
        destinations.some(({ destination }) => destination === filter.destination)),
  )
  return groups
    .flatMap(group => {
      const severity = alertDefinition(group.alert_id)?.severity
      return severity === undefined ? [] : [{ severity, rule: digestOf(group), ...group }]
    })
    .toSorted(
      (a, b) =>
        b.severity - a.severity ||
        a.alert_id - b.alert_id ||
        b.vehicle_ids.length - a.vehicle_ids.length ||
        (a.rule < b.rule ? -1 : 1),
    )
}

/** A page of the customer's rules with their total. */
export async function rulesPage(
  asking: ResourceContext,
  { page, per_page, ...filter }: RuleFilter & { readonly page: number; readonly per_page: number },
): Promise<{ readonly rules: AlertRule[]; readonly total: number }> {
  const rows = await rulesOfCustomer(asking.ctx.db, asking, filter)
  const pageRows = rows.slice((page - 1) * per_page, page * per_page)
  return { rules: await recordsOf(asking, pageRows), total: rows.length }
}

/** The whole rule; throws 404 if it does not exist or has changed. */
export async function ruleOrNotFound(
  db: Db | Tx,
  asking: ResourceContext,
  rule: string,
): Promise<RuleRow> {
  const row = (await rulesOfCustomer(db, asking)).find(one => one.rule === rule)
  if (row === undefined) throw notFound()
  return row
}

export async function vehiclesOfRule(asking: ResourceContext, rule: string): Promise<number[]> {
  const { vehicle_ids } = await ruleOrNotFound(asking.ctx.db, asking, rule)
  const { rows } = await sql<{ id: number }>`
    select s.vehicle_id as id from ${visibleVehiclesSql(asking.caller.customer_id, asking.ctx.now())} s
    join unnest(${vehicle_ids}::int4[]) v on v = s.vehicle_id order by upper(s.plate), s.vehicle_id`.execute(
    asking.ctx.db,
  )
  return rows.map(({ id }) => id)
}

export async function destinationsOfRules({ caller, ctx }: ResourceContext) {
  const { rows } = await sql<{ alert_channel_id: number; destination: string }>`
    select distinct c.alert_channel_id::int4 as alert_channel_id, c.destination
    from ${visibleVehiclesSql(caller.customer_id, ctx.now())} s
    join alert_configurations c on c.vehicle_id = s.vehicle_id and c.customer_id = ${caller.customer_id}
    order by c.destination, alert_channel_id`.execute(ctx.db)
  return rows
}
