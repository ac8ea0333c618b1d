// The days of a long track: the lines of each, and its share of the kilometres. Pure, except that it reads the browser's time zone.
import { decodePolyline, distance } from '@flotta/core/geo.ts'
import { SECOND } from '@flotta/core/time.ts'

export interface LongDay {
  /** The first moment of the day, epoch ms. */
  readonly from: number
  /** Its last moment. */
  readonly to: number
  /** Its share of the track's kilometres, by the length of its lines; approximate, because lines cut corners. */
  readonly km: number
  /** [longitude, latitude] of each bend; the line over midnight belongs to the day before. */
  readonly lines: readonly (readonly [number, number][])[]
}
interface GrowingDay {
  readonly from: number
  readonly to: number
  metres: number
  readonly lines: [number, number][][]
}

/** Metres: a day with less was not driven, because the lines of a standing vehicle wander a little. */
const DRIVEN_FROM = 300

interface TimedLine {
  readonly at: readonly number[]
  readonly path: string
}
/**
 * The days that were driven, the newest first.
 * @param km measured along all fixes of the lines
 */
export function longDays(lines: readonly TimedLine[], km: number): LongDay[] {
  const all = daysOfLines(lines).toSorted((a, b) => b.from - a.from)
  const total = all.reduce((sum, { metres }) => sum + metres, 0)
  const share = total === 0 ? 0 : km / total
  return all
    .filter(({ metres }) => metres >= DRIVEN_FROM)
    .map(({ metres, ...rest }) => ({
      ...rest,
      km: metres * share,
      lines: rest.lines.filter(line => line.length > 1),
    }))
}
/** Every day that the lines cross, with its part of them. */
export function daysOfLines(lines: readonly TimedLine[]): GrowingDay[] {
  const days = new Map<number, GrowingDay>()
  let day: GrowingDay | undefined
  for (const { at, path } of lines) {
    const points = decodePolyline(path).map(([lat, lng]): [number, number] => [lng, lat])
    for (const [i, point] of points.entries()) {
      const time = (at[i] ?? 0) * SECOND
      const before = points[i - 1]
      // the line over midnight belongs to the day that it began in
      if (day !== undefined && before !== undefined) {
        day.lines.at(-1)?.push(point)
        day.metres += distance(before[1], before[0], point[1], point[0])
      }
      const isSame = day !== undefined && day.from <= time && time <= day.to
      if (!isSame) {
        day = dayOn(days, time)
        day.lines.push([point])
      } else if (before === undefined) day?.lines.push([point])
    }
  }
  return [...days.values()]
}
function dayOn(days: Map<number, GrowingDay>, time: number): GrowingDay {
  const midnight = new Date(time)
  midnight.setHours(0, 0, 0, 0)
  const from = midnight.getTime()
  midnight.setDate(midnight.getDate() + 1)
  const day = days.get(from) ?? { from, to: midnight.getTime() - 1, metres: 0, lines: [] }
  days.set(from, day)
  return day
}
