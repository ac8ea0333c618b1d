// Texts of the product's commands in the format of JT/T 808: numbers of messages with their body, or texts.
import { intervalWithin } from '@flotta/core/command.ts'
import type { Command } from '@flotta/core/telemetry.ts'

/** Codes of the terminal's control (8105) that cut or restore fuel or circuit. */
const CUT = '8105 64'
const RESTORE = '8105 65'
/** Sets one parameter of four bytes: the default interval of reports. */
const INTERVAL = '8103 01 00000029 04'

/** Text of a command; undefined when these devices have no reliable one. The only output is the relay that cuts fuel or circuit. */
export function commandText({ command, command_data }: Command): string | undefined {
  const { text, output, on } = command_data
  if (command === 'custom') return typeof text === 'string' ? text : undefined
  if (command === 'switch') return output === 'out1' ? (on === true ? CUT : RESTORE) : undefined
  if (command === 'interval') {
    const seconds = intervalWithin(command_data, 5, 86_400)
    return seconds === undefined
      ? undefined
      : `${INTERVAL} ${seconds.toString(16).padStart(8, '0')}`
  }
  // Reads all parameters.
  if (command === 'getver') return '8104'
  return command === 'position' ? '8201' : undefined
}

const TEXT = '8300'
/** The device names the number of the message that it answers; a text has the number of its own message. */
export const answersOther = (text: string, answer: string): boolean => {
  const answered = /^([\da-f]{4}) /.exec(answer)?.[1]
  const asked = /^[\da-f]{4}(?= |$)/i.exec(text.trim())?.[0].toLowerCase() ?? TEXT
  return answered !== undefined && answered !== asked
}
