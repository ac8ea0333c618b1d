// Stored lines of days that are over and not packed yet, so that a month of a fleet reads positions of today only. They are valid as long as the day has the
// positions from which they were made.
import { DAY, dayOfText, startOfDay } from '@flotta/core/time.ts'
import { asColumn } from '@flotta/platform/array-reader.ts'
import type { Pool } from '@flotta/platform/db.ts'
import { inSlices } from '@flotta/platform/work-slicer.ts'
import { DRIVEN, levelColumns, levelValueSteps, VALID_LINES } from './level-rows.ts'
import { type ColumnAnswer, columnsOf } from './rows.ts'

/** Days from `$2` to `$3` that have positions, and neither a pack nor lines. */
const MISSING = `select d.day::text as day from (select $2::date + n as day from generate_series(0, $3::date - $2::date) n) d
  where exists (select from positions where vehicle_id = $1 and message_datetime >= d.day::timestamp at time zone 'UTC' and message_datetime < (d.day + 1)::timestamp at time zone 'UTC')
    and not exists (select from position_packs k where k.vehicle_id = $1 and k.day = d.day)
    and not exists (select from ${VALID_LINES} l where l.vehicle_id = $1 and l.day = d.day) order by d.day`
const NAMES = ['message_datetime', 'seq', ...DRIVEN] as const
/** Reads the positions from which lines are made, together with the marks that later tell whether the lines are still valid; all as of one moment. */
const READ = `select r.*, (select xmin::text from late_days where vehicle_id = $1 and day = $4::date) as late_mark, s.newest_at, s.newest_seq
  from (select ${NAMES.map(name => asColumn(name)).join(', ')} from (select ${NAMES.join(', ')} from positions
    where vehicle_id = $1 and message_datetime >= $2 and message_datetime < $3 and latitude_e7 is not null order by message_datetime, seq) p) r
  left join (select message_datetime::text as newest_at, seq as newest_seq from vehicle_state where vehicle_id = $1) s on true`
const COLUMNS = ['late_mark', 'newest_at', 'newest_seq', ...levelColumns.slice(1)]
const WRITE = `insert into day_lines (vehicle_id, day, ${COLUMNS.join(', ')}) values ($1, $2, ${COLUMNS.map((_, i) => `$${i + 3}`).join(', ')})
  on conflict (vehicle_id, day) do update set (${COLUMNS.join(', ')}) = row (${COLUMNS.map(name => `excluded.${name}`).join(', ')})`

interface DayRead {
  readonly late_mark: string | null
  readonly newest_at: string | null
  readonly newest_seq: number | null
}

/**
 * Makes the lines of a vehicle's days that have none.
 * @param first the first day, UTC, `2026-11-20`
 * @param last the last day, UTC
 * @returns the number of days
 */
export async function makeDayLines(
  pool: Pick<Pool, 'query'>,
  vehicle_id: number,
  first: string,
  last: string,
): Promise<number> {
  const { rows } = await pool.query<{ readonly day: string }>(MISSING, [vehicle_id, first, last])
  for (const { day } of rows) {
    const begin = startOfDay(dayOfText(day))
    const answer = await pool.query<DayRead & ColumnAnswer>(READ, [
      vehicle_id,
      new Date(begin),
      new Date(begin + DAY),
      day,
    ])
    const {
      late_mark = null,
      newest_at = null,
      newest_seq = null,
      ...columns
    } = answer.rows[0] ?? {}
    const [, ...lines] = await inSlices(levelValueSteps(columnsOf(columns as ColumnAnswer)))
    await pool.query(WRITE, [vehicle_id, day, late_mark, newest_at, newest_seq, ...lines])
  }
  return rows.length
}
