// Reads the places of many vehicles at the instants of named records, without their raw parameters, as fast as a warehouse asks for them.
import type { Fix } from '@flotta/core/telemetry.ts'
import { columns, numbers } from '@flotta/platform/columns.ts'
import type { Pool } from '@flotta/platform/db.ts'
import { fixColumns, type PositionColumns } from './codec.ts'
import {
  asColumn,
  type ColumnAnswer,
  columnsOf,
  microsOf,
  type PackRow,
  packColumns,
  unpackRow,
} from './rows.ts'

/** The key of a record; epoch ms. */
export interface RecordKey {
  readonly vehicle_id: number
  readonly at: number
  readonly seq: number
}

/** Records of a vehicle that are no further apart (ms) are read as one stretch: one search in the index instead of one each. */
const SAME_STRETCH = 120_000
interface Stretch {
  readonly vehicle_id: number
  from: number
  to: number
}
function stretchesOf(keys: readonly RecordKey[]): Stretch[] {
  const stretches: Stretch[] = []
  const lastOf = new Map<number, Stretch>()
  for (const { vehicle_id, at } of keys) {
    const last = lastOf.get(vehicle_id)
    if (last !== undefined && at >= last.from - SAME_STRETCH && at <= last.to + SAME_STRETCH) {
      last.from = Math.min(last.from, at)
      last.to = Math.max(last.to, at)
      continue
    }
    const stretch = { vehicle_id, from: at, to: at }
    lastOf.set(vehicle_id, stretch)
    stretches.push(stretch)
  }
  return stretches
}

const NAMES = ['vehicle_id', 'message_datetime', 'seq', ...fixColumns] as const
const STRETCHES = `select ${NAMES.map(name => asColumn(name)).join(', ')} from (
  select p.* from unnest($1::int4[], $2::timestamptz[], $3::timestamptz[]) s (vehicle_id, since, until)
  cross join lateral (select ${NAMES.join(', ')} from positions
    where vehicle_id = s.vehicle_id and message_datetime >= s.since and message_datetime <= s.until) p) r`
const PACKS = `select ${packColumns(false)}
  from (select distinct vehicle_id, (at at time zone 'UTC')::date as day from unnest($1::int4[], $2::timestamptz[]) i (vehicle_id, at)) d
  join position_packs k on k.vehicle_id = d.vehicle_id and k.day = d.day`

/** The fix of each key, in their order; null: the record is not there any more, or has no place. */
export async function readFixes(
  client: Pick<Pool, 'query'>,
  keys: readonly RecordKey[],
): Promise<(Fix | null)[]> {
  const stored = await readStored(client, keys)
  // a day that is packed meanwhile has left the rows before it is looked for among the packs
  const missing = keys.filter(key => !stored.has(key))
  const packed = missing.length === 0 ? null : await readPacked(client, missing)
  return keys.map(key => stored.fixOf(key) ?? packed?.fixOf(key) ?? null)
}

async function readStored(
  client: Pick<Pool, 'query'>,
  keys: readonly RecordKey[],
): Promise<FixIndex> {
  const index = new FixIndex()
  const stretches = stretchesOf(keys)
  if (stretches.length === 0) return index
  const { rows } = await client.query<Record<string, Buffer | null>>({
    name: 'fixes of stretches',
    text: STRETCHES,
    values: [
      columns.int4(stretches.map(s => s.vehicle_id)),
      columns.timestamptz(stretches.map(s => s.from)),
      columns.timestamptz(stretches.map(s => s.to)),
    ],
  })
  const answer: ColumnAnswer = rows[0] ?? {}
  const vehicles = numbers.int4(answer.vehicle_id ?? null)
  index.add(columnsOf(answer), i => vehicles[i] ?? 0)
  return index
}
async function readPacked(
  client: Pick<Pool, 'query'>,
  keys: readonly RecordKey[],
): Promise<FixIndex> {
  const { rows } = await client.query<PackRow>({
    name: 'packs of instants',
    text: PACKS,
    values: [columns.int4(keys.map(k => k.vehicle_id)), columns.timestamptz(keys.map(k => k.at))],
  })
  const index = new FixIndex()
  for (const row of rows) index.add(unpackRow(row, false), () => row.vehicle_id)
  return index
}

const HAS_NO_PLACE = 3
/** Records by vehicle, time and seq; those of one instant are chained. */
class FixIndex {
  readonly #vehicles = new Map<number, Map<number, Entry>>()

  add(records: PositionColumns, vehicleOf: (i: number) => number): void {
    for (let i = 0; i < records.micros.length; i++) {
      const vehicle_id = vehicleOf(i)
      let times = this.#vehicles.get(vehicle_id)
      if (times === undefined) {
        times = new Map()
        this.#vehicles.set(vehicle_id, times)
      }
      const at = records.micros[i] ?? 0
      times.set(at, { records, i, next: times.get(at) })
    }
  }
  has(key: RecordKey): boolean {
    return this.#entryOf(key) !== undefined
  }
  fixOf(key: RecordKey): Fix | null {
    const entry = this.#entryOf(key)
    if (entry === undefined) return null
    const { records, i } = entry
    if (((records.nulls[i] ?? 0) & HAS_NO_PLACE) !== 0) return null
    return {
      latitude_e7: records.latitude_e7[i] ?? 0,
      longitude_e7: records.longitude_e7[i] ?? 0,
      altitude: records.altitude[i] ?? 0,
      direction: records.direction[i] ?? 0,
      speed: records.speed[i] ?? 0,
      satellites: records.satellites[i] ?? 0,
    }
  }
  #entryOf({ vehicle_id, at, seq }: RecordKey): Entry | undefined {
    let entry = this.#vehicles.get(vehicle_id)?.get(microsOf(at))
    while (entry !== undefined && entry.records.seq[entry.i] !== seq) entry = entry.next
    return entry
  }
}
interface Entry {
  readonly records: PositionColumns
  readonly i: number
  readonly next: Entry | undefined
}
