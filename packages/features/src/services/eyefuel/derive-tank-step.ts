// One record while the memory of the tank is updated, and the units in which levels are compared.
import type { VehicleFacts } from '@flotta/core/derivation.ts'
import { type Burning, burningOf } from './burning.ts'
import type { TankMemory } from './derive-memory.ts'
import type { Fuel } from './kinds.ts'
import { type Tank, UNKNOWN_TANK } from './rules.ts'

/** A theft or a refuel that a record shows. */
export interface TankChange {
  readonly type: NonNullable<Fuel['type']>
  readonly tank_usage_before: number
}
/** The difference in tenths of a percent, rounded, so that 62.3 less 52.3 is 10. */
export const less = (a: number, b: number): number => Math.round((a - b) * 10) / 10
export const tenths = (value: number): number => Math.round(value * 10) / 10
export const hundredths = (value: number): number => Math.round(value * 100) / 100

export interface TankStep {
  readonly now: TankMemory
  readonly change: TankChange | null
}
export const burningIn = (facts: VehicleFacts): Burning => burningOf(facts.vehicle_type)
export const tankIn = (facts: VehicleFacts): Tank => facts.tank ?? UNKNOWN_TANK
/** Litres of the tank: the configured capacity, else that of the type. */
export const litresIn = (facts: VehicleFacts): number =>
  tankIn(facts).capacity ?? burningIn(facts).tank
