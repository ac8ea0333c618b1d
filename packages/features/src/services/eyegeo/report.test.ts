// The position report from records to its sheets: days add up to the period, and the panel shows the same figures.
import { gunzipSync } from 'node:zlib'
import { HOUR, instantOf, MINUTE } from '@flotta/core/time.ts'
import type { ReportAsk } from '@flotta/platform/report.ts'
import readExcelFile from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { update as updateVehicle } from '../../fleet/vehicles/contract.ts'
import { createArea } from '../../map/areas/queries.ts'
import { buildReport } from '../../reports/reports/build.ts'
import { type ReportJson, requestReport } from '../../reports/reports/contract.ts'
import { storedFile } from '../../reports/reports/testing.ts'
import { piecesOfPdf } from '../../reports/reports/testing-pdfjs.ts'
import {
  driven,
  familyOf,
  type HeardVehicle,
  heardVehicle,
} from '../../telemetry/pipeline/testing-vehicle.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { type Period, readSheets, reportAskFor } from '../../testing/reports.ts'
import { history, tripHistory } from './contract.ts'
import { reports } from './report.ts'
import { totalsOf } from './rules.ts'

const family = familyOf({ ignition: { id: 239, width: 1 }, movement: { id: 240, width: 1 } })
const on = { ignition: 1, movement: 1 }
const rome = (time: string) => Date.parse(time)
/** In Rome the 25th has 25 hours. */
const midnights = [
  '2026-10-24T00:00+02:00',
  '2026-10-25T00:00+02:00',
  '2026-10-26T00:00+01:00',
  '2026-10-27T00:00+01:00',
].map(rome)
const all: Period = { from: midnights[0] ?? 0, to: midnights[3] ?? 0 }
const days: readonly Period[] = midnights
  .slice(0, 3)
  .map((from, i) => ({ from, to: midnights[i + 1] ?? 0 }))

let app: TestApp
let truck: HeardVehicle
let caller: Caller
const sheets = async (
  period: Period,
  more: Parameters<typeof reportAskFor>[3] = {},
  customer = truck.customer_id,
) => {
  const ask = await reportAskFor(app.ctx, customer, period, more)
  const {
    eyegeo_summary: summary,
    eyegeo_trips: trips,
    eyegeo_positions: positions,
  } = await readSheets(reports, 'eyegeo', ask)
  if (summary === undefined || trips === undefined || positions === undefined)
    throw new Error('a sheet is missing')
  return { ask, summary, trips, positions }
}
const drive = (from: number, minutes: number, longitude = 9) =>
  driven(family, { from, minutes, longitude }, () => on)
/** The vehicle stands with the engine on for this long, then without. */
const stand = (from: number, minutes: number, longitude: number) => [
  ...driven(family, { from, minutes, kmh: 0, longitude }, () => ({
    ignition: 1,
    movement: 0,
  })).slice(1),
  ...driven(family, { from: from + (minutes + 1) * MINUTE, minutes: 0, kmh: 0, longitude }, () => ({
    ignition: 0,
    movement: 0,
  })),
]
beforeAll(async () => {
  app = await testApp()
  app.clock.now = all.to + 12 * HOUR
  const customer = (await app.make.customer()).id
  truck = await heardVehicle(app, family, customer, [agreement.eyegeo], {
    plate: 'AA001AA',
    vehicle_type: 'T',
  })
  await heardVehicle(app, family, customer, [agreement.eyegeo], { plate: 'BB002BB' })
  caller = await app.as(await app.make.user(customer))
  const evening = rome('2026-10-24T23:10+02:00')
  await truck.hear(
    ...drive(rome('2026-10-24T08:00+02:00'), 60),
    // half an hour with the engine on, then parked until the evening
    ...stand(rome('2026-10-24T09:00+02:00'), 36, 9.76),
    // across midnight, into a night with an extra hour
    ...drive(evening, 100, 9.76),
    ...stand(evening + 100 * MINUTE, 0, 11.03),
    ...drive(rome('2026-10-26T10:00+01:00'), 30, 11.03),
    ...stand(rome('2026-10-26T10:30+01:00'), 0, 11.41),
  )
})
afterAll(() => app.close())

describe('sums', () => {
  const figures = ['km', 'driving', 'standing', 'idling', 'trips'] as const
  test('of the days equal those of their period, also with a day of 25 hours and a trip over midnight [reports.51]', async () => {
    const total = (await sheets(all)).summary.rows[0]
    const each = await Promise.all(days.map(async day => (await sheets(day)).summary.rows[0]))
    for (const figure of figures)
      expect([figure, each.reduce((sum, day) => sum + Number(day?.[figure] ?? 0), 0)]).toEqual([
        figure,
        expect.closeTo(Number(total?.[figure]), 6),
      ])
    expect(total).toMatchObject({
      vehicle: 'AA001AA',
      trips: 3,
      max_speed: 60,
      driving: expect.any(Number),
    })
    expect(Number(total?.km)).toBeCloseTo(190, -1)
    // the vehicle drives or stands from its first record on
    expect(Number(total?.driving) + Number(total?.standing)).toBe(
      (all.to - rome('2026-10-24T08:00+02:00')) / 1_000,
    )
    expect(Number(each[1]?.driving) + Number(each[1]?.standing)).toBe(25 * 3_600)
  })
  test('in the trips’ sheet equal the figures of each day alone', async () => {
    const { totals: said } = (await sheets(all)).trips
    for (const [i, name] of ['24/10/2026', '25/10/2026', '26/10/2026'].entries()) {
      const alone = (await sheets(days[i] ?? all)).summary.rows[0]
      expect(said[`Total ${name}`]).toMatchObject({
        km: alone?.km,
        duration: alone?.driving,
        max_speed: alone?.max_speed,
      })
    }
    expect(Object.keys(said)).toEqual([
      'Total 24/10/2026',
      'Total 25/10/2026',
      'Total 26/10/2026',
      'Total AA001AA',
    ])
  })
  test.each([...days, all].map((period, i) => [i < 3 ? `day ${i + 1}` : 'all', period] as const))(
    'equal those of the panel for %s [reports.52]',
    async (_, period) => {
      const query = {
        period_from: new Date(period.from).toISOString(),
        period_to: new Date(period.to - 1).toISOString(),
      }
      const params = { id: truck.vehicle_id }
      const onScreen = totalsOf((await caller.call(tripHistory, { params, query })).data)
      const stopped = (await caller.call(history, { params, query })).data.stops.reduce(
        (sum, stop) => sum + stop.duration,
        0,
      )
      const row = (await sheets(period)).summary.rows[0]
      expect(Number(row?.km)).toBeCloseTo(onScreen.km, 1)
      expect([row?.driving, row?.max_speed]).toEqual([onScreen.duration, onScreen.max_speed])
      expect(Number(row?.standing)).toBe(stopped)
    },
  )
  test('cover all vehicles, and a vehicle without data has an empty line', async () => {
    const { summary, trips } = await sheets(all)
    expect(summary.rows[1]).toEqual({
      vehicle: 'BB002BB',
      km: null,
      driving: null,
      standing: null,
      idling: null,
      idling_litres: null,
      trips: null,
      max_speed: null,
    })
    expect(summary.totals.Total?.km).toBe(summary.rows[0]?.km)
    expect(trips.headings).toEqual([['AA001AA'], ['BB002BB', 'No data in this period']])
  })
})

test('the report lists trips and stops in order, cut at midnight, with their figures', async () => {
  const { trips } = await sheets(all)
  expect(
    trips.rows.map(row => [
      row.day,
      row.kind,
      new Date(Number(row.from)).toISOString(),
      Math.round(Number(row.duration) / 60),
    ]),
  ).toEqual([
    ['2026-10-24', 'Trip', '2026-10-24T06:00:00.000Z', 61],
    ['2026-10-24', 'Stop', '2026-10-24T07:01:00.000Z', 849],
    ['2026-10-24', 'Trip', '2026-10-24T21:10:00.000Z', 50],
    ['2026-10-25', 'Trip', '2026-10-24T22:00:00.000Z', 51],
    ['2026-10-25', 'Stop', '2026-10-24T22:51:00.000Z', 1449],
    ['2026-10-26', 'Stop', '2026-10-25T23:00:00.000Z', 600],
    ['2026-10-26', 'Trip', '2026-10-26T09:00:00.000Z', 31],
    ['2026-10-26', 'Stop', '2026-10-26T09:31:00.000Z', 809],
  ])
  const [first] = trips.rows
  expect(first).toMatchObject({
    km: expect.closeTo(60, 0),
    max_speed: 60,
    place_from: '45.00000, 9.00000',
    driver: null,
  })
  expect(Number(first?.mean_speed)).toBeCloseTo(
    (Number(first?.km) / Number(first?.duration)) * 3_600,
    6,
  )
})

test('idling is the time that the engine runs while the vehicle does not move [reports.97]', async () => {
  const [row] = (await sheets(days[0] ?? all)).summary.rows
  expect(Number(row?.idling) / 60).toBe(36)
})

/** The report as it is made on request, from the rows of the viewer, of the spreadsheet and of the paper. */
async function requestedReport() {
  const { ctx } = app
  const editor = await app.as(await app.make.user(truck.customer_id, 'edit', { language: 'en' }))
  const body = {
    type: 'custom',
    services: 'eyegeo',
    vehicle_id: truck.vehicle_id,
    period_from: new Date(all.from).toISOString(),
    period_to: new Date(all.to).toISOString(),
  } as const
  const { id } = (await editor.call(requestReport, { body })).data
  const pending = await ctx.db
    .selectFrom('reports')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await buildReport(ctx, pending, new AbortController().signal, () => {})
  const file = (name: 'json' | 'xlsx' | 'pdf') => storedFile(ctx.db, id, name)
  const { data } = JSON.parse(gunzipSync(await file('json')).toString()) as { data: ReportJson }
  return {
    sheets: data.sheets,
    tables: (await readExcelFile(await file('xlsx'))).map(({ sheet }) => sheet),
    paper: (await piecesOfPdf(await file('pdf'))).map(pieces => pieces.join(' ')).join(' '),
  }
}
test('a custom report has addresses only where the vehicle, or else its company, wants them and the vehicle has agreement 25 [reports.49, vehicles.54]', async () => {
  const { pool } = app.ctx
  const { customer_id, vehicle_id } = truck
  const owner = await app.as(await app.make.user(customer_id, 'edit'))
  const hasAddress = async (ofCompany: '0' | '1', ofVehicle: '0' | '1' | '') => {
    await pool.query('update customers set configurations = $2 where id = $1', [
      customer_id,
      { geocoding_general_report_active: ofCompany },
    ])
    const configurations = [{ parameter: 'geocoding_general_report_active', value: ofVehicle }]
    await owner.call(updateVehicle, { params: { id: vehicle_id }, body: { configurations } })
    return /\([A-Z]{2}\)"/.test(JSON.stringify((await requestedReport()).sheets))
  }
  const without = [await hasAddress('1', ''), await hasAddress('0', '1')]
  await app.make.agreement(vehicle_id, customer_id, agreement.reverse_geocoding, 0)
  expect([
    ...without,
    await hasAddress('0', ''),
    await hasAddress('1', '0'),
    await hasAddress('1', ''),
    await hasAddress('0', '1'),
  ]).toEqual([false, false, false, false, true, true])
  await hasAddress('0', '')
  await pool.query('delete from vehicle_agreements where vehicle_id = $1 and agreement_id = $2', [
    vehicle_id,
    agreement.reverse_geocoding,
  ])
})
test('every file of a report ends with how complete its data are and lists each gap, and heads on paper name the units [reports.92, reports.94]', async () => {
  const { sheets, tables, paper } = await requestedReport()
  const [completeness, gaps] = sheets.slice(-2)
  expect(sheets.map(({ name }) => name)).toEqual([
    'Driving summary',
    'Trips and stops',
    'Positions',
    'Completeness',
    'Gaps',
  ])
  // a day and a half without a record, while the vehicle stands
  const from = rome('2026-10-25T00:51+02:00')
  const to = rome('2026-10-26T10:00+01:00')
  const silence = (to - from) / 1_000
  expect(completeness?.rows).toContainEqual([
    'AA001AA',
    'Tractor unit',
    99.9,
    1,
    silence,
    'Data received 99.9 %, 1 gap',
  ])
  expect(gaps?.rows).toEqual([['AA001AA', instantOf(from), instantOf(to), silence]])
  expect(tables.slice(1)).toEqual(sheets.map(({ name }) => name))
  expect(paper).toContain('Average speed (km/h)')
  expect(paper).toMatch(
    /Total AA001AA .* Completeness .*Data received 99\.9 %, 1 gap No data from 25\/10\/2026 00:51:00 to 26\/10\/2026 10:00:00 \(34:09 h\)/,
  )
})

test('places are the customer’s own areas, else addresses if they are requested and agreement 25 is held, else degrees [places.34, reports.50]', async () => {
  const { ctx, clock } = app
  const { customer_id } = truck
  const depot = {
    name: 'Deposito',
    code: 'D',
    color: '#2e51bb',
    radius: 500,
    latitude: 45,
    longitude: 9,
    address: null,
    city: null,
    zip_code: null,
  }
  const before = clock.now
  clock.now = all.from
  await createArea(ctx.db, 'hub', customer_id, depot, clock.now)
  clock.now = before
  const first = async (addresses: boolean) =>
    (await sheets(all, { addresses, language: 'it' })).trips.rows[0]
  expect(await first(true)).toMatchObject({
    place_from: 'Deposito',
    place_to: expect.stringMatching(/^45\.\d{5}, 9\.\d{5}$/),
  })
  await app.make.agreement(truck.vehicle_id, customer_id, agreement.reverse_geocoding, 0)
  expect(await first(true)).toMatchObject({
    place_from: 'Deposito',
    place_to: expect.stringMatching(/\([A-Z]{2}\)$/),
  })
  expect(await first(false)).toMatchObject({
    place_from: 'Deposito',
    place_to: expect.stringMatching(/^45\.\d{5}, 9\.\d{5}$/),
  })
})

test('the driver of a trip comes from the activities of the company that requests the report', async () => {
  const { ctx } = app
  const { id } = await ctx.db
    .insertInto('drivers')
    .values({ customer_id: truck.customer_id, name: 'Anna', surname: 'Rossi' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('driver_activities')
    .values({
      customer_id: truck.customer_id,
      vehicle_id: truck.vehicle_id,
      driver_id: id,
      period_from: new Date(days[2]?.from ?? 0),
      period_to: null,
    })
    .execute()
  const { trips } = await sheets(all)
  expect(trips.rows.filter(row => row.kind === 'Trip').map(row => row.driver)).toEqual([
    null,
    null,
    null,
    'Anna Rossi',
  ])
})

test('the positions contain every fix of the period, and a report over too many days has none', async () => {
  const { positions } = await sheets(days[2] ?? all)
  expect(positions.rows).toHaveLength(32)
  expect(positions.rows[0]).toMatchObject({
    vehicle: 'AA001AA',
    at: rome('2026-10-26T10:00+01:00'),
    latitude: 45,
    longitude: 11.03,
    speed: 60,
  })
  const long: ReportAsk = await reportAskFor(app.ctx, truck.customer_id, {
    from: all.to - 32 * 24 * HOUR,
    to: all.to,
  })
  expect(Object.keys(await readSheets(reports, 'eyegeo', long))).toEqual([
    'eyegeo_summary',
    'eyegeo_trips',
  ])
})

test('a guest gets the days of its periods alone, without the drivers and areas of others [reports.53]', async () => {
  const guest = (await app.make.customer()).id
  await app.make.agreement(truck.vehicle_id, guest, agreement.eyegeo, days[2]?.from, null)
  const { ask, summary, trips, positions } = await sheets(all, {}, guest)
  expect(ask.vehicles.map(v => v.plate)).toEqual(['AA001AA'])
  expect(trips.rows.map(row => [row.day, row.kind, row.driver])).toEqual([
    ['2026-10-26', 'Stop', null],
    ['2026-10-26', 'Trip', null],
    ['2026-10-26', 'Stop', null],
  ])
  expect(trips.rows[1]?.place_from).toMatch(/^45\.\d{5}, 11\.\d{5}$/)
  expect(summary.rows[0]).toMatchObject({ trips: 1, km: expect.closeTo(30, 0) })
  expect(positions.rows).toHaveLength(32)
})
