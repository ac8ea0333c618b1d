// The parts of a report. Each room's `report.ts` declares the sheets of its data; files and viewer are written from them row by row.
import type { Language } from '@flotta/core/languages.ts'
import type { Words } from '@flotta/core/problem.ts'
import type { ReportService } from '@flotta/core/report-service.ts'
import type { Context, VisibleVehicle } from './feature.ts'

/** The format of a value: every writer knows its unit, its decimals and its alignment, so the column's title has no unit. */
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
/** null: there is no value. */
export type Cell = string | number | boolean | null

export interface Column {
  /** Its name in `json` and in tests. A column with a vehicle's place is called `place` or begins so, because asking for it is entered in the privacy log. */
  readonly key: string
  readonly title: Words
  readonly format: Format
  /** false: the PDF leaves the column out, because the heading says it or there is no room. Other files have it in every row for sorting and filtering. */
  readonly paper?: false
}

/** Lines over time. A null value, or a silence beyond the limit of the room, interrupts a line. */
export interface ReportChart {
  readonly title: Words
  readonly format: Format
  readonly series: readonly {
    readonly label: string
    readonly dashed?: boolean
    /** Index of the series whose colour it shares; default: a colour of its own. */
    readonly like?: number
    /** A limit of another series, drawn faintly and without a name. */
    readonly limit?: true
    readonly points: readonly (readonly [at: number, value: number | null])[]
  }[]
}

/** Upright A4 pages. They have a line of their own in the contents of the report, with `note` beside `title`. */
export interface OwnPages {
  readonly title: string
  readonly note: string
  draw(paper: PaperPages): void
}
/** The pages of a PDF; the writer of PDFs adds the document to draw into by declaration merging. */
export interface PaperPages {
  /** Begins the next page; the first one exists already. */
  nextPage(): void
}

/** An item of a sheet. Sheets are produced from beginning to end and never held as a whole. */
export type Item =
  /** The subject of the following rows: a vehicle, a day. `note`: a small line below it. */
  | { readonly heading: string; readonly note?: string }
  /**
   * Cells in the order of the columns. `marked`: shown in a stronger colour, because a value is out of range or late. `paper` false: the PDF only
   * counts such rows, because there would be too many.
   */
  | { readonly row: readonly Cell[]; readonly marked?: boolean; readonly paper?: false }
  /** The total of a vehicle or of all; `label` is in the first column. */
  | { readonly total: readonly Cell[]; readonly label: Words }
  /** A period in which nothing was received. */
  | { readonly gap: readonly [from: number, to: number] }
  /** A chart for the formats that can draw one. */
  | { readonly chart: ReportChart }
  /** Pages of the PDF that the owner of the sheet draws itself; other files leave them out. */
  | { readonly pages: OwnPages }

export interface Sheet {
  readonly key: string
  readonly name: Words
  readonly columns: readonly Column[]
  /** false: the sheet is too long for the PDF, only the other files have it; `only`: only the PDF has it. */
  readonly paper?: false | 'only'
  items(): AsyncIterable<Item>
}

/** A vehicle of a report, with the customer's access to it. */
export interface ReportVehicle {
  readonly vehicle: VisibleVehicle
  readonly plate: string
  readonly vehicle_type: string
  /** `geocoding_general_report_active` of the vehicle, else of its reader's company: with agreement 25 places are written as addresses (reports.49). */
  readonly addresses: boolean
}

/** The request for a report. Parts read vehicle after vehicle and day after day, so that 200 vehicles need no more memory than one. */
export interface ReportAsk {
  readonly ctx: Context
  readonly customer_id: number
  readonly language: Language
  /** The customer's time zone; days are counted by it. */
  readonly timezone: string
  /** epoch ms; `to` exclusive, not after now */
  readonly from: number
  readonly to: number
  /** Sorted by plate. */
  readonly vehicles: readonly ReportVehicle[]
  /** The user who asked; null: a schedule. */
  readonly requested_by: number | null
  /** The requested vehicle; null: all that the customer sees. */
  readonly vehicle_id: number | null
  /** Aborted when the report is cancelled or the process stops. */
  readonly signal: AbortSignal
}

/** The sheets of one service parameter (eyegeo, eyecold, eyecold_fridge, …), found by its folder (reports.18). */
export interface ReportPart extends Pick<ReportService, 'service' | 'agreements'> {
  /** The request contains only vehicles with such an agreement (`sheetsOf`, reports/reports/types.ts). */
  sheets(ask: ReportAsk): readonly Sheet[]
  /** The completeness of a vehicle's data; absent: it is judged by the vehicle's records. null: none of the data may be seen. */
  readonly completeness?: (
    ask: ReportAsk,
    vehicle: ReportVehicle,
  ) => Promise<ReportCompleteness | null>
  /** Its columns in the one line per vehicle of a master report. */
  readonly line?: ReportLine
}

export interface ReportCompleteness {
  /** The sources of the data (sensors), each with the share of the period that is known, percent. */
  readonly parts: readonly { readonly label: string; readonly percent: number }[]
  /** Stretches without data. Epoch ms. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[]
  /** When the first device was mounted; null: the vehicle had one when the period began. */
  readonly since: number | null
}
export interface ReportLine {
  readonly columns: readonly Column[]
  /** Returns the cells in the order of the columns. */
  of(ask: ReportAsk, vehicle: ReportVehicle): Promise<readonly Cell[]>
}
