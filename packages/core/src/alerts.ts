// The definition of an alert, in the alerts.ts of its feature: its severity and the parameters that a vehicle may set.

/** 0 event, 1 warning, 2 alarm. */
export type Severity = 0 | 1 | 2

/** A number that users may set, in its unit, with its default. */
export interface Settable {
  readonly unit: string
  readonly least: number
  readonly most: number
  readonly step: number
  readonly default: number
}

/** The parameters of an alert on a vehicle, besides whether the alert is active. */
export interface AlertParameters {
  /** The alert holds beyond this number: one of its own, or a configuration of the vehicle. */
  readonly threshold?: Settable | { readonly configuration: string }
  /** The threshold is a distance from the wanted value, upwards and downwards. */
  readonly both_sides?: true
  /** Hysteresis: the alert ends only at a second number on this side of the threshold. */
  readonly clear?: 'below' | 'above'
  /** Default of the seconds for which the condition must hold before the alert is raised. */
  readonly dwell_s?: number
  /** The alert may be limited to days and hours. */
  readonly schedule?: true
  /** The alert may be suppressed while the vehicle is parked. */
  readonly parked?: true
}

/** Longest dwell time, seconds. */
export const LONGEST_DWELL_S = 86_400

/** What broke the rule of an alert: where on the vehicle, the value, and the limit that it left or what was ordered instead. */
export interface AlertFigures {
  /** Texts in the languages of the product, with their values. */
  readonly place?: {
    readonly key: string
    readonly values?: Readonly<Record<string, string | number>>
  }
  readonly value?: number
  readonly limit?: number
  readonly ordered?: number
  readonly unit?: string
  readonly decimals?: number
}
/** The figures of a level in percent. An incident that was stored without its limit tells what was measured alone. */
export const percentFigures = (value: unknown, limit: unknown): AlertFigures | null =>
  typeof value !== 'number'
    ? null
    : { value, ...(typeof limit === 'number' && { limit }), unit: '%' }
type AlertData = Readonly<Record<string, unknown>>

/** Hubs and points of interest. */
export type AreaKind = 'hub' | 'poi'

export interface Alert {
  /** Its id in the API and in the database; an id is never used again. */
  readonly id: number
  readonly severity: Severity
  /** The agreement on the vehicle that makes the alert visible. */
  readonly agreement_id: number
  /** Absent: the alert has no parameters. */
  readonly parameters?: AlertParameters
  /** The kinds of its incidents, as their `data.kind` names them; each kind has a text of its own. */
  readonly kinds?: readonly string[]
  /** The kinds of area that its incidents are about; a configuration may name some of them. */
  readonly areas?: readonly AreaKind[]
  /** What broke its rule, from the data of an incident; null: the data do not say. */
  readonly figures?: (data: AlertData) => AlertFigures | null
}
/** By code. */
export type Alerts = Readonly<Record<string, Alert>>
