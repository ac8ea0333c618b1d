// Frames for the device: answers and commands.
import type { Destination } from '@flotta/core/protocol.ts'
import { crcX25 } from '../checksums.ts'
import { COMMAND, SHORT, SHORTEST, TIME } from './layout.ts'

/** Longest command text, so that its frame is a short one. */
const LONGEST_TEXT = 200
/** The length byte of a command includes the server flag, which devices repeat in their answer. */
const FLAG_LENGTH = 4

/** A short frame with its length, checksum and end. */
export function shortFrame(protocol: number, content: Uint8Array, serial: number): Uint8Array {
  const frame = new Uint8Array(content.length + SHORTEST + 5)
  frame.set([SHORT, SHORT, content.length + SHORTEST, protocol])
  frame.set(content, 4)
  const o = 4 + content.length
  frame.set([(serial >> 8) & 255, serial & 255], o)
  const crc = crcX25(frame, 2, o + 2)
  frame.set([crc >> 8, crc & 255, 0x0d, 0x0a], o + 2)
  return frame
}

/** The answer to a frame: its protocol and serial number. */
export const answerTo = (protocol: number, serial: number): Uint8Array =>
  shortFrame(protocol, new Uint8Array(0), serial)

/** The answer to a device that requests the time. */
export function timeAnswer(serial: number, at: number): Uint8Array {
  const time = new Date(at)
  return shortFrame(
    TIME,
    Uint8Array.of(
      time.getUTCFullYear() % 100,
      time.getUTCMonth() + 1,
      time.getUTCDate(),
      time.getUTCHours(),
      time.getUTCMinutes(),
      time.getUTCSeconds(),
    ),
    serial,
  )
}

/** Frame of a command text, or null: empty, too long, or not printable ASCII. */
export function encode(text: string, { serial }: Destination): Uint8Array | null {
  if (!/^[ -~]+$/.test(text) || text.trim() === '' || text.length > LONGEST_TEXT) return null
  const content = new Uint8Array(1 + FLAG_LENGTH + text.length)
  content[0] = FLAG_LENGTH + text.length
  content.set(Buffer.from(text, 'latin1'), 1 + FLAG_LENGTH)
  return shortFrame(COMMAND, content, (serial - 1) & 0xffff)
}
