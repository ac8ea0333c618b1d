// The rules of a customer as API records: vehicles, limit, destinations, and the newest message to each.
import type { ResourceContext } from '@flotta/platform/entity.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import { deliveryOf, type LastDelivery } from '../deliveries/queries.ts'
import { areasNamedBy } from '../incidents/areas.ts'
import { alertDefinition } from '../incidents/catalogue.ts'
import type { AlertRule } from './contract.ts'
import type { Alike, RuleGroup } from './grouping.ts'
import { type LimitSource, limitConfigurations, limitOf } from './limits.ts'
import { noiseOfRules } from './noise.ts'
import { type ParkRow, parksOf } from './parks.ts'

/** Plates that the sentence of a rule contains. */
const NAMED = 3
export interface AlikeRow extends Alike {
  /** Whether the search finds it. */
  readonly is_found: boolean
}
export interface RuleRow extends RuleGroup<AlikeRow> {
  readonly rule: string
  readonly severity: number
}

/** The vehicles that the customer sees, with their fleet, as `select`. */
export const parkSql = (customer_id: number, now: number) => sql`
  select s.vehicle_id, s.plate, s.vehicle_type, fv.fleet_id, f.code as fleet
  from ${visibleVehiclesSql(customer_id, now)} s
  left join fleet_vehicles fv on fv.vehicle_id = s.vehicle_id and fv.customer_id = ${customer_id}
  left join fleets f on f.id = fv.fleet_id`

export async function recordsOf(
  asking: ResourceContext,
  rows: readonly RuleRow[],
): Promise<AlertRule[]> {
  if (rows.length === 0) return []
  const { ctx, language } = asking
  const { rows: park } = await sql<ParkRow>`
    select p.* from (${parkSql(asking.caller.customer_id, ctx.now())}) p order by upper(p.plate)`.execute(
    ctx.db,
  )
  const parks = parksOf(park, rows)
  const [facts, deliveries, noise] = await Promise.all([
    factsOf(asking, park, rows),
    newestDeliveries(ctx, rows),
    noiseOfRules(asking, rows),
  ])
  return rows.map(({ rule, alert_id, threshold, ...row }, place) => {
    const {
      plates = [],
      muted = 0,
      least_dwell_s = null,
      most_dwell_s = null,
      limit = null,
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
      destinations: row.destinations.map(({ ids, only, except, ...target }, n) => ({
        ...target,
        only: [...only],
        except: [...except],
        delivery: deliveryOf(ctx, language, deliveries.get(`${place} ${n}`) ?? NO_DELIVERY),
      })),
      configurations: row.destinations.reduce((sum, { ids }) => sum + ids.length, 0),
      vehicles: row.vehicle_ids.length,
      plates,
      parks: parks.get(place) ?? [],
      muted,
      dwell_s:
        least_dwell_s === null || most_dwell_s === null
          ? null
          : { least: least_dwell_s, most: most_dwell_s },
      limit: threshold === null ? limit : null,
      raised: noise.get(place) ?? { times: 0, brief: 0 },
    }
  })
}

interface ParameterRow {
  readonly vehicle_id: number
  readonly alert_id: number
  readonly customer_id: number
  readonly active: boolean
  readonly dwell_s: number | null
  readonly threshold: number | null
}
interface RuleFacts {
  readonly plates: string[]
  readonly muted: number
  readonly least_dwell_s: number | null
  readonly most_dwell_s: number | null
  readonly limit: AlertRule['limit']
}
/** By the rule's index: its first plates, its limit, and the parameters of its vehicles. A company's areas follow its own parameters alone. */
async function factsOf(
  { caller, ctx }: ResourceContext,
  park: readonly ParkRow[],
  rows: readonly RuleRow[],
): Promise<Map<number, RuleFacts>> {
  const { customer_id } = caller
  const { rows: parameters } = await sql<ParameterRow>`
    select p.vehicle_id, p.alert_id::int4 as alert_id, p.customer_id, p.active, p.dwell_s, p.threshold
    from ${visibleVehiclesSql(customer_id, ctx.now())} s join alert_parameters p on p.vehicle_id = s.vehicle_id
    where p.valid_to is null and p.alert_id = any(${rows.map(({ alert_id }) => alert_id)}::int2[])`.execute(
    ctx.db,
  )
  const configurations = await configurationsOf(
    { caller, ctx },
    limitConfigurations(rows.map(({ alert_id }) => alert_id)),
  )
  const factOf = ({ alert_id, vehicle_ids }: RuleRow): RuleFacts => {
    const ids = new Set(vehicle_ids)
    const definition = alertDefinition(alert_id)
    const usual_dwell_s = definition?.parameters?.dwell_s ?? null
    const ofRule = parameters.filter(
      one =>
        one.alert_id === alert_id &&
        ids.has(one.vehicle_id) &&
        (definition?.areas === undefined || one.customer_id === customer_id),
    )
    const dwells =
      usual_dwell_s === null
        ? []
        : [
            ...ofRule.map(one => one.dwell_s ?? usual_dwell_s),
            ...(ofRule.length < ids.size ? [usual_dwell_s] : []),
          ]
    const thresholds = new Map(ofRule.map(one => [one.vehicle_id, one.threshold]))
    const sources: LimitSource[] = park
      .filter(({ vehicle_id }) => ids.has(vehicle_id))
      .map(({ vehicle_id, vehicle_type }) => ({
        vehicle_type,
        threshold: thresholds.get(vehicle_id) ?? null,
        configurations: configurations(vehicle_id),
      }))
    return {
      plates: park.flatMap(one => (ids.has(one.vehicle_id) ? one.plate : [])).slice(0, NAMED),
      muted: ofRule.filter(one => !one.active).length,
      least_dwell_s: dwells.length === 0 ? null : dwells.reduce((a, b) => Math.min(a, b)),
      most_dwell_s: dwells.length === 0 ? null : dwells.reduce((a, b) => Math.max(a, b)),
      limit: limitOf(alert_id, sources),
    }
  }
  return new Map(rows.map((row, place) => [place, factOf(row)]))
}

const NONE = {}
/** The configurations of these names on the customer's own vehicles; null for another company's vehicle. */
async function configurationsOf(
  { caller: { customer_id }, ctx }: Pick<ResourceContext, 'caller' | 'ctx'>,
  names: readonly string[],
): Promise<(vehicle_id: number) => LimitSource['configurations']> {
  if (names.length === 0) return () => NONE
  const { rows } = await sql<{
    vehicle_id: number
    configurations: LimitSource['configurations']
  }>`select s.vehicle_id, case when s.owner then s.configurations end as configurations
    from ${visibleVehiclesSql(customer_id, ctx.now())} s where not s.owner or s.configurations ?| ${names}::text[]`.execute(
    ctx.db,
  )
  const byVehicle = new Map(rows.map(row => [row.vehicle_id, row.configurations]))
  return vehicle_id => {
    const configurations = byVehicle.get(vehicle_id)
    return configurations === undefined ? NONE : configurations
  }
}

const NO_DELIVERY: LastDelivery = {
  delivery_state: null,
  delivery_fault: null,
  delivery_at: null,
}
/** The newest message of each destination, by the indices of rule and destination. */
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
