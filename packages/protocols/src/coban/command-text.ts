// Texts of the product's commands in the format of Coban: single letters.
import { intervalWithin } from '@flotta/core/command.ts'
import type { Command } from '@flotta/core/telemetry.ts'

const POSITION = 'B'
const STOP = 'J'
const RESUME = 'K'

/** Text of a command; undefined when these devices have no reliable one. The only output is the relay that cuts fuel. */
export function commandText({ command, command_data }: Command): string | undefined {
  const { text, output, on } = command_data
  if (command === 'custom') return typeof text === 'string' ? text : undefined
  if (command === 'switch') return output === 'out1' ? (on === true ? STOP : RESUME) : undefined
  if (command === 'interval') return intervalText(command_data)
  return command === 'position' ? POSITION : undefined
}

/** Two digits and their unit: seconds, minutes or hours. */
const UNITS = [
  ['s', 1],
  ['m', 60],
  ['h', 3_600],
] as const
function intervalText(data: Command['command_data']): string | undefined {
  for (const [unit, length] of UNITS) {
    const seconds = intervalWithin(data, 10, 59 * length, length)
    if (seconds !== undefined) return `C,${String(seconds / length).padStart(2, '0')}${unit}`
  }
  return undefined
}

/** The device repeats the letter of the command that it answers. */
export const answersOther = (text: string, answer: string): boolean =>
  /^[A-Z]/.test(text) && /^[a-z]t$/.test(answer) && answer[0] !== text[0]?.toLowerCase()
