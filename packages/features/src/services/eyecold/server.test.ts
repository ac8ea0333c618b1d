// The cold chain through the contract: from a device's bytes to the newest state and the history, commands and their refusals, the work order, and who sees
// what.
import { randomUUID } from 'node:crypto'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commandKinds } from '../../commands.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import {
  familyOf,
  type HeardVehicle,
  heardVehicle,
} from '../../telemetry/pipeline/testing-vehicle.ts'
import { writeConnections } from '../../telemetry/registry/connections.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import {
  data,
  history,
  setMode,
  setOdlNum,
  setOdlT1,
  setSetpoint,
  switchOff,
  switchOn,
} from './contract.ts'

const reefer = { signed: true, scale: 0.1, missing: [-1] } as const
const words = {
  T1: 'temp1',
  T2: 'temp2',
  setpoint: 'zone1_setpoint',
  state: 'zone1_state',
  mode: 'reefer_run_mode',
} as const
const tracker = familyOf({
  temp1: { id: 72, ...reefer },
  temp2: { id: 73, ...reefer },
  zone1_state: { id: 10045 },
  zone1_setpoint: { id: 10049, ...reefer },
  reefer_run_mode: { id: 10480 },
})
/** °C of two sensors and of the setpoint, the compartment's state, the unit's mode. */
type SentValues = { readonly [W in keyof typeof words]?: number }
const record = (at: number, heard: SentValues) =>
  tracker.message(
    at,
    Object.fromEntries(
      Object.entries(heard).map(([name, value]) => [words[name as keyof SentValues], value]),
    ),
  )

let app: TestApp
let caller: Caller
let owner: number
let vehicle: HeardVehicle
let from: number
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.now = Math.ceil(app.clock.now / MINUTE) * MINUTE + MINUTE
  owner = (await app.make.customer()).id
  vehicle = await heardVehicle(app, tracker, owner, [agreement.eyecold])
  caller = await app.as(await app.make.user(owner, 'control'))
  from = app.clock.now - 3 * HOUR
})
const minute = (n: number, values: SentValues) => record(from + n * MINUTE, values)
const byVehicle = () => ({ params: { id: vehicle.vehicle_id } })
const last = async (by = caller) => (await by.call(data, byVehicle())).data
const rows = async (by = caller, points = 2_000) =>
  (
    await by.call(history, {
      ...byVehicle(),
      query: {
        period_from: new Date(from).toISOString(),
        period_to: new Date(app.clock.now).toISOString(),
        points,
      },
    })
  ).data
const configure = (configurations: Readonly<Record<string, string>>) =>
  app.ctx.pool.query('update vehicles set configurations = $2 where id = $1', [
    vehicle.vehicle_id,
    JSON.stringify(configurations),
  ])
const COMMANDED = {
  eyecold_cmd_enabled: 'true',
  cmd_setpoint: 'set {compartment} {value}',
  cmd_on: 'start',
  cmd_off: 'stop {compartment}',
  cmd_mode: 'mode {mode}',
}
const connect = () =>
  writeConnections(
    [
      {
        device_id: vehicle.device_id,
        vehicle_id: vehicle.vehicle_id,
        event: 'open',
        gateway: 'g',
        session: randomUUID(),
        protocol: 'test',
        address: '10.0.0.1',
        sign_in: app.clock.now,
        opened_at: app.clock.now,
        at: app.clock.now,
      },
    ],
    app.ctx,
  )

test('values that were never reported are null, and the vehicle’s own settings are answered all the same [eyecold.8]', async () => {
  expect(await last()).toEqual({
    temperature: null,
    fridge: null,
    pending: {
      setpoint_t1: null,
      setpoint_t2: null,
      setpoint_t3: null,
      overall_status: null,
      operation_status_c2: null,
      operation_status_c3: null,
      operating_mode: null,
    },
    last_command: null,
    compartments: 1,
    sensors: 4,
    tolerance: 5,
    cmd_enabled: false,
    online: false,
    odl_num: null,
    odl_t1: null,
  })
})
test('the answer has the newest temperatures and the newest state of the unit, each with its time, and a sensor that is not ready has no temperature [eyecold.1, eyecold.11]', async () => {
  await vehicle.hear(
    minute(0, { T1: -18.4, T2: -0.1, setpoint: -20, state: 3, mode: 1 }),
    minute(1, { T1: -18.5 }),
  )
  const { temperature, fridge } = await last()
  expect(temperature).toEqual({
    message_datetime: new Date(from + MINUTE).toISOString(),
    T1: -18.5,
    T2: null,
    T3: null,
    T4: null,
  })
  expect(fridge).toMatchObject({
    message_datetime: new Date(from).toISOString(),
    setpoint_t1: -20,
    operation_status_c1: 3,
    overall_status: 1,
    operating_mode: 1,
    engine_status: null,
  })
})
test('the history is one list, oldest first, of temperatures and setpoints [eyecold.24]', async () => {
  await vehicle.hear(
    minute(0, { T1: 2, setpoint: 2, state: 3 }),
    minute(1, { T1: 2.01, setpoint: 2, state: 3 }),
    minute(5, { T1: 7.5, setpoint: 4, state: 3 }),
  )
  expect(
    (await rows()).map(r => [
      (Date.parse(r.message_datetime) - from) / MINUTE,
      r.T1,
      r.setpoint_t1,
    ]),
  ).toEqual([
    [0, 2, 2],
    [5, 7.5, 4],
  ])
})
test('a month of minutes is thinned to what a chart needs, and keeps its highest value and its gap [eyecold.25]', async () => {
  await app.ctx.pool.query(
    `insert into readings (message_datetime, vehicle_id, seq, kind, data)
     select $2::timestamptz + make_interval(mins => n), $1, 1, 'temperature', json_build_object('T1', case n when 12345 then 30 else n % 7 end, 'T2', null, 'T3', null, 'T4', null)
     from generate_series(0, 44000) n where n not between 20000 and 20200`,
    [vehicle.vehicle_id, new Date(app.clock.now - 31 * DAY)],
  )
  from = app.clock.now - 31 * DAY
  const stored = await rows()
  expect(stored.length).toBeLessThanOrEqual(2_000)
  expect(stored.length).toBeGreaterThan(400)
  expect(stored.some(r => r.T1 === 30)).toBe(true)
  const minutes = stored.map(r => (Date.parse(r.message_datetime) - from) / MINUTE)
  expect(minutes).toEqual(expect.arrayContaining([19_999, 20_201]))
  const { status } = await caller.call(history, {
    ...byVehicle(),
    query: {
      period_from: new Date(from).toISOString(),
      period_to: new Date(app.clock.now).toISOString(),
      points: 99,
    },
  })
  expect(status).toBe(422)
})
test('a guest sees the data within its periods [eyecold.50]', async () => {
  const guest = (await app.make.customer()).id
  await vehicle.hear(minute(0, { T1: 2 }), minute(60, { T1: 5 }))
  await app.make.agreement(vehicle.vehicle_id, guest, agreement.fridge, from + 30 * MINUTE)
  const by = await app.as(await app.make.user(guest))
  expect((await rows(by)).map(r => r.T1)).toEqual([5])
  expect((await last(by)).temperature?.T1).toBe(5)
})
test('a caller without any agreement of the service is refused [eyecold.51]', async () => {
  const foreign = await app.make.vehicle(owner)
  expect((await caller.call(data, { params: { id: foreign.id } })).status).toBe(403)
})

describe('commands', () => {
  test('are refused while they are not enabled, and while the device is not connected [eyecold.33]', async () => {
    const ask = async () =>
      (await caller.call(setSetpoint, { ...byVehicle(), body: { compartment: 1, value: -18 } }))
        .status
    expect(await ask()).toBe(403)
    await configure({ ...COMMANDED, eyecold_cmd_enabled: 'false' })
    await connect()
    expect(await ask()).toBe(403)
    await configure(COMMANDED)
    expect(await ask()).toBe(200)
    expect((await last()).online).toBe(true)
    const away = await app.make.vehicle(owner)
    await app.ctx.pool.query('update vehicles set configurations = $2 where id = $1', [
      away.id,
      JSON.stringify(COMMANDED),
    ])
    await app.make.agreement(away.id, owner, agreement.eyecold)
    expect((await caller.call(switchOn, { params: { id: away.id }, body: {} })).status).toBe(409)
  })
  test.each([
    [{ compartment: 1, value: 36 }, 'value'],
    [{ compartment: 1, value: -36 }, 'value'],
    [{ compartment: 1, value: 2.5 }, 'value'],
    [{ compartment: 4, value: 2 }, 'compartment'],
    [{ compartment: 2, value: 2 }, 'compartment'],
  ])('%o is refused by its %s [eyecold.30]', async (body, field) => {
    await configure(COMMANDED)
    await connect()
    const { status, failure } = await caller.call(setSetpoint, { ...byVehicle(), body })
    expect([status, Object.keys(failure.data ?? {})]).toEqual([422, [field]])
  })
  test('require the role control [eyecold.34]', async () => {
    await configure(COMMANDED)
    await connect()
    const editor = await app.as(await app.make.user(owner, 'edit'))
    expect(
      (await editor.call(setSetpoint, { ...byVehicle(), body: { compartment: 1, value: 2 } }))
        .status,
    ).toBe(403)
    expect((await editor.call(setMode, { ...byVehicle(), body: { mode: 1 } })).status).toBe(403)
  })
  test('use the vehicle’s own text, and are awaited until the unit reports the new value [eyecold.29, commands.32]', async () => {
    await configure(COMMANDED)
    await connect()
    await vehicle.hear(minute(0, { setpoint: 4, state: 3, mode: 0 }))
    const texts = [
      await caller.call(setSetpoint, { ...byVehicle(), body: { compartment: 1, value: -18 } }),
      await caller.call(switchOff, { ...byVehicle(), body: {} }),
      await caller.call(setMode, { ...byVehicle(), body: { mode: 1 } }),
    ].map(r => [r.data.action, r.data.command, r.data.command_data])
    expect(texts).toEqual([
      ['setpoint', 'set 1 -18', { compartment: 1, value: -18 }],
      ['off', 'stop 1', { compartment: 1 }],
      ['mode', 'mode 1', { mode: 1 }],
    ])
    const before = await last()
    expect(before.fridge?.setpoint_t1).toBe(4)
    expect(before.pending).toMatchObject({
      setpoint_t1: { value: -18 },
      overall_status: { value: 0 },
      operating_mode: { value: 1 },
      setpoint_t2: null,
    })
    expect(before.last_command?.action).toBe('mode')
    app.clock.now += 2 * MINUTE
    await vehicle.hear(record(app.clock.now - MINUTE, { setpoint: -18, state: 3, mode: 1 }))
    const after = await last()
    expect([
      after.fridge?.setpoint_t1,
      after.pending.setpoint_t1,
      after.pending.operating_mode,
      after.pending.overall_status?.value,
    ]).toEqual([-18, null, null, 0])
  })
  test('are not awaited again when somebody changes the confirmed value at the unit [eyecold.55]', async () => {
    await configure(COMMANDED)
    await connect()
    await vehicle.hear(minute(0, { setpoint: 4, state: 3 }))
    await caller.call(setSetpoint, { ...byVehicle(), body: { compartment: 1, value: -18 } })
    app.clock.now += 4 * MINUTE
    for (const [ago, setpoint] of [
      [3, 4],
      [2, -18],
      [1, 6],
    ] as const)
      await vehicle.hear(record(app.clock.now - ago * MINUTE, { setpoint, state: 3 }))
    const { fridge, pending } = await last()
    expect([fridge?.setpoint_t1, pending.setpoint_t1]).toEqual([6, null])
  })
  test('that switch a compartment beside the first are awaited in that compartment alone [eyecold.43]', async () => {
    await configure({ ...COMMANDED, fridge_compartments_number: '2' })
    await connect()
    const { data: command } = await caller.call(switchOff, {
      ...byVehicle(),
      body: { compartment: 2 },
    })
    expect([command.command, command.command_data]).toEqual(['stop 2', { compartment: 2 }])
    expect((await last()).pending).toMatchObject({
      overall_status: null,
      operation_status_c2: { value: 0 },
      operation_status_c3: null,
    })
  })
  test('with the same key and request are one command [eyecold.44]', async () => {
    await configure(COMMANDED)
    await connect()
    const ask = (value: number) =>
      caller.call(
        setSetpoint,
        { ...byVehicle(), body: { compartment: 1, value } },
        { headers: { 'idempotency-key': 'k1' } },
      )
    const [first, again, other] = [await ask(3), await ask(3), await ask(4)]
    expect(again.data.id).toBe(first.data.id)
    expect(other.status).toBe(409)
  })
  test('are invalid for a unit without configured texts', async () => {
    await configure({ eyecold_cmd_enabled: 'true' })
    await connect()
    expect((await caller.call(switchOn, { ...byVehicle(), body: {} })).data).toMatchObject({
      status: 7,
      reason: 'no_text',
    })
  })
  test('are those of the specification', () => {
    expect(['setpoint', 'on', 'off', 'mode'].every(action => commandKinds.has(action))).toBe(true)
  })
})

describe('the work order', () => {
  test('is written by editors, needs no device, and is removed with null [eyecold.45, eyecold.47]', async () => {
    const editor = await app.as(await app.make.user(owner, 'edit'))
    expect(
      (await editor.call(setOdlNum, { ...byVehicle(), body: { value: ' ODL-7 ' } })).data,
    ).toEqual({
      odl_num: 'ODL-7',
      odl_t1: null,
    })
    expect((await editor.call(setOdlT1, { ...byVehicle(), body: { value: -20 } })).data).toEqual({
      odl_num: 'ODL-7',
      odl_t1: -20,
    })
    expect(await last()).toMatchObject({ odl_num: 'ODL-7', odl_t1: -20 })
    expect((await editor.call(setOdlT1, { ...byVehicle(), body: { value: null } })).data).toEqual({
      odl_num: 'ODL-7',
      odl_t1: null,
    })
    expect((await editor.call(setOdlNum, { ...byVehicle(), body: { value: '' } })).data).toEqual({
      odl_num: null,
      odl_t1: null,
    })
  })
  test.each([36, -36, 0.5])('%s °C is refused [eyecold.46]', async value => {
    expect((await caller.call(setOdlT1, { ...byVehicle(), body: { value } })).status).toBe(422)
  })
  test('belongs to the owner: a guest and a reader cannot change it [eyecold.49]', async () => {
    const guest = (await app.make.customer()).id
    await app.make.agreement(vehicle.vehicle_id, guest, agreement.eyecold)
    const by = await app.as(await app.make.user(guest, 'control'))
    expect((await by.call(setOdlNum, { ...byVehicle(), body: { value: 'X' } })).status).toBe(404)
    const reader = await app.as(await app.make.user(owner, 'view'))
    expect((await reader.call(setOdlNum, { ...byVehicle(), body: { value: 'X' } })).status).toBe(
      403,
    )
  })
})
