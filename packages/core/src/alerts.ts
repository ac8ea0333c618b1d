// An alert as its owner defines it, in the alerts.ts of its folder.

/** 0 event, 1 warning, 2 alarm (P §3). */
export type Severity = 0 | 1 | 2

export interface Alert {
  /** Its number on the wire and in the database; never given twice. */
  readonly id: number
  readonly severity: Severity
  /** Who holds it on the vehicle sees the alert. */
  readonly agreement_id: number
}
/** By code. */
export type Alerts = Readonly<Record<string, Alert>>
