// Creates and changes alert configurations.
import './tables.ts'
import { Problem } from '@flotta/core/problem.ts'
import type { WriteContext } from '@flotta/platform/entity.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type StoredAreas, storedAreas } from '../incidents/areas.ts'
import { alertDefinition } from '../incidents/catalogue.ts'
import {
  type CheckedRequest,
  type ConfigurationLimits,
  checkConfigurations,
  FIELDS_OF_MANY,
  FIELDS_OF_ONE,
  type RequestedConfigurations,
} from './check.ts'
import {
  type AlertConfiguration,
  type AlertConfigurationForm,
  MOST_MADE,
  type MultiForm,
} from './contract.ts'
import { type ConfigurationRow, configurationRecord, configurationsOf } from './queries.ts'

export const scheduleText = ({ schedule }: ConfigurationLimits): string | null =>
  schedule && JSON.stringify(schedule)

/** Each alert with the areas that are stored for it, as a table `a (id, hub_ids, poi_ids)`. */
function alertsWithAreas({
  alerts,
  areas,
}: Pick<RequestedConfigurations, 'alerts' | 'areas'>): RawBuilder<unknown> {
  const ids = [...new Set(alerts)]
  const stored = ids.map(id => storedAreas(alertDefinition(id), areas))
  const literals = (field: keyof StoredAreas) => stored.map(s => `{${s[field].join()}}`)
  return sql`(select x.id, x.hubs::int4[] as hub_ids, x.pois::int4[] as poi_ids
    from unnest(${ids}::int2[], ${literals('hub_ids')}::text[], ${literals('poi_ids')}::text[]) as x (id, hubs, pois)) a`
}

/**
 * Inserts the missing configurations; existing ones get the escalation if the request has one.
 * @returns ids of the new ones
 */
export async function insertMissing(
  { vehicles, alert_channel_id, ...request }: RequestedConfigurations,
  { destinations, escalation }: CheckedRequest,
  { tx, caller, ctx }: WriteContext,
): Promise<number[]> {
  const now = new Date(ctx.now())
  const { rows } = await sql<{ id: number; is_new: boolean }>`
    insert into alert_configurations (customer_id, vehicle_id, alert_id, alert_channel_id, destination, hub_ids, poi_ids, threshold, schedule, escalation, language, user_id, created_at, updated_at)
    select ${caller.customer_id}, v, a.id, ${alert_channel_id}, d, a.hub_ids, a.poi_ids, ${request.limits.threshold}::int4, ${scheduleText(request.limits)}::jsonb, ${JSON.stringify(escalation ?? [])}::jsonb, u.language, u.id, ${now}, ${now}
    from unnest(${[...new Set(vehicles)].sort((a, b) => a - b)}::int4[]) v, ${alertsWithAreas(request)}, unnest(${destinations}::text[]) d, users u
    where u.id = ${caller.user_id}
    order by v, a.id, d
    on conflict (customer_id, vehicle_id, alert_id, alert_channel_id, destination, hub_ids, poi_ids, (coalesce(threshold, 0)), (coalesce(schedule::text, ''))) do update
      set escalation = excluded.escalation, updated_at = excluded.updated_at
      where ${escalation !== undefined} and alert_configurations.escalation <> excluded.escalation
    returning id, xmax = 0 as is_new`.execute(tx)
  return rows.filter(row => row.is_new).map(r => r.id)
}

export async function createConfiguration(
  values: z.output<typeof AlertConfigurationForm>,
  writing: WriteContext,
): Promise<number | { readonly there: number }> {
  const {
    vehicle_id,
    alert_id,
    alert_channel_id,
    destination: destinationText,
    escalation,
    threshold,
    schedule,
    ...areas
  } = values
  const request: RequestedConfigurations = {
    vehicles: [vehicle_id],
    alerts: [alert_id],
    alert_channel_id,
    destinations: [destinationText],
    areas,
    escalation,
    limits: { threshold, schedule },
  }
  const checked = await checkConfigurations(request, FIELDS_OF_ONE, writing)
  const [id] = await insertMissing(request, checked, writing)
  if (id !== undefined) return id
  const { hub_ids, poi_ids } = storedAreas(alertDefinition(alert_id), areas)
  const there = await writing.tx
    .selectFrom('alert_configurations')
    .select('id')
    .where('customer_id', '=', writing.caller.customer_id)
    .where('vehicle_id', '=', vehicle_id)
    .where('alert_id', '=', alert_id)
    .where('alert_channel_id', '=', alert_channel_id)
    .where('destination', '=', checked.destinations[0] ?? '')
    .where(sql<boolean>`hub_ids = ${hub_ids}::int4[] and poi_ids = ${poi_ids}::int4[]`)
    .where(hasLimits(request.limits))
    .executeTakeFirstOrThrow()
  return { there: there.id }
}

const hasLimits = (limits: ConfigurationLimits): RawBuilder<boolean> =>
  sql`threshold is not distinct from ${limits.threshold}::int4 and schedule is not distinct from ${scheduleText(limits)}::jsonb`

/** Checks and stores a configuration for each combination that has none yet; all or none. */
export async function storeConfigurations(
  {
    vehicles,
    alerts,
    alert_channel_id,
    destinations: texts,
    escalation,
    threshold,
    schedule,
    ...areas
  }: z.output<typeof MultiForm>,
  writing: WriteContext,
): Promise<{ readonly request: RequestedConfigurations; readonly destinations: string[] }> {
  const limits = { threshold, schedule }
  const request = {
    vehicles,
    alerts,
    alert_channel_id,
    destinations: texts,
    areas,
    limits,
    escalation,
  }
  const checked = await checkConfigurations(request, FIELDS_OF_MANY, writing)
  const { destinations } = checked
  const size = new Set(vehicles).size * new Set(alerts).size * destinations.length
  if (size > MOST_MADE)
    throw new Problem('invalid', 'api.invalid', {
      vehicles: [{ key: 'alert_configurations.too_many', values: { maximum: MOST_MADE } }],
    })
  await insertMissing(request, checked, writing)
  return { request, destinations }
}

/** @returns all configurations of the request, also those that existed before */
export async function createConfigurations(
  form: z.output<typeof MultiForm>,
  writing: WriteContext,
): Promise<AlertConfiguration[]> {
  const { request, destinations } = await storeConfigurations(form, writing)
  const { vehicles, alert_channel_id } = request
  const { caller, ctx, language, tx } = writing
  const { rows } = await sql<ConfigurationRow>`
    select r.* from (${configurationsOf(caller.customer_id, ctx.now())}) r join ${alertsWithAreas(request)} on (r.alert_id, r.hub_ids, r.poi_ids) = (a.id, a.hub_ids, a.poi_ids)
    where r.vehicle_id in (select unnest(${vehicles}::int4[])) and r.alert_channel_id = ${alert_channel_id} and r.destination = any(${destinations}::text[]) and ${hasLimits(request.limits)} order by r.id`.execute(
    tx,
  )
  return rows.map(row => configurationRecord(ctx, language, row))
}
