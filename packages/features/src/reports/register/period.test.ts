// All places show the same temperatures, from a device's records to panel, report in all its files, receipt, and its verification.
import { gunzipSync } from 'node:zlib'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { type Queue, startQueue } from '@flotta/platform/queue-runner.ts'
import readExcelFile from 'read-excel-file/node'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { history } from '../../services/eyecold/contract.ts'
import {
  familyOf,
  type HeardVehicle,
  heardVehicle,
} from '../../telemetry/pipeline/testing-vehicle.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { printReceipt, printReceiptPdf } from '../printing/contract.ts'
import { readPdf } from '../printing/testing-pdf.ts'
import { reports as reportCalls, requestReport } from '../reports/contract.ts'
import { reportTask } from '../reports/task.ts'
import { storedFile } from '../reports/testing.ts'
import { piecesOfPdf } from '../reports/testing-pdfjs.ts'
import { temperatures, verify } from './contract.ts'
import { keepRegister } from './jobs.ts'

const tenths = { width: 2, signed: true, scale: 0.1 } as const
const family = familyOf({ temp1: { id: 72, ...tenths }, zone1_setpoint: { id: 10049, ...tenths } })
const BEGIN = Date.parse('2026-11-20T09:00:00Z')
const END = BEGIN + 2 * HOUR
const at = (minute: number) => BEGIN + minute * MINUTE
const iso = (moment: number): string => new Date(moment).toISOString()

let app: TestApp
let reefer: HeardVehicle
let manager: Caller
let kiosk: Caller
let customer_id: number
const queues: Queue[] = []
beforeAll(async () => {
  app = await testApp()
})
afterEach(async () => {
  await Promise.all(queues.splice(0).map(queue => queue.stop()))
})
afterAll(() => app.close())

async function company({
  t_check = '1',
  agreement_id = agreement.eyecold as number,
  plate = 'XB775LT',
} = {}): Promise<void> {
  app.clock.now = END
  customer_id = (await app.make.customer({ name: 'Aurora', configurations: { t_check } })).id
  reefer = await heardVehicle(app, family, customer_id, [agreement_id], { plate })
  manager = await app.as(await app.make.user(customer_id, 'edit'))
  kiosk = await app.as(await app.make.user(customer_id, 'printing'))
}
const record = (minute: number, temp1: number) =>
  family.message(at(minute), { temp1, zone1_setpoint: -20 })
/** A record each minute: nine at −12.4, three at −10.9, two at −27.6; an hour of silence; then as it should be. */
const wire = () => [
  ...Array.from({ length: 9 }, (_, i) => record(i, -12.4)),
  ...[9, 10, 11].map(minute => record(minute, -10.9)),
  ...[12, 13].map(minute => record(minute, -27.6)),
  ...Array.from({ length: 48 }, (_, i) => record(73 + i, -20)),
]
const receiptOf = async (from: number, to: number) =>
  (
    await kiosk.call(printReceipt, {
      params: { id: reefer.vehicle_id },
      query: { from: iso(from), to: iso(to) },
    })
  ).data
interface SheetOfJson {
  readonly name: string
  readonly columns: readonly { readonly key: string }[]
  readonly rows: readonly (readonly unknown[])[]
  readonly kinds: Readonly<Record<string, string>>
}
/** Makes a report and reads what its viewer gets, by the keys of the columns. */
async function reportOf(type: 'temp', from: number, to: number) {
  const { data } = await manager.call(requestReport, {
    body: { type, vehicle_id: reefer.vehicle_id, period_from: iso(from), period_to: iso(to) },
  })
  queues.push(await startQueue([{ tasks: [reportTask] }], app.ctx))
  await vi.waitFor(async () =>
    expect((await manager.call(reportCalls.one, { params: { id: data.id } })).data.ready).toBe(1),
  )
  const json = JSON.parse(gunzipSync(await storedFile(app.ctx.db, data.id, 'json')).toString()) as {
    data: { sheets: SheetOfJson[] }
  }
  const sheets = json.data.sheets.map(({ columns, rows, kinds }) => ({
    keys: columns.map(c => c.key),
    rows: rows.flatMap((row, i) =>
      ['heading', 'note', 'total', 'gap'].includes(kinds[i] ?? '')
        ? []
        : [Object.fromEntries(columns.map((c, k) => [c.key, row[k]]))],
    ),
    notes: rows.flatMap((row, i) =>
      kinds[i] === 'gap' || kinds[i] === 'note' ? [String(row[0])] : [],
    ),
  }))
  return {
    id: data.id,
    sheetWith: (key: string) =>
      sheets.find(s => s.keys.includes(key)) ?? { keys: [], rows: [], notes: [] },
  }
}
const textOfPdf = async (bytes: Buffer): Promise<string> =>
  (await piecesOfPdf(bytes)).map(pieces => pieces.join(' ')).join('')
const withoutSpaces = (text: string): string => text.replace(/\s+/g, '')

describe('a reading each minute and an hour of silence show the same figures', () => {
  beforeAll(async () => {
    await company()
    await reefer.hear(...wire())
  })
  test('on the panel', async () => {
    const query = { period_from: iso(BEGIN), period_to: iso(END), points: 2_000 }
    const rows = (await manager.call(history, { params: { id: reefer.vehicle_id }, query })).data
    const values = rows.flatMap(row =>
      row.T1 === null ? [] : [[row.T1, row.message_datetime] as const],
    )
    const by = (better: (a: number, b: number) => boolean) =>
      values.reduce((best, value) => (better(value[0], best[0]) ? value : best))
    expect([by((a, b) => a < b), by((a, b) => a > b)]).toEqual([
      [-27.6, iso(at(12))],
      [-10.9, iso(at(9))],
    ])
    const silences = values.map(
      ([, when], i) => Date.parse(values[i + 1]?.[1] ?? when) - Date.parse(when),
    )
    expect(Math.max(...silences)).toBe(60 * MINUTE)
  })
  test('in the viewer of the report [register.41]', async () => {
    const { sheetWith } = await reportOf('temp', BEGIN, END)
    expect(sheetWith('verdict').rows).toEqual([
      {
        ...{
          vehicle: 'XB775LT',
          sensor: 'T1',
          min: -27.6,
          min_at: iso(at(12)),
          max: -10.9,
          max_at: iso(at(9)),
          average: -20.35,
          mean_kinetic: -18.68,
        },
        ...{
          out: 14 * 60,
          excursions: 1,
          completeness: 50,
          verdict: 'Fuori range',
          registered: true,
          since: null,
        },
      },
    ])
    expect(sheetWith('peak').rows).toEqual([
      {
        ...{
          vehicle: 'XB775LT',
          sensor: 'T1',
          from: iso(BEGIN),
          to: iso(at(14)),
          duration: 14 * 60,
          peak: -10.9,
          peak_at: iso(at(9)),
        },
        ...{ setpoint: -20, tolerance: 5, cause: null, registered: true },
      },
    ])
    expect(sheetWith('setpoint_t1').notes).toEqual([expect.stringContaining('1:00')])
    // the cover shows the same as the sheets
    expect(sheetWith('said').rows).toMatchObject([
      { received: 50, gaps: 1, silent: 3_600, said: 'T1 50,0 %' },
    ])
  })
  test('in its spreadsheet and on its paper [register.42]', async () => {
    const { id } = await reportOf('temp', BEGIN, END)
    const [xlsx, pdf] = await Promise.all([
      storedFile(app.ctx.db, id, 'xlsx'),
      storedFile(app.ctx.db, id, 'pdf'),
    ])
    const cells = (await readExcelFile(xlsx)).flatMap(({ data }) => data.flat().map(String))
    const text = withoutSpaces(await textOfPdf(pdf))
    for (const value of ['-27.6', '-10.9', '-20.35', '50']) expect(cells).toContain(value)
    const silence = (await readExcelFile(xlsx)).find(({ sheet }) => sheet === 'Interruzioni')
    expect(silence?.data.map(([plate]) => plate)).toEqual(['Mezzo', 'XB775LT'])
    for (const words of [
      'Certificato delle temperature',
      'Fuori dai limiti',
      '−27,6 −10,9',
      '20/11 10:12 20/11 10:09',
      '50,0 %',
      'T1 20/11 10:00 20/11 10:14 14 min −10,9 (20/11 10:09)',
      '20/11/2026 10:13 alle 20/11/2026 11:13 (1 h 0 min)',
    ])
      expect(text).toContain(withoutSpaces(words))
  })
  test('on the receipt, on its paper and where it is verified [register.36, register.40]', async () => {
    const receipt = await receiptOf(BEGIN, END - MINUTE)
    const statistic = {
      sensor: 'T1',
      min: -27.6,
      min_at: iso(at(12)),
      max: -10.9,
      max_at: iso(at(9)),
      minutes_outside: 14,
      registered: true,
    }
    const excursion = {
      sensor: 'T1',
      from: iso(BEGIN),
      to: iso(at(14)),
      minutes: 14,
      peak: -10.9,
      peak_at: iso(at(9)),
      cause: null,
      registered: true,
    }
    expect(receipt.statistics).toMatchObject([statistic])
    expect([receipt.excursions, receipt.verdict, receipt.gaps]).toEqual([
      [excursion],
      'outside',
      [{ from: iso(at(13)), to: iso(at(73)) }],
    ])
    const proof = (await app.with(null).call(verify, { query: { c: receipt.code } })).data
    expect(proof.outcome).toBe('genuine')
    expect(proof.receipt).toMatchObject({
      statistics: receipt.statistics,
      excursions: receipt.excursions,
      verdict: receipt.verdict,
      samples: receipt.rows.length,
    })
    const answer = await app.server.app.inject({
      url: `/api/v1${printReceiptPdf.path.replace(':id', String(reefer.vehicle_id))}`,
      query: { from: iso(BEGIN), to: iso(END - MINUTE), paper: 'a4' },
      headers: { authorization: `Bearer ${kiosk.token}`, 'accept-language': 'it' },
    })
    const paper = readPdf(answer.rawPayload)
      .map(page => page.text)
      .join(' ')
      .replaceAll('\n', ' ')
    for (const words of [
      '−27,6 −10,9',
      '20/11 10:12 20/11 10:09',
      'Fuori dai limiti',
      'T1 20/11 10:00 20/11 10:14 14 min −10,9 (20/11 10:09)',
      '(1 h 0 min)',
    ])
      expect(paper).toContain(words)
  })
})

test('report, certificate, receipt, verification and panel tell the same figures of a period whose both ends are amid the readings [register.51, register.52]', async () => {
  await company({ plate: 'XB776LT' })
  // warmest just before the period, coldest at its very end
  await reefer.hear(
    ...Array.from({ length: 91 }, (_, i) => record(i, i === 29 ? -9 : i === 60 ? -28 : -20)),
  )
  const [from, to] = [at(29) + 30_000, at(60)]
  const receipt = await receiptOf(from, to)
  expect(receipt.statistics).toMatchObject([
    { max: -9, max_at: iso(from), min: -28, min_at: iso(to), samples: 3 },
  ])
  const proof = (await app.with(null).call(verify, { query: { c: receipt.code } })).data
  expect(proof.receipt?.statistics).toEqual(receipt.statistics)
  const panel = await manager.call(temperatures, {
    params: { id: reefer.vehicle_id },
    query: { period_from: iso(from), period_to: iso(to) },
  })
  expect(panel.data.statistics).toEqual(receipt.statistics)

  const { id, sheetWith } = await reportOf('temp', from, to)
  const [T1] = receipt.statistics
  expect(sheetWith('verdict').rows).toMatchObject([
    {
      min: T1?.min,
      min_at: T1?.min_at,
      max: T1?.max,
      max_at: T1?.max_at,
      average: T1?.average,
      mean_kinetic: T1?.mean_kinetic,
      completeness: T1?.completeness,
    },
  ])
  expect(sheetWith('setpoint_t1').rows.map(row => [row.at, row.T1])).toEqual(
    receipt.rows.map(row => [row.at, row.T1]),
  )
  const certificate = withoutSpaces(await textOfPdf(await storedFile(app.ctx.db, id, 'pdf')))
  expect(certificate).toContain(withoutSpaces('−28,0 −9,0'))
  expect(certificate).toContain(withoutSpaces('20/11 11:00 20/11 10:29'))
})

describe('a period that the register holds only in part is completed from the readings', () => {
  test('a register that begins within the period leaves no gap, and the rows before it are marked as not registered [register.39]', async () => {
    await company({ t_check: '0', plate: 'XB716PS' })
    app.clock.now = BEGIN + HOUR
    await reefer.hear(
      ...Array.from({ length: 13 }, (_, i) => record(i * 5, i === 4 ? -10.9 : -20 - i / 10)),
    )
    // the register is switched on; it begins with the day of the vehicle's first record, so that day is deleted from it
    await app.ctx.pool.query(
      `update customers set configurations = configurations || '{"t_check":"1"}' where id = $1`,
      [customer_id],
    )
    await app.ctx.pool.query(
      `insert into register_books (vehicle_id, begins_at, timezone, day, page_from, page_to, previous, rows, hash, grid, next_at)
       values ($1, $2, 'UTC', '2026-11-20', $3, $4, $5, 0, $5, $6, $2)`,
      [
        reefer.vehicle_id,
        new Date(at(75)),
        new Date('2026-11-20T00:00:00Z'),
        new Date('2026-11-21T00:00:00Z'),
        Buffer.alloc(32),
        JSON.stringify([[Date.parse('2026-11-20T00:00:00Z'), 900]]),
      ],
    )
    app.clock.now = END
    await reefer.hear(...Array.from({ length: 12 }, (_, i) => record(65 + i * 5, -20 + i / 10)))
    await keepRegister(app.ctx)
    const receipt = await receiptOf(BEGIN, END)
    expect(receipt.gaps).toEqual([])
    expect(receipt.rows.map(row => [row.at.slice(11, 16), row.registered])).toEqual([
      ...['09:00', '09:15', '09:30', '09:45', '10:00'].map(time => [time, false]),
      ...['10:15', '10:30', '10:45', '11:00'].map(time => [time, true]),
    ])
    expect(receipt.statistics).toMatchObject([
      { max: -10.9, max_at: iso(at(20)), completeness: 100, registered: false },
    ])
    expect([receipt.registered, receipt.excursions.map(e => [e.peak, e.registered])]).toEqual([
      false,
      [[-10.9, false]],
    ])
    expect((await app.with(null).call(verify, { query: { c: receipt.code } })).data).toMatchObject({
      outcome: 'genuine',
      receipt: { statistics: receipt.statistics },
    })
  })
  test('the register still has every extreme when the readings are deleted [register.43]', async () => {
    await company()
    await reefer.hear(...wire())
    const before = await receiptOf(BEGIN, END)
    await app.ctx.pool.query('delete from readings where vehicle_id = $1', [reefer.vehicle_id])
    await app.ctx.pool.query('delete from positions where vehicle_id = $1', [reefer.vehicle_id])
    const after = await receiptOf(BEGIN, END)
    const extremes = (receipt: typeof after) =>
      receipt.statistics.map(s => [s.sensor, s.min, s.min_at, s.max, s.max_at])
    expect(extremes(after)).toEqual(extremes(before))
    const query = { period_from: iso(BEGIN), period_to: iso(END), points: 2_000 }
    const chartPoints = (
      await manager.call(history, { params: { id: reefer.vehicle_id }, query })
    ).data.flatMap(row => (row.T1 === null ? [] : [row.T1]))
    expect([Math.min(...chartPoints), Math.max(...chartPoints)]).toEqual([-27.6, -10.9])
  })
  test('silence makes a gap, while the time before the first device makes none and is explained', async () => {
    await company()
    await app.ctx.pool.query('update device_mounts set mounted_from = $2 where vehicle_id = $1', [
      reefer.vehicle_id,
      new Date(at(60)),
    ])
    await reefer.hear(...Array.from({ length: 13 }, (_, i) => record(60 + i * 5, -20)))
    const receipt = await receiptOf(BEGIN, END)
    expect([receipt.since, receipt.gaps, receipt.statistics[0]?.completeness]).toEqual([
      iso(at(60)),
      [],
      100,
    ])
    const { sheetWith } = await reportOf('temp', BEGIN, END)
    expect(sheetWith('said').rows).toMatchObject([
      { received: 100, said: 'T1 100,0 %, nessun dispositivo prima del 20/11/2026 11:00:00' },
    ])
    expect(sheetWith('verdict').rows).toMatchObject([{ completeness: 100, since: iso(at(60)) }])
    expect((await receiptOf(BEGIN - DAY, BEGIN)).gaps).toEqual([])
  })
})

test.each([agreement.eyecold, agreement.fridge, agreement.recorder])(
  'a person who sees temperatures by agreement %i gets their receipts',
  async agreement_id => {
    await company({ agreement_id })
    await reefer.hear(...wire())
    expect((await receiptOf(BEGIN, END)).statistics).toMatchObject([
      { min: -27.6, max: -10.9, registered: true },
    ])
  },
)
