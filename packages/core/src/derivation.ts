// A rule with memory is a reducer: what was known and one record give what is known now and what happened.
import type { ReadingKinds } from './telemetry.ts'

/** Everything that one message says, after profile and wiring. `at` epoch ms; a kind is absent when the message does not speak of it. */
export interface Sample {
  readonly at: number
  readonly seq: number
  readonly position: ReadingKinds['position'] | null
  readonly ignition: boolean | null
  /** device's own total, metres */
  readonly odometer: number | null
  readonly power: ReadingKinds['power'] | null
  readonly temperature: ReadingKinds['temperature'] | null
}

/** What a derivation may ask about the vehicle: constant during a batch. */
export interface VehicleFacts {
  readonly vehicle_id: number
  readonly vehicle_type: string
  readonly configurations: Readonly<Record<string, string>>
}

/** Effects of a step, collected by the pipeline and written at its end. */
export type Effect =
  | {
      readonly effect: 'raise'
      readonly alert_id: number
      readonly customer_id: number | null
      readonly at: number
      readonly data?: Readonly<Record<string, number | string | boolean | null>>
    }
  | { readonly effect: 'clear'; readonly alert_id: number; readonly customer_id: number | null; readonly at: number }
  | { readonly effect: 'trip'; readonly trip: TripRow }
  | { readonly effect: 'reading'; readonly kind: string; readonly at: number; readonly data: object }

/** One trip as derived; open while `period_to` is null. Distances in metres, speeds in km/h. */
export interface TripRow {
  readonly period_from: number
  readonly period_to: number | null
  readonly start_latitude: number
  readonly start_longitude: number
  readonly end_latitude: number
  readonly end_longitude: number
  readonly end_at: number
  readonly distance: number
  readonly max_speed: number
}

export interface Derivation<S = unknown> {
  readonly name: string
  /** State of a vehicle that was never heard; a state equal to it is not stored. JSON values only. */
  readonly start: S
  /** null: nothing changed. Pure; called in the order of (at, seq). */
  step(state: S, record: Sample, facts: VehicleFacts): { readonly state: S; readonly effects?: readonly Effect[] } | null
}
export const derivation = <S>(d: Derivation<S>): Derivation => d as unknown as Derivation
