// Texts of our commands in the language of GT06 devices.
import type { Command } from '@flotta/core/telemetry.ts'

/** Text of a command, undefined where these devices have no certain one. The only output is the relay that cuts fuel or current. */
export function commandText({
  command,
  command_data: { text, output, on },
}: Command): string | undefined {
  if (command === 'custom') return typeof text === 'string' ? text : undefined
  if (command === 'switch') return output === 'out1' ? `RELAY,${on === true ? 1 : 0}#` : undefined
  if (command === 'getinfo') return 'STATUS#'
  return command === 'getver' ? 'VERSION#' : undefined
}
