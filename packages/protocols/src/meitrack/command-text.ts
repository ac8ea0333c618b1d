// Texts of the product's commands in the format of Meitrack: three characters and their fields.
import { intervalWithin } from '@flotta/core/command.ts'
import type { Command } from '@flotta/core/telemetry.ts'

const OUTPUTS = ['out1', 'out2', 'out3', 'out4', 'out5'] as const
/** Leaves an output as it is. */
const UNCHANGED = '2'
export const POSITION = 'A10'
/** Unit of intervals, s. */
const INTERVAL_STEP = 10

/** Text of a command; undefined when these devices have no reliable one. `switch` sets one output and leaves the others unchanged, at any speed. */
export function commandText({ command, command_data }: Command): string | undefined {
  const { text, output, on } = command_data
  if (command === 'custom') return typeof text === 'string' ? text : undefined
  if (command === 'switch') {
    if (!OUTPUTS.some(name => name === output)) return undefined
    const level = on === true ? '1' : '0'
    return `C01,0,${OUTPUTS.map(name => (name === output ? level : UNCHANGED)).join('')}`
  }
  if (command === 'position') return POSITION
  if (command === 'interval') {
    const seconds = intervalWithin(
      command_data,
      INTERVAL_STEP,
      65_535 * INTERVAL_STEP,
      INTERVAL_STEP,
    )
    return seconds === undefined ? undefined : `A12,${seconds / INTERVAL_STEP}`
  }
  return command === 'getver' ? 'E91' : undefined
}

/** An answer begins with the name of its command. */
export const answersOther = (text: string, answer: string): boolean =>
  answer.slice(0, 3) !== text.trim().slice(0, 3)
