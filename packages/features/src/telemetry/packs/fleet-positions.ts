// The positions of many vehicles in one period, by one statement: rows and packed days of each, merged in order as those of one vehicle are. Where lines are enough, packed days answer their tracks.
import { DAY, dayOf } from '@flotta/core/time.ts'
import { columns, lists } from '@flotta/platform/columns.ts'
import type { Pool } from '@flotta/platform/db.ts'
import type { PositionColumns } from './codec.ts'
import { type DrawnTrack, decodeTrack, type Level } from './levels.ts'
import { type PositionRange, positionsWithin, type ReadPositions } from './queries.ts'
import {
  asColumn,
  type ColumnAnswer,
  columnsOf,
  mergePositions,
  type PositionField,
  packColumns,
  packsAsColumns,
  packsOf,
  unpackRow,
} from './rows.ts'

export interface FleetQuestion {
  readonly vehicle_id: number
  /** Within the period, sorted and apart. */
  readonly ranges: readonly PositionRange[]
}

/** Packed days that have their tracks, nothing late beside them, and no end of a stretch within: `$4` vehicles and `$5` days of those that have. */
const HAS_TRACK = `k.has_levels and not exists (select from late_days l where l.vehicle_id = k.vehicle_id and l.day = k.day)
      and not exists (select from unnest($4::int4[], $5::int4[]) cut (vehicle_id, day) where cut.vehicle_id = k.vehicle_id and date '1970-01-01' + cut.day = k.day)`
const OF_DAYS = `k.vehicle_id = v.vehicle_id and k.day >= ($2::timestamptz at time zone 'UTC')::date and k.day <= ($3::timestamptz at time zone 'UTC')::date
      and k.first_at <= $3 and k.last_at >= $2`

/**
 * `$1` vehicles, `$2` and `$3` the ends of the period.
 * @param level of the tracks of packed days, whose positions are not read then
 */
function fleetText(fields: readonly PositionField[], level: Level | null): string {
  const names = ['message_datetime', 'seq', ...fields]
  const tracks =
    level === null
      ? ''
      : `cross join lateral (select ${asColumn(`k.${level}`, 'tracks')} from position_packs k where ${OF_DAYS} and k.${level} is not null and ${HAS_TRACK}) t`
  return `select v.vehicle_id, r.*, k.*${level === null ? '' : ', t.*'} from unnest($1::int4[]) v (vehicle_id)
    cross join lateral (select ${names.map(name => asColumn(name)).join(', ')} from (
      select ${names.join(', ')} from positions where vehicle_id = v.vehicle_id and message_datetime >= $2 and message_datetime <= $3 and latitude_e7 is not null
      order by message_datetime, seq) p) r
    cross join lateral (select ${packsAsColumns} from (select ${packColumns(false)} from position_packs k
      where ${OF_DAYS} ${level === null ? '' : `and not (${HAS_TRACK})`} order by k.day) k) k ${tracks}`
}

type FleetAnswer = ColumnAnswer & { readonly vehicle_id: number }
const askFleet = async (
  client: Pick<Pool, 'query'>,
  asked: readonly FleetQuestion[],
  { from, to }: PositionRange,
  text: string,
  more: readonly Buffer[] = [],
): Promise<readonly FleetAnswer[]> =>
  (
    await client.query<FleetAnswer>(text, [
      columns.int4(asked.map(({ vehicle_id }) => vehicle_id)),
      new Date(from),
      new Date(to),
      ...more,
    ])
  ).rows

/** The fixes of vehicles within the stretches of each. A vehicle is unpacked when the caller comes to it. */
export async function readFleetFixes<F extends Exclude<PositionField, 'io'>>(
  client: Pick<Pool, 'query'>,
  asked: readonly FleetQuestion[],
  fields: readonly F[],
): Promise<Iterable<readonly [vehicle_id: number, ReadPositions<F>]>> {
  const all = asked.flatMap(({ ranges }) => ranges)
  if (all.length === 0) return []
  const period = {
    from: Math.min(...all.map(({ from }) => from)),
    to: Math.max(...all.map(({ to }) => to)),
  }
  const rows = await askFleet(client, asked, period, fleetText(fields, null))
  const rangesOf = rangesByVehicle(asked)
  return unpackEach(rows, row => [row.vehicle_id, fixesOf(row, rangesOf.get(row.vehicle_id) ?? [])])
}

export interface FleetTracks {
  readonly vehicle_id: number
  /** Of packed days as a whole, whatever the stretches are: the caller cuts them. */
  readonly tracks: readonly DrawnTrack[]
  /** Of all other days, within the stretches. */
  readonly fixes: ReadPositions<'latitude_e7' | 'longitude_e7' | 'speed'>
}
const TRACK_FIELDS = ['latitude_e7', 'longitude_e7', 'speed'] as const
/** The same for lines: packed days are read as their tracks. */
export async function readFleetTracks(
  client: Pick<Pool, 'query'>,
  asked: readonly FleetQuestion[],
  period: PositionRange,
  level: Level,
): Promise<Iterable<FleetTracks>> {
  if (asked.length === 0) return []
  const cuts = asked.flatMap(question => cutDays(question, period))
  const rows = await askFleet(client, asked, period, fleetText(TRACK_FIELDS, level), [
    columns.int4(cuts.map(({ vehicle_id }) => vehicle_id)),
    columns.int4(cuts.map(({ day }) => day)),
  ])
  const rangesOf = rangesByVehicle(asked)
  return unpackEach(rows, ({ tracks = null, ...row }) => ({
    vehicle_id: row.vehicle_id,
    tracks: lists.bytea(tracks).map(track => decodeTrack(track ?? new Uint8Array(0))),
    fixes: fixesOf(row, rangesOf.get(row.vehicle_id) ?? []),
  }))
}

/** The days within which a stretch begins or ends. The ends of the period are no such: of these days the track is cut at its next point. */
const cutDays = ({ vehicle_id, ranges }: FleetQuestion, period: PositionRange) =>
  ranges.flatMap(({ from, to }) => [
    ...(from === period.from || from % DAY === 0 ? [] : [{ vehicle_id, day: dayOf(from) }]),
    ...(to === period.to || (to + 1) % DAY === 0 ? [] : [{ vehicle_id, day: dayOf(to) }]),
  ])

const rangesByVehicle = (asked: readonly FleetQuestion[]) =>
  new Map(asked.map(({ vehicle_id, ranges }) => [vehicle_id, ranges]))
function* unpackEach<T>(
  rows: readonly FleetAnswer[],
  unpack: (row: FleetAnswer) => T,
): Generator<T> {
  for (const row of rows) yield unpack(row)
}
function fixesOf(
  { vehicle_id: _, ...answer }: FleetAnswer,
  ranges: readonly PositionRange[],
): PositionColumns {
  const days = [...packsOf(answer).map(pack => unpackRow(pack, false)), columnsOf(answer)]
  return mergePositions(days.map(day => positionsWithin(day, ranges, true)))
}
