// Reads and writes the alert configurations of a customer.

import type { Language } from '@flotta/core/languages.ts'
import { invalid, Problem, type Words } from '@flotta/core/problem.ts'
import type { Hours } from '@flotta/core/schedule.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { orTaken, type WriteContext, withoutUndefined } from '@flotta/platform/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { activeAgreementIds, visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import { configurationOf } from '../../people/customers/queries.ts'
import { destinationOf } from '../deliveries/destination.ts'
import { deliveryOf, type LastDelivery, lastDelivery } from '../deliveries/queries.ts'
import { SMS } from '../deliveries/rules.ts'
import type { EscalationStep } from '../escalations/contract.ts'
import { checkSteps } from '../escalations/queries.ts'
import { areaFaults } from '../incidents/area-faults.ts'
import { ALL_AREAS, areasNamedBy, type StoredAreas, storedAreas } from '../incidents/areas.ts'
import { alertDefinition, alertWords } from '../incidents/catalogue.ts'
import { deliveryChannels, type NamedAreas, SMS_ALERTS } from '../incidents/contract.ts'
import {
  type AlertConfiguration,
  type AlertConfigurationForm,
  MOST_MADE,
  type MultiForm,
} from './contract.ts'
import './tables.ts'

export interface ConfigurationRow extends LastDelivery {
  readonly id: number
  readonly customer_id: number
  readonly vehicle_id: number
  readonly plate: string
  readonly alert_id: number
  readonly alert_channel_id: number
  readonly destination: string
  readonly hub_ids: readonly number[]
  readonly poi_ids: readonly number[]
  readonly escalation: readonly EscalationStep[]
  readonly threshold: number | null
  readonly schedule: readonly Hours[] | null
}
/** The customer's configurations of vehicles that it sees now. Those of a vehicle that it lost stay stored and inactive. */
export const configurationsOf = (
  customer_id: number,
  now: number,
  vehicle_ids?: readonly number[],
): RawBuilder<ConfigurationRow> => sql`
  select c.id, c.customer_id, c.vehicle_id, s.plate, c.alert_id::int4 as alert_id, c.alert_channel_id::int4 as alert_channel_id, c.destination,
    c.hub_ids, c.poi_ids, c.threshold, c.schedule, c.escalation,
    d.delivery_state, d.delivery_fault, d.delivery_at
  from ${visibleVehiclesSql(customer_id, now, vehicle_ids)} s join alert_configurations c on c.vehicle_id = s.vehicle_id and c.customer_id = ${customer_id}
  ${lastDelivery}`

export const configurationRecord = (
  ctx: Pick<Context, 'say'>,
  language: Language,
  {
    customer_id: _,
    delivery_state,
    delivery_fault,
    delivery_at,
    hub_ids,
    poi_ids,
    escalation,
    schedule,
    ...row
  }: ConfigurationRow,
): AlertConfiguration => ({
  ...row,
  schedule:
    schedule === null
      ? null
      : schedule.map(({ days, from, to }) => ({ days: [...days], from, to })),
  ...listsOf(areasNamedBy(alertDefinition(row.alert_id), { hub_ids, poi_ids })),
  escalation: [...escalation],
  last_delivery: deliveryOf(ctx, language, { delivery_state, delivery_fault, delivery_at }),
})

const listsOf = ({ area_ids, hub_ids, poi_ids }: NamedAreas) => ({
  area_ids: [...area_ids],
  hub_ids: [...hub_ids],
  poi_ids: [...poi_ids],
})

type Asking = Pick<WriteContext, 'caller' | 'ctx' | 'language'>
/** The configurations of some vehicles, ordered by plate and alert. */
export async function configurationsFor(
  db: Context['db'],
  { caller, ctx, language }: Asking,
  vehicle_ids: readonly number[],
): Promise<AlertConfiguration[]> {
  const { rows } = await sql<ConfigurationRow>`
    select r.* from (${configurationsOf(caller.customer_id, ctx.now(), vehicle_ids)}) r order by upper(r.plate), r.alert_id, r.alert_channel_id, r.destination`.execute(
    db,
  )
  return rows.map(row => configurationRecord(ctx, language, row))
}

/** A request for many configurations: one for each combination of vehicle, alert and destination. */
export interface RequestedConfigurations {
  readonly vehicles: readonly number[]
  readonly alerts: readonly number[]
  readonly alert_channel_id: number
  readonly destinations: readonly string[]
  readonly areas: NamedAreas
  /** undefined: what stands is kept. */
  readonly escalation: readonly EscalationStep[] | undefined
  readonly limits: ConfigurationLimits
  /** Vehicles that have these alerts already: an agreement that lapsed on them refuses no other change. */
  readonly standing?: readonly number[]
}
/** The limits of a configuration itself. */
type ConfigurationLimits = Pick<AlertConfiguration, 'threshold' | 'schedule'>
export const scheduleText = ({ schedule }: ConfigurationLimits): string | null =>
  schedule && JSON.stringify(schedule)
/** Every alert must take the limits that are given: minutes are of stays, hours of areas. */
function limitFaults({ alerts, limits }: RequestedConfigurations): Record<string, string> {
  const areasOfAlerts = alerts.map(id => alertDefinition(id)?.areas?.length ?? 0)
  const none = 'alert_configurations.limits.none_takes'
  return {
    ...(limits.threshold !== null && areasOfAlerts.some(n => n < 2) && { threshold: none }),
    ...(limits.schedule !== null && areasOfAlerts.some(n => n === 0) && { schedule: none }),
  }
}
/** The names of the fields in the call, for its errors. */
type Names = Readonly<Record<'vehicles' | 'alerts' | 'destinations', string>>
const ONE: Names = { vehicles: 'vehicle_id', alerts: 'alert_id', destinations: 'destination' }
export const MANY: Names = { vehicles: 'vehicles', alerts: 'alerts', destinations: 'destinations' }
/** Plates that an error lists. */
const NAMED = 5

interface CheckedRequest {
  readonly destinations: string[]
  readonly escalation: readonly EscalationStep[] | undefined
}
/** Throws the faults of the request, field by field. @returns destinations and steps as they are stored */
export async function checkConfigurations(
  request: RequestedConfigurations,
  names: Names,
  writing: WriteContext,
): Promise<CheckedRequest> {
  const faults: Record<string, (string | Words)[]> = {}
  const wrong = (field: string, fault: string | Words) => {
    faults[field] = [...(faults[field] ?? []), fault]
  }
  const channel = deliveryChannels.find(c => c.id === request.alert_channel_id)
  if (channel === undefined) wrong('alert_channel_id', 'validation.unknown')
  const hasSms =
    (await configurationOf(writing.tx, writing.caller.customer_id, 'alert_sms')) === '1'
  if (channel?.id === SMS && !hasSms) wrong('alert_channel_id', 'alert_configurations.no_sms')
  for (const fault of await alertFaults(request, writing)) wrong(names.alerts, fault)
  const hasUnknownVehicle = await hasInvisibleVehicle(
    writing.tx,
    writing.caller.customer_id,
    writing.ctx.now(),
    request.vehicles,
  )
  if (hasUnknownVehicle) wrong(names.vehicles, 'validation.unknown')
  else if (faults[names.alerts] === undefined)
    for (const fault of await agreementFaults(request, writing)) wrong(names.alerts, fault)
  const definitions = request.alerts.map(alertDefinition)
  const { customer_id } = writing.caller
  const areas = await areaFaults(writing.tx, customer_id, definitions, request.areas)
  for (const [field, fault] of Object.entries({ ...areas, ...limitFaults(request) }))
    wrong(field, fault)
  const destinations: string[] = []
  if (channel !== undefined)
    for (const text of request.destinations) {
      const destination = await destinationOf(writing.tx, customer_id, channel.id, text)
      if (typeof destination === 'string') destinations.push(destination)
      else
        wrong(
          names.destinations,
          names.destinations === MANY.destinations
            ? { key: 'alert_configurations.bad_destination', values: { destination: text } }
            : destination,
        )
    }
  const steps = await checkSteps(writing.tx, customer_id, request.escalation ?? [], {
    alerts: request.alerts,
    hasSms,
  })
  for (const fault of steps.faults) wrong('escalation', fault)
  if (Object.keys(faults).length > 0)
    throw new Problem(
      'invalid',
      'api.invalid',
      Object.fromEntries(
        Object.entries(faults).map(([field, all]) => [
          field,
          all.map(f => (typeof f === 'string' ? { key: f } : f)),
        ]),
      ),
    )
  return {
    destinations: [...new Set(destinations)],
    escalation: request.escalation === undefined ? undefined : steps.steps,
  }
}

async function alertFaults(
  { alerts, alert_channel_id }: RequestedConfigurations,
  { ctx, language }: WriteContext,
): Promise<(string | Words)[]> {
  if (alerts.some(id => alertDefinition(id) === undefined)) return ['validation.unknown']
  if (alert_channel_id !== SMS) return []
  return alerts
    .filter(id => !SMS_ALERTS.includes(id))
    .map(id => ({
      key: 'alert_configurations.not_by_sms',
      values: { alert: nameOf(ctx, language, id) },
    }))
}
const nameOf = (ctx: Pick<Context, 'say'>, language: Language, id: number): string => {
  const definition = alertDefinition(id)
  return definition === undefined
    ? String(id)
    : ctx.say(language, { key: alertWords(definition).name })
}
/** Whether the customer cannot see one of the vehicles. The ids are joined: as an argument of `visibleVehiclesSql`, thousands of them would be searched for every vehicle. */
export async function hasInvisibleVehicle(
  db: Context['db'],
  customer_id: number,
  now: number,
  vehicle_ids: readonly number[],
): Promise<boolean> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${visibleVehiclesSql(customer_id, now)} s where s.vehicle_id in (select unnest(${vehicle_ids}::int4[]))`.execute(
    db,
  )
  return rows[0]?.total !== new Set(vehicle_ids).size
}
/** A fault for each alert whose agreement the customer does not hold on some of the vehicles, with their plates. */
async function agreementFaults(
  { vehicles, alerts, standing = [] }: RequestedConfigurations,
  { tx, caller, ctx, language }: WriteContext,
): Promise<Words[]> {
  const standingIds = new Set(standing)
  const newVehicles = vehicles.filter(vehicle => !standingIds.has(vehicle))
  const agreementIds = await activeAgreementIds(
    { db: tx },
    caller.customer_id,
    ctx.now(),
    newVehicles,
  )
  const lacking = alerts.flatMap(id => {
    const agreement_id = alertDefinition(id)?.agreement_id ?? 0
    const without = newVehicles.filter(
      vehicle => !agreementIds.get(vehicle)?.includes(agreement_id),
    )
    return without.length === 0 ? [] : [{ id, without }]
  })
  if (lacking.length === 0) return []
  const vehicleIds = [...new Set(lacking.flatMap(l => l.without.slice(0, NAMED)))]
  const { rows } = await sql<{ vehicle_id: number; plate: string }>`
    select s.vehicle_id, s.plate from ${visibleVehiclesSql(caller.customer_id, ctx.now(), vehicleIds)} s`.execute(
    tx,
  )
  const plates = new Map(rows.map(r => [r.vehicle_id, r.plate]))
  return lacking.map(({ id, without }) => {
    const platesOfAlert = without.slice(0, NAMED).map(vehicle => plates.get(vehicle) ?? '')
    return {
      key: 'alert_configurations.not_held',
      values: {
        alert: nameOf(ctx, language, id),
        plates: `${platesOfAlert.join(', ')}${without.length > NAMED ? ', …' : ''}`,
      },
    }
  })
}

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

/** Inserts the configurations that do not exist yet; those that do get the escalation, where the request names one. @returns ids of the new ones */
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
  const checked = await checkConfigurations(request, ONE, writing)
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
  const checked = await checkConfigurations(request, MANY, writing)
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

type Form = z.output<typeof AlertConfigurationForm>
type Changes = { readonly [K in keyof Form]?: Form[K] | undefined }
/** The areas after a change: those that it names, else those that stood, where the new alert takes them as the old one did. */
function areasAfter(
  { alert_id, ...stored }: StoredAreas & Pick<Form, 'alert_id'>,
  after: number,
  { area_ids, hub_ids, poi_ids }: Changes,
): NamedAreas {
  const [old, chosen] = [alertDefinition(alert_id), alertDefinition(after)]
  const isAlike = String(old?.areas) === String(chosen?.areas)
  const isNamed = area_ids !== undefined || hub_ids !== undefined || poi_ids !== undefined
  const hadAreas = stored.hub_ids.length + stored.poi_ids.length > 0
  if (!isAlike && hadAreas && !isNamed && chosen?.areas !== undefined)
    throw invalid({
      [chosen.areas.length > 1 ? 'hub_ids' : 'area_ids']: 'alert_configurations.areas.other_kind',
    })
  const before = areasNamedBy(chosen, isAlike ? stored : ALL_AREAS)
  return {
    area_ids: area_ids ?? before.area_ids,
    hub_ids: hub_ids ?? before.hub_ids,
    poi_ids: poi_ids ?? before.poi_ids,
  }
}

export async function updateConfiguration(
  id: number,
  { area_ids, hub_ids, poi_ids, threshold, schedule, escalation: steps, ...values }: Changes,
  writing: WriteContext,
): Promise<void> {
  const { tx, ctx } = writing
  const {
    hub_ids: hubs,
    poi_ids: pois,
    threshold: minutes,
    schedule: hours,
    ...before
  } = await tx
    .selectFrom('alert_configurations')
    .select(['vehicle_id', 'alert_id', 'alert_channel_id', 'destination'])
    .select(['hub_ids', 'poi_ids', 'threshold', 'schedule'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const request = { ...before, ...withoutUndefined(values) }
  const { vehicle_id, alert_id, alert_channel_id } = request
  const areas = areasAfter({ alert_id: before.alert_id, hub_ids: hubs, poi_ids: pois }, alert_id, {
    area_ids,
    hub_ids,
    poi_ids,
  })
  // another alert has the limits that are given with it
  const stands = alert_id === before.alert_id
  const limits: ConfigurationLimits = {
    threshold: threshold === undefined ? (stands ? minutes : null) : threshold,
    schedule:
      schedule === undefined
        ? stands && hours !== null
          ? hours.map(span => ({ ...span, days: [...span.days] }))
          : null
        : schedule,
  }
  const checked = await checkConfigurations(
    {
      vehicles: [vehicle_id],
      alerts: [alert_id],
      alert_channel_id,
      destinations: [request.destination],
      areas,
      escalation: steps,
      limits,
    },
    ONE,
    writing,
  )
  const [destination = request.destination] = checked.destinations
  const stored = storedAreas(alertDefinition(alert_id), areas)
  await orTaken(
    tx
      .updateTable('alert_configurations')
      .set({
        ...request,
        destination,
        ...(checked.escalation !== undefined && { escalation: JSON.stringify(checked.escalation) }),
        hub_ids: [...stored.hub_ids],
        poi_ids: [...stored.poi_ids],
        threshold: limits.threshold,
        schedule: scheduleText(limits),
        updated_at: new Date(ctx.now()),
      })
      .where('id', '=', id)
      .execute(),
    { alert_configurations_same: 'destination' },
  )
}

export async function removeOfVehicles(
  db: Context['db'],
  customer_id: number,
  vehicle_ids: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('alert_configurations')
    .where('customer_id', '=', customer_id)
    .where('vehicle_id', 'in', vehicle_ids)
    .execute()
}
