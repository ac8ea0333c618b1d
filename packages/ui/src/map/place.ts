// Places on the map, and the camera that shows one in the part of the map that no panel covers.

/** The part of the map that panels cover, CSS pixels from each edge. */
export interface CoveredEdges {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}
/** [west, south, east, north], degrees */
export type Box = readonly [number, number, number, number]
export interface Place {
  readonly box: Box
  /** A point is shown at this zoom or a nearer one, a box at this zoom or a farther one. */
  readonly zoom: number
  /** The camera follows the place when it leaves the free part of the map. */
  readonly drives?: boolean
}
export const pointAt = (longitude: number, latitude: number): Box => [
  longitude,
  latitude,
  longitude,
  latitude,
]

/** The box around points; null: there are none. */
export function boxOf(
  points: Iterable<{ readonly longitude: number; readonly latitude: number }>,
): Box | null {
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const { longitude, latitude } of points) {
    west = Math.min(west, longitude)
    south = Math.min(south, latitude)
    east = Math.max(east, longitude)
    north = Math.max(north, latitude)
  }
  return west > east ? null : [west, south, east, north]
}

/** The box around lines of [longitude, latitude]; null: they have no points. */
export function boxOfLines(lines: readonly (readonly (readonly [number, number])[])[]): Box | null {
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const line of lines)
    for (const [longitude, latitude] of line) {
      west = Math.min(west, longitude)
      south = Math.min(south, latitude)
      east = Math.max(east, longitude)
      north = Math.max(north, latitude)
    }
  return west > east ? null : [west, south, east, north]
}

export const isWithin = (
  [west, south, east, north]: Box,
  { longitude, latitude }: { readonly longitude: number; readonly latitude: number },
): boolean => longitude >= west && longitude <= east && latitude >= south && latitude <= north

/** Pixels between a box and the edge of the free part of the map, if there is enough space. */
const MARGIN = 60
/** Width of the whole world at zoom 0, pixels. */
const WORLD = 512

const mercatorY = (latitude: number): number =>
  0.5 - Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI)
const latitudeAt = (y: number): number =>
  (360 / Math.PI) * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - 90

export interface View {
  readonly width: number
  readonly height: number
  readonly padding: CoveredEdges
  readonly zoom: number
}

/** The camera that shows a place in the free part of the map. */
export function cameraFor(
  { box: [west, south, east, north], zoom }: Place,
  view: View,
): { readonly center: [number, number]; readonly zoom: number } {
  const free = [
    view.width - view.padding.left - view.padding.right,
    view.height - view.padding.top - view.padding.bottom,
  ].map(side => Math.max(side, 48))
  const [top, bottom] = [mercatorY(north), mercatorY(south)]
  const center: [number, number] = [
    (west + east) / 2,
    north === south ? north : latitudeAt((top + bottom) / 2),
  ]
  const spans = [(east - west) / 360, bottom - top]
  if (spans.every(span => span === 0)) return { center, zoom: Math.max(view.zoom, zoom) }
  const fits = spans.map((span, i) => {
    const side = free[i] ?? 0
    return span === 0 ? zoom : Math.log2((side - 2 * Math.min(MARGIN, side / 5)) / (span * WORLD))
  })
  return { center, zoom: Math.min(zoom, ...fits) }
}

export const isSameEdges = (a: CoveredEdges, b: CoveredEdges): boolean =>
  a.top === b.top && a.right === b.right && a.bottom === b.bottom && a.left === b.left
