// Commands for the device: a name and fields become `AT+<name>=<password>,<fields>,<serial>$`.
import type { Destination } from '@flotta/core/protocol.ts'
import { models } from './models.ts'

const LONGEST_TEXT = 500
const WHOLE = /^AT\+GT[A-Z\d]{3}=[ -#%-~]*\$?$/
const SHORT = /^(GT[A-Z\d]{3})((?:,[ -#%-+\--~]*)*)$/

/**
 * A complete command is sent unchanged. A short one gets the factory password of the model and a serial number. null: the text is no command, or the
 * model is unknown.
 */
export function encode(text: string, { serial, memory }: Destination): Uint8Array | null {
  const command = text.trim()
  if (command.length > LONGEST_TEXT) return null
  if (WHOLE.test(command)) return Buffer.from(command.endsWith('$') ? command : `${command}$`)
  const [, name, fields = ''] = SHORT.exec(command) ?? []
  const password = models[String(memory.type ?? '')]
  if (name === undefined || password === undefined) return null
  const number = (serial & 0xffff).toString(16).toUpperCase().padStart(4, '0')
  return Buffer.from(`AT+${name}=${password}${fields},${number}$`, 'latin1')
}
