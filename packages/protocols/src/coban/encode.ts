// Commands for the device: the device's number, a letter and its fields.
import type { Destination } from '@flotta/core/protocol.ts'

/** `J` becomes `**,imei:<device>,J;`. null: the text is empty, too long, or has a character that ends a text. */
export function encode(text: string, { device_id }: Destination): Uint8Array | null {
  const command = text.trim()
  return /^[\w,.+:-]{1,100}$/.test(command)
    ? Buffer.from(`**,imei:${device_id},${command};`, 'latin1')
    : null
}
