// The order of commit: numbers what was committed since the last reading, and reads on from a place.
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

/** First key of the advisory locks under which places are given. */
const PLACE_LOCK = 7_106_021
/**
 * Gives the next places to what was committed since the last call; what is being changed meanwhile gets its place once that is committed, and nobody waits. Only what is committed is seen
 * here, and places are given by one at a time, so nothing ever gets a place before one that was
 * already told.
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

/** The place of the first entry that was committed at an instant or later; after all where there is none. */
export async function placeFrom({ db }: Database, feed: Feed, from: number): Promise<Spot> {
  const table = tableOf(feed)
  const { rows } = await sql<{ place: number | null; last: number | null }>`
    select (select min(place) from ${table} where feed = ${feeds[feed]} and at >= ${new Date(from)}) as place,
      (select max(place) from ${table} where feed = ${feeds[feed]}) as last`.execute(db)
  const [{ place, last } = { place: null, last: null }] = rows
  return { place: place ?? (last ?? 0) + 1, skip: 0 }
}

/** Entries that are looked at with one statement, and in one call at most: a company with few vehicles among many gets an empty answer and a cursor. */
const CHUNK = 1_000
const MOST_ENTRIES = 5_000
/** Bytes of a key, about. */
const KEY_BYTES = 5

export interface Page<K> {
  readonly keys: readonly K[]
  readonly spot: Spot
  readonly more: boolean
}

/** The next entries whose keys have so many bytes. `is_last`: none comes after it. */
const entriesFrom = ({ db }: Database, feed: Feed, { place }: Spot, bytes: number) =>
  sql<{ place: number; keys: Buffer; is_last: boolean }>`
    select place, keys, after is null as is_last from (
      select place, keys, lead(place) over w as after, sum(octet_length(keys)) over w - octet_length(keys) as before from (
        select place, keys from arrivals where feed = ${feeds[feed]} and place >= ${place} order by place limit ${CHUNK + 1}) e
      window w as (order by place)) e
    where before <= ${bytes} order by place limit ${CHUNK}`.execute(db)

/** The next keys of vehicles that are seen. */
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
    const { rows } = await entriesFrom(ctx, feed, spot, (limit - keys.length) * KEY_BYTES)
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
/** The next records that changed, of vehicles that are seen, each once. */
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

/** A cursor is good for seven days; so long every entry stays. */
const KEPT_DAYS = 8
/** Entries of changed records, one for each, are kept this long for readers who start again. */
const CHANGES_KEPT_DAYS = 400
/** Job: places are given also while nobody reads, and old entries are forgotten. */
export async function tidyOrder(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  for (const feed of Object.keys(feeds) as Feed[]) await givePlaces(ctx, feed)
  const now = ctx.now()
  await sql`delete from arrivals where at < ${new Date(now - KEPT_DAYS * DAY)}`.execute(ctx.db)
  await sql`delete from changed_records where at < ${new Date(now - CHANGES_KEPT_DAYS * DAY)}`.execute(
    ctx.db,
  )
}
