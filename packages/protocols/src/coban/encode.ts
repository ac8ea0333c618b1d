// Commands for the device: a letter and its fields behind the device's number.
import type { Destination } from '@flotta/core/protocol.ts'

/** `J` becomes `**,imei:<device>,J;`. null: empty, too long, or with a character that ends a text. */
export function encode(text: string, { device_id }: Destination): Uint8Array | null {
  const command = text.trim()
  return /^[\w,.+:-]{1,100}$/.test(command)
    ? Buffer.from(`**,imei:${device_id},${command};`, 'latin1')
    : null
}
