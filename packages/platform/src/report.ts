// What a report is made of: each owner's `report.ts` says the sheets of its data; files and viewer are written from them, row by row.
import type { Language } from '@flotta/core/languages.ts'
import type { Words } from '@flotta/core/problem.ts'
import type { Context, VisibleVehicle } from './feature.ts'

/** What a value is: every writer knows its unit, its decimals and how it is aligned. The column's title says no unit. */
export type Format =
  | 'text'
  /** true: yes */
  | 'flag'
  /** epoch ms */
  | 'instant'
  /** YYYY-MM-DD */
  | 'day'
  /** seconds */
  | 'duration'
  | 'count'
  | 'km'
  /** km with one decimal, as a trip's length */
  | 'trip_km'
  | 'kmh'
  | 'litres'
  | 'celsius'
  | 'volts'
  | 'percent'
  | 'bar'
  | 'kg'
  | 'hours'
  /** euro */
  | 'money'
  | 'degrees'
  | 'latitude'
  | 'longitude'
/** null: nothing was told. */
export type Cell = string | number | boolean | null

export interface Column {
  /** Its word in `json` and in tests. Where a vehicle was is `place` or begins so: whoever asked for that has looked. */
  readonly key: string
  readonly title: Words
  readonly format: Format
  /** False: on paper the heading says it, or there is no room for it; tables of other files have it in every row, to be sorted and filtered by. */
  readonly paper?: false
}

/** A line over time; a null value, or silence beyond what the owner says, interrupts it. */
export interface ReportChart {
  readonly title: Words
  readonly format: Format
  readonly series: readonly {
    readonly label: string
    readonly dashed?: boolean
    /** Its place among the series whose colour it has; default: a colour of its own. */
    readonly like?: number
    readonly points: readonly (readonly [at: number, value: number | null])[]
  }[]
}

/** A sheet is told from its beginning to its end; nobody holds all of it. */
export type Item =
  /** What follows is about this: a vehicle, a day. `note`: a quiet line below. */
  | { readonly heading: string; readonly note?: string }
  /** In the order of the columns. `marked`: out of range, late: to be seen at a glance. */
  | { readonly row: readonly Cell[]; readonly marked?: boolean }
  /** Of the vehicle or of all; `label` stands in the first column. */
  | { readonly total: readonly Cell[]; readonly label: Words }
  /** Nothing was received between the two. */
  | { readonly gap: readonly [from: number, to: number] }
  /** Drawn where there are pictures, beside its rows elsewhere. */
  | { readonly chart: ReportChart }

export interface Sheet {
  readonly key: string
  readonly name: Words
  readonly columns: readonly Column[]
  /** False: too long for paper; the spreadsheet alone has it. */
  readonly paper?: false
  items(): AsyncIterable<Item>
}

/** A vehicle of a report, with what the customer may see of it. */
export interface ReportVehicle {
  readonly vehicle: VisibleVehicle
  readonly plate: string
  readonly vehicle_type: string
}

/** Who asks for what. Every builder asks for vehicle after vehicle, day after day, so that memory stays as small for 200 of them as for one. */
export interface ReportAsk {
  readonly ctx: Context
  readonly customer_id: number
  readonly language: Language
  /** Of the customer: days are counted by it. */
  readonly timezone: string
  /** epoch ms; `to` exclusive, not after now */
  readonly from: number
  readonly to: number
  /** By plate. */
  readonly vehicles: readonly ReportVehicle[]
  /** The one that was asked for; null: all that the customer sees. */
  readonly vehicle_id: number | null
  /** `geocoding_general_report_active`: where agreement 25 is held on a vehicle, its places are told as addresses. */
  readonly addresses: boolean
  /** Aborted when it is cancelled or the process stops. */
  readonly signal: AbortSignal
}

/** The sheets of one service parameter (eyegeo, eyecold, eyecold_fridge, …), found by its folder (reports.18). */
export interface ReportPart {
  readonly service: string
  /** Any one of them opens it on a vehicle; a vehicle without is left out. Empty: none is needed. */
  readonly agreements: readonly number[]
  /** The vehicles that it is asked for are those that it is open on (`sheetsOf`, reports/reports/types.ts). */
  sheets(ask: ReportAsk): readonly Sheet[]
  /** How complete what it tells of a vehicle is; absent: that is judged by its records alone. null: nothing of it may be seen. */
  readonly completeness?: (
    ask: ReportAsk,
    vehicle: ReportVehicle,
  ) => Promise<ReportCompleteness | null>
  /** What it tells of a vehicle in the one line that a master report has of it. */
  readonly line?: ReportLine
}

export interface ReportCompleteness {
  /** Of what it consists (a sensor), each with the share of the period that is known of it, percent. */
  readonly parts: readonly { readonly label: string; readonly percent: number }[]
  /** Stretches in which nothing was told. Epoch ms. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[]
  /** The first device came to the vehicle only then; null: it had one when the period began. */
  readonly since: number | null
}
export interface ReportLine {
  readonly columns: readonly Column[]
  /** In the order of the columns. */
  of(ask: ReportAsk, vehicle: ReportVehicle): Promise<readonly Cell[]>
}
