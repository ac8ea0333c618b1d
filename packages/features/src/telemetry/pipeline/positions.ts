// The statements for records: look-up by instant, insert into the partition of the month, and
// delete.

import { EMPTY_IO } from '@flotta/core/io.ts'
import type { Fix } from '@flotta/core/telemetry.ts'
import { monthOf, monthText, startOfMonth } from '@flotta/core/time.ts'
import { columns, unnestColumns } from '@flotta/platform/columns.ts'
import type { Statement } from '@flotta/platform/transaction.ts'
import type { PoolClient } from 'pg'
import {
  type Instant,
  type PositionRow,
  readInstants,
  readPositionsAfter,
  type UnpackedDay,
} from '../packs/queries.ts'
import { millis } from '../packs/rows.ts'

/** A record of a vehicle. */
export interface VehicleRecord {
  readonly vehicle_id: number
  readonly at: number
  /** Its order among the records of its instant (instant.ts). */
  readonly seq: number
  readonly fix: Fix | null
  /** Empty: the record is too old to keep its raw parameters. */
  readonly io: Uint8Array
}
/** The columns of a fix; all null where the record has no place. */
export interface FixColumns {
  readonly latitude_e7: number | null
  readonly longitude_e7: number | null
  readonly altitude: number
  readonly direction: number
  readonly speed: number
  readonly satellites: number
}
/** The stored record of a row. */
function storedRecord({
  vehicle_id,
  at,
  seq,
  latitude_e7,
  longitude_e7,
  altitude,
  direction,
  speed,
  satellites,
  io,
}: PositionRow): VehicleRecord {
  const fix =
    latitude_e7 === null || longitude_e7 === null
      ? null
      : {
          latitude_e7,
          longitude_e7,
          altitude: altitude ?? 0,
          direction: direction ?? 0,
          speed: speed ?? 0,
          satellites: satellites ?? 0,
        }
  return { vehicle_id, at, seq, fix, io: io ?? EMPTY_IO }
}

/** The stored records of these instants. */
export const loadInstants = async (
  client: Pick<PoolClient, 'query'>,
  instants: readonly Instant[],
): Promise<VehicleRecord[]> => (await readInstants(client, instants)).map(storedRecord)

/**
 * The next records of a vehicle, after (`at`, `seq`).
 * @param unpackedDay the day that this reader unpacked last
 */
export async function loadAfter(
  client: Pick<PoolClient, 'query'>,
  vehicle_id: number,
  at: number,
  seq: number,
  limit: number,
  unpackedDay?: UnpackedDay,
): Promise<VehicleRecord[]> {
  const day = await readPositionsAfter(client, vehicle_id, at, seq, limit, unpackedDay)
  return Array.from(day.micros, (time, i): VehicleRecord => {
    const hasPlace = ((day.nulls[i] ?? 0) & HAS_NO_PLACE) === 0
    const fix = hasPlace
      ? {
          latitude_e7: day.latitude_e7[i] ?? 0,
          longitude_e7: day.longitude_e7[i] ?? 0,
          altitude: day.altitude[i] ?? 0,
          direction: day.direction[i] ?? 0,
          speed: day.speed[i] ?? 0,
          satellites: day.satellites[i] ?? 0,
        }
      : null
    return { vehicle_id, at: millis(time), seq: day.seq[i] ?? 0, fix, io: day.io[i] ?? EMPTY_IO }
  })
}
/** Bits of `nulls` for the latitude and the longitude. */
const HAS_NO_PLACE = 0b11

const insertInto = (
  table: string,
) => `insert into ${table} (message_datetime, vehicle_id, latitude_e7, longitude_e7, seq, altitude, direction, speed, satellites, io)
  select ${unnestColumns(['timestamptz', 'int4', 'int4', 'int4', 'int2', 'int2', 'int2', 'int2', 'int2', 'bytea'])}`

/**
 * Late records mark their day, which is not packed before it is quiet, and their vehicle with the
 * id of the transaction, so that every mark is unique.
 * Records that are too old for a replay mark nothing.
 */
const INSERT_LATE = `with fresh as (${insertInto('positions')} returning vehicle_id, message_datetime),
  late as (insert into late_days as l (vehicle_id, day, marked_at)
    select distinct vehicle_id, (message_datetime at time zone 'UTC')::date, $11::timestamptz from fresh order by 1, 2
    on conflict (vehicle_id, day) do update set marked_at = excluded.marked_at)
  insert into replays as r (vehicle_id, from_at, to_at, marks, first_marked_at, last_marked_at)
  select vehicle_id, min(message_datetime), max(message_datetime), pg_current_xact_id()::text::int8, $11::timestamptz, $11::timestamptz from fresh where message_datetime >= $12::timestamptz
  group by vehicle_id order by vehicle_id
  on conflict (vehicle_id) do update set from_at = least(r.from_at, excluded.from_at), to_at = greatest(r.to_at, excluded.to_at),
    marks = excluded.marks, last_marked_at = excluded.last_marked_at`

const positionColumns = (records: readonly VehicleRecord[]) => [
  columns.timestamptz(records.map(r => r.at)),
  columns.int4(records.map(r => r.vehicle_id)),
  columns.int4(records.map(r => (r.fix === null ? null : r.fix.latitude_e7))),
  columns.int4(records.map(r => (r.fix === null ? null : r.fix.longitude_e7))),
  columns.int2(records.map(r => r.seq)),
  columns.int2(records.map(r => (r.fix === null ? null : r.fix.altitude))),
  columns.int2(records.map(r => (r.fix === null ? null : r.fix.direction))),
  columns.int2(records.map(r => (r.fix === null ? null : r.fix.speed))),
  columns.int2(records.map(r => (r.fix === null ? null : r.fix.satellites))),
  columns.bytea(records.map(r => r.io)),
]

/**
 * Inserts into the partition of the month, which must exist. Routing each row to its partition
 * would cost a fifth more. The statement fails for a record that is stored already.
 */
export const insertPositions = (records: readonly VehicleRecord[]): Statement[] =>
  byMonth(records).map(([month, monthRecords]) => {
    const table = `positions_${monthText(month)}`
    return {
      name: `${table} insert`,
      text: insertInto(table),
      values: positionColumns(monthRecords),
    }
  })
/** In the order of months, so that two batches never wait for each other in a circle. */
function byMonth(records: readonly VehicleRecord[]): [number, readonly VehicleRecord[]][] {
  const months = new Map<number, VehicleRecord[]>()
  let current: VehicleRecord[] = []
  let [from, to] = [0, 0]
  for (const record of records) {
    if (record.at < from || record.at >= to) {
      const month = monthOf(record.at)
      from = startOfMonth(month)
      to = startOfMonth(month + 1)
      current = months.get(month) ?? []
      months.set(month, current)
    }
    current.push(record)
  }
  return [...months].sort(([a], [b]) => a - b)
}
/**
 * @param rawSince epoch ms; older records are stored without a replay, because the raw parameters
 * of their neighbours are deleted
 */
export const insertLate = (
  records: readonly VehicleRecord[],
  now: number,
  rawSince: number,
): Statement[] =>
  records.length === 0
    ? []
    : [
        {
          name: 'positions insert late',
          text: INSERT_LATE,
          values: [...positionColumns(records), new Date(now), new Date(rawSince)],
        },
      ]

/** Deletes records by the keys under which they are stored. */
export const deletePositions = (
  records: readonly Pick<VehicleRecord, 'vehicle_id' | 'at' | 'seq'>[],
): Statement[] =>
  records.length === 0
    ? []
    : [
        {
          name: 'positions delete',
          text: `delete from positions p using unnest($1::int4[], $2::timestamptz[], $3::int2[]) as gone (vehicle_id, at, seq)
            where p.vehicle_id = gone.vehicle_id and p.message_datetime = gone.at and p.seq = gone.seq`,
          values: [
            columns.int4(records.map(r => r.vehicle_id)),
            columns.timestamptz(records.map(r => r.at)),
            columns.int2(records.map(r => r.seq)),
          ],
        },
      ]
