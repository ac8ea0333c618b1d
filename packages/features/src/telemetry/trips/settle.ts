// Writes trips as they begin and end; a replay of late data writes its stretch again and keeps the
// ids that people may have noted.

import { columns } from '@flotta/platform/columns.ts'
import { epochMs } from '@flotta/platform/epoch.ts'
import type { Settlement } from '@flotta/platform/settlement.ts'
import { type Statement, send } from '@flotta/platform/transaction.ts'
import type { PoolClient } from 'pg'
import {
  type DerivedTrip,
  derivedTrips,
  hasBegin,
  isSame,
  matchTrips,
  type StoredTrip,
  type TripWithId,
  withId,
} from './derived-trips.ts'
import type { TripRow } from './rules.ts'

declare module '@flotta/core/derivation.ts' {
  interface Effects {
    /** A trip began (`period_to` null) or ended. `period_from` identifies the trip. */
    trip: { readonly trip: TripRow }
  }
}

/**
 * The row is found by its vehicle and not by a join: without statistics of a new table PostgreSQL
 * would scan all open trips.
 */
const END = `update trips t set (period_to, end_latitude, end_longitude, end_at, distance, max_speed, ended_by, updated_at) = (
    select ($2::timestamptz[])[i], ($3::float8[])[i], ($4::float8[])[i], ($5::timestamptz[])[i], ($6::int4[])[i], ($7::int2[])[i], ($8::timestamptz[])[i], $9::timestamptz
    from array_position($1::int4[], t.vehicle_id) as i)
  where t.vehicle_id = any($1::int4[]) and t.period_to is null and t.replaced_by is null`

const BEGIN = `insert into trips (vehicle_id, id, period_from, period_to, start_latitude, start_longitude, end_latitude, end_longitude, end_at,
    distance, max_speed, began_by, ended_by, updated_at)
  select *, $14::timestamptz from unnest($1::int4[], $2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::float8[], $6::float8[], $7::float8[], $8::float8[],
    $9::timestamptz[], $10::int4[], $11::int2[], $12::timestamptz[], $13::timestamptz[])`

const REWRITE = `update trips t set period_from = n.period_from, period_to = n.period_to, start_latitude = n.start_latitude, start_longitude = n.start_longitude,
    end_latitude = n.end_latitude, end_longitude = n.end_longitude, end_at = n.end_at, distance = n.distance, max_speed = n.max_speed,
    began_by = n.began_by, ended_by = n.ended_by, updated_at = $14
  from unnest($1::int4[], $2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::float8[], $6::float8[], $7::float8[], $8::float8[],
    $9::timestamptz[], $10::int4[], $11::int2[], $12::timestamptz[], $13::timestamptz[])
    as n(vehicle_id, id, period_from, period_to, start_latitude, start_longitude, end_latitude, end_longitude, end_at, distance, max_speed, began_by, ended_by)
  where t.vehicle_id = n.vehicle_id and t.id = n.id`

const MAX_INT4 = 2_147_483_647
const MAX_INT2 = 32_767
const columnsOf = (rows: readonly TripWithId[]) => [
  columns.int4(rows.map(r => r.vehicle_id)),
  columns.uuid(rows.map(r => r.id)),
  columns.timestamptz(rows.map(r => r.trip.period_from)),
  columns.timestamptz(rows.map(r => r.trip.period_to)),
  columns.float8(rows.map(r => r.trip.start_latitude)),
  columns.float8(rows.map(r => r.trip.start_longitude)),
  columns.float8(rows.map(r => r.trip.end_latitude)),
  columns.float8(rows.map(r => r.trip.end_longitude)),
  columns.timestamptz(rows.map(r => r.trip.end_at)),
  columns.int4(rows.map(r => Math.min(MAX_INT4, r.trip.distance))),
  columns.int2(rows.map(r => Math.min(MAX_INT2, Math.round(r.trip.max_speed)))),
  columns.timestamptz(rows.map(r => r.began_by)),
  columns.timestamptz(rows.map(r => r.ended_by)),
]

function endTrips(trips: readonly DerivedTrip[], now: number): Statement[] {
  if (trips.length === 0) return []
  const statement = {
    name: 'trips end',
    text: END,
    values: [
      columns.int4(trips.map(t => t.vehicle_id)),
      columns.timestamptz(trips.map(t => t.trip.period_to)),
      columns.float8(trips.map(t => t.trip.end_latitude)),
      columns.float8(trips.map(t => t.trip.end_longitude)),
      columns.timestamptz(trips.map(t => t.trip.end_at)),
      columns.int4(trips.map(t => Math.min(MAX_INT4, t.trip.distance))),
      columns.int2(trips.map(t => Math.min(MAX_INT2, Math.round(t.trip.max_speed)))),
      columns.timestamptz(trips.map(t => t.ended_by)),
      new Date(now),
    ],
  }
  return [statement]
}
const tripStatement = (
  name: string,
  text: string,
  rows: readonly TripWithId[],
  now: number,
): Statement[] =>
  rows.length === 0 ? [] : [{ name, text, values: [...columnsOf(rows), new Date(now)] }]
const insertTrips = (rows: readonly TripWithId[], now: number) =>
  tripStatement('trips begin', BEGIN, rows, now)
const rewriteTrips = (rows: readonly TripWithId[], now: number) =>
  tripStatement('trips rewrite', REWRITE, rows, now)

/**
 * The stored trips of a stretch: those that began with a record of it, and the one that was open
 * before it.
 */
const SELECT_STORED = `select id, ${epochMs('period_from')} as period_from, ${epochMs('period_to')} as period_to,
    start_latitude, start_longitude, end_latitude, end_longitude, ${epochMs('end_at')} as end_at, distance, max_speed,
    ${epochMs('began_by')} as began_by, ${epochMs('ended_by')} as ended_by
  from trips where vehicle_id = $1 and replaced_by is null and ($3::timestamptz is null or began_by < $3) and (ended_by is null or ended_by >= $2)
  order by period_from`

export const settlement: Settlement<'trip'> = {
  effects: ['trip'],
  kind: () => 'trip',
  write(effects, now) {
    const trips = derivedTrips(effects)
    const endedTrips = trips.filter(t => !hasBegin(t))
    return [...endTrips(endedTrips, now), ...insertTrips(trips.filter(hasBegin).map(withId), now)]
  },
  async rewrite(client, { vehicle_id, from, to, emitted }, now) {
    const { rows } = await client.query<StoredTrip>({
      name: 'trips kept',
      text: SELECT_STORED,
      values: [vehicle_id, new Date(Math.max(from, 0)), to === null ? null : new Date(to)],
    })
    const { changedTrips, newTrips, unmatchedTrips } = matchTrips(rows, derivedTrips(emitted), {
      vehicle_id,
      from,
      to,
    })
    const all = [...changedTrips, ...newTrips]
    await replaceTrips(client, vehicle_id, unmatchedTrips, all, now)
    const differing = changedTrips.filter(
      r =>
        !isSame(
          rows.find(k => k.id === r.id),
          r,
        ),
    )
    // Only one trip of a vehicle may be open at a time, so trips that end are written before one
    // that is opened again.
    const endedRows = differing.filter(r => r.ended_by !== null)
    const openRows = differing.filter(r => r.ended_by === null)
    await send(client, [
      ...rewriteTrips(endedRows, now),
      ...rewriteTrips(openRows, now),
      ...insertTrips(newTrips, now),
    ])
    return differing.length + newTrips.length + unmatchedTrips.length > 0 ? ['trip'] : []
  },
}

/** A trip that became part of another one points to it. A trip that no longer exists is deleted. */
async function replaceTrips(
  client: PoolClient,
  vehicle_id: number,
  removedTrips: readonly StoredTrip[],
  all: readonly TripWithId[],
  now: number,
): Promise<void> {
  for (const k of removedTrips) {
    const until = k.period_to ?? Number.POSITIVE_INFINITY
    const overlap = (r: TripWithId) =>
      Math.min(until, r.trip.period_to ?? Number.POSITIVE_INFINITY) -
      Math.max(k.period_from, r.trip.period_from)
    const heir = all.reduce<TripWithId | null>(
      (best, r) => (overlap(r) > (best ? overlap(best) : 0) ? r : best),
      null,
    )
    if (heir) {
      await client.query(
        'update trips set replaced_by = $3, updated_at = $4 where vehicle_id = $1 and id = $2',
        [vehicle_id, k.id, heir.id, new Date(now)],
      )
      await client.query(
        'update trips set replaced_by = $3 where vehicle_id = $1 and replaced_by = $2',
        [vehicle_id, k.id, heir.id],
      )
    } else
      await client.query(
        'delete from trips where vehicle_id = $1 and (id = $2 or replaced_by = $2)',
        [vehicle_id, k.id],
      )
  }
}
