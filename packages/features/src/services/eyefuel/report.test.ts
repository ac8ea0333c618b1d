// The fuel report from records to its sheets: amounts burned, refuelled and stolen, by days that add up to the period, with the same figures as the panel.
import type { Message } from '@flotta/core/telemetry.ts'
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import {
  driven,
  familyOf,
  type HeardVehicle,
  heardVehicle,
} from '../../telemetry/pipeline/testing-vehicle.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { type Period, readSheets, reportAskFor } from '../../testing/reports.ts'
import { balance, history } from './contract.ts'
import { reports } from './report.ts'

const family = familyOf({
  ignition: { id: 239, width: 1 },
  movement: { id: 240, width: 1 },
  can_fuel_level: { id: 89, width: 1 },
})
const midnights = [
  '2026-10-24T00:00+02:00',
  '2026-10-25T00:00+02:00',
  '2026-10-26T00:00+01:00',
].map(time => Date.parse(time))
const [first = 0, second = 0, end = 0] = midnights
const all: Period = { from: first, to: end }

let app: TestApp
let truck: HeardVehicle
const sheets = async (period: Period, customer = truck.customer_id) => {
  const sheets = await readSheets(reports, 'eyefuel', await reportAskFor(app.ctx, customer, period))
  if (sheets.eyefuel_days === undefined || sheets.eyefuel_events === undefined)
    throw new Error('a sheet is missing')
  return {
    days: sheets.eyefuel_days,
    events: sheets.eyefuel_events,
    trips: sheets.eyefuel_trips ?? sheets.eyefuel_days,
  }
}
/** Longitude of the start of a drive that ends at 10°. */
const WEST = 8.7282
const standing = (at: number, can_fuel_level: number, longitude = 10) =>
  driven(family, { from: at, minutes: 0, longitude }, () => ({
    ignition: 0,
    movement: 0,
    can_fuel_level,
  }))
beforeAll(async () => {
  app = await testApp()
  app.clock.now = end + 6 * HOUR
  const customer = (await app.make.customer()).id
  const configurations = { tank_capacity_l: '400' }
  const agreements = [agreement.eyefuel, agreement.eyegeo]
  truck = await heardVehicle(app, family, customer, agreements, {
    plate: 'AA001AA',
    vehicle_type: 'T',
    configurations,
  })
  await heardVehicle(app, family, customer, agreements, { plate: 'BB002BB', configurations })
  // 100 km with a tenth of the tank, a theft at midnight, a refuel in the afternoon
  const night = second - 3 * MINUTE
  const noon = second + 14 * HOUR
  await truck.hear(
    ...standing(first + HOUR, 80, WEST),
    ...driven(family, { from: first + 8 * HOUR, minutes: 100, longitude: WEST }, i => ({
      ignition: 1,
      movement: 1,
      can_fuel_level: Math.round(80 - i / 10),
    })),
    ...standing(first + 10 * HOUR, 70),
    ...[70, 55, 55, 50, 40, 40].flatMap((level, i) => standing(night + i * MINUTE, level)),
    ...[40, 40, 70, 90, 90].flatMap((level, i) => standing(noon + i * MINUTE, level)),
  )
})
afterAll(() => app.close())

test('each day has its levels, and the litres that were filled in, stolen and burned [reports.54]', async () => {
  const { days } = await sheets(all)
  expect(days.rows).toEqual([
    {
      vehicle: 'AA001AA',
      day: '2026-10-24',
      level_from: 80,
      level_to: 40,
      refuelled: 0,
      stolen: expect.closeTo(120, 6),
      burned: expect.closeTo(40, 6),
      km: expect.closeTo(100, 0),
      per_100_km: expect.closeTo(40, 0),
      note: null,
    },
    {
      vehicle: 'AA001AA',
      day: '2026-10-25',
      level_from: 40,
      level_to: 90,
      refuelled: expect.closeTo(200, 6),
      stolen: 0,
      burned: 0,
      km: 0,
      per_100_km: null,
      note: null,
    },
  ])
  expect(days.marked).toEqual([true, false])
  expect(days.totals['Total AA001AA']).toMatchObject({
    refuelled: 200,
    stolen: 120,
    burned: 40,
    level_to: 90,
  })
  expect(days.headings).toEqual([['AA001AA'], ['BB002BB', 'No data in this period']])
  expect(
    days.charts.map(c => [c.format, c.series.length, c.series[0]?.points.at(-1)?.[1]]),
  ).toEqual([['percent', 1, 90]])
})
test('the days add up to their period, even if a theft continues over midnight [reports.55]', async () => {
  const figures = ['refuelled', 'stolen', 'burned', 'km'] as const
  const total = (await sheets(all)).days.totals['Total AA001AA']
  const each = await Promise.all(
    [0, 1].map(
      async i =>
        (await sheets({ from: midnights[i] ?? 0, to: midnights[i + 1] ?? 0 })).days.rows[0],
    ),
  )
  expect(figures.map(f => each.reduce((sum, day) => sum + Number(day?.[f] ?? 0), 0))).toEqual(
    figures.map(f => expect.closeTo(Number(total?.[f]), 6)),
  )
})
test('refuels and thefts equal those of the panel, with their places', async () => {
  const caller = await app.as(await app.make.user(truck.customer_id))
  const query = {
    period_from: new Date(all.from).toISOString(),
    period_to: new Date(all.to).toISOString(),
  }
  const onScreen = (
    await caller.call(history, { params: { id: truck.vehicle_id }, query })
  ).data.filter(row => row.type !== null)
  const { events } = await sheets(all)
  expect(events.rows.map(row => [row.at, row.before])).toEqual(
    onScreen.map(row => [Date.parse(row.message_datetime), row.tank_usage_before]),
  )
  expect(
    events.rows.map(({ type, before, after, litres, place }) => ({
      type,
      before,
      after,
      litres,
      place,
    })),
  ).toEqual([
    { type: 'Theft', before: 70, after: 40, litres: 120, place: '45.00000, 10.00000' },
    { type: 'Refuel', before: 40, after: 90, litres: 200, place: '45.00000, 10.00000' },
  ])
  expect(events.marked).toEqual([true, false])
})
test('without the capacity of the tank the report has levels but no litres, and without positions no kilometres', async () => {
  const customer = (await app.make.customer()).id
  const van = await heardVehicle(app, family, customer, [agreement.eyefuel])
  await van.hear(...standing(first + HOUR, 80), ...standing(first + 2 * HOUR, 79))
  const { rows } = (await sheets({ from: first, to: second }, customer)).days
  expect(rows).toMatchObject([
    {
      level_from: 80,
      level_to: 79,
      refuelled: null,
      burned: null,
      km: null,
      per_100_km: null,
      note: 'Tank capacity not configured: litres unknown',
    },
  ])
})
test('a guest gets the days of its period alone', async () => {
  const guest = (await app.make.customer()).id
  await app.make.agreement(truck.vehicle_id, guest, agreement.eyefuel, second)
  const { days, events } = await sheets(all, guest)
  expect(days.rows.map(row => [row.day, row.stolen, row.refuelled, row.km])).toEqual([
    ['2026-10-24', null, null, null],
    ['2026-10-25', expect.any(Number), 200, null],
  ])
  expect(events.rows.map(row => [row.type, row.place])).toEqual([['Refuel', null]])
})

describe('gaps and implausible levels', () => {
  const from = Date.parse('2026-10-20T00:00+02:00')
  const day: Period = { from, to: from + 24 * HOUR }
  const drive = (
    hour: number,
    minutes: number,
    level: (minute: number) => number,
    longitude = WEST,
  ) =>
    driven(family, { from: from + hour * HOUR, minutes, longitude }, i => ({
      ignition: 1,
      movement: 1,
      can_fuel_level: Math.round(level(i)),
    }))
  const parked = (minute: number, level: number) => standing(from + minute * MINUTE, level, WEST)
  async function lorry(
    plate: string,
    records: readonly Message[],
    configurations: Record<string, string> = { tank_capacity_l: '400' },
  ) {
    const customer = (await app.make.customer()).id
    const vehicle = await heardVehicle(
      app,
      family,
      customer,
      [agreement.eyefuel, agreement.eyegeo],
      {
        plate,
        vehicle_type: 'T',
        configurations,
      },
    )
    await vehicle.hear(...records)
    const caller = await app.as(await app.make.user(customer))
    const query = {
      period_from: new Date(day.from).toISOString(),
      period_to: new Date(day.to).toISOString(),
    }
    const panel = (await caller.call(balance, { params: { id: vehicle.vehicle_id }, query })).data
    return { ...(await sheets(day, customer)), panel }
  }

  test('a refuel between two drives, while the device has no power, is found once, and the day has its consumption', async () => {
    const { days, events, trips, panel } = await lorry('GE318DM', [
      ...drive(6, 100, i => 60 - i / 10),
      ...drive(10, 100, i => 94 - i / 10, 10),
      ...standing(from + 12 * HOUR, 84, 11.2718),
    ])
    expect(
      events.rows.map(({ type, before, after, litres }) => ({ type, before, after, litres })),
    ).toEqual([{ type: 'Refuel', before: 50, after: 94, litres: expect.closeTo(176, 0) }])
    expect(days.rows).toMatchObject([
      {
        level_from: 60,
        level_to: expect.closeTo(84, 1),
        refuelled: expect.closeTo(176, 0),
        burned: expect.closeTo(80, 0),
        note: null,
      },
    ])
    expect(Number(days.rows[0]?.per_100_km)).toBeCloseTo(40, 0)
    // the panel shows the figures of the report, and trips and stops add up to the day
    const [told] = days.rows
    expect([
      panel.refuelled,
      panel.burned,
      panel.per_100_km,
      panel.level_from,
      panel.level_to,
    ]).toEqual([told?.refuelled, told?.burned, told?.per_100_km, told?.level_from, told?.level_to])
    for (const key of ['refuelled', 'burned', 'km'] as const)
      expect(trips.rows.reduce((sum, row) => sum + Number(row[key]), 0)).toBeCloseTo(
        Number(told?.[key]),
        3,
      )
    expect(
      trips.rows.filter(row => row.kind === 'Trip').map(row => Math.round(Number(row.burned))),
    ).toEqual([40, 40])
  })
  test('70 of 400 litres that are missing in the first driving record are a theft', async () => {
    const { days, events } = await lorry('AA070LL', [
      ...parked(60, 80),
      ...parked(300, 80),
      ...drive(6, 100, i => 62.4 - i / 10),
      ...standing(from + 8 * HOUR, 52),
    ])
    expect(
      events.rows.map(({ type, before, litres }) => [type, before, Math.round(Number(litres) / 4)]),
    ).toEqual([['Theft', 80, 18]])
    expect(days.rows).toMatchObject([
      { stolen: expect.closeTo(72, 0), burned: expect.closeTo(40, 0), note: null },
    ])
  })
  test.each<[string, number, (minute: number) => number, string]>([
    [
      'rises by itself',
      100,
      i => 40 + i * 0.09,
      'Consumption not plausible: the level rose without a refuel',
    ],
    [
      'stays where it is',
      180,
      () => 60,
      'Consumption not plausible: too low for the distance driven',
    ],
    [
      'falls faster than it can',
      60,
      i => 90 - i * 0.9,
      'Consumption not plausible: more than the vehicle can burn',
    ],
  ])(
    'a level that %s gives no consumption, and day, total and panel give the reason',
    async (_, minutes, level, note) => {
      const { days, panel } = await lorry('GN087NJ', [
        ...drive(6, minutes, level),
        ...standing(
          from + 12 * HOUR,
          Math.round(level(minutes)),
          WEST + (minutes / 100) * (10 - WEST),
        ),
      ])
      const implausible = { burned: 'not plausible', per_100_km: null, note }
      expect(days.rows).toMatchObject([implausible])
      expect(days.totals['Total GN087NJ']).toMatchObject(implausible)
      expect(panel).toMatchObject({ burned: null, per_100_km: null })
      expect(panel.doubt).not.toBeNull()
    },
  )
  test('a period with such a day has no total consumption', async () => {
    const vehicle = await lorry(
      'GN088NJ',
      drive(6, 100, i => 40 + i * 0.09),
    )
    expect(vehicle.days.rows).toHaveLength(1)
    const customer = (await app.make.customer()).id
    const two = await heardVehicle(app, family, customer, [agreement.eyefuel, agreement.eyegeo], {
      plate: 'GN089NJ',
      vehicle_type: 'T',
      configurations: { tank_capacity_l: '400' },
    })
    const next = driven(family, { from: from + 30 * HOUR, minutes: 100, longitude: WEST }, i => ({
      ignition: 1,
      movement: 1,
      can_fuel_level: Math.round(49 - i / 10),
    }))
    await two.hear(...drive(6, 100, i => 40 + i * 0.09), ...next)
    const { days } = await sheets({ from, to: from + 48 * HOUR }, customer)
    expect(days.rows.map(row => row.burned)).toEqual(['not plausible', expect.closeTo(40, 0)])
    expect(days.totals['Total GN089NJ']).toMatchObject({
      burned: 'not plausible',
      per_100_km: null,
      note: expect.stringContaining('in part of the period'),
    })
  })
})
