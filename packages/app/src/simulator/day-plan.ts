// The plan of a vehicle's day: its stops and drives.
import type { Drive } from './drive-profile.ts'
import type { TankDay } from './refuelling.ts'

/** Times are epoch ms, in whole seconds. */
export interface Stop {
  readonly kind: 'stop'
  readonly from: number
  readonly to: number
  readonly latitude: number
  readonly longitude: number
  /** Direction in which it stands, degrees. */
  readonly direction: number
  /** When the ignition is on, within from–to. */
  readonly on: readonly Span[]
  /** When the door of the body is open. */
  readonly door: Span | null
  /** When the yard's staff use the vehicle, in its depot in the evening. */
  readonly service: Service | null
  /** Metres driven on this day before it. */
  readonly metres: number
}
export interface Leg {
  readonly kind: 'leg'
  readonly from: number
  readonly to: number
  /** Computed when it is read, unless it is the vehicle's last one: a drive is large, and few are needed at a time. */
  readonly drive: Drive
  /** Seconds of the drive that pass in one second: 1, or more on a day that would end too late. */
  readonly pace: number
  /** Out of coverage. */
  readonly gap: Span | null
  /** How often the traffic of a late day was drawn again to find a faster one. */
  readonly traffic: number
  /** Names of the towns at both ends. */
  readonly start: string
  readonly end: string
  /** Metres driven on this day before it. */
  readonly metres: number
}
export interface Span {
  readonly from: number
  readonly to: number
}
export interface Service extends Span {
  /** When it is at the pump with its engine off. */
  readonly filling: Span | null
}
/** Segments follow each other without a gap from `from` to `to`; the first and the last are stops at home. */
export interface DayPlan {
  readonly day: number
  readonly from: number
  readonly to: number
  readonly segments: readonly (Stop | Leg)[]
  /** Device total at the beginning of the day, metres. */
  readonly odometer: number
  /** null: the vehicle has no tank. */
  readonly tank: TankDay | null
  /** The seed of the simulated world. */
  readonly seed: number
}
