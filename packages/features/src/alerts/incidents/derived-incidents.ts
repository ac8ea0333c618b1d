// Turns effects into incidents, in order of time.
import type { Effect, EmittedEffect } from '@flotta/core/derivation.ts'

export interface Condition {
  readonly alert_id: number
  /** null: a condition of the vehicle itself; else the customer whose rule or area it is. */
  readonly customer_id: number | null
  /** The subject, where the customer may have several: its area. */
  readonly subject_id?: number
  readonly at: number
  /** The latest end of the incident, even without a record. `clear` repeats it, so that an end written too early by the clock is corrected. */
  readonly until?: number
}

/** Where an incident began, and the time of that fix. */
export interface IncidentPlace {
  readonly gps_datetime: number | null
  readonly latitude_e7: number | null
  readonly longitude_e7: number | null
}
const NOWHERE: IncidentPlace = { gps_datetime: null, latitude_e7: null, longitude_e7: null }
const locatedAt = (place: Effect<'raise'>['place']): IncidentPlace =>
  place === null
    ? NOWHERE
    : {
        gps_datetime: place.at,
        latitude_e7: Math.round(place.latitude * 1e7),
        longitude_e7: Math.round(place.longitude * 1e7),
      }

/** An incident and the times of the records that raised and ended it; null: an earlier record did, or none yet. */
export interface Incident extends IncidentPlace {
  readonly vehicle_id: number
  readonly alert_id: number
  readonly customer_id: number | null
  readonly subject_id: number | null
  readonly opened_at: number
  readonly closed_at: number | null
  readonly data: object | null
  readonly until: number | null
  readonly raised_by: number | null
  readonly cleared_by: number | null
}
export type RaisedIncident = Incident & { readonly raised_by: number }
export const wasRaised = (t: Incident): t is RaisedIncident => t.raised_by !== null

interface IncidentKey {
  readonly vehicle_id: number
  readonly alert_id: number
  readonly customer_id: number | null
  readonly subject_id?: number | null
}
export const keyOf = (t: IncidentKey) =>
  `${t.vehicle_id} ${t.alert_id} ${t.customer_id ?? 0} ${t.subject_id ?? 0}`

/** Ends an incident at its `until` when that time has come, whether or not a record confirmed it. */
export const endedByClock = <T extends Pick<Incident, 'until' | 'closed_at' | 'cleared_by'>>(
  t: T,
  now: number,
): T =>
  t.until !== null && t.until <= (t.closed_at ?? now)
    ? { ...t, closed_at: t.until, cleared_by: t.until }
    : t

/** The incidents that effects make, in order of time. At most the first of each key is ended without being raised here: an earlier record raised it. */
export function incidentsOf(
  effects: readonly EmittedEffect<'raise' | 'clear'>[],
  now: number,
): Incident[] {
  const incidents: Incident[] = []
  const open = new Map<string, number>()
  for (const { vehicle_id, by, effect } of effects) {
    if (effect.effect === 'raise') {
      const key = keyOf({ vehicle_id, ...effect })
      if (!open.has(key)) open.set(key, incidents.push(incidentOf(vehicle_id, by, effect)) - 1)
    } else {
      const key = keyOf({ vehicle_id, ...effect })
      const index = open.get(key)
      const openIncident = index === undefined ? undefined : incidents[index]
      open.delete(key)
      if (index !== undefined && openIncident)
        incidents[index] = { ...openIncident, closed_at: effect.at, cleared_by: by }
      else
        incidents.push({
          ...incidentOf(vehicle_id, by, effect),
          raised_by: null,
          closed_at: effect.at,
          cleared_by: by,
        })
    }
  }
  return incidents.map(t => (wasRaised(t) ? endedByClock(t, now) : t))
}
const incidentOf = (
  vehicle_id: number,
  by: number,
  effect: Effect<'raise' | 'clear'>,
): Incident => ({
  vehicle_id,
  alert_id: effect.alert_id,
  customer_id: effect.customer_id,
  subject_id: effect.subject_id ?? null,
  opened_at: effect.at,
  closed_at: null,
  data: effect.effect === 'raise' ? (effect.data ?? null) : null,
  until: effect.until ?? null,
  ...(effect.effect === 'raise' ? locatedAt(effect.place) : NOWHERE),
  raised_by: by,
  cleared_by: null,
})
