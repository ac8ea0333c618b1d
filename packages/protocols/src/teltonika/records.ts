// AVL records of codecs 8, 8 extended and 16: the hot path, read with plain arithmetic and one reused writer.
import { EVENT_IO, GENERATION_IO, type IoWriter, PRIORITY_IO } from '@flotta/core/io.ts'
import type { Fix, Message } from '@flotta/core/telemetry.ts'
import { CODEC_8, CODEC_8E, CODEC_16, i32, RECORD_HEAD, u8, u16, u32 } from './layout.ts'

const MAX_LATITUDE_E7 = 900_000_000
const MAX_LONGITUDE_E7 = 1_800_000_000

/**
 * Reads codec, count, records and count, which must fill `bytes` from `start` to before `end` exactly, into `messages`.
 * Returns undefined on success, otherwise the fault (`messages` then has the records before it).
 */
export function readRecords(
  bytes: Uint8Array,
  start: number,
  end: number,
  io: IoWriter,
  messages: Message[],
): string | undefined {
  const codec = u8(bytes, start)
  const count = u8(bytes, start + 1)
  if (count !== u8(bytes, end - 1)) return 'record counts'
  const last = end - 1
  let o = start + 2
  for (let i = 0; i < count; i++) {
    if (o + RECORD_HEAD > last) return 'record is cut'
    const at = u32(bytes, o) * 4294967296 + u32(bytes, o + 4)
    const fix = readFix(bytes, o + 9)
    io.reset()
    const priority = o + 8
    o = readElements(bytes, o + RECORD_HEAD, last, codec, priority, io)
    if (o < 0) return 'parameters are cut'
    messages.push({ at, fix, io: io.take() })
  }
  return o === last ? undefined : 'records end early'
}

/** GPS element of 15 bytes; null without satellites, at (0,0) and outside the earth. Speed is 0 on the wire when the device has no fix. */
function readFix(bytes: Uint8Array, o: number): Fix | null {
  const satellites = u8(bytes, o + 12)
  if (satellites === 0) return null
  const longitude_e7 = i32(bytes, o)
  const latitude_e7 = i32(bytes, o + 4)
  if (latitude_e7 === 0 && longitude_e7 === 0) return null
  if (
    latitude_e7 > MAX_LATITUDE_E7 ||
    latitude_e7 < -MAX_LATITUDE_E7 ||
    longitude_e7 > MAX_LONGITUDE_E7 ||
    longitude_e7 < -MAX_LONGITUDE_E7
  )
    return null
  return {
    latitude_e7,
    longitude_e7,
    altitude: (u16(bytes, o + 8) << 16) >> 16,
    direction: u16(bytes, o + 10) % 360,
    speed: u16(bytes, o + 13),
    satellites,
  }
}

/** Reads the IO element of one record at `start`; returns its end, or -1 when it does not fit before `end`. */
function readElements(
  bytes: Uint8Array,
  start: number,
  end: number,
  codec: number,
  priority: number,
  io: IoWriter,
): number {
  const idWidth = codec === CODEC_8 ? 1 : 2
  const countWidth = codec === CODEC_8E ? 2 : 1
  const totalAt = start + idWidth + (codec === CODEC_16 ? 1 : 0)
  let o = totalAt + countWidth
  if (o > end) return -1
  const event = idWidth === 1 ? u8(bytes, start) : u16(bytes, start)
  if (u8(bytes, priority) !== 0) io.put(PRIORITY_IO, bytes, priority, 1)
  if (event !== 0) io.put(EVENT_IO, bytes, start, idWidth)
  if (codec === CODEC_16) io.put(GENERATION_IO, bytes, start + 2, 1)
  for (let width = 1; width <= 8; width *= 2) {
    if (o + countWidth > end) return -1
    const count = countWidth === 1 ? u8(bytes, o) : u16(bytes, o)
    o += countWidth
    if (o + count * (idWidth + width) > end) return -1
    for (let i = 0; i < count; i++) {
      io.put(idWidth === 1 ? u8(bytes, o) : u16(bytes, o), bytes, o + idWidth, width)
      o += idWidth + width
    }
  }
  return codec === CODEC_8E ? readTexts(bytes, o, end, io) : o
}

/** Reads the byte strings at the end of a record of codec 8 extended: u16 count, then u16 id, u16 length, bytes. */
function readTexts(bytes: Uint8Array, start: number, end: number, io: IoWriter): number {
  if (start + 2 > end) return -1
  let o = start + 2
  for (let remaining = u16(bytes, start); remaining > 0; remaining--) {
    if (o + 4 > end) return -1
    const length = u16(bytes, o + 2)
    if (o + 4 + length > end) return -1
    io.put(u16(bytes, o), bytes, o + 4, length, true)
    o += 4 + length
  }
  return o
}
