// Reads map files in the browser (areas.41): GeoJSON, KML and GPX become GeoJSON features, as the import takes them.

/** The most points of one shape; the server has the same limit. */
const MOST_POINTS = 500

type Point = readonly number[]
export interface MapFeature {
  readonly type: 'Feature'
  readonly properties: Readonly<Record<string, unknown>>
  readonly geometry: unknown
}
/** Why a file cannot be read: the key of a text. */
export class MapFileError extends Error {}

/** Features of a file, whose kind its content shows. Throws MapFileError. */
export function featuresOfFile(content: string): readonly unknown[] {
  const start = content.trimStart().replace(/^\ufeff/, '')
  if (start.startsWith('{')) return ofGeoJson(start)
  if (!start.startsWith('<')) throw new MapFileError('areas.file.unknown')
  const document = new DOMParser().parseFromString(start, 'application/xml')
  if (document.getElementsByTagName('parsererror').length > 0)
    throw new MapFileError('areas.file.broken')
  const root = document.documentElement.localName.toLowerCase()
  if (root === 'kml') return all(document, 'Placemark').flatMap(ofPlacemark)
  if (root === 'gpx') return ofGpx(document)
  throw new MapFileError('areas.file.unknown')
}

function ofGeoJson(text: string): readonly unknown[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new MapFileError('areas.file.broken')
  }
  const { type, features } = value as { readonly type?: unknown; readonly features?: unknown }
  if (type === 'FeatureCollection' && Array.isArray(features)) return features
  if (type === 'Feature') return [value]
  throw new MapFileError('areas.file.unknown')
}

const all = (parent: Document | Element, name: string): Element[] => [
  ...parent.getElementsByTagNameNS('*', name),
]
const textIn = (parent: Element, name: string): string | undefined =>
  [...parent.children].find(child => child.localName === name)?.textContent?.trim() || undefined
const feature = (name: string | undefined, type: string, coordinates: unknown): MapFeature => ({
  type: 'Feature',
  properties: name === undefined ? {} : { name },
  geometry: { type, coordinates },
})

/** `9.19,45.46,120 9.20,45.47,118` */
const pointsOfKml = (parent: Element | undefined): Point[] =>
  (parent === undefined ? '' : (all(parent, 'coordinates')[0]?.textContent ?? ''))
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map(point => point.split(',').slice(0, 2).map(Number))

/** Each part of a placemark with several parts becomes an area of its own, with a number after its name. */
function ofPlacemark(placemark: Element): MapFeature[] {
  const name = textIn(placemark, 'name')
  const shapes: (readonly [string, unknown])[] = [
    ...all(placemark, 'Point').map(point => ['Point', pointsOfKml(point)[0]] as const),
    ...all(placemark, 'LineString').map(
      line => ['LineString', fewPoints(pointsOfKml(line))] as const,
    ),
    ...all(placemark, 'Polygon').map(polygon => {
      const rings = [...all(polygon, 'outerBoundaryIs'), ...all(polygon, 'innerBoundaryIs')]
      return ['Polygon', rings.map(pointsOfKml)] as const
    }),
  ]
  return shapes.map(([type, coordinates], index) =>
    feature(partName(name, index, shapes.length), type, coordinates),
  )
}
const partName = (name: string | undefined, index: number, count: number): string | undefined =>
  name === undefined || count === 1 ? name : `${name} ${index + 1}`

const pointOfGpx = (point: Element): Point => [
  Number(point.getAttribute('lon')),
  Number(point.getAttribute('lat')),
]
/** Waypoints become circles, routes and each segment of a track corridors (areas.36). */
function ofGpx(document: Document): MapFeature[] {
  const circles = all(document, 'wpt').map(point =>
    feature(textIn(point, 'name'), 'Point', pointOfGpx(point)),
  )
  const routes = all(document, 'rte').map(route =>
    feature(textIn(route, 'name'), 'LineString', fewPoints(all(route, 'rtept').map(pointOfGpx))),
  )
  const tracks = all(document, 'trk').flatMap(track => {
    const segments = all(track, 'trkseg')
    return segments.map((segment, index) =>
      feature(
        partName(textIn(track, 'name'), index, segments.length),
        'LineString',
        fewPoints(all(segment, 'trkpt').map(pointOfGpx)),
      ),
    )
  })
  return [...circles, ...routes, ...tracks]
}

/** Thins a line: points that deviate least from the straight line between others are dropped until few enough are left. */
export function fewPoints(line: readonly Point[]): readonly Point[] {
  if (line.length <= MOST_POINTS) return line
  let tolerance = 1e-5
  let thin = line
  while (thin.length > MOST_POINTS) {
    thin = lineWithin(line, tolerance)
    tolerance *= 2
  }
  return thin
}

/**
 * Douglas and Peucker, with a stack instead of recursion, because a day's track has 20,000 points.
 * @param tolerance in degrees
 */
function lineWithin(line: readonly Point[], tolerance: number): readonly Point[] {
  const needed = new Set([0, line.length - 1])
  const open: [number, number][] = [[0, line.length - 1]]
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const [first, last] = span
    let [farthest, distance] = [first, 0]
    for (let index = first + 1; index < last; index++) {
      const away = distanceTo(line[index], line[first], line[last])
      if (away > distance) [farthest, distance] = [index, away]
    }
    if (distance <= tolerance) continue
    needed.add(farthest)
    open.push([first, farthest], [farthest, last])
  }
  return line.filter((_, index) => needed.has(index))
}
/** The distance of a point from the line between two others, degrees. */
function distanceTo(
  [x = 0, y = 0]: Point = [],
  [ax = 0, ay = 0]: Point = [],
  [bx = 0, by = 0]: Point = [],
): number {
  const length = (bx - ax) ** 2 + (by - ay) ** 2
  const along = length === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length
  const part = Math.min(1, Math.max(0, along))
  return Math.hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay))
}
