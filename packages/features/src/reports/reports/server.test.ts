// Reports through their calls: requested, made by the queue, opened, shared by a link, removed. Their data come from a part that the test provides.
import { gunzipSync } from 'node:zlib'
import { DAY, HOUR } from '@flotta/core/time.ts'
import { dayBegin } from '@flotta/core/zones.ts'
import { type Queue, startQueue } from '@flotta/platform/queue-runner.ts'
import type { Item, ReportAsk, ReportPart } from '@flotta/platform/report.ts'
import readExcelFile from 'read-excel-file/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { agreement, agreementIds } from '../../fleet/agreements/contract.ts'
import { looks } from '../../fleet/privacy/contract.ts'
import { updates } from '../../map/live/contract.ts'
import * as notifications from '../../people/notifications/contract.ts'
import { type Caller, type TestApp, testApp, type User, type Vehicle } from '../../testing/app.ts'
import * as contract from './contract.ts'
import { purgeFiles } from './files.ts'
import { reportParts } from './parts.ts'
import { formatFor } from './request.ts'
import { endInterrupted, reportTask } from './task.ts'
import { storedFile } from './testing.ts'

let app: TestApp
let user: User
let vehicle: Vehicle
let caller: Caller
const queues: Queue[] = []

/** Called by the test's part before each row; a test may delay it or let it fail. */
let each: (ask: ReportAsk, row: number) => Promise<void> = async () => {}
let rows = 40
const KM = (row: number) => row / 10
const part: ReportPart = {
  service: 'carbontax',
  agreements: [agreement.eyecold],
  sheets: ask => [
    {
      key: 'test',
      name: { key: 'reports.service.carbontax' },
      columns: [
        { key: 'at', title: { key: 'reports.file.made' }, format: 'instant' },
        { key: 'km', title: { key: 'reports.file.received' }, format: 'trip_km' },
        { key: 'place', title: { key: 'reports.file.contents' }, format: 'text' },
      ],
      async *items(): AsyncGenerator<Item> {
        for (const { plate } of ask.vehicles) {
          yield { heading: plate }
          let sum = 0
          for (let row = 0; row < rows; row++) {
            await each(ask, row)
            sum += KM(row)
            yield {
              row: [ask.from + row * HOUR, KM(row), row === 3 ? '=1+1' : `riga & <${row}>`],
              ...(row === 4 && { marked: true }),
            }
          }
          yield { total: [null, sum, null], label: { key: 'reports.total' } }
          yield { gap: [ask.from, ask.from + HOUR] }
        }
      },
    },
  ],
}

const parts = reportParts as Map<string, ReportPart>
const originalPart = parts.get(part.service)
beforeAll(async () => {
  parts.set(part.service, part)
  app = await testApp()
})
beforeEach(async () => {
  each = async () => {}
  rows = 40
  const customer = await app.make.customer()
  user = await app.make.user(customer.id, 'edit')
  caller = await app.as(user)
  vehicle = await app.make.vehicle(customer.id, {
    plate: `È${Math.random().toString(36).slice(2, 8)}`.toUpperCase(),
  })
  await app.make.agreement(vehicle.id, customer.id, agreement.eyecold, Date.parse('2026-01-01'))
})
afterEach(async () => {
  await Promise.all(queues.splice(0).map(q => q.stop()))
  await app.ctx.pool.query(
    'truncate tasks; truncate task_runners; delete from graphile_worker._private_jobs',
  )
})
afterAll(async () => {
  // other test files in this process use the product's own part
  if (originalPart !== undefined) parts.set(part.service, originalPart)
  await app.close()
})

const work = async () => void queues.push(await startQueue([{ tasks: [reportTask] }], app.ctx))
const reportForm = (over: Partial<contract.ReportForm> = {}) => ({
  type: 'custom' as const,
  services: 'carbontax',
  vehicle_id: vehicle.id,
  period_from: new Date(app.clock.now - 2 * DAY).toISOString(),
  period_to: new Date(app.clock.now - DAY).toISOString(),
  ...over,
})
const request = (over: Partial<contract.ReportForm> = {}, headers: Record<string, string> = {}) =>
  caller.call(contract.requestReport, { body: reportForm(over) }, { headers })
const reportById = async (id: number) =>
  (await caller.call(contract.reports.one, { params: { id } })).data
const ends = (id: number, ready: 1 | 2) =>
  vi.waitFor(async () => expect((await reportById(id)).ready).toBe(ready))
const makeReport = async (over: Partial<contract.ReportForm> = {}) => {
  const { id } = (await request(over)).data
  if (queues.length === 0) await work()
  await ends(id, 1)
  return reportById(id)
}

test('a request for a report of positions appears in the log of looks [privacy.6]', async () => {
  const { period_from, period_to } = await makeReport()
  expect((await caller.call(looks.list, { query: { vehicle_id: vehicle.id } })).data).toEqual([
    expect.objectContaining({
      person: user.name,
      plate: vehicle.plate,
      what: 'report',
      times: 1,
      period_from,
      period_to,
    }),
  ])
})

describe('a request', () => {
  test('is stored as the person made it, waits, and belongs to the whole company [reports.3, reports.4, reports.8, reports.11, reports.22, reports.27]', async () => {
    const { status, data } = await request()
    expect(status).toBe(201)
    expect(data).toMatchObject({
      type: 'custom',
      ready: 0,
      hash: null,
      read_at: null,
      vehicle: vehicle.plate,
      services: 'carbontax',
      progress: 0,
      error: null,
      requested_by: user.name,
    })
    const colleague = await app.as(await app.make.user(user.customer_id, 'view'))
    expect(
      (
        await colleague.call(contract.reports.list, {
          query: { search: vehicle.plate.toLowerCase() },
        })
      ).data,
    ).toEqual([data])
    expect((await colleague.call(contract.reports.list, { query: { type: 'temp' } })).data).toEqual(
      [],
    )
    expect((await colleague.call(contract.requestReport, { body: reportForm() })).status).toBe(403)
  })
  test('stands in the pages of the company’s list, the newest first, and in no other company’s [reports.9]', async () => {
    const ids: number[] = []
    for (let n = 0; n < 3; n++) ids.unshift((await request()).data.id)
    const pageOf = async (reader: Caller, page: number) => {
      const { data, meta } = await reader.call(contract.reports.list, {
        query: { page, per_page: 2 },
      })
      return [data.map(({ id }) => id), meta.total, meta.total_pages]
    }
    expect([await pageOf(caller, 1), await pageOf(caller, 2)]).toEqual([
      [ids.slice(0, 2), 3, 2],
      [ids.slice(2), 3, 2],
    ])
    const stranger = await app.as(await app.make.user((await app.make.customer()).id, 'edit'))
    expect(await pageOf(stranger, 1)).toEqual([[], 0, 1])
  })
  test('of no vehicle covers all vehicles that the customer sees, and no others [reports.7, reports.13]', async () => {
    const shared = await app.make.vehicle((await app.make.customer()).id)
    await app.make.agreement(shared.id, user.customer_id, agreement.eyecold)
    await app.make.vehicle((await app.make.customer()).id)
    rows = 1
    const report = await makeReport({ vehicle_id: null })
    rows = 40
    expect(report.vehicle).toBeNull()
    const [, sheet] = await readExcelFile((await download(report.id, 'xlsx')).bytes)
    const cells = JSON.stringify(sheet?.data)
    // the own vehicle and the shared one
    expect(cells.match(/riga & <0>/g)).toHaveLength(2)
    expect((await reportById((await makeReport()).id)).vehicle).toBe(vehicle.plate)
  })
  test.each(contract.ReportType.options)(
    'of type %s is opened as its usual format [reports.36]',
    type => {
      expect(formatFor(type, undefined)).toBe(type === 'temp' ? 'pdf' : 'xlsx')
      for (const format of ['xlsx', 'pdf'] as const) expect(formatFor(type, format)).toBe(format)
      for (const { query } of [contract.downloadReport, contract.reportLink])
        expect(
          ['xlsx', 'pdf', undefined, 'csv', ''].filter(
            format => query.safeParse({ format }).success,
          ),
        ).toEqual(['xlsx', 'pdf', undefined])
    },
  )
  test('of one vehicle by its own path makes the same report [reports.12]', async () => {
    const { vehicle_id: _, ...body } = reportForm()
    const { status, data } = await caller.call(contract.requestVehicleReport, {
      params: { id: vehicle.id },
      body,
    })
    expect([status, data.vehicle, data.services]).toEqual([200, vehicle.plate, 'carbontax'])
  })
  test('waits for its turn when more requests come than there are connections', async () => {
    // if each call held a connection and waited for another, all of them would stop
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        request({}, i % 2 === 0 ? { 'idempotency-key': `crowd-${i % 4}` } : {}),
      ),
    )
    expect(answers.map(answer => answer.status)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(answer => answer.data.id)).size).toBe(12)
  })
  test('ends now when its end lies in the future [reports.16]', async () => {
    const { data } = await request({ period_to: new Date(app.clock.now + DAY).toISOString() })
    expect(data.period_to).toBe(new Date(app.clock.now).toISOString())
  })
  const days = (n: number) => new Date(app.clock.now - n * DAY).toISOString()
  test.each([
    ['without services [reports.17]', () => ({ services: ' , ' }), 'services'],
    ['of services that are left out', () => ({ services: undefined }), 'services'],
    ['of no service', () => ({ services: '' }), 'services'],
    [
      'of no service, though its type has its own',
      () => ({ type: 'eyegeo' as const, services: '' }),
      'services',
    ],
    ['of an unknown service', () => ({ services: 'carbontax,nonsense' }), 'services'],
    ['of more than 31 days [reports.14]', () => ({ period_from: days(40) }), 'period_to'],
    [
      'that begins in the future [reports.15]',
      () => ({ period_from: days(-1), period_to: days(-2) }),
      'period_from',
    ],
    [
      'that ends before it begins',
      () => ({ period_from: days(1), period_to: days(2) }),
      'period_to',
    ],
    ['of an unknown vehicle', () => ({ vehicle_id: 2_000_000_000 }), 'vehicle_id'],
  ] as const)('%s is refused on its field', async (_, over, field) => {
    const answer = await request(over())
    expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, [field]])
  })
  test('is refused on its services when no agreement of the vehicle covers them [reports.19]', async () => {
    const bare = await app.make.vehicle(user.customer_id)
    const answer = await request({ vehicle_id: bare.id })
    expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, ['services']])
  })
  test('is answered the same for another company’s vehicle as for an unknown one [reports.20]', async () => {
    const foreign = await app.make.vehicle((await app.make.customer()).id)
    expect((await request({ vehicle_id: foreign.id })).text).toBe(
      (await request({ vehicle_id: 2_000_000_000 })).text,
    )
  })
  test('is answered as before for the same key and body, and as a conflict for another body [reports.21]', async () => {
    const first = await request({}, { 'idempotency-key': 'once' })
    const again = await request({}, { 'idempotency-key': 'once' })
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(
      (await request({ type: 'temp', services: 'carbontax' }, { 'idempotency-key': 'once' }))
        .status,
    ).toBe(409)
    expect((await caller.call(contract.reports.list, { query: {} })).meta.total).toBe(1)
  })
})

describe('a report that is made', () => {
  test('notifies the person who requested it once, and is unread for each user until that user opens it [reports.26, reports.28, reports.29, reports.30, reports.31]', async () => {
    const report = await makeReport()
    expect([report.progress, report.hash?.length]).toEqual([100, 43])
    const inbox = (await caller.call(notifications.list, { query: {} })).data
    expect(inbox.map(n => [n.type, n.data.url])).toEqual([['report', `/report?r=${report.id}`]])
    const colleague = await app.as(await app.make.user(user.customer_id, 'view'))
    const unread = async (who: Caller) => (await who.call(contract.unreadCount, {})).data.total
    expect([await unread(caller), await unread(colleague)]).toEqual([1, 1])
    expect(
      (await colleague.call(contract.markAsRead, { params: { id: report.id } })).data.read_at,
    ).not.toBeNull()
    expect([await unread(caller), await unread(colleague)]).toEqual([1, 0])
    expect((await caller.call(contract.markAllAsRead, {})).data.total).toBe(0)
  })
  test('appears in the updates of those who poll [reports.32, live.3]', async () => {
    const from = new Date(app.clock.now).toISOString()
    const { id } = await makeReport()
    expect(
      (await caller.call(updates, { body: { from } })).data.reports.map(r => [r.id, r.ready]),
    ).toEqual([[id, 1]])
  })
  test('becomes a spreadsheet with the rows and sums of its data', async () => {
    const report = await makeReport()
    const answer = await download(report.id, 'xlsx')
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="General-report_E[A-Z0-9]+_\d{4}-\d\d-\d\d.*\.xlsx"$/,
    )
    const sheets = await readExcelFile(answer.bytes)
    expect(sheets.map(s => s.sheet)).toEqual(['Informazioni', 'Carbon tax', 'Completezza'])
    const [head, ...body] = sheets[1]?.data ?? []
    expect(head?.[1]).toBe('Dati ricevuti (km)')
    const data = body.slice(0, rows)
    expect(data.map(r => r[1])).toEqual(Array.from({ length: rows }, (_, i) => KM(i)))
    expect(data[3]?.[2]).toBe('=1+1')
    expect(data[5]?.[2]).toBe('riga & <5>')
    // a row apart from the table
    const [apart, total] = body.slice(rows)
    expect(apart?.every(cell => cell === null)).toBe(true)
    expect(total?.[0]).toBe('Totale')
    const sum = data.reduce((sum, r) => sum + Number(r[1]), 0)
    expect(total?.[1]).toBeCloseTo(sum, 9)
    // and it comes before everything else
    const first = new Map(sheets[0]?.data.map(([label, value]) => [label, value]))
    expect([first.get('Mezzo'), first.get('Righe')]).toEqual([vehicle.plate, expect.any(Number)])
    expect(first.get('Dati ricevuti (km)')).toBeCloseTo(sum, 9)
  })
  test('of every type can be requested, made and opened as a spreadsheet, as a PDF and in the viewer [reports.5, reports.33]', async () => {
    rows = 2
    for (const id of agreementIds)
      await app.make.agreement(vehicle.id, user.customer_id, id, Date.parse('2026-01-01'))
    const types = contract.ReportType.options
    const ids: number[] = []
    for (const type of types)
      ids.push(
        (await request({ type, services: type === 'custom' ? 'eyegeo,drivers.report' : undefined }))
          .data.id,
      )
    await work()
    for (const [i, id] of ids.entries()) {
      await ends(id, 1)
      const [xlsx, pdf] = [await download(id, 'xlsx'), await download(id, 'pdf')]
      const sheets = (await readExcelFile(xlsx.bytes)).map(s => s.sheet)
      const { data } = JSON.parse((await raw(`/api/v1/reports/${id}/json`)).bytes.toString()) as {
        data: contract.ReportJson
      }
      expect([types[i], pdf.bytes.subarray(0, 5).toString(), data.sheets.length]).toEqual([
        types[i],
        '%PDF-',
        sheets.length - 1,
      ])
      expect(sheets.length).toBeGreaterThan(1)
    }
  })
  test('gives the viewer its rows, compressed for a reader that unpacks [reports.34]', async () => {
    const { id } = await makeReport()
    const { headers, bytes } = await raw(`/api/v1/reports/${id}/json`, {
      'accept-encoding': 'gzip',
    })
    expect(headers['content-encoding']).toBe('gzip')
    const plain = await raw(`/api/v1/reports/${id}/json`)
    expect(gunzipSync(bytes).equals(plain.bytes)).toBe(true)
    const { sheets } = contract.ReportJson.parse(
      (JSON.parse(plain.bytes.toString()) as { data: unknown }).data,
    )
    expect(sheets.map(s => [s.name, s.total])).toEqual([
      ['Carbon tax', rows + 3],
      ['Completezza', 8],
    ])
    expect(sheets[0]?.rows[1]).toEqual([
      new Date(app.clock.now - 2 * DAY).toISOString(),
      0,
      'riga & <0>',
    ])
    expect(sheets[0]?.kinds).toEqual({
      0: 'heading',
      5: 'marked',
      41: 'total',
      42: 'gap',
    })
  })
  test('opens without a session by its hash for 30 days, and by nothing else [reports.37, reports.38, reports.39]', async () => {
    const report = await makeReport({ type: 'custom' })
    expect(Buffer.from(report.hash ?? '', 'base64url')).toHaveLength(32)
    expect((await makeReport({ type: 'custom' })).hash?.slice(0, 6)).not.toBe(
      report.hash?.slice(0, 6),
    )
    const open = (hash: string, headers: Record<string, string> = {}) =>
      raw(`/api/v1/reports/${report.id}/link/${hash}?format=pdf`, headers, null)
    const answer = await open(report.hash ?? '')
    expect([
      answer.status,
      answer.headers['content-type'],
      answer.bytes.subarray(0, 5).toString(),
    ]).toEqual([200, 'application/pdf', '%PDF-'])
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    for (const forged of [
      'x',
      report.hash?.slice(0, -1) ?? '',
      `${report.hash?.slice(0, -1)}!`,
      'A'.repeat(43),
    ])
      expect((await open(forged)).status).toBe(404)
    const page = await open('x', { accept: 'text/html', 'accept-language': 'en' })
    expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.bytes.toString()).toContain('This link does not work')
    app.clock.now += 31 * DAY
    expect((await open(report.hash ?? '')).status).toBe(404)
    app.clock.now -= 31 * DAY
  })
  test('keeps its files for 90 days, and cannot be opened afterwards [reports.40]', async () => {
    const { id } = await makeReport()
    await purgeFiles({ ...app.ctx, now: () => app.clock.now + 91 * DAY }, 90 * DAY)
    expect((await reportById(id)).hash).toBeNull()
    expect((await storedFile(app.ctx.db, id, 'xlsx')).length).toBe(0)
    expect((await raw(`/api/v1/reports/${id}/download`)).status).toBe(409)
  })
  test('is removed with its files, and one in the making stops [reports.10]', async () => {
    const ready = await makeReport()
    expect((await caller.call(contract.removeReport, { params: { id: ready.id } })).status).toBe(
      204,
    )
    expect((await storedFile(app.ctx.db, ready.id, 'xlsx')).length).toBe(0)
    let signal: AbortSignal | undefined
    each = ask => {
      signal = ask.signal
      return new Promise((_, stop) =>
        ask.signal.addEventListener('abort', () => stop(ask.signal.reason)),
      )
    }
    const { id } = (await request()).data
    await vi.waitFor(() => expect(signal).toBeDefined())
    expect((await caller.call(contract.removeReport, { params: { id } })).status).toBe(204)
    await vi.waitFor(() => expect(signal?.aborted).toBe(true))
    expect((await caller.call(contract.reports.one, { params: { id } })).status).toBe(404)
  })
})

describe('a report in trouble', () => {
  test('cannot be opened while it is being made [reports.35]', async () => {
    const { id } = (await request()).data
    expect((await raw(`/api/v1/reports/${id}/json`)).status).toBe(409)
    expect((await raw(`/api/v1/reports/${id}/download`)).status).toBe(409)
  })
  test.each([
    [
      'the vehicle vanished',
      () =>
        app.ctx.db
          .updateTable('vehicles')
          .set({ deleted_at: new Date(app.clock.now) })
          .where('id', '=', vehicle.id)
          .execute(),
      /non c’è più/,
    ],
    [
      'the agreement ended',
      () =>
        app.ctx.db.deleteFrom('vehicle_agreements').where('vehicle_id', '=', vehicle.id).execute(),
      /contratto attivo/,
    ],
  ] as const)(
    'where %s meanwhile, names the reason and notifies the person in their language [reports.6]',
    async (_, happen, said) => {
      const { id } = (await request()).data
      await happen()
      await work()
      await ends(id, 2)
      expect(await reportById(id)).toMatchObject({ hash: null, error: expect.stringMatching(said) })
      expect((await caller.call(notifications.list, { query: {} })).data.map(n => n.type)).toEqual([
        'report',
      ])
    },
  )
  test('is tried again from the beginning after one failure, without anything of the first try [reports.25]', async () => {
    let tries = 0
    each = async (_, row) => {
      if (row === 0) tries++
      if (row === 20 && tries === 1) throw new Error('the database was away')
    }
    const { id } = await makeReport()
    expect(tries).toBe(2)
    const [, data] = await readExcelFile((await download(id, 'xlsx')).bytes)
    expect(data?.data).toHaveLength(rows + 3)
  })
  test('is begun anew after an outage of the database, which does not count as a failure [reports.99]', async () => {
    let tries = 0
    each = async (_, row) => {
      if (row === 0) tries++
      if (row === 20 && tries < 4)
        throw Object.assign(new Error('terminating connection'), { code: '57P01' })
    }
    const { id } = await makeReport()
    expect(tries).toBe(4)
    const [, data] = await readExcelFile((await download(id, 'xlsx')).bytes)
    expect(data?.data).toHaveLength(rows + 3)
  })
  test('is taken over by another process when its own dies, and is given up the third time [reports.23, reports.24]', async () => {
    const { id } = (await request()).data
    // the state that a killed process leaves: the task taken, the report begun, half a file stored
    const setAttempts = (attempts: number) =>
      app.ctx.pool.query(
        `update graphile_worker._private_jobs set locked_at = now() - interval '2 minutes', locked_by = 'dead', attempts = ${attempts}`,
      )
    await setAttempts(1)
    await app.ctx.pool.query(`update tasks set state = 'running', attempts = 1`)
    await app.ctx.db
      .insertInto('report_files')
      .values({
        customer_id: user.customer_id,
        report_id: id,
        file: 'xlsx',
        part: 0,
        bytes: Buffer.from('half'),
      })
      .execute()
    await work()
    await ends(id, 1)
    await expect(readExcelFile((await download(id, 'xlsx')).bytes)).resolves.toHaveLength(3)

    await Promise.all(queues.splice(0).map(q => q.stop()))
    const hopeless = (await request()).data
    await setAttempts(2)
    await app.ctx.pool.query(
      `update tasks set state = 'running', attempts = 2 where state = 'waiting'`,
    )
    await work()
    await vi.waitFor(async () => {
      await endInterrupted(app.ctx)
      expect((await reportById(hopeless.id)).ready).toBe(2)
    })
    expect((await reportById(hopeless.id)).error).toMatch(/Richiedilo di nuovo/)
  })
})

test('reports over a day of 23 hours and one of 25 follow the customer’s clocks [reports.41]', async () => {
  const clock = app.clock.now
  const zone = 'Europe/Rome'
  for (const [day, next, hours] of [
    ['2026-03-29', '2026-03-30', 23],
    ['2026-10-25', '2026-10-26', 25],
  ] as const) {
    const [from, to] = [dayBegin(day, zone), dayBegin(next, zone)]
    expect((to - from) / HOUR).toBe(hours)
    app.clock.now = to + DAY
    rows = hours
    const report = await makeReport({
      period_from: new Date(from).toISOString(),
      period_to: new Date(to).toISOString(),
    })
    const [cover, data] = await readExcelFile((await download(report.id, 'xlsx')).bytes)
    expect(cover?.data.flat()).toContain(day.split('-').reverse().join('/'))
    const times = (data?.data ?? [])
      .slice(1, 1 + hours)
      .map(r => new Date(Math.round(Number(r[0]) / 1_000) * 1_000).toISOString().slice(0, 13))
    expect([times[0], times.at(-1), new Set(times).size]).toEqual([
      `${day}T00`,
      `${day}T23`,
      Math.min(24, hours),
    ])
  }
  app.clock.now = clock
})

async function raw(
  url: string,
  headers: Record<string, string> = {},
  token: string | null = caller.token,
) {
  const response = await app.server.app.inject({
    method: 'GET',
    url,
    headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...headers },
  })
  return {
    status: response.statusCode,
    headers: response.headers as Record<string, string>,
    bytes: response.rawPayload,
  }
}
const download = (id: number, format: contract.ReportFormat) =>
  raw(`/api/v1/reports/${id}/download?format=${format}`, { 'accept-language': 'en' })
