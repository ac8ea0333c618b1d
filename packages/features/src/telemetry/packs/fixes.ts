// Reads the fixes of many vehicles at named records without their raw parameters, fast enough for exports to a data warehouse.

import { dayOf, dayText } from '@flotta/core/time.ts'
import { asColumn, numbers } from '@flotta/platform/array-reader.ts'
import { columns } from '@flotta/platform/columns.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { fixColumns, type PositionColumns } from './codec.ts'
import {
  type ColumnAnswer,
  columnsOf,
  microsOf,
  type PackRow,
  placesBefore,
  unpackFixRow,
} from './rows.ts'
import { unpackedDays } from './unpacked-days.ts'

/** The key of a record; epoch ms. */
export interface RecordKey {
  readonly vehicle_id: number
  readonly at: number
  readonly seq: number
}
/** Where the fix of each key lies, in the order of the keys. Columns instead of one object per key, because a page has thousands. */
export interface FixTable {
  /** null: the record no longer exists, or it has no place. */
  readonly sources: readonly (PositionColumns | null)[]
  readonly places: Int32Array
}

/** Records of a vehicle that are no further apart (ms) are read as one stretch, with one search in the index. */
const SAME_STRETCH = 120_000
interface Stretch {
  readonly vehicle_id: number
  from: number
  to: number
}
/** Groups keys of the same vehicle and of near times into stretches. */
function stretchesOf(keys: readonly RecordKey[]): Stretch[] {
  const stretches: Stretch[] = []
  const lastOf = new Map<number, Stretch>()
  let last: Stretch | undefined
  for (const { vehicle_id, at } of keys) {
    if (last?.vehicle_id !== vehicle_id) last = lastOf.get(vehicle_id)
    if (last !== undefined && at >= last.from - SAME_STRETCH && at <= last.to + SAME_STRETCH) {
      if (at < last.from) last.from = at
      else if (at > last.to) last.to = at
      continue
    }
    last = { vehicle_id, from: at, to: at }
    lastOf.set(vehicle_id, last)
    stretches.push(last)
  }
  return stretches.sort((a, b) => a.vehicle_id - b.vehicle_id || a.from - b.from)
}

const NAMES = ['vehicle_id', 'message_datetime', 'seq', ...fixColumns] as const
const STRETCHES = `select ${NAMES.map(name => asColumn(name)).join(', ')} from (
  select p.* from unnest($1::int4[], $2::timestamptz[], $3::timestamptz[]) s (vehicle_id, since, until)
  cross join lateral (select ${NAMES.join(', ')} from positions
    where vehicle_id = s.vehicle_id and message_datetime >= s.since and message_datetime <= s.until) p) r`
/** The bytes of a day are left out where this process has unpacked it already. */
const PACKS = `select k.vehicle_id, k.day::text as day, k.version, k.checksum, case when k.checksum = i.checksum then ''::bytea else k.data end as data, null::bytea as raw_checksum, null::bytea as raw, i.n::int4 as n
  from unnest($1::int4[], $2::text[], $3::bytea[]) with ordinality i (vehicle_id, day, checksum, n)
  join position_packs k on k.vehicle_id = i.vehicle_id and k.day = i.day::date`

export async function readFixes(
  ctx: Pick<Context, 'pool'>,
  keys: readonly RecordKey[],
): Promise<FixTable> {
  const table = new Table(keys)
  table.fill(await readStored(ctx, keys))
  // The rows are read before the packs: a day that is packed in between is found among the packs.
  const rest = table.rest()
  if (rest.length > 0) table.fill(await readPacked(ctx, rest))
  return table
}

async function readStored(
  { pool }: Pick<Context, 'pool'>,
  keys: readonly RecordKey[],
): Promise<FixIndex> {
  const index = new FixIndex()
  const stretches = stretchesOf(keys)
  if (stretches.length === 0) return index
  const { rows } = await pool.query<ColumnAnswer>({
    name: 'fixes of stretches',
    text: STRETCHES,
    values: [
      columns.int4(stretches.map(s => s.vehicle_id)),
      columns.timestamptz(stretches.map(s => s.from)),
      columns.timestamptz(stretches.map(s => s.to)),
    ],
  })
  const answer = rows[0] ?? {}
  const vehicles = numbers.int4(answer.vehicle_id ?? null)
  const records = columnsOf(answer)
  for (let from = 0; from < vehicles.length; ) {
    const vehicle_id = vehicles[from] ?? 0
    let to = from + 1
    while (
      vehicles[to] === vehicle_id &&
      (records.micros[to] ?? 0) >= (records.micros[to - 1] ?? 0)
    )
      to++
    index.add(vehicle_id, records, from, to)
    from = to
  }
  return index
}

async function readPacked(
  ctx: Pick<Context, 'pool'>,
  keys: readonly RecordKey[],
): Promise<FixIndex> {
  const memory = unpackedDays(ctx as Context)
  const days = new Map<string, { readonly vehicle_id: number; readonly day: string }>()
  for (const { vehicle_id, at } of keys) {
    const day = dayText(dayOf(at))
    days.set(`${vehicle_id} ${day}`, { vehicle_id, day })
  }
  const packs = [...days.values()].map(pack => ({
    ...pack,
    unpackedDay: memory.dayOf(pack.vehicle_id, pack.day),
  }))
  const { rows } = await ctx.pool.query<PackRow & { readonly n: number }>({
    name: 'packs of days',
    text: PACKS,
    values: [
      columns.int4(packs.map(pack => pack.vehicle_id)),
      columns.text(packs.map(pack => pack.day)),
      columns.bytea(packs.map(({ unpackedDay }) => unpackedDay?.checksum ?? NONE)),
    ],
  })
  const index = new FixIndex()
  for (const { n, ...row } of rows) {
    const unpackedDay = packs[n - 1]?.unpackedDay
    const positions =
      unpackedDay?.checksum.equals(row.checksum) === true
        ? unpackedDay.positions
        : unpackFixRow(row, fixColumns)
    memory.keep(row.vehicle_id, row.day, { checksum: row.checksum, positions })
    index.add(row.vehicle_id, positions, 0, positions.micros.length)
  }
  return index
}
const NONE = Buffer.alloc(0)

const HAS_NO_PLACE = 3
class Table implements FixTable {
  readonly sources: (PositionColumns | null)[]
  readonly places: Int32Array
  readonly #keys: readonly RecordKey[]
  /** The keys that no index has matched so far. */
  #missing: number[]

  constructor(keys: readonly RecordKey[]) {
    this.#keys = keys
    this.sources = new Array<PositionColumns | null>(keys.length).fill(null)
    this.places = new Int32Array(keys.length)
    this.#missing = Array.from(keys, (_, i) => i)
  }
  rest(): RecordKey[] {
    return this.#missing.flatMap(i => this.#keys[i] ?? [])
  }
  fill(index: FixIndex): void {
    const missing: number[] = []
    for (const i of this.#missing) {
      const stretch = index.find(this.#keys[i] as RecordKey)
      if (stretch === null) missing.push(i)
      else if (((stretch.records.nulls[stretch.last] ?? 0) & HAS_NO_PLACE) === 0) {
        this.sources[i] = stretch.records
        this.places[i] = stretch.last
      }
    }
    this.#missing = missing
  }
}

/** Records of one vehicle, by time. */
interface Records {
  readonly records: PositionColumns
  readonly from: number
  /** Times of one vehicle alone. */
  readonly micros: Float64Array
  /** The place that was found last; the next key is mostly the one after it. */
  last: number
}
class FixIndex {
  readonly #vehicles = new Map<number, Records[]>()

  add(vehicle_id: number, records: PositionColumns, from: number, to: number): void {
    const part = { records, from, micros: records.micros.subarray(from, to), last: from - 1 }
    const parts = this.#vehicles.get(vehicle_id)
    if (parts === undefined) this.#vehicles.set(vehicle_id, [part])
    else parts.push(part)
  }
  /** The part that contains the record; null: none does. */
  find({ vehicle_id, at, seq }: RecordKey): Records | null {
    const time = microsOf(at)
    for (const part of this.#vehicles.get(vehicle_id) ?? []) {
      const place = placeIn(part, time, seq)
      if (place === null) continue
      part.last = place
      return part
    }
    return null
  }
}
function placeIn({ records, from, micros, last }: Records, time: number, seq: number) {
  const next = last + 1
  if (micros[next - from] === time && records.seq[next] === seq) return next
  for (let i = placesBefore(micros, time); micros[i] === time; i++)
    if (records.seq[from + i] === seq) return from + i
  return null
}
