// The tracks of many vehicles in one period as they are drawn: past days from their stored lines, other days from positions. Either the whole tracks, or the
// parts that cross a box of the map, down to every fix.
import { DAY, dayOf } from '@flotta/core/time.ts'
import { asColumn, lists, numbers } from '@flotta/platform/array-reader.ts'
import { columns } from '@flotta/platform/columns.ts'
import type { Pool } from '@flotta/platform/db.ts'
import { WorkSlicer } from '@flotta/platform/work-slicer.ts'
import type { FleetQuestion } from './fleet-positions.ts'
import { dayStretches, VALID_LINES } from './level-rows.ts'
import { type DrawnLevel, decodeTrack, type PlaceColumns, trackOfDay } from './levels.ts'
import { type PositionRange, positionsWithin } from './queries.ts'
import {
  type ColumnAnswer,
  columnsOf,
  mergePositions,
  type PackRow,
  packColumns,
  packsAsColumns,
  packsOf,
  unpackFixRow,
} from './rows.ts'
import { type TrackBox, type TrackPart, trackLines } from './track-lines.ts'

/** SQL: no stretch begins or ends within the day. `$4` and `$5` are the vehicles and days where one does. */
const isWhole = (day: string): string =>
  `not exists (select from unnest($4::int4[], $5::int4[]) cut (vehicle_id, day) where cut.vehicle_id = v.vehicle_id and date '1970-01-01' + cut.day = ${day})`
/** SQL: the packed day has its track, and no late record lies beside it. */
const HAS_TRACK = `k.has_levels and not exists (select from late_days l where l.vehicle_id = k.vehicle_id and l.day = k.day) and ${isWhole('k.day')}`
const dayWithin = (day: string): string =>
  `${day} >= ($2::timestamptz at time zone 'UTC')::date and ${day} <= ($3::timestamptz at time zone 'UTC')::date`
const OF_DAYS = `k.vehicle_id = v.vehicle_id and ${dayWithin('k.day')} and k.first_at <= $3 and k.last_at >= $2`
/** `$6` to `$9` are west, south, east and north. */
const meetsBox = (day: string): string =>
  `and ${day}.west_e5 <= $8 and ${day}.east_e5 >= $6 and ${day}.south_e5 <= $9 and ${day}.north_e5 >= $7`
/** Where a pack may lie beside the rows of a day, all its rows are read, so that both can be merged in order. */
const ROW_IN_BOX = `where longitude_e7 between $6::int4 * 100 and $8::int4 * 100 and latitude_e7 between $7::int4 * 100 and $9::int4 * 100
      or (message_datetime at time zone 'UTC')::date = any (late.days)`

/** The days that have lines though they are not packed. The level `exact` has none, because every fix is only in the positions. */
const linesText = (level: DrawnLevel): string =>
  level === 'exact'
    ? 'select null::date[] as days'
    : `select array_agg(l.day) as days from ${VALID_LINES} l where l.vehicle_id = v.vehicle_id and ${dayWithin('l.day')} and ${isWhole('l.day')}`
/** The stretches of time between the days that have lines; the whole period where no day has. */
const GAPS = `(select coalesce((lag(day) over (order by day) + 1)::timestamp at time zone 'UTC', $2::timestamptz) as since,
        coalesce(day::timestamp at time zone 'UTC', $3::timestamptz + interval '1 microsecond') as until
      from (select unnest(lines.days) as day union all select null) d) gap`
const NAMES = ['message_datetime', 'seq', 'latitude_e7', 'longitude_e7'] as const

/** `$1` vehicles, `$2` and `$3` the ends of the period. */
function tracksText(level: DrawnLevel, hasBox: boolean): string {
  const stored = level === 'exact' ? 'fine' : level
  return `select v.vehicle_id, r.*, k.*, t.* from unnest($1::int4[]) v (vehicle_id)
    cross join lateral (select array_agg(day) as days from late_days where vehicle_id = v.vehicle_id) late
    cross join lateral (${linesText(level)}) lines
    cross join lateral (select ${NAMES.map(name => asColumn(name)).join(', ')}, ${hasBox ? asColumn('number::int4', 'number') : 'null::text as number'} from (
      select p.*${hasBox ? ', row_number() over (order by message_datetime, seq) as number' : ''} from ${GAPS} cross join lateral (select ${NAMES.join(', ')} from positions
        where vehicle_id = v.vehicle_id and message_datetime >= $2 and message_datetime <= $3 and message_datetime >= gap.since and message_datetime < gap.until and latitude_e7 is not null) p
      order by message_datetime, seq) p ${hasBox ? ROW_IN_BOX : ''}) r
    cross join lateral (select ${packsAsColumns} from (select ${packColumns(false)} from position_packs k
      where ${OF_DAYS} and not (${HAS_TRACK}) order by k.day) k) k
    cross join lateral (select ${asColumn('d.day::text', 'days')}, ${asColumn('d.track', 'tracks')} from (
      select k.day, k.${stored} as track from position_packs k where ${OF_DAYS} and k.${stored} is not null and ${HAS_TRACK} ${hasBox ? meetsBox('k') : ''}
      union all select l.day, l.${stored} from day_lines l
      where l.vehicle_id = v.vehicle_id and l.day = any (lines.days) and l.${stored} is not null ${hasBox ? meetsBox('l') : ''} order by 1) d) t`
}

type TracksAnswer = ColumnAnswer & { readonly vehicle_id: number }

export interface VehicleTrack {
  readonly vehicle_id: number
  /** Packed days come whole, whatever the stretches are; other days come within them. The caller cuts both. */
  readonly parts: readonly TrackPart[]
}
export interface FleetTracks {
  /** The level that was requested, or `fine` where every fix would be too much. */
  readonly level: DrawnLevel
  /** A vehicle's days are unpacked when the iteration reaches it. */
  readonly tracks: Iterable<VehicleTrack>
}
/**
 * Reads the tracks of vehicles.
 * @param level `exact` only with a box
 * @param box only the parts that cross it; null: everything
 */
export async function readFleetTracks(
  client: Pick<Pool, 'query'>,
  asked: readonly FleetQuestion[],
  period: PositionRange,
  level: DrawnLevel,
  box: TrackBox | null = null,
): Promise<FleetTracks> {
  if (asked.length === 0) return { level, tracks: [] }
  const cuts = asked.flatMap(question => cutDays(question, period))
  const { rows } = await client.query<TracksAnswer>(tracksText(level, box !== null), [
    columns.int4(asked.map(({ vehicle_id }) => vehicle_id)),
    new Date(period.from),
    new Date(period.to),
    columns.int4(cuts.map(({ vehicle_id }) => vehicle_id)),
    columns.int4(cuts.map(({ day }) => day)),
    ...(box === null ? [] : [box.west_e5, box.south_e5, box.east_e5, box.north_e5]),
  ])
  const rangesOf = new Map(asked.map(({ vehicle_id, ranges }) => [vehicle_id, ranges]))
  const days = level === 'exact' ? await exactDays(client, rows, box) : NO_DAYS
  const drawnLevel = days === null ? 'fine' : level
  return {
    level: drawnLevel,
    tracks: (function* () {
      for (const row of rows)
        yield {
          vehicle_id: row.vehicle_id,
          parts: [
            ...packedParts(row, days ?? NO_DAYS),
            ...positionParts(row, rangesOf.get(row.vehicle_id) ?? [], drawnLevel),
          ],
        }
    })(),
  }
}

/** The days within which a stretch begins or ends. The ends of the period do not count: there the track is cut at its next point. */
const cutDays = ({ vehicle_id, ranges }: FleetQuestion, period: PositionRange) =>
  ranges.flatMap(({ from, to }) => [
    ...(from === period.from || from % DAY === 0 ? [] : [{ vehicle_id, day: dayOf(from) }]),
    ...(to === period.to || (to + 1) % DAY === 0 ? [] : [{ vehicle_id, day: dayOf(to) }]),
  ])

/** The most packed days of which one answer draws every fix; they take some hundreds of milliseconds. */
const EXACT_DAYS = 400
/** Packed days with every fix, by vehicle and day. */
type ExactDays = ReadonlyMap<string, TrackPart>
const NO_DAYS: ExactDays = new Map()
const keyOf = (vehicle_id: number, day: string): string => `${vehicle_id} ${day}`
const PLACE = ['latitude_e7', 'longitude_e7'] as const
const EVERYTHING = [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }]
const PACKS = `select k.vehicle_id, k.day::text as day, k.version, k.checksum, k.data
  from unnest($1::int4[], $2::date[]) d (vehicle_id, day) join position_packs k on k.vehicle_id = d.vehicle_id and k.day = d.day`

/** Every fix of the packed days whose finest track crosses the box; null: too many days. */
async function exactDays(
  client: Pick<Pool, 'query'>,
  rows: readonly TracksAnswer[],
  box: TrackBox | null,
): Promise<ExactDays | null> {
  const slicer = new WorkSlicer()
  const [vehicles, days]: [number[], string[]] = [[], []]
  for (const row of rows) {
    for (const { day, track } of storedTracks(row)) {
      if (trackLines([decodeTrack(track)], EVERYTHING, box).length === 0) continue
      if (days.length === EXACT_DAYS) return null
      vehicles.push(row.vehicle_id)
      days.push(day)
    }
    if (slicer.due) await slicer.nextSlice()
  }
  const parts = new Map<string, TrackPart>()
  // A day that is unpacked into rows meanwhile keeps the detail it had.
  const packs = await client.query<Omit<PackRow, 'raw' | 'raw_checksum'>>(PACKS, [vehicles, days])
  for (const row of packs.rows) {
    parts.set(keyOf(row.vehicle_id, row.day), trackOfDay(unpackFixRow(row, PLACE), 'exact'))
    if (slicer.due) await slicer.nextSlice()
  }
  return parts
}
function* storedTracks({ days = null, tracks = null }: TracksAnswer) {
  const texts = lists.text(days)
  for (const [i, track] of lists.bytea(tracks).entries())
    yield { day: texts[i] ?? '', track: track ?? new Uint8Array(0) }
}
function* packedParts(row: TracksAnswer, exact: ExactDays): Generator<TrackPart> {
  for (const { day, track } of storedTracks(row))
    yield exact.get(keyOf(row.vehicle_id, day)) ?? decodeTrack(track)
}

/** The tracks of days that have none stored, made from positions at the level, day by day as for a pack. */
function* positionParts(
  { vehicle_id: _, ...answer }: TracksAnswer,
  ranges: readonly PositionRange[],
  level: DrawnLevel,
): Generator<TrackPart> {
  const stored = columnsOf(answer)
  const packs = packsOf(answer).map(pack => unpackFixRow(pack, PLACE))
  const beginnings = beginningsOf(stored.micros, numbers.int4(answer.number ?? null))
  for (const pack of packs) if (beginnings.size > 0) beginnings.add(pack.micros[0] ?? 0)
  const { micros, nulls, latitude_e7, longitude_e7 } = positionsWithin(
    mergePositions([...packs, stored]),
    ranges,
    true,
  )
  for (const [first, end] of dayStretches(micros))
    for (let from = first; from < end; ) {
      let to = from + 1
      while (to < end && !beginnings.has(micros[to] ?? 0)) to++
      const part: PlaceColumns = {
        micros: micros.subarray(from, to),
        nulls: nulls.subarray(from, to),
        latitude_e7: latitude_e7.subarray(from, to),
        longitude_e7: longitude_e7.subarray(from, to),
      }
      yield { ...trackOfDay(part, level), isApart: beginnings.has(micros[from] ?? 0) }
      from = to
    }
}
/** The times at which the row numbers have a gap: the rows before it are outside of the box. */
function beginningsOf(micros: Float64Array, rowNumbers: Int32Array): Set<number> {
  const beginnings = new Set<number>()
  for (let i = 0; i < rowNumbers.length; i++)
    if (rowNumbers[i] !== (i === 0 ? 1 : (rowNumbers[i - 1] ?? 0) + 1))
      beginnings.add(micros[i] ?? 0)
  return beginnings
}
