// The door report: every opening with its place and whether the vehicle moved, and the sums by day.
import type {
  Cell,
  Column,
  Item,
  ReportAsk,
  ReportPart,
  ReportVehicle,
  Sheet,
} from '@flotta/platform/report.ts'
import { configurationsOf } from '../../fleet/vehicles/queries.ts'
import { placesWhen } from '../../sheet-places.ts'
import {
  changesOf,
  column,
  daySheet,
  durationColumn,
  fromColumn,
  isUntold,
  placeColumn,
  seconds,
  toColumn,
  totalOf,
  vehicleSheet,
} from '../../sheets.ts'
import { movedWithin } from '../../telemetry/pipeline/queries.ts'
import { door } from './kinds.ts'
import { eyedoorReport } from './report-services.ts'
import { type Opening, openingsOf, ownDoors } from './rules.ts'

interface DoorOpenings {
  readonly openings: readonly Opening[]
  /** Doors were never reported, not even as closed. */
  readonly isUnknown: boolean
}
async function openingsIn(ask: ReportAsk, one: ReportVehicle): Promise<DoorOpenings> {
  const [changes, configurations] = await Promise.all([
    changesOf(ask, one, door),
    configurationsOf(ask.ctx, one.vehicle),
  ])
  const ownChanges = changes.map(({ readings, ...stretch }) => ({
    ...stretch,
    readings: readings.map(({ at, data }) => ({ at, data: ownDoors(data, configurations) })),
  }))
  return {
    openings: openingsOf(ownChanges),
    isUnknown: isUntold(changes),
  }
}
const figureColumns: readonly Column[] = [
  column('openings', 'count', 'eyedoor.report.openings'),
  column('open_for', 'duration', 'eyedoor.report.open_for'),
]
/** The number of openings that began in a time, and how long doors were open, each door counted separately. */
const figuresOf = (openings: readonly Opening[], from: number, to: number): Cell[] => [
  openings.filter(o => o.began && from <= o.from && o.from < to).length,
  seconds(
    openings.reduce((sum, o) => sum + Math.max(0, Math.min(to, o.to) - Math.max(from, o.from)), 0),
  ),
]

const openings = (ask: ReportAsk): Sheet => {
  const { ctx, language } = ask
  const places = placesWhen(ask)
  return vehicleSheet(
    ask,
    'eyedoor_openings',
    'eyedoor.report.each',
    [
      column('door', 'text', 'eyedoor.report.door'),
      fromColumn,
      toColumn,
      durationColumn,
      placeColumn,
      column('moved', 'flag', 'eyedoor.report.moved'),
      column('armed', 'flag', 'eyedoor.report.armed'),
    ],
    async function* (one): AsyncIterable<Item> {
      const { openings: found, isUnknown } = await openingsIn(ask, one)
      if (isUnknown) return
      const [names, movements] = await Promise.all([
        places(
          one,
          found.map(o => o.from),
        ),
        movedWithin(ctx, one.vehicle, found),
      ])
      for (const [i, { door: number, from, to, goesOn, armed }] of found.entries()) {
        const name = ctx.say(language, { key: 'eyedoor.door', values: { number } })
        const hasMoved = movements[i] ?? null
        yield {
          row: [
            one.plate,
            name,
            from,
            goesOn ? null : to,
            seconds(to - from),
            names[i] ?? null,
            hasMoved,
            armed,
          ],
          marked: hasMoved === true || armed === true,
        }
      }
      const [, open_for = null] = figuresOf(found, ask.from, ask.to)
      yield {
        total: [null, null, null, null, open_for, null, null, null],
        label: totalOf(one.plate),
      }
    },
  )
}
const days = (ask: ReportAsk): Sheet =>
  daySheet(ask, 'eyedoor_days', 'eyedoor.report.days', figureColumns, async one => {
    const { openings: found, isUnknown } = await openingsIn(ask, one)
    return isUnknown ? null : (from, to) => figuresOf(found, from, to)
  })

export const reports: readonly ReportPart[] = [
  {
    ...eyedoorReport,
    sheets: ask => [days(ask), openings(ask)],
    line: {
      columns: figureColumns.slice(0, 1),
      async of(ask, one) {
        const { openings: found, isUnknown } = await openingsIn(ask, one)
        return isUnknown ? [null] : figuresOf(found, ask.from, ask.to).slice(0, 1)
      },
    },
  },
]
