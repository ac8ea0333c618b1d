// The board of a service: its vehicles, or their compartments, as rows with the service's values, the riskiest first. A service declares it in its
// `board.ts`, which is found by its folder.
import type { OverviewText, Standing, Tone, Values } from './overview.ts'

/** An alert of the service that is open on the vehicle. */
export interface OpenCondition {
  readonly code: string
  readonly severity: number
  /** Epoch ms. */
  readonly since: number
}
/** What a row is made from: the vehicle's newest values and its open alerts. */
export interface BoardSource extends Standing {
  readonly open: readonly OpenCondition[]
}
export interface BoardPart {
  /** The compartment, from 1; null: the row is the whole vehicle. */
  readonly part: number | null
  /** When the values were measured, epoch ms; null: never. */
  readonly at: number | null
  readonly values: Values
  /** Rows with more come first. */
  readonly risk: number
  /** The colour of the gravest fault; null: nothing is wrong. */
  readonly tone: Tone | null
  /** The names of the board's filters that the row passes. */
  readonly flags: readonly string[]
}

/** A difference; it is shown with its sign, also a positive one. */
interface Difference {
  readonly difference: number
  readonly unit: string
  readonly decimals: number
  readonly tone?: Tone | undefined
}
/** Words, a figure, a difference, or how long something lasts (epoch ms). */
export type BoardCell =
  | OverviewText
  | Difference
  | { readonly since: number; readonly tone?: Tone | undefined }
export interface BoardColumn {
  /** Key of its title. */
  readonly title: string
  /** A figure: aligned to the right. */
  readonly figure?: true
  /** null: unknown, or nothing to show. */
  readonly cell: (values: Values) => BoardCell | null
}
export interface BoardFilter {
  readonly name: string
  readonly title: string
  /** The colour of a filter whose rows have a fault. */
  readonly tone?: Tone
}

/** A value of the last day with its limits; null: unknown. */
export interface LinePoint {
  readonly value: number | null
  readonly low?: number | null
  readonly high?: number | null
}
export interface BoardLine {
  /** The kinds of readings from which the line is drawn. */
  readonly kinds: readonly string[]
  /** Key of what is drawn. */
  readonly title: string
  readonly unit?: string
  readonly decimals?: number
  /** A value holds for this long, ms. */
  readonly holds: number
  /** The line goes in steps, because the value is a state. */
  readonly steps?: true
  readonly point: (
    data: Readonly<Record<string, object | null>>,
    part: number | null,
    configurations: Readonly<Record<string, string>>,
  ) => LinePoint
}

export interface Board {
  /** The readings and memories that `parts` needs. */
  readonly kinds?: readonly string[]
  readonly memories?: readonly string[]
  readonly parts: (source: BoardSource) => readonly BoardPart[]
  /** The compartments of a vehicle, for boards whose rows are compartments. */
  readonly partsOf?: (configurations: Readonly<Record<string, string>>) => readonly number[]
  readonly columns: readonly BoardColumn[]
  readonly filters: readonly BoardFilter[]
  readonly line?: BoardLine
}

/** A cell with a figure; null: unknown. */
export const figureCell = (
  value: Values[string] | undefined,
  unit: string,
  more: { readonly decimals?: number; readonly tone?: Tone | undefined } = {},
): BoardCell | null => (typeof value === 'number' ? { value, unit, ...more } : null)
/** A cell with words; null: nothing to show. */
export const wordsCell = (key: string | null, tone?: Tone): BoardCell | null =>
  key === null ? null : { key, tone }

/** The gravest of the given tones. */
export const gravestTone = (tones: readonly (Tone | false | null | undefined)[]): Tone | null =>
  tones.includes('alarm') ? 'alarm' : tones.includes('warning') ? 'warning' : null

/** The names of the flags that are true. */
export const flagsOf = (flags: Readonly<Record<string, boolean>>): string[] =>
  Object.keys(flags).filter(name => flags[name])
