// The cost report: by type, vehicle and month the same sum, equal to that of the screen for the same days.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reports as eyeservice } from '../../services/eyeservice/report.ts'
import { makeEntry } from '../../services/eyeservice/testing.ts'
import { type TestApp, testApp, type Vehicle } from '../../testing/app.ts'
import { readSheets, reportAskFor } from '../../testing/reports.ts'
import { stats } from './contract.ts'
import { reports } from './report.ts'
import { makeActivity, makeType } from './testing.ts'

/** A month back from the 22nd is the 23rd: the period of the screen. */
const all = { from: Date.parse('2026-10-23T00:00+02:00'), to: Date.parse('2026-11-22T11:00+01:00') }
let app: TestApp
let customer_id: number
let vehicles: Vehicle[]
const rowsOf = async (more: { vehicle_id?: number } = {}, customer = customer_id) => {
  const { tco_types, tco_vehicles, tco_months, tco_activities } = await readSheets(
    reports,
    'tco.report',
    await reportAskFor(app.ctx, customer, all, more),
  )
  if (!tco_types || !tco_vehicles || !tco_months || !tco_activities)
    throw new Error('a sheet is missing')
  return {
    types: tco_types,
    vehicles: tco_vehicles,
    months: tco_months,
    activities: tco_activities,
  }
}
beforeAll(async () => {
  app = await testApp()
  app.clock.now = all.to
  const { db } = app.ctx
  customer_id = (await app.make.customer()).id
  vehicles = await Promise.all(
    ['AA001AA', 'BB002BB', 'CC003CC'].map(plate => app.make.vehicle(customer_id, { plate })),
  )
  const [a, b, c] = vehicles.map(v => v.id)
  const [fuel, tyres] = [
    await makeType(db, customer_id, { name: 'Carburante' }),
    await makeType(db, customer_id, { name: 'Pneumatici' }),
  ]
  const costRows: [number | undefined, number, string, string][] = [
    [a, fuel, '2026-10-22', '999.00'],
    [a, fuel, '2026-10-23', '100.10'],
    [a, tyres, '2026-11-01', '0.20'],
    [b, fuel, '2026-11-22', '50.05'],
    [c, fuel, '2026-11-10', '10.00'],
  ]
  for (const [vehicle_id = 0, type_id, date, amount] of costRows)
    await makeActivity(db, customer_id, { type_id, vehicle_id, date, amount, supplier: 'Officina' })
  // a removed vehicle or type was still paid for
  await db
    .updateTable('vehicles')
    .set({ deleted_at: new Date(all.to - 1) })
    .where('id', '=', c ?? 0)
    .execute()
})
afterAll(() => app.close())

test('types, vehicles and months have the same total, which the screen shows too [reports.57]', async () => {
  const { types, vehicles, months, activities } = await rowsOf()
  expect(types.rows.map(row => [row.type, row.activities, row.total_cost])).toEqual([
    ['Carburante', 3, 160.15],
    ['Pneumatici', 1, 0.2],
  ])
  expect(vehicles.rows.map(row => [row.vehicle, row.total_cost])).toEqual([
    ['AA001AA', 100.3],
    ['BB002BB', 50.05],
    ['CC003CC', 10],
  ])
  expect(months.rows.map(row => [row.month, row.total_cost])).toEqual([
    ['October 2026', 100.1],
    ['November 2026', 60.25],
  ])
  const caller = await app.as(await app.make.user(customer_id))
  const { total_cost, total_activities } = (await caller.call(stats, { query: { period: 1 } })).data
  for (const { totals } of [types, vehicles, months])
    expect(totals.Total).toMatchObject({ total_cost, activities: total_activities, share: 100 })
  expect(activities.totals.Total?.amount).toBe(total_cost)
})
test('the report lists every cost under its vehicle', async () => {
  const { activities } = await rowsOf()
  expect(activities.headings).toEqual([['AA001AA'], ['BB002BB'], ['CC003CC']])
  expect(activities.rows[0]).toEqual({
    vehicle: 'AA001AA',
    day: '2026-10-23',
    type: 'Carburante',
    supplier: 'Officina',
    km: null,
    hour: null,
    amount: 100.1,
  })
  expect(activities.totals['Total AA001AA']?.amount).toBe(100.3)
})
test('the report of one vehicle has the company’s costs on that vehicle, and a guest never sees them', async () => {
  const [first] = vehicles
  const { types } = await rowsOf({ vehicle_id: first?.id ?? 0 })
  expect(types.totals.Total?.total_cost).toBe(100.3)
  const guest = (await app.make.customer()).id
  await app.make.agreement(first?.id ?? 0, guest, 2, all.from)
  expect((await rowsOf({ vehicle_id: first?.id ?? 0 }, guest)).activities.rows).toEqual([])
  expect((await rowsOf({}, guest)).activities.rows).toEqual([])
})

test('the totals of a vehicle include its expenses of the same days', async () => {
  const vehicle = await app.make.vehicle(customer_id, { plate: 'DD004DD' })
  await app.make.agreement(vehicle.id, customer_id, 29)
  await makeEntry(app.ctx.db, vehicle.id, {
    type: 4,
    message_datetime: new Date('2026-11-10T10:00Z'),
    data: '75.00',
    description: 'Pedaggio',
  })
  await makeEntry(app.ctx.db, vehicle.id, {
    type: 4,
    message_datetime: new Date('2026-10-01T10:00Z'),
    data: '10.00',
    description: 'Prima',
  })
  const line = async (plate: string) => {
    const ask = await reportAskFor(app.ctx, customer_id, all)
    const one = ask.vehicles.find(v => v.plate === plate)
    if (one === undefined) throw new Error('it is not in the report')
    return Promise.all([...eyeservice, ...reports].map(part => part.line?.of(ask, one)))
  }
  expect(await line('DD004DD')).toEqual([[75], [75]])
  await makeActivity(app.ctx.db, customer_id, {
    type_id: await makeType(app.ctx.db, customer_id, { name: 'Gomme' }),
    vehicle_id: vehicle.id,
    date: '2026-11-11',
    amount: '24.90',
    supplier: 'Officina',
  })
  expect(await line('DD004DD')).toEqual([[75], [99.9]])
  expect(await line('AA001AA')).toEqual([[0], [100.3]])
})
