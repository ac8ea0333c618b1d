// How many of a vehicle's expected records were received in a period, as far as the customer may see it.

import { distance } from '@flotta/core/geo.ts'
import { SECOND } from '@flotta/core/time.ts'
import { columns, numbers } from '@flotta/platform/columns.ts'
import { epochMs } from '@flotta/platform/epoch.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { visibleRangesFor } from '../../fleet/access/rules.ts'
import { REPORTING_INTERVAL } from '../../fleet/vehicles/rules.ts'
import { MOVING_ABOVE_KMH } from '../../telemetry/pipeline/normalise.ts'
import { tripTimes } from '../../telemetry/trips/queries.ts'
import { type Completeness, completenessOf, type Stretch, silences } from './completeness.ts'

/** A vehicle drove during a silence if it was moving at the beginning, or if it was this far away at the end. */
const MIN_DRIVEN_METRES = 500

/** The device that is on the vehicle, or was the last one on it. */
const INTERVAL_SQL = `select d.reporting_interval, d.profile from device_mounts m join devices d on d.id = m.device_id
  where m.vehicle_id = $1 and m.mounted_from < $2 order by m.mounted_from desc limit 1`
const RECORD_TIMES_SQL = `select array_send(array_agg(message_datetime)) as at
  from (select message_datetime from positions where vehicle_id = $1 and message_datetime >= $2 and message_datetime < $3 order by message_datetime, seq) p`
const NEIGHBOUR_TIMES_SQL = `select (select max(message_datetime) from positions where vehicle_id = $1 and message_datetime < $2 and message_datetime >= $2 - interval '31 days') as before,
  (select min(message_datetime) from positions where vehicle_id = $1 and message_datetime >= $3 and message_datetime < $3 + interval '31 days') as after`
const FIXES_SQL = `select ${epochMs('message_datetime')} as at, latitude_e7, longitude_e7, speed from positions
  where vehicle_id = $1 and message_datetime = any($2::timestamptz[]) and latitude_e7 is not null order by message_datetime, seq`

interface SilenceEnd {
  readonly at: number
  readonly latitude_e7: number
  readonly longitude_e7: number
  readonly speed: number | null
}

async function intervalOf(ctx: Context, vehicle_id: number, to: number): Promise<number> {
  const { rows } = await ctx.pool.query<{ reporting_interval: number | null; profile: string }>(
    INTERVAL_SQL,
    [vehicle_id, new Date(to)],
  )
  const [device] = rows
  return (
    (device?.reporting_interval ??
      ctx.profiles.get(device?.profile ?? '')?.reporting_interval ??
      REPORTING_INTERVAL) * SECOND
  )
}

/** null: the customer may see nothing of this time. */
export async function vehicleCompleteness(
  ctx: Context,
  vehicle: VisibleVehicle,
  from: number,
  to: number,
): Promise<Completeness | null> {
  const stretches = visibleRangesFor(
    { agreements: vehicle.agreements, owner: true },
    vehicle,
    from,
    to - 1,
  )
  const [first] = stretches
  const last = stretches.at(-1)
  if (first === undefined || last === undefined) return null
  // the time between two agreements of a guest is included: the period reaches from the first to the last
  const period = { from: first.from, to: last.to + 1 }
  const { vehicle_id } = vehicle
  const values = [vehicle_id, new Date(period.from), new Date(period.to)]
  const [interval_ms, times, around, trips] = await Promise.all([
    intervalOf(ctx, vehicle_id, to),
    ctx.pool.query<{ at: Buffer | null }>(RECORD_TIMES_SQL, values),
    vehicle.owner
      ? ctx.pool.query<{ before: Date | null; after: Date | null }>(NEIGHBOUR_TIMES_SQL, values)
      : null,
    tripTimes(ctx, vehicle, period.from, period.to),
  ])
  const at = numbers.timestamptz(times.rows[0]?.at ?? null)
  const before = around?.rows[0]?.before?.getTime()
  const after = around?.rows[0]?.after?.getTime() ?? period.to
  const quiet = silences(
    before === undefined ? [...at, after] : [before, ...at, after],
    interval_ms,
  )
  const ends = await silenceEnds(ctx, vehicle_id, quiet)
  return completenessOf(at, period, {
    interval_ms,
    quiet,
    drove: silence => hasDriven(ends.get(silence.from), ends.get(silence.to)),
    trips: trips
      .map(t => ({ from: t.period_from, to: t.period_to ?? t.end_at }))
      .toSorted((a, b) => a.from - b.from),
  })
}

function hasDriven(begin: SilenceEnd | undefined, end: SilenceEnd | undefined): boolean {
  if (begin === undefined) return false
  if ((begin.speed ?? 0) > MOVING_ABOVE_KMH) return true
  return (
    end !== undefined &&
    distance(
      begin.latitude_e7 / 1e7,
      begin.longitude_e7 / 1e7,
      end.latitude_e7 / 1e7,
      end.longitude_e7 / 1e7,
    ) > MIN_DRIVEN_METRES
  )
}

async function silenceEnds(
  ctx: Context,
  vehicle_id: number,
  quiet: readonly Stretch[],
): Promise<Map<number, SilenceEnd>> {
  if (quiet.length === 0) return new Map()
  const { rows } = await ctx.pool.query<SilenceEnd>(FIXES_SQL, [
    vehicle_id,
    columns.timestamptz([...new Set(quiet.flatMap(s => [s.from, s.to]))]),
  ])
  return new Map(rows.map(end => [end.at, end]))
}
