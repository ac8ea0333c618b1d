// Reports do not outlive their rights: a report with a time that became private, and a guest's report whose agreement ended, lose file, rows and link.
import { DAY, HOUR } from '@flotta/core/time.ts'
import { type Queue, startQueue } from '@flotta/platform/queue-runner.ts'
import type { ReportPart } from '@flotta/platform/report.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { agreement, sharing } from '../../fleet/agreements/contract.ts'
import { enterPrivateTrip } from '../../fleet/private-trips/contract.ts'
import * as notifications from '../../people/notifications/contract.ts'
import { type Caller, type TestApp, testApp, type Vehicle } from '../../testing/app.ts'
import * as contract from './contract.ts'
import { withdrawReports } from './lapse.ts'
import { reportParts } from './parts.ts'
import { reportTask } from './task.ts'

let app: TestApp
let queue: Queue
let customer_id: number
let vehicle: Vehicle
let caller: Caller
/** Called once while a report is being made. */
let meanwhile: () => Promise<unknown> = async () => {}
let builds = 0

const part = (service: string, key: 'place' | 'level'): ReportPart => ({
  service,
  agreements: [agreement.eyegeo, agreement.crono],
  sheets: () => [
    {
      key,
      name: { key: 'reports.service.carbontax' },
      columns: [{ key, title: { key: 'reports.file.contents' }, format: 'text' }],
      async *items() {
        builds++
        await meanwhile()
        meanwhile = async () => {}
        yield { row: ['Piacenza'] }
      },
    },
  ],
})
const parts = reportParts as Map<string, ReportPart>
const originalParts = ['eyegeo', 'eyepower'].map(service => [service, parts.get(service)] as const)
beforeAll(async () => {
  parts.set('eyegeo', part('eyegeo', 'place'))
  parts.set('eyepower', part('eyepower', 'level'))
  app = await testApp()
  queue = await startQueue([{ tasks: [reportTask] }], app.ctx)
})
beforeEach(async () => {
  builds = 0
  customer_id = (await app.make.customer()).id
  caller = await app.as(await app.make.user(customer_id, 'edit', { language: 'en' }))
  vehicle = await app.make.vehicle(customer_id)
  for (const id of [agreement.eyegeo, agreement.eyeshare])
    await app.make.agreement(vehicle.id, customer_id, id, app.clock.now - 30 * DAY)
})
afterEach(() => {
  meanwhile = async () => {}
})
afterAll(async () => {
  for (const [service, before] of originalParts)
    if (before !== undefined) parts.set(service, before)
  await queue.stop()
  await app.close()
})

const at = (ago: number) => new Date(app.clock.now - ago).toISOString()
const reportById = async (by: Caller, id: number) =>
  (await by.call(contract.reports.one, { params: { id } })).data
async function makeReport(by = caller, over: Partial<contract.ReportForm> = {}) {
  const body = {
    type: 'custom' as const,
    services: 'eyegeo',
    vehicle_id: vehicle.id,
    period_from: at(2 * DAY),
    period_to: at(DAY),
    ...over,
  }
  const { id } = (await by.call(contract.requestReport, { body })).data
  await vi.waitFor(async () => expect((await reportById(by, id)).ready).toBe(1))
  return reportById(by, id)
}
/** The answers to the calls for file, rows and link, and the hash in the list. */
async function openings(by: Caller, { id, hash }: contract.Report) {
  const [download, json, link, listed] = await Promise.all([
    by.call(contract.downloadReport, { params: { id }, query: {} }),
    by.call(contract.reportJson, { params: { id } }),
    app.with(null).call(contract.reportLink, { params: { id, hash: hash ?? '' }, query: {} }),
    reportById(by, id),
  ])
  return [download.status, json.status, link.status, listed.hash === null]
}
const OPEN = [200, 200, 200, false]
const CLOSED = [409, 409, 404, true]
const filesOf = async (id: number) =>
  (await app.ctx.pool.query('select 1 from report_files where report_id = $1', [id])).rowCount

async function drivePrivately(from: string, to: string | null) {
  const { rows } = await app.ctx.pool.query<{ id: number }>(
    `insert into drivers (customer_id, name, surname, active, private_trips) values ($1, 'Ada', 'Neri', 1, true) returning id`,
    [customer_id],
  )
  const body = { driver_id: rows[0]?.id ?? 0, period_from: from, period_to: to }
  expect((await caller.call(enterPrivateTrip, { params: { id: vehicle.id }, body })).status).toBe(
    201,
  )
}

describe('a time that became private', () => {
  test('closes the reports that cover it at once, notifies their reader, and leaves a newly made report open [reports.63]', async () => {
    const report = await makeReport()
    expect(await openings(caller, report)).toEqual(OPEN)
    await drivePrivately(at(2 * DAY - HOUR), at(2 * DAY - 2 * HOUR))
    expect(await openings(caller, report)).toEqual(CLOSED)
    await withdrawReports(app.ctx)
    expect(await filesOf(report.id)).toBe(0)
    const stored = await reportById(caller, report.id)
    expect([stored.ready, stored.hash, stored.error]).toEqual([
      1,
      null,
      expect.stringContaining('has become private'),
    ])
    const refused = await caller.call(contract.reportJson, { params: { id: report.id } })
    expect([refused.status, refused.failure.message]).toEqual([
      409,
      expect.stringMatching(/privat/),
    ])
    const messages = (
      await caller.call(notifications.list, { query: {} }, { language: 'en' })
    ).data.map(n => n.data.message)
    expect(messages.filter(message => message.includes('become private'))).toHaveLength(1)
    expect(await openings(caller, await makeReport())).toEqual(OPEN)
    await withdrawReports(app.ctx)
  })
  test.each<[string, () => Promise<unknown>, Partial<contract.ReportForm>]>([
    ['before the report’s period', () => drivePrivately(at(3 * DAY), at(2 * DAY)), {}],
    ['after the report’s period', () => drivePrivately(at(DAY), null), {}],
    [
      'within the period of a report without places',
      () => drivePrivately(at(2 * DAY), at(DAY)),
      { services: 'eyepower' },
    ],
  ])('%s closes nothing', async (_, declare, over) => {
    const report = await makeReport(caller, over)
    await declare()
    await withdrawReports(app.ctx)
    expect(await openings(caller, report)).toEqual(OPEN)
  })
  test('closes them too when the device sends it late, while a late end of privacy closes nothing', async () => {
    const turn = (ago: number, is_private: boolean) =>
      app.ctx.pool.query(
        'insert into private_switches (vehicle_id, at, is_private) values ($1, $2, $3)',
        [vehicle.id, at(ago), is_private],
      )
    await turn(2 * DAY - HOUR, false)
    const report = await makeReport()
    await turn(3 * DAY, true)
    expect(await openings(caller, report)).toEqual(CLOSED)
    const again = await makeReport()
    await turn(2 * DAY - 3 * HOUR, false)
    expect(await openings(caller, again)).toEqual(OPEN)
    await turn(2 * DAY - 2 * HOUR, true)
    expect(await openings(caller, again)).toEqual(CLOSED)
  })
  test('has a report in the making begun anew', async () => {
    meanwhile = () => drivePrivately(at(2 * DAY), at(DAY))
    const report = await makeReport()
    expect(builds).toBe(2)
    expect(await openings(caller, report)).toEqual(OPEN)
  })
})

describe('a guest’s report', () => {
  let guest: Caller
  let guest_id: number
  let owners: contract.Report
  let report: contract.Report
  let record: number
  beforeEach(async () => {
    guest_id = (await app.make.customer({ parent_id: customer_id })).id
    guest = await app.as(await app.make.user(guest_id, 'edit', { language: 'en' }))
    await app.make.agreement(
      vehicle.id,
      guest_id,
      agreement.eyegeo,
      app.clock.now - 10 * DAY,
      app.clock.now + 10 * DAY,
    )
    const { rows } = await app.ctx.pool.query<{ id: number }>(
      'select id from vehicle_agreements where vehicle_id = $1 and customer_id = $2',
      [vehicle.id, guest_id],
    )
    record = rows[0]?.id ?? 0
    owners = await makeReport()
    report = await makeReport(guest)
    expect(await openings(guest, report)).toEqual(OPEN)
  })
  const ends: [string, () => Promise<unknown>][] = [
    ['is taken away', () => caller.call(sharing.remove, { params: { id: record } })],
    [
      'is shortened',
      () => caller.call(sharing.update, { params: { id: record }, body: { active_to: at(HOUR) } }),
    ],
    [
      'runs out',
      async () => {
        app.clock.now += 11 * DAY
        caller = await app.as(await app.make.user(customer_id, 'edit'))
        guest = await app.as(await app.make.user(guest_id, 'edit'))
      },
    ],
  ]
  test.each(ends)(
    'ends when its agreement %s, while the owner’s own report stays [reports.64]',
    async (_, end) => {
      await end()
      expect(await openings(guest, report)).toEqual(CLOSED)
      expect(await openings(caller, owners)).toEqual(OPEN)
      await withdrawReports(app.ctx)
      expect(await filesOf(report.id)).toBe(0)
      expect((await reportById(guest, report.id)).error).toMatch(/no longer shared/)
      expect(await openings(caller, owners)).toEqual(OPEN)
    },
  )
  test('of all vehicles ends with the agreement for one of them', async () => {
    const mine = await app.make.vehicle(guest_id)
    await app.make.agreement(mine.id, guest_id, agreement.eyegeo)
    const all = await makeReport(guest, { vehicle_id: null })
    const alone = await makeReport(guest, { vehicle_id: mine.id })
    await caller.call(sharing.remove, { params: { id: record } })
    expect(await openings(guest, all)).toEqual(CLOSED)
    expect(await openings(guest, alone)).toEqual(OPEN)
  })
  test('stays open while another agreement covers the same data', async () => {
    await app.make.agreement(vehicle.id, guest_id, agreement.crono)
    await caller.call(sharing.remove, { params: { id: record } })
    expect(await openings(guest, report)).toEqual(OPEN)
  })
  test('is closed when the owner makes a time within it private', async () => {
    await drivePrivately(at(2 * DAY), at(DAY))
    expect(await openings(guest, report)).toEqual(CLOSED)
  })
})
