// How many of a vehicle's expected records were received in a period, as far as the customer may see it.

import { distance } from '@flotta/core/geo.ts'
import { DAY, SECOND } from '@flotta/core/time.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { visibleRangesFor } from '../../fleet/access/rules.ts'
import { REPORTING_INTERVAL } from '../../fleet/vehicles/rules.ts'
import { readInstants, readPositions } from '../../telemetry/packs/queries.ts'
import { millis } from '../../telemetry/packs/rows.ts'
import { MOVING_ABOVE_KMH } from '../../telemetry/plausible-fixes.ts'
import { tripTimes } from '../../telemetry/trips/queries.ts'
import { type Completeness, completenessOf, type Stretch, silences } from './completeness.ts'

/** A vehicle drove during a silence if it was moving at the beginning, or if it was this far away at the end. */
const MIN_DRIVEN_METRES = 500

/** The device that is on the vehicle, or was last on it. */
const INTERVAL_SQL = `select d.reporting_interval, d.profile from device_mounts m join devices d on d.id = m.device_id
  where m.vehicle_id = $1 and m.mounted_from < $2 order by m.mounted_from desc limit 1`
/** How far from the period the neighbouring records are searched: nearby first, because most are there. */
const BESIDE_WITHIN = [DAY, 31 * DAY]

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

async function lastRecordBefore(
  ctx: Context,
  vehicle_id: number,
  at: number,
): Promise<number | undefined> {
  for (const far of BESIDE_WITHIN) {
    const range = { from: at - far, to: at - 1 }
    const { micros } = await readPositions(ctx.pool, vehicle_id, [range], { fields: [] })
    const last = micros.at(-1)
    if (last !== undefined) return millis(last)
  }
  return undefined
}
async function firstRecordSince(
  ctx: Context,
  vehicle_id: number,
  at: number,
): Promise<number | undefined> {
  for (const far of BESIDE_WITHIN) {
    const range = { from: at, to: at + far - 1 }
    const { micros } = await readPositions(ctx.pool, vehicle_id, [range], { fields: [] })
    const [first] = micros
    if (first !== undefined) return millis(first)
  }
  return undefined
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
  const [interval_ms, { micros }, before, after = period.to, trips] = await Promise.all([
    intervalOf(ctx, vehicle_id, to),
    readPositions(ctx.pool, vehicle_id, [{ from: period.from, to: period.to - 1 }], { fields: [] }),
    vehicle.owner ? lastRecordBefore(ctx, vehicle_id, period.from) : undefined,
    vehicle.owner ? firstRecordSince(ctx, vehicle_id, period.to) : undefined,
    tripTimes(ctx, vehicle, period.from, period.to),
  ])
  const at = micros.map(millis)
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
  const times = new Set(quiet.flatMap(silence => [silence.from, silence.to]))
  const rows = await readInstants(
    ctx.pool,
    [...times].map(at => ({ vehicle_id, at })),
  )
  return new Map(
    rows
      .toSorted((a, b) => a.at - b.at || a.seq - b.seq)
      .flatMap(({ at, latitude_e7, longitude_e7, speed }) =>
        latitude_e7 === null || longitude_e7 === null
          ? []
          : [[at, { at, latitude_e7, longitude_e7, speed }] as const],
      ),
  )
}
