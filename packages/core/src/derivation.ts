// A rule with memory is a reducer: what was known and one record give what is known now and what happened.
import type { StateCodec } from './state-codec.ts'
import type { PositionData, ReadingKinds } from './telemetry.ts'

/** Everything that one record says, after profile and wiring. Times are epoch ms; a kind is null when the record does not speak of it. */
export interface Sample extends SampleReadings {
  readonly at: number
  readonly seq: number
  /** Only an accepted fix: one that the vehicle could have reached. */
  readonly position: PositionData | null
  /** Where the vehicle was before this record, at the time of that fix. */
  readonly previous: {
    readonly at: number
    readonly latitude: number
    readonly longitude: number
  } | null
  /** Metres since the record before; 0 while it stands, however its fixes wander. */
  readonly travelled: number
  /** The device's own word, else by speed; null when neither is told. */
  readonly moving: boolean | null
  readonly ignition: boolean | null
  /** device's own total, metres */
  readonly odometer: number | null
}
/** The kinds of reading that have owners of their own. */
type SampleReadings = {
  readonly [K in Exclude<keyof ReadingKinds, 'ignition'>]: ReadingKinds[K] | null
}

/** What a record may speak of, for `Derivation.needs`. */
export type Need = 'position' | 'moving' | keyof ReadingKinds

/** What a derivation may ask about the vehicle, as it was at the time of the record: each facts.ts adds what it tells, by declaration merging. */
export interface VehicleFacts {
  readonly vehicle_id: number
}

/** What may happen, by name: each settle.ts adds the effects that it writes, by declaration merging. */
export interface Effects extends Readonly<Record<never, object>> {}

/** What happened, in the words of the feature that keeps it. */
export type Effect<K extends keyof Effects = keyof Effects> = {
  [P in K]: { readonly effect: P } & Effects[P]
}[K]

/** An effect and the record that caused it. */
export interface EmittedEffect<K extends keyof Effects = keyof Effects> {
  readonly vehicle_id: number
  /** Time and checksum of that record. */
  readonly by: number
  readonly seq: number
  readonly effect: Effect<K>
}

export interface Derivation<S = unknown> {
  /** Key of its state; never changed once released. */
  readonly name: string
  /** It is stepped only for records that speak of at least one of these; without it, for every record. */
  readonly needs?: readonly Need[]
  /** State of a vehicle that was never heard; a state equal to it is not stored. JSON values only. */
  readonly start: S
  /** How its state is stored where that is not as it is: for one that changes with every record. */
  readonly stored?: StateCodec<S>
  /** null: nothing changed. Pure; called in the order of (at, seq). */
  step(
    state: S,
    sample: Sample,
    facts: VehicleFacts,
  ): { readonly state: S; readonly effects?: readonly Effect[] } | null
}
export const derivation = <S>(d: Derivation<S>): Derivation => d as unknown as Derivation

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
