// Turns packed days into rows again when a part of them has to change.
import { dayOf, dayText } from '@flotta/core/time.ts'
import { columns } from '@flotta/platform/columns.ts'
import type { PoolClient } from 'pg'
import type { Instant } from './queries.ts'
import { INSERT_POSITIONS, insertValues, type PackRow, packColumns, unpackRow } from './rows.ts'

/** The day is packed again once it has been quiet, as other days with late records. */
const TAKE = `with gone as (delete from position_packs k using unnest($1::int4[], $2::date[]) d (vehicle_id, day)
    where k.vehicle_id = d.vehicle_id and k.day = d.day returning ${packColumns()}),
  late as (insert into late_days (vehicle_id, day, marked_at) select vehicle_id, day::date, $3::timestamptz from gone on conflict (vehicle_id, day) do nothing)
  select * from gone order by vehicle_id, day`

/** In the transaction of `client`, which holds the states of the vehicles. */
export async function unpackDays(
  client: Pick<PoolClient, 'query'>,
  instants: readonly Instant[],
  now: number,
): Promise<void> {
  if (instants.length === 0) return
  const days = new Map(
    instants.map(({ vehicle_id, at }) => [`${vehicle_id} ${dayOf(at)}`, { vehicle_id, at }]),
  )
  const dates = [...days.values()]
  const { rows } = await client.query<PackRow>(TAKE, [
    columns.int4(dates.map(d => d.vehicle_id)),
    dates.map(d => dayText(dayOf(d.at))),
    new Date(now),
  ])
  for (const pack of rows)
    await client.query(INSERT_POSITIONS, [pack.vehicle_id, ...insertValues(unpackRow(pack))])
}
