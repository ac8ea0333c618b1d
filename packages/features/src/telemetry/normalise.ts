// Gives a record its meaning: the profile's words and the vehicle's wiring become position, ignition, power and temperatures. Pure.
import type { Values } from '@flotta/core/profile-reader.ts'
import { type Fix, type ReadingKinds, type Word, words } from '@flotta/core/telemetry.ts'
import type { Wiring } from './place.ts'

/** km/h; slower is standing. */
export const MOVING_ABOVE_KMH = 3
/** The column's limit, metres. */
const MAX_ODOMETER = 2_147_483_647

/** What a record says, before anything is known of the vehicle. */
export interface Said {
  readonly position: ReadingKinds['position'] | null
  readonly moving: boolean | null
  readonly ignition: boolean | null
  readonly odometer: number | null
  readonly power: ReadingKinds['power'] | null
  readonly temperature: ReadingKinds['temperature'] | null
}

type Meaning = 'ignition' | 'movement' | 'odometer' | 'external_voltage' | 'battery_voltage' | 'battery_capacity' | 'T1' | 'T2' | 'T3' | 'T4'
/** Words that mean it where the wiring says nothing, the first that is told wins: for temperatures the wired sensors, then the wireless ones. */
const usual: Readonly<Record<Meaning, readonly Word[]>> = {
  ignition: ['ignition'],
  movement: ['movement'],
  odometer: ['odometer'],
  external_voltage: ['power'],
  battery_voltage: ['battery'],
  battery_capacity: ['battery_level'],
  T1: ['temp1', 'ble_temp1', 'eye_temp1', 'probe_temp1'],
  T2: ['temp2', 'ble_temp2', 'eye_temp2', 'probe_temp2'],
  T3: ['temp3', 'ble_temp3', 'eye_temp3', 'probe_temp3'],
  T4: ['temp4', 'ble_temp4', 'eye_temp4', 'probe_temp4'],
}
export type Meanings = Readonly<Record<Meaning, readonly Word[]>>

/** The words behind each meaning on one vehicle; wiring that names no word is left out. */
export function meaningsOf(wiring: Wiring): Meanings {
  const isWord = (name: string): name is Word => Object.hasOwn(words, name)
  const entries = Object.entries(usual).map(([meaning, fallback]) => {
    const wired = wiring[meaning]
    return [meaning, wired !== undefined && isWord(wired) ? [wired] : fallback]
  })
  return Object.fromEntries(entries)
}

function told(values: Values, from: readonly Word[]): number | null {
  for (const word of from) {
    const value = values[word]
    if (typeof value === 'number') return value
  }
  return null
}
const rounded = (value: number | null, digits: number): number | null => (value === null ? null : Math.round(value * digits) / digits)

export function normalise(fix: Fix | null, values: Values, meanings: Meanings): Said {
  const movement = told(values, meanings.movement)
  const ignition = told(values, meanings.ignition)
  const odometer = told(values, meanings.odometer)
  const moving = movement !== null ? movement !== 0 : fix !== null ? fix.speed > MOVING_ABOVE_KMH : null
  return {
    position: fix === null ? null : positionOf(fix, moving === true),
    moving,
    ignition: ignition === null ? null : ignition !== 0,
    odometer: odometer !== null && odometer >= 0 && odometer <= MAX_ODOMETER ? odometer : null,
    power: powerOf(values, meanings),
    temperature: temperatureOf(values, meanings),
  }
}

function positionOf(fix: Fix, moving: boolean): ReadingKinds['position'] {
  const { altitude, direction, speed, satellites } = fix
  return { latitude: fix.latitude_e7 / 1e7, longitude: fix.longitude_e7 / 1e7, altitude, direction, speed, satellites, moving }
}

function powerOf(values: Values, meanings: Meanings): ReadingKinds['power'] | null {
  const external_voltage = rounded(told(values, meanings.external_voltage), 1e3)
  const battery_voltage = rounded(told(values, meanings.battery_voltage), 1e3)
  const battery_capacity = told(values, meanings.battery_capacity)
  if (external_voltage === null && battery_voltage === null && battery_capacity === null) return null
  return { external_voltage, battery_voltage, battery_capacity }
}

function temperatureOf(values: Values, meanings: Meanings): ReadingKinds['temperature'] | null {
  const T1 = rounded(told(values, meanings.T1), 1e2)
  const T2 = rounded(told(values, meanings.T2), 1e2)
  const T3 = rounded(told(values, meanings.T3), 1e2)
  const T4 = rounded(told(values, meanings.T4), 1e2)
  return T1 === null && T2 === null && T3 === null && T4 === null ? null : { T1, T2, T3, T4 }
}
