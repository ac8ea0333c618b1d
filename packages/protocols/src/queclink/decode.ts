// Decodes a complete Queclink text: a report with its places, a heartbeat, or the answer to a command.
import { IoWriter, RECEIPT_IO } from '@flotta/core/io.ts'
import type { FrameMessage } from '@flotta/core/protocol.ts'
import { type DecodedFrame, isImei, type Reception } from '@flotta/core/protocol.ts'
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { hexadecimalOf, isBetweenTexts, timeOfDigits } from '../text-fields.ts'
import { BLOCK_FIELDS, type Block, blocksOf, fixOfBlock, putBlock, timeOfBlock } from './blocks.ts'
import { DOLLAR, NUL } from './frame.ts'
import { deviceTypeOf, isPortable } from './models.ts'
import { putReport, putSupply } from './reports.ts'
import { putSensors } from './sensors.ts'
import { putTail, satellitesOf } from './state.ts'

const io = new IoWriter()
const none = new Uint8Array(0)
const HEAD = /^\+(RESP|BUFF|ACK):GT([A-Z\d]{3}),/
/** The name of a device in a CDMA network. */
const MEID = /^[A-F][\dA-F]{13}$/i
/** The identification number of the vehicle, which some models put before the name of the device. */
const VIN = /^[A-HJ-NPR-Z\d]{17}$/
/** Periodic reports, with or without sensors, which contain the state of the device. */
const STATE_REPORTS: ReadonlySet<string> = new Set(['FRI', 'ERI'])
const FARTHEST_ZONE = 14 * HOUR
const ZONE_STEP = 15 * MINUTE
const ZONE_TOLERANCE = 2 * MINUTE

interface Report {
  readonly type: string
  readonly version: string
  readonly device_id: string
  readonly vin: string | null
  /** The fields after the name of the device, without the time and the number at the end. */
  readonly body: readonly string[]
  readonly sent: string
  readonly count: string
}

/** Decodes one text, one byte between texts, or the bytes before the next text, as `frame()` cut it. */
export function decode(frame: Uint8Array, reception: Reception): DecodedFrame {
  if (frame.length === 1 && isBetweenTexts(frame[0])) return { kind: 'ping' }
  const last = frame[frame.length - 1]
  const text = Buffer.from(frame.subarray(0, -1)).toString('latin1')
  const [head, kind, type = ''] = HEAD.exec(text) ?? []
  if (head === undefined || (last !== DOLLAR && last !== NUL)) return { kind: 'garbage' }
  const report = reportOf(type, text.split(','))
  if (report === null) return { kind: 'refused', reason: 'no name', ack: none }
  const { device_id, version, count, body } = report
  const memory = { type: deviceTypeOf(version) }
  if (kind !== 'ACK')
    return {
      kind: 'messages',
      messages: messagesOf(report, reception),
      ack: none,
      wanted_ack: textFor(count),
      device_id,
      memory,
    }
  if (type === 'HBD')
    return { kind: 'ping', device_id, answer: textFor(`GTHBD,${version},${count}`), memory }
  return { kind: 'reply', replies: [{ text: [`GT${type}`, ...body].join() }], device_id, memory }
}

const textFor = (what: string): Uint8Array => Buffer.from(`+SACK:${what}$`, 'latin1')

/** null: the report names no device. */
function reportOf(type: string, fields: readonly string[]): Report | null {
  const [, version = '', name = ''] = fields
  if (!/^[\da-f]{6,10}$/i.test(version) || !(isImei(name) || MEID.test(name))) return null
  const vin = VIN.test(fields[3] ?? '') ? (fields[3] ?? null) : null
  const start = vin === null ? 4 : 5
  const end = Math.max(start, fields.length - 2)
  return {
    type,
    version,
    device_id: name.toUpperCase(),
    vin,
    body: fields.slice(start, end),
    sent: fields[fields.length - 2] ?? '',
    count: fields[fields.length - 1] ?? '',
  }
}

/** One record for each place; all other values of the report belong to the last one. */
function messagesOf(report: Report, reception: Reception): readonly FrameMessage[] {
  const blocks = blocksOf(report.body, 0, report.body.length)
  if (blocks.length === 0) {
    begin(report)
    putContent(report, { before: report.body, after: [] })
    return [messageOf(report, null, reception, null)]
  }
  return blocks.map((block, i) => {
    const end = blocks[i + 1]?.start ?? report.body.length
    const after = report.body.slice(block.start + BLOCK_FIELDS, end)
    begin(report)
    putBlock(io, block)
    if (i === blocks.length - 1)
      putContent(report, { before: report.body.slice(0, blocks[0]?.start), after })
    return messageOf(report, block, reception, satellitesOf(after))
  })
}

function begin({ type, vin }: Report): void {
  io.reset()
  io.putText('report', type)
  if (vin !== null) io.putText('vin', vin)
}

function putContent(
  { type, version, body }: Report,
  fields: { readonly before: readonly string[]; readonly after: readonly string[] },
): void {
  const { before, after } = fields
  // In reports without a place the state is among all fields, which are searched in the same way.
  const tail = before === body && STATE_REPORTS.has(type) ? body : after
  const deviceType = deviceTypeOf(version)
  const state = putTail(io, tail, deviceType)
  // Some models have one more field before it.
  if (type === 'FRI') putSupply(io, before[0] || before[1])
  if (type === 'ERI') {
    putSupply(io, before[1])
    const mask = /^[\da-f]{8}$/i.test(before[0] ?? '') ? hexadecimalOf(before[0]) : null
    if (mask !== null && state >= 0) putSensors(io, tail.slice(state + 1), mask)
  }
  putReport(io, type, { before, after, isPortable: isPortable(deviceType) })
  // Fields without a name here are stored as received.
  io.putText('fields', [...before, '', ...after].join())
}

/**
 * The time of a fix is UTC. Without a fix the block repeats the time of the last one, and the report has the time of sending by a clock that may show
 * local time:
 * when both times differ by a multiple of 15 minutes they are the same moment.
 */
function messageOf(
  { sent }: Report,
  block: Block | null,
  { at }: Reception,
  satellites: number | null,
): FrameMessage {
  const fix = block === null ? null : fixOfBlock(block, satellites)
  const blockTime = block === null ? null : timeOfBlock(block)
  const clock = timeOfDigits(sent)
  const isOfOneMoment = blockTime !== null && (clock === null || isZone(clock - blockTime))
  if (blockTime !== null && (fix !== null || isOfOneMoment))
    return { at: blockTime, fix, io: io.take() }
  if (clock !== null) return { at: clock, fix, io: io.take(), local: true }
  io.putNumber(RECEIPT_IO, 1, 1)
  return { at, fix, io: io.take() }
}

function isZone(difference: number): boolean {
  const rest = Math.abs(difference - Math.round(difference / ZONE_STEP) * ZONE_STEP)
  return Math.abs(difference) <= FARTHEST_ZONE && rest <= ZONE_TOLERANCE
}
