// Frames for the device: answers and commands.
import type { Destination } from '@flotta/core/protocol.ts'

const LONGEST_TEXT = 500
/** The flags are the letters from `A` on. */
const FIRST_FLAG = 0x41
const FLAGS = 26
/** The length counts the comma before the device, star, checksum and line end. */
const AROUND = 7

/** The lowest byte of the sum of the first bytes. */
export function sumOf(bytes: Uint8Array, length: number): number {
  let sum = 0
  for (let i = 0; i < length; i++) sum = (sum + (bytes[i] as number)) & 255
  return sum
}

export function frameFor(flag: string, device_id: string, text: string): Uint8Array {
  const length = device_id.length + text.length + AROUND
  const frame = Buffer.from(`@@${flag}${length},${device_id},${text}*00\r\n`, 'latin1')
  const star = frame.length - 5
  const sum = sumOf(frame, star + 1)
    .toString(16)
    .toUpperCase()
    .padStart(2, '0')
  frame.write(sum, star + 1, 'latin1')
  return frame
}

/** `C01,0,12222` becomes a frame with its length and checksum; null: the text is no command. */
export function encode(text: string, { device_id, serial }: Destination): Uint8Array | null {
  const command = text.trim()
  if (!/^[\dA-Z]{3}(,[ -)+-~]*)?$/.test(command) || command.length > LONGEST_TEXT) return null
  const flag = String.fromCharCode(FIRST_FLAG + ((serial - 1) % FLAGS))
  return frameFor(flag, device_id, command)
}
