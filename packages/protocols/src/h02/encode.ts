// Texts for the device: answers and commands.
import type { Destination } from '@flotta/core/protocol.ts'

const LONGEST_TEXT = 120

const digitsOf = (at: number): string => new Date(at).toISOString().replace(/\D/g, '')

/** An answer with the date and time of the server, or with the date alone (`R12`). */
export function serverText(device_id: string, what: string, at: number): Uint8Array {
  const digits = digitsOf(at)
  const time = what === 'R12' ? digits.slice(8, 14) : digits.slice(0, 14)
  return Buffer.from(`*HQ,${device_id},${what},${time}#`, 'latin1')
}

/** `S20,1,1` becomes `*HQ,<device>,S20,<time>,1,1#`; null: the text is empty, too long, or has a character that ends a text. */
export function encode(text: string, { device_id, at }: Destination): Uint8Array | null {
  const command = text.trim()
  if (!/^[A-Za-z0-9]{1,8}(,[ -"$-)+-~]*)*$/.test(command) || command.length > LONGEST_TEXT)
    return null
  const [name, ...fields] = command.split(',')
  const words = ['*HQ', device_id, name, digitsOf(at).slice(8, 14), ...fields]
  return Buffer.from(`${words.join()}#`, 'latin1')
}
