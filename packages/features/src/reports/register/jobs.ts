// Filling the register: what has come due is written, days that are over are signed, late records are added. Everything may be said twice and by many machines: a book is held by its row.
import { grouped } from '@flotta/core/grouped.ts'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { addDays, dayAt, dayBegin } from '@flotta/core/zones.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { inTransaction, send } from '@flotta/platform/transaction.ts'
import type { PoolClient } from 'pg'
import { facts } from '../../fleet/vehicles/facts.ts'
import {
  advance,
  type Book,
  begin,
  type Closed,
  correct,
  GRACE,
  isFull,
  type Kept,
  type Measured,
  resume,
  turn,
  type Written,
} from './book.ts'
import { isCovered } from './covered.ts'
import { type Signer, signer } from './keys.ts'
import {
  type Grid,
  heldFor,
  momentsOf,
  type Setpoints,
  secondsAt,
  type Temperatures,
} from './rules.ts'
import {
  daysOf,
  insertBooks,
  insertDays,
  insertRows,
  lockBooks,
  standingRows,
  updateBooks,
} from './store.ts'

/** Books in one transaction: few enough that nobody waits for it. */
const AT_ONCE = 200
/** So much of the past enters the register when it begins, and however late records of it come. */
const PAST = 31 * DAY
/** What late records change is waited for, but not longer. */
const REPLAYS = 15 * MINUTE
/** A run ends after so long; the next one goes on. */
const LONGEST = 50_000

/** $1 now, $2 since when a replay is waited for. */
const KEPT = `select v.id as vehicle_id, c.timezone, v.log_interval,
    v.deleted_at is null and c.deleted_at is null and ${isCovered('v.id', '$1')} as entitled,
    least(s.message_datetime, case when r.first_marked_at > $2 then r.from_at - interval '1 millisecond' end, $1) as known_to
  from vehicles v join customers c on c.id = v.customer_id join vehicle_state s on s.vehicle_id = v.id left join replays r on r.vehicle_id = v.id`

interface KeptOf extends Kept {
  readonly vehicle_id: number
}
const askedAt = (now: number) => [new Date(now), new Date(now - REPLAYS)]
async function keptOf(
  client: Pick<PoolClient, 'query'>,
  ids: readonly number[],
  now: number,
): Promise<Map<number, KeptOf>> {
  const { rows } = await client.query<Omit<KeptOf, 'known_to'> & { known_to: Date }>(
    `${KEPT} where v.id = any($3::int4[])`,
    [...askedAt(now), ids],
  )
  return new Map(rows.map(row => [row.vehicle_id, { ...row, known_to: row.known_to.getTime() }]))
}

/** Job: everything that is due, oldest first. */
export const keepRegister = (ctx: Context): Promise<void> => keepUp(ctx, null)
/** The register of one vehicle, as far as its device has told: whoever prints does not wait for the job. */
export const bringUpToDate = (ctx: Context, vehicle_id: number): Promise<void> =>
  keepUp(ctx, vehicle_id)

async function keepUp(ctx: Context, vehicle_id: number | null): Promise<void> {
  const until = performance.now() + LONGEST
  await beginBooks(ctx, vehicle_id)
  const signs = await signer(ctx).catch(() => null)
  for (let went = 1; went > 0 && performance.now() < until; ) {
    const ids = await dueBooks(ctx, signs !== null, vehicle_id)
    went = ids.length === 0 ? 0 : await goOn(ctx, ids, signs, vehicle_id === null)
  }
}

/** A vehicle that has the register and none yet begins with what it has measured lately. */
async function beginBooks(ctx: Context, vehicle_id: number | null): Promise<void> {
  const now = ctx.now()
  const { rows } = await ctx.pool.query<Omit<KeptOf, 'known_to'> & { readonly first: Date | null }>(
    `select k.*, (select min(message_datetime) from readings r where r.vehicle_id = k.vehicle_id and r.kind = 'temperature' and r.message_datetime >= $3) as first
     from (${KEPT} where ($4::int4 is null or v.id = $4) and not exists (select from register_books b where b.vehicle_id = v.id)) k where k.entitled`,
    [...askedAt(now), new Date(now - PAST), vehicle_id],
  )
  if (rows.length === 0) return
  const books = rows.map(row =>
    begin(row.vehicle_id, Math.min(row.first?.getTime() ?? now, now), now - PAST, row),
  )
  await inTransaction(ctx.pool, client => send(client, [insertBooks(books)]))
}

async function dueBooks(
  ctx: Context,
  signs: boolean,
  vehicle_id: number | null,
): Promise<number[]> {
  const now = ctx.now()
  const { rows } = await ctx.pool.query<{ vehicle_id: number; day: string | null; known_to: Date }>(
    `select b.vehicle_id, b.day::text as day from register_books b join (${KEPT}) k on k.vehicle_id = b.vehicle_id left join register_late l on l.vehicle_id = b.vehicle_id
     where ($5::int4 is null or b.vehicle_id = $5) and case when b.day is null then k.entitled
       else b.next_at < b.page_to and b.next_at <= k.known_to or l.vehicle_id is not null or $4 and (k.known_to >= b.page_to or b.page_to <= $3) end
     order by b.next_at limit ${AT_ONCE}`,
    [...askedAt(now), new Date(now - GRACE), signs, vehicle_id],
  )
  for (const day of new Set(rows.map(row => row.day?.slice(0, 7))))
    if (day !== undefined) await ensureMonth(ctx, day)
  return rows.map(row => row.vehicle_id)
}

const months = new WeakMap<object, Set<string>>()
/** @param month `2026-11` */
async function ensureMonth(ctx: Context, month: string): Promise<void> {
  const known = months.get(ctx.pool) ?? new Set()
  months.set(ctx.pool, known)
  if (known.has(month)) return
  await ctx.pool.query('select create_register_month($1::date)', [`${month}-01`])
  known.add(month)
}

/** One page at most of each. @returns how many books went on; those that somebody else holds are left to him where `skip` says so */
async function goOn(
  ctx: Context,
  ids: readonly number[],
  signs: Signer | null,
  skip: boolean,
): Promise<number> {
  const now = ctx.now()
  return inTransaction(ctx.pool, async client => {
    const books = await lockBooks(client, ids, skip)
    const kept = await keptOf(client, ids, now)
    const known = books.flatMap(book => {
      const vehicle = kept.get(book.vehicle_id)
      return vehicle === undefined
        ? []
        : [
            {
              book: book.day === null && vehicle.entitled ? resume(book, vehicle, now) : book,
              kept: vehicle,
            },
          ]
    })
    const configurations = await facts.load(
      client,
      known.map(k => k.book.vehicle_id),
    )
    const late = await lateOf(client, ids)
    const rows: Written[] = []
    const corrected = new Map<number, Book>()
    for (const { book, kept } of known) {
      const told = late.get(book.vehicle_id)
      if (told === undefined || book.day === null) continue
      const after = await addLate(
        client,
        book,
        kept,
        told,
        configurations.get(book.vehicle_id) ?? [],
        now,
      )
      corrected.set(book.vehicle_id, after.book)
      rows.push(...after.rows)
    }
    const wanted = known.flatMap(({ book, kept }) =>
      book.day === null ? [] : [{ vehicle_id: book.vehicle_id, ...windowOf(book, kept) }],
    )
    const measured = await measuredOf(client, wanted)
    const turned: Turned[] = []
    const going: Book[] = []
    for (const { book: read, kept } of known) {
      const { vehicle_id } = read
      const told: Measured = {
        ...(measured.get(vehicle_id) ?? NOTHING),
        configurations: configurations.get(vehicle_id) ?? [],
      }
      const after = advance(corrected.get(vehicle_id) ?? read, kept, told, now)
      rows.push(...after.rows)
      if (signs !== null && isFull(after.book, kept, now)) turned.push({ book: after.book, kept })
      else going.push(after.book)
    }
    if (rows.length > 0) await send(client, [insertRows(rows)])
    const closed = signs === null ? [] : await close(client, turned, signs, now)
    await send(client, [
      ...(closed.length > 0 ? [insertDays(closed.map(c => c.closed))] : []),
      updateBooks([...going, ...closed.map(c => c.book)]),
    ])
    if (late.size > 0)
      await client.query(
        'delete from register_late l using unnest($1::int4[], $2::timestamptz[], $3::timestamptz[]) as d (vehicle_id, from_at, to_at) where l.vehicle_id = d.vehicle_id and l.from_at = d.from_at and l.to_at = d.to_at',
        [
          [...corrected.keys()],
          [...corrected.keys()].map(id => late.get(id)?.from_at),
          [...corrected.keys()].map(id => late.get(id)?.to_at),
        ],
      )
    return known.length
  })
}

interface Turned {
  readonly book: Book
  readonly kept: Kept
}
/** Signs pages that are full. */
async function close(
  client: PoolClient,
  full: readonly Turned[],
  signs: Signer,
  now: number,
): Promise<{ book: Book; closed: Closed & { signature: Buffer } }[]> {
  if (full.length === 0) return []
  const { rows } = await client.query<{ vehicle_id: number; at: number; hash: Buffer }>(
    `select r.vehicle_id, (extract(epoch from r.at) * 1000)::float8 as at, r.hash from unnest($1::int4[], $2::text[]) as p (vehicle_id, day)
     join register_rows r on r.vehicle_id = p.vehicle_id and r.day = p.day::date order by r.vehicle_id, r.n`,
    [full.map(f => f.book.vehicle_id), full.map(f => f.book.day)],
  )
  const byVehicle = grouped(rows, row => row.vehicle_id)
  return full.map(({ book, kept }) => {
    const after = turn(book, byVehicle.get(book.vehicle_id) ?? [], kept, signs.key_id, now)
    return {
      book: after.book,
      closed: { ...after.closed, signature: signs.sign(after.closed.digest) },
    }
  })
}

interface Late {
  readonly from_at: Date
  readonly to_at: Date
}
async function lateOf(client: PoolClient, ids: readonly number[]): Promise<Map<number, Late>> {
  const { rows } = await client.query<Late & { readonly vehicle_id: number }>(
    'select vehicle_id, from_at, to_at from register_late where vehicle_id = any($1::int4[])',
    [ids],
  )
  return new Map(rows.map(row => [row.vehicle_id, row]))
}

/** Looks again at the moments that late records may have told something of. */
async function addLate(
  client: PoolClient,
  book: Book,
  kept: Kept,
  late: Late,
  configurations: Measured['configurations'],
  now: number,
) {
  const from = Math.max(late.from_at.getTime(), book.begins_at)
  const to = Math.min(late.to_at.getTime() + heldFor(HOUR / 1_000), book.next_at - 1)
  if (from > to) return { book, rows: [] }
  const measured = await measuredOf(client, [
    { vehicle_id: book.vehicle_id, from: from - heldFor(HOUR / 1_000), to },
  ])
  const standing = new Map(
    (await standingRows(client, book.vehicle_id, from, to)).map(row => [row.at, row]),
  )
  const moments = await momentsBetween(client, book, kept, from, to)
  return correct(
    book,
    moments,
    standing,
    { ...(measured.get(book.vehicle_id) ?? NOTHING), configurations },
    now,
  )
}
/** The moments of closed days by their own grid; of days before the register as the vehicle is set now. */
async function momentsBetween(
  client: PoolClient,
  book: Book,
  { timezone, log_interval }: Kept,
  from: number,
  to: number,
) {
  const days = new Map(
    (
      await daysOf(client, book.vehicle_id, dayAt(from - DAY, timezone), dayAt(to + DAY, timezone))
    ).map(day => [day.day, day]),
  )
  const moments: { at: number; seconds: number }[] = []
  for (let day = dayAt(from, timezone); ; ) {
    const page_from = dayBegin(day, timezone)
    const page_to = addDays(page_from, 1, timezone)
    const grid: Grid =
      book.day === day ? book.grid : (days.get(day)?.grid ?? [[page_from, log_interval]])
    for (const at of momentsOf(
      grid,
      Math.max(from, page_from),
      Math.min(to, page_to - 1),
      page_from,
      page_to,
    ))
      moments.push({ at, seconds: secondsAt(grid, at) })
    if (page_to > to) return moments
    day = dayAt(page_to, timezone)
  }
}

interface Window {
  readonly vehicle_id: number
  readonly from: number
  readonly to: number
}
const windowOf = (book: Book, { known_to }: Kept) => ({
  from: book.next_at - heldFor(HOUR / 1_000),
  to: Math.min(Math.max(known_to, book.next_at), book.page_to),
})
interface At<D> {
  readonly at: number
  readonly data: D
}
type Told = { readonly temperatures: At<Temperatures>[]; readonly units: At<Setpoints>[] }
const NOTHING: Told = { temperatures: [], units: [] }

/** What vehicles have told of temperatures and of their units, each over its own stretch. */
async function measuredOf(
  client: PoolClient,
  windows: readonly Window[],
): Promise<Map<number, Told>> {
  const measured = new Map<number, Told>()
  if (windows.length === 0) return measured
  const { rows } = await client.query<{
    vehicle_id: number
    kind: string
    at: number
    data: Temperatures & Setpoints
  }>(
    `select w.vehicle_id, r.kind, (extract(epoch from r.message_datetime) * 1000)::float8 as at, r.data
     from unnest($1::int4[], $2::timestamptz[], $3::timestamptz[]) as w (vehicle_id, from_at, to_at) cross join unnest(array['temperature', 'fridge']) as k (kind)
     cross join lateral (select kind, message_datetime, seq, data from readings where vehicle_id = w.vehicle_id and kind = k.kind
       and message_datetime >= w.from_at and message_datetime <= w.to_at) r
     order by w.vehicle_id, r.message_datetime, r.seq`,
    [
      windows.map(w => w.vehicle_id),
      windows.map(w => new Date(w.from)),
      windows.map(w => new Date(w.to)),
    ],
  )
  for (const { vehicle_id, kind, at, data } of rows) {
    const told = measured.get(vehicle_id) ?? { temperatures: [], units: [] }
    measured.set(vehicle_id, told)
    if (kind === 'temperature') told.temperatures.push({ at: Math.round(at), data })
    else told.units.push({ at: Math.round(at), data })
  }
  return measured
}
