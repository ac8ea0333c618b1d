// The one reader of positions: rows and packed days of a vehicle, merged in order. Each read is one statement, so that a day that is being packed is neither
// missing nor read twice.
import { asColumn, numbers } from '@flotta/platform/array-reader.ts'
import { columns } from '@flotta/platform/columns.ts'
import type { Pool } from '@flotta/platform/db.ts'
import { epochMs } from '@flotta/platform/epoch.ts'
import { type FixColumn, fixColumns, type PositionColumns } from './codec.ts'
import {
  type ColumnAnswer,
  columnsOf,
  joinFixes,
  mergePositions,
  microsOf,
  millis,
  type PackRow,
  type PositionField,
  packColumns,
  packNames,
  packsAsColumns,
  packsOf,
  pickPositions,
  placesBefore,
  positionFields,
  slicePositions,
  unpackRow,
} from './rows.ts'

type Client = Pick<Pool, 'query'>

/** Epoch ms, both ends included. */
export interface PositionRange {
  readonly from: number
  readonly to: number
}
/** The requested columns, with the time and the order within an instant. */
export type ReadPositions<F extends PositionField> = Pick<
  PositionColumns,
  'micros' | 'seq' | 'nulls' | F
>

interface ReadOptions<F extends PositionField> {
  readonly fields: readonly F[]
  /** Leave out records without a place. */
  readonly onlyFixes?: boolean
}

/** `$1` vehicle, `$2` and `$3` the ends of each stretch, `$4` and `$5` those of all. */
function rangesText(
  fields: readonly PositionField[],
  isSingle: boolean,
  onlyFixes: boolean,
): string {
  const names = ['message_datetime', 'seq', ...fields]
  const where = (since: string, until: string): string =>
    `select ${names.join(', ')} from positions where vehicle_id = $1 and message_datetime >= ${since} and message_datetime <= ${until}
      ${onlyFixes ? 'and latitude_e7 is not null' : ''} order by message_datetime, seq`
  const stretches = 'unnest($2::timestamptz[], $3::timestamptz[])'
  const rows = isSingle
    ? where('$4::timestamptz', '$5::timestamptz')
    : `select p.* from ${stretches} with ordinality as asked (since, until, n) cross join lateral (${where('asked.since', 'asked.until')}) p`
  return `select ${names.map(name => asColumn(name)).join(', ')}, ${packNames.map(name => `null as ${name}`).join(', ')} from (${rows}) p
    union all select ${names.map(() => 'null').join(', ')}, ${packColumns(fields.includes('io'))} from position_packs k where k.vehicle_id = $1
      and k.day >= ($4::timestamptz at time zone 'UTC')::date and k.day <= ($5::timestamptz at time zone 'UTC')::date
      and exists (select from ${stretches} as asked (since, until) where k.first_at <= asked.until and k.last_at >= asked.since)`
}
/**
 * The first row of the answer has the stored rows as columns, each other one a pack. As one value, the packs of a month would be a megabyte, which the
 * client library copies again and again while more of it arrives.
 */
type RangesAnswer = ColumnAnswer | PackRow
const isPack = (row: RangesAnswer): row is PackRow => row.data instanceof Buffer

/** Sorts ranges and joins those that touch or overlap. */
function joinRanges(ranges: readonly PositionRange[]): PositionRange[] {
  const joined: { from: number; to: number }[] = []
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (to < from) continue
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else joined.push({ from, to })
  }
  return joined
}

/** The positions of a vehicle within stretches of time, each once and in order. */
export async function readPositions<F extends PositionField>(
  client: Client,
  vehicle_id: number,
  askedRanges: readonly PositionRange[],
  { fields, onlyFixes = false }: ReadOptions<F>,
): Promise<ReadPositions<F>> {
  const ranges = joinRanges(askedRanges)
  const [first, last] = [ranges[0], ranges.at(-1)]
  if (first === undefined || last === undefined) return columnsOf({})
  const { rows } = await client.query<RangesAnswer>(
    rangesText(fields, ranges.length === 1, onlyFixes),
    [
      vehicle_id,
      columns.timestamptz(ranges.map(r => r.from)),
      columns.timestamptz(ranges.map(r => r.to)),
      new Date(first.from),
      new Date(last.to),
    ],
  )
  const packs = rows.filter(isPack).sort((a, b) => (a.day < b.day ? -1 : 1))
  const stored = columnsOf(rows.find((row): row is ColumnAnswer => !isPack(row)) ?? {})
  const fixFields = fields.filter((name): name is F & FixColumn => name !== 'io')
  const all =
    fixFields.length === fields.length
      ? joinFixes(packs, stored, fixFields)
      : mergePositions([...packs.map(unpackRow), stored])
  return positionsWithin(all, ranges, onlyFixes)
}
const HAS_NO_PLACE = 1

/** The positions inside the ranges, which are sorted and do not overlap. */
export function positionsWithin(
  all: PositionColumns,
  ranges: readonly PositionRange[],
  onlyFixes: boolean,
): PositionColumns {
  const { micros, nulls } = all
  const stretches = ranges.map(
    ({ from, to }) =>
      [placesBefore(micros, microsOf(from)), placesBefore(micros, microsOf(to) + 1)] as const,
  )
  const [first] = stretches
  // The usual case needs no copy.
  if (first !== undefined && stretches.length === 1 && (!onlyFixes || haveAllPlaces(nulls, first)))
    return slicePositions(all, ...first)
  const places = new Uint32Array(micros.length)
  let count = 0
  for (const [from, end] of stretches)
    for (let i = from; i < end; i++)
      if (!onlyFixes || ((nulls[i] as number) & HAS_NO_PLACE) === 0) places[count++] = i
  return pickPositions(all, places.subarray(0, count))
}
function haveAllPlaces(nulls: Uint8Array, [from, end]: readonly [number, number]): boolean {
  let bits = 0
  for (let i = from; i < end; i++) bits |= nulls[i] as number
  return (bits & HAS_NO_PLACE) === 0
}

const AFTER_NAMES = ['message_datetime', 'seq', ...positionFields] as const
/** The most packs that are read at once, however few records they have. */
const PACKS_AT_ONCE = 64
/** Selected as columns, because a replay reads thousands of rows. */
const AFTER = `select * from (select ${AFTER_NAMES.map(name => asColumn(name)).join(', ')} from (
    select ${AFTER_NAMES.join(', ')} from positions where vehicle_id = $1 and message_datetime >= $2 and (message_datetime, seq) > ($2, $3::int4)
    order by message_datetime, seq limit $4) p) r
  cross join (select ${packsAsColumns}, ${asColumn('k.is_last::int4', 'is_last')} from (
    select ${packColumns()}, count(*) over () < ${PACKS_AT_ONCE} and sum(k.count) over () < $4 as is_last from (
      select * from (select k.*, sum(k.count) over (order by k.day) - k.count as before from (
        select * from position_packs k where k.vehicle_id = $1 and k.day >= ($2::timestamptz at time zone 'UTC')::date and k.last_at >= $2 order by k.day limit ${PACKS_AT_ONCE}) k
      ) k where k.before < $4) k order by k.day) k) k`

/** The packed day that was read last, kept for a reader that walks over it in many steps. */
export class UnpackedDay {
  #last: { readonly pack: PackRow; readonly day: PositionColumns } | null = null

  unpack(pack: PackRow): PositionColumns {
    if (this.#last === null || !isSamePack(this.#last.pack, pack))
      this.#last = { pack, day: unpackRow(pack) }
    return this.#last.day
  }
}
const isSamePack = (a: PackRow, b: PackRow): boolean =>
  a.vehicle_id === b.vehicle_id &&
  a.day === b.day &&
  a.checksum.equals(b.checksum) &&
  (a.raw_checksum === null || b.raw_checksum === null
    ? a.raw_checksum === b.raw_checksum
    : a.raw_checksum.equals(b.raw_checksum))

/**
 * The next records of a vehicle after (`at`, `seq`), at most `limit`.
 * @param unpackedDay the day that this reader unpacked last
 */
export async function readPositionsAfter(
  client: Client,
  vehicle_id: number,
  at: number,
  seq: number,
  limit: number,
  unpackedDay = new UnpackedDay(),
): Promise<PositionColumns> {
  const stretches: PositionColumns[] = []
  let length = 0
  for (let from = { micros: microsOf(at), seq }; ; ) {
    const { positions, until } = await readPageAfter(
      client,
      vehicle_id,
      from,
      limit - length,
      unpackedDay,
    )
    stretches.push(positions)
    length += positions.micros.length
    if (until === null || length >= limit) break
    from = { micros: until, seq: BEFORE_ANY_SEQ }
  }
  return mergePositions(stretches)
}
const BEFORE_ANY_SEQ = -32_769
const DAY_MICROS = 86_400_000_000

/** One page of the next records; `until`: where to continue, null where none are left. */
async function readPageAfter(
  client: Client,
  vehicle_id: number,
  after: { readonly micros: number; readonly seq: number },
  limit: number,
  unpackedDay: UnpackedDay,
): Promise<{ readonly positions: PositionColumns; readonly until: number | null }> {
  const { rows } = await client.query<ColumnAnswer>({
    name: 'positions after',
    text: AFTER,
    values: [vehicle_id, new Date(millis(after.micros)), after.seq, limit],
  })
  const answer = rows[0] ?? {}
  const days = packsOf(answer).map(pack => unpackedDay.unpack(pack))
  const stored = columnsOf(answer)
  const all = mergePositions([...days, stored])
  // Beyond the last day of this page there may be packs that were not read.
  const lastDay = days.at(-1)
  const isLast = numbers.int4(answer.is_last ?? null)[0] === 1
  const isCut = lastDay !== undefined && !isLast
  const end = isCut
    ? (Math.floor((lastDay.micros[0] ?? 0) / DAY_MICROS) + 1) * DAY_MICROS
    : Number.POSITIVE_INFINITY
  const places: number[] = []
  for (let i = 0; i < all.micros.length && places.length < limit; i++) {
    const [micros, seq] = [all.micros[i] ?? 0, all.seq[i] ?? 0]
    if (micros >= end) break
    if (micros > after.micros || (micros === after.micros && seq > after.seq)) places.push(i)
  }
  const isWhole = places.length === all.micros.length
  return {
    positions: isWhole ? all : pickPositions(all, places),
    until: isCut && places.length < limit ? end : null,
  }
}

/** A vehicle at an instant, epoch ms. */
export interface Instant {
  readonly vehicle_id: number
  readonly at: number
}
/** A position as one row. */
export interface PositionRow extends Readonly<Record<FixColumn, number | null>> {
  readonly vehicle_id: number
  readonly at: number
  readonly seq: number
  readonly io: Buffer | null
}

const VALUES = [...fixColumns, 'io']
const INSTANTS = `select p.vehicle_id, ${epochMs('p.message_datetime')} as at, p.seq, ${VALUES.map(name => `p.${name}`).join(', ')},
    null::text as day, null::int2 as version, null::bytea as checksum, null::bytea as data, null::bytea as raw_checksum, null::bytea as raw
  from unnest($1::int4[], $2::timestamptz[]) i (vehicle_id, at) join positions p on p.vehicle_id = i.vehicle_id and p.message_datetime = i.at
  union all
  select k.vehicle_id, null, null, ${VALUES.map(() => 'null').join(', ')}, k.day::text, k.version, k.checksum, k.data, k.raw_checksum, k.raw
  from (select distinct vehicle_id, (at at time zone 'UTC')::date as day from unnest($1::int4[], $2::timestamptz[]) i (vehicle_id, at)) d
  join position_packs k on k.vehicle_id = d.vehicle_id and k.day = d.day`

/** The stored records of these instants, unordered. */
export async function readInstants(
  client: Client,
  instants: readonly Instant[],
): Promise<PositionRow[]> {
  if (instants.length === 0) return []
  const { rows } = await client.query<
    PositionRow & { readonly [N in keyof PackRow]: PackRow[N] | null }
  >({
    name: 'positions of instants',
    text: INSTANTS,
    values: [
      columns.int4(instants.map(i => i.vehicle_id)),
      columns.timestamptz(instants.map(i => i.at)),
    ],
  })
  const result: PositionRow[] = []
  let timesByVehicle: Map<number, Set<number>> | null = null
  for (const row of rows) {
    const { vehicle_id, day: date, version, checksum, data, raw_checksum, raw } = row
    if (date === null || version === null || checksum === null || data === null) {
      result.push(row)
      continue
    }
    timesByVehicle ??= microsByVehicle(instants)
    const times = timesByVehicle.get(vehicle_id) ?? new Set()
    const day = unpackRow({ vehicle_id, day: date, version, checksum, data, raw_checksum, raw })
    day.micros.forEach((time, i) => {
      if (times.has(time)) result.push(rowAt(vehicle_id, day, i))
    })
  }
  return result
}
function microsByVehicle(instants: readonly Instant[]): Map<number, Set<number>> {
  const times = new Map<number, Set<number>>()
  for (const { vehicle_id, at } of instants) {
    const vehicleTimes = times.get(vehicle_id)
    if (vehicleTimes === undefined) times.set(vehicle_id, new Set([microsOf(at)]))
    else vehicleTimes.add(microsOf(at))
  }
  return times
}
function rowAt(vehicle_id: number, day: PositionColumns, i: number): PositionRow {
  const value = (name: FixColumn, bit: number): number | null =>
    ((day.nulls[i] ?? 0) >> bit) & 1 ? null : (day[name][i] ?? null)
  const io = day.io[i] ?? null
  return {
    vehicle_id,
    at: millis(day.micros[i] ?? 0),
    seq: day.seq[i] ?? 0,
    latitude_e7: value('latitude_e7', 0),
    longitude_e7: value('longitude_e7', 1),
    altitude: value('altitude', 2),
    direction: value('direction', 3),
    speed: value('speed', 4),
    satellites: value('satellites', 5),
    io: io === null ? null : Buffer.from(io),
  }
}
