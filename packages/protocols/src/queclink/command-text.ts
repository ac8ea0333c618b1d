// Texts of the product's commands in the format of Queclink: the name of a command and its fields; password and serial number are inserted when it is
// sent.
import type { Command } from '@flotta/core/telemetry.ts'

/** Immediate requests for the position and for the versions of the device. */
const POSITION = 'GTRTO,1,,,,,'
const VERSION = 'GTRTO,8,,,,,'

/** Text of a command; undefined when these devices have no reliable one. The only output is the first, which cuts the engine. */
export function commandText({
  command,
  command_data: { text, output, on },
}: Command): string | undefined {
  if (command === 'custom') return typeof text === 'string' ? text : undefined
  if (command === 'switch')
    return output === 'out1' ? `GTOUT,${on === true ? 1 : 0},,,0,0,0,0,0,0,0,,,,,,` : undefined
  if (command === 'position') return POSITION
  return command === 'getver' ? VERSION : undefined
}

const nameIn = (text: string): string | undefined => /\bGT([A-Z]{3})\b/.exec(text)?.[1]
/** The device names the command that it answers. */
export const answersOther = (text: string, answer: string): boolean => {
  const [asked, answered] = [nameIn(text), nameIn(answer)]
  return asked !== undefined && answered !== undefined && asked !== answered
}
