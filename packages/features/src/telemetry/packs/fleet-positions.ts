// The positions of many vehicles in one period by one statement, from rows and packed days, merged in order for each vehicle.
import { asColumn } from '@flotta/platform/array-reader.ts'
import { columns } from '@flotta/platform/columns.ts'
import type { Pool } from '@flotta/platform/db.ts'
import type { FixColumn, PositionColumns } from './codec.ts'
import { type PositionRange, positionsWithin, type ReadPositions } from './queries.ts'
import {
  type ColumnAnswer,
  columnsOf,
  joinFixes,
  type PositionField,
  packColumns,
  packsAsColumns,
  packsOf,
} from './rows.ts'

export interface FleetQuestion {
  readonly vehicle_id: number
  /** Within the period, sorted and without overlap. */
  readonly ranges: readonly PositionRange[]
}

/** `$1` vehicles, `$2` and `$3` the ends of the period. */
function fleetText(fields: readonly PositionField[]): string {
  const names = ['message_datetime', 'seq', ...fields]
  return `select v.vehicle_id, r.*, k.* from unnest($1::int4[]) v (vehicle_id)
    cross join lateral (select ${names.map(name => asColumn(name)).join(', ')} from (
      select ${names.join(', ')} from positions where vehicle_id = v.vehicle_id and message_datetime >= $2 and message_datetime <= $3 and latitude_e7 is not null
      order by message_datetime, seq) p) r
    cross join lateral (select ${packsAsColumns} from (select ${packColumns(false)} from position_packs k
      where k.vehicle_id = v.vehicle_id and k.day >= ($2::timestamptz at time zone 'UTC')::date and k.day <= ($3::timestamptz at time zone 'UTC')::date
        and k.first_at <= $3 and k.last_at >= $2 order by k.day) k) k`
}

type FleetAnswer = ColumnAnswer & { readonly vehicle_id: number }

/** The fixes of vehicles, each within its own stretches. A vehicle's days are unpacked when the iteration reaches it. */
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
  const { rows } = await client.query<FleetAnswer>(fleetText(fields), [
    columns.int4(asked.map(({ vehicle_id }) => vehicle_id)),
    new Date(period.from),
    new Date(period.to),
  ])
  const rangesOf = new Map(asked.map(({ vehicle_id, ranges }) => [vehicle_id, ranges]))
  return (function* () {
    for (const row of rows)
      yield [row.vehicle_id, fixesOf(row, rangesOf.get(row.vehicle_id) ?? [], fields)] as const
  })()
}
function fixesOf(
  { vehicle_id: _, ...answer }: FleetAnswer,
  ranges: readonly PositionRange[],
  fields: readonly FixColumn[],
): PositionColumns {
  return positionsWithin(joinFixes(packsOf(answer), columnsOf(answer), fields), ranges, true)
}
