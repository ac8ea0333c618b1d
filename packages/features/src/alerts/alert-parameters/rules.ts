// The parameters that an alert may have on a vehicle, the faults of a form, and the rule that follows from the parameters. Pure.
import { type AlertParameters, LONGEST_DWELL_S } from '@flotta/core/alerts.ts'
import type { Words } from '@flotta/core/problem.ts'
import { Schedule } from '@flotta/core/schedule.ts'
import { SECOND } from '@flotta/core/time.ts'
import { parameters as configurable, defaultOf } from '../../fleet/vehicles/catalogue.ts'
import type { VehicleType } from '../../fleet/vehicles/values.ts'
import { alertDefinitions, type OwnedAlert } from '../incidents/catalogue.ts'
import { type Rule, usualRule } from '../incidents/rules.ts'
import type { AlertParametersForm, SettableAlert } from './contract.ts'

type Configurations = Readonly<Record<string, string>>
export type SetAlert = OwnedAlert & { readonly parameters: AlertParameters }
const isSettable = (alert: OwnedAlert): alert is SetAlert => alert.parameters !== undefined
/** Alerts that have parameters, by id. */
export const settableAlerts: readonly SetAlert[] = alertDefinitions.filter(isSettable)

export const USUAL: AlertParametersForm = {
  active: true,
  threshold: null,
  clear: null,
  dwell_s: null,
  schedule: null,
  parked: true,
}

/** The configuration of the vehicle that serves as the alert's threshold; null: the threshold is a parameter of the alert, or there is none. */
export const configurationOf = ({ parameters: { threshold } }: SetAlert): string | null =>
  threshold !== undefined && 'configuration' in threshold ? threshold.configuration : null
const numberOf = (text: string | undefined): number | null => {
  const number = Number(text?.trim() || Number.NaN)
  return Number.isFinite(number) ? number : null
}

function thresholdOf(alert: SetAlert, vehicle_type: VehicleType): SettableAlert['threshold'] {
  const { threshold } = alert.parameters
  if (threshold === undefined) return null
  if (!('configuration' in threshold)) return { configuration: null, ...threshold }
  const parameter = configurable.find(p => p.parameter === threshold.configuration)
  if (parameter?.shape.kind !== 'number')
    throw new TypeError(
      `${threshold.configuration}, the threshold of ${alert.code}, is no number that a vehicle is configured by`,
    )
  const { unit, min, max, step = 1 } = parameter.shape
  return {
    configuration: threshold.configuration,
    unit,
    least: min,
    most: max,
    step,
    default: numberOf(defaultOf(parameter, vehicle_type)),
  }
}
/** The parameters that can be set for an alert on a vehicle of this type. */
export function settableOf(alert: SetAlert, vehicle_type: VehicleType): SettableAlert {
  const { clear = null, dwell_s, schedule = false, parked = false } = alert.parameters
  return {
    threshold: thresholdOf(alert, vehicle_type),
    clear,
    dwell_s: dwell_s === undefined ? null : { most: LONGEST_DWELL_S, default: dwell_s },
    schedule,
    parked,
  }
}

/** The parameters with the threshold of the vehicle's configuration. */
export function effectiveParameters(
  alert: SetAlert,
  set: AlertParametersForm,
  configurations: Configurations,
): AlertParametersForm {
  const configuration = configurationOf(alert)
  return configuration === null
    ? set
    : { ...set, threshold: numberOf(configurations[configuration]) }
}

/** The faults of a form, field by field. */
export function wrongParameters(
  settable: SettableAlert,
  form: AlertParametersForm,
): Readonly<Record<string, Words>> {
  const wrong: Record<string, Words> = {}
  const { threshold, clear, dwell_s, schedule } = settable
  const fixedFault: Words = { key: 'alert_parameters.wrong.fixed' }
  if (threshold === null) {
    if (form.threshold !== null) wrong.threshold = fixedFault
  } else if (form.threshold !== null && !isWithin(form.threshold, threshold))
    wrong.threshold = {
      key: 'alert_parameters.wrong.range',
      values: { least: threshold.least, most: threshold.most, step: threshold.step },
    }
  if (form.clear !== null) {
    const limit = form.threshold ?? threshold?.default ?? null
    if (clear === null || threshold === null) wrong.clear = fixedFault
    else if (limit === null) wrong.clear = { key: 'alert_parameters.wrong.no_threshold' }
    else if (
      clear === 'below'
        ? !(form.clear < limit && form.clear >= 0)
        : !(form.clear > limit && form.clear <= threshold.most)
    )
      wrong.clear = {
        key: `alert_parameters.wrong.${clear}`,
        values: { limit, most: threshold.most },
      }
  }
  if (form.dwell_s !== null && dwell_s === null) wrong.dwell_s = fixedFault
  if (form.schedule !== null && !schedule) wrong.schedule = fixedFault
  if (!form.parked && !settable.parked) wrong.parked = fixedFault
  return wrong
}
/** Whether a value is in range and on a step. Steps may have decimals: 4.5 is nine steps of 0.5. */
const isWithin = (
  value: number,
  { least, most, step }: { readonly least: number; readonly most: number; readonly step: number },
): boolean =>
  value >= least && value <= most && Math.abs(value / step - Math.round(value / step)) < 1e-6

/** The rule from a vehicle's parameters; its days are those of a time zone. */
export function ruleFrom(
  alert: SetAlert,
  { active, threshold, clear, dwell_s, schedule, parked }: AlertParametersForm,
  zone: string,
  customer_id: number,
): Rule {
  const usual = usualRule(alert)
  return {
    active,
    threshold: configurationOf(alert) === null ? (threshold ?? usual.threshold) : null,
    clear,
    dwell: dwell_s === null ? usual.dwell : dwell_s * SECOND,
    schedule: schedule === null ? null : scheduleOf(schedule, zone),
    parked,
    customer_id,
  }
}
const MOST_SCHEDULES = 1_000
const schedules = new Map<string, Schedule>()
/** Vehicles with the same hours share one schedule and what it remembers of the current moment. */
function scheduleOf(hours: NonNullable<AlertParametersForm['schedule']>, zone: string): Schedule {
  const key = `${zone} ${JSON.stringify(hours)}`
  const knownSchedule = schedules.get(key)
  if (knownSchedule !== undefined) return knownSchedule
  if (schedules.size >= MOST_SCHEDULES) schedules.clear()
  const schedule = new Schedule(hours, zone)
  schedules.set(key, schedule)
  return schedule
}

/** Whether every parameter has its usual value. */
export const isUsual = (form: AlertParametersForm): boolean =>
  JSON.stringify({ ...USUAL, ...form }) === JSON.stringify(USUAL)
