// Frames for the device: answers and commands. They have a length and a checksum, and no IMEI.
import { crcKermit } from '../checksums.ts'
import { CRC_BYTES, LENGTH_BYTES, TEXT_COMMAND } from './layout.ts'

const LONGEST_TEXT = 160

/** A frame of a command and its payload. */
export function serverFrame(command: number, payload: Uint8Array): Uint8Array {
  const length = 1 + payload.length
  const frame = new Uint8Array(LENGTH_BYTES + length + CRC_BYTES)
  frame.set([length >> 8, length & 255, command])
  frame.set(payload, LENGTH_BYTES + 1)
  const crc = crcKermit(frame, LENGTH_BYTES, LENGTH_BYTES + length)
  frame.set([crc >> 8, crc & 255], LENGTH_BYTES + length)
  return frame
}

/** The answer to a frame: whether all of its content was accepted. */
export const answer = (command: number, isTaken: boolean): Uint8Array =>
  serverFrame(command, Uint8Array.of(isTaken ? 1 : 0))

/** Frame of a command text, or null: the text is empty, too long, or not printable ASCII. */
export function encode(text: string): Uint8Array | null {
  if (!/^[ -~]+$/.test(text) || text.trim() === '' || text.length > LONGEST_TEXT) return null
  return serverFrame(TEXT_COMMAND, Buffer.from(text, 'latin1'))
}
