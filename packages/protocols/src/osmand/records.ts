// Records of applications: from the parameters of a query, and from JSON.
import { IoWriter, RECEIPT_IO } from '@flotta/core/io.ts'
import type { FrameMessage } from '@flotta/core/protocol.ts'
import type { Fix } from '@flotta/core/telemetry.ts'

const io = new IoWriter()
const KNOT = 1.852
const METRE_PER_SECOND = 3.6
/** Larger numbers are milliseconds: as seconds they would be after 2038. */
const MOST_SECONDS = 2 ** 31
const LARGEST = 32_767
/** Parameters that are fields of the record itself. */
const OWN = new Set([
  'id',
  'deviceid',
  'device_id',
  'lat',
  'lon',
  'location',
  'timestamp',
  'speed',
  'bearing',
  'heading',
  'altitude',
  'valid',
])

/** The fault of a request, in words for the person who configures the application. */
export class RequestFault extends Error {}

const NUMBER = /^-?\d{1,15}(\.\d{1,30})?(e-?\d{1,2})?$/i
function numberOf(name: string, value: unknown): number | null {
  if (value === undefined || value === null || value === '') return null
  const text = String(value)
  if (!NUMBER.test(text)) throw new RequestFault(`${name} is no number`)
  return Number(text)
}

interface Clock {
  readonly at: number
  /** The time has no time zone: it is that of the device's clock. */
  readonly isLocal: boolean
}
/** Seconds or milliseconds since 1970, or a date in ISO 8601; null: none of these. */
function clockOf(value: unknown): Clock | null {
  if (value === undefined || value === null || value === '') return null
  const text = String(value).trim()
  if (/^\d{1,14}$/.test(text)) {
    const number = Number(text)
    return { at: number >= MOST_SECONDS ? number : number * 1_000, isLocal: false }
  }
  const [, date, time, zone] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/.exec(text) ?? []
  const at = date === undefined ? Number.NaN : Date.parse(`${date}T${time}${zone ?? 'Z'}`)
  if (Number.isNaN(at)) throw new RequestFault('timestamp is no time')
  return { at, isLocal: zone === undefined }
}

interface Place {
  readonly latitude: number | null
  readonly longitude: number | null
  readonly altitude: number | null
  /** km/h */
  readonly speed: number | null
  readonly course: number | null
  readonly satellites: number | null
  readonly isValid: boolean
}
const smallInteger = (value: number | null): number =>
  Math.round(Math.max(-LARGEST, Math.min(LARGEST, value ?? 0)))

function fixOf(place: Place): Fix | null {
  const { latitude, longitude, course } = place
  if (latitude !== null && Math.abs(latitude) > 90) throw new RequestFault('latitude out of range')
  if (longitude !== null && Math.abs(longitude) > 180)
    throw new RequestFault('longitude out of range')
  if (latitude === null || longitude === null || !place.isValid) return null
  if (latitude === 0 && longitude === 0) return null
  return {
    latitude_e7: Math.round(latitude * 1e7),
    longitude_e7: Math.round(longitude * 1e7),
    altitude: smallInteger(place.altitude),
    // -1 is unknown
    direction: course === null || course < 0 ? 0 : Math.round(course) % 360,
    speed: Math.max(0, smallInteger(place.speed)),
    satellites: Math.min(255, Math.max(0, smallInteger(place.satellites))),
  }
}

function messageOf(clock: Clock | null, place: Place, receivedAt: number): FrameMessage {
  const fix = fixOf(place)
  if (clock === null) io.putNumber(RECEIPT_IO, 1, 1)
  return {
    at: clock?.at ?? receivedAt,
    fix,
    io: io.take(),
    ...(clock?.isLocal && { local: true as const }),
  }
}

function putValue(name: string, value: string): void {
  if (name !== '' && value !== '') io.putText(name, value)
}

/** A record from the parameters of a query or a form. Throws a RequestFault. */
export function recordOfQuery(query: URLSearchParams, receivedAt: number): FrameMessage {
  const value = (name: string): number | null => numberOf(name, query.get(name))
  const [lat, lon] = query.get('location')?.split(',') ?? [query.get('lat'), query.get('lon')]
  const speed = value('speed')
  io.reset()
  for (const [name, text] of query) if (!OWN.has(name)) putValue(name, text)
  return messageOf(
    clockOf(query.get('timestamp')),
    {
      latitude: numberOf('lat', lat?.trim()),
      longitude: numberOf('lon', lon?.trim()),
      altitude: value('altitude'),
      speed: speed === null ? null : speed * KNOT,
      course: value('bearing') ?? value('heading'),
      satellites: value('sat'),
      isValid: query.get('valid') !== 'false',
    },
    receivedAt,
  )
}

type Json = Readonly<Record<string, unknown>>
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objectOf = (value: unknown): Json => (isObject(value) ? value : {})

/** -1 is unknown. */
const knownOf = (name: string, value: unknown): number | null => {
  const number = numberOf(name, value)
  return number === -1 ? null : number
}

/** Flags, numbers and texts by their names; nested values are stored as JSON. */
function putJson(name: string, value: unknown): void {
  if (value === null || value === undefined) return
  putValue(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** A record from the JSON form of background geolocation. Throws a RequestFault. */
export function recordOfJson(location: Json, receivedAt: number): FrameMessage {
  const coords = objectOf(location.coords)
  const battery = objectOf(location.battery)
  const level = knownOf('battery', battery.level)
  const speed = knownOf('speed', coords.speed)
  io.reset()
  putJson('accuracy', knownOf('accuracy', coords.accuracy))
  putJson('is_moving', location.is_moving)
  putJson('odometer', knownOf('odometer', location.odometer))
  putJson('event', location.event)
  putJson('activity', objectOf(location.activity).type)
  putJson('mock', location.mock)
  if (level !== null) {
    putValue('batt', String(Math.round(level * 1_000) / 10))
    putJson('charge', battery.is_charging)
  }
  for (const [name, value] of Object.entries(objectOf(location.extras))) putJson(name, value)
  return messageOf(
    clockOf(location.timestamp),
    {
      latitude: numberOf('latitude', coords.latitude),
      longitude: numberOf('longitude', coords.longitude),
      altitude: numberOf('altitude', coords.altitude),
      speed: speed === null ? null : speed * METRE_PER_SECOND,
      course: knownOf('heading', coords.heading),
      satellites: null,
      isValid: true,
    },
    receivedAt,
  )
}
