// Turns a vehicle's day into one row. The day is read, packed and verified without a lock, then moved in one transaction that compares the deleted rows with
// the packed ones.
import { DAY } from '@flotta/core/time.ts'
import { asColumn } from '@flotta/platform/array-reader.ts'
import type { Pool } from '@flotta/platform/db.ts'
import { inTransaction } from '@flotta/platform/transaction.ts'
import { atOnce, inSlices } from '@flotta/platform/work-slicer.ts'
import type { PoolClient } from 'pg'
import { isSameDay, type PositionColumns } from './codec.ts'
import { levelColumns, levelValueSteps } from './level-rows.ts'
import { type PackedBytes, packDay } from './pack.ts'
import {
  type ColumnAnswer,
  columnsOf,
  mergePositions,
  millis,
  packColumns,
  packsAsColumns,
  packsOf,
  pickPositions,
  positionFields,
  unpackRow,
} from './rows.ts'

const NAMES = ['message_datetime', 'seq', ...positionFields] as const
const AS_COLUMNS = NAMES.map(name => asColumn(name)).join(', ')
const OF_DAY = 'vehicle_id = $1 and message_datetime >= $2 and message_datetime < $3'
const READ_DAY = `select * from (select ${AS_COLUMNS} from (select ${NAMES.join(', ')} from positions where ${OF_DAY} order by message_datetime, seq) p) r
  cross join (select ${packsAsColumns} from (select ${packColumns()} from position_packs k where k.vehicle_id = $1 and k.day = ($2::timestamptz at time zone 'UTC')::date) k) k`
/** Deletes the rows of the day and returns them in the order in which they were read. */
const TAKE_ROWS = `with gone as (delete from positions where ${OF_DAY} returning ${NAMES.join(', ')})
  select ${AS_COLUMNS} from (select * from gone order by message_datetime, seq) p`
const COLUMNS = [
  'version',
  'count',
  'first_at',
  'last_at',
  'checksum',
  'data',
  'raw_checksum',
  'raw',
  ...levelColumns,
]
/** The parameters after vehicle and day, which are `$1` and `$2`. */
const PARAMETERS = COLUMNS.map((_, i) => `$${i + 3}`)
const INSERT = `insert into position_packs (vehicle_id, day, ${COLUMNS.join(', ')}) values ($1, $2, ${PARAMETERS.join(', ')}) on conflict (vehicle_id, day) do nothing`
const REPLACE = `update position_packs set (${COLUMNS.join(', ')}) = row (${PARAMETERS.join(', ')})
  where vehicle_id = $1 and day = $2 and checksum = $${COLUMNS.length + 3} and raw_checksum is not distinct from $${COLUMNS.length + 4}`

/** Deletes the separate lines: a packed day has lines of its own. */
const FORGET = `with gone as (delete from day_lines where vehicle_id = $1 and day = $2) delete from late_days where vehicle_id = $1 and day = $2`

/** The day was written meanwhile; the next run packs it. */
export class DayChanged extends Error {}

/** Packs a day and returns the number of rows in the pack; 0: none, or the day has changed meanwhile. */
export async function packVehicleDay(
  pool: Pool,
  vehicle_id: number,
  dayBegin: number,
): Promise<number> {
  const period = [vehicle_id, new Date(dayBegin), new Date(dayBegin + DAY)]
  const { rows } = await pool.query<ColumnAnswer>(READ_DAY, period)
  const answer = rows[0] ?? {}
  const fresh = columnsOf(answer)
  if (fresh.micros.length === 0) return 0
  const [before = null] = packsOf(answer)
  const day = before === null ? fresh : withoutRepeats(mergePositions([unpackRow(before), fresh]))
  const bytes = await inSlices(packDay(day))
  const levels = await inSlices(levelValueSteps(day))
  try {
    await inTransaction(pool, client =>
      moveDay(client, { period, answer, day, bytes, levels, before }),
    )
  } catch (error) {
    if (error instanceof DayChanged) return 0
    throw error
  }
  return fresh.micros.length
}

interface Move {
  readonly period: readonly unknown[]
  readonly answer: ColumnAnswer
  readonly day: PositionColumns
  readonly bytes: PackedBytes
  /** Values of `levelColumns`. */
  readonly levels: readonly unknown[]
  readonly before: PackedBytes | null
}
async function moveDay(
  client: PoolClient,
  { period, answer, day, bytes, levels, before }: Move,
): Promise<void> {
  const [vehicle_id, date] = period
  // A batch with late records of the vehicle locks this row, so nothing is packed between its look-up and its writes. New records of the vehicle are stored
  // meanwhile.
  await client.query('select from vehicle_state where vehicle_id = $1 for key share', [vehicle_id])
  const { rows } = await client.query<ColumnAnswer>(TAKE_ROWS, [...period])
  const deletedColumns = rows[0] ?? {}
  if (NAMES.some(name => deletedColumns[name] !== answer[name])) throw new DayChanged()
  const { version, checksum, data, raw_checksum, raw } = bytes
  const values = [
    vehicle_id,
    (date as Date).toISOString().slice(0, 10),
    version,
    day.micros.length,
    new Date(Math.floor(millis(day.micros[0] ?? 0))),
    new Date(Math.ceil(millis(day.micros.at(-1) ?? 0))),
    checksum,
    data,
    raw_checksum,
    raw,
    ...levels,
  ]
  const { rowCount } =
    before === null
      ? await client.query(INSERT, values)
      : await client.query(REPLACE, [...values, before.checksum, before.raw_checksum])
  if (rowCount !== 1) throw new DayChanged()
  await client.query(FORGET, values.slice(0, 2))
}

/** Removes repeated positions. Throws where two different positions have the same time and seq, because neither may be lost. */
function withoutRepeats(all: PositionColumns): PositionColumns {
  const { micros, seq } = all
  const places: number[] = []
  for (let i = 0; i < micros.length; i++) {
    const isRepeat = i > 0 && micros[i] === micros[i - 1] && seq[i] === seq[i - 1]
    if (!isRepeat) places.push(i)
    else if (!atOnce(isSameDay(pickPositions(all, [i - 1]), pickPositions(all, [i]))))
      throw new Error('two different positions of one time and order')
  }
  return places.length === micros.length ? all : pickPositions(all, places)
}
