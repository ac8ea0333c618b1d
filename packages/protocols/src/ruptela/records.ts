// The records of a Ruptela frame, in the common and the extended form; the parts of an extended record are joined.
import { EVENT_IO, type IoWriter, PRIORITY_IO } from '@flotta/core/io.ts'
import type { FrameMessage } from '@flotta/core/protocol.ts'
import type { Fix } from '@flotta/core/telemetry.ts'
import { i32, ids, u8, u16, u32 } from './layout.ts'

/** Bytes of a record before its parameters: time, extensions, priority, fix, event. */
const HEAD = { common: 23, extended: 25 } as const
const WIDTHS = [1, 2, 4, 8] as const
const NO_COORDINATE = 0x80000000
const MAX_LATITUDE_E7 = 900_000_000
const MAX_LONGITUDE_E7 = 1_800_000_000

/** A record that continues in the next parts. */
interface OpenRecord {
  readonly at: number
  readonly fix: Fix | null
  /** Parts that are still to come. */
  readonly missing: number
}

/**
 * The records of a payload, in their order on the wire.
 * @param extended ids of two bytes, and records in parts
 * @returns null when counts and length do not match
 */
export function recordsOf(
  payload: Uint8Array,
  extended: boolean,
  io: IoWriter,
): readonly FrameMessage[] | null {
  const count = payload[1]
  if (count === undefined) return null
  const messages: FrameMessage[] = []
  let open: OpenRecord | null = null
  const close = ({ at, fix }: OpenRecord) => messages.push({ at, fix, io: io.take() })
  let o = 2
  for (let n = 0; n < count; n++) {
    const head: number = o + (extended ? HEAD.extended : HEAD.common)
    if (head > payload.length) return null
    const at = u32(payload, o) * 1000
    // The upper half counts the further parts of the record, the lower half is the number of this one.
    const parts = extended ? u8(payload, o + 5) >> 4 : 0
    const part = extended ? u8(payload, o + 5) & 15 : 0
    const continues: boolean = open !== null && part > 0 && open.at === at && open.missing > 0
    if (!continues) {
      if (open !== null) close(open)
      io.reset()
      putHead(payload, o, extended, io)
    }
    open = {
      at,
      fix: continues && open ? open.fix : fixOf(payload, o + (extended ? 7 : 6)),
      missing: continues && open ? open.missing - 1 : parts - part,
    }
    o = putParameters(payload, head, extended, io)
    if (o < 0) return null
  }
  if (open !== null) close(open)
  return o === payload.length ? messages : null
}

function putHead(payload: Uint8Array, o: number, extended: boolean, io: IoWriter): void {
  const priority = o + (extended ? 6 : 5)
  io.put(PRIORITY_IO, payload, priority, 1)
  io.put(EVENT_IO, payload, priority + 17, extended ? 2 : 1)
  io.put(ids.hdop, payload, priority + 16, 1)
}

/** Longitude, latitude, altitude, direction, satellites and speed at `o`. */
function fixOf(payload: Uint8Array, o: number): Fix | null {
  const longitude = i32(payload, o)
  const latitude = i32(payload, o + 4)
  if (
    longitude >>> 0 === NO_COORDINATE ||
    latitude >>> 0 === NO_COORDINATE ||
    (longitude === 0 && latitude === 0) ||
    Math.abs(latitude) > MAX_LATITUDE_E7 ||
    Math.abs(longitude) > MAX_LONGITUDE_E7
  )
    return null
  const altitude = (u16(payload, o + 8) << 16) >> 16
  return {
    latitude_e7: latitude,
    longitude_e7: longitude,
    altitude: Math.round(altitude / 10),
    direction: Math.round(u16(payload, o + 10) / 100) % 360,
    satellites: u8(payload, o + 12),
    speed: u16(payload, o + 13),
  }
}

/** Groups of parameters of 1, 2, 4 and 8 bytes. @returns the end of the record; -1: it is incomplete */
function putParameters(
  payload: Uint8Array,
  start: number,
  extended: boolean,
  io: IoWriter,
): number {
  const idBytes = extended ? 2 : 1
  let o = start
  for (const width of WIDTHS) {
    const count = payload[o++]
    if (count === undefined || o + count * (idBytes + width) > payload.length) return -1
    for (let n = 0; n < count; n++) {
      io.put(extended ? u16(payload, o) : u8(payload, o), payload, o + idBytes, width)
      o += idBytes + width
    }
  }
  return o
}
