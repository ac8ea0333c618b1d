// Writes a rule: all of its configurations in one transaction, or nothing.
import { groupBy } from '@flotta/core/group-by.ts'
import { invalid, Problem } from '@flotta/core/problem.ts'
import type { WriteContext } from '@flotta/platform/entity.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import {
  checkConfigurations,
  FIELDS_OF_MANY,
  type RequestedConfigurations,
} from '../alert-configurations/check.ts'
import { MOST_MADE } from '../alert-configurations/contract.ts'
import { insertMissing, scheduleText } from '../alert-configurations/write.ts'
import { storedAreas } from '../incidents/areas.ts'
import { alertDefinition } from '../incidents/catalogue.ts'
import type { NewRuleForm, RuleChange, RuleForm } from './contract.ts'
import { vehiclesOfDestination } from './destination-vehicles.ts'
import { ruleOrNotFound } from './queries.ts'

type NewRule = z.output<typeof NewRuleForm>

/**
 * A rule as requests, one for each channel and set of vehicles.
 * @param standing vehicles that have these alerts already
 */
function requestsOf(
  { vehicles, alerts, destinations, escalation, threshold, schedule, ...areas }: NewRule,
  standing: readonly number[],
): RequestedConfigurations[] {
  const targets = destinations.map(one => ({ ...one, own: vehiclesOfDestination(one, vehicles) }))
  const alike = groupBy(targets, one => `${one.alert_channel_id} ${one.own.join()}`)
  return [...alike.values()].flatMap(group => {
    const [first] = group
    if (first === undefined || first.own.length === 0) return []
    return [
      {
        vehicles: first.own,
        alerts,
        alert_channel_id: first.alert_channel_id,
        destinations: group.map(one => one.destination),
        areas,
        escalation,
        limits: { threshold, schedule },
        standing,
      },
    ]
  })
}

/**
 * Throws the errors of the rule.
 * @returns the requests with destinations and steps as they are stored
 */
async function checkRule(
  rule: NewRule,
  names: typeof FIELDS_OF_MANY,
  writing: WriteContext,
  standing: readonly number[] = [],
) {
  const requests = requestsOf(rule, standing)
  const size = requests.reduce(
    (sum, one) => sum + one.vehicles.length * one.alerts.length * one.destinations.length,
    0,
  )
  if (size === 0) throw invalid({ destinations: 'validation.required' })
  if (size > MOST_MADE)
    throw new Problem('invalid', 'api.invalid', {
      vehicles: [{ key: 'alert_configurations.too_many', values: { maximum: MOST_MADE } }],
    })
  const checkedRequests = []
  for (const request of requests)
    checkedRequests.push({ request, checked: await checkConfigurations(request, names, writing) })
  return checkedRequests
}
type CheckedRequests = Awaited<ReturnType<typeof checkRule>>

async function insertAll(requests: CheckedRequests, writing: WriteContext): Promise<number> {
  let count = 0
  for (const { request, checked } of requests)
    count += (await insertMissing(request, checked, writing)).length
  return count
}

export async function createRule(rule: NewRule, writing: WriteContext): Promise<RuleChange> {
  const newCount = await insertAll(await checkRule(rule, FIELDS_OF_MANY, writing), writing)
  return { made: newCount, changed: 0, removed: 0 }
}

/** Locks the configurations of the customer until the transaction ends. */
const lockConfigurations = ({ tx, caller }: WriteContext) =>
  sql`select id from alert_configurations where customer_id = ${caller.customer_id} order by id for update`.execute(
    tx,
  )

/**
 * Changes a rule. Configurations that stay keep their id and thereby the history of their messages. Where another rule has the same configuration already,
 * that one stays.
 */
export async function changeRule(
  key: string,
  { alert_id, part, ...values }: z.output<typeof RuleForm>,
  writing: WriteContext,
): Promise<RuleChange> {
  const { tx, caller, ctx } = writing
  await lockConfigurations(writing)
  const before = await ruleOrNotFound(tx, writing, key)
  if (part !== null && !part.every(id => before.vehicle_ids.includes(id)))
    throw invalid({ part: 'validation.unknown' })
  const ids = before.destinations.flatMap(one => one.ids)
  const after: NewRule = { ...values, alerts: [alert_id] }
  const standing = before.alert_id === alert_id ? before.vehicle_ids : []
  const requests = await checkRule(
    after,
    { ...FIELDS_OF_MANY, alerts: 'alert_id' },
    writing,
    standing,
  )
  const targets = requests.flatMap(({ request, checked }) =>
    checked.destinations.map(destination => ({
      id: request.alert_channel_id,
      destination,
      vehicles: `{${request.vehicles.join()}}`,
    })),
  )
  const { hub_ids, poi_ids } = storedAreas(alertDefinition(alert_id), values)
  const schedule = scheduleText(values)
  const changing = sql`select c.id, c.vehicle_id, c.alert_channel_id, c.destination from alert_configurations c
    where c.customer_id = ${caller.customer_id} and c.id = any(${ids}::int4[]) and ${part === null ? sql`true` : sql`c.vehicle_id = any(${part}::int4[])`}`
  const removed = await sql`
    with changing as (${changing}), staying as (
      select c.id from changing c
      join (select t.channel, t.destination, v.id from unnest(${targets.map(({ id }) => id)}::int2[], ${targets.map(one => one.destination)}::text[], ${targets.map(one => one.vehicles)}::text[])
          as t (channel, destination, vehicles) cross join lateral unnest(t.vehicles::int4[]) as v (id)) t
        on t.channel = c.alert_channel_id and t.destination = c.destination and t.id = c.vehicle_id
      where not exists (
        select from alert_configurations o
        where o.customer_id = ${caller.customer_id} and o.vehicle_id = c.vehicle_id and o.alert_id = ${alert_id} and o.alert_channel_id = c.alert_channel_id
          and o.destination = c.destination and o.hub_ids = ${[...hub_ids]}::int4[] and o.poi_ids = ${[...poi_ids]}::int4[]
          and o.threshold is not distinct from ${values.threshold}::int4 and o.schedule is not distinct from ${schedule}::jsonb and o.id <> c.id)
    )
    delete from alert_configurations c where c.id in (select id from changing) and c.id not in (select id from staying)`.execute(
    tx,
  )
  const changed = await sql`
    update alert_configurations c set alert_id = ${alert_id}, hub_ids = ${[...hub_ids]}::int4[], poi_ids = ${[...poi_ids]}::int4[],
      threshold = ${values.threshold}::int4, schedule = ${schedule}::jsonb, escalation = ${JSON.stringify(requests[0]?.checked.escalation ?? [])}::jsonb, updated_at = ${new Date(ctx.now())}
    where c.id in (select id from (${changing}) x)`.execute(tx)
  const newCount = await insertAll(requests, writing)
  return {
    made: newCount,
    changed: Number(changed.numAffectedRows ?? 0),
    removed: Number(removed.numAffectedRows ?? 0),
  }
}

export async function removeRule(key: string, writing: WriteContext): Promise<void> {
  const { tx, caller } = writing
  await lockConfigurations(writing)
  const { destinations } = await ruleOrNotFound(tx, writing, key)
  await sql`delete from alert_configurations where customer_id = ${caller.customer_id} and id = any(${destinations.flatMap(one => one.ids)}::int4[])`.execute(
    tx,
  )
}
