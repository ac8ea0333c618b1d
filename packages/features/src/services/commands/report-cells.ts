// The cells of a command in reports, in the reader's words.
import { commandStatus } from '@flotta/core/command.ts'
import type { Cell, Column, ReportAsk } from '@flotta/platform/report.ts'
import { atColumn, column } from '../../sheets.ts'
import type { Command } from './contract.ts'
import { phraseOf } from './rules.ts'

export const commandColumns: readonly Column[] = [
  atColumn,
  column('user', 'text', 'commands.report.user'),
  column('action', 'text', 'commands.one'),
  column('data', 'text', 'commands.command_data'),
  column('status', 'text', 'commands.report.status'),
  column('reason', 'text', 'commands.report.reason'),
  column('answer', 'text', 'commands.answer'),
]
const FAILED: readonly number[] = [
  commandStatus.failed,
  commandStatus.timeout,
  commandStatus.invalid,
]

export function commandCells(
  { ctx, language }: ReportAsk,
  command: Command,
): { readonly cells: Cell[]; readonly failed: boolean } {
  const say = (key: string) => ctx.say(language, { key })
  const data = Object.entries(command.command_data).map(([name, value]) => {
    const phrase = phraseOf(name, value)
    return phrase === null ? `${say(`commands.data.${name}`)}: ${String(value)}` : say(phrase)
  })
  return {
    cells: [
      Date.parse(command.message_datetime),
      command.user,
      say(`commands.action.${command.action}`),
      data.join(', ') || null,
      say(`commands.status.${command.status}`),
      command.reason === null ? null : say(`commands.reason.${command.reason}`),
      command.answer,
    ],
    failed: FAILED.includes(command.status),
  }
}
