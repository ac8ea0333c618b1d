// Reads and writes the tables of the register; a batch is written in one statement.
import { columns } from '@flotta/platform/columns.ts'
import type { Statement } from '@flotta/platform/transaction.ts'
import type { PoolClient } from 'pg'
import type { Sensor } from '../../services/eyecold/rules.ts'
import type { SealedDay, StoredRow } from './audit.ts'
import type { Book, ClosedDay, NewRow } from './book.ts'
import type { Reason } from './contract.ts'
import type { Grid, Sample } from './rules.ts'

type Client = Pick<PoolClient, 'query'>
const ms = (column: string, name = column) =>
  `(extract(epoch from ${column}) * 1000)::float8 as ${name}`
const times = <K extends string>(row: object, ...names: K[]) =>
  Object.fromEntries(
    names.map(name => [name, Math.round((row as Record<K, number>)[name])]),
  ) as Record<K, number>

const BOOK = `vehicle_id, timezone, day::text, previous, rows, hash, grid, ${ms('begins_at')}, ${ms('page_from')}, ${ms('page_to')}, ${ms('next_at')}`
/**
 * Locks the books until the transaction ends.
 * @param skip leaves out books that another transaction has locked
 */
export async function lockBooks(
  client: Client,
  ids: readonly number[],
  skip: boolean,
): Promise<Book[]> {
  const { rows } = await client.query<Book>(
    `select ${BOOK} from register_books where vehicle_id = any($1::int4[]) order by vehicle_id for update${skip ? ' skip locked' : ''}`,
    [ids],
  )
  return rows.map(book => ({
    ...book,
    ...times(book, 'begins_at', 'page_from', 'page_to', 'next_at'),
  }))
}
export async function bookOf(client: Client, vehicle_id: number): Promise<Book | null> {
  const { rows } = await client.query<Book>(
    `select ${BOOK} from register_books where vehicle_id = $1`,
    [vehicle_id],
  )
  return rows[0] === undefined
    ? null
    : { ...rows[0], ...times(rows[0], 'begins_at', 'page_from', 'page_to', 'next_at') }
}

const BOOK_ROWS = `unnest($1::int4[], $2::timestamptz[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::bytea[], $8::int4[], $9::bytea[], $10::jsonb[], $11::timestamptz[])
  as n (vehicle_id, begins_at, timezone, day, page_from, page_to, previous, rows, hash, grid, next_at)`
const bookValues = (books: readonly Book[]) => [
  columns.int4(books.map(b => b.vehicle_id)),
  columns.timestamptz(books.map(b => b.begins_at)),
  columns.text(books.map(b => b.timezone)),
  columns.text(books.map(b => b.day)),
  columns.timestamptz(books.map(b => b.page_from)),
  columns.timestamptz(books.map(b => b.page_to)),
  columns.bytea(books.map(b => b.previous)),
  columns.int4(books.map(b => b.rows)),
  columns.bytea(books.map(b => b.hash)),
  columns.jsonb(books.map(b => JSON.stringify(b.grid))),
  columns.timestamptz(books.map(b => b.next_at)),
]
export const insertBooks = (books: readonly Book[]): Statement => ({
  name: 'register books insert',
  text: `insert into register_books (vehicle_id, begins_at, timezone, day, page_from, page_to, previous, rows, hash, grid, next_at)
    select vehicle_id, begins_at, timezone, day::date, page_from, page_to, previous, rows, hash, grid, next_at from ${BOOK_ROWS} on conflict do nothing`,
  values: bookValues(books),
})
export const updateBooks = (books: readonly Book[]): Statement => ({
  name: 'register books update',
  text: `update register_books b set (timezone, day, page_from, page_to, previous, rows, hash, grid, next_at)
    = row (n.timezone, n.day::date, n.page_from, n.page_to, n.previous, n.rows, n.hash, n.grid, n.next_at) from ${BOOK_ROWS} where b.vehicle_id = n.vehicle_id`,
  values: bookValues(books),
})

/** For each sensor: when it was read last, the lowest value and its time, the highest value and its time. */
type StoredExtremes = Readonly<
  Partial<
    Record<
      Sensor,
      readonly [
        last_at: number,
        min: number | null,
        min_at: number | null,
        max: number | null,
        max_at: number | null,
      ]
    >
  >
>
const storedExtremes = (extremes: NonNullable<Sample['extremes']>): StoredExtremes =>
  Object.fromEntries(
    Object.entries(extremes).map(([sensor, { last_at, min, min_at, max, max_at }]) => [
      sensor,
      [last_at, min, min_at, max, max_at],
    ]),
  )
const extremesOf = (extremes: StoredExtremes): Sample['extremes'] =>
  Object.fromEntries(
    Object.entries(extremes).map(([sensor, [last_at, min, min_at, max, max_at]]) => [
      sensor,
      { last_at, min, min_at, max, max_at },
    ]),
  )

export const insertRows = (rows: readonly NewRow[]): Statement => ({
  name: 'register rows insert',
  text: `insert into register_rows (vehicle_id, day, n, at, seconds, measured_at, written_at, "T1", "T2", "T3", "T4", setpoint_t1, setpoint_t2, setpoint_t3, out, reason, corrects_day, corrects_n, hash, extremes)
    select vehicle_id, day::date, n, at, seconds, measured_at, written_at, t1, t2, t3, t4, s1, s2, s3, out, reason, corrects_day::date, corrects_n, hash, extremes
    from unnest($1::int4[], $2::text[], $3::int4[], $4::timestamptz[], $5::int4[], $6::timestamptz[], $7::timestamptz[], $8::float8[], $9::float8[], $10::float8[], $11::float8[],
      $12::float8[], $13::float8[], $14::float8[], $15::int2[], $16::text[], $17::text[], $18::int4[], $19::bytea[], $20::json[])
      as r (vehicle_id, day, n, at, seconds, measured_at, written_at, t1, t2, t3, t4, s1, s2, s3, out, reason, corrects_day, corrects_n, hash, extremes)`,
  values: [
    columns.int4(rows.map(r => r.vehicle_id)),
    columns.text(rows.map(r => r.day)),
    columns.int4(rows.map(r => r.n)),
    columns.timestamptz(rows.map(r => r.at)),
    columns.int4(rows.map(r => r.seconds)),
    columns.timestamptz(rows.map(r => r.measured_at)),
    columns.timestamptz(rows.map(r => r.written_at)),
    columns.float8(rows.map(r => r.T1)),
    columns.float8(rows.map(r => r.T2)),
    columns.float8(rows.map(r => r.T3)),
    columns.float8(rows.map(r => r.T4)),
    columns.float8(rows.map(r => r.setpoint_t1)),
    columns.float8(rows.map(r => r.setpoint_t2)),
    columns.float8(rows.map(r => r.setpoint_t3)),
    columns.int2(rows.map(r => r.out)),
    columns.text(rows.map(r => r.reason)),
    columns.text(rows.map(r => r.corrects?.day ?? null)),
    columns.int4(rows.map(r => r.corrects?.n ?? null)),
    columns.bytea(rows.map(r => r.hash)),
    columns.json(
      rows.map(r => (r.extremes === null ? null : JSON.stringify(storedExtremes(r.extremes)))),
    ),
  ],
})
export const insertDays = (
  days: readonly (ClosedDay & { readonly signature: Buffer })[],
): Statement => ({
  name: 'register days insert',
  text: `insert into register_days (vehicle_id, day, timezone, grid, previous, rows, hash, marks, sealed_at, key_id, digest, signature)
    select vehicle_id, day::date, timezone, grid, previous, rows, hash, marks, sealed_at, key_id, digest, signature
    from unnest($1::int4[], $2::text[], $3::text[], $4::jsonb[], $5::bytea[], $6::int4[], $7::bytea[], $8::bytea[], $9::timestamptz[], $10::text[], $11::bytea[], $12::bytea[])
      as d (vehicle_id, day, timezone, grid, previous, rows, hash, marks, sealed_at, key_id, digest, signature)`,
  values: [
    columns.int4(days.map(d => d.vehicle_id)),
    columns.text(days.map(d => d.day)),
    columns.text(days.map(d => d.timezone)),
    columns.jsonb(days.map(d => JSON.stringify(d.grid))),
    columns.bytea(days.map(d => d.previous)),
    columns.int4(days.map(d => d.rows)),
    columns.bytea(days.map(d => d.hash)),
    columns.bytea(days.map(d => d.marks)),
    columns.timestamptz(days.map(d => d.sealed_at)),
    columns.text(days.map(d => d.key_id)),
    columns.bytea(days.map(d => d.digest)),
    columns.bytea(days.map(d => d.signature)),
  ],
})

const ROW = `vehicle_id, day::text, n, ${ms('at')}, seconds, ${ms('measured_at')}, ${ms('written_at')}, "T1", "T2", "T3", "T4", setpoint_t1, setpoint_t2, setpoint_t3,
  out, reason, corrects_day::text, corrects_n, hash, extremes`
interface RowColumns extends Omit<StoredRow, 'corrects' | 'extremes'> {
  readonly extremes: StoredExtremes | null
  readonly corrects_day: string | null
  readonly corrects_n: number | null
}
const rowOf = ({ corrects_day, corrects_n, extremes, ...row }: RowColumns): StoredRow => ({
  ...row,
  extremes: extremes === null ? null : extremesOf(extremes),
  ...times(row, 'at', 'written_at'),
  measured_at: row.measured_at === null ? null : Math.round(row.measured_at),
  reason: row.reason as Reason | null,
  corrects:
    corrects_day === null || corrects_n === null ? null : { day: corrects_day, n: corrects_n },
})
/** The rows of some pages, page by page, each page in its order. */
export async function rowsOfPages(
  client: Client,
  vehicle_id: number,
  from: string,
  to: string,
): Promise<StoredRow[]> {
  const { rows } = await client.query<RowColumns>(
    `select ${ROW} from register_rows where vehicle_id = $1 and day between $2::date and $3::date order by day, n`,
    [vehicle_id, from, to],
  )
  return rows.map(rowOf)
}
/**
 * The newest row of each moment; epoch ms, both ends included.
 * @param head the end of the chain: later rows are left out
 */
export async function currentRows(
  client: Client,
  vehicle_id: number,
  from: number,
  to: number,
  head: { readonly day: string; readonly n: number } | null = null,
): Promise<StoredRow[]> {
  const { rows } = await client.query<RowColumns>(
    `select ${ROW} from (select distinct on (at) * from register_rows where vehicle_id = $1 and at >= $2 and at <= $3
       and ($4::date is null or (day, n) <= ($4::date, $5::int4)) order by at, day desc, n desc) r order by r.at`,
    [vehicle_id, new Date(from), new Date(to), head?.day ?? null, head?.n ?? null],
  )
  return rows.map(rowOf)
}

interface DayWithSignature extends Omit<SealedDay, 'signed'> {
  readonly signature: Buffer
}
/** The closed days of a vehicle, in order; both ends included. */
export async function daysOf(
  client: Client,
  vehicle_id: number,
  from: string,
  to: string,
): Promise<DayWithSignature[]> {
  const { rows } = await client.query<DayWithSignature & { readonly grid: Grid }>(
    `select vehicle_id, day::text, timezone, grid, previous, rows, hash, marks, ${ms('sealed_at')}, key_id, digest, signature, ${ms('forgotten_at')}
     from register_days where vehicle_id = $1 and day between $2::date and $3::date order by day`,
    [vehicle_id, from, to],
  )
  return rows.map(day => ({
    ...day,
    ...times(day, 'sealed_at'),
    forgotten_at: day.forgotten_at === null ? null : Math.round(day.forgotten_at),
  }))
}
