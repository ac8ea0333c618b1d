// A service of reports, as a request names it. Each is declared in the `report-services.ts` of the folder of its data.

export interface ReportService {
  /** Its name in requests; it never changes after its release. */
  readonly service: string
  /** A vehicle needs any one of these agreements, otherwise it is left out. Empty: none is needed. */
  readonly agreements: readonly number[]
  /** Order of its sheets in a report. Absent: a request cannot name the service; only a type of report contains it. */
  readonly order?: number
}
