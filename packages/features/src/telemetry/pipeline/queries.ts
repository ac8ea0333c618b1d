// Reads of the time series, for one vehicle that the caller may see and a period.

import type { Access } from '@flotta/core/kinds.ts'
import type { Reading } from '@flotta/core/reading.ts'
import type { PositionData } from '@flotta/core/telemetry.ts'
import { HOUR } from '@flotta/core/time.ts'
import { epochMs } from '@flotta/platform/epoch.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { isPrivate, maySee, type TimeRange, visibleRanges } from '../../fleet/access/rules.ts'
import { fixColumns } from '../packs/codec.ts'
import { readPositions } from '../packs/queries.ts'
import { type ReadingRows, readReadings, type StoredValue } from '../packs/readings.ts'
import { microsOf, millis, placesBefore } from '../packs/rows.ts'
import { thinReadings } from './detail.ts'
import { type LatestEntry, newestOf, timeOf } from './latest.ts'
import { isMoving } from './tracks.ts'

/**
 * The last plausible fix; `at` epoch ms, `odometer` metres as the vehicle counts it (without
 * km_offset).
 */
export interface LastPosition extends PositionData {
  readonly at: number
  readonly odometer: number | null
}
/**
 * null: there is no fix yet, or the caller may not see it; 'private': nobody may see it, because it
 * was made in a private time.
 */
export async function lastPosition(
  ctx: Context,
  vehicle: VisibleVehicle,
): Promise<LastPosition | 'private' | null> {
  const row = await ctx.db
    .selectFrom('vehicle_state')
    .where('vehicle_id', '=', vehicle.vehicle_id)
    .select(['gps_datetime', ...fixColumns, 'moving', 'odometer'])
    .executeTakeFirst()
  if (!row || row.gps_datetime === null || row.latitude_e7 === null || row.longitude_e7 === null)
    return null
  const at = row.gps_datetime.getTime()
  if (isPrivate(vehicle, at)) return 'private'
  if (!maySee('position', vehicle, at)) return null
  return {
    at,
    latitude: row.latitude_e7 / 1e7,
    longitude: row.longitude_e7 / 1e7,
    altitude: row.altitude ?? 0,
    direction: row.direction ?? 0,
    speed: row.speed ?? 0,
    satellites: row.satellites ?? 0,
    moving: row.moving ?? false,
    odometer: row.odometer,
  }
}

/** A fix counts as the place of the vehicle for so long. */
const PLACE_FOR = 6 * HOUR

export interface Spot {
  readonly latitude: number
  readonly longitude: number
}
/**
 * Where the vehicle was at each of these moments (epoch ms); null: unknown, or the caller may not
 * see it.
 */
export async function placesAt(
  ctx: Context,
  vehicle: VisibleVehicle,
  moments: readonly number[],
): Promise<(Spot | null)[]> {
  if (!moments.some(at => maySee('position', vehicle, at))) return moments.map(() => null)
  const { micros, latitude_e7, longitude_e7 } = await readPositions(
    ctx.pool,
    vehicle.vehicle_id,
    moments.map(at => ({ from: at - PLACE_FOR + 1, to: at })),
    { fields: ['latitude_e7', 'longitude_e7'], onlyFixes: true },
  )
  return moments.map(moment => {
    const last = placesBefore(micros, microsOf(moment) + 1) - 1
    const at = millis(micros[last] ?? Number.NEGATIVE_INFINITY)
    return at > moment - PLACE_FOR && maySee('position', vehicle, at)
      ? { latitude: (latitude_e7[last] ?? 0) / 1e7, longitude: (longitude_e7[last] ?? 0) / 1e7 }
      : null
  })
}

/** A value of a reading and its time, epoch ms. */
export interface ReadingAt<D> {
  readonly at: number
  readonly data: D
}
/** The value of an entry of the state; null: none yet, or the caller may not see it. */
export function visibleReading<D extends object>(
  reading: Reading<D>,
  entry: LatestEntry | null | undefined,
  access: Access,
): ReadingAt<D> | null {
  return entry == null || !maySee(reading.kind, access, timeOf(entry))
    ? null
    : newestOf(reading, entry)
}
/** The newest value of a reading; null: none yet, or none that the caller may see. */
export async function lastReading<D extends object>(
  ctx: Context,
  vehicle: VisibleVehicle,
  reading: Reading<D>,
): Promise<ReadingAt<D> | null> {
  const row = await ctx.db
    .selectFrom('vehicle_state')
    .where('vehicle_id', '=', vehicle.vehicle_id)
    .select('latest')
    .executeTakeFirst()
  return visibleReading(reading, row?.latest[reading.kind], vehicle)
}

/** A stored value of a reading. */
export type StoredReading<D> = StoredValue<D>

/** How much of a history is requested. */
export interface HistoryDetail {
  /** About this many readings (`detail.ts`); absent: all. */
  readonly points?: number
  /**
   * Default: all rows. `changes`: only the first row and those that differ from the row before. `steady`: all rows, but a repeated value is sent once; for
   * wide values that rarely change.
   */
  readonly rows?: ReadingRows
}
/**
 * The stored values of a reading, oldest first, as far as the caller may see them. Each value holds
 * until the next one.
 */
export const readingsOf = <D extends object>(
  ctx: Context,
  vehicle: VisibleVehicle,
  { kind }: Reading<D>,
  from: number,
  to: number,
  detail?: HistoryDetail,
): Promise<StoredReading<D>[]> => storedReadingsOf<D>(ctx, vehicle, kind, from, to, detail)
/** The same for a kind that is derived and not read from a device. */
export async function storedReadingsOf<D extends object>(
  ctx: Context,
  vehicle: VisibleVehicle,
  kind: string,
  from: number,
  to: number,
  { points = Number.POSITIVE_INFINITY, rows = 'all' }: HistoryDetail = {},
): Promise<StoredReading<D>[]> {
  const parts: (readonly StoredReading<D>[])[] = []
  for (const stretch of visibleRanges(kind, vehicle, from, to))
    parts.push(
      thinReadings(
        await readReadings<D>(ctx.pool, vehicle.vehicle_id, kind, stretch, rows),
        points,
      ),
    )
  return parts.flat()
}

const SELECT_BEFORE = `select ${epochMs('message_datetime')} as at, data from reading_before($1, $2, $3)`
/** The last stored value before a moment; null: there is none, or the caller may not see it. */
export async function readingBefore<D extends object>(
  ctx: Context,
  vehicle: VisibleVehicle,
  { kind }: Reading<D>,
  at: number,
): Promise<ReadingAt<D> | null> {
  const { rows } = await ctx.pool.query<ReadingAt<D>>(SELECT_BEFORE, [
    vehicle.vehicle_id,
    kind,
    new Date(at),
  ])
  const [reading] = rows
  return reading !== undefined && maySee(kind, vehicle, reading.at) ? reading : null
}

/**
 * Whether the vehicle moved in each of these stretches (`to` exclusive); null: the caller may not
 * see it.
 */
export async function movedWithin(
  ctx: Context,
  vehicle: VisibleVehicle,
  stretches: readonly TimeRange[],
): Promise<(boolean | null)[]> {
  const isVisible = stretches.map(({ from, to }) => {
    const [part] = visibleRanges('position', vehicle, from, to - 1)
    return part !== undefined && part.from === from && part.to === to - 1
  })
  if (!isVisible.includes(true)) return isVisible.map(() => null)
  const { micros, speed } = await readPositions(
    ctx.pool,
    vehicle.vehicle_id,
    stretches.map(({ from, to }) => ({ from, to: to - 1 })),
    { fields: ['speed'] },
  )
  return isVisible.map((isSeen, i) => {
    if (!isSeen) return null
    const { from = 0, to = 0 } = stretches[i] ?? {}
    const [first, end] = [from, to].map(at => placesBefore(micros, microsOf(at)))
    return speed.subarray(first, end).some(isMoving)
  })
}
