// The report of remote commands: each with author and outcome, and the trail of every step.
import type { Item, ReportAsk, ReportPart, Sheet } from '@flotta/platform/report.ts'
import { atColumn, column, offPaper, vehicleSheet } from '../../sheets.ts'
import { commandHistory, trailOf } from '../commands/queries.ts'
import { commandSheet } from '../commands/report-sheet.ts'
import { eyecontrolReport } from './report-services.ts'

const trail = (ask: ReportAsk): Sheet => {
  const say = (key: string) => ask.ctx.say(ask.language, { key })
  return vehicleSheet(
    ask,
    'eyecontrol_trail',
    'eyecontrol.report.trail',
    [
      column('command', 'count', 'eyecontrol.report.number'),
      column('action', 'text', 'commands.one'),
      column('user', 'text', 'commands.report.user'),
      atColumn,
      column('status', 'text', 'commands.report.status'),
      column('reason', 'text', 'commands.report.reason'),
      column('answer', 'text', 'commands.answer'),
    ],
    async function* ({ vehicle, plate }): AsyncIterable<Item> {
      const orderedCommands = await commandHistory(ask.ctx, vehicle, 'all', ask.from, ask.to - 1)
      const byId = new Map(orderedCommands.map(command => [command.id, command]))
      for (const { command_id, at, status, reason, answer } of await trailOf(
        ask.ctx,
        orderedCommands,
      )) {
        const command = byId.get(command_id)
        if (command === undefined) continue
        const why = reason === null ? null : say(`commands.reason.${reason}`)
        yield {
          row: [
            plate,
            command_id,
            say(`commands.action.${command.action}`),
            command.user,
            at,
            say(`commands.status.${status}`),
            why,
            answer,
          ],
        }
      }
    },
  )
}

export const reports: readonly ReportPart[] = [
  {
    ...eyecontrolReport,
    sheets: ask => [
      commandSheet(ask, 'eyecontrol_commands', 'eyecontrol.title', 'all'),
      trail(ask),
    ],
    line: {
      columns: [offPaper(column('commands', 'count', 'eyecontrol.report.commands'))],
      of: async ({ ctx, from, to }, { vehicle }) => [
        (await commandHistory(ctx, vehicle, 'all', from, to - 1)).length,
      ],
    },
  },
]
