// Checks a request for alert configurations: channel, alerts, vehicles, agreements, areas, limits, destinations and escalation.
import type { Language } from '@flotta/core/languages.ts'
import { Problem, type Words } from '@flotta/core/problem.ts'
import type { WriteContext } from '@flotta/platform/entity.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { activeAgreementIds, visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import { configurationOf } from '../../people/customers/queries.ts'
import { destinationOf } from '../deliveries/destination.ts'
import { SMS } from '../deliveries/rules.ts'
import type { EscalationStep } from '../escalations/contract.ts'
import { checkSteps } from '../escalations/queries.ts'
import { areaFaults } from '../incidents/area-faults.ts'
import { alertDefinition, alertWords } from '../incidents/catalogue.ts'
import { deliveryChannels, type NamedAreas, SMS_ALERTS } from '../incidents/contract.ts'
import type { AlertConfiguration } from './contract.ts'
import { hasInvisibleVehicle } from './queries.ts'

/** A request for many configurations: one for each combination of vehicle, alert and destination. */
export interface RequestedConfigurations {
  readonly vehicles: readonly number[]
  readonly alerts: readonly number[]
  readonly alert_channel_id: number
  readonly destinations: readonly string[]
  readonly areas: NamedAreas
  /** undefined: configurations that exist keep theirs. */
  readonly escalation: readonly EscalationStep[] | undefined
  readonly limits: ConfigurationLimits
  /** Vehicles that have these alerts already: an agreement that has lapsed on them does not prevent other changes. */
  readonly standing?: readonly number[]
}
/** The minutes after which a stay is reported, and the hours of the week in which the alert counts. */
export type ConfigurationLimits = Pick<AlertConfiguration, 'threshold' | 'schedule'>
/** Limits must fit every alert: minutes belong to alerts of stays, hours to alerts of areas. */
function limitFaults({ alerts, limits }: RequestedConfigurations): Record<string, string> {
  const areasOfAlerts = alerts.map(id => alertDefinition(id)?.areas?.length ?? 0)
  const none = 'alert_configurations.limits.none_takes'
  return {
    ...(limits.threshold !== null && areasOfAlerts.some(n => n < 2) && { threshold: none }),
    ...(limits.schedule !== null && areasOfAlerts.some(n => n === 0) && { schedule: none }),
  }
}
/** The names of the call's fields, for the errors. */
type FieldNames = Readonly<Record<'vehicles' | 'alerts' | 'destinations', string>>
export const FIELDS_OF_ONE: FieldNames = {
  vehicles: 'vehicle_id',
  alerts: 'alert_id',
  destinations: 'destination',
}
export const FIELDS_OF_MANY: FieldNames = {
  vehicles: 'vehicles',
  alerts: 'alerts',
  destinations: 'destinations',
}
/** Plates that an error lists. */
const MAX_PLATES = 5

export interface CheckedRequest {
  readonly destinations: string[]
  readonly escalation: readonly EscalationStep[] | undefined
}
/**
 * Throws the faults of the request, field by field.
 * @returns destinations and steps as they are stored
 */
export async function checkConfigurations(
  request: RequestedConfigurations,
  names: FieldNames,
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
          names.destinations === FIELDS_OF_MANY.destinations
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
/** An error for each alert whose agreement the customer does not hold on some of the vehicles, with their plates. */
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
  const vehicleIds = [...new Set(lacking.flatMap(l => l.without.slice(0, MAX_PLATES)))]
  const { rows } = await sql<{ vehicle_id: number; plate: string }>`
    select s.vehicle_id, s.plate from ${visibleVehiclesSql(caller.customer_id, ctx.now(), vehicleIds)} s`.execute(
    tx,
  )
  const plates = new Map(rows.map(r => [r.vehicle_id, r.plate]))
  return lacking.map(({ id, without }) => {
    const platesOfAlert = without.slice(0, MAX_PLATES).map(vehicle => plates.get(vehicle) ?? '')
    return {
      key: 'alert_configurations.not_held',
      values: {
        alert: nameOf(ctx, language, id),
        plates: `${platesOfAlert.join(', ')}${without.length > MAX_PLATES ? ', …' : ''}`,
      },
    }
  })
}
