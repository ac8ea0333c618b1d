// Decodes a message in JSON: records by the mapping of the device's profile, and answers to commands.
import { IoWriter, RECEIPT_IO } from '@flotta/core/io.ts'
import {
  type DecodedFrame,
  FrameError,
  type FrameMessage,
  type JsonMapping,
  type MqttMessage,
  type MqttReception,
} from '@flotta/core/protocol.ts'
import type { Fix } from '@flotta/core/telemetry.ts'
import { flatValues, type JsonValues, jsonOf } from './json.ts'
import { mqtt as generic } from './profiles/mqtt.ts'

const io = new IoWriter()
const none = new Uint8Array(0)
/** Largest number of records in one message. */
const MOST_RECORDS = 1_000
/** Larger numbers are milliseconds: as seconds they would be after 2038. */
const MOST_SECONDS = 2 ** 31
const PER_UNIT = { 'km/h': 1, 'm/s': 3.6, kn: 1.852 } as const
const LARGEST = 32_767

/** One object, or a list of them. */
export function decode({ payload }: MqttMessage, { at, profile }: MqttReception): DecodedFrame {
  const mapping = profile?.json ?? generic.json
  const json = jsonOf(payload)
  const items = Array.isArray(json) ? json : [json]
  if (mapping === undefined || items.length > MOST_RECORDS)
    throw new FrameError('mqtt: too many records', false)
  const replies: { readonly text: string }[] = []
  const messages: FrameMessage[] = []
  for (const item of items) {
    const values = flatValues(item)
    if (values === null) throw new FrameError('mqtt: no object', false)
    if (!holds(values, mapping.only ?? {})) continue
    const answer = textAt(values, mapping.answer)
    if (answer !== undefined) replies.push({ text: answer })
    else if (mapping.answer_only !== undefined && holds(values, mapping.answer_only))
      replies.push({ text: Object.values(mapping.answer_only).join() })
    const record = recordOf(values, mapping, at)
    if (record !== null) messages.push(record)
  }
  return messages.length === 0 && replies.length === 0
    ? { kind: 'ping' }
    : { kind: 'messages', messages, ack: none, ...(replies.length > 0 && { replies }) }
}

/** Whether each path has its expected value. */
const holds = (values: JsonValues, expected: Readonly<Record<string, string>>): boolean =>
  Object.entries(expected).every(([path, value]) => values.get(path) === value)

function textAt(values: JsonValues, paths: readonly string[] = []): string | undefined {
  const path = paths.find(name => values.get(name) !== undefined)
  return path === undefined ? undefined : values.get(path)
}
function numberAt(values: JsonValues, paths?: readonly string[]): number | null {
  const text = textAt(values, paths)
  const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}

/** null: the message is only an answer. */
function recordOf(values: JsonValues, mapping: JsonMapping, receivedAt: number) {
  const { only, answer_only: _only, speed_unit: _unit, ...paths } = mapping
  const namedPaths = new Set([...Object.values(paths).flat(), ...Object.keys(only ?? {})])
  io.reset()
  let isEmpty = true
  for (const [name, text] of values)
    if (!namedPaths.has(name) && text !== '') {
      io.putText(name, text)
      isEmpty = false
    }
  const fix = fixOf(values, mapping)
  const clock = clockOf(textAt(values, mapping.time))
  if (isEmpty && fix === null && clock === null) return null
  if (clock === null) io.putNumber(RECEIPT_IO, 1, 1)
  return { at: clock ?? receivedAt, fix, io: io.take() }
}

/** null: there is no time, or the text is none. */
function clockOf(text: string | undefined): number | null {
  if (text === undefined) return null
  if (/^\d{1,14}(\.\d+)?$/.test(text)) {
    const number = Number(text)
    return Math.round(number >= MOST_SECONDS ? number : number * 1_000)
  }
  const [, date, time, zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/.exec(text) ?? []
  const at = Date.parse(`${date}T${time}${zone}`)
  return Number.isNaN(at) ? null : at
}

const within = (value: number | null, least: number): number =>
  Math.round(Math.max(least, Math.min(LARGEST, value ?? 0)))

function fixOf(values: JsonValues, mapping: JsonMapping): Fix | null {
  const latitude = numberAt(values, mapping.latitude)
  const longitude = numberAt(values, mapping.longitude)
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null
  const speed = numberAt(values, mapping.speed) ?? 0
  return {
    latitude_e7: Math.round(latitude * 1e7),
    longitude_e7: Math.round(longitude * 1e7),
    altitude: within(numberAt(values, mapping.altitude), -LARGEST),
    direction: within(numberAt(values, mapping.direction), 0) % 360,
    speed: within(speed * PER_UNIT[mapping.speed_unit ?? 'km/h'], 0),
    satellites: Math.min(255, within(numberAt(values, mapping.satellites), 0)),
  }
}
