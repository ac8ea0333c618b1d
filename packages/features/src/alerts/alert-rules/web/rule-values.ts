// The values in the form of a rule: their initial state, their errors, and the body of the call.
import { Email } from '@flotta/core/contract.ts'
import { hoursOf, type Span, spansOf } from '@flotta/ui/hours.ts'
import { fieldErrors } from '@flotta/ui/zod-form.ts'
import {
  areasOf,
  type ChosenAreas,
  NO_AREAS,
  namedBy,
} from '../../alert-configurations/web/named-areas.ts'
import { EMAIL } from '../../alert-configurations/web/useConfigurationForm.ts'
import { CHAT, SMS } from '../../alert-configurations/web/useConfigurations.ts'
import { areWhole, inputsOf, type StepInput, stepsOf } from '../../escalations/web/steps.ts'
import { alertDefinition } from '../../incidents/catalogue.ts'
import type { AlertRule, RuleDestination } from '../contract.ts'
import { vehiclesOfDestination } from '../destination-vehicles.ts'
import { type DifferenceInput, faultOf, isPhone, phoneOf, targetsOf } from './difference-inputs.ts'
import { nameOfTarget, type Target } from './preview.ts'

export type RuleTask =
  | { readonly type: 'create' }
  | { readonly type: 'edit' | 'split'; readonly rule: AlertRule }

export interface RuleValues {
  readonly alerts: readonly number[]
  readonly areas: ChosenAreas
  /** Minutes after which a stay is reported; '': those of the vehicle. */
  readonly threshold: number | ''
  /** null: at all hours. */
  readonly hours: readonly Span[] | null
  readonly vehicle_ids: readonly number[]
  readonly mails: readonly string[]
  readonly phones: readonly string[]
  readonly chats: readonly string[]
  /** Destinations of only some of the vehicles. */
  readonly differences: readonly Target[]
  /** Differences that are being added. */
  readonly newDifferences: readonly DifferenceInput[]
  readonly steps: readonly StepInput[]
}
export type Faults = Readonly<Record<string, string>>

/** Which limits the alerts take: minutes of a stay, and hours. */
export const limitsOf = (alerts: readonly number[]) => {
  const areas = alerts.map(id => alertDefinition(id)?.areas?.length ?? 0)
  return {
    takesMinutes: areas.length > 0 && areas.every(n => n > 1),
    takesHours: areas.length > 0 && areas.every(n => n > 0),
  }
}

/**
 * The initial values.
 * @param members the vehicles of the rule; a rule that is split begins without any
 */
export function valuesOf(task: RuleTask, members: readonly number[]): RuleValues {
  if (task.type === 'create')
    return {
      alerts: [],
      areas: NO_AREAS,
      threshold: '',
      hours: null,
      vehicle_ids: [],
      mails: [],
      phones: [],
      chats: [],
      differences: [],
      newDifferences: [],
      steps: [],
    }
  const { rule } = task
  const isOfAll = ({ only, except }: RuleDestination) => only.length === 0 && except.length === 0
  const to = (channel: number) =>
    rule.destinations
      .filter(one => one.alert_channel_id === channel && isOfAll(one))
      .map(({ destination }) => destination)
  return {
    alerts: [rule.alert_id],
    areas: areasOf(rule),
    threshold: rule.threshold ?? '',
    hours: rule.schedule === null ? null : spansOf(rule.schedule),
    vehicle_ids: task.type === 'edit' ? members : [],
    mails: to(EMAIL),
    phones: to(SMS),
    chats: to(CHAT),
    differences: rule.destinations.filter(one => !isOfAll(one)),
    newDifferences: [],
    steps: inputsOf(rule.escalation),
  }
}

/** The destinations before new differences are added. A destination of all vehicles cannot be added for some. */
function knownTargets({ mails, phones, chats, differences }: RuleValues): Target[] {
  const ofAll: Target[] = [
    ...mails.map(destination => ({ alert_channel_id: EMAIL, destination: destination.trim() })),
    ...phones.map(typed => ({ alert_channel_id: SMS, destination: phoneOf(typed.trim()) })),
    ...chats.map(destination => ({ alert_channel_id: CHAT, destination })),
  ]
  const names = new Set(ofAll.map(nameOfTarget))
  return [...ofAll, ...differences.filter(one => !names.has(nameOfTarget(one)))]
}
export function destinationsOf(values: RuleValues, chatNames: readonly string[]) {
  const { newDifferences, vehicle_ids } = values
  return [...knownTargets(values), ...targetsOf(newDifferences, vehicle_ids, chatNames)].map(
    ({ alert_channel_id, destination, only = [], except = [] }) => ({
      ...{ alert_channel_id, destination },
      ...{ only: [...only], except: [...except] },
    }),
  )
}

/** The fields that the calls of a new and of a changed rule share. */
export function bodyOf(values: RuleValues, chatNames: readonly string[]) {
  const { alerts, areas, threshold, hours, vehicle_ids, steps } = values
  const { takesMinutes, takesHours } = limitsOf(alerts)
  const { area_ids, hub_ids, poi_ids } = namedBy(alerts, areas)
  return {
    vehicles: [...vehicle_ids],
    destinations: destinationsOf(values, chatNames),
    area_ids: [...area_ids],
    hub_ids: [...hub_ids],
    poi_ids: [...poi_ids],
    threshold: takesMinutes && threshold !== '' ? threshold : null,
    schedule: takesHours && hours !== null ? hoursOf(hours) : null,
    escalation: stepsOf(steps),
  }
}

/** The errors of the form: a text key by field. */
export function faultsOf(values: RuleValues, chatNames: readonly string[]) {
  const { alerts, vehicle_ids, mails, phones, hours, steps } = values
  const destinations = destinationsOf(values, chatNames)
  const differenceFault = faultOf(
    values.newDifferences,
    vehicle_ids,
    chatNames,
    knownTargets(values),
  )
  const tellsSomebody = destinations.some(one => vehiclesOfDestination(one, vehicle_ids).length > 0)
  const rules: readonly (readonly [isWrong: boolean, field: string, key: string])[] = [
    [alerts.length === 0, 'alerts', 'validation.required'],
    [vehicle_ids.length === 0, 'vehicles', 'validation.required'],
    [mails.some(one => !Email.safeParse(one.trim()).success), 'mails', 'validation.email'],
    [phones.some(one => !isPhone(one.trim())), 'phones', 'validation.digits'],
    [
      vehicle_ids.length > 0 ? !tellsSomebody : destinations.length === 0,
      'mails',
      'validation.required',
    ],
    [hours?.length === 0, 'hours', 'validation.required'],
    [!areWhole(steps), 'escalation', 'escalations.fault.one_target'],
    [differenceFault !== null, 'differences', differenceFault ?? ''],
  ]
  const faults: Record<string, string> = {}
  for (const [isWrong, field, key] of rules) if (isWrong) faults[field] ??= key
  return faults
}

/** The server's errors under the names of the form's fields; null for any other error. */
export function answeredFaults(error: unknown): Faults | null {
  const errors = fieldErrors(error)
  return (
    errors && {
      ...errors,
      alerts: errors.alerts ?? errors.alert_id ?? '',
      mails: errors.destinations ?? errors.alert_channel_id ?? '',
      hours: errors.schedule ?? '',
    }
  )
}
