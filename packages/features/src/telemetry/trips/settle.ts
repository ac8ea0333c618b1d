// Writes trips as they begin and end; a replay of late data writes its stretch again and keeps the
// ids that people may have noted.

import { randomUUID } from 'node:crypto'
import { type EmittedEffect, sameJson } from '@flotta/core/derivation.ts'
import { matchSpans } from '@flotta/core/spans.ts'
import { columns } from '@flotta/platform/columns.ts'
import { epochMs } from '@flotta/platform/epoch.ts'
import type { Settlement } from '@flotta/platform/settlement.ts'
import { type Statement, send } from '@flotta/platform/transaction.ts'
import type { PoolClient } from 'pg'
import type { TripRow } from './rules.ts'

declare module '@flotta/core/derivation.ts' {
  interface Effects {
    /** A trip began (`period_to` null) or ended. `period_from` identifies the trip. */
    trip: { readonly trip: TripRow }
  }
}

/**
 * A trip, and the times of the records by which it began and ended; null: an earlier record, or
 * none yet.
 */
interface DerivedTrip {
  readonly vehicle_id: number
  readonly trip: TripRow
  readonly began_by: number | null
  readonly ended_by: number | null
}

/** One entry for each trip, in order of time. */
function derivedTrips(effects: readonly EmittedEffect<'trip'>[]): DerivedTrip[] {
  const trips = new Map<string, DerivedTrip>()
  for (const { vehicle_id, by, effect } of effects) {
    const key = `${vehicle_id} ${effect.trip.period_from}`
    const earlier = trips.get(key)
    const isEnded = effect.trip.period_to !== null
    trips.set(key, {
      vehicle_id,
      trip: effect.trip,
      began_by: earlier?.began_by ?? (isEnded ? null : by),
      ended_by: isEnded ? by : null,
    })
  }
  return [...trips.values()]
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
interface TripWithId extends DerivedTrip {
  readonly id: string
  readonly began_by: number
}
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

const hasBegin = (t: DerivedTrip): t is DerivedTrip & { readonly began_by: number } =>
  t.began_by !== null
const withId = (t: DerivedTrip & { readonly began_by: number }): TripWithId => ({
  ...t,
  id: randomUUID(),
})

/**
 * The stored trips of a stretch: those that began with a record of it, and the one that was open
 * before it.
 */
const SELECT_STORED = `select id, ${epochMs('period_from')} as period_from, ${epochMs('period_to')} as period_to,
    start_latitude, start_longitude, end_latitude, end_longitude, ${epochMs('end_at')} as end_at, distance, max_speed,
    ${epochMs('began_by')} as began_by, ${epochMs('ended_by')} as ended_by
  from trips where vehicle_id = $1 and replaced_by is null and ($3::timestamptz is null or began_by < $3) and (ended_by is null or ended_by >= $2)
  order by period_from`
interface StoredTrip extends TripRow {
  readonly id: string
  readonly began_by: number
  readonly ended_by: number | null
}

/** What of a vehicle is derived again; `to` null: it reaches to the newest record. */
interface Stretch {
  readonly vehicle_id: number
  readonly from: number
  readonly to: number | null
}
interface MatchedTrips {
  /** Stored trips as they are now, whether they differ or not. */
  readonly changedTrips: readonly TripWithId[]
  readonly newTrips: readonly TripWithId[]
  /** Stored trips that none of the derived ones overlaps. */
  readonly unmatchedTrips: readonly StoredTrip[]
}
/** Gives the derived trips of a stretch the ids of the stored ones that they overlap. */
function matchTrips(
  stored: readonly StoredTrip[],
  derived: readonly DerivedTrip[],
  { vehicle_id, from, to }: Stretch,
): MatchedTrips {
  // Where the stretch ends before the newest record, the trip that is open there stays as it is:
  // its end comes after the stretch.
  const goesOn = (t: { readonly ended_by: number | null }) =>
    to !== null && (t.ended_by === null || t.ended_by >= to)
  const before = stored.find(k => k.began_by < from)
  const begunTrips = stored.filter(k => k.began_by >= from && !goesOn(k))
  const derivedBegins = derived.filter(hasBegin).filter(t => !goesOn(t))

  const changedTrips: TripWithId[] = []
  const newTrips: TripWithId[] = []
  if (before && !goesOn(before)) {
    const ending = derived.find(t => !hasBegin(t))
    const trip = ending?.trip ?? { ...before, period_to: null }
    changedTrips.push({
      vehicle_id,
      id: before.id,
      trip,
      began_by: before.began_by,
      ended_by: ending?.ended_by ?? null,
    })
  }
  const spanOf = (t: TripRow) => ({
    from: t.period_from,
    to: t.period_to ?? Number.POSITIVE_INFINITY,
  })
  const ids = matchSpans(
    begunTrips.map(spanOf),
    derivedBegins.map(t => spanOf(t.trip)),
  )
  derivedBegins.forEach((t, i) => {
    const storedTrip = begunTrips[ids[i] ?? -1]
    if (storedTrip) changedTrips.push({ ...t, id: storedTrip.id })
    else newTrips.push(withId(t))
  })
  return { changedTrips, newTrips, unmatchedTrips: begunTrips.filter((_, i) => !ids.includes(i)) }
}

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

/**
 * The end of an open trip is not compared, because the row is not updated while the trip is open.
 */
function isSame(
  storedTrip: StoredTrip | undefined,
  { trip, began_by, ended_by }: TripWithId,
): boolean {
  if (
    storedTrip === undefined ||
    storedTrip.began_by !== began_by ||
    storedTrip.ended_by !== ended_by
  )
    return false
  const begin = (t: TripRow) => [t.period_from, t.start_latitude, t.start_longitude]
  const end = (t: TripRow) => [
    t.period_to,
    t.end_latitude,
    t.end_longitude,
    t.end_at,
    t.distance,
    Math.round(t.max_speed),
  ]
  return (
    sameJson(begin(storedTrip), begin(trip)) &&
    (ended_by === null || sameJson(end(storedTrip), end(trip)))
  )
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
