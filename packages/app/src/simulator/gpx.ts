// Reads a GPX track (1.0 and 1.1): points with times; speed and course as given, otherwise computed from neighbouring points.
import { bearing, distance } from '@flotta/core/geo.ts'
import { XMLParser, XMLValidator } from 'fast-xml-parser'

export interface TrackPoint {
  /** epoch ms */
  readonly at: number
  readonly latitude: number
  readonly longitude: number
  /** metres; 0 when the file does not contain it */
  readonly altitude: number
  /** km/h */
  readonly speed: number
  /** degrees from north */
  readonly direction: number
  /** Metres from the first point. */
  readonly metres: number
}

/** The content of a tag: text, attributes (@name) and further tags. */
type Node = { readonly [name: string]: Node | readonly Node[] | string | undefined } | string
/** Two points that are closer than this give no direction, metres. */
const DIRECTION_NEEDS = 3
const MS_TO_KMH = 3.6

/** Points in the order of time; points with the same time and place count once. `name` is that of the file, for error messages. Throws Error. */
export function readTrack(text: string, name: string): TrackPoint[] {
  const valid = XMLValidator.validate(text)
  if (valid !== true)
    throw new Error(`${name} is no GPX: ${valid.err.msg} (line ${valid.err.line})`)
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    removeNSPrefix: true,
    processEntities: false,
  })
  const document: Node = parser.parse(text)
  const gpx = child(document, 'gpx')
  if (gpx === undefined) throw new Error(`${name} is no GPX: its outermost element is not <gpx>`)
  // GPX 1.0 gives speed in m/s by its schema; the extensions that devices write into 1.1 give km/h.
  const old = textOf(gpx, '@version') === '1.0'
  const points = children(gpx, 'trk').flatMap(trk =>
    children(trk, 'trkseg').flatMap(segment => children(segment, 'trkpt')),
  )
  if (points.length === 0)
    throw new Error(
      `${name} has no track (<trk> with <trkpt>)${children(gpx, 'rte').length > 0 ? '; a route has no times and cannot be replayed' : ''}`,
    )
  const raw = points.map((node, i) => readPoint(node, i, name, old)).sort((a, b) => a.at - b.at)
  return complete(raw.filter((p, i) => i === 0 || !isSamePoint(p, raw[i - 1])))
}

interface RawPoint {
  readonly at: number
  readonly latitude: number
  readonly longitude: number
  readonly altitude: number
  readonly speed: number | null
  readonly course: number | null
}
const isSamePoint = (a: RawPoint, b: RawPoint | undefined) =>
  b !== undefined && a.at === b.at && a.latitude === b.latitude && a.longitude === b.longitude

function readPoint(node: Node, index: number, name: string, old: boolean): RawPoint {
  const which = `${name}, point ${index + 1}`
  const latitude = Number(textOf(node, '@lat') ?? Number.NaN)
  const longitude = Number(textOf(node, '@lon') ?? Number.NaN)
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180))
    throw new Error(`${which}: lat and lon are not degrees`)
  const time = textOf(node, 'time')
  if (time === undefined)
    throw new Error(`${which} has no <time>: a track without times cannot be replayed`)
  const at = Date.parse(time)
  if (Number.isNaN(at)) throw new Error(`${which}: ${time} is no time`)
  const extensions = child(node, 'extensions')
  const extension = child(extensions, 'TrackPointExtension') ?? extensions
  const speed = number(node, 'speed')
  // Garmin's extension gives m/s, a bare <speed> among the extensions km/h.
  const metric =
    child(extensions, 'TrackPointExtension') !== undefined ? number(extension, 'speed') : null
  const kmh = metric === null ? number(extensions, 'speed') : metric * MS_TO_KMH
  return {
    at: Math.floor(at / 1000) * 1000,
    latitude,
    longitude,
    altitude: number(node, 'ele') ?? 0,
    speed: speed === null ? kmh : speed * (old ? MS_TO_KMH : 1),
    course: number(node, 'course') ?? number(extension, 'course') ?? number(extension, 'bearing'),
  }
}

function complete(points: readonly RawPoint[]): TrackPoint[] {
  let metres = 0
  let direction = 0
  return points.map((p, i) => {
    const before = points[i - 1] ?? p
    const after = points[i + 1] ?? p
    const step = distance(before.latitude, before.longitude, p.latitude, p.longitude)
    metres += step
    const ahead = distance(p.latitude, p.longitude, after.latitude, after.longitude)
    if (p.course !== null) direction = (p.course + 360) % 360
    else if (ahead >= DIRECTION_NEEDS)
      direction = bearing(p.latitude, p.longitude, after.latitude, after.longitude)
    const seconds = (p.at - before.at) / 1000
    const computedSpeed = seconds > 0 ? (step / seconds) * MS_TO_KMH : 0
    return {
      at: p.at,
      latitude: p.latitude,
      longitude: p.longitude,
      altitude: p.altitude,
      speed: Math.max(0, p.speed ?? computedSpeed),
      direction,
      metres,
    }
  })
}

function child(node: Node | undefined, name: string): Node | undefined {
  const value = typeof node === 'object' ? node[name] : undefined
  return Array.isArray(value) ? value[0] : isNode(value) ? value : undefined
}
function children(node: Node | undefined, name: string): readonly Node[] {
  const value = typeof node === 'object' ? node[name] : undefined
  return value === undefined ? [] : isNode(value) ? [value] : value
}
const isNode = (value: Node | readonly Node[] | undefined): value is Node =>
  value !== undefined && !Array.isArray(value)
function textOf(node: Node | undefined, name: string): string | undefined {
  const text = child(node, name)
  return typeof text === 'string' ? text.trim() : undefined
}
function number(node: Node | undefined, name: string): number | null {
  const text = textOf(node, name)
  const value = text === undefined || text === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}
