// A command text on its way to the device.
import type { Destination } from '@flotta/core/protocol.ts'

/** Bytes of the text, or null where the protocol cannot carry it: the command then ends as invalid, nothing is sent. `to` names the device and the time, and counts the commands of the connection. */
export function encode(text: string, to: Destination): Uint8Array | null {
  return /^[ -~]{1,80}$/.test(text) ? Buffer.from(`!${to.serial},${text}\n`) : null
}
