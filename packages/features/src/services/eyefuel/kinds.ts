// The tank: the raw levels of records, and the filtered level (percent) with thefts and refuels.
import type { Kind } from '@flotta/core/kinds.ts'
import { numberReading, reading } from '@flotta/core/reading.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'

const open = { agreements: [agreement.eyefuel] } as const

const tankFields = numberReading({
  tank_usage: { words: ['can_fuel_level', 'obd_fuel_level'], decimals: 1, least: 1 },
  /** litres */
  tank_litres: { words: ['can_fuel_level_l', 'obd_fuel_level_l'], decimals: 1, least: 1 },
  /** The raw value of a level sensor; the vehicle's `fuel_table` gives its litres. */
  tank_raw: { words: ['lls_fuel1', 'ble_fuel1', 'ultrasonic_fuel1'], least: 1 },
  cap: { words: [], least: 1 },
  armed: { words: [], least: 1 },
})
const consumptionFields = numberReading({
  /** The engine's own total, litres. */
  used: { words: ['can_fuel_used', 'can_fuel_used_counted'], decimals: 1, least: 1 },
  /** litres an hour */
  rate: { words: ['can_fuel_rate'], decimals: 1, least: 1 },
})
declare module '@flotta/core/telemetry.ts' {
  interface ReadingKinds {
    readonly consumption: Readonly<z.infer<typeof consumptionFields.shape>>
    readonly tank: Readonly<z.infer<typeof tankFields.shape>>
  }
}
/** Raw values; `fuel` is their history. */
export const tank = reading(
  'tank',
  { ...open },
  { ...tankFields, changed: () => false, kept_every: Number.POSITIVE_INFINITY },
)

/** Raw values; `idling_fuel` is their history. */
export const consumption = reading(
  'consumption',
  { ...open },
  { ...consumptionFields, changed: () => false, kept_every: Number.POSITIVE_INFINITY },
)

/** 1: open, theft; null: not known. */
export const Fuel = z.object({
  tank_usage: z.number().nullable(),
  cap_status: z.literal([0, 1]).nullable(),
  alarm_status: z.literal([0, 1]),
  armed: z.boolean().nullable(),
  /** A theft or a refuel, and the level before it. */
  type: z.literal(['theft', 'refuel']).nullable(),
  tank_usage_before: z.number().nullable(),
  /** The level without the noise of the sensor, percent; absent: an old row, or no level. */
  level: z.number().optional(),
  /** Percent filled or stolen since the row before; absent: nothing. */
  refuelled: z.number().optional(),
  stolen: z.number().optional(),
  /** The way of measuring has changed since the row before, so the two cannot be compared. */
  restarted: z.literal(true).optional(),
})
export type Fuel = z.infer<typeof Fuel>
/** Derived from `tank`. */
export const fuel: Kind = { kind: 'fuel', open }

/** What a vehicle burned in the stretch of idling that ends with the row, as far as its engine reported it. */
export interface IdlingFuel {
  /** epoch ms */
  readonly idled_since: number
  /** The part of the stretch that was measured, ms, and the litres of that part. */
  readonly measured: number
  readonly litres: number
}
/** Derived from `consumption`. */
export const idlingFuel: Kind = { kind: 'idling_fuel', open }

export const kinds: readonly Kind[] = [tank, fuel, consumption, idlingFuel]
