// Turns the readings of a vehicle's day into one row per kind: packed without a lock, then moved in one transaction that compares the deleted rows with what
// PostgreSQL reads from the packs.
import { DAY, dayOf, dayText } from '@flotta/core/time.ts'
import { asColumn, lists, numbers } from '@flotta/platform/array-reader.ts'
import { columns } from '@flotta/platform/columns.ts'
import type { Pool } from '@flotta/platform/db.ts'
import { inTransaction } from '@flotta/platform/transaction.ts'
import type { PoolClient } from 'pg'
import { kinds } from '../../kinds.ts'
import { checksumOf } from './pack.ts'
import { DayChanged } from './packing.ts'
import { type DayReadings, encodeReadings } from './readings-codec.ts'
import { microsOf, millis } from './rows.ts'

/** The rows `r` of each kind as columns, in order. */
const columnsByKind = (from: string): string =>
  `select kind, ${['message_datetime', 'seq', 'data'].map(name => asColumn(name, name, 'order by message_datetime, seq')).join(', ')}
   from ${from} group by kind order by kind`
const OF_DAY =
  'vehicle_id = $1 and kind = any($4::text[]) and message_datetime >= $2 and message_datetime < $3'
const READ = columnsByKind(
  `(select kind, message_datetime, seq, data from readings where ${OF_DAY}) r`,
)
const TAKE = `with gone as (delete from readings where ${OF_DAY} returning kind, message_datetime, seq, data) ${columnsByKind('gone')}`
const PACKS_OF_DAY = `reading_packs k where k.vehicle_id = $1 and k.day = $2::date and k.kind = any($3::text[])`
const READ_PACKS = columnsByKind(
  `(select k.kind, u.* from (select * from ${PACKS_OF_DAY}) k cross join lateral unpack_readings(k) u) r`,
)
const TAKE_PACKS = `delete from ${PACKS_OF_DAY}`
const INSERT = `insert into reading_packs (vehicle_id, day, kind, count, first_at, last_at, checksum, data)
  select $1, $2::date, p.* from unnest($3::text[], $4::int4[], $5::timestamptz[], $6::timestamptz[], $7::bytea[], $8::json[]) p`

type KindRow = { readonly kind: string } & Readonly<
  Record<'message_datetime' | 'seq' | 'data', string>
>
/** The names of all kinds. */
export const namesOfKinds = kinds.map(({ kind }) => kind)

interface KindDay extends DayReadings {
  readonly kind: string
}
const dayOfRow = ({ kind, message_datetime, seq, data }: KindRow, begin: number): KindDay => ({
  kind,
  micros: Array.from(numbers.int8(message_datetime), time => time - begin),
  seqs: Array.from(numbers.int2(seq)),
  texts: lists.text(data).map(text => text ?? 'null'),
})

/** Merges the rows beside a pack into it; a row that the pack has too is newer and replaces it. */
function joinDays(packed: KindDay, rows: KindDay): KindDay {
  const entries = new Map<string, { micros: number; seq: number; text: string }>()
  for (const { micros, seqs, texts } of [packed, rows])
    texts.forEach((text, i) => {
      const [time, seq] = [micros[i] ?? 0, seqs[i] ?? 0]
      entries.set(`${time} ${seq}`, { micros: time, seq, text })
    })
  const all = [...entries.values()].sort((a, b) => a.micros - b.micros || a.seq - b.seq)
  return {
    kind: rows.kind,
    micros: all.map(entry => entry.micros),
    seqs: all.map(entry => entry.seq),
    texts: all.map(entry => entry.text),
  }
}
const isSame = (a: KindDay | undefined, b: KindDay | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.texts.length === b.texts.length &&
  a.texts.every(
    (text, i) => text === b.texts[i] && a.micros[i] === b.micros[i] && a.seqs[i] === b.seqs[i],
  )

/** Packs the readings of a day and returns the number of rows in the packs; 0: none, or the day has changed meanwhile. */
export async function packDayReadings(
  pool: Pool,
  vehicle_id: number,
  dayBegin: number,
): Promise<number> {
  const period = [vehicle_id, new Date(dayBegin), new Date(dayBegin + DAY), namesOfKinds]
  const begin = microsOf(dayBegin)
  const { rows } = await pool.query<KindRow>(READ, period)
  if (rows.length === 0) return 0
  const fresh = rows.map(row => dayOfRow(row, begin))
  const key = [vehicle_id, dayText(dayOf(dayBegin)), fresh.map(({ kind }) => kind)]
  const { rows: packRows } = await pool.query<KindRow>(READ_PACKS, key)
  const packed = new Map(packRows.map(row => [row.kind, dayOfRow(row, begin)]))
  const days = fresh.map(day => joinDays(packed.get(day.kind) ?? NOTHING, day))
  try {
    await inTransaction(pool, client =>
      moveReadings(client, { period, key, begin, fresh, packed, days }),
    )
  } catch (error) {
    if (error instanceof DayChanged) return 0
    throw error
  }
  return fresh.reduce((sum, { texts }) => sum + texts.length, 0)
}
const NOTHING: KindDay = { kind: '', micros: [], seqs: [], texts: [] }

interface Move {
  readonly period: readonly unknown[]
  /** Vehicle, day and kinds of the packs that are written. */
  readonly key: readonly unknown[]
  /** The begin of the day, microseconds since 2000. */
  readonly begin: number
  readonly fresh: readonly KindDay[]
  readonly packed: ReadonlyMap<string, KindDay>
  readonly days: readonly KindDay[]
}
async function moveReadings(
  client: PoolClient,
  { period, key, begin, fresh, packed, days }: Move,
): Promise<void> {
  const [vehicle_id] = period
  // A replay of the vehicle locks this row. New records of the vehicle are stored meanwhile.
  await client.query('select from vehicle_state where vehicle_id = $1 for key share', [vehicle_id])
  const daysByKind = async (
    text: string,
    values: readonly unknown[],
  ): Promise<Map<string, KindDay>> => {
    const { rows } = await client.query<KindRow>(text, [...values])
    return new Map(rows.map(row => [row.kind, dayOfRow(row, begin)]))
  }
  const isAsBefore = (now: ReadonlyMap<string, KindDay>, before: readonly KindDay[]) =>
    now.size === before.length && before.every(day => isSame(now.get(day.kind), day))
  if (!isAsBefore(await daysByKind(TAKE, period), fresh)) throw new DayChanged()
  if (!isAsBefore(await daysByKind(READ_PACKS, key), [...packed.values()])) throw new DayChanged()
  await client.query(TAKE_PACKS, [...key])
  await client.query(INSERT, [...key, ...packValues(days, begin)])
  if (!isAsBefore(await daysByKind(READ_PACKS, key), days))
    throw new Error('packed readings are not equal to what is stored')
}

function packValues(days: readonly KindDay[], begin: number): Buffer[] {
  const packs = days.map(day => encodeReadings(day))
  const at = (micros: number | undefined) => millis(begin + (micros ?? 0))
  return [
    columns.int4(days.map(({ texts }) => texts.length)),
    columns.timestamptz(days.map(({ micros }) => Math.floor(at(micros[0])))),
    columns.timestamptz(days.map(({ micros }) => Math.ceil(at(micros.at(-1))))),
    columns.bytea(packs.map(checksumOf)),
    columns.json(packs),
  ]
}
