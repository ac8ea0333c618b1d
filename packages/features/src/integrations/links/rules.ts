// What a link shows of a planned trip: which stops are still ahead, and whether the vehicle has arrived. Pure.
import { decodePolyline, distance } from '@flotta/core/geo.ts'

export interface Spot {
  readonly latitude: number
  readonly longitude: number
}
/** Metres from the destination within which a vehicle counts as arrived. */
const AT_DESTINATION = 300

const metres = (a: Spot, b: Spot): number =>
  distance(a.latitude, a.longitude, b.latitude, b.longitude)
export const isAtDestination = (position: Spot, destination: Spot): boolean =>
  metres(position, destination) <= AT_DESTINATION

/** The index of the point of a line that is nearest to a position. */
function nearestOf(line: readonly Spot[], spot: Spot): number {
  let nearest = 0
  let least = Number.POSITIVE_INFINITY
  for (const [i, point] of line.entries()) {
    const far = metres(point, spot)
    if (far >= least) continue
    nearest = i
    least = far
  }
  return nearest
}

/**
 * The stops that lie ahead of a vehicle on its planned route: those whose place on the route comes after its own, and always the last one.
 * @param geometry encoded polyline (precision 5)
 */
export function stopsAhead<S extends Spot>(
  position: Spot,
  stops: readonly S[],
  geometry: string,
): S[] {
  const line = decodePolyline(geometry).map(([latitude, longitude]) => ({ latitude, longitude }))
  const here = nearestOf(line, position)
  return stops.filter((stop, i) => i === stops.length - 1 || nearestOf(line, stop) > here)
}
