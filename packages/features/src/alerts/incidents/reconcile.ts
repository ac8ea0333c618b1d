// Compares the stored incidents of a stretch with those that a replay derives: which are corrected, and which are new.
import { sameJson } from '@flotta/core/derivation.ts'
import { matchSpans } from '@flotta/core/spans.ts'
import {
  endedByClock,
  type Incident,
  type IncidentPlace,
  type RaisedIncident,
  wasRaised,
} from './derived-incidents.ts'

export interface StoredIncident extends IncidentPlace {
  readonly id: string
  readonly alert_id: number
  readonly customer_id: number | null
  readonly subject_id: number | null
  readonly until: number | null
  readonly opened_at: number
  readonly closed_at: number | null
  readonly closed_as: string | null
  readonly raised_by: number
  readonly cleared_by: number | null
  readonly data: object | null
}

/** A stored incident as it should be. */
export interface IncidentCorrection extends IncidentPlace {
  readonly id: string
  readonly opened_at: number
  readonly closed_at: number | null
  readonly closed_as: string | null
  readonly raised_by: number
  readonly cleared_by: number | null
  readonly until: number | null
  readonly data: object | null
}
const spanOf = (t: { readonly opened_at: number; readonly closed_at: number | null }) => ({
  from: t.opened_at,
  to: t.closed_at ?? Number.POSITIVE_INFINITY,
})

/** The incident that is still open at the end of the stretch, from the stored and the derived one: its stored end stays, its beginning may move. */
function lastingIncident(
  storedIncident: StoredIncident | undefined,
  derivedIncident: RaisedIncident | undefined,
): IncidentCorrection | null {
  if (storedIncident === undefined || derivedIncident === undefined) return null
  const { opened_at, raised_by, data, gps_datetime, latitude_e7, longitude_e7 } = derivedIncident
  return { ...storedIncident, opened_at, raised_by, data, gps_datetime, latitude_e7, longitude_e7 }
}
/** Compares the incidents of one alert in the stretch: the corrections of stored ones, and the new ones. */
export function reconcile(
  storedIncidents: readonly StoredIncident[],
  derivedEnds: readonly Incident[],
  {
    from,
    to,
    newest,
  }: { readonly from: number; readonly to: number | null; readonly newest: number },
  now: number,
): { corrected: IncidentCorrection[]; fresh: RaisedIncident[] } {
  const endedByNow = storedIncidents.map(k =>
    k.closed_as === 'corrected' ? k : endedByClock(k, now),
  )
  const goesOn = (t: { readonly cleared_by: number | null; readonly closed_as?: string | null }) =>
    to !== null && t.closed_as !== 'corrected' && (t.cleared_by === null || t.cleared_by >= to)
  const before = endedByNow.find(k => k.raised_by < from)
  const rest = endedByNow.filter(k => k.raised_by >= from && !goesOn(k))
  const raisedIncidents = derivedEnds.filter(wasRaised).filter(t => !goesOn(t))
  const corrections: IncidentCorrection[] = []
  const fresh: RaisedIncident[] = []
  if (before && !goesOn(before)) {
    const end = derivedEnds.find(t => !wasRaised(t))
    const is = endedByClock(
      { ...before, closed_at: end?.closed_at ?? null, cleared_by: end?.cleared_by ?? null },
      now,
    )
    corrections.push({ ...is, closed_as: is.closed_at === null ? null : 'cleared' })
  }
  const lasting = lastingIncident(
    endedByNow.find(k => k.raised_by >= from && goesOn(k)),
    derivedEnds.filter(wasRaised).find(goesOn),
  )
  if (lasting) corrections.push(lasting)
  const ids = matchSpans(rest.map(spanOf), raisedIncidents.map(spanOf))
  raisedIncidents.forEach((t, i) => {
    const storedIncident = rest[ids[i] ?? -1]
    if (storedIncident)
      corrections.push({
        ...t,
        id: storedIncident.id,
        closed_as: t.closed_at === null ? null : 'cleared',
      })
    else fresh.push(t)
  })
  rest.forEach((k, i) => {
    if (!ids.includes(i) && k.closed_as !== 'corrected')
      corrections.push({
        ...k,
        closed_at: k.closed_at ?? Math.max(k.opened_at, newest),
        closed_as: 'corrected',
      })
  })
  return {
    corrected: corrections.filter(
      c => !isSame(storedIncidents.find(k => k.id === c.id) as StoredIncident, c),
    ),
    fresh,
  }
}
const isSame = (k: StoredIncident, c: IncidentCorrection): boolean =>
  k.opened_at === c.opened_at &&
  k.closed_at === c.closed_at &&
  k.closed_as === c.closed_as &&
  k.raised_by === c.raised_by &&
  k.cleared_by === c.cleared_by &&
  k.gps_datetime === c.gps_datetime &&
  k.latitude_e7 === c.latitude_e7 &&
  k.longitude_e7 === c.longitude_e7 &&
  // The planned end no longer matters once a record has ended the incident.
  (k.until === c.until || (c.closed_at !== null && c.cleared_by !== c.until)) &&
  sameJson(k.data, c.data)
