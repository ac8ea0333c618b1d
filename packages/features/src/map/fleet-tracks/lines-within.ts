// The lines of a track within the stretches of time that may be seen. Pure.
import { encodePolyline } from '@flotta/core/geo.ts'
import { SECOND } from '@flotta/core/time.ts'
import type { TimeRange } from '../../fleet/access/rules.ts'
import type { DrawnTrack } from '../../telemetry/packs/levels.ts'

/**
 * A point is drawn where all of its second lies within a stretch, as the times of a track are whole
 * seconds; a line never leads from one stretch to another.
 * @param parts of a track, in any order
 * @param ranges sorted and apart
 */
export function linesWithin(parts: readonly DrawnTrack[], ranges: readonly TimeRange[]): string[] {
  const lines: [number, number][][] = []
  let next = 0
  let line: [number, number][] = []
  const endLine = () => {
    if (line.length > 1) lines.push(line)
    line = []
  }
  for (const { at, latitude_e5, longitude_e5 } of parts.toSorted(
    (a, b) => (a.at[0] ?? 0) - (b.at[0] ?? 0),
  ))
    for (let i = 0; i < at.length; i++) {
      const begin = (at[i] ?? 0) * SECOND
      while (next < ranges.length && begin + SECOND - 1 > (ranges[next]?.to ?? 0)) {
        endLine()
        next++
      }
      if (begin >= (ranges[next]?.from ?? Number.POSITIVE_INFINITY))
        line.push([(latitude_e5[i] ?? 0) / 1e5, (longitude_e5[i] ?? 0) / 1e5])
    }
  endLine()
  return lines.map(encodePolyline)
}
