// Reads areas from GeoJSON: a point becomes a circle, a polygon a polygon, a line a corridor. Pure.
import type { Words } from '@flotta/core/problem.ts'

/** Metres, for features without a size of their own. */
export interface Sizes {
  readonly radius: number
  readonly width: number
}
const NO_COLOR = '#000000'

type Values = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface FeatureForm {
  /** The fields of the form, not validated yet. */
  readonly values: Values
  /** A fault of the whole geometry. */
  readonly fault: Words | null
}
/** Turns a feature into the form of an area (areas.37). */
export function formOfFeature(feature: unknown, sizes: Sizes): FeatureForm {
  if (!isObject(feature) || feature.type !== 'Feature')
    return { values: {}, fault: { key: 'areas.import_fault.no_feature' } }
  const properties = isObject(feature.properties) ? feature.properties : {}
  const place = placeOf(feature.geometry, properties, sizes)
  return 'fault' in place
    ? { values: fieldsOf(feature.id, properties), fault: { key: place.fault } }
    : { values: { ...fieldsOf(feature.id, properties), ...place.values }, fault: null }
}

/** The fields of a feature. A missing field is left out, so that only a wrong one is reported. */
function fieldsOf(id: unknown, properties: Values): Values {
  const texts = ['address', 'city', 'zip_code'].flatMap(name =>
    properties[name] === undefined ? [] : [[name, textOf(properties[name])]],
  )
  const code = textOf(properties.code ?? id)
  const name = textOf(properties.name ?? properties.Name ?? properties.title) ?? code
  return {
    ...Object.fromEntries(texts),
    name,
    code: code ?? (typeof name === 'string' ? codeOfName(name) : name),
    color: properties.color ?? colorOf(properties) ?? NO_COLOR,
  }
}
const LONGEST_CODE = 30
/** The code of an area that has only a name. */
const codeOfName = (name: string): string => name.trim().slice(0, LONGEST_CODE).trim()
const textOf = (value: unknown): unknown =>
  typeof value === 'number' ? String(value) : (value ?? undefined)
/** The colour, under the names that drawing programs use. */
const colorOf = (properties: Values): unknown =>
  [properties['marker-color'], properties.stroke, properties.fill].find(
    value => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value),
  )

type Place = { readonly values: Values } | { readonly fault: string }
function placeOf(geometry: unknown, properties: Values, sizes: Sizes): Place {
  if (!isObject(geometry)) return { fault: 'areas.import_fault.geometry' }
  const { type, coordinates } = onlyPart(geometry)
  if (!Array.isArray(coordinates)) return { fault: 'areas.import_fault.geometry' }
  if (type === 'Point') {
    const [longitude, latitude] = coordinates
    const radius = numberOf(properties.radius) ?? sizes.radius
    return { values: { shape: { type: 'circle' }, latitude, longitude, radius } }
  }
  if (type === 'LineString') {
    const width = numberOf(properties.width) ?? sizes.width
    return { values: { shape: { type: 'corridor', points: pairsOf(coordinates), width } } }
  }
  if (type !== 'Polygon') return { fault: 'areas.import_fault.geometry' }
  const [ring, ...holes] = coordinates
  if (holes.length > 0) return { fault: 'areas.import_fault.holes' }
  return { values: { shape: { type: 'polygon', points: pairsOf(ring) } } }
}
/** A geometry of several parts with a single part is replaced by that part. */
function onlyPart({ type, coordinates }: Values): { type: unknown; coordinates: unknown } {
  const isAlone = Array.isArray(coordinates) && coordinates.length === 1
  return typeof type === 'string' && type.startsWith('Multi') && isAlone
    ? { type: type.slice('Multi'.length), coordinates: coordinates[0] }
    : { type, coordinates }
}
/** The points as pairs, without heights. */
const pairsOf = (points: unknown): unknown =>
  Array.isArray(points)
    ? points.map(point => (Array.isArray(point) ? point.slice(0, 2) : point))
    : points
const numberOf = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() !== '' ? Number(value) : (value ?? undefined)
