// The one reader of histories of readings: rows and packed days of a vehicle and kind, merged in order. Other readers ask PostgreSQL's `readings_of`, `reading_before` and `reading_after`.
import { dayOfText, startOfDay } from '@flotta/core/time.ts'
import { asColumn, type ColumnValue, lists, numbers } from '@flotta/platform/array-reader.ts'
import type { Pool } from '@flotta/platform/db.ts'
import { checksumOf, DamagedPack } from './pack.ts'
import type { PositionRange } from './queries.ts'
import { decodeReadings } from './readings-codec.ts'
import { microsOf, millis } from './rows.ts'

/** Times, order and values of the rows `r`, as columns: thousands of them become one row. */
const AS_COLUMNS = `select ${asColumn('message_datetime', 'at')}, ${asColumn('seq')}, '[' || string_agg(data, ',') || ']' as data`
const WITHIN = `from readings where vehicle_id = $1 and kind = $2 and message_datetime >= $3 and message_datetime <= $4`
const ALL = `${AS_COLUMNS} from (select message_datetime, seq, data::text as data ${WITHIN} order by message_datetime, seq) r`
const BESIDE_BEFORE = `select message_datetime, seq, data::text as data, lag(data::text) over (order by message_datetime, seq) as before ${WITHIN}`
/** Only rows whose value differs from the row before. */
const CHANGES = `${AS_COLUMNS} from (select * from (${BESIDE_BEFORE}) w where data is distinct from before order by message_datetime, seq) r`
/** All rows; a value that repeats the row before is null. */
const STEADY = `${AS_COLUMNS} from (select message_datetime, seq, coalesce(nullif(data, before), 'null') as data from (${BESIDE_BEFORE}) w order by message_datetime, seq) r`
/** The packs that overlap the period, beside the rows of a statement. */
const withPacks = (rows: string): string => `select * from (${rows}) r cross join (
  select ${asColumn('k.day::text', 'days')}, ${asColumn('k.checksum', 'checksums')}, ${asColumn('k.data', 'packs')} from (
    select * from reading_packs where vehicle_id = $1 and kind = $2 and day >= ($3::timestamptz at time zone 'UTC')::date and day <= ($4::timestamptz at time zone 'UTC')::date
      and first_at <= $4 and last_at >= $3 order by day) k) k`

/** How rows are selected → the statement and its name. */
const reads = {
  all: { name: 'readings', text: withPacks(ALL) },
  changes: { name: 'readings changes', text: withPacks(CHANGES) },
  steady: { name: 'readings steady', text: withPacks(STEADY) },
} as const
/**
 * `all`: every row. `changes`: only the first row and those that differ from the row before. `steady`: every row, but a repeated value is sent once; for wide
 * values that rarely change.
 */
export type ReadingRows = keyof typeof reads

export interface StoredValue<D> {
  /** Epoch ms. */
  readonly at: number
  readonly seq: number
  readonly data: D
}
interface Answer {
  readonly at: ColumnValue
  readonly seq: ColumnValue
  readonly data: string | null
  readonly days: ColumnValue
  readonly checksums: ColumnValue
  readonly packs: ColumnValue
}

/** The readings of a vehicle and kind within a time, oldest first. Throws `DamagedPack`, which names the vehicle, the kind and the day. */
export async function readReadings<D extends object>(
  pool: Pick<Pool, 'query'>,
  vehicle_id: number,
  kind: string,
  range: PositionRange,
  rowsOf: ReadingRows,
): Promise<StoredValue<D>[]> {
  const ask = async (which: ReadingRows): Promise<Answer | undefined> => {
    const values = [vehicle_id, kind, new Date(range.from), new Date(range.to)]
    return (await pool.query<Answer>({ ...reads[which], values })).rows[0]
  }
  const answer = await ask(rowsOf)
  if (answer === undefined || answer.packs === null) return answer ? rowsIn<D>(answer) : []
  // A row of the table may follow one of a pack, so repeated values are found among both together.
  const everything = rowsOf === 'all' ? answer : await ask('all')
  if (everything === undefined) return []
  const packed = packsIn<D>(everything, vehicle_id, kind, range)
  const all = [...packed, ...rowsIn<D>(everything)]
  const isOrdered = all.every((row, i) => i === 0 || compare(all[i - 1] ?? row, row) <= 0)
  if (!isOrdered) all.sort(compare)
  return rowsOf === 'changes' ? changesOf(all) : all
}
const compare = (a: StoredValue<unknown>, b: StoredValue<unknown>): number =>
  a.at - b.at || a.seq - b.seq

function changesOf<D>(all: readonly StoredValue<D>[]): StoredValue<D>[] {
  let before: string | null = null
  return all.filter(({ data }) => {
    const text = JSON.stringify(data)
    const isChange = text !== before
    before = text
    return isChange
  })
}

function rowsIn<D>({ at, seq, data }: Answer): StoredValue<D>[] {
  const [times, seqs] = [numbers.timestamptz(at), numbers.int2(seq)]
  // The first row always has a value.
  let current: D | null = null
  return (JSON.parse(data ?? '[]') as (D | null)[]).map((value, i) => {
    current = value ?? current
    return { at: times[i] ?? 0, seq: seqs[i] ?? 0, data: current as D }
  })
}

function packsIn<D>(
  { days, checksums, packs }: Answer,
  vehicle_id: number,
  kind: string,
  { from, to }: PositionRange,
): StoredValue<D>[] {
  const [dates, sums] = [lists.text(days), lists.bytea(checksums)]
  return lists.text(packs).flatMap((text, n) => {
    const [pack, date] = [text ?? '', dates[n] ?? '']
    if (!checksumOf(pack).equals(sums[n] ?? new Uint8Array(0)))
      throw new DamagedPack(
        `the packed readings of vehicle ${vehicle_id} (${kind}) on ${date} cannot be read: they have changed`,
      )
    const begin = microsOf(startOfDay(dayOfText(date)))
    const { micros, seqs, values } = decodeReadings(pack)
    return values.flatMap((data, i) => {
      const at = millis(begin + (micros[i] ?? 0))
      return at < from || at > to ? [] : [{ at, seq: seqs[i] ?? 0, data: data as D }]
    })
  })
}
