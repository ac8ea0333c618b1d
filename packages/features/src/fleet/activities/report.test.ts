// The activity report: who drove what, for how long and how far, only within the period; its sums agree.
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  driven,
  familyOf,
  type HeardVehicle,
  heardVehicle,
} from '../../telemetry/pipeline/testing-vehicle.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { type Period, readSheets, reportAskFor } from '../../testing/reports.ts'
import { agreement } from '../agreements/contract.ts'
import { makeDriver } from '../drivers/testing.ts'
import { history } from './contract.ts'
import { reports } from './report.ts'

const family = familyOf({ ignition: { id: 239, width: 1 }, movement: { id: 240, width: 1 } })
const on = { ignition: 1, movement: 1 }
const midnights = [
  '2026-10-24T00:00+02:00',
  '2026-10-25T00:00+02:00',
  '2026-10-26T00:00+01:00',
].map(time => Date.parse(time))
const [first = 0, second = 0, end = 0] = midnights
const all: Period = { from: first, to: end }

let app: TestApp
let truck: HeardVehicle
let van: HeardVehicle
const sheets = async (period: Period, customer = truck.customer_id) => {
  const sheetsByName = await readSheets(
    reports,
    'drivers.report',
    await reportAskFor(app.ctx, customer, period),
  )
  if (sheetsByName.drivers_summary === undefined || sheetsByName.drivers_activities === undefined)
    throw new Error('a sheet is missing')
  return { summary: sheetsByName.drivers_summary, activities: sheetsByName.drivers_activities }
}
beforeAll(async () => {
  app = await testApp()
  app.clock.now = end + HOUR
  const { id } = await app.make.customer()
  truck = await heardVehicle(app, family, id, [agreement.eyegeo], {
    plate: 'AA001AA',
    vehicle_type: 'T',
  })
  van = await heardVehicle(app, family, id, [], { plate: 'BB002BB' })
  const [anna, bruno] = await Promise.all(
    [
      { name: 'Anna', surname: 'Verdi' },
      { name: 'Bruno', surname: 'Bianchi' },
    ].map(async values => (await makeDriver(app.ctx.db, id, values)).id),
  )
  const drove = (
    driver_id: number | undefined,
    { vehicle_id }: HeardVehicle,
    from: number,
    to: number | null,
    origin: 'person' | 'device' = 'person',
  ) =>
    app.ctx.db
      .insertInto('driver_activities')
      .values({
        customer_id: id,
        vehicle_id,
        driver_id: driver_id ?? 0,
        period_from: new Date(from),
        period_to: to === null ? null : new Date(to),
        origin,
      })
      .execute()
  await truck.hear(...driven(family, { from: second - HOUR, minutes: 120 }, () => on))
  await drove(anna, truck, first - 5 * HOUR, second + 30 * MINUTE, 'device')
  await drove(bruno, truck, second + 30 * MINUTE, second + 6 * HOUR)
  await drove(bruno, van, end - HOUR, null)
})
afterAll(() => app.close())

test('each driver has hours, km, vehicles and trips, which together make the total [reports.56]', async () => {
  const { summary } = await sheets(all)
  const figures = summary.rows.map(row => ({
    ...row,
    km: Math.round(Number(row.km)),
    duration: Number(row.duration) / 3_600,
  }))
  expect(figures).toEqual([
    { driver: 'Bruno Bianchi', activities: 2, vehicles: 2, duration: 6.5, km: 30, trips: 0 },
    { driver: 'Anna Verdi', activities: 1, vehicles: 1, duration: 24.5, km: 90, trips: 1 },
  ])
  expect(summary.totals.Total).toMatchObject({
    activities: 3,
    vehicles: 2,
    duration: 31 * 3_600,
    trips: 1,
  })
})
test('activities are listed by driver and cut to the period, and one in progress has no end', async () => {
  const { activities } = await sheets(all)
  expect(activities.headings).toEqual([['Bruno Bianchi'], ['Anna Verdi']])
  expect(activities.rows).toMatchObject([
    {
      vehicle: 'AA001AA',
      from: second + 30 * MINUTE,
      to: second + 6 * HOUR,
      trips: 0,
      origin: 'Operator',
    },
    {
      vehicle: 'BB002BB',
      from: end - HOUR,
      to: null,
      duration: 3_600,
      km: null,
      trips: null,
      origin: 'In progress',
    },
    { vehicle: 'AA001AA', from: first, to: second + 30 * MINUTE, trips: 1, origin: 'Card' },
  ])
})
test('the reports of single days make that of their period, with the activities that the panel shows', async () => {
  const total = (await sheets(all)).summary.totals.Total
  const days = await Promise.all(
    [0, 1].map(i => sheets({ from: midnights[i] ?? 0, to: midnights[i + 1] ?? 0 })),
  )
  for (const figure of ['duration', 'km', 'trips'])
    expect([
      figure,
      days.reduce((sum, day) => sum + Number(day.summary.totals.Total?.[figure]), 0),
    ]).toEqual([figure, expect.closeTo(Number(total?.[figure]), 6)])
  const caller = await app.as(await app.make.user(truck.customer_id))
  const query = {
    period_from: new Date(first).toISOString(),
    period_to: new Date(end).toISOString(),
  }
  const activities = (await caller.call(history, { params: { id: truck.vehicle_id }, query })).data
  expect(activities).toHaveLength(
    (await sheets(all)).activities.rows.filter(row => row.vehicle === 'AA001AA').length,
  )
})
test('drivers of another company are in no report', async () => {
  const guest = (await app.make.customer()).id
  await app.make.agreement(truck.vehicle_id, guest, agreement.eyegeo, first)
  expect((await sheets(all, guest)).summary.rows).toEqual([])
})
