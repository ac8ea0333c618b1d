// The rows that a feature provides for the demo company, so that its screens have data at once. Default export of the feature's `demo.ts`.
import type { Tx } from '@flotta/platform/db.ts'
import type { VehicleSubtype, VehicleType } from './fleet/vehicles/values.ts'

/**
 * How a vehicle works, on five days a week. line: long trips by day · night: long trips by night · day: three trips by day · rounds: deliveries around home ·
 * trips: a few trips by day · yard: works without driving · silent: its tracker's battery is empty for most of the week
 */
export type Rota = 'line' | 'night' | 'day' | 'rounds' | 'trips' | 'yard' | 'silent'

/** Days of the week as JavaScript counts them: 0 is Sunday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

export interface DemoVehicle {
  readonly index: number
  readonly plate: string
  readonly serial: string
  readonly model: string
  readonly color: string
  readonly vehicle_type: VehicleType
  readonly vehicle_subtype: VehicleSubtype | null
  readonly axles_number: number | null
  /** 15 digits with a valid check digit; the type allocation code is of the range for tests. */
  readonly imei: string
  /** The protocol of its tracker; `teltonika` for most. */
  readonly protocol: string
  /** The Teltonika profile whose words it reports; words that its own protocol lacks are left out. */
  readonly profile: 'fmb1xx' | 'fmx6'
  /** Index in `demoFleets`. */
  readonly fleet: number
  readonly rota: Rota
  /** It rests on this day of the week and on the next. */
  readonly rests: Weekday
  /** The number of vehicles with the same rota before it. */
  readonly rank: number
  /** The town's name in the road graph. */
  readonly home: string
  /** Nominal voltage of its battery. */
  readonly volts: 12 | 24
  /** The battery loses its charge during a long rest. */
  readonly weak_battery: boolean
  /** The setpoint of its refrigeration unit in °C; null: it has none. */
  readonly setpoint: number | null
  /** Thermometers in the body; 0 without refrigeration. */
  readonly thermometers: 0 | 2 | 3
  /** Seconds between records while moving. */
  readonly reporting_interval: number
  /** Seconds between records at rest. */
  readonly resting_interval: number
}

/**
 * Whether a vehicle works on a day.
 * @param day counted from 1 January 1970
 */
export function worksOn({ rests }: Pick<DemoVehicle, 'rests'>, day: number): boolean {
  // 1 January 1970 was a Thursday
  const weekday = (((day + 4) % 7) + 7) % 7
  return weekday !== rests && weekday !== (rests + 1) % 7
}

/** Whether its tracker is wired to more than ignition, supply and odometer, and takes commands. */
export const isWired = ({ protocol }: Pick<DemoVehicle, 'protocol'>): boolean =>
  protocol === 'teltonika'

/** Whether the doors of the body are monitored: those of vans and of refrigerated vehicles. */
export const hasDoors = ({
  setpoint,
  vehicle_type,
}: Pick<DemoVehicle, 'setpoint' | 'vehicle_type'>): boolean =>
  setpoint !== null || vehicle_type === 'V'

export interface DemoFacts {
  readonly now: number
  /** When the company got its trackers. */
  readonly since: number
  /** The company that owns the vehicles. */
  readonly owner: number
  /** The company that some trailers are shared with. */
  readonly guest: number
  /** A person of the owner who may change everything. */
  readonly user_id: number
  readonly vehicles: readonly (DemoVehicle & { readonly id: number })[]
}
export type Seed = (tx: Tx, demo: DemoFacts) => Promise<void>
