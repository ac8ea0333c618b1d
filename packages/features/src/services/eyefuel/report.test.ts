// The fuel report from records to its sheets: what was burned, filled in and taken, by days that are together their period, as the panel shows it.
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreement } from '../../agreements/contract.ts'
import { driven, familyOf, type HeardVehicle, heardVehicle } from '../../telemetry/testing-vehicle.ts'
import { type TestApp, testApp } from '../../testing.ts'
import { askOf, type Period, toldOf } from '../../testing-reports.ts'
import { history } from './contract.ts'
import { reports } from './report.ts'

const family = familyOf({ ignition: { id: 239, width: 1 }, movement: { id: 240, width: 1 }, can_fuel_level: { id: 89, width: 1 } })
const midnights = ['2026-10-24T00:00+02:00', '2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00'].map(time => Date.parse(time))
const [first = 0, second = 0, end = 0] = midnights
const all: Period = { from: first, to: end }

let app: TestApp
let truck: HeardVehicle
const sheets = async (period: Period, customer = truck.customer_id) => {
  const told = await toldOf(reports, 'eyefuel', await askOf(app.ctx, customer, period))
  if (told.eyefuel_days === undefined || told.eyefuel_events === undefined) throw new Error('a sheet is missing')
  return { days: told.eyefuel_days, events: told.eyefuel_events }
}
/** Where the way begins that ends at 10°. */
const WEST = 8.7282
const standing = (at: number, can_fuel_level: number, longitude = 10) =>
  driven(family, { from: at, minutes: 0, longitude }, () => ({ ignition: 0, movement: 0, can_fuel_level }))
beforeAll(async () => {
  app = await testApp()
  app.clock.now = end + 6 * HOUR
  const customer = (await app.make.customer()).id
  const configurations = { tank_capacity_l: '400' }
  const agreements = [agreement.eyefuel, agreement.eyegeo]
  truck = await heardVehicle(app, family, customer, agreements, { plate: 'AA001AA', vehicle_type: 'T', configurations })
  await heardVehicle(app, family, customer, agreements, { plate: 'BB002BB', configurations })
  // 100 km with a tenth of the tank, a theft over midnight, a refuel in the afternoon
  const night = second - 3 * MINUTE
  const noon = second + 14 * HOUR
  await truck.hear(
    ...standing(first + HOUR, 80, WEST),
    ...driven(family, { from: first + 8 * HOUR, minutes: 100, longitude: WEST }, i => ({ ignition: 1, movement: 1, can_fuel_level: Math.round(80 - i / 10) })),
    ...standing(first + 10 * HOUR, 70),
    ...[70, 55, 55, 50, 40, 40].flatMap((level, i) => standing(night + i * MINUTE, level)),
    ...[40, 40, 70, 90, 90].flatMap((level, i) => standing(noon + i * MINUTE, level)),
  )
})
afterAll(() => app.close())

test('each day has its levels, and what was filled in, taken and burned, in litres', async () => {
  const { days } = await sheets(all)
  expect(days.rows).toEqual([
    {
      vehicle: 'AA001AA',
      day: '2026-10-24',
      level_from: null,
      level_to: expect.any(Number),
      refuelled: 0,
      stolen: 120,
      burned: 40,
      km: expect.closeTo(100, 0),
      per_100_km: expect.closeTo(40, 0),
    },
    { vehicle: 'AA001AA', day: '2026-10-25', level_from: expect.any(Number), level_to: 90, refuelled: 200, stolen: 0, burned: 0, km: 0, per_100_km: null },
  ])
  expect(days.marked).toEqual([true, false])
  expect(days.totals['Total AA001AA']).toMatchObject({ refuelled: 200, stolen: 120, burned: 40, level_to: 90 })
  expect(days.headings).toEqual([['AA001AA'], ['BB002BB', 'No data in this period']])
  expect(days.charts.map(c => [c.format, c.series.length, c.series[0]?.points.at(-1)?.[1]])).toEqual([['percent', 1, 90]])
})
test('days are together their period, also where a theft goes on over midnight', async () => {
  const figures = ['refuelled', 'stolen', 'burned', 'km'] as const
  const whole = (await sheets(all)).days.totals['Total AA001AA']
  const each = await Promise.all([0, 1].map(async i => (await sheets({ from: midnights[i] ?? 0, to: midnights[i + 1] ?? 0 })).days.rows[0]))
  expect(figures.map(f => each.reduce((sum, day) => sum + Number(day?.[f] ?? 0), 0))).toEqual(figures.map(f => expect.closeTo(Number(whole?.[f]), 6)))
})
test('refuels and thefts are those that the panel shows, with their place', async () => {
  const caller = await app.as(await app.make.user(truck.customer_id))
  const query = { period_from: new Date(all.from).toISOString(), period_to: new Date(all.to).toISOString() }
  const shown = (await caller.call(history, { params: { id: truck.vehicle_id }, query })).data.filter(row => row.type !== null)
  const { events } = await sheets(all)
  expect(events.rows.map(row => [row.at, row.before])).toEqual(shown.map(row => [Date.parse(row.message_datetime), row.tank_usage_before]))
  expect(events.rows.map(({ type, before, after, litres, place }) => ({ type, before, after, litres, place }))).toEqual([
    { type: 'Theft', before: 70, after: 40, litres: 120, place: '45.00000, 10.00000' },
    { type: 'Refuel', before: 40, after: 90, litres: 200, place: '45.00000, 10.00000' },
  ])
  expect(events.marked).toEqual([true, false])
})
test('without the capacity of the tank there are levels and no litres; without positions no km', async () => {
  const customer = (await app.make.customer()).id
  const van = await heardVehicle(app, family, customer, [agreement.eyefuel])
  await van.hear(...standing(first + HOUR, 80), ...standing(first + 2 * HOUR, 79))
  const { rows } = (await sheets({ from: first, to: second }, customer)).days
  expect(rows).toMatchObject([{ level_from: null, level_to: 79, burned: null, km: null, per_100_km: null }])
})
test('a guest is told of exactly its period', async () => {
  const guest = (await app.make.customer()).id
  await app.make.agreement(truck.vehicle_id, guest, agreement.eyefuel, second)
  const { days, events } = await sheets(all, guest)
  expect(days.rows.map(row => [row.day, row.stolen, row.refuelled, row.km])).toEqual([
    ['2026-10-24', null, null, null],
    ['2026-10-25', expect.any(Number), 200, null],
  ])
  expect(events.rows.map(row => [row.type, row.place])).toEqual([['Refuel', null]])
})
