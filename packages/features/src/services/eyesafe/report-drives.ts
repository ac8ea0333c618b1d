// The sheet of drives: from ignition on to ignition off, with driver, way and places.
import type { Cell, Item, ReportAsk, ReportVehicle, Sheet } from '@flotta/platform/report.ts'
import { historyOf } from '../../fleet/activities/queries.ts'
import { driverDuring } from '../../fleet/activities/rules.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { placesWhen } from '../../sheet-places.ts'
import {
  aboutVehicle,
  allVehicles,
  changesOf,
  column,
  durationColumn,
  eachVehicle,
  fromColumn,
  heldValues,
  kilometres,
  kmColumn,
  seconds,
  sumOf,
  toColumn,
  totalOf,
} from '../../sheets.ts'
import { ignition } from '../../telemetry/pipeline/kinds.ts'
import { tripParts } from '../../telemetry/trips/queries.ts'

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
export const trips = (ask: ReportAsk): Sheet => {
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
