// Temperature reports from records to their sheets: a row for each log interval, values out of range marked, gaps as gaps; the register's own rows where it
// has them.
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import {
  familyOf,
  type HeardVehicle,
  heardVehicle,
} from '../../telemetry/pipeline/testing-vehicle.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { type Period, readSheets, reportAskFor } from '../../testing/reports.ts'
import { reports as temperatureReports } from '../printing/report.ts'
import { registerOf } from './queries.ts'
import { reports } from './report.ts'

const family = familyOf({
  temp1: { id: 72, width: 2, signed: true, scale: 0.1 },
  temp2: { id: 73, width: 2, signed: true, scale: 0.1 },
  zone1_setpoint: { id: 10049, width: 2, signed: true, scale: 0.1 },
})
const midnights = [
  '2026-10-24T00:00+02:00',
  '2026-10-25T00:00+02:00',
  '2026-10-26T00:00+01:00',
].map(time => Date.parse(time))
const [first = 0, second = 0, end = 0] = midnights
const all: Period = { from: first, to: end }
const days: readonly Period[] = [
  { from: first, to: second },
  { from: second, to: end },
]

let app: TestApp
let plain: HeardVehicle
let registeredVehicle: HeardVehicle
const ask = (vehicle: HeardVehicle, period: Period, customer = vehicle.customer_id) =>
  reportAskFor(app.ctx, customer, period)
const receipt = async (vehicle: HeardVehicle, period: Period, customer = vehicle.customer_id) => {
  const { temp } = await readSheets(
    temperatureReports,
    'temp',
    await ask(vehicle, period, customer),
  )
  if (temp === undefined) throw new Error('a sheet is missing')
  return temp
}
const cold = async (vehicle: HeardVehicle, period: Period) => {
  const { eyecold_days, eyecold_samples } = await readSheets(
    reports,
    'eyecold',
    await ask(vehicle, period),
  )
  if (eyecold_days === undefined || eyecold_samples === undefined)
    throw new Error('a sheet is missing')
  return { days: eyecold_days, samples: eyecold_samples }
}
/** A record every 5 minutes: it warms up for an hour, and is silent for two. */
const hear = (vehicle: HeardVehicle) =>
  vehicle.hear(
    ...Array.from(
      { length: (end - first) / (5 * MINUTE) + 1 },
      (_, i) => first + i * 5 * MINUTE,
    ).flatMap(at => {
      const hour = (at - first) / HOUR
      if (hour >= 20 && hour < 22) return []
      return [
        family.message(at, {
          temp1: hour >= 10 && hour < 11 ? -10 : -19.5,
          temp2: 4,
          zone1_setpoint: -20,
        }),
      ]
    }),
  )
beforeAll(async () => {
  app = await testApp()
  app.clock.now = end + HOUR
  const vehicle = async (t_check: string) => {
    const { id } = await app.make.customer({ configurations: { t_check } })
    const configurations = { fridge_compartments_number: '2' }
    const vehicle = await heardVehicle(app, family, id, [agreement.eyecold], {
      plate: `AA00${t_check}AA`,
      configurations,
    })
    await hear(vehicle)
    return vehicle
  }
  plain = await vehicle('0')
  registeredVehicle = await vehicle('1')
})
afterAll(() => app.close())

test('each sample interval has one row of temperatures and setpoints, and a row out of range is marked with its sensor [register.44]', async () => {
  const { rows, marked } = await receipt(plain, { from: first, to: first + 12 * HOUR })
  // both ends of the period have a row
  expect(rows).toHaveLength(49)
  expect(rows[0]).toEqual({
    vehicle: 'AA000AA',
    at: first,
    T1: -19.5,
    T2: 4,
    T3: null,
    T4: null,
    setpoint_t1: -20,
    setpoint_t2: null,
    setpoint_t3: null,
    out: null,
    registered: false,
  })
  expect(
    marked.flatMap((isMarked, i) =>
      isMarked ? [[((rows[i]?.at as number) - first) / MINUTE, rows[i]?.T1, rows[i]?.out]] : [],
    ),
  ).toEqual([
    [600, -10, 'T1'],
    [615, -10, 'T1'],
    [630, -10, 'T1'],
    [645, -10, 'T1'],
    // warm since the row before, cold at its moment
    [660, -19.5, 'T1'],
  ])
})
test('silence is a gap in the rows and in the chart [register.46]', async () => {
  const { gaps, charts, rows } = await receipt(plain, all)
  const [gap] = gaps
  expect(gaps).toHaveLength(1)
  expect([Number(gap?.[0]) - first, Number(gap?.[1]) - first]).toEqual([
    19 * HOUR + 55 * MINUTE,
    22 * HOUR,
  ])
  // the row of 20:00 covers the quarter of an hour in which the silence began
  expect(
    rows.filter(row => Number(row.at) > first + 20 * HOUR && Number(row.at) < first + 22 * HOUR),
  ).toEqual([])
  const [chart] = charts
  expect(chart?.series.map(s => [s.label, s.dashed ?? false, s.like])).toEqual([
    ['T1', false, undefined],
    ['T2', false, undefined],
    ['Setpoint 1', true, 0],
    ['Highest allowed 1', true, 0],
    ['Lowest allowed 1', true, 0],
  ])
  const value = (label: string) => chart?.series.find(s => s.label === label)?.points[0]?.[1]
  expect([value('Setpoint 1'), value('Highest allowed 1'), value('Lowest allowed 1')]).toEqual([
    -20, -15, -25,
  ])
  for (const { points } of chart?.series ?? [])
    expect(points.find(([at]) => at === Number(gap?.[0]) + 1)?.[1]).toBeNull()
})
test('the totals hold the lowest, highest and average value of each sensor [register.45]', async () => {
  const { rows, totals } = await receipt(plain, { from: first, to: first + 12 * HOUR })
  // the value at the end holds for no time of the period
  const timed = rows.slice(0, -1)
  const average =
    Math.round((timed.reduce((sum, row) => sum + Number(row.T1), 0) / timed.length) * 100) / 100
  expect(
    ['Minimum', 'Maximum', 'Average'].map(name => [
      totals[name]?.T1,
      totals[name]?.T2,
      totals[name]?.T3,
    ]),
  ).toEqual([
    [-19.5, 4, null],
    [-10, 4, null],
    [average, 4, null],
  ])
})
describe('the register', () => {
  test('has the same rows as the report', async () => {
    const reportAsk = await ask(registeredVehicle, all)
    const vehicle = reportAsk.vehicles[0]?.vehicle
    const register = vehicle && (await registerOf(app.ctx, vehicle, all.from, all.to))?.register
    expect(register?.rows.length).toBeGreaterThan(150)
    const { rows, marked } = await receipt(registeredVehicle, all)
    expect(rows.map(({ at, T1, T2, setpoint_t1 }) => [at, T1, T2, setpoint_t1])).toEqual(
      register?.rows.map(({ at, T1, T2, setpoint_t1 }) => [Date.parse(at), T1, T2, setpoint_t1]),
    )
    expect(marked).toEqual(register?.rows.map(row => row.marked))
  })
  test('has the same rows as the readings of a vehicle without a register', async () => {
    const without = ({ rows }: Awaited<ReturnType<typeof receipt>>) =>
      rows.map(({ vehicle: _, registered: __, ...row }) => row)
    expect(without(await receipt(registeredVehicle, all))).toEqual(
      without(await receipt(plain, all)),
    )
  })
})
test.each(['plain', 'registered'])(
  'the rows of single days make those of their period: %s',
  async which => {
    const vehicle = which === 'plain' ? plain : registeredVehicle
    const daySheet = (await cold(vehicle, all)).days
    const each = await Promise.all(days.map(day => cold(vehicle, day)))
    expect(daySheet.rows).toEqual(each.flatMap(day => day.days.rows))
    const total = daySheet.totals[`Total ${vehicle.vehicle.plate} T1`]
    const ofT1 = daySheet.rows.filter(row => row.sensor === 'T1')
    expect(ofT1.map(row => [row.day, row.out, row.max])).toEqual([
      ['2026-10-24', 3_600, -10],
      ['2026-10-25', 0, -19.5],
    ])
    expect([total?.out, total?.samples, total?.min]).toEqual([
      3_600,
      // the reading at midnight is the last of one day and the first of the next
      ofT1.reduce((sum, row) => sum + Number(row.samples), 0) - 1,
      -19.5,
    ])
    const [day1, day2] = each.map(day => day.samples.rows)
    expect((await cold(vehicle, all)).samples.rows).toEqual([
      ...(day1 ?? []),
      ...(day2?.slice(1) ?? []),
    ])
    expect(day1?.at(-1)).toEqual(day2?.[0])
  },
)
test('a guest reads exactly its own period, and a vehicle without data has a line that explains it', async () => {
  const guest = (await app.make.customer()).id
  await app.make.agreement(plain.vehicle_id, guest, agreement.eyecold, second)
  const { rows } = await receipt(plain, all, guest)
  expect(rows[0]?.at).toBe(second)
  const { headings } = await receipt(plain, { from: first, to: first + HOUR }, guest)
  expect(headings).toEqual([['AA000AA', 'No data in this period']])
})
