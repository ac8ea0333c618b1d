// What a service says of many vehicles at a glance: its newest values, and how a line tells them. Stands in the service's `overview.ts`, found by its folder.
import type { Access } from '@flotta/core/kinds.ts'
import type { Reading } from '@flotta/core/reading.ts'
import type { TireParameters } from '../fleet/vehicles/contract.ts'

/** Flat, under the names that the service's own call has. */
export type Values = Readonly<Record<string, number | string | boolean | null>>
/** A value and its time, epoch ms; null: it has none of its own. */
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
/** What stands of a vehicle, as far as the caller may see it. */
export interface Standing {
  readonly access: Access
  readonly configurations: Readonly<Record<string, string>>
  /** What is said of its tyres; the rest is usual. */
  readonly tire_parameters: Partial<TireParameters> | null
  readonly position: Fix | null
  /** The newest value of a reading. */
  reading<D extends object>(kind: Reading<D>): { readonly at: number; readonly data: D } | null
  /** What a derivation remembers under its name; who shows it asks whether its kind of data may be seen. */
  memory(name: string): unknown
  isVisible(kind: string, at: number): boolean
}

export type Tone = 'warning' | 'alarm'
/** A figure with its unit, or words; `sign` stands before a figure that is one of several. */
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
  /** Readings and memories that `read` looks at; no others are fetched. */
  readonly kinds?: readonly string[]
  readonly memories?: readonly string[]
  /** null: nothing was told yet. Absent: its `queries.ts` asks for all vehicles at once (`overviewRows`). */
  readonly read?: (standing: Standing) => Newest | null
  /** What a line says, the most telling first. @param page the page that it stands on, for services that have several */
  readonly told: (data: Values, page: string) => readonly OverviewText[]
  /** Key of what is said where that is nothing; absent: that no value was received. */
  readonly untold?: string
}

/** A figure where there is one. */
export const figure = (
  value: Values[string] | undefined,
  unit: string,
  more: {
    readonly decimals?: number
    readonly sign?: string
    readonly tone?: Tone | undefined
  } = {},
): OverviewText[] => (typeof value === 'number' ? [{ value, unit, ...more }] : [])
