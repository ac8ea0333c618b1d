// The board of a service: its vehicles, or their compartments, as rows with its own values, the riskiest first. It is in the service's `board.ts`, found by its folder.
import type { OverviewText, Standing, Tone, Values } from './overview.ts'

/** An alert of the service that is open on the vehicle. */
export interface OpenCondition {
  readonly code: string
  readonly severity: number
  /** Epoch ms. */
  readonly since: number
}
/** What a row is made from: the newest values of the vehicle, and its open alerts. */
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
  /** null: nothing is wrong. */
  readonly tone: Tone | null
  /** The names of its filters that hold. */
  readonly flags: readonly string[]
}

/** A difference, with its sign also where it is positive. */
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
  /** Figures stand at the right. */
  readonly figure?: true
  /** null: not known, or nothing to tell. */
  readonly cell: (values: Values) => BoardCell | null
}
export interface BoardFilter {
  readonly name: string
  readonly title: string
  /** Something is wrong on its rows. */
  readonly tone?: Tone
}

/** A value of the last day, with the limits that it should keep to; null: not known. */
export interface LinePoint {
  readonly value: number | null
  readonly low?: number | null
  readonly high?: number | null
}
export interface BoardLine {
  /** The kinds of readings that it is drawn from. */
  readonly kinds: readonly string[]
  /** Key of what is drawn. */
  readonly title: string
  readonly unit?: string
  readonly decimals?: number
  /** A value holds for this long, ms. */
  readonly holds: number
  /** It steps from value to value: states. */
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
  /** The compartments of a vehicle, where its rows are these. */
  readonly partsOf?: (configurations: Readonly<Record<string, string>>) => readonly number[]
  readonly columns: readonly BoardColumn[]
  readonly filters: readonly BoardFilter[]
  readonly line?: BoardLine
}

/** A figure of a cell; null: not known. */
export const figureCell = (
  value: Values[string] | undefined,
  unit: string,
  more: { readonly decimals?: number; readonly tone?: Tone | undefined } = {},
): BoardCell | null => (typeof value === 'number' ? { value, unit, ...more } : null)
/** Words of a cell; null: nothing to tell. */
export const wordsCell = (key: string | null, tone?: Tone): BoardCell | null =>
  key === null ? null : { key, tone }

/** The gravest of the tones that hold. */
export const gravestTone = (tones: readonly (Tone | false | null | undefined)[]): Tone | null =>
  tones.includes('alarm') ? 'alarm' : tones.includes('warning') ? 'warning' : null

/** The names of the flags that hold. */
export const flagsOf = (flags: Readonly<Record<string, boolean>>): string[] =>
  Object.keys(flags).filter(name => flags[name])
