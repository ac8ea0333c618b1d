// A report: keyword, times, place, then ignition, door, fuel and temperature; or the diagnostics of the vehicle.
import { type IoWriter, RECEIPT_IO } from '@flotta/core/io.ts'
import type { FrameMessage } from '@flotta/core/protocol.ts'
import { decimalOf, fixOfPlace, timeOfDigits } from '../text-fields.ts'
import { localTimeOf, placeOf, timeOf } from './place.ts'

const PERCENT = /^(\d{1,3}(?:\.\d{1,3})?)%$/
const BIT = /^[01]$/
/** Index of the fields of the state after a place: speed, course and altitude come before them. */
const STATE = 3
/** The same index when there is a cell instead of a place. */
const STATE_WITHOUT_PLACE = 14
const CELL = /^[\da-f]{1,8}$/i

/** @param fields the fields from the keyword on */
export function messageOf(
  io: IoWriter,
  fields: readonly string[],
  receivedAt: number,
): FrameMessage {
  const [keyword = ''] = fields
  io.reset()
  const isOtherLayout = [fields[4], fields[5]].every(field => /^\d{6}$/.test(field ?? ''))
  if (isOtherLayout) return messageOfOtherLayout(io, fields, receivedAt)
  io.putText('keyword', keyword)
  putKeyword(io, keyword, fields[2] ?? '')
  return keyword === 'OBD' ? diagnostics(io, fields, receivedAt) : usual(io, fields, receivedAt)
}

/** Keyword, local time, telephone number or card, whether there is a place, UTC, mark of a fix, coordinates. */
function usual(io: IoWriter, fields: readonly string[], receivedAt: number): FrameMessage {
  const [keyword = '', local = '', , hasPlace, utc = ''] = fields
  const place = hasPlace === 'L' ? null : placeOf(fields.slice(5))
  if (place === null) putCell(io, fields)
  const state = place === null ? fields.slice(STATE_WITHOUT_PLACE - 1) : place.rest.slice(STATE)
  putState(io, keyword, state)
  const time = timeOf(local, utc)
  if (time === null) io.putNumber(RECEIPT_IO, 1, 1)
  return {
    at: time?.at ?? receivedAt,
    fix: place?.fix ?? null,
    io: io.take(),
    ...(time?.local && { local: true }),
  }
}

/** Stores the values that some keywords contain. */
function putKeyword(io: IoWriter, keyword: string, card: string): void {
  const [, fuel] = /^oil1? (\d{1,3}(?:\.\d+)?)$/.exec(keyword) ?? []
  if (fuel !== undefined) io.putText('fuel1', fuel)
  const [, temperature] = /^T: ?([+-]?\d{1,3}(?:\.\d+)?)$/.exec(keyword) ?? []
  if (temperature !== undefined) io.putText('temperature', temperature)
  if (keyword === 'rfid' && card !== '') io.putText('card', card)
  else if (PERCENT.test(card)) io.putText('battery', card.slice(0, -1))
  else if (card !== '') io.putText('telephone', card)
}

/** Reports with these causes have the levels of both tanks in percent, from the field of the door on. */
const TANKS: ReadonlySet<string> = new Set(['oil1', 'oil2'])

/** Ignition, door, fuel of two tanks, temperature. A field in another form is stored unchanged. */
function putState(io: IoWriter, keyword: string, state: readonly string[]): void {
  const [acc = '', door = '', fuel1 = '', fuel2 = '', temperature = ''] = state
  if (BIT.test(acc)) io.putText('acc', acc)
  else if (keyword === 'acc on' || keyword === 'acc off')
    io.putText('acc', keyword === 'acc on' ? '1' : '0')
  if (BIT.test(door)) io.putText('door', door)
  if (TANKS.has(keyword) && decimalOf(door) !== null && decimalOf(fuel1) !== null) {
    io.putText('fuel1', door)
    io.putText('fuel2', fuel1)
    return
  }
  for (const [i, field] of [fuel1, fuel2].entries()) {
    const [, percent] = PERCENT.exec(field) ?? []
    if (percent !== undefined) io.putText(`fuel${i + 1}`, percent)
    else if (/^[BCPU]\d{4}$/.test(field)) io.putText('faults', field)
    else if (field !== '') io.putText(`fuel${i + 1}.raw`, field)
  }
  if (decimalOf(temperature) !== null) io.putText('temperature', temperature)
}

/** Area and cell, when there is no place. */
function putCell(io: IoWriter, fields: readonly string[]): void {
  const [area = '', , cell = ''] = fields.slice(6)
  if (!CELL.test(area) || !CELL.test(cell)) return
  io.putText('lac', String(Number.parseInt(area, 16)))
  io.putText('cell', String(Number.parseInt(cell, 16)))
}

/** Names of the fields of a diagnostics report after its time; empty fields have no value. */
const DIAGNOSTICS = [
  'obd.odometer',
  'obd.consumption',
  'obd.average',
  'obd.time',
  'obd.speed',
  'obd.load',
  'obd.coolant',
  'obd.throttle',
  'obd.rpm',
  'obd.voltage',
] as const

function diagnostics(io: IoWriter, fields: readonly string[], receivedAt: number): FrameMessage {
  const [, local = '', ...values] = fields
  for (const [i, name] of DIAGNOSTICS.entries()) {
    const value = (values[i] ?? '').replace(/%$/, '')
    if (value !== '' && value !== '+' && value !== '-') io.putText(name, value)
  }
  const faults = values.slice(DIAGNOSTICS.length).filter(field => /^[BCPU]\w{4}$/.test(field))
  if (faults.length > 0) io.putText('faults', faults.join())
  const at = localTimeOf(local)
  if (at !== null) return { at, fix: null, io: io.take(), local: true }
  io.putNumber(RECEIPT_IO, 1, 1)
  return { at: receivedAt, fix: null, io: io.take() }
}

/** Another layout: name, three fields, time and day in UTC, network, fix, signed degrees, km/h, course, altitude, accuracy, satellites, ignition, charging. */
function messageOfOtherLayout(
  io: IoWriter,
  fields: readonly string[],
  receivedAt: number,
): FrameMessage {
  const [name = '', , , , time = '', day = '', csq = '', mark, ...values] = fields
  const [latitude, longitude, speed, direction, altitude, hdop, satellites] = values.map(decimalOf)
  const [acc = '', charging = ''] = values.slice(7)
  io.putText('name', name)
  io.putText('csq', csq)
  if (hdop != null) io.putText('hdop', String(values[5]))
  if (BIT.test(acc)) io.putText('acc', acc)
  if (BIT.test(charging)) io.putText('charging', charging)
  const at = timeOfDigits(`${day.slice(4)}${day.slice(2, 4)}${day.slice(0, 2)}${time}`)
  if (at === null) io.putNumber(RECEIPT_IO, 1, 1)
  const isFix = mark === '1' && latitude != null && longitude != null
  return {
    at: at ?? receivedAt,
    fix: isFix ? fixOfPlace({ latitude, longitude, altitude, direction, speed, satellites }) : null,
    io: io.take(),
  }
}
