// The data of the axle and tyre panel, and the reference values of the tyres.
import { DAY, HOUR, MINUTE, monthOf } from '@flotta/core/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { setKmOffset, vehicleById } from '../../fleet/vehicles/contract.ts'
import { Months } from '../../telemetry/pipeline/partitions.ts'
import { type Caller, type TestApp, testApp, type Vehicle } from '../../testing/app.ts'
import { data, history, setTireParameters } from './contract.ts'

let app: TestApp
let vehicle: Vehicle
let caller: Caller
beforeAll(async () => {
  app = await testApp()
  app.clock.now = Date.parse('2026-11-20T12:00:00Z')
  await new Months(app.ctx.pool).ensure([monthOf(app.clock.now)])
})
afterAll(() => app.close())
beforeEach(async () => {
  const customer = await app.make.customer()
  vehicle = await app.make.vehicle(customer.id, { vehicle_type: 'T' })
  await app.make.agreement(vehicle.id, customer.id, agreement.eyeway)
  caller = await app.as(await app.make.user(customer.id, 'edit'))
})

const params = () => ({ id: vehicle.id })
const last = async (reader = caller) => (await reader.call(data, { params: params() })).data
const iso = (at: number) => new Date(at).toISOString()
const addReading = (kind: 'axle' | 'tyre', at: number, values: object) =>
  app.ctx.pool.query(
    'insert into readings (message_datetime, vehicle_id, seq, kind, data) values ($1, $2, 1, $3, $4)',
    [new Date(at), vehicle.id, kind, values],
  )
const within = async (from: number, to: number, reader = caller) =>
  (
    await reader.call(history, {
      params: params(),
      query: { period_from: iso(from), period_to: iso(to) },
    })
  ).data

describe('the newest values', () => {
  test('are those of axles and tyres together, with the speed and odometer of the vehicle [eyeway.1]', async () => {
    const { now } = app.clock
    await app.make.state(vehicle.id, {
      latest: {
        axle: [
          now - MINUTE,
          {
            odometer: 1_200_000,
            axle1_load: 6_400,
            axle2_load: 9_100,
            amber_warning: 1,
            axle1_left_brake_lining: 40,
          },
        ],
        tyre: [now, { axle1_left_tyre_pressure: 8.2, axle2_right_tyre_temperature: -3 }],
      },
    })
    await caller.call(setKmOffset, { params: params(), body: { km_offset: 100 } })
    expect(await last()).toMatchObject({
      message_datetime: iso(now),
      odometer: 1_334.57,
      speed: 50,
      load: 15_500,
      axle1_load: 6_400,
      axle3_load: null,
      red_warning: null,
      amber_warning: 1,
      axle1_left_brake_lining: 40,
      axle1_left_tyre_pressure: 8.2,
      axle2_right_tyre_temperature: -3,
      axle5_right_tyre_pressure: null,
    })
    expect(await last()).not.toHaveProperty('gross_weight')
  })
  test('are null before any data', async () => {
    await app.make.state(vehicle.id)
    expect(await last()).toBeNull()
  })
  test('need the agreement, and a guest with the agreement sees them even without the position [eyeway.38]', async () => {
    await app.make.state(vehicle.id, {
      latest: { tyre: [app.clock.now, { axle1_left_tyre_pressure: 8 }] },
    })
    const guest = await app.make.customer()
    const reader = await app.as(await app.make.user(guest.id, 'edit'))
    await app.make.agreement(vehicle.id, guest.id, agreement.eyegeo, app.clock.now - HOUR)
    expect((await reader.call(data, { params: params() })).status).toBe(403)
    await app.make.agreement(vehicle.id, guest.id, agreement.eyeway, app.clock.now - HOUR)
    expect(await last(reader)).toMatchObject({ axle1_left_tyre_pressure: 8, speed: 50 })
    expect(
      (await reader.call(setTireParameters, { params: params(), body: { max_temp: 70 } })).status,
    ).toBe(403)
  })
})

describe('the history', () => {
  test('has axles and tyres, oldest first, each with the speed of that moment', async () => {
    const from = app.clock.now - DAY
    await addReading('axle', from, { odometer: 5_000_000, axle1_load: 6_000 })
    await addReading('tyre', from, { axle1_left_tyre_pressure: 8 })
    await addReading('tyre', from + HOUR, { axle1_left_tyre_pressure: 7.8 })
    await app.ctx.pool.query(
      'insert into positions (message_datetime, vehicle_id, seq, speed) values ($1, $2, 1, 72), ($3, $2, 1, 10)',
      [new Date(from + HOUR), vehicle.id, new Date(from + 2 * HOUR)],
    )
    const rows = await within(from, app.clock.now)
    expect(
      rows.map(({ message_datetime, odometer, load, speed, axle1_left_tyre_pressure }) => [
        message_datetime,
        odometer,
        load,
        speed,
        axle1_left_tyre_pressure,
      ]),
    ).toEqual([
      [iso(from), 5_000, 6_000, null, 8],
      [iso(from + HOUR), 5_000, 6_000, 72, 7.8],
    ])
    expect(await within(from + 3 * HOUR, app.clock.now)).toEqual([])
  })
  test('has the odometer even if a vehicle reports only its tyres [eyeway.39]', async () => {
    const from = app.clock.now - DAY
    await addReading('tyre', from, { odometer: 5_000_000, axle1_left_tyre_pressure: 8 })
    await addReading('axle', from + HOUR, { odometer: 5_100_000, axle1_load: 6_000 })
    await addReading('tyre', from + HOUR, { axle1_left_tyre_pressure: 7.9 })
    expect((await within(from, app.clock.now)).map(({ odometer }) => odometer)).toEqual([
      5_000, 5_100,
    ])
  })
  test('a guest sees the history within its periods [eyeway.36]', async () => {
    const from = app.clock.now - DAY
    for (const hour of [0, 2, 4])
      await addReading('tyre', from + hour * HOUR, { axle1_left_tyre_pressure: 8 + hour / 10 })
    const guest = await app.make.customer()
    await app.make.agreement(vehicle.id, guest.id, agreement.eyeway, from + HOUR)
    const rows = await within(
      from,
      app.clock.now,
      await app.as(await app.make.user(guest.id, 'view')),
    )
    expect(rows.map(r => r.axle1_left_tyre_pressure)).toEqual([8.2, 8.4])
  })
})

describe('the parameters of the tyres', () => {
  const set = (body: object) =>
    caller.call(setTireParameters, { params: params(), body }, { language: 'en' })
  const stored = async () =>
    (await caller.call(vehicleById, { params: params() })).data.tire_parameters
  test('are the usual ones, then one by one those of the vehicle, and the usual ones again after a reset [eyeway.9, eyeway.17]', async () => {
    expect(await stored()).toEqual({ max_temp: 75, nominal_pressure: 8, max_pressure: 9 })
    const answer = await set({ max_temp: 70, nominal_pressure: 8.5, max_pressure: 9.3 })
    expect([answer.status, answer.data]).toEqual([
      201,
      { max_temp: 70, nominal_pressure: 8.5, max_pressure: 9.3 },
    ])
    expect((await set({ max_temp: 80 })).data).toEqual({
      max_temp: 80,
      nominal_pressure: 8.5,
      max_pressure: 9.3,
    })
    expect(await stored()).toEqual({ max_temp: 80, nominal_pressure: 8.5, max_pressure: 9.3 })
    await set({ max_temp: '', nominal_pressure: null, max_pressure: null })
    expect(await stored()).toEqual({ max_temp: 75, nominal_pressure: 8, max_pressure: 9 })
  })
  test.each([
    [{ max_temp: 0 }, 'max_temp'],
    [{ max_temp: 'hot' }, 'max_temp'],
    [{ nominal_pressure: -1 }, 'nominal_pressure'],
    [{ max_pressure: 16 }, 'max_pressure'],
    [{ nominal_pressure: 9.1 }, 'max_pressure'],
    [{ nominal_pressure: 7, max_pressure: 6 }, 'max_pressure'],
  ])('%j is refused, and nothing changes [eyeway.18]', async (body, field) => {
    const answer = await set(body)
    expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, [field]])
    expect(await stored()).toEqual({ max_temp: 75, nominal_pressure: 8, max_pressure: 9 })
  })
  test('cannot be set by a person who may only read [eyeway.37]', async () => {
    const viewer = await app.as(await app.make.user(vehicle.customer_id, 'view'))
    expect(
      (await viewer.call(setTireParameters, { params: params(), body: { max_temp: 70 } })).status,
    ).toBe(403)
  })
})

test('are kept with their former values for records from before a change', async () => {
  await caller.call(setTireParameters, { params: params(), body: { max_temp: 70 } })
  await app.make.state(vehicle.id)
  await caller.call(setTireParameters, { params: params(), body: { max_temp: 80 } })
  const { rows } = await app.ctx.pool.query(
    'select tire_parameters from vehicle_facts_before where vehicle_id = $1',
    [vehicle.id],
  )
  expect(rows).toEqual([{ tire_parameters: { max_temp: 70 } }])
})
