// A text frame of H02: maker, device, command, then its fields, separated by commas.
import { IoWriter, RECEIPT_IO } from '@flotta/core/io.ts'
import type { DecodedFrame, Reception } from '@flotta/core/protocol.ts'
import type { Fix } from '@flotta/core/telemetry.ts'
import { serverText } from './encode.ts'
import { ids, kilometresOf, levelOf, statusOf, timeOf } from './layout.ts'

const io = new IoWriter()
const none = new Uint8Array(0)
const STATUS = /^[0-9a-f]{8}$/i
const DAY = /^\d{6}$/
const TIME = /^\d{6}$/
/**
 * Degrees and minutes, in the forms of several makers: with a hyphen between them, without leading zeros (also of the degrees), or without a point
 * before the last four digits.
 */
const COORDINATE =
  /^-?(?:(\d{1,3})-(\d{1,2}(?:\.\d+)?)|(\d{1,3}?)(\d{2}(?:\.\d+)?)|()(\d{1,2}\.\d+)|(\d{2,3})(\d{6}))$/
const MINUTES_WITHOUT_POINT = 6
const HEARTBEATS: ReadonlySet<string> = new Set(['HTBT', 'V0'])
/** Commands that the server answers with its time. */
const ANSWERED = 'V1'
const CELLS: ReadonlySet<string> = new Set(['NBR', 'V3', 'VP1', 'LBS'])
const ANSWER = 'V4'
/** The text with which a device answers a command that came by SMS. */
const ANSWER_TEXT = 'SMS'
/** A heartbeat with network, satellites, battery, steps and turns. */
const LINK = 'LINK'
/** Total distance, temperature, fuel, altitude and cell at the end of a report of some models. */
const SENSOR_TAIL = /^(\d{1,9}),(-?\d+),(\d{1,3}\.\d),(-?\d{1,4}),[0-9A-F]+,[0-9A-F]+$/i
/** Country, network, area, cell, battery step. */
const CELL_TAIL = /^\d{3},\d{1,3},[0-9a-f]+,[0-9a-f]+,([1-6])$/i

export function decodeText(frame: Uint8Array, reception: Reception): DecodedFrame {
  const text = Buffer.from(frame.subarray(1, -1)).toString('latin1')
  const [, device_id = '', command = '', ...fields] = text.split(',').map(field => field.trim())
  if (!/^[0-9A-Za-z]{4,20}$/.test(device_id))
    return { kind: 'refused', reason: 'no name', ack: none }
  if (command === '') return { kind: 'ping', device_id }
  if (command === ANSWER_TEXT)
    return { kind: 'reply', replies: [{ text: fields.join() }], device_id }
  io.reset()
  if (HEARTBEATS.has(command)) return heartbeat(frame, device_id, fields, reception)
  const place = placeAt(fields)
  if (command === ANSWER && place === -1)
    return { kind: 'reply', replies: [{ text: fields.join() }], device_id }
  const begin = place === -1 ? 0 : place + 6
  const day = fields.findIndex(
    (field, i) => i >= begin && DAY.test(field) && isDay(fields, i, place),
  )
  const status = fields.findIndex((field, i) => i > day && i >= begin && STATUS.test(field))
  putStatus(fields[status])
  putRest(command, fields, status)
  const tail = status < 0 ? '' : fields.slice(status + 1).join()
  const altitude = putTail(command, fields, tail)
  const clock = timeOf(timeField(fields, place), fields[day] ?? '')
  if (clock === null) io.putNumber(RECEIPT_IO, 1, 1)
  const placed = place === -1 ? null : fixAt(fields, place)
  const fix = placed && { ...placed, altitude }
  return {
    kind: 'messages',
    messages: [{ at: clock ?? reception.at, fix, io: io.take() }],
    // The fields before the time of the place are the answer to a command.
    ...(command === ANSWER && {
      replies: [{ text: fields.slice(0, Math.max(0, place - 1)).join() }],
    }),
    device_id,
    ack: command === ANSWERED ? serverText(device_id, `V4,${ANSWERED}`, reception.at) : none,
  }
}

/** The heartbeat is repeated as its answer; the level of the battery becomes a record without a time. */
function heartbeat(
  frame: Uint8Array,
  device_id: string,
  [level]: readonly string[],
  { at }: Reception,
): DecodedFrame {
  const answer = Uint8Array.from(frame)
  if (level === undefined || !/^\d{1,3}$/.test(level)) return { kind: 'ping', device_id, answer }
  io.putNumber(ids.battery, Math.min(255, Number(level)), 1)
  io.putNumber(RECEIPT_IO, 1, 1)
  const message = { at, fix: null, io: io.take() }
  return { kind: 'messages', messages: [message], device_id, ack: answer }
}

/** Index of the mark of a fix, which is followed by latitude, hemisphere, longitude and hemisphere; -1: there is none. */
const placeAt = (fields: readonly string[]): number =>
  fields.findIndex(
    (mark, i) =>
      /^[ABV\d]?$/.test(mark) &&
      COORDINATE.test(fields[i + 1] ?? '') &&
      COORDINATE.test(fields[i + 3] ?? '') &&
      /^[NS]?$/.test(fields[i + 2] ?? 'x') &&
      /^[EW]?$/.test(fields[i + 4] ?? 'x'),
  )

/** The time of day is the field before the mark, or the first field when there is no place. */
function timeField(fields: readonly string[], place: number): string {
  const field = (place === -1 ? fields[0] : fields[place - 1]) ?? ''
  return TIME.test(field) ? field : ''
}

/** With a place the date is the first one after it; otherwise it is the field before a status. */
const isDay = (fields: readonly string[], i: number, place: number): boolean =>
  place !== -1 || STATUS.test(fields[i + 1] ?? '')

/** `A` or a number is a fix, unless a hemisphere is missing. */
function fixAt(fields: readonly string[], place: number): Fix | null {
  const [mark = '', latitude = '', north, longitude = '', east, knots = '', course = ''] =
    fields.slice(place)
  if (!/^[A\d]$/.test(mark) || !north || !east) return null
  const lat = degreesOf(latitude)
  const lon = degreesOf(longitude)
  if (lat > 90 || lon > 180 || (lat === 0 && lon === 0)) return null
  return {
    latitude_e7: Math.round((north === 'S' ? -lat : lat) * 1e7),
    longitude_e7: Math.round((east === 'W' ? -lon : lon) * 1e7),
    altitude: 0,
    speed: kilometresOf(numberOf(knots)),
    direction: Math.round(numberOf(course)) % 360,
    satellites: 0,
  }
}

function degreesOf(text: string): number {
  const [degrees = '', minutes = ''] = (COORDINATE.exec(text) ?? [])
    .slice(1)
    .filter(part => part !== undefined)
  const hasPoint = minutes.length < MINUTES_WITHOUT_POINT || minutes.includes('.')
  return Number(degrees) + Number(minutes) / (hasPoint ? 60 : 600_000)
}
const numberOf = (text: string): number => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : 0)

function putStatus(field: string | undefined): void {
  if (field === undefined) return
  const status = Number.parseInt(field, 16)
  const { acc, alarms } = statusOf(status)
  io.putNumber(ids.acc, acc, 1)
  io.putNumber(ids.status, status, 4)
  io.putNumber(ids.alarms, alarms, 4)
}

/** Stores the readings of frames that have them; returns the altitude. */
function putTail(command: string, fields: readonly string[], tail: string): number {
  if (command === LINK) {
    const [, gsm, , battery] = fields.map(Number)
    if (gsm !== undefined && gsm <= 31) io.putNumber(ids.gsm, gsm, 1)
    if (battery !== undefined && battery <= 100) io.putNumber(ids.battery, battery, 1)
  }
  const [, step] = CELL_TAIL.exec(tail) ?? []
  const level = levelOf(Number(step ?? 0))
  if (level !== null) io.putNumber(ids.battery, level, 1)
  const [, mileage, , fuel, altitude] = SENSOR_TAIL.exec(tail) ?? []
  if (mileage !== undefined) io.putNumber(ids.mileage, Number(mileage), 4)
  if (fuel !== undefined) io.putNumber(ids.fuel, Math.round(Number(fuel) * 10), 2)
  return Number(altitude ?? 0)
}

/** Stores the command, the cells if the frame has them, and the fields after the status. */
function putRest(command: string, fields: readonly string[], status: number): void {
  putText(ids.command, command)
  if (CELLS.has(command)) putText(ids.cells, fields.join())
  const rest = status < 0 ? fields : fields.slice(status + 1)
  if (rest.length > 0 && !CELLS.has(command)) putText(ids.rest, rest.join())
}
function putText(id: number, text: string): void {
  const bytes = Buffer.from(text, 'latin1')
  io.put(id, bytes, 0, bytes.length, true)
}
