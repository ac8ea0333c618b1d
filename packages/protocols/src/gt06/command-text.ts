// Texts of our commands in the language of GT06 devices.
import { intervalWithin } from '@flotta/core/command.ts'
import type { Command } from '@flotta/core/telemetry.ts'

/** Text of a command, undefined where these devices have no certain one. The only output is the relay that cuts fuel or current. */
export function commandText({ command, command_data }: Command): string | undefined {
  const { text, output, on } = command_data
  if (command === 'custom') return typeof text === 'string' ? text : undefined
  if (command === 'switch') return output === 'out1' ? `RELAY,${on === true ? 1 : 0}#` : undefined
  if (command === 'position') return 'WHERE#'
  if (command === 'interval') {
    const seconds = intervalWithin(command_data, 5, 18_000)
    // With the ignition on, and with it off.
    return seconds === undefined ? undefined : `TIMER,${seconds},${seconds}#`
  }
  if (command === 'getinfo') return 'STATUS#'
  return command === 'getver' ? 'VERSION#' : undefined
}

const CUTS = /^(RELAY,1|DYD)\b/i
const RESTORES = /^(RELAY,0|HFYD)\b/i
/** An answer about the relay that tells the opposite of what was asked. */
export const answersOther = (text: string, answer: string): boolean =>
  (CUTS.test(text.trim()) && /\bHFYD\b|^restore/i.test(answer.trim())) ||
  (RESTORES.test(text.trim()) && /\bDYD\b|^cut off/i.test(answer.trim()))
/** Too fast, or without a place: the device cuts nothing then. */
export const answersNo = (answer: string): boolean =>
  /\b(speed limit|unvalued fix|unlocated|not located)\b/i.test(answer)
