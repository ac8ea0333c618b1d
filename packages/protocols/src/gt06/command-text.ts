// Texts of the product's commands in the format of GT06 devices.
import { intervalWithin } from '@flotta/core/command.ts'
import type { Command } from '@flotta/core/telemetry.ts'

/** Text of a command; undefined when these devices have no reliable one. The only output is the relay that cuts fuel or current. */
export function commandText({ command, command_data }: Command): string | undefined {
  const { text, output, on } = command_data
  if (command === 'custom') return typeof text === 'string' ? text : undefined
  if (command === 'switch') return output === 'out1' ? `RELAY,${on === true ? 1 : 0}#` : undefined
  if (command === 'position') return 'WHERE#'
  if (command === 'interval') {
    const seconds = intervalWithin(command_data, 5, 18_000)
    // Intervals with the ignition on and off.
    return seconds === undefined ? undefined : `TIMER,${seconds},${seconds}#`
  }
  if (command === 'getinfo') return 'STATUS#'
  return command === 'getver' ? 'VERSION#' : undefined
}

const CUTS = /^(RELAY,1|DYD)\b/i
const RESTORES = /^(RELAY,0|HFYD)\b/i
/** An answer about the relay that states the opposite of the command. */
export const answersOther = (text: string, answer: string): boolean =>
  (CUTS.test(text.trim()) && /\bHFYD\b|^restore/i.test(answer.trim())) ||
  (RESTORES.test(text.trim()) && /\bDYD\b|^cut off/i.test(answer.trim()))
/** The vehicle is too fast, or has no fix: the device does not cut the supply then. */
export const answersNo = (answer: string): boolean =>
  /\b(speed limit|unvalued fix|unlocated|not located)\b/i.test(answer)
