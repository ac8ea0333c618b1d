// Bytes of a command for a JT/T 808 device: the number of a message with its body in hexadecimal, or a text.
import type { Destination } from '@flotta/core/protocol.ts'
import { senderOf, serverFrame } from './header.ts'
import { messages } from './layout.ts'

const LONGEST_TEXT = 200
/** `8105 64`: a message that servers send, and its body. */
const MESSAGE = /^(8[0-9a-f]{3})((?: ?[0-9a-f]{2})*)$/i
/** A text that the device's own interpreter executes. */
const FOR_TERMINAL = 1

/** Frame of a command text, or null: the text is empty, too long, or not printable ASCII. */
export function encode(
  text: string,
  { device_id, serial, memory }: Destination,
): Uint8Array | null {
  if (!/^[ -~]+$/.test(text) || text.trim() === '' || text.length > LONGEST_TEXT) return null
  const sender = senderOf(device_id, memory)
  const [, message, body] = MESSAGE.exec(text.trim()) ?? []
  if (message !== undefined)
    return serverFrame(
      Number.parseInt(message, 16),
      Uint8Array.from(Buffer.from((body ?? '').replaceAll(' ', ''), 'hex')),
      sender,
      serial & 0xffff,
    )
  const bytes = Uint8Array.from([FOR_TERMINAL, ...Buffer.from(text, 'latin1')])
  return serverFrame(messages.text_to_device, bytes, sender, serial & 0xffff)
}
