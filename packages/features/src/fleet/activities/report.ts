// The activity report: who drove which vehicle in a period, for how long and how far, driver by driver.
import { groupBy } from '@flotta/core/group-by.ts'
import type { Cell, Column, Item, ReportAsk, ReportPart, Sheet } from '@flotta/platform/report.ts'
import {
  allVehicles,
  column,
  durationColumn,
  fromColumn,
  kilometres,
  kmColumn,
  seconds,
  sumOf,
  toColumn,
  totalOf,
  vehicleColumn,
} from '../../sheets.ts'
import { tripParts } from '../../telemetry/trips/queries.ts'
import { agreement } from '../agreements/contract.ts'
import type { DriverActivity } from './contract.ts'
import { historyOf } from './queries.ts'
import { driversReport } from './report-services.ts'

/** The part of an activity within the period; epoch ms, metres. `metres` null: the reader may not see the vehicle's positions. */
interface Drive {
  readonly driver_id: number
  readonly driver: string
  readonly plate: string
  readonly from: number
  readonly to: number
  readonly isOpen: boolean
  readonly origin: DriverActivity['origin']
  readonly metres: number | null
  /** Trips that began within this part. */
  readonly trips: number | null
}

/** Sorted by the drivers' surnames, then by time. */
async function drivesOf({
  ctx,
  customer_id,
  from,
  to,
  vehicles,
  signal,
}: ReportAsk): Promise<Drive[]> {
  const drives: (Drive & { readonly order: string })[] = []
  for (const { vehicle, plate } of vehicles) {
    signal.throwIfAborted()
    const spans = (await historyOf(ctx.db, customer_id, ctx.now(), vehicle, from, to))
      .toReversed()
      .map(activity => ({
        activity,
        from: Math.max(from, Date.parse(activity.period_from)),
        to: Math.min(to, activity.period_to === null ? to : Date.parse(activity.period_to)),
      }))
      .filter(span => span.from < span.to)
    const parts = vehicle.agreements.includes(agreement.eyegeo)
      ? await tripParts(ctx, vehicle, spans)
      : null
    for (const [i, span] of spans.entries()) {
      const { driver, period_to, origin } = span.activity
      const trips = parts === null ? null : (parts[i] ?? [])
      drives.push({
        driver_id: driver.id,
        driver: `${driver.name} ${driver.surname}`,
        order: `${driver.surname} ${driver.name}`,
        plate,
        from: span.from,
        to: span.to,
        isOpen: period_to === null,
        origin,
        metres: trips === null ? null : trips.reduce((sum, trip) => sum + trip.distance, 0),
        trips:
          trips === null
            ? null
            : trips.filter(trip => !trip.private && trip.whole.period_from === trip.period_from)
                .length,
      })
    }
  }
  const { compare } = new Intl.Collator(undefined, { sensitivity: 'base' })
  return drives.sort(
    (a, b) => compare(a.order, b.order) || a.driver_id - b.driver_id || a.from - b.from,
  )
}
const groupByDriver = (drives: readonly Drive[]): Drive[][] => [
  ...groupBy(drives, drive => drive.driver_id).values(),
]

const driverColumn = column('driver', 'text', 'reports.column.driver')
const tripsColumn = column('trips', 'count', 'activities.report.trips_begun')
const durationOf = (drives: readonly Drive[]) =>
  seconds(drives.reduce((sum, { from, to }) => sum + to - from, 0))
function distanceCells(drives: readonly Drive[]): Cell[] {
  const metres = sumOf(drives.map(drive => drive.metres))
  return [metres === null ? null : kilometres(metres), sumOf(drives.map(drive => drive.trips))]
}

const summaryColumns: readonly Column[] = [
  driverColumn,
  column('activities', 'count', 'activities.report.activities'),
  column('vehicles', 'count', 'activities.report.vehicles'),
  durationColumn,
  kmColumn,
  tripsColumn,
]
const figuresOf = (drives: readonly Drive[]): Cell[] => [
  drives.length,
  new Set(drives.map(d => d.plate)).size,
  durationOf(drives),
  ...distanceCells(drives),
]

/** Reads the drives of the report once for both sheets. */
type ReadDrives = () => Promise<readonly Drive[]>

const summarySheet = (readDrives: ReadDrives): Sheet => ({
  key: 'drivers_summary',
  name: { key: 'activities.report.summary' },
  columns: summaryColumns,
  async *items(): AsyncIterable<Item> {
    const drives = await readDrives()
    for (const driverDrives of groupByDriver(drives))
      yield { row: [driverDrives[0]?.driver ?? null, ...figuresOf(driverDrives)] }
    yield { total: [null, ...figuresOf(drives)], label: allVehicles }
  },
})

const activitySheet = (readDrives: ReadDrives, { ctx, language }: ReportAsk): Sheet => ({
  key: 'drivers_activities',
  name: { key: 'activities.report.drives' },
  columns: [
    { ...driverColumn, paper: false },
    vehicleColumn,
    fromColumn,
    toColumn,
    durationColumn,
    kmColumn,
    tripsColumn,
    column('origin', 'text', 'activities.report.origin'),
  ],
  async *items(): AsyncIterable<Item> {
    const drives = await readDrives()
    const total = (some: readonly Drive[]): Cell[] => [
      null,
      null,
      null,
      null,
      durationOf(some),
      ...distanceCells(some),
      null,
    ]
    for (const driverDrives of groupByDriver(drives)) {
      const name = driverDrives[0]?.driver ?? ''
      yield { heading: name }
      for (const drive of driverDrives) {
        const originText = ctx.say(language, {
          key: drive.isOpen ? 'activities.in_progress' : `activities.report.by.${drive.origin}`,
        })
        yield {
          row: [
            name,
            drive.plate,
            drive.from,
            drive.isOpen ? null : drive.to,
            durationOf([drive]),
            ...distanceCells([drive]),
            originText,
          ],
        }
      }
      yield { total: total(driverDrives), label: totalOf(name) }
    }
    yield { total: total(drives), label: allVehicles }
  },
})

function sheets(ask: ReportAsk): readonly Sheet[] {
  let drives: Promise<Drive[]> | undefined
  const readDrives: ReadDrives = () => {
    drives ??= drivesOf(ask)
    return drives
  }
  return [summarySheet(readDrives), activitySheet(readDrives, ask)]
}

export const reports: readonly ReportPart[] = [{ ...driversReport, sheets }]
