// Checkpoints: the state of a vehicle before the first record of each day, and of each hour of the
// last half day. A replay begins with one.

import { dayOf, dayText, HOUR, startOfDay } from '@flotta/core/time.ts'
import { columns } from '@flotta/platform/columns.ts'
import { epochMs } from '@flotta/platform/epoch.ts'
import type { Statement } from '@flotta/platform/transaction.ts'
import type { PoolClient } from 'pg'
import type { VehicleState } from './state.ts'
import { type StateJson, stateText } from './stored-state.ts'

/**
 * Checkpoints within a day. Most late records are only a little late, so most replays begin and end
 * near them.
 */
const PERIOD = HOUR
const RECENT_FOR = 12 * HOUR
/** Checkpoints within a day are kept from here on, epoch ms. */
export const recentSince = (now: number): number => now - RECENT_FOR

/** `state` as JSON text, before the first record at or after `at`. */
export interface Checkpoint {
  readonly vehicle_id: number
  /** Epoch ms: a day's first moment, or that of an hour. */
  readonly at: number
  readonly state: string
}

/** The begin of the day or hour whose first record lies at `at`; null: an earlier record of that day and hour exists. */
export function checkpointDue(before: number, at: number, recent: number): number | null {
  if (!(before > 0)) return null
  if (dayOf(before) !== dayOf(at)) return startOfDay(dayOf(at))
  const period = Math.floor(at / PERIOD) * PERIOD
  return before < period && period >= recent ? period : null
}
export const checkpointOf = (vehicle_id: number, at: number, state: VehicleState): Checkpoint => ({
  vehicle_id,
  at,
  state: stateText(state),
})

const isOfDay = ({ at }: Checkpoint): boolean => at === startOfDay(dayOf(at))

export function writeCheckpoints(checkpoints: readonly Checkpoint[]): Statement[] {
  if (checkpoints.length === 0) return []
  const days = checkpoints.filter(isOfDay)
  const recent = checkpoints.filter(c => !isOfDay(c))
  const upsert = (
    name: string,
    text: string,
    checkpoints: readonly Checkpoint[],
    at: Buffer,
  ): Statement[] =>
    checkpoints.length === 0
      ? []
      : [
          {
            name,
            text,
            values: [
              columns.int4(checkpoints.map(c => c.vehicle_id)),
              at,
              columns.json(checkpoints.map(c => c.state)),
            ],
          },
        ]
  return [
    ...upsert(
      'checkpoints upsert',
      `insert into checkpoints (vehicle_id, day, state) select vehicle_id, day::date, state from unnest($1::int4[], $2::text[], $3::json[]) as c(vehicle_id, day, state)
        on conflict (vehicle_id, day) do update set state = excluded.state`,
      days,
      columns.text(days.map(c => dayText(dayOf(c.at)))),
    ),
    ...upsert(
      'recent checkpoints upsert',
      `insert into recent_checkpoints (vehicle_id, at, state) select * from unnest($1::int4[], $2::timestamptz[], $3::json[])
        on conflict (vehicle_id, at) do update set state = excluded.state`,
      recent,
      columns.timestamptz(recent.map(c => c.at)),
    ),
  ]
}

/** Where to begin: the state before the first record at or after `from`. */
export interface ReplayStart {
  readonly from: number
  readonly state: StateJson
}
const SELECT_BEFORE = `select asked.vehicle_id, c.at, c.state from unnest($1::int4[], $2::timestamptz[]) as asked (vehicle_id, before) cross join lateral (
    (select ${epochMs('day')} as at, state from checkpoints where vehicle_id = asked.vehicle_id and day <= asked.before::date order by day desc limit 1)
    union all
    (select ${epochMs('at')} as at, state from recent_checkpoints where vehicle_id = asked.vehicle_id and at <= asked.before
      order by recent_checkpoints.at desc limit 1)
    order by at desc limit 1) c`
/**
 * The last checkpoint of each vehicle at or before a moment (epoch ms). A vehicle without one is
 * missing.
 */
export async function checkpointsBefore(
  client: Pick<PoolClient, 'query'>,
  moments: readonly { readonly vehicle_id: number; readonly at: number }[],
): Promise<Map<number, ReplayStart>> {
  const { rows } = await client.query<{ vehicle_id: number; at: number; state: StateJson }>({
    name: 'checkpoints before',
    text: SELECT_BEFORE,
    values: [
      columns.int4(moments.map(m => m.vehicle_id)),
      columns.timestamptz(moments.map(m => m.at)),
    ],
  })
  return new Map(rows.map(({ vehicle_id, at, state }) => [vehicle_id, { from: at, state }]))
}
/** The first checkpoint of a later day. */
export async function checkpointAfter(
  client: Pick<PoolClient, 'query'>,
  vehicle_id: number,
  at: number,
): Promise<StateJson | null> {
  const { rows } = await client.query<{ state: StateJson }>(
    'select state from checkpoints where vehicle_id = $1 and day > $2::date order by day limit 1',
    [vehicle_id, dayText(dayOf(at))],
  )
  return rows[0]?.state ?? null
}
/** The checkpoint of exactly this moment; null: there is none. */
export async function checkpointAt(
  client: Pick<PoolClient, 'query'>,
  vehicle_id: number,
  at: number,
): Promise<StateJson | null> {
  const { rows } = await client.query<{ state: StateJson }>(
    at === startOfDay(dayOf(at))
      ? {
          name: 'checkpoint of day',
          text: 'select state from checkpoints where vehicle_id = $1 and day = $2::date',
          values: [vehicle_id, dayText(dayOf(at))],
        }
      : {
          name: 'checkpoint recent',
          text: 'select state from recent_checkpoints where vehicle_id = $1 and at = $2',
          values: [vehicle_id, new Date(at)],
        },
  )
  return rows[0]?.state ?? null
}

/** Job: deletes the checkpoints within days that are not recent. */
export async function deleteOldRecentCheckpoints({
  pool,
  now,
}: {
  readonly pool: Pick<PoolClient, 'query'>
  now(): number
}): Promise<void> {
  await pool.query('delete from recent_checkpoints where at < $1', [new Date(recentSince(now()))])
}
