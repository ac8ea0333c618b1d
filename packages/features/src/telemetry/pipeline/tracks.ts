// The plausible fixes of a stretch of time, and the track drawn from them.
import { thin } from '@flotta/core/geo.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { type TimeRange, visibleRanges } from '../../fleet/access/rules.ts'
import type { PositionColumns } from '../packs/codec.ts'
import { readPositions } from '../packs/queries.ts'
import { degreesOf, floatsAt, integersAt, millisOf } from '../packs/rows.ts'
import { MOVING_ABOVE_KMH, plausibleFixes } from '../plausible-fixes.ts'

/** Fixes as columns: epoch ms, degrees, km/h, degrees. Each column has one array type: a loop over columns of any type takes several times as long. */
export interface Fixes {
  readonly at: Float64Array
  readonly latitude: Float64Array
  readonly longitude: Float64Array
  readonly speed: Int32Array
  readonly direction: Int32Array
}
const storedFields = ['latitude_e7', 'longitude_e7', 'speed', 'direction'] as const
/** The same as they are stored: only what is shown of a long history is converted. */
export type StoredFixes = Pick<PositionColumns, 'micros' | (typeof storedFields)[number]>

/** Every plausible fix of a stretch of time, in order. */
export const fixesOf = async (
  ctx: Context,
  vehicle_id: number,
  stretch: TimeRange,
): Promise<Fixes> => convertedFixes(await storedFixesOf(ctx, vehicle_id, stretch))

export async function storedFixesOf(
  ctx: Context,
  vehicle_id: number,
  { from, to }: TimeRange,
): Promise<StoredFixes> {
  const all = await readPositions(ctx.pool, vehicle_id, [{ from, to }], {
    fields: storedFields,
    onlyFixes: true,
  })
  const plausible = plausibleFixes(all.micros, all.latitude_e7, all.longitude_e7)
  return plausible.length === all.micros.length ? all : pickFixes(all, plausible)
}

export const convertedFixes = (fixes: StoredFixes): Fixes => ({
  at: millisOf(fixes.micros),
  latitude: degreesOf(fixes.latitude_e7),
  longitude: degreesOf(fixes.longitude_e7),
  speed: fixes.speed,
  direction: fixes.direction,
})

export const pickFixes = (fixes: StoredFixes, places: ArrayLike<number>): StoredFixes => ({
  micros: floatsAt(fixes.micros, places),
  latitude_e7: integersAt(fixes.latitude_e7, places),
  longitude_e7: integersAt(fixes.longitude_e7, places),
  speed: integersAt(fixes.speed, places),
  direction: integersAt(fixes.direction, places),
})

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

export const isMoving = (speed: number): boolean => speed > MOVING_ABOVE_KMH

/** About `most` points: both ends of each stop, and between stops the points that shape the track. */
export function trackFrom(fixes: StoredFixes, most: number): TrackColumns {
  const total = fixes.micros.length
  const { at, latitude, longitude, speed, direction } = convertedFixes(
    total > most ? pickFixes(fixes, drawnPlaces(fixes, most)) : fixes,
  )
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
  const list = new Array<number>(values.length)
  for (let i = 0; i < values.length; i++) list[i] = convert(values[i] as number)
  return list
}
function drawnPlaces({ latitude_e7, longitude_e7, speed }: StoredFixes, most: number): Uint32Array {
  const last = speed.length - 1
  /** The fixes in motion, and the ends of each stop. */
  const apart = new Uint32Array(speed.length)
  /** The indices of the ends among these. */
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
  const corners =
    count === speed.length
      ? thin(latitude_e7, longitude_e7, most, stops)
      : thin(integersAt(latitude_e7, places), integersAt(longitude_e7, places), most, stops)
  const drawn = new Uint32Array(corners.length)
  for (let i = 0; i < drawn.length; i++) drawn[i] = places[corners[i] as number] as number
  return drawn
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
    track = joinTracks(
      track,
      trackFrom(await storedFixesOf(ctx, vehicle.vehicle_id, stretch), most),
    )
  return track
}
