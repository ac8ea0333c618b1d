// Fills the register: writes rows that are due, signs days that are over, and adds late records. Every step may be repeated and run by many processes,
// because a book is locked by its row.

import { groupBy } from '@flotta/core/group-by.ts'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { addDays, dayAt, dayBegin } from '@flotta/core/zones.ts'
import { epochMs } from '@flotta/platform/epoch.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { inTransaction, send } from '@flotta/platform/transaction.ts'
import type { PoolClient } from 'pg'
import { facts } from '../../fleet/vehicles/facts.ts'
import {
  advanceBook,
  type Book,
  type ClosedDay,
  closePage,
  correctRows,
  GRACE,
  isPageFull,
  type Measurements,
  type NewRow,
  newBook,
  type RegisterVehicle,
  resumeBook,
} from './book.ts'
import { isCovered } from './coverage.ts'
import { currentSigner, type Signer } from './keys.ts'
import {
  type Grid,
  maxAgeOf,
  momentsOf,
  type Setpoints,
  secondsAt,
  type Temperatures,
} from './rules.ts'
import {
  currentRows,
  daysOf,
  insertBooks,
  insertDays,
  insertRows,
  lockBooks,
  updateBooks,
} from './store.ts'

/** Books in one transaction: few enough that nobody has to wait for it. */
const BOOKS_PER_TRANSACTION = 200
/** How far back the register begins, and how old late records may be, ms. */
const PAST_MS = 31 * DAY
/** A replay of late records is waited for, but not longer than this. */
const MAX_REPLAY_WAIT_MS = 15 * MINUTE
/** How long a run may take; the next one continues. */
const MAX_RUN_MS = 50_000

/** $1: now; $2: a replay that was marked after this time is waited for. */
const VEHICLES_SQL = `select v.id as vehicle_id, c.timezone, v.log_interval,
    v.deleted_at is null and c.deleted_at is null and ${isCovered('v.id', '$1')} as entitled,
    least(s.message_datetime, case when r.first_marked_at > $2 then r.from_at - interval '1 millisecond' end, $1) as known_to
  from vehicles v join customers c on c.id = v.customer_id join vehicle_state s on s.vehicle_id = v.id left join replays r on r.vehicle_id = v.id`

interface RegisterVehicleRow extends RegisterVehicle {
  readonly vehicle_id: number
}
const timeParameters = (now: number) => [new Date(now), new Date(now - MAX_REPLAY_WAIT_MS)]
async function registerVehicles(
  client: Pick<PoolClient, 'query'>,
  ids: readonly number[],
  now: number,
): Promise<Map<number, RegisterVehicleRow>> {
  const { rows } = await client.query<Omit<RegisterVehicleRow, 'known_to'> & { known_to: Date }>(
    `${VEHICLES_SQL} where v.id = any($3::int4[])`,
    [...timeParameters(now), ids],
  )
  return new Map(rows.map(row => [row.vehicle_id, { ...row, known_to: row.known_to.getTime() }]))
}

/** Job: fills the books of all vehicles, the oldest due first. */
export const keepRegister = (ctx: Context): Promise<void> => fillBooks(ctx, null)
/** Fills the book of one vehicle as far as its device has sent data, so that a receipt does not wait for the job. */
export const bringUpToDate = (ctx: Context, vehicle_id: number): Promise<void> =>
  fillBooks(ctx, vehicle_id)

async function fillBooks(ctx: Context, vehicle_id: number | null): Promise<void> {
  const until = performance.now() + MAX_RUN_MS
  await beginBooks(ctx, vehicle_id)
  const signer = await currentSigner(ctx).catch(() => null)
  for (let advancedCount = 1; advancedCount > 0 && performance.now() < until; ) {
    const ids = await dueVehicles(ctx, signer !== null, vehicle_id)
    advancedCount = ids.length === 0 ? 0 : await advanceBooks(ctx, ids, signer, vehicle_id === null)
  }
}

/** Begins the books of vehicles that have the register and no book yet, with their recent measurements. */
async function beginBooks(ctx: Context, vehicle_id: number | null): Promise<void> {
  const now = ctx.now()
  const { rows } = await ctx.pool.query<
    Omit<RegisterVehicleRow, 'known_to'> & { readonly first: Date | null }
  >(
    `select k.*, (select message_datetime from reading_after(k.vehicle_id, 'temperature', $3::timestamptz - interval '1 microsecond')) as first
     from (${VEHICLES_SQL} where ($4::int4 is null or v.id = $4) and not exists (select from register_books b where b.vehicle_id = v.id)) k where k.entitled`,
    [...timeParameters(now), new Date(now - PAST_MS), vehicle_id],
  )
  if (rows.length === 0) return
  const books = rows.map(row =>
    newBook(row.vehicle_id, Math.min(row.first?.getTime() ?? now, now), now - PAST_MS, row),
  )
  await inTransaction(ctx.pool, client => send(client, [insertBooks(books)]))
}

async function dueVehicles(
  ctx: Context,
  signs: boolean,
  vehicle_id: number | null,
): Promise<number[]> {
  const now = ctx.now()
  const { rows } = await ctx.pool.query<{ vehicle_id: number; day: string | null; known_to: Date }>(
    `select b.vehicle_id, b.day::text as day from register_books b join (${VEHICLES_SQL}) k on k.vehicle_id = b.vehicle_id left join register_late l on l.vehicle_id = b.vehicle_id
     where ($5::int4 is null or b.vehicle_id = $5) and case when b.day is null then k.entitled
       else b.next_at < b.page_to and b.next_at <= k.known_to or l.vehicle_id is not null or $4 and (k.known_to >= b.page_to or b.page_to <= $3) end
     order by b.next_at limit ${BOOKS_PER_TRANSACTION}`,
    [...timeParameters(now), new Date(now - GRACE), signs, vehicle_id],
  )
  for (const day of new Set(rows.map(row => row.day?.slice(0, 7))))
    if (day !== undefined) await ensureMonth(ctx, day)
  return rows.map(row => row.vehicle_id)
}

const months = new WeakMap<object, Set<string>>()
/** @param month `2026-11` */
async function ensureMonth(ctx: Context, month: string): Promise<void> {
  const createdMonths = months.get(ctx.pool) ?? new Set()
  months.set(ctx.pool, createdMonths)
  if (createdMonths.has(month)) return
  await ctx.pool.query('select create_register_month($1::date)', [`${month}-01`])
  createdMonths.add(month)
}

/** A book and its vehicle, as both are at the beginning of a transaction. */
interface BookEntry {
  readonly book: Book
  readonly vehicle: RegisterVehicle
}
type ConfigurationsByVehicle = ReadonlyMap<number, Measurements['configurations']>

/**
 * Continues books, each at most to the end of its open page.
 * @param skip leaves books to the process that has locked them
 * @returns how many books were processed
 */
async function advanceBooks(
  ctx: Context,
  ids: readonly number[],
  signer: Signer | null,
  skip: boolean,
): Promise<number> {
  const now = ctx.now()
  return inTransaction(ctx.pool, async client => {
    const entries = await lockEntries(client, ids, skip, now)
    const configurations = await facts.load(
      client,
      entries.map(({ book }) => book.vehicle_id),
    )
    const late = await lateRanges(client, ids)
    const correction = await correctBooks(client, entries, late, configurations, now)
    const progress = await advanceEntries(client, entries, correction.books, configurations, now)
    const fullPages =
      signer === null
        ? []
        : progress.entries.filter(({ book, vehicle }) => isPageFull(book, vehicle, now))
    const openBooks = progress.entries.flatMap(entry =>
      fullPages.includes(entry) ? [] : [entry.book],
    )
    const rows = [...correction.rows, ...progress.rows]
    if (rows.length > 0) await send(client, [insertRows(rows)])
    const closedPages = signer === null ? [] : await closePages(client, fullPages, signer, now)
    await send(client, [
      ...(closedPages.length > 0 ? [insertDays(closedPages.map(({ closed }) => closed))] : []),
      updateBooks([...openBooks, ...closedPages.map(({ book }) => book)]),
    ])
    if (late.size > 0) await deleteLateRanges(client, [...correction.books.keys()], late)
    return entries.length
  })
}

/** Locks the books and begins the next page of those that rested. */
async function lockEntries(
  client: PoolClient,
  ids: readonly number[],
  skip: boolean,
  now: number,
): Promise<BookEntry[]> {
  const books = await lockBooks(client, ids, skip)
  const vehicles = await registerVehicles(client, ids, now)
  return books.flatMap(book => {
    const vehicle = vehicles.get(book.vehicle_id)
    if (vehicle === undefined) return []
    const rests = book.day === null && vehicle.entitled
    return [{ book: rests ? resumeBook(book, vehicle, now) : book, vehicle }]
  })
}

/**
 * Corrects rows that late records have changed.
 * @returns the books that changed, and the rows to write
 */
async function correctBooks(
  client: PoolClient,
  entries: readonly BookEntry[],
  late: ReadonlyMap<number, LateRange>,
  configurations: ConfigurationsByVehicle,
  now: number,
): Promise<{ readonly books: Map<number, Book>; readonly rows: NewRow[] }> {
  const books = new Map<number, Book>()
  const rows: NewRow[] = []
  for (const { book, vehicle } of entries) {
    const { vehicle_id } = book
    const range = late.get(vehicle_id)
    if (range === undefined || book.day === null) continue
    const configurationsOfVehicle = configurations.get(vehicle_id) ?? []
    const after = await correctLate(client, book, vehicle, range, configurationsOfVehicle, now)
    books.set(vehicle_id, after.book)
    rows.push(...after.rows)
  }
  return { books, rows }
}

/**
 * Adds the rows that are due.
 * @param correctedBooks books that late records have changed
 */
async function advanceEntries(
  client: PoolClient,
  entries: readonly BookEntry[],
  correctedBooks: ReadonlyMap<number, Book>,
  configurations: ConfigurationsByVehicle,
  now: number,
): Promise<{ readonly entries: BookEntry[]; readonly rows: NewRow[] }> {
  const windows = entries.flatMap(({ book, vehicle }) =>
    book.day === null ? [] : [{ vehicle_id: book.vehicle_id, ...readingWindow(book, vehicle) }],
  )
  const measurements = await measurementsOf(client, windows)
  const advancedEntries: BookEntry[] = []
  const rows: NewRow[] = []
  for (const { book, vehicle } of entries) {
    const { vehicle_id } = book
    const vehicleMeasurements: Measurements = {
      ...(measurements.get(vehicle_id) ?? NO_READINGS),
      configurations: configurations.get(vehicle_id) ?? [],
    }
    const before = correctedBooks.get(vehicle_id) ?? book
    const after = advanceBook(before, vehicle, vehicleMeasurements, now)
    advancedEntries.push({ book: after.book, vehicle })
    rows.push(...after.rows)
  }
  return { entries: advancedEntries, rows }
}

/** Deletes late ranges that are done; a range that has grown meanwhile stays for the next run. */
const deleteLateRanges = (
  client: PoolClient,
  ids: readonly number[],
  late: ReadonlyMap<number, LateRange>,
) =>
  client.query(
    'delete from register_late l using unnest($1::int4[], $2::timestamptz[], $3::timestamptz[]) as d (vehicle_id, from_at, to_at) where l.vehicle_id = d.vehicle_id and l.from_at = d.from_at and l.to_at = d.to_at',
    [ids, ids.map(id => late.get(id)?.from_at), ids.map(id => late.get(id)?.to_at)],
  )

/** Signs pages that are full. */
async function closePages(
  client: PoolClient,
  full: readonly BookEntry[],
  signer: Signer,
  now: number,
): Promise<{ book: Book; closed: ClosedDay & { signature: Buffer } }[]> {
  if (full.length === 0) return []
  const { rows } = await client.query<{ vehicle_id: number; at: number; hash: Buffer }>(
    `select r.vehicle_id, ${epochMs('r.at')} as at, r.hash from unnest($1::int4[], $2::text[]) as p (vehicle_id, day)
     join register_rows r on r.vehicle_id = p.vehicle_id and r.day = p.day::date order by r.vehicle_id, r.n`,
    [full.map(f => f.book.vehicle_id), full.map(f => f.book.day)],
  )
  const byVehicle = groupBy(rows, row => row.vehicle_id)
  return full.map(({ book, vehicle }) => {
    const after = closePage(book, byVehicle.get(book.vehicle_id) ?? [], vehicle, signer.key_id, now)
    return {
      book: after.book,
      closed: { ...after.closed, signature: signer.sign(after.closed.digest) },
    }
  })
}

interface LateRange {
  readonly from_at: Date
  readonly to_at: Date
}
async function lateRanges(
  client: PoolClient,
  ids: readonly number[],
): Promise<Map<number, LateRange>> {
  const { rows } = await client.query<LateRange & { readonly vehicle_id: number }>(
    'select vehicle_id, from_at, to_at from register_late where vehicle_id = any($1::int4[])',
    [ids],
  )
  return new Map(rows.map(row => [row.vehicle_id, row]))
}

/** Compares the moments that late records may have changed with the register. */
async function correctLate(
  client: PoolClient,
  book: Book,
  vehicle: RegisterVehicle,
  late: LateRange,
  configurations: Measurements['configurations'],
  now: number,
) {
  const from = Math.max(late.from_at.getTime(), book.begins_at)
  const to = Math.min(late.to_at.getTime() + maxAgeOf(HOUR / 1_000), book.next_at - 1)
  if (from > to) return { book, rows: [] }
  const measurements = await measurementsOf(client, [
    { vehicle_id: book.vehicle_id, from: from - maxAgeOf(HOUR / 1_000), to },
  ])
  const standing = new Map(
    (await currentRows(client, book.vehicle_id, from, to)).map(row => [row.at, row]),
  )
  const moments = await momentsBetween(client, book, vehicle, from, to)
  return correctRows(
    book,
    moments,
    standing,
    { ...(measurements.get(book.vehicle_id) ?? NO_READINGS), configurations },
    now,
  )
}
/** The moments of closed days by the grid of each day; days from before the register use the vehicle's present interval. */
async function momentsBetween(
  client: PoolClient,
  book: Book,
  { timezone, log_interval }: RegisterVehicle,
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
const readingWindow = (book: Book, { known_to }: RegisterVehicle) => ({
  from: book.next_at - maxAgeOf(HOUR / 1_000),
  to: Math.min(Math.max(known_to, book.next_at), book.page_to),
})
interface At<D> {
  readonly at: number
  readonly data: D
}
type VehicleReadings = {
  readonly temperatures: At<Temperatures>[]
  readonly units: At<Setpoints>[]
}
const NO_READINGS: VehicleReadings = { temperatures: [], units: [] }

/** The temperatures and the states of the unit of each vehicle within its window. */
async function measurementsOf(
  client: PoolClient,
  windows: readonly Window[],
): Promise<Map<number, VehicleReadings>> {
  const byVehicle = new Map<number, VehicleReadings>()
  if (windows.length === 0) return byVehicle
  const { rows } = await client.query<{
    vehicle_id: number
    kind: string
    at: number
    data: Temperatures & Setpoints
  }>(
    `select w.vehicle_id, r.kind, ${epochMs('r.message_datetime')} as at, r.data
     from unnest($1::int4[], $2::timestamptz[], $3::timestamptz[]) as w (vehicle_id, from_at, to_at) cross join unnest(array['temperature', 'fridge']) as k (kind)
     cross join lateral (select k.kind, s.* from readings_of(w.vehicle_id, k.kind, w.from_at, w.to_at) s) r
     order by w.vehicle_id, r.message_datetime, r.seq`,
    [
      windows.map(w => w.vehicle_id),
      windows.map(w => new Date(w.from)),
      windows.map(w => new Date(w.to)),
    ],
  )
  for (const { vehicle_id, kind, at, data } of rows) {
    const readings = byVehicle.get(vehicle_id) ?? { temperatures: [], units: [] }
    byVehicle.set(vehicle_id, readings)
    if (kind === 'temperature') readings.temperatures.push({ at: Math.round(at), data })
    else readings.units.push({ at: Math.round(at), data })
  }
  return byVehicle
}
