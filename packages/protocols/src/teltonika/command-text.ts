// Texts of the product's commands that every Teltonika family understands, and the form of their answers.
import { intervalWithin } from '@flotta/core/command.ts'
import type { Command } from '@flotta/core/telemetry.ts'

/** Text of a command; undefined when the family has no reliable one. `switch` sets one output and leaves the others unchanged. */
export function commandText({ command, command_data }: Command): string | undefined {
  const { text, output, on } = command_data
  if (command === 'custom') return typeof text === 'string' ? text : undefined
  if (command === 'switch') {
    const number = /^out([1-4])$/.exec(String(output))?.[1]
    return number === undefined
      ? undefined
      : `setdigout ${'?'.repeat(Number(number) - 1)}${on === true ? 1 : 0}`
  }
  if (command === 'position') return 'getgps'
  return command === 'getinfo' || command === 'getver' ? command : undefined
}

/** Interval of records and of sending while the vehicle moves: in the home network, while roaming, and in an unknown network. */
const MOVING = [10050, 10055, 10150, 10155, 10250, 10255] as const
/** As `commandText`, with the interval for families whose list of parameters has these six, two bytes each. */
export function commandTextWithInterval(command: Command): string | undefined {
  if (command.command !== 'interval') return commandText(command)
  const seconds = intervalWithin(command.command_data, 5, 65_535)
  return seconds === undefined
    ? undefined
    : `setparam ${MOVING.map(id => `${id}:${seconds}`).join(';')}`
}

/** Beginnings by which the vendor's answers to other commands are recognised. */
const signatures: readonly (readonly [request: string, answer: RegExp])[] = [
  ['setdigout', /^DOUT\d:/i],
  ['getver', /^Ver:/],
  ['getinfo', /^(INI|RTC):/],
  ['getstatus', /^Data Link:/],
  ['getgps', /^GPS:/],
  ['getio', /^DI1:/],
  ['getparam', /^Param ID:/i],
  ['setparam', /^New value/i],
]
const wordOf = (text: string): string => text.trim().split(/\s+/, 1)[0]?.toLowerCase() ?? ''

/** Whether an answer belongs to another command, or states the opposite of what the command set an output to. */
export function answersOther(text: string, answer: string): boolean {
  const word = wordOf(text)
  const answerText = answer.trim()
  const [request] = signatures.find(([, signature]) => signature.test(answerText)) ?? []
  if (request !== undefined && request !== word && signatures.some(([known]) => known === word))
    return true
  if (word !== 'setdigout') return false
  const states = [...(text.trim().split(/\s+/)[1] ?? '')]
  return [...answerText.matchAll(/DOUT(\d):\s*(ON|OFF|0|1)\b/gi)].some(([, number, state = '']) => {
    const wantedState = states[Number(number) - 1]
    return (
      (wantedState === '0' || wantedState === '1') &&
      (wantedState === '1') !== /^(ON|1)$/i.test(state)
    )
  })
}
