// Writes incidents as they open and close. A replay of late data corrects those that never were and adds those that were missed.

import { randomUUID } from 'node:crypto'
import { type Effect, type EmittedEffect, sameJson } from '@flotta/core/derivation.ts'
import { matchSpans } from '@flotta/core/spans.ts'
import { columns } from '@flotta/platform/columns.ts'
import { epochMs } from '@flotta/platform/epoch.ts'
import type { Settlement } from '@flotta/platform/settlement.ts'
import { type Statement, send } from '@flotta/platform/transaction.ts'
import type { PoolClient } from 'pg'
import { isLate } from './rules.ts'

declare module '@flotta/core/derivation.ts' {
  interface Effects {
    /** A condition began to be met, at `at`. Repeated while it is met, the effect changes nothing. */
    raise: Condition & {
      /** The vehicle's last believed fix at or before `at`. */
      readonly place: {
        readonly at: number
        readonly latitude: number
        readonly longitude: number
      } | null
      readonly data?: Readonly<Record<string, number | string | boolean | null>>
    }
    /** The condition is no longer met, since `at`. */
    clear: Condition
  }
}
interface Condition {
  readonly alert_id: number
  /** null: a condition of the vehicle itself; else the customer whose rule or area it is. */
  readonly customer_id: number | null
  /** The subject, where the customer may have several: its area. */
  readonly subject_id?: number
  readonly at: number
  /** The incident ends then at the latest, also without a record. `clear` repeats it, so that an end written too early by the clock is corrected. */
  readonly until?: number
}

/** Where an incident began, and the time of that fix. */
interface IncidentPlace {
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
type RaisedIncident = Incident & { readonly raised_by: number }
export const wasRaised = (t: Incident): t is RaisedIncident => t.raised_by !== null

interface IncidentKey {
  readonly vehicle_id: number
  readonly alert_id: number
  readonly customer_id: number | null
  readonly subject_id?: number | null
}
const keyOf = (t: IncidentKey) =>
  `${t.vehicle_id} ${t.alert_id} ${t.customer_id ?? 0} ${t.subject_id ?? 0}`

/** Ends an incident at its `until` when that time has come, whether or not a record confirmed it. */
const endedByClock = <T extends Pick<Incident, 'until' | 'closed_at' | 'cleared_by'>>(
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

/** Incidents are found by the vehicle, never by a join: while a young table has no statistics, PostgreSQL would scan all open incidents. */
const KEY = `(i.vehicle_id || ' ' || i.alert_id || ' ' || coalesce(i.customer_id, 0) || ' ' || coalesce(i.subject_id, 0))`
const CLOSE = `update incidents i set closed_as = 'cleared', updated_at = $5,
    (closed_at, cleared_by) = (select ($3::timestamptz[])[n], ($4::timestamptz[])[n] from array_position($1::text[], ${KEY}) as n)
  where i.vehicle_id = any($2::int4[]) and i.closed_at is null and i.origin = 'records' and ${KEY} = any($1::text[])`
/** When the true end arrives late, the clock has closed the incident already at `until`. This moves the end back. */
const CLOSE_EARLIER = `update incidents i set closed_at = c.at, cleared_by = c.by, updated_at = $5
  from unnest($1::text[], $3::timestamptz[], $4::timestamptz[]) as c (key, at, by)
  where i.vehicle_id = any($2::int4[]) and i.until > c.at and i.opened_at <= c.at and i.closed_at = i.until and i.cleared_by = i.until and i.closed_as = 'cleared'
    and i.origin = 'records' and ${KEY} = c.key`

const OPEN = `insert into incidents (vehicle_id, id, alert_id, customer_id, opened_at, closed_at, closed_as, late, data, raised_by, cleared_by, gps_datetime,
    latitude_e7, longitude_e7, subject_id, until, updated_at, origin)
  select *, $17::timestamptz, 'records' from unnest($1::int4[], $2::uuid[], $3::int2[], $4::int4[], $5::timestamptz[], $6::timestamptz[], $7::text[], $8::bool[], $9::jsonb[],
    $10::timestamptz[], $11::timestamptz[], $12::timestamptz[], $13::int4[], $14::int4[], $15::int4[], $16::timestamptz[])
  on conflict (vehicle_id, alert_id, coalesce(customer_id, 0), coalesce(subject_id, 0), origin) where closed_at is null do nothing`

function close(closedIncidents: readonly Incident[], now: number): Statement[] {
  const statementOf = (name: string, text: string, incidents: readonly Incident[]): Statement => ({
    name,
    text,
    values: [
      columns.text(incidents.map(keyOf)),
      columns.int4([...new Set(incidents.map(t => t.vehicle_id))]),
      columns.timestamptz(incidents.map(t => t.closed_at)),
      columns.timestamptz(incidents.map(t => t.cleared_by)),
      new Date(now),
    ],
  })
  const ending = closedIncidents.filter(t => t.subject_id !== null || t.until !== null)
  return [
    ...(closedIncidents.length > 0 ? [statementOf('incidents close', CLOSE, closedIncidents)] : []),
    ...(ending.length > 0 ? [statementOf('incidents close earlier', CLOSE_EARLIER, ending)] : []),
  ]
}
function open(rows: readonly RaisedIncident[], now: number): Statement[] {
  if (rows.length === 0) return []
  const statement = {
    name: 'incidents open',
    text: OPEN,
    values: [
      columns.int4(rows.map(t => t.vehicle_id)),
      columns.uuid(rows.map(() => randomUUID())),
      columns.int2(rows.map(t => t.alert_id)),
      columns.int4(rows.map(t => t.customer_id)),
      columns.timestamptz(rows.map(t => t.opened_at)),
      columns.timestamptz(rows.map(t => t.closed_at)),
      columns.text(rows.map(t => (t.closed_at === null ? null : 'cleared'))),
      columns.bool(rows.map(t => isLate(t.closed_at, now))),
      columns.jsonb(rows.map(t => (t.data === null ? null : JSON.stringify(t.data)))),
      columns.timestamptz(rows.map(t => t.raised_by)),
      columns.timestamptz(rows.map(t => t.cleared_by)),
      columns.timestamptz(rows.map(t => t.gps_datetime)),
      columns.int4(rows.map(t => t.latitude_e7)),
      columns.int4(rows.map(t => t.longitude_e7)),
      columns.int4(rows.map(t => t.subject_id)),
      columns.timestamptz(rows.map(t => t.until)),
      new Date(now),
    ],
  }
  return [statement]
}

interface StoredIncident extends IncidentPlace {
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
/** The stored incidents of a stretch: those that a record of it raised, and those of earlier records that were open when it began. */
const KEPT = `select id, alert_id, customer_id, subject_id, ${epochMs('until')} as until, ${epochMs('opened_at')} as opened_at, ${epochMs('closed_at')} as closed_at,
    closed_as, ${epochMs('raised_by')} as raised_by, ${epochMs('cleared_by')} as cleared_by, data,
    ${epochMs('gps_datetime')} as gps_datetime, latitude_e7, longitude_e7
  from incidents where vehicle_id = $1 and origin = 'records' and ($3::timestamptz is null or raised_by < $3)
    and (raised_by >= $2 or closed_as is null or (closed_as = 'cleared' and cleared_by >= $2))
  order by opened_at`

/** A stored incident as it should be. */
interface IncidentCorrection extends IncidentPlace {
  readonly id: string
  readonly opened_at: number
  readonly closed_at: number | null
  readonly closed_as: string | null
  readonly raised_by: number
  readonly cleared_by: number | null
  readonly until: number | null
  readonly data: object | null
}
async function correct(
  client: PoolClient,
  vehicle_id: number,
  rows: readonly IncidentCorrection[],
  now: number,
): Promise<void> {
  // At most one incident of a key is open at a time, so closed ones are written before one is opened again.
  for (const r of rows.toSorted(
    (a, b) => Number(a.closed_at === null) - Number(b.closed_at === null),
  ))
    await client.query(
      `update incidents set opened_at = $3, closed_at = $4, closed_as = $5, raised_by = $6, cleared_by = $7, data = $8, updated_at = $9, gps_datetime = $10,
        latitude_e7 = $11, longitude_e7 = $12, until = $13 where vehicle_id = $1 and id = $2`,
      [
        vehicle_id,
        r.id,
        new Date(r.opened_at),
        dateOf(r.closed_at),
        r.closed_as,
        new Date(r.raised_by),
        dateOf(r.cleared_by),
        r.data && JSON.stringify(r.data),
        new Date(now),
        dateOf(r.gps_datetime),
        r.latitude_e7,
        r.longitude_e7,
        dateOf(r.until),
      ],
    )
}
const dateOf = (at: number | null) => (at === null ? null : new Date(at))
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
function reconcile(
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

export const settlement: Settlement<'raise' | 'clear'> = {
  effects: ['raise', 'clear'],
  kind: () => 'alert',
  write(emitted, now) {
    const incidents = incidentsOf(emitted, now)
    const closedIncidents = incidents.filter(t => !wasRaised(t))
    return [...close(closedIncidents, now), ...open(incidents.filter(wasRaised), now)]
  },
  async rewrite(client, { vehicle_id, from, to, newest, emitted }, now) {
    const { rows } = await client.query<StoredIncident>({
      name: 'incidents kept',
      text: KEPT,
      values: [vehicle_id, new Date(Math.max(from, 0)), dateOf(to)],
    })
    const incidents = incidentsOf(emitted, now)
    const keys = new Set([...rows.map(r => keyOf({ vehicle_id, ...r })), ...incidents.map(keyOf)])
    const corrections: IncidentCorrection[] = []
    const fresh: RaisedIncident[] = []
    for (const key of keys) {
      const reconciliation = reconcile(
        rows.filter(r => keyOf({ vehicle_id, ...r }) === key),
        incidents.filter(t => keyOf(t) === key),
        { from, to, newest },
        now,
      )
      corrections.push(...reconciliation.corrected)
      fresh.push(...reconciliation.fresh)
    }
    await correct(client, vehicle_id, corrections, now)
    await send(client, open(fresh, now))
    return corrections.length + fresh.length > 0 ? ['alert'] : []
  },
}
