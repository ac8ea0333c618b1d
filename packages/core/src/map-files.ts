// Places, lines and areas as files for maps: GPX 1.1, KML 2.2 and GeoJSON. Pure functions.
import { z } from 'zod'

export const MapFileFormat = z.enum(['gpx', 'kml', 'geojson'])
export type MapFileFormat = z.infer<typeof MapFileFormat>
export const mapFileTypes: Readonly<Record<MapFileFormat, string>> = {
  gpx: 'application/gpx+xml',
  kml: 'application/vnd.google-earth.kml+xml',
  geojson: 'application/geo+json',
}
/** The format that the caller names, else the first supported one in `Accept`, else GeoJSON. */
export const mapFormatOf = (given: MapFileFormat | undefined, accept = ''): MapFileFormat =>
  given ??
  accept
    .split(',')
    .map(type => type.split(';')[0]?.trim().toLowerCase())
    .map(type => MapFileFormat.options.find(format => mapFileTypes[format] === type))
    .find(format => format !== undefined) ??
  'geojson'

/** Degrees. `time`: ISO. */
export interface MapPoint {
  readonly latitude: number
  readonly longitude: number
  readonly time?: string
}
/** A place has one point. An area is a ring, with or without its first point repeated at the end. */
export interface MapFeature {
  readonly kind: 'place' | 'way' | 'area'
  readonly name: string
  readonly description?: string | null
  readonly points: readonly MapPoint[]
  /** Further properties, which GeoJSON and KML show. */
  readonly properties?: Readonly<Record<string, string | number | null>>
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
/** XML forbids control characters, even escaped. */
const CONTROL_CHARACTERS = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
export const escapeXml = (text: string): string =>
  text.replace(CONTROL_CHARACTERS, '').replace(/[&<>"']/g, sign => ENTITIES[sign] ?? sign)
/** An element with a text; '' when the text is empty. */
export const xmlElement = (name: string, text: string | null | undefined): string =>
  text === null || text === undefined || text.trim() === ''
    ? ''
    : `<${name}>${escapeXml(text)}</${name}>`
/** Six decimals are ten centimetres. */
export const roundDegrees = (degrees: number): number => Number(degrees.toFixed(6))

const closedRing = (points: readonly MapPoint[]): readonly MapPoint[] => {
  const [first, last] = [points[0], points.at(-1)]
  return first === undefined ||
    (first.latitude === last?.latitude && first.longitude === last.longitude)
    ? points
    : [...points, first]
}
const lineOf = ({ kind, points }: MapFeature) => (kind === 'area' ? closedRing(points) : points)

function gpx(name: string, features: readonly MapFeature[]): string {
  const at = ({ latitude, longitude }: MapPoint) =>
    `lat="${roundDegrees(latitude)}" lon="${roundDegrees(longitude)}"`
  const head = ({ name: title, description }: MapFeature) =>
    `${xmlElement('name', title)}${xmlElement('desc', description)}`
  const places = features.filter(({ kind }) => kind === 'place')
  const ways = features.filter(({ kind }) => kind !== 'place')
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Flotta" xmlns="http://www.topografix.com/GPX/1/1">',
    `  <metadata>${xmlElement('name', name)}</metadata>`,
    ...places.flatMap(place =>
      place.points.map(
        point => `  <wpt ${at(point)}>${xmlElement('time', point.time)}${head(place)}</wpt>`,
      ),
    ),
    // GPX has no areas, so their outline becomes a track.
    ...ways.flatMap(way => [
      `  <trk>${head(way)}`,
      '    <trkseg>',
      ...lineOf(way).map(
        point => `      <trkpt ${at(point)}>${xmlElement('time', point.time)}</trkpt>`,
      ),
      '    </trkseg>',
      '  </trk>',
    ]),
    '</gpx>',
    '',
  ].join('\n')
}

function kml(name: string, features: readonly MapFeature[]): string {
  const coordinates = (feature: MapFeature) =>
    `<coordinates>${lineOf(feature)
      .map(p => `${roundDegrees(p.longitude)},${roundDegrees(p.latitude)}`)
      .join(' ')}</coordinates>`
  const shapes: Readonly<Record<MapFeature['kind'], (feature: MapFeature) => string>> = {
    place: feature => `<Point>${coordinates(feature)}</Point>`,
    way: feature => `<LineString><tessellate>1</tessellate>${coordinates(feature)}</LineString>`,
    area: feature =>
      `<Polygon><outerBoundaryIs><LinearRing>${coordinates(feature)}</LinearRing></outerBoundaryIs></Polygon>`,
  }
  const dataOf = ({ properties = {} }: MapFeature) => {
    const data = Object.entries(properties).flatMap(([key, value]) =>
      value === null
        ? []
        : `<Data name="${escapeXml(key)}"><value>${escapeXml(String(value))}</value></Data>`,
    )
    return data.length === 0 ? '' : `<ExtendedData>${data.join('')}</ExtendedData>`
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>',
    `  ${xmlElement('name', name)}`,
    ...features.map(
      feature =>
        `  <Placemark>${xmlElement('name', feature.name)}${xmlElement('description', feature.description)}${dataOf(feature)}${shapes[feature.kind](feature)}</Placemark>`,
    ),
    '</Document></kml>',
    '',
  ].join('\n')
}

function geojson(features: readonly MapFeature[]): string {
  const geometryOf = (feature: MapFeature) => {
    const points = lineOf(feature).map(p => [roundDegrees(p.longitude), roundDegrees(p.latitude)])
    if (feature.kind === 'place') return { type: 'Point', coordinates: points[0] }
    return feature.kind === 'way'
      ? { type: 'LineString', coordinates: points }
      : { type: 'Polygon', coordinates: [points] }
  }
  return JSON.stringify({
    type: 'FeatureCollection',
    features: features.map(feature => ({
      type: 'Feature',
      geometry: geometryOf(feature),
      properties: {
        name: feature.name,
        ...(feature.description != null && { description: feature.description }),
        ...feature.properties,
        ...(feature.points[0]?.time !== undefined &&
          feature.kind === 'way' && { coordTimes: feature.points.map(({ time }) => time ?? null) }),
      },
    })),
  })
}

/** @param name name of the whole file, for readers of GPX and KML */
export const mapFileText = (
  format: MapFileFormat,
  name: string,
  features: readonly MapFeature[],
): string => {
  if (format === 'gpx') return gpx(name, features)
  return format === 'kml' ? kml(name, features) : geojson(features)
}
