import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { verify } from '../register/contract.ts'
import { requestReport } from '../reports/contract.ts'
import { reportTask } from '../reports/task.ts'
import { storedFile } from '../reports/testing.ts'
import { findPrintVehicles, printReceipt, printReceiptPdf } from './contract.ts'
import { readPdf } from './testing-pdf.ts'

const NOON = Date.parse('2026-11-20T11:00:00Z')
const iso = (at: number): string => new Date(at).toISOString()
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.clock.now = NOON
})

let customer_id: number
let caller: Caller
/** A company with the register and a printing user. */
async function company({ t_check = '1' } = {}): Promise<void> {
  customer_id = (await app.make.customer({ name: 'Aurora', configurations: { t_check } })).id
  caller = await app.as(await app.make.user(customer_id, 'printing'))
}
async function cold(
  values: Parameters<TestApp['make']['vehicle']>[1] = {},
  agreement_id = 3,
  record: { readonly serial?: string; readonly model?: string } = {},
) {
  const vehicle = await app.make.vehicle(customer_id, values)
  const { serial = null, model = null } = record
  await app.ctx.pool.query('update vehicles set serial = $2, model = $3 where id = $1', [
    vehicle.id,
    serial,
    model,
  ])
  await app.make.agreement(vehicle.id, customer_id, agreement_id, NOON - 90 * DAY)
  return vehicle
}
/** Stores a temperature for every five minutes of the last hours, as the pipeline does. */
async function storeTemperatures(vehicle_id: number, hours: number): Promise<void> {
  const times = Array.from({ length: hours * 12 + 1 }, (_, i) => new Date(NOON - i * 5 * MINUTE))
  const data = JSON.stringify({ T1: -18.4, T2: null, T3: null, T4: null })
  await app.ctx.pool.query(
    `insert into readings (message_datetime, vehicle_id, seq, kind, data) select at, $1, 0, 'temperature', $3::json from unnest($2::timestamptz[]) as r (at)`,
    [vehicle_id, times, data],
  )
  await app.make.state(vehicle_id)
}
const foundPlates = async (code: string) =>
  (await caller.call(findPrintVehicles, { query: { code } })).data.map(v => v.plate)

describe('the vehicles that a scanned or typed code finds', () => {
  test('are found by plate, serial, unit code, IMEI and label, in any spelling [printing.8, printing.9]', async () => {
    await company()
    const vehicle = await cold({ plate: 'FR 123-KL' }, 3, {
      serial: 'XLR.20/17',
      model: 'Cool Liner',
    })
    const device = await app.make.device(vehicle.id)
    for (const code of [
      'FR123KL',
      ' fr 123 kl ',
      '*FR-123-KL*',
      'xlr2017',
      String(device.unit_code).toLowerCase(),
      device.imei,
      `http://kiosk.example/printer/vehicle/${vehicle.id}`,
      `/details/${vehicle.id}`,
    ])
      expect(await foundPlates(code), code).toEqual(['FR 123-KL'])
    expect((await caller.call(findPrintVehicles, { query: { code: 'fr123kl' } })).data).toEqual([
      {
        id: vehicle.id,
        plate: 'FR 123-KL',
        serial: 'XLR.20/17',
        model: 'Cool Liner',
        unit_code: device.unit_code,
        vehicle_type: vehicle.vehicle_type,
      },
    ])
  })
  test('are all listed by plate where several match, and an unknown or partial code finds none', async () => {
    await company()
    await cold({ plate: 'ZZ999ZZ' }, 3, { serial: 'DOPPIO' })
    await cold({ plate: 'DOPPIO' })
    expect(await foundPlates('doppio')).toEqual(['DOPPIO', 'ZZ999ZZ'])
    for (const code of [
      'XX000XX',
      'ZZ99',
      '%',
      '_',
      "' or 1=1 --",
      'https://elsewhere.example/x',
      '/printer/vehicle/2147483647',
    ])
      expect(await foundPlates(code), code).toEqual([])
  })
  test('are none for a code of rubbish, which is refused or finds nothing but never fails', async () => {
    await company()
    await cold()
    expect((await caller.call(findPrintVehicles, { query: { code: '' } })).status).toBe(422)
    expect((await caller.call(findPrintVehicles, { query: { code: 'A\u0000B' } })).status).toBe(422)
    expect(
      (await caller.call(findPrintVehicles, { query: { code: 'x'.repeat(2_001) } })).status,
    ).toBe(422)
    for (const code of ['\u001d\u0004', '😀', 'x'.repeat(2_000), '%00%ff'])
      expect(await foundPlates(code)).toEqual([])
  })
  test('have the register, and belong to the company or are shared with it [printing.12]', async () => {
    await company()
    const mine = await cold({ plate: 'FREDDO1' })
    await cold({ plate: 'SOLOPOS' }, 2)
    expect([await foundPlates('FREDDO1'), await foundPlates('SOLOPOS')]).toEqual([['FREDDO1'], []])
    await company()
    expect([
      await foundPlates('FREDDO1'),
      await foundPlates(`/printer/vehicle/${mine.id}`),
    ]).toEqual([[], []])
    await app.make.agreement(mine.id, customer_id, 3)
    expect(await foundPlates('FREDDO1')).toEqual(['FREDDO1'])
    await company({ t_check: '0' })
    await cold({ plate: 'SENZA' })
    expect(await foundPlates('SENZA')).toEqual([])
  })
})

describe('a receipt', () => {
  const requestReceipt = (id: number, from: number, to: number) =>
    caller.call(
      printReceipt,
      { params: { id }, query: { from: iso(from), to: iso(to) } },
      { language: 'en' },
    )
  test('names company, vehicle and measurements, and anybody can verify its code [printing.17, printing.20]', async () => {
    await company()
    const vehicle = await cold({ plate: 'FREDDO2' })
    await storeTemperatures(vehicle.id, 24)
    const { status, data } = await requestReceipt(vehicle.id, NOON - DAY, NOON)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      company: { name: 'Aurora' },
      vehicle: { id: vehicle.id, plate: 'FREDDO2' },
      period_from: iso(NOON - DAY),
      period_to: iso(NOON),
      timezone: 'Europe/Rome',
      interval: 900,
      gaps: [],
    })
    expect(data.rows).toHaveLength(97)
    expect(data.rows[0]).toMatchObject({
      at: iso(NOON - DAY),
      T1: -18.4,
      T2: null,
      out: [],
      marked: false,
    })
    expect(data.statistics).toMatchObject([
      {
        sensor: 'T1',
        min: -18.4,
        min_at: iso(NOON - DAY),
        max: -18.4,
        average: -18.4,
        samples: 289,
        completeness: 100,
      },
    ])
    expect(data.url).toBe(`http://localhost/verify?c=${data.code}`)
    const proof = (await app.with(null).call(verify, { query: { c: data.code } })).data
    expect(proof).toMatchObject({
      outcome: 'genuine',
      receipt: { company: 'Aurora', plate: 'FREDDO2', samples: 97 },
    })
  })
  test('covers five days at most by the company’s clocks, is refused for a period that has not begun, and ends now in a period that has not ended [printing.14, printing.25]', async () => {
    await company()
    const { id } = await cold()
    expect((await requestReceipt(id, NOON - 5 * DAY, NOON)).status).toBe(200)
    for (const [from, to, field] of [
      [NOON - 5 * DAY - MINUTE, NOON, 'to'],
      [NOON - 9 * DAY, NOON, 'to'],
      [NOON, NOON - HOUR, 'to'],
      [NOON + HOUR, NOON + 2 * HOUR, 'from'],
    ] as const) {
      const refusal = await requestReceipt(id, from, to)
      expect([refusal.status, Object.keys(refusal.failure.data ?? {})]).toEqual([422, [field]])
    }
    expect((await requestReceipt(id, NOON - HOUR, NOON + HOUR)).data.period_to).toBe(iso(NOON))
    expect(
      (await caller.call(printReceipt, { params: { id }, query: { from: 'x' } as never })).status,
    ).toBe(422)
  })
  test('is for printing users alone, of vehicles with the register [printing.26]', async () => {
    await company()
    const { id } = await cold()
    const query = { from: iso(NOON - HOUR), to: iso(NOON) }
    for (const role of ['view', 'edit', 'control'] as const) {
      const otherCaller = await app.as(await app.make.user(customer_id, role))
      for (const e of [printReceipt, printReceiptPdf])
        expect((await otherCaller.call(e, { params: { id }, query })).status).toBe(403)
      expect((await otherCaller.call(findPrintVehicles, { query: { code: 'X' } })).status).toBe(403)
    }
    const warm = await cold({}, 2)
    expect((await caller.call(printReceipt, { params: { id: warm.id }, query })).status).toBe(403)
    await company({ t_check: '0' })
    const without = await cold()
    const refusal = await caller.call(
      printReceipt,
      { params: { id: without.id }, query },
      { language: 'en' },
    )
    expect([refusal.status, refusal.failure.message]).toEqual([
      403,
      'This vehicle does not have the temperature register.',
    ])
    expect((await caller.call(printReceipt, { params: { id }, query })).status).toBe(404)
  })
  test('is printed as a PDF on either paper, in the language of the reader, with a code of its own that verifies [printing.24]', async () => {
    await company()
    const vehicle = await cold({ plate: 'FREDDO3' })
    await storeTemperatures(vehicle.id, 3)
    for (const [paper, width] of [
      ['a4', 210],
      ['80mm', 80],
    ] as const) {
      const path = `/api/v1/vehicles/${vehicle.id}/print/pdf`
      const answer = await app.server.app.inject({
        url: path,
        query: { from: iso(NOON - 3 * HOUR), to: iso(NOON), paper },
        headers: { authorization: `Bearer ${caller.token}`, 'accept-language': 'de' },
      })
      expect([
        answer.statusCode,
        answer.headers['content-type'],
        answer.headers['cache-control'],
      ]).toEqual([200, 'application/pdf', 'no-store'])
      const [page] = readPdf(answer.rawPayload)
      expect(Math.round(page?.width ?? 0)).toBe(width)
      expect(page?.text).toContain('Temperaturbeleg')
      const code = /[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z]{4}/.exec(page?.text ?? '')?.[0] ?? ''
      expect((await app.with(null).call(verify, { query: { c: code } })).data.outcome).toBe(
        'genuine',
      )
    }
  })
})

describe('the report of temperatures on paper', () => {
  /** The text of its first page. @param isScheduled requested by a schedule */
  const firstPage = async (vehicle_id: number, isScheduled = false): Promise<string> => {
    const manager = await app.as(await app.make.user(customer_id, 'edit'))
    const { id } = (
      await manager.call(requestReport, {
        body: {
          type: 'temp',
          vehicle_id,
          period_from: iso(NOON - DAY),
          period_to: iso(NOON),
        },
      })
    ).data
    if (isScheduled)
      await app.ctx.pool.query('update reports set requested_by = null where id = $1', [id])
    await reportTask.run(
      { report_id: id },
      {
        ctx: app.ctx,
        id: '0',
        attempt: 1,
        signal: new AbortController().signal,
        progress: () => {},
        answer: async () => {},
      },
    )
    const [page] = readPdf(await storedFile(app.ctx.db, id, 'pdf'))
    return (page?.text ?? '').replaceAll('\n', ' ')
  }
  const numberIn = (page: string) => /[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z]{4}/.exec(page)?.[0]

  test('is a certificate with a number that anybody can verify, also when a schedule made it [printing.36]', async () => {
    await company()
    const vehicle = await cold({ plate: 'FREDDO4' })
    await storeTemperatures(vehicle.id, 24)
    for (const isScheduled of [false, true]) {
      const page = await firstPage(vehicle.id, isScheduled)
      expect(page).toContain('Certificato delle temperature')
      expect(page).toContain('−18,4')
      const proof = await app.with(null).call(verify, { query: { c: numberIn(page) ?? '' } })
      expect(proof.data).toMatchObject({
        outcome: 'genuine',
        receipt: { plate: 'FREDDO4', statistics: [{ min: -18.4, max: -18.4 }] },
      })
    }
  })
  test('explains, without a register, that it has no number to verify [printing.37]', async () => {
    await company({ t_check: '0' })
    const vehicle = await cold()
    await storeTemperatures(vehicle.id, 24)
    const page = await firstPage(vehicle.id)
    expect(page).toContain('−18,4')
    expect(page).toContain('non c’è il registro firmato delle temperature')
    expect(numberIn(page)).toBeUndefined()
  })
})
