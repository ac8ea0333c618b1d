// Texts of the product's commands in the format of Ruptela devices. They begin with the password of the device, which is empty by factory setting.
import type { Command } from '@flotta/core/telemetry.ts'

const OUTPUTS: Readonly<Record<string, number>> = { out1: 1, out2: 2, out3: 3, out4: 4 }

/** Text of a command; undefined when these devices have no reliable one. */
export function commandText({ command, command_data }: Command): string | undefined {
  const { text, output, on } = command_data
  if (command === 'custom') return typeof text === 'string' ? text : undefined
  if (command === 'switch') {
    const number = typeof output === 'string' ? OUTPUTS[output] : undefined
    return number === undefined ? undefined : ` setio ${number},${on === true ? 1 : 0}`
  }
  if (command === 'getinfo') return ' imei'
  return command === 'getver' ? ' version' : undefined
}
