// Reads of the time series, for one vehicle that the caller may see and a period.

import { thin } from '@flotta/core/geo.ts'
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
import { degreesOf, microsOf, millis, millisOf, placesBefore } from '../packs/rows.ts'
import { MOVING_ABOVE_KMH, plausibleFixes } from '../plausible-fixes.ts'
import { thinReadings } from './detail.ts'
import { type LatestEntry, newestOf, timeOf } from './latest.ts'

/** Fixes as columns: epoch ms, degrees, km/h, degrees. Each has one type: a loop over columns of any type takes several times as long. */
export interface Fixes {
  readonly at: Float64Array
  readonly latitude: Float64Array
  readonly longitude: Float64Array
  readonly speed: Int32Array
  readonly direction: Int32Array
}

/** Every fix of a stretch that the vehicle could have reached, in order. */
export async function fixesOf(
  ctx: Context,
  vehicle_id: number,
  { from, to }: TimeRange,
): Promise<Fixes> {
  const { micros, latitude_e7, longitude_e7, speed, direction } = await readPositions(
    ctx.pool,
    vehicle_id,
    [{ from, to }],
    { fields: ['latitude_e7', 'longitude_e7', 'speed', 'direction'], onlyFixes: true },
  )
  const all: Fixes = {
    at: millisOf(micros),
    latitude: degreesOf(latitude_e7),
    longitude: degreesOf(longitude_e7),
    speed,
    direction,
  }
  const plausible = plausibleFixes(all.at, all.latitude, all.longitude)
  return plausible.length === all.at.length ? all : pickFixes(all, plausible)
}

export const pickFixes = (fixes: Fixes, places: ArrayLike<number>): Fixes => ({
  at: numbersAt(fixes.at, places),
  latitude: numbersAt(fixes.latitude, places),
  longitude: numbersAt(fixes.longitude, places),
  speed: Int32Array.from(numbersAt(fixes.speed, places)),
  direction: Int32Array.from(numbersAt(fixes.direction, places)),
})
function numbersAt(values: Float64Array | Int32Array, places: ArrayLike<number>): Float64Array {
  const picked = new Float64Array(places.length)
  for (let i = 0; i < picked.length; i++) picked[i] = values[places[i] as number] as number
  return picked
}

/** A track in the shape of `telemetry/trips/contract.ts`. */
export interface TrackColumns {
  total: number
  at: number[]
  latitude: number[]
  longitude: number[]
  speed: number[]
  direction: number[]
  moving: number[]
}
export const TRACK_POINTS = 5_000

const isMoving = (speed: number): boolean => speed > MOVING_ABOVE_KMH

/**
 * About `most` points: the two ends of each stop, and between stops the points that make the shape.
 */
export function trackFrom(fixes: Fixes, most: number): TrackColumns {
  const total = fixes.at.length
  const { at, latitude, longitude, speed, direction } =
    total > most ? pickFixes(fixes, drawnPlaces(fixes, most)) : fixes
  return {
    total,
    at: listOf(at),
    latitude: listOf(latitude),
    longitude: listOf(longitude),
    speed: listOf(speed),
    direction: listOf(direction),
    moving: listOf(speed, s => (isMoving(s) ? 1 : 0)),
  }
}
function listOf(
  values: Float64Array | Int32Array,
  convert: (value: number) => number = value => value,
): number[] {
  const list: number[] = []
  for (let i = 0; i < values.length; i++) list.push(convert(values[i] as number))
  return list
}
function drawnPlaces({ latitude, longitude, speed }: Fixes, most: number): Uint32Array {
  const last = speed.length - 1
  /** Whatever moves, and the ends of each stop. */
  const apart = new Uint32Array(speed.length)
  /** Places of the ends among these. */
  const stops: number[] = []
  let count = 0
  let isMovingBefore = false
  let isMovingNow = isMoving(speed[0] as number)
  for (let i = 0; i <= last; i++) {
    const isMovingNext = i < last && isMoving(speed[i + 1] as number)
    if (isMovingNow || isMovingBefore || isMovingNext || i === 0 || i === last) {
      if (!isMovingNow) stops.push(count)
      apart[count++] = i
    }
    isMovingBefore = isMovingNow
    isMovingNow = isMovingNext
  }
  const places = apart.subarray(0, count)
  const corners = thin(numbersAt(latitude, places), numbersAt(longitude, places), most, stops)
  return Uint32Array.from(corners, i => places[i] as number)
}

const joinTracks = (a: TrackColumns, b: TrackColumns): TrackColumns =>
  a.total === 0
    ? b
    : {
        total: a.total + b.total,
        at: [...a.at, ...b.at],
        latitude: [...a.latitude, ...b.latitude],
        longitude: [...a.longitude, ...b.longitude],
        speed: [...a.speed, ...b.speed],
        direction: [...a.direction, ...b.direction],
        moving: [...a.moving, ...b.moving],
      }
const EMPTY_TRACK: TrackColumns = {
  total: 0,
  at: [],
  latitude: [],
  longitude: [],
  speed: [],
  direction: [],
  moving: [],
}

/** The track of what the caller may see of a period. */
export async function trackOf(
  ctx: Context,
  vehicle: VisibleVehicle,
  from: number,
  to: number,
  most = TRACK_POINTS,
): Promise<TrackColumns> {
  let track = EMPTY_TRACK
  for (const stretch of visibleRanges('position', vehicle, from, to))
    track = joinTracks(track, trackFrom(await fixesOf(ctx, vehicle.vehicle_id, stretch), most))
  return track
}

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
/** The value of an entry of the state; null: none yet, or none that may be seen. */
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

/** How much of a history is wanted. */
export interface HistoryDetail {
  /** About so many (`detail.ts`); absent: all. */
  readonly points?: number
  /**
   * Default: all rows. `changes`: only the first and what differs from the row before it. `steady`:
   * all, of a wide value that mostly stays: what is repeated is sent once.
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
