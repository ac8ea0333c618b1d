// The order of commit: numbers the entries that were committed since the last run, and reads on from a place.
import { DAY } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { type RowKey, unpackKeys } from '../../telemetry/pipeline/arrivals.ts'
import type { Spot } from './cursor.ts'

export const feeds = { positions: 1, readings: 2, trips: 3, incidents: 4 } as const
export type Feed = keyof typeof feeds
type Database = Pick<Context, 'db'>

const tableOf = (feed: Feed) =>
  sql.raw(feed === 'positions' || feed === 'readings' ? 'arrivals' : 'changed_records')
const FIRST = { positions: 'id', readings: 'id', trips: 'ctid', incidents: 'ctid' } as const

/** First key of the advisory locks under which places are assigned. */
const PLACE_LOCK = 7_106_021
/**
 * Assigns the next places to entries committed since the last call; entries still in a transaction get theirs after its commit, and nobody waits. Only
 * committed entries are visible here, and one process assigns at a time, so no entry ever gets a place before one that was already delivered.
 */
export async function givePlaces({ db }: Database, feed: Feed): Promise<void> {
  const table = tableOf(feed)
  const row = sql.raw(FIRST[feed])
  const { rows } =
    await sql`select from ${table} where feed = ${feeds[feed]} and place is null limit 1`.execute(
      db,
    )
  if (rows.length === 0) return
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${PLACE_LOCK}::int4, ${feeds[feed]}::int4)`.execute(tx)
    await sql`update ${table} r set place = o.place
      from (select w.at_row, nextval('arrival_places') as place from (select ${row} as at_row from ${table} where feed = ${feeds[feed]} and place is null order by at, ${row} for update skip locked) w) o
      where r.${row} = o.at_row and r.place is null`.execute(tx)
  })
}

/** The place of the first entry that was committed at an instant or later; the end if there is none. */
export async function placeFrom({ db }: Database, feed: Feed, from: number): Promise<Spot> {
  const table = tableOf(feed)
  const { rows } = await sql<{ place: number | null; last: number | null }>`
    select (select min(place) from ${table} where feed = ${feeds[feed]} and at >= ${new Date(from)}) as place,
      (select max(place) from ${table} where feed = ${feeds[feed]}) as last`.execute(db)
  const [{ place, last } = { place: null, last: null }] = rows
  return { place: place ?? (last ?? 0) + 1, skip: 0 }
}

/** The most entries that one statement checks, and that one call checks: a company with few vehicles among many may get an empty answer with a cursor. */
const CHUNK = 1_000
const MOST_ENTRIES = 5_000
/** Approximate bytes of a key. */
const KEY_BYTES = 5
/** Bytes that one statement reads at least: entries of other companies lie between, and one statement for each of them would take minutes. */
const LEAST_BYTES = 100_000

export interface Page<K> {
  readonly keys: readonly K[]
  readonly spot: Spot
  readonly more: boolean
}

/** The next entries, as many as hold this many bytes of keys. `is_last`: no entry follows. */
const entriesFrom = ({ db }: Database, feed: Feed, { place }: Spot, bytes: number) =>
  sql<{ place: number; keys: Buffer; is_last: boolean }>`
    select place, keys, after is null as is_last from (
      select place, keys, lead(place) over w as after, sum(octet_length(keys)) over w - octet_length(keys) as before from (
        select place, keys from arrivals where feed = ${feeds[feed]} and place >= ${place} order by place limit ${CHUNK + 1}) e
      window w as (order by place)) e
    where before <= ${bytes} order by place limit ${CHUNK}`.execute(db)

/** The next keys of vehicles that the reader sees. */
export async function nextArrivals(
  ctx: Database,
  feed: 'positions' | 'readings',
  start: Spot,
  limit: number,
  isVisible: (vehicle_id: number) => boolean,
): Promise<Page<RowKey>> {
  const keys: RowKey[] = []
  let spot = start
  for (let entries = 0; entries < MOST_ENTRIES; ) {
    const bytes = Math.max((limit - keys.length) * KEY_BYTES, LEAST_BYTES)
    const { rows } = await entriesFrom(ctx, feed, spot, bytes)
    entries += rows.length
    for (const { place, keys: packed } of rows) {
      const entry = unpackKeys(packed)
      let skip = place === spot.place ? spot.skip : 0
      for (; skip < entry.length && keys.length < limit; skip++) {
        const key = entry[skip] as RowKey
        if (isVisible(key.vehicle_id)) keys.push(key)
      }
      spot = skip < entry.length ? { place, skip } : { place: place + 1, skip: 0 }
      if (keys.length === limit) return { keys, spot, more: await isMore(ctx, feed, spot) }
    }
    if (rows.at(-1)?.is_last !== false) return { keys, spot, more: false }
  }
  return { keys, spot, more: true }
}

export interface ChangedRecord {
  readonly vehicle_id: number
  readonly record_id: string
}
/** The next changed records of vehicles that the reader sees, each once. */
export async function nextChanges(
  ctx: Database,
  feed: 'trips' | 'incidents',
  start: Spot,
  limit: number,
  customer_id: number,
  vehicle_ids: readonly number[],
): Promise<Page<ChangedRecord>> {
  const { rows } = await sql<ChangedRecord & { readonly place: number }>`
    select place, vehicle_id, record_id from changed_records
    where feed = ${feeds[feed]} and place >= ${start.place} and customer_id in (0, ${customer_id}) and vehicle_id = any(${vehicle_ids}::int4[])
    order by place limit ${limit}`.execute(ctx.db)
  const last = rows.at(-1)
  const spot = last === undefined ? start : { place: last.place + 1, skip: 0 }
  const keys = [...new Map(rows.map(row => [row.record_id, row])).values()]
  return { keys, spot, more: rows.length === limit && (await isMore(ctx, feed, spot)) }
}

async function isMore({ db }: Database, feed: Feed, { place }: Spot): Promise<boolean> {
  const { rows } =
    await sql`select from ${tableOf(feed)} where feed = ${feeds[feed]} and place >= ${place} limit 1`.execute(
      db,
    )
  return rows.length > 0
}

/** Days for which every entry is kept, because a cursor is valid for seven days. */
const KEPT_DAYS = 8
/** Days for which the newest entry of each changed record is kept, for readers who start again. */
const CHANGES_KEPT_DAYS = 400
/** Job: assigns places even while nobody reads, and deletes old entries. */
export async function tidyOrder(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  for (const feed of Object.keys(feeds) as Feed[]) await givePlaces(ctx, feed)
  const now = ctx.now()
  await sql`delete from arrivals where at < ${new Date(now - KEPT_DAYS * DAY)}`.execute(ctx.db)
  await sql`delete from changed_records where at < ${new Date(now - CHANGES_KEPT_DAYS * DAY)}`.execute(
    ctx.db,
  )
}
