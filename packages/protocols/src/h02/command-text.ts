// Texts of the product's commands in the format of H02: a word and its numbers; device and time are inserted between them.
import { intervalWithin } from '@flotta/core/command.ts'
import type { Command } from '@flotta/core/telemetry.ts'

/** Text of a command; undefined when these devices have no reliable one. The only output is the relay that cuts fuel. */
export function commandText({ command, command_data }: Command): string | undefined {
  const { text, output, on } = command_data
  if (command === 'custom') return typeof text === 'string' ? text : undefined
  if (command === 'interval') {
    const seconds = intervalWithin(command_data, 10, 3_600)
    return seconds === undefined ? undefined : `S71,22,${seconds}`
  }
  return command === 'switch' && output === 'out1' ? `S20,1,${on === true ? 1 : 0}` : undefined
}

const wordOf = (text: string): string | undefined => /^\s*([A-Z]\d{1,2})\b/.exec(text)?.[1]
/** The device repeats the word of the command that it answers. */
export const answersOther = (text: string, answer: string): boolean => {
  const [asked, answered] = [wordOf(text), wordOf(answer)]
  return asked !== undefined && answered !== undefined && asked !== answered
}
