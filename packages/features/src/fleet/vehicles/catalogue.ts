// The parameters that a vehicle's configurations may have: one list for the form, the validation and the command line.
import type { Words } from '@flotta/core/problem.ts'
import type { Configuration } from '../../people/customers/contract.ts'
import type { VehicleType } from './values.ts'

type Configurations = Readonly<Record<string, string>>

/** The form of a value. Values are text in the API; numbers have a decimal point. */
export type Shape =
  | {
      readonly kind: 'number'
      readonly min: number
      readonly max: number
      readonly unit: Unit
      readonly step?: number
      readonly decimals?: number
    }
  /** `on` and `off`: the stored texts. */
  | { readonly kind: 'switch'; readonly on: string; readonly off: string }
  | {
      readonly kind: 'text'
      readonly max: number
      readonly pattern?: RegExp
      readonly example?: string
    }
  /** YYYY-MM-DD. */
  | { readonly kind: 'day' }
export const units = ['km/h', 'kg', '°C', 'l', 'l/h', 'months', 'km', 'h', ''] as const
export type Unit = (typeof units)[number]

export const groups = [
  'driving',
  'cold',
  'sensors',
  'doors',
  'fuel',
  'maintenance',
  'tandt',
  'reports',
  'commands',
] as const
export type Group = (typeof groups)[number]

export interface Parameter {
  readonly parameter: string
  readonly group: Group
  readonly shape: Shape
  /** The value in force while nothing is set; absent: none, the company's, or what the device is wired to. */
  readonly default?: string | ((vehicle_type: VehicleType) => string)
  /** While nothing is set, the company's configuration of the same name is in force. */
  readonly of_company?: true
  /** Only the provider may set it: texts that are sent to devices. */
  readonly provider?: true
  /** Set in the panel of its service, not in the vehicle's form. */
  readonly panel?: true
}

const number = (
  unit: Unit,
  min: number,
  max: number,
  more: { readonly step?: number; readonly decimals?: number } = {},
): Shape => ({
  kind: 'number',
  unit,
  min,
  max,
  ...more,
})
const zeroOne: Shape = { kind: 'switch', on: '1', off: '0' }
const text = (
  max: number,
  more: { readonly pattern?: RegExp; readonly example?: string } = {},
): Shape => ({ kind: 'text', max, ...more })
const template: Shape = text(200)

/** km/h: trucks and trailers 90, vans and cars 130. */
const speedLimitsByType: Readonly<Record<string, number>> = {
  M: 90,
  T: 90,
  C: 90,
  P: 90,
  R: 90,
  S: 90,
  V: 130,
  U: 130,
}
const UNKNOWN_TYPE_LIMIT_KMH = 130
/** The vehicle's own `speed_limit_kmh` if it is a positive number, else the default of its type. */
export function speedLimit(vehicle_type: string, configurations: Configurations): number {
  const limit = Number(configurations.speed_limit_kmh?.trim() || Number.NaN)
  return limit > 0 ? limit : (speedLimitsByType[vehicle_type] ?? UNKNOWN_TYPE_LIMIT_KMH)
}

export const parameters: readonly Parameter[] = [
  {
    parameter: 'speed_limit_kmh',
    group: 'driving',
    shape: number('km/h', 10, 250),
    default: type => String(speedLimit(type, {})),
  },
  { parameter: 'max_load_kg', group: 'driving', shape: number('kg', 1, 100_000) },
  { parameter: 'fridge_compartments_number', group: 'cold', shape: number('', 1, 3), default: '1' },
  {
    parameter: 'fridge_temperature_sensors_number',
    group: 'cold',
    shape: number('', 1, 4),
    default: '4',
  },
  {
    parameter: 'temperature_tolerance_c',
    group: 'cold',
    shape: number('°C', 0.5, 30, { step: 0.5, decimals: 1 }),
    default: '5',
  },
  {
    parameter: 'eyecold_cmd_enabled',
    group: 'cold',
    shape: { kind: 'switch', on: 'true', off: 'false' },
    default: 'false',
  },
  { parameter: 'eyecold_fridge_odl_num', group: 'cold', shape: text(50), panel: true },
  { parameter: 'eyecold_fridge_odl_t1', group: 'cold', shape: number('°C', -35, 35), panel: true },
  // sensor data that certificates print (printing.31)
  ...[1, 2, 3, 4].flatMap((n): Parameter[] => [
    { parameter: `sensor_t${n}_serial`, group: 'sensors', shape: text(40) },
    { parameter: `sensor_t${n}_checked`, group: 'sensors', shape: { kind: 'day' } },
  ]),
  ...[1, 2, 3, 4].map(
    (n): Parameter => ({ parameter: `door${n}_active`, group: 'doors', shape: zeroOne }),
  ),
  { parameter: 'siren_active', group: 'doors', shape: zeroOne },
  { parameter: 'cap_status_active', group: 'fuel', shape: zeroOne },
  { parameter: 'tank_capacity_l', group: 'fuel', shape: number('l', 1, 5_000) },
  {
    parameter: 'fuel_table',
    group: 'fuel',
    shape: text(500, {
      pattern: /^\d+(\.\d+)?:\d+(\.\d+)?(;\d+(\.\d+)?:\d+(\.\d+)?)+$/,
      example: '0:0;2048:300;4095:600',
    }),
  },
  {
    parameter: 'carbon_average_consumption',
    group: 'fuel',
    shape: number('l/h', 0, 100, { step: 0.1, decimals: 2 }),
  },
  {
    parameter: 'general_maintenance_time',
    group: 'maintenance',
    shape: number('months', 1, 36, { step: 3 }),
  },
  {
    parameter: 'general_maintenance_km',
    group: 'maintenance',
    shape: number('km', 1, 100_000, { step: 5_000 }),
  },
  {
    parameter: 'general_maintenance_hours',
    group: 'maintenance',
    shape: number('h', 1, 5_000, { step: 250 }),
  },
  {
    parameter: 'fridge_maintenance_time',
    group: 'maintenance',
    shape: number('months', 1, 36, { step: 3 }),
    default: '12',
  },
  {
    parameter: 'fridge_maintenance_hours',
    group: 'maintenance',
    shape: number('h', 1, 5_000, { step: 250 }),
    default: '1500',
  },
  {
    parameter: 'recorder_maintenance_time',
    group: 'maintenance',
    shape: number('months', 1, 36, { step: 3 }),
    default: '12',
  },
  {
    parameter: 'fgas_maintenance_time',
    group: 'maintenance',
    shape: number('months', 1, 36, { step: 3 }),
    default: '12',
  },
  { parameter: 'beacon_code', group: 'tandt', shape: text(50) },
  {
    parameter: 'tandt_authorized',
    group: 'tandt',
    shape: text(500, { pattern: /^[^|]+(\|[^|]+)*$/, example: 'A1B2|C3D4' }),
  },
  {
    parameter: 'geocoding_general_report_active',
    group: 'reports',
    shape: zeroOne,
    of_company: true,
  },
  ...[
    'cmd_setpoint',
    'cmd_on',
    'cmd_off',
    'cmd_mode',
    'cmd_start_unlock',
    'cmd_start_lock',
    'cmd_start_reset',
    'cmd_door_unlock',
  ].map(
    (parameter): Parameter => ({ parameter, group: 'commands', shape: template, provider: true }),
  ),
]
const byName = new Map(parameters.map(p => [p.parameter, p]))

/** The value in force while a parameter is not set; '': none. */
export const defaultOf = ({ default: usual }: Parameter, vehicle_type: VehicleType): string =>
  usual === undefined ? '' : typeof usual === 'string' ? usual : usual(vehicle_type)

/** Whether the day exists in the calendar. */
const isDay = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value

/** The error of a parameter's value; null: none. */
export function valueFault({ parameter, shape }: Parameter, value: string): Words | null {
  if (shape.kind === 'switch')
    return value === shape.on || value === shape.off
      ? null
      : {
          key: 'vehicles.wrong.choice',
          values: { parameter, choices: `${shape.on}, ${shape.off}` },
        }
  if (shape.kind === 'text') {
    if (value.length > shape.max)
      return { key: 'vehicles.wrong.long', values: { parameter, max: shape.max } }
    const fits = shape.pattern?.test(value) ?? true
    return fits
      ? null
      : { key: 'vehicles.wrong.pattern', values: { parameter, example: shape.example ?? '' } }
  }
  if (shape.kind === 'day')
    return isDay(value) ? null : { key: 'vehicles.wrong.day', values: { parameter } }
  const { min, max, decimals = 0 } = shape
  const format = new RegExp(
    decimals === 0 ? '^-?\\d{1,9}$' : `^-?\\d{1,9}(\\.\\d{1,${decimals}})?$`,
  )
  const number = Number(value)
  if (format.test(value) && number >= min && number <= max) return null
  return {
    key: decimals === 0 ? 'vehicles.wrong.whole' : 'vehicles.wrong.number',
    values: { parameter, min, max },
  }
}

/**
 * The errors of configurations to write, by parameter. A stored value may be written again unchanged, even an unknown one; an empty value resets a parameter.
 * @param by the provider may write more parameters than the vehicle's owner
 */
export function configurationFaults(
  before: Configurations,
  changes: readonly Configuration[],
  by: 'owner' | 'provider',
): Words[] {
  return changes.flatMap(({ parameter, value }) => {
    if ((before[parameter] ?? '') === value) return []
    const parameterDefinition = byName.get(parameter)
    if (parameterDefinition === undefined)
      return value === '' ? [] : [{ key: 'vehicles.wrong.unknown', values: { parameter } }]
    if (parameterDefinition.provider === true && by === 'owner')
      return [{ key: 'vehicles.wrong.provider', values: { parameter } }]
    const wrong = value === '' ? null : valueFault(parameterDefinition, value)
    return wrong === null ? [] : [wrong]
  })
}

/** Sets the given values; an empty value removes one, and all others stay. */
export function mergeConfigurations(
  before: Configurations,
  changes: readonly Configuration[],
): Record<string, string> {
  const all = { ...before, ...Object.fromEntries(changes.map(c => [c.parameter, c.value])) }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}
