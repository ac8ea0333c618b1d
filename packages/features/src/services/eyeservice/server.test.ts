// Maintenance and expenses through the contract.
import { DAY } from '@flotta/core/time.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { active } from '../../alerts/incidents/contract.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { vehicleById } from '../../fleet/vehicles/contract.ts'
import { type Caller, type TestApp, testApp, type Vehicle } from '../../testing/app.ts'
import * as contract from './contract.ts'
import { jobs } from './jobs.ts'

let app: TestApp
let caller: Caller
let vehicle: Vehicle
beforeAll(async () => {
  app = await testApp()
  app.clock.now = Date.parse('2026-11-22T10:00:00Z')
})
afterAll(() => app.close())

const ALL = [
  agreement.fridge_service,
  agreement.fgas,
  agreement.recorder,
  agreement.maintenance,
  agreement.expenses,
]
async function someone(agreements: readonly number[] = ALL, role: 'view' | 'edit' = 'edit') {
  const { id } = await app.make.customer()
  vehicle = await app.make.vehicle(id, { vehicle_type: 'S' })
  for (const agreement_id of agreements) await app.make.agreement(vehicle.id, id, agreement_id)
  caller = await app.as(await app.make.user(id, role))
}
const params = () => ({ id: vehicle.id })
const add = (body: object) => caller.call(contract.add, { params: params(), body } as never)
const data = async () => (await caller.call(contract.data, { params: params() })).data
const history = async (query: object = {}) =>
  (await caller.call(contract.history, { params: params(), query })).data
const alerts = async () =>
  (await caller.call(active, { query: { vehicle_id: vehicle.id } })).data
    .map(a => a.alert_id)
    .sort()

test('a vehicle without entries has no data but its intervals [eyeservice.6]', async () => {
  await someone()
  expect(await data()).toMatchObject({
    maintenance: null,
    routine_maintenance: null,
    temperature_recorder_maintenance: null,
    fgas_maintenance: null,
    total_expenses: 0,
    last_expense: null,
    config: { fridge_time_config: 12, fridge_hours_config: 1_500, maintenance_km_config: null },
  })
  expect(await history()).toEqual([])
})
test('the newest entry of each sort counts as its last, whatever the order of entry [eyeservice.3, eyeservice.7, eyeservice.8]', async () => {
  await someone()
  const first = await add({ type: 0, date: '2026-05-02', hours: 900, subtype: 'ordinaria' })
  expect([first.status, first.data]).toEqual([
    200,
    {
      id: expect.any(Number),
      type: 0,
      message_datetime: '2026-05-01T22:00:00.000Z',
      subtype: 'ordinaria',
      hours: 900,
      km: null,
      data: null,
      description: null,
    },
  ])
  await add({ type: 0, date: '2025-05-02', hours: 100 })
  await add({ type: 1, date: '2026-11-20T08:00:00+01:00' })
  await add({ type: 2, date: '2026-11-22' })
  await add({ type: 3, date: '2026-10-01', km: 120_500.5, hours: 4_000 })
  expect(await data()).toMatchObject({
    maintenance: {
      id: first.data.id,
      hours: 900,
      due: { by: 'period', due_date: '2027-05-02', state: 'fine' },
    },
    fgas_maintenance: { message_datetime: '2026-11-20T07:00:00.000Z' },
    temperature_recorder_maintenance: { due: { due_date: '2027-11-22' } },
    routine_maintenance: { km: 120_500.5, hours: 4_000, due: null },
  })
  expect((await history()).map(e => [e.type, e.message_datetime.slice(0, 10)])).toEqual([
    [0, '2025-05-01'],
    [0, '2026-05-01'],
    [3, '2026-09-30'],
    [1, '2026-11-20'],
    [2, '2026-11-21'],
  ])
  expect(
    await history({ period_from: '2026-09-30T00:00:00Z', period_to: '2026-10-31T00:00:00Z' }),
  ).toHaveLength(1)
})
test.each<[string, object, number | string]>([
  ['no period', {}, 200],
  ['no period, in the form of some clients', { period_from: '', period_to: 'null' }, 200],
  ['a start alone', { period_from: '2026-01-01T00:00:00Z' }, 200],
  ['a day without its time', { period_from: '2026-01-01' }, 'period_from'],
  [
    'an end before the start',
    { period_from: '2026-10-02T00:00:00Z', period_to: '2026-10-01T00:00:00Z' },
    'period_to',
  ],
  [
    'a period of 32 days',
    { period_from: '2026-10-01T00:00:00Z', period_to: '2026-11-02T00:00:00Z' },
    'period_to',
  ],
])('a history of a period: %s [eyeservice.12]', async (_, query, expected) => {
  await someone()
  const answer = await caller.call(contract.history, { params: params(), query })
  expect(answer.status === 200 ? 200 : Object.keys(answer.failure.data ?? {}).join()).toBe(expected)
})
test('expenses are summed to the cent, and the last one is answered separately [eyeservice.9, eyeservice.11]', async () => {
  await someone()
  for (const [date, amount] of [
    ['2026-11-01', 0.1],
    ['2026-11-20', 0.2],
    ['2026-10-01', 1_250.35],
  ])
    await add({ type: 4, date, description: 'Pedaggio', data: amount, hours: 7 })
  expect(await data()).toMatchObject({
    total_expenses: 1_250.65,
    last_expense: { description: 'Pedaggio', amount: 0.2 },
  })
  expect((await history())[0]).toMatchObject({ type: 4, data: 1_250.35, hours: null })
})
test.each<[string, object, string[]]>([
  ['a date in the future', { type: 0, date: '2026-11-23' }, ['date']],
  ['an entry without a date', { type: 0 }, ['date']],
  ['an unknown type', { type: 5, date: '2026-11-01' }, ['type']],
  ['a negative number of hours', { type: 0, date: '2026-11-01', hours: -1 }, ['hours']],
  ['an expense of zero', { type: 4, date: '2026-11-01' }, ['data', 'description']],
  ['a tenth of a cent', { type: 4, date: '2026-11-01', description: 'x', data: 1.001 }, ['data']],
])('%s is refused [eyeservice.10]', async (_, body, fields) => {
  await someone()
  const answer = await add(body)
  expect([answer.status, Object.keys(answer.failure.data ?? {}).sort()]).toEqual([422, fields])
  expect(await history()).toEqual([])
})
test('each type needs its agreement, for writing and for reading [eyeservice.5]', async () => {
  await someone([agreement.fgas])
  expect((await add({ type: 1, date: '2026-11-01' })).status).toBe(200)
  for (const type of [0, 2, 3])
    expect((await add({ type, date: '2026-11-01' })).failure.code).toBe('forbidden')
  expect((await add({ type: 4, date: '2026-11-01', description: 'x', data: 1 })).status).toBe(403)
  await app.ctx.db
    .insertInto('maintenance_entries')
    .values({
      vehicle_id: vehicle.id,
      type: 4,
      message_datetime: new Date(app.clock.now),
      data: '5',
      description: 'x',
    })
    .execute()
  expect(await data()).toMatchObject({
    total_expenses: null,
    last_expense: null,
    fgas_maintenance: { type: 1 },
  })
  expect((await history()).map(e => e.type)).toEqual([1])
})
test('a caller without any of the agreements is refused', async () => {
  await someone([agreement.eyegeo])
  expect((await caller.call(contract.data, { params: params() })).status).toBe(403)
  expect((await add({ type: 1, date: '2026-11-01' })).status).toBe(403)
  expect(
    (await caller.call(contract.setConfig, { params: params(), body: { fgas_time_config: 24 } }))
      .status,
  ).toBe(403)
})
test('a person who may only read cannot write, and a guest reads the entries of its period and cannot write [eyeservice.28]', async () => {
  await someone()
  await add({ type: 1, date: '2026-11-20' })
  await add({ type: 1, date: '2026-01-20' })
  await add({ type: 0, date: '2026-11-20', hours: 5 })
  const viewer = await app.as(await app.make.user(vehicle.customer_id, 'view'))
  expect(
    (await viewer.call(contract.add, { params: params(), body: { type: 1, date: '2026-11-01' } }))
      .status,
  ).toBe(403)
  const guest = await app.make.user((await app.make.customer()).id, 'control')
  await app.make.agreement(vehicle.id, guest.customer_id, agreement.fgas, app.clock.now - 10 * DAY)
  caller = await app.as(guest)
  expect((await history()).map(e => [e.type, e.message_datetime.slice(0, 10)])).toEqual([
    [1, '2026-11-19'],
  ])
  expect(await data()).toMatchObject({ maintenance: null, total_expenses: null })
  expect((await add({ type: 1, date: '2026-11-01' })).status).toBe(404)
  expect(
    (await caller.call(contract.setConfig, { params: params(), body: { fgas_time_config: 24 } }))
      .status,
  ).toBe(404)
})

describe('the interval of maintenance', () => {
  test('is saved separately for each sort, returns to its default with null, and belongs to the vehicle [eyeservice.14]', async () => {
    await someone()
    const save = (body: object) =>
      caller.call(contract.setConfig, { params: params(), body } as never)
    expect(
      (await save({ fridge_time_config: 6, maintenance_km_config: 60_000 })).data,
    ).toMatchObject({ fridge_time_config: 6, maintenance_km_config: 60_000 })
    expect((await save({ maintenance_hours_config: 500 })).data).toMatchObject({
      fridge_time_config: 6,
      maintenance_hours_config: 500,
    })
    expect(
      (await save({ fridge_time_config: null, maintenance_km_config: '' })).data,
    ).toMatchObject({ fridge_time_config: 12, maintenance_km_config: null })
    expect((await caller.call(vehicleById, { params: params() })).data.configurations).toEqual([
      { parameter: 'general_maintenance_hours', value: '500' },
    ])
  })
  test.each([
    { fridge_time_config: 4 },
    { fridge_time_config: 39 },
    { maintenance_km_config: 12_345 },
    { fridge_hours_config: 5_250 },
  ])('%j is refused', async body => {
    await someone()
    const answer = await caller.call(contract.setConfig, { params: params(), body } as never)
    expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([
      422,
      Object.keys(body),
    ])
  })
})

describe('alerts 20 to 23', () => {
  const FGAS = 21
  test('hold while an entry is due, and end when the work is done again or due later [alerts.65]', async () => {
    await someone()
    const old = await add({ type: 1, date: '2025-10-01' })
    expect(await alerts()).toEqual([FGAS])
    const again = await add({ type: 1, date: '2026-11-20' })
    expect(await alerts()).toEqual([])
    const remove = (entry_id: number) =>
      caller.call(contract.remove, { params: { ...params(), entry_id } })
    expect((await remove(again.data.id)).status).toBe(204)
    expect((await remove(again.data.id)).status).toBe(404)
    expect(await alerts()).toEqual([FGAS])
    await caller.call(contract.setConfig, { params: params(), body: { fgas_time_config: 36 } })
    expect(await alerts()).toEqual([])
    expect((await history()).map(e => e.id)).toEqual([old.data.id])
  })
  test('are found once by the calendar and by the kilometres, and end with the agreement [alerts.64]', async () => {
    await someone()
    const run = () => Promise.all(jobs.map(job => job.run(app.ctx)))
    await app.make.state(vehicle.id, { odometer: 150_000_000 })
    await caller.call(contract.setConfig, {
      params: params(),
      body: { maintenance_km_config: 50_000 },
    })
    await add({ type: 3, date: '2026-11-01', km: 110_000 })
    for (const type of [0, 2]) await add({ type, date: '2025-12-01' })
    await run()
    expect(await alerts()).toEqual([])
    await app.ctx.pool.query(
      'update vehicle_state set odometer = 160000000 where vehicle_id = $1',
      [vehicle.id],
    )
    app.clock.now += 20 * DAY
    // a session would have expired by then
    caller = await app.as(await app.make.user(vehicle.customer_id))
    await run()
    await run()
    expect(await alerts()).toEqual([20, 22, 23])
    await app.ctx.pool.query(
      'update vehicle_agreements set active_to = $2 where vehicle_id = $1 and agreement_id = 21',
      [vehicle.id, new Date(app.clock.now)],
    )
    await run()
    expect(await alerts()).toEqual([20, 23])
    app.clock.now -= 20 * DAY
  })
})

test('the job of due dates runs often enough that an alert of the calendar appears within 90 seconds [alerts.77]', () => {
  expect(jobs.map(({ every }) => every)).toEqual([60])
})
