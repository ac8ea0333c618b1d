// Our commands in the language of Coban: single letters.
import type { Command } from '@flotta/core/telemetry.ts'

const POSITION = 'B'
const STOP = 'J'
const RESUME = 'K'

/** Text of a command, undefined where these devices have no certain one. The only output is the relay that cuts fuel. */
export function commandText({
  command,
  command_data: { text, output, on },
}: Command): string | undefined {
  if (command === 'custom') return typeof text === 'string' ? text : undefined
  if (command === 'switch') return output === 'out1' ? (on === true ? STOP : RESUME) : undefined
  return command === 'getinfo' ? POSITION : undefined
}

/** The device repeats the letter of what it answers. */
export const answersOther = (text: string, answer: string): boolean =>
  /^[A-Z]/.test(text) && /^[a-z]t$/.test(answer) && answer[0] !== text[0]?.toLowerCase()
