// A day's track at three tolerances, with its bounding box and kilometres, so that months and years are drawn without unpacking their days. Pure.
import { distance, METRES_PER_DEGREE } from '@flotta/core/geo.ts'
import { atOnce, type Steps } from '@flotta/platform/work-slicer.ts'
import { MOVING_ABOVE_KMH, plausibleFixes } from '../plausible-fixes.ts'
import type { PositionColumns } from './codec.ts'
import { IntegerReader, IntegerWriter, readColumn, writeColumn } from './integers.ts'
import { degreesOf, floatsAt, integersAt, millisOf } from './rows.ts'

/** By how many metres a drawn line may pass beside a fix. */
export const tolerances = { fine: 20, middle: 120, coarse: 700 } as const
export type Level = keyof typeof tolerances
/** `exact`: every fix that the vehicle could have reached. */
export type DrawnLevel = Level | 'exact'
export const toleranceOf = (level: DrawnLevel): number =>
  level === 'exact' ? 0 : tolerances[level]

/** Times in epoch s, places in degrees × 10⁵. */
export interface DrawnTrack {
  readonly at: Float64Array
  readonly latitude_e5: Float64Array
  readonly longitude_e5: Float64Array
}
/** The bounding box and kilometres of all fixes of a day. */
export interface DaySummary {
  readonly metres: number
  readonly south_e5: number
  readonly west_e5: number
  readonly north_e5: number
  readonly east_e5: number
}
export interface DayLevels extends DaySummary, Readonly<Record<Level, DrawnTrack>> {}

/** The columns that drawing needs. */
export type PlaceColumns = Pick<
  PositionColumns,
  'micros' | 'nulls' | 'latitude_e7' | 'longitude_e7'
>
/** The columns for drawing, and the speed that counting kilometres needs. */
export type DrivenColumns = PlaceColumns & Pick<PositionColumns, 'speed'>

/** Fixes that the vehicle could have reached: epoch ms, degrees. */
interface Fixes {
  readonly at: Float64Array
  readonly latitude: Float64Array
  readonly longitude: Float64Array
  /** Their indices in the columns of the day. */
  readonly places: Uint32Array
}
const HAS_NO_PLACE = 0b11

function fixesOfDay({ micros, nulls, latitude_e7, longitude_e7 }: PlaceColumns): Fixes {
  const places = new Uint32Array(micros.length)
  let count = 0
  for (let i = 0; i < micros.length; i++)
    if (((nulls[i] as number) & HAS_NO_PLACE) === 0) places[count++] = i
  const located = places.subarray(0, count)
  const plausible = plausibleFixes(
    floatsAt(micros, located),
    integersAt(latitude_e7, located),
    integersAt(longitude_e7, located),
  )
  for (let i = 0; i < plausible.length; i++)
    plausible[i] = located[plausible[i] as number] as number
  return {
    at: millisOf(floatsAt(micros, plausible)),
    latitude: degreesOf(integersAt(latitude_e7, plausible)),
    longitude: degreesOf(integersAt(longitude_e7, plausible)),
    places: plausible,
  }
}

/** The tracks of a day at all levels; null: the day has no fix. */
export const levelsOf = (day: DrivenColumns): DayLevels | null => atOnce(levelSteps(day))
export function* levelSteps(day: DrivenColumns): Steps<DayLevels | null> {
  const fixes = fixesOfDay(day)
  if (fixes.at.length === 0) return null
  yield
  const fine = yield* simplifySteps(fixes, allOf(fixes), tolerances.fine)
  const middle = simplify(fixes, fine, tolerances.middle)
  const coarse = simplify(fixes, middle, tolerances.coarse)
  return {
    ...summaryOf(fixes, day.speed),
    fine: drawnTrack(fixes, fine),
    middle: drawnTrack(fixes, middle),
    coarse: drawnTrack(fixes, coarse),
  }
}
/** The track of a day at one level, equal to that of `levelsOf`. */
export function trackOfDay(day: PlaceColumns, level: DrawnLevel): DrawnTrack {
  const fixes = fixesOfDay(day)
  let places = allOf(fixes)
  for (const step of ['fine', 'middle', 'coarse'] as const) {
    if (level === 'exact') break
    places = simplify(fixes, places, tolerances[step])
    if (step === level) break
  }
  return drawnTrack(fixes, places)
}
function allOf({ at }: Fixes): readonly number[] {
  const all: number[] = []
  for (let i = 0; i < at.length; i++) all.push(i)
  return all
}
const e5 = (degrees: number | undefined): number => Math.round((degrees ?? 0) * 1e5)
function drawnTrack(fixes: Fixes, places: readonly number[]): DrawnTrack {
  const track = {
    at: new Float64Array(places.length),
    latitude_e5: new Float64Array(places.length),
    longitude_e5: new Float64Array(places.length),
  }
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number
    track.at[i] = Math.floor((fixes.at[place] as number) / 1_000)
    track.latitude_e5[i] = e5(fixes.latitude[place])
    track.longitude_e5[i] = e5(fixes.longitude[place])
  }
  return track
}

/** Wandering fixes of a standing vehicle add nothing to its kilometres. */
function summaryOf({ latitude, longitude, places }: Fixes, speeds: ArrayLike<number>): DaySummary {
  const isMovingAt = (i: number): boolean => (speeds[places[i] ?? 0] ?? 0) > MOVING_ABOVE_KMH
  let metres = 0
  let [south, west, north, east] = [90, 180, -90, -180]
  for (let i = 0; i < latitude.length; i++) {
    const [lat, lon] = [latitude[i] ?? 0, longitude[i] ?? 0]
    south = Math.min(south, lat)
    north = Math.max(north, lat)
    west = Math.min(west, lon)
    east = Math.max(east, lon)
    if (i > 0 && (isMovingAt(i) || isMovingAt(i - 1)))
      metres += distance(latitude[i - 1] ?? 0, longitude[i - 1] ?? 0, lat, lon)
  }
  return {
    metres: Math.round(metres),
    south_e5: e5(south),
    west_e5: e5(west),
    north_e5: e5(north),
    east_e5: e5(east),
  }
}

/** A search for the farthest fix among more than this many is done in steps of its own. */
const LONG_STRETCH = 2_048
/** Douglas and Peucker: the indices of the fixes that a line must pass to stay within `tolerance` metres of all of them. */
const simplify = (fixes: Fixes, places: readonly number[], tolerance: number): number[] =>
  atOnce(simplifySteps(fixes, places, tolerance))
function* simplifySteps(
  fixes: Fixes,
  places: readonly number[],
  tolerance: number,
): Steps<number[]> {
  const last = places.length - 1
  if (last < 2) return [...places]
  const isDrawn = new Uint8Array(places.length)
  isDrawn[0] = 1
  isDrawn[last] = 1
  const stretches: [number, number][] = [[0, last]]
  for (let stretch = stretches.pop(); stretch !== undefined; stretch = stretches.pop()) {
    const [from, to] = stretch
    if (to - from > LONG_STRETCH) yield
    const { place, metres } = farthest(fixes, places, from, to)
    if (metres <= tolerance) continue
    isDrawn[place] = 1
    stretches.push([from, place], [place, to])
  }
  return places.filter((_, i) => isDrawn[i] === 1)
}
function farthest(
  { latitude, longitude }: Fixes,
  places: readonly number[],
  from: number,
  to: number,
): { readonly place: number; readonly metres: number } {
  const [first, last] = [places[from] as number, places[to] as number]
  const [lat, lon] = [latitude[first] as number, longitude[first] as number]
  const shrink = Math.cos((lat * Math.PI) / 180)
  const endX = ((longitude[last] as number) - lon) * shrink * METRES_PER_DEGREE
  const endY = ((latitude[last] as number) - lat) * METRES_PER_DEGREE
  const length2 = endX * endX + endY * endY
  let [place, most] = [from, -1]
  for (let i = from + 1; i < to; i++) {
    const fix = places[i] as number
    const x = ((longitude[fix] as number) - lon) * shrink * METRES_PER_DEGREE
    const y = ((latitude[fix] as number) - lat) * METRES_PER_DEGREE
    const along = length2 === 0 ? 0 : Math.max(0, Math.min(1, (x * endX + y * endY) / length2))
    const away = (x - along * endX) ** 2 + (y - along * endY) ** 2
    if (away > most) {
      place = i
      most = away
    }
  }
  return { place, metres: Math.sqrt(Math.max(0, most)) }
}

export function encodeTrack({ at, latitude_e5, longitude_e5 }: DrawnTrack): Buffer {
  const writer = new IntegerWriter()
  for (const column of [at, latitude_e5, longitude_e5]) writeColumn(writer, column)
  return writer.take()
}
export function decodeTrack(bytes: Uint8Array): DrawnTrack {
  const reader = new IntegerReader(bytes)
  const [at, latitude_e5, longitude_e5] = [
    readColumn(reader),
    readColumn(reader),
    readColumn(reader),
  ]
  return { at, latitude_e5, longitude_e5 }
}
