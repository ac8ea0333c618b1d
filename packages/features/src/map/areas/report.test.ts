// Time on site from records to its sheets: each stay and its sums, regardless of the alerts' hours; days add up to the period, and a guest gets its own areas
// and times.
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setParameters } from '../../alerts/alert-parameters/contract.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { alerts } from '../../services/eyegeo/alerts.ts'
import {
  driven,
  familyOf,
  type HeardVehicle,
  heardVehicle,
} from '../../telemetry/pipeline/testing-vehicle.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { type Period, readSheets, reportAskFor } from '../../testing/reports.ts'
import { reports } from './report.ts'
import { makeArea } from './testing.ts'

const family = familyOf({ ignition: { id: 239, width: 1 }, movement: { id: 240, width: 1 } })
const midnights = ['2026-11-10', '2026-11-11', '2026-11-12'].map(day =>
  Date.parse(`${day}T00:00+01:00`),
)
const [first = 0, second = 0, end = 0] = midnights
const all: Period = { from: first, to: end }
/** Longitudes of two depots; a truck goes a degree in 79 minutes. */
const [NORTH, SOUTH, AWAY] = [9, 9.5, 10]

let app: TestApp
let truck: HeardVehicle
let north: number
const sheets = async (period: Period, customer = truck.customer_id) => {
  const { stays_summary: summary, stays_rows: rows } = await readSheets(
    reports,
    'stays',
    await reportAskFor(app.ctx, customer, period),
  )
  if (summary === undefined || rows === undefined) throw new Error('a sheet is missing')
  return { summary, rows }
}
const on = { ignition: 1, movement: 1 }
const stand = (from: number, minutes: number, longitude: number) =>
  Array.from({ length: Math.ceil(minutes / 30) }, (_, i) =>
    driven(family, { from: from + i * 30 * MINUTE, minutes: 0, kmh: 0, longitude }, () => ({
      ignition: 0,
      movement: 0,
    })),
  ).flat()
const drive = (from: number, longitude: number, minutes = 30) =>
  driven(family, { from, minutes, longitude }, () => on)

beforeAll(async () => {
  app = await testApp()
  app.clock.now = end + 12 * HOUR
  const { id } = await app.make.customer()
  truck = await heardVehicle(app, family, id, [agreement.eyegeo], { plate: 'AA001AA' })
  await heardVehicle(app, family, id, [agreement.eyegeo], { plate: 'BB002BB' })
  const db = app.ctx.db
  north = await makeArea(
    db,
    'hub',
    id,
    { name: 'Nord', code: 'N', latitude: 45, longitude: NORTH, radius: 300 },
    0,
  )
  await makeArea(
    db,
    'poi',
    id,
    { name: 'Sud', code: 'S', latitude: 45, longitude: SOUTH, radius: 300 },
    0,
  )
  // the alerts of the depot are switched off at these hours; its stays are reported all the same
  const editor = await app.as(await app.make.user(id, 'edit'))
  for (const alert of [alerts.hub_enter, alerts.area_dwell])
    await editor.call(setParameters, {
      params: { id: truck.vehicle_id, alert_id: alert.id },
      body: { schedule: [{ days: [7], from: '03:00', to: '03:30' }] },
    })
  await truck.hear(
    ...stand(first - 2 * HOUR, 9 * 60, NORTH), // until 7:00, since before the period
    ...drive(first + 7 * HOUR, NORTH + 0.02), // 7:00 off
    ...stand(first + 8 * HOUR, 60, SOUTH), // 8:00 to 9:00
    ...drive(first + 9 * HOUR, AWAY),
    ...stand(first + 22 * HOUR, 5 * 60, NORTH), // over midnight
    ...drive(second + 3 * HOUR, NORTH + 0.02),
    ...stand(second + 20 * HOUR, 4 * 60, NORTH), // and still there
  )
})
afterAll(() => app.close())

describe('each stay in the report', () => {
  test('has its area, its begin within the period and its end, whatever hours the alerts have [reports.86, reports.87]', async () => {
    const { rows } = (await sheets(all)).rows
    const [stay, at] = [
      { vehicle: 'AA001AA', place: 'Nord', place_code: 'N', place_kind: 'Hub' },
      (ms: number) => expect.closeTo(ms, -6),
    ]
    expect(rows).toMatchObject([
      { ...stay, from: first, to: at(first + 7 * HOUR) },
      {
        ...stay,
        place: 'Sud',
        place_code: 'S',
        place_kind: 'Point of interest',
        from: at(first + 8 * HOUR),
        to: at(first + 9 * HOUR),
      },
      { ...stay, from: at(first + 22 * HOUR), to: at(second + 3 * HOUR) },
      { ...stay, from: at(second + 20 * HOUR), to: null },
    ])
  })
  test('is cut at midnight, so that the reports of two days together make the report of both [reports.87]', async () => {
    const total = async (period: Period) =>
      Number((await sheets(period)).summary.totals['Total AA001AA']?.total ?? 0)
    const days = [
      { from: first, to: second },
      { from: second, to: end },
    ]
    const each = await Promise.all(days.map(total))
    expect(each[0] ?? 0).toBeGreaterThan(9 * 3_600)
    expect(await total(all)).toBe((each[0] ?? 0) + (each[1] ?? 0))
  })
})
test('each area of a vehicle has its first arrival, last leaving, number of visits and time inside, and a vehicle in no area has a line without data [reports.86, reports.62]', async () => {
  const { summary, rows } = await sheets(all)
  const durations = (name: string) =>
    rows.rows.filter(r => r.place === name).reduce((sum, r) => sum + Number(r.duration), 0)
  expect(summary.rows).toMatchObject([
    { vehicle: 'AA001AA', place: 'Nord', first, last: null, count: 3, total: durations('Nord') },
    { vehicle: 'AA001AA', place: 'Sud', count: 1, total: durations('Sud') },
  ])
  expect(summary.headings).toEqual([['AA001AA'], ['BB002BB', 'No data in this period']])
})
test('a guest reads the stays in its own areas, within the time of its agreement [reports.88]', async () => {
  const { id } = await app.make.customer()
  await app.make.agreement(truck.vehicle_id, id, agreement.eyegeo, second)
  expect((await sheets(all, id)).rows.rows).toEqual([])
  await makeArea(
    app.ctx.db,
    'hub',
    id,
    { name: 'Cliente', latitude: 45, longitude: NORTH, radius: 300 },
    0,
  )
  expect((await sheets(all, id)).rows.rows).toMatchObject([
    { place: 'Cliente', from: expect.toSatisfy((at: number) => at >= second) },
    { place: 'Cliente' },
  ])
})
test('a removed area keeps its stays until its removal', async () => {
  await app.ctx.db
    .updateTable('area_shapes')
    .set({ valid_to: new Date(second), version: 1_000_000 })
    .where('area_id', '=', north)
    .where('kind', '=', 'hub')
    .execute()
  const { rows } = (await sheets(all)).rows
  expect(rows.filter(r => r.place === 'Nord').map(r => r.to)).toEqual([rows[0]?.to, second])
})
test('an area that somebody draws afterwards has its stays as if it had always been there [areas.49]', async () => {
  const { customer_id } = truck
  await makeArea(
    app.ctx.db,
    'poi',
    customer_id,
    { name: 'Nuova', latitude: 45, longitude: SOUTH, radius: 300 },
    app.clock.now,
  )
  const { rows } = (await sheets(all)).rows
  const [drawn, sud] = ['Nuova', 'Sud'].map(name =>
    rows.filter(row => row.place === name).map(({ from, to }) => [from, to]),
  )
  expect(drawn).toHaveLength(1)
  expect(drawn).toEqual(sud)
})
