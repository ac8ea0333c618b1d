// The rules of maintenance and expenses: the sorts of entries and their fields, the intervals, and when maintenance is due again.

import { type CounterState, type Due, dueOf } from '../../costs/tcos/rules.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { defaultOf, parameters } from '../../fleet/vehicles/catalogue.ts'
import type { VehicleType } from '../../fleet/vehicles/values.ts'

/** Steps of the selects: months, kilometres, hours. */
const steps = (step: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => step * (i + 1))
export const choices = { time: steps(3, 12), km: steps(5_000, 20), hours: steps(250, 20) } as const
export type Measure = keyof typeof choices

/** Field on the wire → the vehicle's configuration that it sets. */
export const configFields = {
  fridge_time_config: { parameter: 'fridge_maintenance_time', measure: 'time' },
  fridge_hours_config: { parameter: 'fridge_maintenance_hours', measure: 'hours' },
  maintenance_time_config: { parameter: 'general_maintenance_time', measure: 'time' },
  maintenance_km_config: { parameter: 'general_maintenance_km', measure: 'km' },
  maintenance_hours_config: { parameter: 'general_maintenance_hours', measure: 'hours' },
  fgas_time_config: { parameter: 'fgas_maintenance_time', measure: 'time' },
  recorder_time_config: { parameter: 'recorder_maintenance_time', measure: 'time' },
} as const satisfies Readonly<
  Record<string, { readonly parameter: string; readonly measure: Measure }>
>
export type ConfigField = keyof typeof configFields
export const configNames = Object.keys(configFields) as ConfigField[]
/** The intervals in force: the configured one, else the default. null: there is no interval of this unit. */
export type MaintenanceConfig = Readonly<Record<ConfigField, number | null>>

const byParameter = new Map(parameters.map(p => [p.parameter, p]))
/** A configuration that is no positive number counts as not set. */
export function configOf(
  configurations: Readonly<Record<string, string>>,
  vehicle_type: VehicleType,
): MaintenanceConfig {
  const holding = (name: ConfigField): number | null => {
    const { parameter } = configFields[name]
    const value = Number(configurations[parameter]?.trim() || Number.NaN)
    if (value > 0) return value
    const definition = byParameter.get(parameter)
    return definition === undefined ? null : Number(defaultOf(definition, vehicle_type)) || null
  }
  return Object.fromEntries(configNames.map(name => [name, holding(name)])) as Record<
    ConfigField,
    number | null
  >
}

export const EXPENSE = 4
/** Which counter the hours of a sort of maintenance are read from: the refrigeration unit's or the engine's. */
export type Counter = 'fridge' | 'engine'
export interface EntryType {
  readonly type: 0 | 1 | 2 | 3 | 4
  /** The agreement that every entry of this sort needs. */
  readonly agreement_id: number
}
export interface MaintenanceType extends EntryType {
  readonly type: 0 | 1 | 2 | 3
  /** The field of the panel's data with its newest entry. */
  readonly field:
    | 'maintenance'
    | 'fgas_maintenance'
    | 'temperature_recorder_maintenance'
    | 'routine_maintenance'
  readonly time: ConfigField
  readonly km?: ConfigField
  readonly hours?: { readonly config: ConfigField; readonly counter: Counter }
}
/** In the order of the panel. */
export const maintenanceTypes: readonly MaintenanceType[] = [
  {
    type: 3,
    field: 'routine_maintenance',
    agreement_id: agreement.maintenance,
    time: 'maintenance_time_config',
    km: 'maintenance_km_config',
    hours: { config: 'maintenance_hours_config', counter: 'engine' },
  },
  {
    type: 0,
    field: 'maintenance',
    agreement_id: agreement.fridge_service,
    time: 'fridge_time_config',
    hours: { config: 'fridge_hours_config', counter: 'fridge' },
  },
  { type: 1, field: 'fgas_maintenance', agreement_id: agreement.fgas, time: 'fgas_time_config' },
  {
    type: 2,
    field: 'temperature_recorder_maintenance',
    agreement_id: agreement.recorder,
    time: 'recorder_time_config',
  },
]
export const maintenanceTypeOf = (type: number): MaintenanceType | undefined =>
  maintenanceTypes.find(c => c.type === type)
export const entryTypes: readonly EntryType[] = [
  ...maintenanceTypes,
  { type: EXPENSE, agreement_id: agreement.expenses },
]
/** The kind of vehicle data of a sort, which decides who may see its entries. */
export const kindOfType = (type: number): string => `service_${type}`

/** The sorts of maintenance that the caller's agreements open, in the order of the panel. */
export const permittedMaintenanceTypes = (
  heldAgreements: readonly number[],
): readonly MaintenanceType[] =>
  maintenanceTypes.filter(c => heldAgreements.includes(c.agreement_id))

/** The fields in the form of a sort: hours for the refrigeration unit, and for general maintenance the units of its intervals. */
export const formFieldsOf = (
  { type, km, hours }: MaintenanceType,
  config: MaintenanceConfig,
): { readonly hours: boolean; readonly km: boolean } => ({
  hours: hours !== undefined && (type === 0 || config[hours.config] !== null),
  km: km !== undefined && config[km] !== null,
})

/** What a vehicle's counters show now. */
export interface Counters {
  /** Kilometres with the offset of the vehicle, as screens show them. */
  readonly km: number | null
  readonly hours: Readonly<Record<Counter, number | null>>
}
/** When a sort of maintenance is due again after its last entry: at whichever of months, kilometres and hours comes first. null: it has no interval, or the counters are unknown. */
export function dueAgain(
  care: MaintenanceType,
  config: MaintenanceConfig,
  last: CounterState,
  now: { readonly date: string } & Counters,
): Due | null {
  const interval = {
    repeat_after_period: config[care.time],
    repeat_after_km: care.km === undefined ? null : config[care.km],
    repeat_after_hour: care.hours === undefined ? null : config[care.hours.config],
    notice_after_period: null,
    notice_after_km: null,
    notice_after_hour: null,
  }
  return dueOf(interval, last, {
    date: now.date,
    km: now.km,
    hour: care.hours === undefined ? null : now.hours[care.hours.counter],
  })
}
