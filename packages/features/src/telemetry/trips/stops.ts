// Reads of the stops between trips, and since when a vehicle has been moving or standing.
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { type TimeRange, visibleRanges } from '../../fleet/access/rules.ts'
import { type ShownStop, shownStops } from './private-pieces.ts'
import { COLUMNS } from './queries.ts'
import { stopsWithin, type TripFacts } from './rules.ts'

/**
 * The parts of the stops that lie in a period, oldest first, as far as the caller may see it. Only
 * the owner learns how long a stop was as a whole.
 */
export const stopsOf = async (
  ctx: Context,
  vehicle: VisibleVehicle,
  period: TimeRange,
): Promise<ShownStop[]> => (await stopParts(ctx, vehicle, [period]))[0] ?? []

/** The same for each part of a period, such as its days. The parts are contiguous. */
export async function stopParts(
  ctx: Context,
  vehicle: VisibleVehicle,
  parts: readonly TimeRange[],
): Promise<ShownStop[][]> {
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) return []
  const { from } = first
  const { to } = last
  const fromTrips = 'from trips where vehicle_id = $1 and replaced_by is null and'
  const [touching, before, after] = await Promise.all([
    ctx.pool.query<TripFacts>(
      `select ${COLUMNS} ${fromTrips} period_from <= $3 and (period_to is null or period_to >= $2) order by period_from`,
      [vehicle.vehicle_id, new Date(from), new Date(to)],
    ),
    ctx.pool.query<TripFacts>(
      `select ${COLUMNS} ${fromTrips} period_from < $2 and period_to < $2 order by period_from desc limit 1`,
      [vehicle.vehicle_id, new Date(from)],
    ),
    ctx.pool.query<{ period_from: Date }>(
      `select period_from ${fromTrips} period_from > $2 order by period_from limit 1`,
      [vehicle.vehicle_id, new Date(to)],
    ),
  ])
  const next = after.rows[0]?.period_from.getTime() ?? null
  const trips = [...before.rows, ...touching.rows]
  return parts.map(part => {
    const now = ctx.now()
    const stops = stopsWithin(
      trips,
      next,
      visibleRanges('trip', vehicle, part.from, part.to),
      now,
    ).flatMap(stop => shownStops(stop, vehicle.private_times, now))
    return vehicle.owner
      ? stops
      : stops.map(stop => ({
          ...stop,
          whole: { period_from: stop.period_from, period_to: stop.period_to },
        }))
  })
}

/**
 * Since when the vehicle has been moving or standing, epoch ms, whatever period is looked at; null:
 * not known.
 */
export async function sinceWhen(
  ctx: Context,
  vehicle: VisibleVehicle,
  moving: boolean,
): Promise<number | null> {
  const { rows } = await ctx.pool.query<TripFacts>(
    `select ${COLUMNS} from trips where vehicle_id = $1 and replaced_by is null order by period_from desc limit 1`,
    [vehicle.vehicle_id],
  )
  const [newest] = rows
  const since =
    newest === undefined
      ? null
      : moving
        ? newest.period_to === null
          ? newest.period_from
          : null
        : newest.period_to
  if (since === null || vehicle.owner) return since
  return visibleRanges('trip', vehicle, since, since).length > 0 ? since : null
}
