// A week of the demo company over real connections, through the gateway and the whole pipeline: the derived data are those of a company with forty
// vehicles.

import { gunzipSync } from 'node:zlib'
import { commandStatus } from '@flotta/core/command.ts'
import { distance } from '@flotta/core/geo.ts'
import { DAY, HOUR, MINUTE, SECOND } from '@flotta/core/time.ts'
import { clockAt } from '@flotta/core/zones.ts'
import { features } from '@flotta/features/features.ts'
import { deriveActivities } from '@flotta/features/fleet/activities/jobs.ts'
import { login } from '@flotta/features/people/auth/contract.ts'
import { roads } from '@flotta/features/places/routing/roads.ts'
import { demoFleet } from '@flotta/features/provider/demo/fleet.ts'
import { createDemo } from '@flotta/features/provider/demo/records.ts'
import { printReceipt, type Receipt } from '@flotta/features/reports/printing/contract.ts'
import { readPdf } from '@flotta/features/reports/printing/testing-pdf.ts'
import { verify } from '@flotta/features/reports/register/contract.ts'
import { keepRegister } from '@flotta/features/reports/register/jobs.ts'
import { longestExcursions } from '@flotta/features/reports/register/longest-excursions.ts'
import {
  type ReportCell,
  ReportJson,
  type ReportType,
  requestVehicleReport,
} from '@flotta/features/reports/reports/contract.ts'
import { valueFormatter } from '@flotta/features/reports/reports/format.ts'
import type { ReportFile } from '@flotta/features/reports/reports/tables.ts'
import { reportTask } from '@flotta/features/reports/reports/task.ts'
import { readSheets, storedFile } from '@flotta/features/reports/reports/testing.ts'
import { hasDoors } from '@flotta/features/seed.ts'
import { advanceCommands } from '@flotta/features/services/commands/jobs.ts'
import * as eyecold from '@flotta/features/services/eyecold/contract.ts'
import { asksUnit } from '@flotta/features/services/eyecold/units.ts'
import { tankLitres } from '@flotta/features/services/eyefuel/tanks.ts'
import { trailerOf } from '@flotta/features/services/tandt/couplings.ts'
import { gatewayBook } from '@flotta/features/telemetry/registry/gateways.ts'
import devices from '@flotta/features/telemetry/registry/server.ts'
import { type Caller, type TestApp, testApp } from '@flotta/features/testing/app.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type Gateway, openGateway } from '@flotta/platform/gateway.ts'
import type { Format } from '@flotta/platform/report.ts'
import { startWorker, type Worker } from '@flotta/platform/worker.ts'
import { profiles, protocols } from '@flotta/protocols/protocols.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { anyDevicePorts } from './bench/ports.ts'
import { startDemoFleet } from './simulator/demo.ts'
import { languageOf } from './simulator/language.ts'
import { forgetCommands } from './simulator/obedience.ts'
import { hasTank } from './simulator/tank.ts'
import { type Truth, truthOf } from './simulator/truth.ts'
import { simulation } from './simulator/vehicle.ts'

/** Noon of a Monday; the week before it is tested. */
const NOW = Date.parse('2026-12-14T12:00:00Z')
const [FROM, TO] = [Date.parse('2026-12-07T00:00:00Z'), Date.parse('2026-12-14T00:00:00Z')]
const fleet = demoFleet()

const PASSWORD = 'Flotta-2026'
const ZONE = 'Europe/Rome'
const world = simulation()

let app: TestApp
let caller: Caller
let printer: Caller
let ctx: Context
let worker: Worker
let gateway: Gateway
/** The setpoint that is requested from the unit of `COMMANDED` at noon of that Monday, °C. */
const SETPOINT = -18
const COMMANDED = fleet[1] ?? expect.fail('no vehicle with a unit')
beforeAll(async () => {
  app = await testApp({ env: { ...anyDevicePorts } })
  app.clock.now = NOW
  ctx = { ...app.ctx, profiles: new Map(profiles.map(p => [p.code, p])) }
  await createDemo(ctx, { password: PASSWORD })
  // No jobs run by the clock.
  worker = startWorker(
    features.map(({ consumers = [] }) => ({ consumers })),
    ctx,
  )
  const identify = devices.resolvers?.device
  if (!identify) throw new Error('no feature knows devices')
  gateway = await openGateway(protocols, ctx, {
    identify,
    book: gatewayBook(ctx),
    address: '127.0.0.1',
    signInsPerMinute: 1_000,
  })
  const serverOf = (listener: string) => ({
    host: '127.0.0.1',
    port: gateway.addresses.get(listener)?.tcp?.port ?? 0,
  })
  const running = startDemoFleet({
    server: serverOf('teltonika'),
    shared: serverOf('any'),
    languageOf: ({ protocol, imei }) => languageOf(protocol, imei),
    vehicles: fleet,
    backFillDays: (NOW - FROM) / DAY,
    clock: () => app.clock.now,
  })
  await vi.waitFor(() => expect(running.progress().live).toBe(fleet.length), {
    timeout: 800_000,
    interval: 500,
  })
  const signedIn = async (email: string) =>
    app.with((await app.with(null).call(login, { body: { email, password: PASSWORD } })).data.token)
  caller = await signedIn('demo@flotta.example')
  printer = await signedIn('printer@flotta.example')
  await commandUnit()
  running.stop()
  await deriveActivities(ctx)
  await keepRegister(ctx)
})
afterAll(async () => {
  forgetCommands()
  await gateway.stop()
  await worker.stop()
  await app.close()
})
const rows = async <R extends object>(sql: string, ...values: unknown[]): Promise<R[]> =>
  (await ctx.pool.query<R>(sql, values)).rows
const week = [new Date(FROM), new Date(TO)] as const
const idOf = async (plate: string): Promise<number> =>
  (await rows<{ id: number }>('select id from vehicles where plate = $1', plate))[0]?.id ?? 0

/** Requests the setpoint from the unit, and waits until the device has answered and reported it. */
async function commandUnit(): Promise<void> {
  const id = await idOf(COMMANDED.plate)
  const panel = async () => {
    await advanceCommands(ctx)
    return (await caller.call(eyecold.data, { params: { id } })).data
  }
  const command = (
    await caller.call(eyecold.setSetpoint, {
      params: { id },
      body: { compartment: 1, value: SETPOINT },
    })
  ).data
  await vi.waitFor(async () =>
    expect((await panel()).last_command).toMatchObject({
      id: command.id,
      status: commandStatus.executed,
    }),
  )
  app.clock.now = NOW + 10 * SECOND
  await vi.waitFor(async () => expect((await panel()).fridge?.setpoint_t1).toBe(SETPOINT))
}

test('the trackers speak four protocols, and each is heard as the profile of its own [protocols.74]', async () => {
  const trackers = await rows<{ protocol: string; profile: string; vehicles: number }>(
    `select d.protocol, min(d.profile) as profile, count(s.message_datetime)::int as vehicles
     from devices d join device_mounts m on m.device_id = d.id join vehicle_state s on s.vehicle_id = m.vehicle_id
     where d.protocol <> 'teltonika' group by 1 order by 1`,
  )
  expect(trackers).toEqual(
    ['gt06', 'queclink', 'ruptela'].map(protocol => ({ protocol, profile: protocol, vehicles: 1 })),
  )
})

test('every vehicle has told of its week, and nothing came late or was refused', async () => {
  expect(await rows('select from replays')).toEqual([])
  expect((await rows('select from vehicle_state')).length).toBe(fleet.length)
})

describe('incidents', () => {
  const counts = async () =>
    new Map(
      (
        await rows<{ alert_id: number; times: number }>(
          `select alert_id, count(*)::int as times from incidents
           where origin = 'records' and opened_at >= $1 and opened_at < $2 and closed_as is distinct from 'corrected' group by 1 order by 1`,
          ...week,
        )
      ).map(({ alert_id, times }) => [alert_id, times]),
    )
  test('are some ten a day', async () => {
    const all = [...(await counts()).values()].reduce((sum, times) => sum + times, 0)
    expect(all / 7).toBeGreaterThan(5)
    expect(all / 7).toBeLessThan(15)
  })
  test('are of many kinds, and no kind is most of them', async () => {
    const raised = await counts()
    expect(raised.size).toBeGreaterThanOrEqual(11)
    // Speeding, an alarm of a unit, the theft, low fuel, a forbidden coupling.
    expect([...raised.keys()]).toEqual(expect.arrayContaining([1, 7, 17, 18, 30]))
    expect(Math.max(...raised.values())).toBeLessThan(
      0.45 * [...raised.values()].reduce((sum, times) => sum + times, 0),
    )
  })
  test('of fuel: the one theft that the thief commits in these four weeks', async () => {
    expect((await counts()).get(17)).toBe(1)
  })
})

describe('drivers', () => {
  test('are at work for a day’s shift, then somebody else takes the vehicle', async () => {
    const shifts = await rows<{ hours: number }>(
      `select extract(epoch from coalesce(period_to, $3) - period_from)::float8 / 3600 as hours from driver_activities where period_from >= $1 and period_from < $2`,
      ...week,
      new Date(NOW),
    )
    expect(shifts.length).toBeGreaterThan(70)
    expect(Math.max(...shifts.map(s => s.hours))).toBeLessThan(15)
  })
  test('none goes on but of those who are at work', async () => {
    const open = await rows<{ hours: number }>(
      'select extract(epoch from $1 - period_from)::float8 / 3600 as hours from driver_activities where period_to is null',
      new Date(NOW),
    )
    expect(open.length).toBeGreaterThan(3)
    expect(open.filter(({ hours }) => hours > 15)).toEqual([])
  })
})

test('no vehicle, trailers least of all, is on the road for longer than a driver may drive', async () => {
  const driven = await rows<{ plate: string; vehicle_type: string; hours: number; days: number }>(
    `select v.plate, v.vehicle_type, sum(extract(epoch from least(t.period_to, $2) - t.period_from))::float8 / 3600 as hours, count(distinct t.period_from::date)::int as days
     from trips t join vehicles v on v.id = t.vehicle_id where t.replaced_by is null and t.period_from >= $1 and t.period_from < $2 group by 1, 2`,
    ...week,
  )
  expect(driven).toHaveLength(fleet.length - 2)
  // Five days of ten hours.
  expect(driven.filter(({ hours }) => hours > 50)).toEqual([])
  expect(driven.filter(({ hours }) => hours < 12)).toEqual([])
})

test('a unit cools above its setpoint, not below it', async () => {
  const wrong = await rows(
    `select v.plate, u.message_datetime, u.data ->> 'setpoint_t1' as setpoint, t.data ->> 'T1' as temperature
     from readings u join vehicles v on v.id = u.vehicle_id
     join readings t on t.vehicle_id = u.vehicle_id and t.kind = 'temperature' and t.message_datetime = u.message_datetime
     where u.kind = 'fridge' and (u.data ->> 'operation_mode_c1')::int = 2 and (t.data ->> 'T1')::float8 < (u.data ->> 'setpoint_t1')::float8 - 0.6`,
  )
  expect(wrong).toEqual([])
})

test('all positions lie on a road or beside one', async () => {
  const graph = roads()
  const CELL = 0.02
  const cells = new Map<string, [number, number][]>()
  const cellOf = (latitude: number, longitude: number) =>
    `${Math.floor(latitude / CELL)} ${Math.floor(longitude / CELL)}`
  for (let edge = 0; edge < graph.edges; edge++) {
    const line = graph.line(edge * 2)
    for (let i = 2; i < line.length; i += 2) {
      const [lat0 = 0, lon0 = 0, lat1 = 0, lon1 = 0] = line.slice(i - 2, i + 2)
      const parts = Math.max(1, Math.ceil(distance(lat0, lon0, lat1, lon1) / 400))
      for (let part = 0; part <= parts; part++) {
        const [latitude, longitude] = [
          lat0 + ((lat1 - lat0) * part) / parts,
          lon0 + ((lon1 - lon0) * part) / parts,
        ]
        const key = cellOf(latitude, longitude)
        cells.set(key, [...(cells.get(key) ?? []), [latitude, longitude]])
      }
    }
  }
  const near = (latitude: number, longitude: number) =>
    [-1, 0, 1].some(n =>
      [-1, 0, 1].some(
        e =>
          cells
            .get(cellOf(latitude + n * CELL, longitude + e * CELL))
            ?.some(([y, x]) => distance(latitude, longitude, y, x) < 800) === true,
      ),
    )
  const positions = await rows<{ plate: string; latitude: number; longitude: number }>(
    `select v.plate, p.latitude_e7 / 1e7::float8 as latitude, p.longitude_e7 / 1e7::float8 as longitude from positions p join vehicles v on v.id = p.vehicle_id
     where p.latitude_e7 is not null and extract(epoch from p.message_datetime)::int8 % 20 = 0`,
  )
  expect(positions.length).toBeGreaterThan(1_000)
  expect(positions.filter(({ latitude, longitude }) => !near(latitude, longitude))).toEqual([])
})

/** Days of the company's zone in the middle of the week; a tank is robbed on the second one. */
const [TRUE_FROM, TRUE_TO] = [
  Date.parse('2026-12-08T23:00:00Z'),
  Date.parse('2026-12-11T23:00:00Z'),
]
/** A tractor that is robbed, another one, a trailer and a truck with units and beacons, vans, and a car, by their index in the fleet. */
const WATCHED = [10, 0, 1, 25, 6, 9, 2, 7, 4]
/** Day 0 of a spreadsheet. */
const SHEETS_BEGIN = Date.UTC(1899, 11, 30)
const SERVICES = 'eyegeo,eyecold,eyecold_fridge,eyedoor,eyefuel,tandt'

test('what a unit was told from afar is what its device did, to the text, the value and the moment', async () => {
  const commands = truthOf(world, COMMANDED, NOW, NOW + MINUTE).commands
  expect(commands).toHaveLength(1)
  const id = await idOf(COMMANDED.plate)
  const { last_command } = (await caller.call(eyecold.data, { params: { id } })).data
  expect(last_command).toMatchObject({ command: commands[0]?.text, status: commandStatus.executed })
  const { json } = await reportOf(COMMANDED.plate, NOW - HOUR, NOW + MINUTE)
  const events =
    json.sheets.find(({ columns }) => columns.some(({ key }) => key === 'before')) ??
    expect.fail('no sheet of what changed')
  const [at, now] = ['at', 'now'].map(name =>
    events.columns.findIndex(({ key }) => key === name),
  ) as [number, number]
  const changed = events.rows.filter(row => String(row[now]).startsWith('-18'))
  expect(
    changed.map(row => Math.abs(Date.parse(String(row[at])) - (commands[0]?.at ?? 0)) <= MINUTE),
  ).toEqual([true])
})

/** The receipt of the first vehicle whose cargo was outside of its limits for a known cause in those days. */
async function receiptWithExcursion() {
  for (const vehicle of fleet.filter(one => one.setpoint !== null && one.vehicle_type !== 'V')) {
    const { data } = await printer.call(printReceipt, {
      params: { id: await idOf(vehicle.plate) },
      query: {
        from: new Date(TRUE_FROM).toISOString(),
        to: new Date(TRUE_TO).toISOString(),
      },
    })
    if (data.excursions.some(({ cause }) => cause !== null)) return { vehicle, receipt: data }
  }
  return expect.fail('no cargo was beyond its limits')
}
test('an excursion stands alike on the certificate, in the report, on the receipt and where they are verified [printing.36, printing.38]', async () => {
  const { vehicle, receipt } = await receiptWithExcursion()
  const truth = truthOf(world, vehicle, TRUE_FROM, TRUE_TO)
  const report = await reportOf(vehicle.plate, TRUE_FROM, TRUE_TO, { type: 'temp' })
  // The report is the certificate of its vehicle: no title page, the values on a few pages.
  const [first = '', ...values] = report.pages
  expect(values.length).toBeLessThan(9)
  const moment = (at: string | null) => {
    const [, month, day, time] =
      /-(\d\d)-(\d\d).(\d\d:\d\d)/.exec(clockAt(Date.parse(at ?? ''), ZONE)) ?? []
    return `${day}/${month} ${time}`
  }
  const degrees = (value: number | null) =>
    (value ?? 0).toFixed(1).replace('.', ',').replace('-', '\u2212')
  for (const { sensor, min, max, average, mean_kinetic, min_at, max_at } of receipt.statistics) {
    const { lowest, highest } = truth.temperatures[sensor] ?? expect.fail('no such sensor')
    expect([min, max]).toEqual([lowest.value, highest.value])
    expect(first).toContain([min, max, average, mean_kinetic].map(degrees).join(' '))
    expect(first).toContain(`${moment(min_at)} ${moment(max_at)}`)
  }
  const causes = { door: 'Porta aperta', defrost: 'Sbrinamento', off: 'Gruppo frigo spento' }
  type Excursion = Receipt['excursions'][number]
  const lineOf = ({ sensor, from, to, minutes, peak, peak_at, cause }: Excursion) =>
    `${sensor} ${moment(from)} ${moment(to)} ${minutes} min ${degrees(peak)} (${moment(peak_at)}) ${cause === null ? '' : causes[cause]}`.trim()
  for (const excursion of longestExcursions(receipt.excursions))
    expect(first).toContain(lineOf(excursion))
  for (const excursion of receipt.excursions) {
    const { sensor, peak } = excursion
    expect(report.pages.join('\n')).toContain(lineOf(excursion))
    const { lowest, highest } = truth.temperatures[sensor] ?? expect.fail('no such sensor')
    expect(peak).toBeGreaterThanOrEqual(lowest.value)
    expect(peak).toBeLessThanOrEqual(highest.value)
  }
  const sheet =
    report.json.sheets.find(({ columns }) => columns.some(({ key }) => key === 'peak')) ??
    expect.fail('no sheet of excursions')
  const cellOf = (row: readonly ReportCell[], key: string) =>
    row[sheet.columns.findIndex(column => column.key === key)]
  expect(
    sheet.rows
      .filter((_, i) => sheet.kinds[String(i)] === 'marked')
      .map(row =>
        ['sensor', 'from', 'to', 'duration', 'peak', 'cause'].map(key => cellOf(row, key)),
      ),
  ).toEqual(
    receipt.excursions.map(({ sensor, from, to, minutes, peak, cause }) => [
      ...[sensor, from, to, minutes * 60, peak],
      cause === null ? null : causes[cause],
    ]),
  )
  const code = /[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z]{4}/.exec(first)?.[0] ?? ''
  const proof = (await app.with(null).call(verify, { query: { c: code } })).data
  expect(proof.outcome).toBe('genuine')
  expect(proof.receipt).toMatchObject({
    statistics: receipt.statistics,
    excursions: receipt.excursions,
    verdict: receipt.verdict,
    samples: receipt.rows.length,
  })
})

interface ReportAnswer {
  readonly vehicle_id: number
  readonly json: ReportJson
  readonly xlsx: ReadonlyMap<string, readonly (readonly unknown[])[]>
  readonly pdf: readonly string[]
  /** The text of each page in one line. */
  readonly pages: readonly string[]
}
describe.each(WATCHED.map(index => [fleet[index]?.plate ?? '', index] as const))(
  'what is told of %s is what it did',
  (plate, index) => {
    const vehicle = fleet[index] ?? expect.fail('no such vehicle')
    let truth: Truth
    let report: ReportAnswer
    beforeAll(async () => {
      truth = truthOf(world, vehicle, TRUE_FROM, TRUE_TO)
      report = await reportOf(plate)
    })
    /** The rows of a sheet about days, each with its cells by the columns' keys. */
    const rowsOf = (column: string): Record<string, ReportCell>[] => {
      const sheet = report.json.sheets.find(
        ({ columns }) =>
          columns.some(({ key }) => key === 'day') && columns.some(({ key }) => key === column),
      )
      if (sheet === undefined) return expect.fail(`no sheet of days tells ${column}`)
      return sheet.rows.flatMap((row, i) =>
        sheet.kinds[String(i)] === undefined || sheet.kinds[String(i)] === 'marked'
          ? [Object.fromEntries(sheet.columns.map(({ key }, n) => [key, row[n] ?? null]))]
          : [],
      )
    }
    const summed = (column: string): number =>
      rowsOf(column).reduce((sum, row) => sum + Number(row[column]), 0)
    const near = (value: number, expected: number, share: number, least = 0) => {
      // NaN fails this test as well, so a missing value is a difference.
      if (!(Math.abs(value - expected) <= Math.max(expected * share, least)))
        expect.fail(`${value} is told of ${expected}`)
    }
    const ofDays = <T>(value: (of: Truth) => T): T[] =>
      [0, 1, 2].map(n =>
        value(truthOf(world, vehicle, TRUE_FROM + n * DAY, TRUE_FROM + (n + 1) * DAY)),
      )

    test('kilometres ± 0.5 %', () => near(summed('km'), truth.metres / 1_000, 0.005))
    // A record in which the vehicle stands counts until the next record, so a day has some stops of a minute.
    test.each([
      ['driving', 60],
      ['standing', 60],
      ['idling', 240],
    ] as const)('time of %s ± %i s', (what, least) => {
      const sheet = report.json.sheets.find(({ columns }) =>
        columns.some(({ key }) => key === what),
      )
      near(
        Number(sheet?.rows[0]?.[sheet.columns.findIndex(({ key }) => key === what)]),
        truth[what] / SECOND,
        0,
        least,
      )
    })
    test.runIf(hasTank(vehicle) && vehicle.vehicle_subtype !== 'electric')(
      'litres ± 3 %, or one step of a sensor that says whole percents',
      () => {
        const fuel = truth.fuel ?? expect.fail('no tank')
        const step = (tankLitres(vehicle) ?? 0) / 100
        near(summed('burned'), fuel.burnt, 0.03, step)
        near(summed('refuelled'), fuel.refuelled, 0.03, step)
        near(summed('stolen'), fuel.stolen, 0.03, step)
      },
    )
    test.runIf(vehicle.thermometers > 0)(
      'the lowest and the highest temperature of each sensor exactly',
      () => {
        const days = ofDays(of => of.temperatures)
        const extremes = rowsOf('min').map(({ sensor, min, max }) => [sensor, min, max])
        expect(extremes).toEqual(
          days.flatMap(day =>
            Object.entries(day).map(([sensor, { lowest, highest }]) => [
              sensor,
              lowest.value,
              highest.value,
            ]),
          ),
        )
      },
    )
    test.runIf(vehicle.thermometers > 0)('the panel’s history has both too', async () => {
      const period = {
        period_from: new Date(TRUE_FROM).toISOString(),
        period_to: new Date(TRUE_TO - 1).toISOString(),
      }
      const rows = (
        await caller.call(eyecold.history, { params: { id: report.vehicle_id }, query: period })
      ).data
      for (const [sensor, { lowest, highest }] of Object.entries(truth.temperatures)) {
        const values = rows.flatMap(row => row[sensor as 'T1'] ?? [])
        expect([sensor, Math.min(...values), Math.max(...values)]).toEqual([
          sensor,
          lowest.value,
          highest.value,
        ])
      }
    })
    test.runIf(vehicle.setpoint !== null && vehicle.vehicle_type !== 'V')(
      'a receipt, and who verifies it, say the same',
      async () => {
        const { data } = await printer.call(printReceipt, {
          params: { id: report.vehicle_id },
          query: {
            from: new Date(TRUE_FROM).toISOString(),
            to: new Date(TRUE_TO - 1).toISOString(),
          },
        })
        const expected = Object.entries(truth.temperatures).map(
          ([sensor, { lowest, highest }]) => ({ sensor, min: lowest.value, max: highest.value }),
        )
        expect(data.statistics).toEqual(expected.map(e => expect.objectContaining(e)))
        const { outcome, receipt } = (
          await app.with(null).call(verify, { query: { c: data.code } })
        ).data
        expect(outcome).toBe('genuine')
        expect(receipt?.statistics).toEqual(expected.map(e => expect.objectContaining(e)))
      },
    )
    test.runIf(hasDoors(vehicle))('doors stood open ± 60 s a day', () => {
      for (const [i, doors] of ofDays(of => of.doors / SECOND).entries())
        near(Number(rowsOf('open_for')[i]?.open_for), doors, 0, 60)
    })
    test.runIf(vehicle.setpoint !== null)('hours of the unit, switched on ± 60 s a day', () => {
      for (const [i, on] of ofDays(of => (of.unit?.on ?? 0) / HOUR).entries())
        near(Number(rowsOf('on')[i]?.on), on, 0, 60 / 3_600)
    })
    test.runIf(asksUnit(vehicle))(
      'hours that its engine and its electric motor ran, which units count in whole hours',
      () => {
        for (const [i, { engine, mains }] of ofDays(
          of => of.unit ?? expect.fail('no unit'),
        ).entries()) {
          near(Number(rowsOf('engine')[i]?.engine), engine, 0, 1)
          near(Number(rowsOf('electric')[i]?.electric), mains, 0, 1)
        }
      },
    )
    test.runIf(trailerOf(vehicle) !== null)('couplings ± 60 s', () => {
      const sheet = report.json.sheets.find(({ columns }) =>
        columns.some(({ key }) => key === 'beacon_code'),
      )
      const at = (key: string) => sheet?.columns.findIndex(c => c.key === key) ?? -1
      const couplings =
        sheet?.rows.flatMap((row, i) =>
          ['total', 'heading', 'note', 'gap'].includes(sheet.kinds[String(i)] ?? '') ? [] : [row],
        ) ?? []
      expect(couplings.map(row => String(row[at('beacon_code')]).toLowerCase())).toEqual(
        truth.couplings.map(({ tag }) => tag),
      )
      for (const [i, { from, to }] of truth.couplings.entries()) {
        near(Date.parse(String(couplings[i]?.[at('from')])), from, 0, MINUTE)
        near(Date.parse(String(couplings[i]?.[at('to')])), to, 0, MINUTE)
      }
    })
    test('spreadsheet and paper tell the days as the viewer does', () => {
      const telling = valueFormatter('it', ZONE, ['', ''])
      let compared = 0
      for (const { name, columns, rows, kinds } of report.json.sheets) {
        if (!columns.some(({ key }) => key === 'day')) continue
        const lines = report.xlsx.get(name) ?? expect.fail(`the spreadsheet has no ${name}`)
        for (const [i, row] of rows.entries()) {
          if (kinds[String(i)] !== undefined && kinds[String(i)] !== 'marked') continue
          const numbers = row.flatMap((cell, n) =>
            typeof cell === 'number' ? [{ cell, format: columns[n]?.format as Format }] : [],
          )
          const isEqual = (cell: unknown, { cell: value, format }: (typeof numbers)[number]) => {
            // Durations are fractions of a day, which the spreadsheet reader takes for moments of its first days.
            const days = cell instanceof Date ? (cell.getTime() - SHEETS_BEGIN) / DAY : cell
            return (
              typeof days === 'number' &&
              Math.abs(format === 'duration' ? days * DAY - value * SECOND : days - value) <=
                (format === 'duration' ? 31 * SECOND : 0.051)
            )
          }
          if (
            !lines.some(line => numbers.every(number => line.some(cell => isEqual(cell, number))))
          )
            expect.fail(
              `${name}: the spreadsheet says otherwise than ${JSON.stringify(row)}: ${JSON.stringify(lines.slice(0, 6))}`,
            )
          const missing = numbers
            .map(({ cell, format }) => telling.text(cell, format))
            .filter(text => !report.pdf.includes(text))
          if (columns.some(({ key }) => key === 'km' || key === 'burned' || key === 'min'))
            expect([name, missing]).toEqual([name, []])
          compared++
        }
      }
      expect(compared).toBeGreaterThanOrEqual(3)
    })
  },
)

/** A report of those days as a user of the company gets it: in the viewer, as a spreadsheet, as PDF. */
async function reportOf(
  plate: string,
  from = TRUE_FROM,
  to = TRUE_TO,
  what: { readonly type: ReportType; readonly services?: string } = {
    type: 'custom',
    services: SERVICES,
  },
): Promise<ReportAnswer> {
  const vehicle_id = await idOf(plate)
  const period = {
    period_from: new Date(from).toISOString(),
    period_to: new Date(to).toISOString(),
  }
  const { id } = (
    await caller.call(
      requestVehicleReport,
      { params: { id: vehicle_id }, body: { ...what, ...period } },
      { language: 'it' },
    )
  ).data
  await reportTask.run(
    { report_id: id },
    {
      ctx,
      id: '0',
      attempt: 1,
      signal: new AbortController().signal,
      progress: () => {},
      answer: async () => {},
    },
  )
  const bytes = async (file: ReportFile) => storedFile(ctx.db, id, file)
  const xlsx = await readSheets(await bytes('xlsx'))
  const pages = readPdf(await bytes('pdf')).map(({ text }) => text)
  return {
    vehicle_id,
    json: ReportJson.parse(JSON.parse(gunzipSync(await bytes('json')).toString()).data),
    xlsx,
    pdf: pages.flatMap(page => page.split('\n').map(line => line.trim())),
    pages: pages.map(page => page.replaceAll('\n', ' ')),
  }
}
