// A rule with memory is a reducer: the state and one record give the new state and the effects.
import type { StateCodec } from './state-codec.ts'
import type { MotionState, PositionData, ReadingKinds } from './telemetry.ts'

/** The content of one record after profile and wiring. Times are epoch ms; a kind is null when the record does not contain it. */
export interface Sample extends SampleReadings {
  readonly at: number
  readonly seq: number
  /** The position of an accepted fix: a place that the vehicle could have reached. */
  readonly position: PositionData | null
  /** The position before this record, with the time of its fix. */
  readonly previous: {
    readonly at: number
    readonly latitude: number
    readonly longitude: number
  } | null
  /** Metres since the previous record; 0 while the vehicle stands, although its fixes vary a little. */
  readonly travelled: number
  /** As the device reports it, else derived from the speed; null when the record contains neither. */
  readonly moving: boolean | null
  /** What the vehicle does after this record, and since when; null: it is not known. */
  readonly motion: { readonly motion: MotionState | null; readonly since: number | null } | null
  readonly ignition: boolean | null
  /** The device's own odometer, metres. */
  readonly odometer: number | null
}
/** The kinds of reading that features own. */
type SampleReadings = {
  readonly [K in Exclude<keyof ReadingKinds, 'ignition'>]: ReadingKinds[K] | null
}

/** The contents of records that a derivation may need. */
export type Need = 'position' | 'moving' | keyof ReadingKinds

/** Facts about the vehicle at the time of the record. Each facts.ts adds its facts by declaration merging. */
export interface VehicleFacts {
  readonly vehicle_id: number
}

/** Effects by name. Each settle.ts adds the effects that it writes by declaration merging. */
export interface Effects extends Readonly<Record<never, object>> {}

/** An effect, in the types of the feature that stores it. */
export type Effect<K extends keyof Effects = keyof Effects> = {
  [P in K]: { readonly effect: P } & Effects[P]
}[K]

/** An effect and the record that caused it. */
export interface EmittedEffect<K extends keyof Effects = keyof Effects> {
  readonly vehicle_id: number
  /** Time and checksum of the record. */
  readonly by: number
  readonly seq: number
  readonly effect: Effect<K>
}

export interface Derivation<S = unknown> {
  /** Key of its stored state; it never changes after its release. */
  readonly name: string
  /** The derivation runs only for records with at least one of these contents; without it, for every record. */
  readonly needs?: readonly Need[]
  /** State of a vehicle without records. A state equal to it is not stored. JSON values only. */
  readonly start: S
  /** A compact form of a state that changes with every record. */
  readonly stored?: StateCodec<S>
  /** Pure; called in the order of (at, seq). null: nothing has changed. */
  step(
    state: S,
    sample: Sample,
    facts: VehicleFacts,
  ): { readonly state: S; readonly effects?: readonly Effect[] } | null
}
export const derivation = <S>(d: Derivation<S>): Derivation => d

/** Equality of JSON values, whatever the order of their keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((value, i) => sameJson(value, b[i]))
    )
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every(
      key => Object.hasOwn(b, key) && sameJson(a[key as keyof typeof a], b[key as keyof typeof b]),
    )
  )
}
