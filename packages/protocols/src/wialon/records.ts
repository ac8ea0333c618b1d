// One record: date, time, place, and in its long form inputs, outputs, analog values, key and named parameters.
import { type IoWriter, RECEIPT_IO } from '@flotta/core/io.ts'
import type { Fix, Message } from '@flotta/core/telemetry.ts'

/** Number of fields of the two forms of a record. */
export const SHORT_FIELDS = 10
export const LONG_FIELDS = 16
const BITS = [0, 1, 2, 3] as const
const MAX_LATITUDE = 90
const MAX_LONGITUDE = 180
const LARGEST = 32_767

/** The fault of a record, as the number with which the protocol answers. */
export type RecordFault = -1 | 0 | 10 | 11 | 12

const isUnknown = (field: string): boolean => field === '' || field === 'NA'
const NUMBER = /^-?\d{1,10}(\.\d{1,20})?$/
/** null: unknown; undefined: the field is no number. */
function numberOf(field: string): number | null | undefined {
  if (isUnknown(field)) return null
  return NUMBER.test(field) ? Number(field) : undefined
}

/** Date `ddMMyy` and time `HHmmss` of this century in UTC. null: unknown; undefined: they are no date. */
function timeOf(date: string, time: string): number | null | undefined {
  if (isUnknown(date) || isUnknown(time)) return null
  const [, day = '', month = '', year = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(date) ?? []
  const [, hour = '', minute = '', second = ''] = /^(\d\d)(\d\d)(\d\d)(?:\.\d+)?$/.exec(time) ?? []
  const at = Date.parse(`20${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  // Date would carry a day that the month does not have over into the next month.
  return Number.isNaN(at) || new Date(at).getUTCDate() !== Number(day) ? undefined : at
}

/** Degrees and minutes `ddmm.mmmm` with the letter of the hemisphere. null: unknown, or without a hemisphere; undefined: no coordinate. */
function degreesOf(
  field: string,
  side: string,
  [positive, negative]: readonly [string, string],
  most: number,
): number | null | undefined {
  if (isUnknown(field) || isUnknown(side)) return null
  if (!/^\d{3,5}(\.\d{1,20})?$/.test(field) || (side !== positive && side !== negative))
    return undefined
  const value = Number(field)
  const wholeDegrees = Math.floor(value / 100)
  const degrees = wholeDegrees + (value - wholeDegrees * 100) / 60
  return degrees > most ? undefined : side === negative ? -degrees : degrees
}

/** The fix; null: there is none. A number: the fault. */
function fixOf(fields: readonly string[]): Fix | null | RecordFault {
  const [, , lat = '', north = '', lon = '', east = '', ...rest] = fields
  const latitude = degreesOf(lat, north, ['N', 'S'], MAX_LATITUDE)
  const longitude = degreesOf(lon, east, ['E', 'W'], MAX_LONGITUDE)
  if (latitude === undefined || longitude === undefined) return 10
  const [speed, course, altitude, satellites] = rest.slice(0, 4).map(numberOf)
  if (speed === undefined || course === undefined || altitude === undefined) return 11
  if ([speed, altitude].some(value => Math.abs(value ?? 0) > LARGEST)) return 11
  if (satellites === undefined || (satellites ?? 0) < 0 || (satellites ?? 0) > 255) return 12
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null
  return {
    latitude_e7: Math.round(latitude * 1e7),
    longitude_e7: Math.round(longitude * 1e7),
    altitude: Math.round(altitude ?? 0),
    direction: ((Math.round(course ?? 0) % 360) + 360) % 360,
    speed: Math.max(0, Math.round(speed ?? 0)),
    satellites: Math.round(satellites ?? 0),
  }
}

function putBits(io: IoWriter, name: string, field: string): void {
  if (isUnknown(field)) return
  io.putText(name, field)
  if (!/^\d{1,10}$/.test(field)) return
  for (const bit of BITS)
    io.putText(`${name}.${bit + 1}`, String(Math.floor(Number(field) / 2 ** bit) % 2))
}

/** `name:type:value`; a field in another form is stored whole under its own text. */
function putParameter(io: IoWriter, parameter: string): void {
  const [, name = '', value = ''] = /^([^:]+):[123]:(.*)$/s.exec(parameter) ?? []
  if (name !== '') io.putText(name, value)
  else if (!isUnknown(parameter)) io.putText('parameter', parameter)
}

/** A record of the short or the long form. A number: its fault. */
export function readRecord(
  fields: readonly string[],
  io: IoWriter,
  receivedAt: number,
): Message | RecordFault {
  if (fields.length < SHORT_FIELDS || fields.length > LONG_FIELDS) return -1
  const at = timeOf(fields[0] ?? '', fields[1] ?? '')
  if (at === undefined) return 0
  const fix = fixOf(fields)
  if (typeof fix === 'number') return fix
  const [hdop = '', inputs = '', outputs = '', analog = '', key = '', parameters = ''] =
    fields.slice(SHORT_FIELDS)
  io.reset()
  if (at === null) io.putNumber(RECEIPT_IO, 1, 1)
  if (!isUnknown(hdop)) io.putText('hdop', hdop)
  putBits(io, 'inputs', inputs)
  putBits(io, 'outputs', outputs)
  for (const [i, value] of analog.split(',').entries())
    if (!isUnknown(value)) io.putText(`adc${i + 1}`, value)
  if (!isUnknown(key)) io.putText('ibutton', key)
  if (!isUnknown(parameters))
    for (const parameter of parameters.split(',')) putParameter(io, parameter)
  return { at: at ?? receivedAt, fix, io: io.take() }
}
