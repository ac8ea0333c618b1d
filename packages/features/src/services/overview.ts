// The overview of a service for many vehicles: its newest values, and their words in a line. It is in the service's `overview.ts`, found by its folder.
import type { Access } from '@flotta/core/kinds.ts'
import type { Reading } from '@flotta/core/reading.ts'
import type { TireParameters } from '../fleet/vehicles/contract.ts'

/** Flat, with the names of the service's endpoint. */
export type Values = Readonly<Record<string, number | string | boolean | null>>
/** A value and its time, epoch ms; null: the value has no time. */
export interface Newest {
  readonly at: number | null
  readonly data: Values
}
export interface Fix {
  readonly at: number
  readonly latitude: number
  readonly longitude: number
  readonly speed: number | null
  readonly direction: number | null
  readonly moving: boolean | null
}
/** The state of a vehicle, as far as the caller may see it. */
export interface Standing {
  readonly access: Access
  readonly configurations: Readonly<Record<string, string>>
  /** The configured reference values of its tyres; missing ones have defaults. */
  readonly tire_parameters: Partial<TireParameters> | null
  readonly position: Fix | null
  /** Kilometres as shown: the device's total with the vehicle's correction. */
  readonly km: number | null
  /** The newest value of a reading. */
  reading<D extends object>(kind: Reading<D>): { readonly at: number; readonly data: D } | null
  /** The memory of a derivation by its name; the caller must check that its kind of data is visible. */
  memory(name: string): unknown
  isVisible(kind: string, at: number): boolean
}

export type Tone = 'warning' | 'alarm'
/** A figure with its unit, or words; `sign` labels a figure that is one of several. */
export type OverviewText =
  | {
      readonly value: number
      readonly unit: string
      readonly decimals?: number
      readonly sign?: string
      readonly tone?: Tone | undefined
    }
  | {
      readonly key: string
      readonly values?: Readonly<Record<string, string | number>>
      readonly tone?: Tone | undefined
    }
  | { readonly text: string; readonly tone?: Tone | undefined }

export interface Overview {
  /** The readings and memories that `read` needs; no others are fetched. */
  readonly kinds?: readonly string[]
  readonly memories?: readonly string[]
  /** null: nothing was received yet. Absent: its `queries.ts` reads all vehicles at once (`overviewRows`). */
  readonly read?: (standing: Standing) => Newest | null
  /**
   * The words of a line, the most important first.
   * @param page the page of the line, for services with several
   */
  readonly texts: (data: Values, page: string) => readonly OverviewText[]
  /** Text key when there are no words; absent: the text that no value was received. */
  readonly emptyText?: string
}

/** A figure, if there is one. */
export const figure = (
  value: Values[string] | undefined,
  unit: string,
  more: {
    readonly decimals?: number
    readonly sign?: string
    readonly tone?: Tone | undefined
  } = {},
): OverviewText[] => (typeof value === 'number' ? [{ value, unit, ...more }] : [])
