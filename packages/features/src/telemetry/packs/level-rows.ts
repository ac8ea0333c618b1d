// The tracks of days in the database: written with a pack, added to packs of earlier versions, and read for long periods, together with days that are over
// and not packed yet.
import { DAY, dayOf, dayOfText, startOfDay } from '@flotta/core/time.ts'
import type { Pool } from '@flotta/platform/db.ts'
import { atOnce, type Steps } from '@flotta/platform/work-slicer.ts'
import type { PositionColumns } from './codec.ts'
import {
  type DrawnTrack,
  type DrivenColumns,
  decodeTrack,
  encodeTrack,
  type Level,
  levelSteps,
  levelsOf,
} from './levels.ts'
import { DamagedPack } from './pack.ts'
import { type PositionRange, readPositions } from './queries.ts'
import { microsOf, millis, type PackRow, packColumns, placesBefore, unpackFixRow } from './rows.ts'

/** Columns of `position_packs`, in the order of `levelValues`. */
export const levelColumns = [
  'has_levels',
  'metres',
  'south_e5',
  'west_e5',
  'north_e5',
  'east_e5',
  'coarse',
  'middle',
  'fine',
] as const
export const levelValues = (day: PositionColumns): unknown[] => atOnce(levelValueSteps(day))
export function* levelValueSteps(day: PositionColumns): Steps<unknown[]> {
  const dayLevels = yield* levelSteps(day)
  if (dayLevels === null) return [true, ...Array<null>(levelColumns.length - 1).fill(null)]
  const { metres, south_e5, west_e5, north_e5, east_e5, coarse, middle, fine } = dayLevels
  return [
    true,
    metres,
    south_e5,
    west_e5,
    north_e5,
    east_e5,
    encodeTrack(coarse),
    encodeTrack(middle),
    encodeTrack(fine),
  ]
}

/** The columns from which lines and kilometres are made. */
export const DRIVEN = ['latitude_e7', 'longitude_e7', 'speed'] as const
const WITHOUT_LEVELS = `select ${packColumns(false)} from position_packs k where not k.has_levels
  and not exists (select from damaged_packs d where d.series = 'positions' and d.vehicle_id = k.vehicle_id and d.day = k.day) order by k.vehicle_id limit $1`
const ADD_LEVELS = `update position_packs set (${levelColumns.join(', ')}) = row (${levelColumns.map((_, i) => `$${i + 4}`).join(', ')})
  where vehicle_id = $1 and day = $2 and checksum = $3`
const NOTE_DAMAGED = `insert into damaged_packs (series, vehicle_id, kind, day, found_at) values ('positions', $1, '', $2, $3) on conflict do nothing`

/** Adds the tracks to some packs of earlier versions. False: no such packs are left. */
export async function addLevels(pool: Pool, atOnce: number, now: number): Promise<boolean> {
  const { rows } = await pool.query<PackRow>(WITHOUT_LEVELS, [atOnce])
  for (const row of rows)
    try {
      const values = levelValues(unpackFixRow(row, DRIVEN))
      await pool.query(ADD_LEVELS, [row.vehicle_id, row.day, row.checksum, ...values])
    } catch (error) {
      if (!(error instanceof DamagedPack)) throw error
      await pool.query(NOTE_DAMAGED, [row.vehicle_id, row.day, new Date(now)])
    }
  return rows.length === atOnce
}

/**
 * The stored lines `l` that still match their positions: no late record came (each one writes its day's mark anew, in the same transaction), and the
 * vehicle's newest record lies after the day or is the same as then. A packed day has lines of its own.
 */
export const VALID_LINES = `(select l.* from day_lines l
  left join late_days m on m.vehicle_id = l.vehicle_id and m.day = l.day
  left join vehicle_state s on s.vehicle_id = l.vehicle_id
  where l.late_mark is not distinct from m.xmin::text::int8
    and (l.newest_at >= (l.day + 1)::timestamp at time zone 'UTC' or (l.newest_at, l.newest_seq) is not distinct from (s.message_datetime, s.seq))
    and not exists (select from position_packs k where k.vehicle_id = l.vehicle_id and k.day = l.day))`

interface LevelRow {
  readonly day: string
  readonly metres: number | null
  readonly track: Buffer | null
}
/** Packed days beside which late records lie are read from their positions. */
const readLevel = (level: Level): string => `select d.day::text as day, d.metres, d.track from (
    select k.vehicle_id, k.day, k.metres, k.${level} as track from position_packs k
    where k.has_levels and not exists (select from late_days l where l.vehicle_id = k.vehicle_id and l.day = k.day)
    union all select l.vehicle_id, l.day, l.metres, l.${level} from ${VALID_LINES} l) d
  where d.vehicle_id = $1 and d.day between ($2::timestamptz at time zone 'UTC')::date and ($3::timestamptz at time zone 'UTC')::date order by d.day`

export interface RangeTrack {
  readonly metres: number
  readonly track: DrawnTrack
}
/**
 * The track of a stretch of time at a level, day by day: the stored track for days that lie in it whole and have one, else made from the positions in the
 * same way.
 */
export async function readTrack(
  pool: Pool,
  vehicle_id: number,
  { from, to }: PositionRange,
  level: Level,
): Promise<RangeTrack> {
  const { rows } = await pool.query<LevelRow>(readLevel(level), [
    vehicle_id,
    new Date(from),
    new Date(to),
  ])
  const parts: RangeTrack[] = []
  const positionsOf = async (range: PositionRange) => {
    if (range.to < range.from) return
    const positions = await readPositions(pool, vehicle_id, [range], {
      fields: DRIVEN,
      onlyFixes: true,
    })
    for (const day of daysOf(positions)) {
      const dayLevels = levelsOf(day)
      if (dayLevels !== null) parts.push({ metres: dayLevels.metres, track: dayLevels[level] })
    }
  }
  let next = from
  for (const { day, metres, track } of rows) {
    const begin = startOfDay(dayOfText(day))
    if (begin < from || begin + DAY - 1 > to) continue
    await positionsOf({ from: next, to: begin - 1 })
    next = begin + DAY
    if (track !== null) parts.push({ metres: metres ?? 0, track: decodeTrack(track) })
  }
  await positionsOf({ from: next, to })
  return joinParts(parts)
}
/** Splits positions by UTC day. */
const daysOf = ({
  micros,
  nulls,
  latitude_e7,
  longitude_e7,
  speed,
}: DrivenColumns): DrivenColumns[] =>
  dayStretches(micros).map(([from, to]) => ({
    micros: micros.subarray(from, to),
    nulls: nulls.subarray(from, to),
    latitude_e7: latitude_e7.subarray(from, to),
    longitude_e7: longitude_e7.subarray(from, to),
    speed: speed.subarray(from, to),
  }))
/** Index ranges of each UTC day in sorted times: the first index, and the one after the last. */
export function dayStretches(micros: Float64Array): [from: number, to: number][] {
  const stretches: [number, number][] = []
  for (let from = 0; from < micros.length; ) {
    const end = microsOf(startOfDay(dayOf(millis(micros[from] ?? 0)) + 1))
    const to = placesBefore(micros, end)
    stretches.push([from, to])
    from = to
  }
  return stretches
}
const joinParts = (parts: readonly RangeTrack[]): RangeTrack => ({
  metres: parts.reduce((sum, { metres }) => sum + metres, 0),
  track: {
    at: joinColumns(parts.map(({ track }) => track.at)),
    latitude_e5: joinColumns(parts.map(({ track }) => track.latitude_e5)),
    longitude_e5: joinColumns(parts.map(({ track }) => track.longitude_e5)),
  },
})
function joinColumns(columns: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0))
  let from = 0
  for (const column of columns) {
    all.set(column, from)
    from += column.length
  }
  return all
}
