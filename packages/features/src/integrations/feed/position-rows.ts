// The positions of the feed: rows of an answer, and lines of CSV that are written directly from the database's columns.
import { DAY, dayOf, dayText, HOUR, instantOf, MINUTE, SECOND } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import type { FixColumn, PositionColumns } from '../../telemetry/packs/codec.ts'
import { type FixTable, readFixes } from '../../telemetry/packs/fixes.ts'
import type { RowKey } from '../../telemetry/pipeline/arrivals.ts'
import type { FeedPosition } from './contract.ts'
import { csvCell } from './forms.ts'

type Plates = ReadonlyMap<number, { readonly plate: string }>
/** Some keys, and where the fix of each lies. */
interface Stretch {
  readonly keys: readonly RowKey[]
  readonly fixes: FixTable
}
/** Keys of one statement: while an answer is written as text, the database reads the next ones. */
const STRETCH = 2_500

/**
 * Reads keys stretch by stretch.
 * @param write makes the result of each stretch
 */
async function stretchByStretch<T>(
  ctx: Pick<Context, 'pool'>,
  keys: readonly RowKey[],
  write: (stretch: Stretch) => T,
): Promise<T[]> {
  const parts: (readonly RowKey[])[] = []
  for (let from = 0; from < keys.length; from += STRETCH)
    parts.push(keys.slice(from, from + STRETCH))
  return Promise.all(
    parts.map(async part => write({ keys: part, fixes: await readFixes(ctx, part) })),
  )
}

/**
 * The records that still exist and have a place.
 * @param keys that the reader may see
 */
export async function positionRows(
  ctx: Pick<Context, 'pool'>,
  plates: Plates,
  keys: readonly RowKey[],
): Promise<FeedPosition[]> {
  const parts = await stretchByStretch(ctx, keys, stretch => rowsOf(stretch, plates))
  return parts.flat()
}
function rowsOf({ keys, fixes }: Stretch, plates: Plates): FeedPosition[] {
  const rows: FeedPosition[] = []
  for (const [i, key] of keys.entries()) {
    const fix = fixes.sources[i] ?? null
    if (fix === null) continue
    const plate = plates.get(key.vehicle_id)?.plate ?? ''
    rows.push(positionRecord(key, plate, fix, fixes.places[i] ?? 0))
  }
  return rows
}

/**
 * The record of one position.
 * @param i its index in the columns
 */
export const positionRecord = (
  { vehicle_id, at, seq }: Pick<RowKey, 'vehicle_id' | 'at' | 'seq'>,
  plate: string,
  fixes: Pick<PositionColumns, FixColumn>,
  i: number,
): FeedPosition => ({
  id: `${vehicle_id}-${at}-${seq}`,
  vehicle_id,
  plate,
  message_datetime: instantOf(at),
  latitude: (fixes.latitude_e7[i] ?? 0) / 1e7,
  longitude: (fixes.longitude_e7[i] ?? 0) / 1e7,
  altitude: fixes.altitude[i] ?? 0,
  direction: fixes.direction[i] ?? 0,
  speed: fixes.speed[i] ?? 0,
  satellites: fixes.satellites[i] ?? 0,
})

/** The same as lines of CSV, without the header. */
export const positionLines = (
  ctx: Pick<Context, 'pool'>,
  plates: Plates,
  keys: readonly RowKey[],
): Promise<string[]> => stretchByStretch(ctx, keys, stretch => linesOf(stretch, plates))

function linesOf({ keys, fixes }: Stretch, plates: Plates): string {
  const instantText = instantWriter()
  const cells = new Map<number, string>()
  let text = ''
  for (let i = 0; i < keys.length; i++) {
    const fix = fixes.sources[i] ?? null
    const key = keys[i]
    if (fix === null || key === undefined) continue
    const { vehicle_id, at, seq } = key
    const place = fixes.places[i] ?? 0
    let vehicle = cells.get(vehicle_id)
    if (vehicle === undefined) {
      vehicle = `${vehicle_id},${csvCell(plates.get(vehicle_id)?.plate ?? '')}`
      cells.set(vehicle_id, vehicle)
    }
    text += `${vehicle_id}-${at}-${seq},${vehicle},${instantText(at)},${(fix.latitude_e7[place] ?? 0) / 1e7},${(fix.longitude_e7[place] ?? 0) / 1e7},${fix.altitude[place]},${fix.direction[place]},${fix.speed[place]},${fix.satellites[place]}\r\n`
  }
  return text
}

const TWO = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))
const THREE = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(3, '0'))
/** Writes instants like `instantOf`, in a fifth of the time where many are on one day. */
export function instantWriter(): (at: number) => string {
  let day = Number.NaN
  let begin = ''
  return at => {
    if (dayOf(at) !== day) {
      day = dayOf(at)
      begin = `${dayText(day)}T`
    }
    const time = at - day * DAY
    const hour = Math.floor(time / HOUR)
    const minute = Math.floor(time / MINUTE) % 60
    const second = Math.floor(time / SECOND) % 60
    return `${begin}${TWO[hour]}:${TWO[minute]}:${TWO[second]}.${THREE[time % SECOND]}Z`
  }
}
