// Reports of starter and lock: their states and commands, the events of the ignition, and the drives from ignition on to off.
import type { Reading } from '@flotta/core/reading.ts'
import type { Item, ReportAsk, ReportPart, Sheet } from '@flotta/platform/report.ts'
import {
  atColumn,
  changesOf,
  column,
  durationColumn,
  fromColumn,
  heldValues,
  seconds,
  toColumn,
  vehicleSheet,
} from '../../sheets.ts'
import { commandSheet } from '../commands/report-sheet.ts'
import { lock, starter } from './kinds.ts'
import { ignitionEvents } from './queries.ts'
import { trips } from './report-drives.ts'
import {
  ignitionEventsReport,
  ignitionReport,
  ignitionTripsReport,
  lockReport,
} from './report-services.ts'
import { bit, lockActions, starterActions, starterStatusOf } from './rules.ts'

/** The states with beginning and end. `wordOf`: the key of the word; null: the state is unknown. */
const statusSheet = <D extends object>(
  ask: ReportAsk,
  key: string,
  name: string,
  reading: Reading<D>,
  wordOf: (data: D) => string | null,
): Sheet =>
  vehicleSheet(
    ask,
    key,
    name,
    [fromColumn, toColumn, durationColumn, column('status', 'text', 'eyesafe.report.status')],
    async function* (reportVehicle): AsyncIterable<Item> {
      for (const change of await changesOf(ask, reportVehicle, reading))
        for (const { from, to, value, goesOn } of heldValues(change, wordOf))
          if (value !== null)
            yield {
              row: [
                reportVehicle.plate,
                from,
                goesOn ? null : to,
                seconds(to - from),
                ask.ctx.say(ask.language, { key: value }),
              ],
            }
    },
  )
const starterWord = (outputs: Parameters<typeof starterStatusOf>[0]): string | null => {
  const status = starterStatusOf(outputs)
  return status === null ? null : `eyesafe.status.${status}`
}
const lockWord = ({ lock_open }: { readonly lock_open: number | null }): string | null => {
  const open = bit(lock_open)
  return open === null ? null : open === 1 ? 'eyesafe.unlocked' : 'eyesafe.locked'
}

const events = (ask: ReportAsk): Sheet => {
  const { ctx, language, from, to } = ask
  return vehicleSheet(
    ask,
    'ignition_events',
    'eyesafe.report.events',
    [
      atColumn,
      column('event', 'text', 'eyesafe.report.event'),
      column('type', 'text', 'eyesafe.report.by'),
      column('user', 'text', 'eyesafe.report.user'),
    ],
    async function* ({ vehicle, plate }): AsyncIterable<Item> {
      for (const { datetime, message, type, user_name } of await ignitionEvents(
        ctx,
        language,
        ask,
        vehicle,
        from,
        to - 1,
      ))
        yield {
          row: [
            plate,
            Date.parse(datetime),
            message,
            ctx.say(language, { key: `eyesafe.report.type.${type}` }),
            user_name,
          ],
        }
    },
  )
}

export const reports: readonly ReportPart[] = [
  {
    ...ignitionReport,
    sheets: ask => [
      statusSheet(
        ask,
        'eyesafe_ignition_status',
        'eyesafe.report.ignition_status',
        starter,
        starterWord,
      ),
      commandSheet(
        ask,
        'eyesafe_ignition_commands',
        'eyesafe.report.ignition_commands',
        starterActions,
      ),
    ],
  },
  {
    ...lockReport,
    sheets: ask => [
      statusSheet(ask, 'eyesafe_lock_status', 'eyesafe.report.lock_status', lock, lockWord),
      commandSheet(ask, 'eyesafe_lock_commands', 'eyesafe.report.lock_commands', lockActions),
    ],
  },
  { ...ignitionEventsReport, sheets: ask => [events(ask)] },
  { ...ignitionTripsReport, sheets: ask => [trips(ask)] },
]
