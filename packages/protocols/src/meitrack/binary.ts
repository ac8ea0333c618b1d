// Binary records: those of CCE are groups of numbered values, those of CCC have a fixed form.
import { type IoWriter, RECEIPT_IO } from '@flotta/core/io.ts'
import type { FrameMessage } from '@flotta/core/protocol.ts'
import type { Fix } from '@flotta/core/telemetry.ts'
import { fixOfPlace } from '../text-fields.ts'
import { putEvent, putLevels } from './events.ts'
import { EPOCH, i16, i32, ids, TEMPERATURES, temperatureName, u16, u32 } from './layout.ts'

/** After this byte the number of a value has a second byte. */
const EXTENDED = 0xfe
/** Records still in the device, and how many follow. */
const BATCH_HEAD = 6
/** Version, length of a record, records still in the device. */
const FIXED_HEAD = 8
const FIXED_RECORD = 48
const WIDTHS = [1, 2, 4] as const
/** Country, network, area, cell. */
const CELL_LENGTH = 10
const DEGREES_PER_STEP = 1e-6

/** Values for the time and the place of a record, with their sign where they are signed. */
type Numbers = Map<number, number>

/** null: the bytes are no records. */
export function readBatch(
  io: IoWriter,
  bytes: Uint8Array,
  receivedAt: number,
): readonly FrameMessage[] | null {
  if (bytes.length < BATCH_HEAD) return null
  const messages: FrameMessage[] = []
  let o = BATCH_HEAD
  for (let count = u16(bytes, 4); count > 0; count--) {
    if (o + 4 > bytes.length) return null
    const end = o + 2 + u16(bytes, o)
    if (end > bytes.length || end < o + 4) return null
    messages.push(readRecord(io, bytes.subarray(o + 4, end), receivedAt))
    o = end
  }
  return messages
}

/** Groups of values of one, two and four bytes, then of any length. A value that exceeds the record is cut. */
function readRecord(io: IoWriter, bytes: Uint8Array, receivedAt: number): FrameMessage {
  const numbers: Numbers = new Map()
  io.reset()
  let o = 0
  let tags = 0
  for (const width of [...WIDTHS, 0] as const) {
    const count = bytes[o++] ?? 0
    for (let n = 0; n < count && o < bytes.length; n++) {
      const isExtended = bytes[o] === EXTENDED
      const id = isExtended ? (EXTENDED << 8) | (bytes[o + 1] ?? 0) : (bytes[o] as number)
      o += isExtended ? 2 : 1
      const length = width === 0 ? (bytes[o++] ?? 0) : width
      const value = bytes.subarray(o, Math.min(bytes.length, o + length))
      o += length
      if (width === 0) {
        if (id === ids.tag) tags++
        putBytes(io, id, value, tags)
      } else if (value.length === width) putNumber(io, numbers, id, value, width)
    }
  }
  return messageOf(io, numbers, receivedAt)
}

function putNumber(
  io: IoWriter,
  numbers: Numbers,
  id: number,
  value: Uint8Array,
  width: 1 | 2 | 4,
): void {
  const isSigned = id === ids.latitude || id === ids.longitude || id === ids.altitude
  const number =
    width === 1
      ? (value[0] as number)
      : width === 2
        ? isSigned
          ? i16(value, 0)
          : u16(value, 0)
        : isSigned
          ? i32(value, 0)
          : u32(value, 0)
  numbers.set(id, number)
  // These values are in the fix already.
  if (![ids.latitude, ids.longitude, ids.altitude, ids.time].some(own => own === id))
    io.putNumber(id, number, width)
}

function putBytes(io: IoWriter, id: number, value: Uint8Array, tag: number): void {
  const sensor = id - ids.temperature
  if (id === ids.cell && value.length >= CELL_LENGTH) putCell(io, value)
  else if (id === ids.tag) putTag(io, value, tag)
  else if (sensor >= 0 && sensor < TEMPERATURES && value.length >= 3)
    io.putText(temperatureName(sensor), (i16(value, 1) / 100).toFixed(2))
  io.put(id, value, 0, value.length, true)
}

function putCell(io: IoWriter, value: Uint8Array): void {
  io.putText('operator', `${u16(value, 0)}${u16(value, 2)}`)
  io.putText('lac', String(u16(value, 4)))
  io.putText('cell', String(u32(value, 6)))
}

/** Kind, length of the name, name, address, battery, then temperature and humidity in units of 1/256. */
function putTag(io: IoWriter, value: Uint8Array, n: number): void {
  const o = 2 + (value[1] ?? 0) + 6
  if (o + 5 > value.length) return
  io.putText(`tag${n}.battery`, String(value[o]))
  io.putText(`tag${n}.temperature`, (i16(value, o + 1) / 256).toFixed(4))
  io.putText(`tag${n}.humidity`, (i16(value, o + 3) / 256).toFixed(4))
}

function messageOf(io: IoWriter, numbers: Numbers, receivedAt: number): FrameMessage {
  putEvent(io, numbers.get(ids.alarm) ?? numbers.get(ids.event) ?? 0)
  const [inputs, outputs] = [numbers.get(ids.inputs), numbers.get(ids.outputs)]
  if (inputs !== undefined) putLevels(io, 'in', inputs)
  if (outputs !== undefined) putLevels(io, 'out', outputs)
  const seconds = numbers.get(ids.time)
  if (seconds === undefined) io.putNumber(RECEIPT_IO, 1, 1)
  const at = seconds === undefined ? receivedAt : EPOCH + seconds * 1_000
  return { at, fix: fixOf(numbers), io: io.take() }
}

function fixOf(numbers: Numbers): Fix | null {
  const [latitude, longitude] = [numbers.get(ids.latitude), numbers.get(ids.longitude)]
  if (numbers.get(ids.fix) !== 1 || latitude === undefined || longitude === undefined) return null
  return fixOfPlace({
    latitude: latitude * DEGREES_PER_STEP,
    longitude: longitude * DEGREES_PER_STEP,
    altitude: numbers.get(ids.altitude) ?? null,
    direction: numbers.get(ids.direction) ?? null,
    speed: numbers.get(ids.speed) ?? null,
    satellites: numbers.get(ids.satellites) ?? null,
  })
}

/** Records of the fixed form, as many as fit. null: the bytes are no records. */
export function readFixed(
  io: IoWriter,
  bytes: Uint8Array,
  receivedAt: number,
): readonly FrameMessage[] | null {
  const length = bytes.length < FIXED_HEAD ? 0 : u16(bytes, 2)
  const records = bytes.subarray(FIXED_HEAD)
  if (length < FIXED_RECORD || records.length === 0 || records.length % length !== 0) return null
  return Array.from({ length: records.length / length }, (_, i) =>
    readFixedRecord(io, records.subarray(i * length, (i + 1) * length), receivedAt),
  )
}

/** Number, width and offset of the values in a record of the fixed form. */
const FIXED: readonly (readonly [id: number, width: 1 | 2 | 4, offset: number])[] = [
  [ids.alarm, 1, 0],
  [ids.latitude, 4, 1],
  [ids.longitude, 4, 5],
  [ids.time, 4, 9],
  [ids.fix, 1, 13],
  [ids.satellites, 1, 14],
  [ids.gsm, 1, 15],
  [ids.speed, 2, 16],
  [ids.direction, 2, 18],
  [ids.hdop, 2, 20],
  [ids.altitude, 2, 22],
  [ids.odometer, 4, 24],
  [ids.runtime, 4, 28],
  [ids.inputs, 1, 40],
  [ids.outputs, 1, 41],
  [ids.ad1, 2, 42],
  [ids.battery, 2, 44],
  [ids.external, 2, 46],
]
const FIXED_CELL = 32

function readFixedRecord(io: IoWriter, bytes: Uint8Array, receivedAt: number): FrameMessage {
  const numbers: Numbers = new Map()
  io.reset()
  for (const [id, width, offset] of FIXED)
    putNumber(io, numbers, id, bytes.subarray(offset, offset + width), width)
  io.putText('operator', `${u16(bytes, FIXED_CELL)}${u16(bytes, FIXED_CELL + 2)}`)
  io.putText('lac', String(u16(bytes, FIXED_CELL + 4)))
  io.putText('cell', String(u16(bytes, FIXED_CELL + 6)))
  return messageOf(io, numbers, receivedAt)
}
