// Writes incidents as they open and close. A replay of late data corrects those that never were and adds those that were missed.

import { randomUUID } from 'node:crypto'
import { columns } from '@flotta/platform/columns.ts'
import { epochMs } from '@flotta/platform/epoch.ts'
import type { Settlement } from '@flotta/platform/settlement.ts'
import { type Statement, send } from '@flotta/platform/transaction.ts'
import type { PoolClient } from 'pg'
import {
  type Condition,
  type Incident,
  incidentsOf,
  keyOf,
  type RaisedIncident,
  wasRaised,
} from './derived-incidents.ts'
import { type IncidentCorrection, reconcile, type StoredIncident } from './reconcile.ts'
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
/** The stored incidents of a stretch: those that a record of it raised, and those of earlier records that were open when it began. */
const KEPT = `select id, alert_id, customer_id, subject_id, ${epochMs('until')} as until, ${epochMs('opened_at')} as opened_at, ${epochMs('closed_at')} as closed_at,
    closed_as, ${epochMs('raised_by')} as raised_by, ${epochMs('cleared_by')} as cleared_by, data,
    ${epochMs('gps_datetime')} as gps_datetime, latitude_e7, longitude_e7
  from incidents where vehicle_id = $1 and origin = 'records' and ($3::timestamptz is null or raised_by < $3)
    and (raised_by >= $2 or closed_as is null or (closed_as = 'cleared' and cleared_by >= $2))
  order by opened_at`
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
