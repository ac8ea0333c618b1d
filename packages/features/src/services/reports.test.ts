// The reports of services, from records to their sheets: days add up to the period, panels show the same figures, and a guest gets exactly its periods.
import { languages } from '@flotta/core/languages.ts'
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agreement, agreementIds } from '../fleet/agreements/contract.ts'
import { makeDriver } from '../fleet/drivers/testing.ts'
import { ReportType } from '../reports/reports/contract.ts'
import { reportParts } from '../reports/reports/parts.ts'
import { agreementsByService, reportServices } from '../reports/reports/services.ts'
import { reportTypes, sheetsOf } from '../reports/reports/types.ts'
import { sheetName } from '../reports/reports/xlsx-cells.ts'
import {
  driven,
  familyOf,
  type HeardVehicle,
  heardVehicle,
} from '../telemetry/pipeline/testing-vehicle.ts'
import { type Caller, type TestApp, testApp } from '../testing/app.ts'
import {
  type Period,
  readSheet,
  readSheets,
  reportAskFor,
  type SheetContents,
} from '../testing/reports.ts'
import { data as carbon } from './carbontax/contract.ts'
import { ignitionEventHistory } from './eyesafe/contract.ts'

const family = familyOf({
  ignition: { id: 239, width: 1 },
  movement: { id: 240, width: 1 },
  in1: { id: 1, width: 1 },
  in2: { id: 2, width: 1 },
  out1: { id: 179, width: 1 },
  power: { id: 66, width: 2, scale: 0.001 },
  engine_hours: { id: 80 },
  ibutton: { id: 78, width: 8, text: 'hex' },
  axle1_load: { id: 118, width: 2 },
  tyre1_pressure: { id: 10192, width: 2, scale: 0.01 },
  zone1_state: { id: 10045, width: 1 },
  zone1_setpoint: { id: 10049, width: 2, signed: true, scale: 0.1 },
  reefer_alarm: { id: 10352, width: 1 },
})
const midnights = [
  '2026-11-01T00:00+01:00',
  '2026-11-02T00:00+01:00',
  '2026-11-03T00:00+01:00',
].map(time => Date.parse(time))
const [first = 0, second = 0, end = 0] = midnights
const all: Period = { from: first, to: end }
const days: readonly Period[] = [
  { from: first, to: second },
  { from: second, to: end },
]

let app: TestApp
let truck: HeardVehicle
let caller: Caller
const sheetsOfService = async (
  service: string,
  period: Period = all,
  customer = truck.customer_id,
) => readSheets([...reportParts.values()], service, await reportAskFor(app.ctx, customer, period))
const sheet = async (
  service: string,
  key: string,
  period: Period = all,
  customer = truck.customer_id,
): Promise<SheetContents> => {
  const sheet = (await sheetsOfService(service, period, customer))[key]
  if (sheet === undefined) throw new Error(`${service} has no sheet ${key}`)
  return sheet
}
const guestOf = async (agreements: readonly number[], from: number) => {
  const { id } = await app.make.customer()
  for (const agreement_id of agreements)
    await app.make.agreement(truck.vehicle_id, id, agreement_id, from)
  return id
}
const total = 'Total AA001AA'
type Values = Parameters<typeof family.message>[1]
/** A record every quarter of an hour. */
const quarters = (from: number, to: number, values: (at: number) => Values) =>
  Array.from(
    { length: Math.ceil((to - from) / (15 * MINUTE)) },
    (_, i) => from + i * 15 * MINUTE,
  ).map(at => family.message(at, values(at)))
beforeAll(async () => {
  app = await testApp()
  app.clock.now = end + HOUR
  const customer = (await app.make.customer()).id
  const configurations = { carbon_average_consumption: '2', tandt_authorized: '000000000000A1B2' }
  const wiring = { door_1: 'in1', armed: 'in2', beacon: 'ibutton', start_blocked: 'out1' }
  truck = await heardVehicle(app, family, customer, agreementIds, {
    plate: 'AA001AA',
    vehicle_type: 'T',
    configurations,
    wiring,
  })
  await heardVehicle(app, family, customer, agreementIds, { plate: 'BB002BB' })
  caller = await app.as(await app.make.user(customer))
  const closed = { ignition: 0, movement: 0, in1: 0, in2: 0 }
  const night = second - HOUR
  await truck.hear(
    ...quarters(first, second + 20 * HOUR, at => ({
      ...closed,
      // open across midnight for two hours, the alarm armed
      ...(at >= night && at < night + 2 * HOUR && { in1: 1, in2: 1 }),
      out1: at >= first + 6 * HOUR && at < first + 9 * HOUR ? 1 : 0,
      ibutton: at >= second - 2 * HOUR && at < second + 4 * HOUR ? 0xa1b2 : 0,
      power: at >= second + 3 * HOUR && at < second + 4 * HOUR ? 23 : 27.4,
      engine_hours: 100 + Math.floor((at - first) / HOUR / 2),
      axle1_load: at < second ? 6_000 : 8_000,
      tyre1_pressure: at >= second + HOUR && at < second + 2 * HOUR ? 7 : 8,
      // switched on from six to six, defrosting at midnight, an alarm in the morning
      zone1_state:
        at >= first + 18 * HOUR && at < second + 6 * HOUR
          ? at >= second && at < second + HOUR
            ? 7
            : 3
          : 1,
      zone1_setpoint: at < second ? -20 : -18,
      reefer_alarm: at >= second + 5 * HOUR && at < second + 6 * HOUR ? 2 : 0,
    })),
    ...driven(family, { from: second + 20 * HOUR, minutes: 60 }, () => ({
      ...closed,
      ignition: 1,
      movement: 1,
      in1: 0,
    })),
    family.message(second + 21 * HOUR + MINUTE, closed),
  )
})
afterAll(() => app.close())

/** Checks that the sums of the days equal those of the period. */
async function additive(service: string, key: string, figures: readonly string[]): Promise<void> {
  const overall = (await sheet(service, key)).totals[total]
  const each = await Promise.all(
    days.map(async day => (await sheet(service, key, day)).totals[total]),
  )
  for (const figure of figures)
    expect([figure, each.reduce((sum, day) => sum + Number(day?.[figure] ?? 0), 0)]).toEqual([
      figure,
      expect.closeTo(Number(overall?.[figure]), 6),
    ])
}
test.each([
  ['eyedoor', 'eyedoor_days', ['openings', 'open_for']],
  ['eyedoor', 'eyedoor_openings', ['duration']],
  ['tandt', 'tandt_couplings', ['duration']],
  ['ignition_trips', 'ignition_trips', ['duration', 'km']],
  ['eyecold_fridge', 'fridge_days', ['on', 'defrosts', 'alarms']],
  ['eyepower', 'eyepower_days', ['engine_hours']],
  ['eyeway', 'eyeway_days', ['km', 'warnings']],
])('%s: the days of %s add up to their period', additive)

test('a vehicle without data has a line with this remark in every sheet about vehicles [reports.62]', async () => {
  for (const service of [
    'eyedoor',
    'tandt',
    'stays',
    'ignition_events',
    'ignition_trips',
    'eyecold_fridge',
    'eyepower',
    'eyeway',
    'eyecontrol',
    'carbontax',
    'eyeservice',
  ])
    for (const [key, { headings }] of Object.entries(await sheetsOfService(service)))
      expect([key, headings.at(-1)]).toEqual([key, ['BB002BB', 'No data in this period']])
})

describe('doors', () => {
  test('each opening has its place, its duration, and whether the alarm was armed and the vehicle moved', async () => {
    const { rows, marked } = await sheet('eyedoor', 'eyedoor_openings')
    expect(rows).toEqual([
      {
        vehicle: 'AA001AA',
        door: 'Door 1',
        from: second - HOUR,
        to: second + HOUR,
        duration: 7_200,
        place: null,
        moved: false,
        armed: true,
      },
    ])
    expect(marked).toEqual([true])
  })
  test('a day has the openings within it, also one that is still open at its end', async () => {
    const { rows } = await sheet('eyedoor', 'eyedoor_days')
    expect(rows.map(row => [row.openings, row.open_for])).toEqual([
      [1, 3_600],
      [0, 3_600],
    ])
    expect((await sheet('eyedoor', 'eyedoor_openings', days[0])).rows).toMatchObject([
      { from: second - HOUR, to: null, duration: 3_600 },
    ])
  })
  test('a guest gets the openings of its period alone, without the movements of the vehicle', async () => {
    const guestSheet = async (from: number) =>
      (await sheet('eyedoor', 'eyedoor_openings', all, await guestOf([agreement.eyedoor], from)))
        .rows
    expect(await guestSheet(second - 2 * HOUR)).toMatchObject([
      { from: second - HOUR, to: second + HOUR, moved: null, place: null },
    ])
    // the guest sees nothing from before its period
    expect(await guestSheet(second)).toEqual([])
  })
})

test('couplings have the other vehicle, their start and end, and whether they were authorised [reports.58]', async () => {
  const { rows, marked } = await sheet('tandt', 'tandt_couplings')
  // the code as the panel shows it
  expect(rows).toMatchObject([
    {
      coupled_to: 'Unregistered vehicle',
      beacon_code: '000000000000A1B2',
      state: 'Authorised',
      from: second - 2 * HOUR,
      to: second + 4 * HOUR,
      duration: 6 * 3_600,
    },
  ])
  expect(marked).toEqual([false])
})

describe('starter and ignition', () => {
  test('the sheet lists each state of the starter with its start and end', async () => {
    const { rows } = await sheet('eyesafe_ignition', 'eyesafe_ignition_status')
    expect(
      rows.map(row => [
        row.status,
        (Number(row.from) - first) / HOUR,
        row.to === null ? null : (Number(row.to) - first) / HOUR,
      ]),
    ).toEqual([
      ['Enabled', 0, 6],
      ['Local start disabled', 6, 9],
      ['Enabled', 9, null],
    ])
  })
  test('drives from ignition to ignition have driver, kilometres and places [reports.60]', async () => {
    const { ctx } = app
    const driver_id = (
      await makeDriver(ctx.db, truck.customer_id, { name: 'Anna', surname: 'Verdi' })
    ).id
    const values = {
      customer_id: truck.customer_id,
      vehicle_id: truck.vehicle_id,
      driver_id,
      period_from: new Date(second),
      period_to: null,
    }
    await ctx.db.insertInto('driver_activities').values(values).execute()
    const { rows, totals } = await sheet('ignition_trips', 'ignition_trips')
    expect(rows).toEqual([
      {
        vehicle: 'AA001AA',
        driver: 'Anna Verdi',
        from: second + 20 * HOUR,
        to: second + 21 * HOUR + MINUTE,
        duration: 61 * 60,
        km: expect.closeTo(60, 0),
        place_from: '45.00000, 9.00000',
        place_to: expect.stringMatching(/^45/),
      },
    ])
    expect(totals.Total?.km).toBe(rows[0]?.km)
  })
  test('the events equal those of the panel [reports.59]', async () => {
    const query = {
      period_from: new Date(all.from).toISOString(),
      period_to: new Date(all.to).toISOString(),
    }
    const onScreen = (
      await caller.call(
        ignitionEventHistory,
        { params: { id: truck.vehicle_id }, query },
        { language: 'en' },
      )
    ).data
    expect(onScreen.length).toBeGreaterThan(2)
    const { rows } = await sheet('ignition_events', 'ignition_events')
    expect(rows.map(row => [row.at, row.event, row.user])).toEqual(
      onScreen.map(e => [Date.parse(e.datetime), e.message, e.user_name]),
    )
  })
})

test('commands are listed with the person who gave them and every step of their outcome', async () => {
  const { ctx } = app
  const user = await app.make.user(truck.customer_id, 'control', { name: 'Anna' })
  const command = {
    ...{
      vehicle_id: truck.vehicle_id,
      device_id: truck.device_id,
      action: 'start_lock',
      same: '',
      args: '{}',
      text: 'setdigout 1',
      idempotency_key: null,
    },
    ...{
      command_data: '{"start_blocked":1}',
      ordered_by: user.id,
      user_name: 'Anna',
      expires_at: new Date(end),
      answer: null,
      given_as: null,
    },
    ...{
      message_datetime: new Date(second),
      changed_at: new Date(second),
      status: 1 as const,
      reason: null,
    },
  }
  const { id } = await ctx.db
    .insertInto('commands')
    .values(command)
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [minute, change] of [
    [1, { status: 4 as const }],
    [2, { status: 6 as const, reason: 'no_answer' as const }],
  ] as const)
    await ctx.db
      .updateTable('commands')
      .set({ ...change, changed_at: new Date(second + minute * MINUTE) })
      .where('id', '=', id)
      .execute()
  const { eyecontrol_commands: commands, eyecontrol_trail: trail } =
    await sheetsOfService('eyecontrol')
  expect(commands?.rows).toMatchObject([
    { at: second, user: 'Anna', action: 'Disable local start', status: 'Timed out', answer: null },
  ])
  expect(commands?.marked).toEqual([true])
  expect(trail?.rows.map(row => [row.command, row.status])).toEqual([
    [id, 'Queued'],
    [id, 'Sent'],
    [id, 'Timed out'],
  ])
  expect((await sheet('eyesafe_ignition', 'eyesafe_ignition_commands')).rows).toEqual(
    commands?.rows,
  )
  expect((await sheet('eyesafe_lock', 'eyesafe_lock_commands')).rows).toEqual([])
})

describe('refrigeration units', () => {
  test('the days have hours, defrosts and alarms', async () => {
    const { rows } = await sheet('eyecold_fridge', 'fridge_days')
    expect(rows).toMatchObject([
      { on: 6, defrosts: 0, alarms: 0 },
      { on: 6, defrosts: 1, alarms: 1 },
    ])
  })
  test('every change is listed with its former value, and an alarm is marked', async () => {
    const { rows, marked } = await sheet('eyecold_fridge', 'fridge_events')
    expect(
      rows.map(row => [(Number(row.at) - first) / HOUR, row.what, row.before, row.now]),
    ).toEqual(
      expect.arrayContaining([
        [18, 'Status', 'Off', 'On'],
        [24, 'Setpoint 1', '-20°C', '-18°C'],
        [24, 'State of compartment 1', 'On', 'Defrosting'],
        [29, 'Alarm', 'None', 'Blocked'],
      ]),
    )
    expect(rows.filter((_, i) => marked[i]).map(row => row.now)).toEqual(['Blocked'])
  })
})

test('the power report has extremes and engine hours by day, the voltage as a chart, and every value', async () => {
  const { eyepower_days: byDay, eyepower_values: values } = await sheetsOfService('eyepower')
  expect(byDay?.rows.map(row => [row.lowest, row.highest, row.engine_hours])).toEqual([
    [27.4, 27.4, 11],
    [23, 27.4, 10],
  ])
  expect(byDay?.charts[0]?.series[0]?.points.length).toBeGreaterThan(100)
  expect(values?.rows[0]).toMatchObject({ at: first, external_voltage: 27.4, hour_meter: 100 })
})

test('the axles and tyres report has loads and the worst state by day, and the extremes of each tyre [reports.61]', async () => {
  const {
    eyeway_days: byDay,
    eyeway_tyres: tyres,
    eyeway_values: values,
  } = await sheetsOfService('eyeway')
  expect(byDay?.rows).toMatchObject([
    { load: 6_000, warnings: 0, tyres: 'Acceptable', km: 0 },
    { load: 8_000, warnings: 0, tyres: 'Underinflated', km: expect.closeTo(60, 0) },
  ])
  expect(tyres?.rows).toMatchObject([
    { tyre: 'Axle 1 left', lowest: 7, highest: 8, warmest: null, state: 'Underinflated' },
  ])
  expect(values?.rows[0]).toMatchObject({
    at: first,
    load: 6_000,
    axle1_load: 6_000,
    axle1_left_tyre_pressure: 8,
    red_warning: null,
  })
})

test('the carbon tax report has the hours and litres of the month, as the panel shows them', async () => {
  const month = { from: first, to: app.clock.now }
  const { rows, totals } = await sheet('carbontax', 'carbontax_months', month)
  const panel = (await caller.call(carbon, { params: { id: truck.vehicle_id } })).data.month
  const { start_hours, end_hours, consumption: litres } = panel
  expect(rows).toMatchObject([
    { month: '2026-11', from: first, to: app.clock.now, start_hours, end_hours, litres },
  ])
  expect(litres).toBeGreaterThan(30)
  expect(totals[total]).toMatchObject({ litres })
})

test('maintenance and expenses are listed as they were entered, with their costs', async () => {
  const { ctx } = app
  const { id: user_id } = await app.make.user(truck.customer_id)
  const entry = {
    vehicle_id: truck.vehicle_id,
    subtype: null,
    hours: null,
    km: null,
    data: null,
    description: null,
    user_id,
  }
  await ctx.db
    .insertInto('maintenance_entries')
    .values([
      { ...entry, type: 3, message_datetime: new Date(first + HOUR), subtype: 'Olio', km: 1_000 },
      {
        ...entry,
        type: 4,
        message_datetime: new Date(second),
        data: '10.10',
        description: 'Pedaggio',
      },
      {
        ...entry,
        type: 4,
        message_datetime: new Date(second + 1),
        data: '0.20',
        description: 'Lavaggio',
      },
      { ...entry, type: 4, message_datetime: new Date(end), data: '99', description: 'Fuori' },
    ])
    .execute()
  const { rows, totals } = await sheet('eyeservice', 'eyeservice_entries')
  expect(rows.map(row => [row.type, row.subtype, row.km, row.amount, row.description])).toEqual([
    ['General maintenance', 'Olio', 1_000, null, null],
    ['Expense', null, null, 10.1, 'Pedaggio'],
    ['Expense', null, null, 0.2, 'Lavaggio'],
  ])
  expect(totals[total]?.amount).toBe(10.3)
})

describe('types of reports', () => {
  test('each type has its parts, and each service that a request may name has one', () => {
    const wanted = [
      ...reportServices,
      ...Object.values(reportTypes).flatMap(({ services }) =>
        services === 'asked' ? [] : services,
      ),
    ]
    expect(wanted.filter(service => !reportParts.has(service))).toEqual([])
  })
  test('a request may name these services, in the order of their sheets [reports.18]', () =>
    expect(reportServices).toEqual([
      'eyegeo',
      'eyecold',
      'eyecold_fridge',
      'eyedoor',
      'eyefuel',
      'eyeway',
      'eyepower',
      'eyesafe_ignition',
      'eyesafe_lock',
      'eyecontrol',
      'tandt',
      'eyeservice',
      'carbontax',
      'drivers.report',
      'tco.report',
    ]))
  test('screens offer each service under the agreements that open its part', () =>
    expect(agreementsByService).toEqual(
      new Map([...reportParts].map(([service, { agreements }]) => [service, agreements])),
    ))
  test('a custom report has the sheets of the requested services in the usual order, without those that no vehicle has an agreement for [reports.47]', async () => {
    const reportAsk = await reportAskFor(app.ctx, truck.customer_id, all)
    const keys = (services: readonly string[], ask = reportAsk) =>
      sheetsOf('custom', services, reportParts, ask).map(({ key }) => key)
    expect(keys(['tandt', 'eyedoor', 'temp'])).toEqual([
      'eyedoor_days',
      'eyedoor_openings',
      'tandt_couplings',
    ])
    const guest = await reportAskFor(app.ctx, await guestOf([agreement.tandt], first), all)
    expect(keys(['tandt', 'eyedoor'], guest)).toEqual(['tandt_couplings'])
  })
  test('a master report begins with one line for each vehicle, with the figures of the services’ own sheets [reports.48]', async () => {
    const ask = await reportAskFor(app.ctx, truck.customer_id, all)
    const [master, ...sheets] = sheetsOf('master', [], reportParts, ask)
    if (master === undefined) throw new Error('it has no sheets')
    const { rows } = await readSheet(ask, master)
    expect(sheets.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['eyegeo_summary', 'eyefuel_days', 'tco_types']),
    )
    const [geo] = (await sheetsOfService('eyegeo')).eyegeo_summary?.rows ?? []
    const doors = (await sheet('eyedoor', 'eyedoor_days')).totals[total]
    const { km, driving, trips } = geo ?? {}
    expect(rows[0]).toMatchObject({
      vehicle: 'AA001AA',
      km,
      driving,
      trips,
      openings: doors?.openings,
      lowest: 23,
    })
    expect(rows[1]).toMatchObject({ vehicle: 'BB002BB', km: null, openings: null, lowest: null })
  })
  test.each(languages)('every sheet and column has its own name in %s', async language => {
    const ask = await reportAskFor(app.ctx, truck.customer_id, all)
    const sheets = [
      ...[...reportParts.values()].flatMap(part => part.sheets(ask)),
      ...sheetsOf('master', [], reportParts, ask).slice(0, 1),
    ]
    const names = sheets.flatMap(({ name, columns }) => [
      name,
      ...columns.map(({ title }) => title),
    ])
    expect(
      names.filter(words => app.ctx.say(language, words) === words.key).map(({ key }) => key),
    ).toEqual([])
    expect(
      sheets
        .filter(({ columns }) => new Set(columns.map(({ key }) => key)).size < columns.length)
        .map(({ key }) => key),
    ).toEqual([])
    const sheetTitles = sheets.map(
      ({ key, columns }) =>
        [key, columns.map(({ title }) => app.ctx.say(language, title))] as const,
    )
    expect(sheetTitles.filter(([, titles]) => new Set(titles).size < titles.length)).toEqual([])
    // short enough for the tab of a sheet, and all different
    for (const type of ReportType.options) {
      const tabs = sheetsOf(type, reportServices, reportParts, ask).map(({ name }) =>
        app.ctx.say(language, name),
      )
      expect([
        type,
        tabs.filter(
          (tab, i) =>
            sheetName(tab, new Set(tabs.slice(0, i).map(other => other.toLowerCase()))) !== tab,
        ),
      ]).toEqual([type, []])
    }
  })
})
