// An alert as its owner defines it, in the alerts.ts of its folder: what it is, and what may be set of it on a vehicle.

/** 0 event, 1 warning, 2 alarm (P §3). */
export type Severity = 0 | 1 | 2

/** A number that may be set, in its unit, and what holds while nobody has. */
export interface Settable {
  readonly unit: string
  readonly least: number
  readonly most: number
  readonly step: number
  readonly default: number
}

/** What may be set of an alert on a vehicle, beside whether it is watched at all. */
export interface AlertParameters {
  /** It holds beyond this: a number of its own, or the vehicle's configuration that is this number already. */
  readonly threshold?: Settable | { readonly configuration: string }
  /** It ends only beyond another number, on that side of the threshold: hysteresis. */
  readonly clear?: 'below' | 'above'
  /** Seconds for which it must hold before it is raised, as is usual. */
  readonly dwell_s?: number
  /** Days and hours outside of which it does not hold. */
  readonly schedule?: true
  /** It may be left out while the vehicle is parked. */
  readonly parked?: true
}

/** Seconds that a dwell may be at most. */
export const LONGEST_DWELL_S = 86_400

export interface Alert {
  /** Its number on the wire and in the database; never given twice. */
  readonly id: number
  readonly severity: Severity
  /** Who holds it on the vehicle sees the alert. */
  readonly agreement_id: number
  /** Absent: nothing may be set. */
  readonly parameters?: AlertParameters
}
/** By code. */
export type Alerts = Readonly<Record<string, Alert>>
