// Texts of the product's commands in the format of Wialon IPS.
import type { Command } from '@flotta/core/telemetry.ts'

/** Text of a command; undefined when the protocol has none. */
export function commandText({ command, command_data }: Command): string | undefined {
  const { text, output, on } = command_data
  if (command === 'custom') return typeof text === 'string' ? text : undefined
  if (command === 'switch') {
    const number = /^out([1-4])$/.exec(String(output))?.[1]
    return number === undefined ? undefined : `L${number}=${on === true ? 1 : 0}`
  }
  return command === 'getver' ? 'VER?' : undefined
}
