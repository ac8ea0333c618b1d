// The sheet of commands in reports, in the words of the reader, and the cells of one command.
import { commandStatus } from '@flotta/core/command.ts'
import type { Cell, Column, Item, ReportAsk, Sheet } from '@flotta/platform/report.ts'
import { atColumn, column, vehicleSheet } from '../../sheets.ts'
import type { Command } from './contract.ts'
import { commandHistory } from './queries.ts'
import { phraseOf } from './rules.ts'

const commandColumns: readonly Column[] = [
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

function commandCells(
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

/** The commands of each vehicle with author and outcome; a failed one is marked. */
export const commandSheet = (
  ask: ReportAsk,
  key: string,
  name: string,
  actions: Parameters<typeof commandHistory>[2],
): Sheet =>
  vehicleSheet(
    ask,
    key,
    name,
    commandColumns,
    async function* ({ vehicle, plate }): AsyncIterable<Item> {
      for (const command of await commandHistory(ask.ctx, vehicle, actions, ask.from, ask.to - 1)) {
        const { cells, failed } = commandCells(ask, command)
        yield { row: [plate, ...cells], marked: failed }
      }
    },
  )
