// Codec JSON of Teltonika devices that publish to an MQTT broker: one record as `{"state": {"reported": …}}`, or the answer to a command as `{"RSP": …}`.
import { EVENT_IO, IoWriter, PRIORITY_IO } from '@flotta/core/io.ts'
import { type DecodedFrame, FrameError, isImei, type MqttMessage } from '@flotta/core/protocol.ts'
import type { Fix } from '@flotta/core/telemetry.ts'
import { decode } from './decode.ts'

const io = new IoWriter()
const none = new Uint8Array(0)
const TOPIC = /^(\d{15})\/data$/
const OPEN = 0x7b
const LARGEST_ID = 65_535
const LARGEST_SAFE = 2 ** 53
/** Keys of the record itself. */
const OWN = new Set(['ts', 'pr', 'latlng', 'alt', 'ang', 'sat', 'sp', 'evt'])
type Json = Readonly<Record<string, unknown>>

export const mqttTopics: readonly string[] = ['+/data']

export function mqttDevice(topic: string): string | null {
  const [, imei = ''] = TOPIC.exec(topic) ?? []
  return isImei(imei) ? imei : null
}

/** JSON, or a packet of codec 8 or 8 extended as over TCP. */
export function decodeMqtt({ payload }: MqttMessage): DecodedFrame {
  if (payload[0] !== OPEN) return decode(payload)
  const json = objectOf(jsonOf(payload))
  if (typeof json.RSP === 'string') return { kind: 'reply', replies: [{ text: json.RSP }] }
  const reported = objectOf(objectOf(json.state).reported)
  const clock = numberOf(reported.ts)
  if (clock === null || clock < 0) throw new FrameError('teltonika: JSON without a time', false)
  io.reset()
  io.putNumber(EVENT_IO, numberOf(reported.evt) ?? 0, 2)
  io.putNumber(PRIORITY_IO, numberOf(reported.pr) ?? 0, 1)
  for (const [key, value] of Object.entries(reported)) if (!OWN.has(key)) putElement(key, value)
  return {
    kind: 'messages',
    messages: [{ at: Math.round(clock), fix: fixOf(reported), io: io.take() }],
    ack: none,
  }
}

function jsonOf(payload: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(payload).toString('utf8'))
  } catch {
    throw new FrameError('teltonika: no JSON', false)
  }
}
const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {}
/** Forwarders write numbers as texts. */
function numberOf(value: unknown): number | null {
  const isText = typeof value === 'string' && value.trim() !== ''
  const number = typeof value === 'number' || isText ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : null
}

function fixOf(reported: Json): Fix | null {
  const [latitude = Number.NaN, longitude = Number.NaN] = String(reported.latlng ?? '')
    .split(',')
    .map(Number)
  const satellites = numberOf(reported.sat) ?? 0
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null
  if (satellites === 0 || (latitude === 0 && longitude === 0)) return null
  return {
    latitude_e7: Math.round(latitude * 1e7),
    longitude_e7: Math.round(longitude * 1e7),
    altitude: Math.round(numberOf(reported.alt) ?? 0),
    direction: Math.round(numberOf(reported.ang) ?? 0) % 360,
    speed: Math.round(numberOf(reported.sp) ?? 0),
    satellites: Math.min(255, satellites),
  }
}

/**
 * Integers get the smallest width that keeps their sign. Values of signed ids between 32,768 and 65,535 come from forwarders that lost the sign, and
 * are read as negative.
 */
function putElement(key: string, value: unknown): void {
  const id = /^\d{1,5}$/.test(key) ? Number(key) : -1
  if (id < 0 || id > LARGEST_ID) return
  if (typeof value === 'string' && /^0x([0-9a-f]{2})+$/i.test(value)) {
    const bytes = Buffer.from(value.slice(2), 'hex')
    io.put(id, bytes, 0, bytes.length, bytes.length !== 8)
    return
  }
  const number = numberOf(value)
  if (number !== null && Number.isInteger(number) && Math.abs(number) < LARGEST_SAFE) {
    io.putNumber(id, number, widthOf(number))
    return
  }
  if (typeof value !== 'string' || value === '') return
  const bytes = Buffer.from(value, 'utf8').subarray(0, LARGEST_ID)
  io.put(id, bytes, 0, bytes.length, true)
}
function widthOf(value: number): 1 | 2 | 4 | 8 {
  const magnitude = value < 0 ? -value - 1 : value
  if (magnitude < 2 ** 7) return 1
  if (magnitude < 2 ** 15 || (value > 0 && value < 2 ** 16)) return 2
  return magnitude < 2 ** 31 || (value > 0 && value < 2 ** 32) ? 4 : 8
}

/** `{"CMD": text}` to `<IMEI>/commands`; null: a text that codec 12 could not carry either. */
export function commandMessage(text: string, device_id: string): MqttMessage | null {
  if (!/^[ -~]{1,512}$/.test(text)) return null
  return {
    topic: `${device_id}/commands`,
    payload: Buffer.from(JSON.stringify({ CMD: text })),
  }
}
