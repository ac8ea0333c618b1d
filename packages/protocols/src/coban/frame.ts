// Finds the end of a Coban text: its `;`, in some models a star or the end of the line. A heartbeat is the device's number alone, sometimes without
// an end before the next text.
import { type Beginning, FrameError } from '@flotta/core/protocol.ts'
import { markOf, textLength } from '../text-fields.ts'

const SEMICOLON = 0x3b
const STAR = 0x2a
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const NAME_DIGITS = 15
const REPORT = 'imei:'
const HEADS = ['##,imei:', REPORT] as const
const TEXT = {
  marks: HEADS.map(markOf),
  ends: [SEMICOLON, STAR, CARRIAGE_RETURN, LINE_FEED],
  endsOfGarbage: [SEMICOLON],
} as const
const ENDS: ReadonlySet<number> = new Set(TEXT.ends)

/** Length of the first text, of the bytes before the next text, or of line ends between texts; 0 while more is needed. */
export function frame(bytes: Uint8Array, start: number, end: number, maxFrame: number): number {
  const heartbeat = heartbeatLength(bytes, start, end)
  const length = heartbeat < 0 ? textLength(bytes, start, end, TEXT) : heartbeat
  if ((length || end - start) > maxFrame) throw new FrameError('coban: no text', true)
  return length
}

const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x30 && byte <= 0x39

/** Length of the heartbeat at `start`; 0: more is needed; -1: there is no heartbeat. */
function heartbeatLength(bytes: Uint8Array, start: number, end: number): number {
  for (let i = start; i < Math.min(end, start + NAME_DIGITS); i++) if (!isDigit(bytes[i])) return -1
  const behind = start + NAME_DIGITS
  if (behind >= end) return 0
  if (ENDS.has(bytes[behind] as number)) return NAME_DIGITS + 1
  for (const [i, byte] of markOf(REPORT).entries()) {
    if (behind + i >= end) return 0
    if (bytes[behind + i] !== byte) return -1
  }
  return NAME_DIGITS
}

/** A connection begins with a sign-in, a report, or the device's number alone. */
export function begins(bytes: Uint8Array): Beginning {
  const text = Buffer.from(bytes.subarray(0, 24)).toString('latin1')
  if (HEADS.some(head => text.startsWith(head))) return 'yes'
  if (/^\d{15}([;*\r\n]|imei:)/.test(text)) return 'yes'
  const isOpen = HEADS.some(head => head.startsWith(text)) || /^\d{0,15}$/.test(text)
  return isOpen || (/^\d{15}i/.test(text) && REPORT.startsWith(text.slice(15))) ? 'more' : 'no'
}
