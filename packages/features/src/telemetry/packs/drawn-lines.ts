// The track of a long period, as lines to draw: each a stretch of time that the caller may see.
import { encodePolyline } from '@flotta/core/geo.ts'
import { DAY } from '@flotta/core/time.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { type TimeRange, visibleRanges } from '../../fleet/access/rules.ts'
import { readTrack } from './level-rows.ts'
import type { DrawnTrack, Level } from './levels.ts'

/** What a map of the length of a period can show. */
export const levelFor = (ms: number): Level =>
  ms <= 7 * DAY ? 'fine' : ms <= 62 * DAY ? 'middle' : 'coarse'

export interface DrawnLine {
  /** Epoch s. */
  readonly at: number[]
  /** An encoded polyline. */
  readonly path: string
}
export async function drawnLines(
  ctx: Context,
  vehicle: VisibleVehicle,
  { from, to }: TimeRange,
  level: Level,
): Promise<{ readonly metres: number; readonly lines: DrawnLine[] }> {
  const lines: DrawnLine[] = []
  let total = 0
  for (const stretch of visibleRanges('position', vehicle, from, to)) {
    const { metres, track } = await readTrack(ctx.pool, vehicle.vehicle_id, stretch, level)
    total += metres
    if (track.at.length > 0) lines.push(lineOf(track))
  }
  return { metres: total, lines }
}
const lineOf = ({ at, latitude_e5, longitude_e5 }: DrawnTrack): DrawnLine => ({
  at: Array.from(at),
  path: encodePolyline(
    Array.from(latitude_e5, (latitude, i) => [latitude / 1e5, (longitude_e5[i] ?? 0) / 1e5]),
  ),
})
