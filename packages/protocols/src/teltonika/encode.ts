// Puts a command text into a frame for the device: codec 12, or codec 14, which names the device that it is meant for.
import { isImei } from '@flotta/core/protocol.ts'
import { crc16 } from './crc.ts'
import { AROUND, CODEC_12, CODEC_14, COMMAND, HEAD } from './layout.ts'

/** The vendor allows commands of at most 160 characters. */
export const LONGEST_COMMAND = 160

/** Codec 12 frame of a command text, unchanged (digits stay text), or null: the text is empty, too long, or not printable ASCII. */
export function encode(text: string): Uint8Array | null {
  return isCommand(text) ? textFrame(CODEC_12, COMMAND, [Buffer.from(text, 'latin1')]) : null
}

/** Codec 14 frame: a device with another IMEI refuses it. null as in `encode`, or when `device_id` is no IMEI. */
export function encodeFor(text: string, device_id: string): Uint8Array | null {
  return isCommand(text) && isImei(device_id)
    ? textFrame(CODEC_14, COMMAND, [
        Buffer.from(`0${device_id}`, 'hex'),
        Buffer.from(text, 'latin1'),
      ])
    : null
}

const isCommand = (text: string): boolean =>
  text.length <= LONGEST_COMMAND && /^[ -~]+$/.test(text) && text.trim() !== ''

/** Frame of one text message: codec, 1, type, u32 size, `parts`, 1, between preamble and checksum. */
export function textFrame(codec: number, type: number, parts: readonly Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  const frame = new Uint8Array(AROUND + 8 + size)
  const view = new DataView(frame.buffer)
  view.setUint32(4, 8 + size)
  frame[HEAD] = codec
  frame[HEAD + 1] = 1
  frame[HEAD + 2] = type
  view.setUint32(HEAD + 3, size)
  let o = HEAD + 7
  for (const part of parts) {
    frame.set(part, o)
    o += part.length
  }
  frame[o++] = 1
  view.setUint32(o, crc16(frame, HEAD, o))
  return frame
}
