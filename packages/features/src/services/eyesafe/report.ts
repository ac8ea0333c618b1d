// Reports of starter and lock: their states and commands, the events of the ignition, and the drives from ignition on to off.
import type { Reading } from '@flotta/core/reading.ts'
import type {
  Cell,
  Item,
  ReportAsk,
  ReportPart,
  ReportVehicle,
  Sheet,
} from '@flotta/platform/report.ts'
import { historyOf } from '../../fleet/activities/queries.ts'
import { driverDuring } from '../../fleet/activities/rules.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import {
  aboutVehicle,
  allVehicles,
  atColumn,
  changesOf,
  column,
  durationColumn,
  eachVehicle,
  fromColumn,
  heldValues,
  kilometres,
  kmColumn,
  placesWhen,
  seconds,
  sumOf,
  toColumn,
  totalOf,
  vehicleSheet,
} from '../../sheets.ts'
import { ignition } from '../../telemetry/pipeline/kinds.ts'
import { tripParts } from '../../telemetry/trips/queries.ts'
import { commandHistory } from '../commands/queries.ts'
import { commandCells, commandColumns } from '../commands/report-cells.ts'
import { lock, starter } from './kinds.ts'
import { ignitionEvents } from './queries.ts'
import {
  ignitionEventsReport,
  ignitionReport,
  ignitionTripsReport,
  lockReport,
} from './report-services.ts'
import { bit, lockActions, type SafeAction, starterActions, starterStatusOf } from './rules.ts'

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
const commandSheet = (
  ask: ReportAsk,
  key: string,
  name: string,
  actions: readonly SafeAction[],
): Sheet =>
  vehicleSheet(
    ask,
    key,
    name,
    [...commandColumns],
    async function* ({ vehicle, plate }): AsyncIterable<Item> {
      for (const command of await commandHistory(ask.ctx, vehicle, actions, ask.from, ask.to - 1)) {
        const { cells, failed } = commandCells(ask, command)
        yield { row: [plate, ...cells], marked: failed }
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

/** From ignition on to ignition off, within the period. */
async function drivesOf(ask: ReportAsk, reportVehicle: ReportVehicle) {
  const { ctx, customer_id, from, to } = ask
  const [changes, activities] = await Promise.all([
    changesOf(ask, reportVehicle, ignition),
    historyOf(ctx.db, customer_id, ctx.now(), reportVehicle.vehicle, from, to),
  ])
  const drives = changes
    .flatMap(change => heldValues(change, data => data.ignition))
    .filter(({ value }) => value)
  const parts = reportVehicle.vehicle.agreements.includes(agreement.eyegeo)
    ? await tripParts(ctx, reportVehicle.vehicle, drives)
    : null
  return drives.map((drive, i) => ({
    ...drive,
    driver: driverDuring(activities, drive.from, drive.to),
    metres: parts === null ? null : (parts[i] ?? []).reduce((sum, trip) => sum + trip.distance, 0),
  }))
}
const trips = (ask: ReportAsk): Sheet => {
  const places = placesWhen(ask)
  const totalCells = (
    drives: readonly {
      readonly from: number
      readonly to: number
      readonly metres: number | null
    }[],
  ): Cell[] => {
    const metres = sumOf(drives.map(drive => drive.metres))
    const driven = seconds(drives.reduce((sum, { from, to }) => sum + to - from, 0))
    return [null, null, null, null, driven, metres === null ? null : kilometres(metres), null, null]
  }
  return {
    key: 'ignition_trips',
    name: { key: 'eyesafe.report.trips' },
    columns: [
      aboutVehicle,
      column('driver', 'text', 'reports.column.driver'),
      fromColumn,
      toColumn,
      durationColumn,
      kmColumn,
      column('place_from', 'text', 'eyesafe.report.place_from'),
      column('place_to', 'text', 'eyesafe.report.place_to'),
    ],
    async *items(): AsyncIterable<Item> {
      const all: { readonly from: number; readonly to: number; readonly metres: number | null }[] =
        []
      yield* eachVehicle(ask, async function* (reportVehicle) {
        const drives = await drivesOf(ask, reportVehicle)
        const names = await places(
          reportVehicle,
          drives.flatMap(({ from, to }) => [from, to]),
        )
        for (const [i, { driver, from, to, goesOn, metres }] of drives.entries()) {
          const end = goesOn ? null : to
          const km = metres === null ? null : kilometres(metres)
          yield {
            row: [
              reportVehicle.plate,
              driver,
              from,
              end,
              seconds(to - from),
              km,
              names[2 * i] ?? null,
              goesOn ? null : (names[2 * i + 1] ?? null),
            ],
          }
        }
        all.push(...drives.map(({ from, to, metres }) => ({ from, to, metres })))
        if (drives.length > 0)
          yield { total: totalCells(drives), label: totalOf(reportVehicle.plate) }
      })
      yield { total: totalCells(all), label: allVehicles }
    },
  }
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
