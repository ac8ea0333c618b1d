// The track of a long period as lines to draw, one for each stretch of time that the caller may see.
import { PolylineWriter } from '@flotta/core/geo.ts'
import { DAY } from '@flotta/core/time.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { type TimeRange, visibleRanges } from '../../fleet/access/rules.ts'
import { readFleetTracks } from './fleet-lines.ts'
import { readTrack } from './level-rows.ts'
import type { DrawnLevel, DrawnTrack, Level } from './levels.ts'
import { type TrackBox, type TrackLine, trackLines } from './track-lines.ts'

/** The level of detail that a map can show of a period this long. */
export const levelFor = (ms: number): Level =>
  ms <= 7 * DAY ? 'fine' : ms <= 62 * DAY ? 'middle' : 'coarse'

export async function drawnLines(
  ctx: Context,
  vehicle: VisibleVehicle,
  { from, to }: TimeRange,
  level: Level,
): Promise<{ readonly metres: number; readonly lines: TrackLine[] }> {
  const lines: TrackLine[] = []
  let total = 0
  for (const stretch of visibleRanges('position', vehicle, from, to)) {
    const { metres, track } = await readTrack(ctx.pool, vehicle.vehicle_id, stretch, level)
    total += metres
    if (track.at.length > 0) lines.push(lineOf(track))
  }
  return { metres: total, lines }
}

/** Only the lines that cross a box of the map, without kilometres, which would be only those inside the box. */
export async function linesWithinBox(
  ctx: Context,
  { vehicle_id, ...vehicle }: VisibleVehicle,
  period: TimeRange,
  level: DrawnLevel,
  box: TrackBox | null,
) {
  const ranges = visibleRanges('position', vehicle, period.from, period.to)
  const questions = ranges.length === 0 ? [] : [{ vehicle_id, ranges }]
  const answer = await readFleetTracks(ctx.pool, questions, period, level, box)
  const lines = [...answer.tracks].flatMap(({ parts }) => trackLines(parts, ranges, box))
  return { level: answer.level, metres: null, lines }
}
const lineOf = ({ at, latitude_e5, longitude_e5 }: DrawnTrack): TrackLine => {
  const line = new PolylineWriter()
  for (let i = 0; i < at.length; i++) line.put(latitude_e5[i] ?? 0, longitude_e5[i] ?? 0)
  return { at: Array.from(at), path: line.take() }
}
