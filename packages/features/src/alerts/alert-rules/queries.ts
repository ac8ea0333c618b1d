// Reads the configurations of a customer as rules: those that say the same of the same vehicles are one.
import { notFound } from '@flotta/core/problem.ts'
import type { Hours } from '@flotta/core/schedule.ts'
import { searchable } from '@flotta/core/searchable.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import type { ResourceContext } from '@flotta/platform/resource.ts'
import { matcher } from '@flotta/platform/search.ts'
import { type RawBuilder, sql } from 'kysely'
import { visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import { deliveryOf, type LastDelivery } from '../deliveries/queries.ts'
import type { EscalationStep } from '../escalations/contract.ts'
import { areasNamedBy } from '../incidents/areas.ts'
import { alertDefinition, alertDefinitions, alertWords } from '../incidents/catalogue.ts'
import type { AlertRule, RulePark } from './contract.ts'
import '../alert-configurations/tables.ts'

/** Plates that stand in the sentence of a rule. */
const NAMED = 3

const DEFINITIONS = sql.raw(
  alertDefinitions
    .map(
      ({ id, severity, parameters, areas }) =>
        `(${id}, ${severity}, ${parameters?.dwell_s ?? 'null::int'}, ${areas !== undefined})`,
    )
    .join(', '),
)

interface RuleFilter {
  readonly search?: string | undefined
  readonly alert_id?: number | undefined
  readonly destination?: string | undefined
}
interface RuleRow {
  readonly rule: string
  readonly alert_id: number
  readonly hub_ids: readonly number[]
  readonly poi_ids: readonly number[]
  readonly threshold: number | null
  readonly schedule: readonly Hours[] | null
  readonly escalation: readonly EscalationStep[]
  readonly vehicle_ids: readonly number[]
  readonly severity: number
  readonly usual_dwell_s: number | null
  readonly of_areas: boolean
  readonly destinations: readonly {
    readonly alert_channel_id: number
    readonly destination: string
    readonly ids: readonly number[]
  }[]
}

/** The vehicles that the customer sees, with their fleet, as `select`. */
const parkSql = (customer_id: number, now: number) => sql`
  select s.vehicle_id, s.plate, s.vehicle_type, fv.fleet_id, f.code as fleet
  from ${visibleVehiclesSql(customer_id, now)} s
  left join fleet_vehicles fv on fv.vehicle_id = s.vehicle_id and fv.customer_id = ${customer_id}
  left join fleets f on f.id = fv.fleet_id`

/** Alerts whose name has the words, in the reader's language. */
const alertsNamed = ({ ctx, language }: ResourceContext, words: string): number[] =>
  alertDefinitions
    .filter(one =>
      searchable(ctx.say(language, { key: alertWords(one).name })).includes(searchable(words)),
    )
    .map(({ id }) => id)

/** All rules of the customer as a subquery of RuleRow. Configurations of a vehicle that the customer does not see now belong to none. */
function rulesSql(asking: ResourceContext, { search, alert_id, destination }: RuleFilter = {}) {
  const { customer_id } = asking.caller
  const words = search?.trim() ?? ''
  const isFound: RawBuilder<boolean> =
    words === ''
      ? sql`true`
      : sql`(${matcher(words)(sql`p.plate`, sql`p.fleet`, sql`c.destination`)} or c.alert_id = any(${alertsNamed(asking, words)}::int2[]))`
  return sql`(
    with park as materialized (${parkSql(customer_id, asking.ctx.now())}), alike as (
      select c.alert_id, c.hub_ids, c.poi_ids, c.threshold, c.schedule, c.escalation, c.alert_channel_id, c.destination,
        array_agg(c.vehicle_id order by c.vehicle_id) as vehicle_ids, array_agg(c.id) as ids, bool_or(${isFound}) as is_found
      from park p join alert_configurations c on c.vehicle_id = p.vehicle_id and c.customer_id = ${customer_id}
      where ${alert_id === undefined ? sql`true` : sql`c.alert_id = ${alert_id}`}
      group by c.alert_id, c.hub_ids, c.poi_ids, c.threshold, c.schedule, c.escalation, c.alert_channel_id, c.destination
    ), digested as (
      select a.*, md5(a.vehicle_ids::text) as vehicles_digest from alike a
    ), grouped as (
      select d.alert_id::int4 as alert_id, d.hub_ids, d.poi_ids, d.threshold, d.schedule, d.escalation, d.vehicles_digest,
        min(d.vehicle_ids) as vehicle_ids, bool_or(d.is_found) as is_found,
        ${destination === undefined ? sql`true` : sql`bool_or(d.destination = ${destination})`} as tells,
        jsonb_agg(jsonb_build_array(d.alert_channel_id, d.destination) order by d.alert_channel_id, d.destination) as targets,
        jsonb_agg(jsonb_build_object('alert_channel_id', d.alert_channel_id, 'destination', d.destination, 'ids', d.ids) order by d.alert_channel_id, d.destination) as destinations
      from digested d group by d.alert_id, d.hub_ids, d.poi_ids, d.threshold, d.schedule, d.escalation, d.vehicles_digest
    )
    select md5(jsonb_build_array(g.alert_id, g.hub_ids, g.poi_ids, g.threshold, g.schedule, g.escalation, g.vehicles_digest, g.targets)::text) as rule,
      g.alert_id, g.hub_ids, g.poi_ids, g.threshold, g.schedule, g.escalation, g.vehicle_ids, g.destinations,
      a.severity, a.dwell_s as usual_dwell_s, a.of_areas
    from grouped g join (values ${DEFINITIONS}) a (id, severity, dwell_s, of_areas) on a.id = g.alert_id
    where g.is_found and g.tells
  )`
}

/** A page of the customer's rules with their total. */
export async function rulesPage(
  asking: ResourceContext,
  { page, per_page, ...filter }: RuleFilter & { readonly page: number; readonly per_page: number },
): Promise<{ readonly rules: AlertRule[]; readonly total: number }> {
  const { ctx } = asking
  const { rows } = await sql<RuleRow & { readonly total: number }>`
    select r.*, count(*) over () as total from ${rulesSql(asking, filter)} r
    order by r.severity desc, r.alert_id, cardinality(r.vehicle_ids) desc, r.rule
    limit ${per_page} offset ${(page - 1) * per_page}`.execute(ctx.db)
  const total =
    rows[0]?.total ??
    (page === 1 ? 0 : (await rulesPage(asking, { ...filter, page: 1, per_page: 1 })).total)
  return { rules: await recordsOf(asking, rows), total }
}

/** The whole rule; throws 404 where it is not there, or not as it was. */
export async function ruleOrNotFound(
  db: Db | Tx,
  asking: ResourceContext,
  rule: string,
): Promise<RuleRow> {
  const { rows } = await sql<RuleRow>`
    select r.* from ${rulesSql(asking)} r where r.rule = ${rule}`.execute(db)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
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

async function recordsOf(asking: ResourceContext, rows: readonly RuleRow[]): Promise<AlertRule[]> {
  if (rows.length === 0) return []
  const { ctx, language } = asking
  const [parks, facts, deliveries] = await Promise.all([
    parksOf(asking, rows),
    factsOf(asking, rows),
    newestDeliveries(ctx, rows),
  ])
  return rows.map(({ rule, alert_id, threshold, ...row }, place) => {
    const {
      plates = [],
      muted = 0,
      least_dwell_s = null,
      most_dwell_s = null,
    } = facts.get(place) ?? {}
    const areas = areasNamedBy(alertDefinition(alert_id), row)
    return {
      rule,
      alert_id,
      area_ids: [...areas.area_ids],
      hub_ids: [...areas.hub_ids],
      poi_ids: [...areas.poi_ids],
      threshold,
      schedule: row.schedule?.map(({ days, from, to }) => ({ days: [...days], from, to })) ?? null,
      escalation: [...row.escalation],
      destinations: row.destinations.map(({ alert_channel_id, destination }, n) => ({
        alert_channel_id,
        destination,
        delivery: deliveryOf(ctx, language, deliveries.get(`${place} ${n}`) ?? NO_DELIVERY),
      })),
      configurations: row.vehicle_ids.length * row.destinations.length,
      vehicles: row.vehicle_ids.length,
      plates,
      parks: parks.get(place) ?? [],
      muted,
      dwell_s:
        least_dwell_s === null || most_dwell_s === null
          ? null
          : { least: least_dwell_s, most: most_dwell_s },
    }
  })
}

/** The vehicles of each rule as a table `v (place, id)`, by the rule's place in the list. */
const membersSql = (rows: readonly RuleRow[]) => {
  const lists = rows.map(({ vehicle_ids }) => `{${vehicle_ids.join()}}`)
  return sql`(select l.place::int4 - 1 as place, unnest(l.ids::int4[]) as id from unnest(${lists}::text[]) with ordinality as l (ids, place)) v`
}

/** By the rule's place: how many of which vehicles it has, the largest share first. */
async function parksOf(
  { caller, ctx }: ResourceContext,
  rows: readonly RuleRow[],
): Promise<Map<number, RulePark[]>> {
  const { rows: parks } = await sql<RulePark & { readonly place: number }>`
    with park as materialized (${parkSql(caller.customer_id, ctx.now())}), totals as (
      select p.vehicle_type, p.fleet_id, count(*)::int4 as total from park p group by p.vehicle_type, p.fleet_id
    ), shares as (
      select v.place, p.vehicle_type, p.fleet_id, count(*)::int4 as vehicles
      from ${membersSql(rows)} join park p on p.vehicle_id = v.id group by v.place, p.vehicle_type, p.fleet_id
    )
    select s.place, s.vehicle_type, s.fleet_id, s.vehicles, t.total
    from shares s join totals t on t.vehicle_type = s.vehicle_type and t.fleet_id is not distinct from s.fleet_id
    order by s.place, s.vehicles desc, s.vehicle_type, s.fleet_id`.execute(ctx.db)
  const byPlace = new Map<number, RulePark[]>()
  for (const { place, vehicle_type, fleet_id, vehicles, total } of parks) {
    const share = { vehicle_type, fleet_id, vehicles, total }
    const shares = byPlace.get(place)
    if (shares === undefined) byPlace.set(place, [share])
    else shares.push(share)
  }
  return byPlace
}

interface RuleFacts {
  readonly plates: string[]
  readonly muted: number
  readonly least_dwell_s: number | null
  readonly most_dwell_s: number | null
}
/** By the rule's place: its first plates, and what the parameters of its vehicles say. Areas of a company are watched by its own parameters alone. */
async function factsOf(
  { caller, ctx }: ResourceContext,
  rows: readonly RuleRow[],
): Promise<Map<number, RuleFacts>> {
  const { customer_id } = caller
  const { rows: facts } = await sql<RuleFacts & { readonly place: number }>`
    select v.place, (array_agg(s.plate order by upper(s.plate)))[1:${sql.lit(NAMED)}] as plates,
      count(*) filter (where not p.active)::int4 as muted,
      min(case when r.dwell_s is not null then coalesce(p.dwell_s, r.dwell_s) end)::int4 as least_dwell_s,
      max(case when r.dwell_s is not null then coalesce(p.dwell_s, r.dwell_s) end)::int4 as most_dwell_s
    from ${membersSql(rows)}
    join unnest(${rows.map(({ alert_id }) => alert_id)}::int4[], ${rows.map(row => row.usual_dwell_s)}::int4[], ${rows.map(row => row.of_areas)}::bool[]) with ordinality
      as r (alert_id, dwell_s, of_areas, place) on r.place - 1 = v.place
    join ${visibleVehiclesSql(customer_id, ctx.now())} s on s.vehicle_id = v.id
    left join alert_parameters p on p.vehicle_id = v.id and p.alert_id = r.alert_id and p.valid_to is null
      and (not r.of_areas or p.customer_id = ${customer_id})
    group by v.place`.execute(ctx.db)
  return new Map(facts.map(({ place, ...fact }) => [place, fact]))
}

const NO_DELIVERY: LastDelivery = {
  delivery_state: null,
  delivery_fault: null,
  delivery_at: null,
}
/** The newest message of each destination, by the places of rule and destination. */
async function newestDeliveries(
  { db }: Pick<Context, 'db'>,
  rows: readonly RuleRow[],
): Promise<Map<string, LastDelivery>> {
  const destinationIds = rows.flatMap(({ destinations }, place) =>
    destinations.map(({ ids }, n) => ({ name: `${place} ${n}`, ids: `{${ids.join()}}` })),
  )
  const { rows: deliveries } = await sql<LastDelivery & { readonly name: string }>`
    select distinct on (l.name) l.name, d.state as delivery_state, d.fault as delivery_fault, coalesce(d.ended_at, d.created_at) as delivery_at
    from unnest(${destinationIds.map(({ name }) => name)}::text[], ${destinationIds.map(({ ids }) => ids)}::text[]) as l (name, ids)
    cross join lateral unnest(l.ids::int4[]) as c (id)
    cross join lateral (select x.id, x.state, x.fault, x.ended_at, x.created_at from deliveries x
      where x.configuration_id = c.id order by x.id desc limit 1) d
    order by l.name, d.id desc`.execute(db)
  return new Map(deliveries.map(({ name, ...delivery }) => [name, delivery]))
}
