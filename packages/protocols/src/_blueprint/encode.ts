// Encodes a command text for the device.
import type { Destination } from '@flotta/core/protocol.ts'

/**
 * Bytes of the text, or null when the protocol cannot carry it: the command then ends as invalid and nothing is sent. `to` has the name of the
 * device, the time, and the number of the command on the connection.
 */
export function encode(text: string, to: Destination): Uint8Array | null {
  return /^[ -~]{1,80}$/.test(text) ? Buffer.from(`!${to.serial},${text}\n`) : null
}
