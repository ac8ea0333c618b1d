// Power through the contract: from a device's bytes to the last status, the history and the system panel, and who sees what.
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import {
  familyOf,
  type HeardVehicle,
  heardVehicle,
} from '../../telemetry/pipeline/testing-vehicle.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { data as system } from '../system/contract.ts'
import { data, history } from './contract.ts'

const tracker = familyOf({
  power: { id: 66, scale: 0.001 },
  battery: { id: 67, scale: 0.001 },
  battery_level: { id: 113 },
  sleep_mode: { id: 200 },
  adc1: { id: 9, scale: 0.001 },
  engine_hours: { id: 80 },
})
const record = (minute: number, values: Parameters<typeof tracker.message>[1]) =>
  tracker.message(from + minute * MINUTE, values)

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
  owner = (await app.make.customer()).id
  vehicle = await heardVehicle(app, tracker, owner, [agreement.eyepower])
  caller = await app.as(await app.make.user(owner))
  from = Math.floor(app.clock.now / MINUTE) * MINUTE - 2 * HOUR
})

const last = async (of = caller) =>
  (await of.call(data, { params: { id: vehicle.vehicle_id } })).data
const rows = async (of = caller) =>
  (
    await of.call(history, {
      params: { id: vehicle.vehicle_id },
      query: {
        period_from: new Date(from).toISOString(),
        period_to: new Date(app.clock.now).toISOString(),
      },
    })
  ).data
const minuteOf = ({ message_datetime }: { readonly message_datetime: string }) =>
  (Date.parse(message_datetime) - from) / MINUTE

test('the answer is null before any data, and then gives volts, percent, the supply and the hours of the engine [eyepower.1, eyepower.2, eyepower.5]', async () => {
  expect(await last()).toBeNull()
  await vehicle.hear(
    record(0, { power: 12.5, battery: 4.02, battery_level: 96, sleep_mode: 0, engine_hours: 1234 }),
  )
  expect(await last()).toEqual({
    id: String(from),
    message_datetime: new Date(from).toISOString(),
    external_voltage: 12.5,
    external_voltage_percent: 80,
    general_status: 1,
    power_mode: 0,
    battery_voltage: 4.02,
    battery_capacity: 96,
    general_hour_meter: 1234,
  })
})
test('a device without external supply runs on its own battery, and a sleeping device is shown as asleep', async () => {
  await vehicle.hear(record(0, { power: 12.5 }), record(1, { power: 0.3, sleep_mode: 0 }))
  expect(await last()).toMatchObject({
    external_voltage_percent: 0,
    general_status: 0,
    power_mode: 1,
  })
  await vehicle.hear(record(2, { power: 12.5, sleep_mode: 2 }))
  expect(await last()).toMatchObject({ general_status: 1, power_mode: 2 })
})
test('the history gives percent for the vehicle’s electrical system, and the hours of that moment [eyepower.10]', async () => {
  await vehicle.hear(
    record(0, { power: 28.1, engine_hours: 10 }),
    record(20, { power: 25 }),
    record(40, { power: 24.2, engine_hours: 11 }),
    record(60, { power: 23.3 }),
  )
  expect(
    (await rows()).map(p => [
      minuteOf(p),
      p.external_voltage,
      p.external_voltage_percent,
      p.general_hour_meter,
    ]),
  ).toEqual([
    [0, 28.1, 100, 10],
    [20, 25, 80, 10],
    [40, 24.2, 50, 11],
    [60, 23.3, 19.3, 11],
  ])
  expect((await last())?.external_voltage_percent).toBe(19.3)
})
test('the voltage may come from a wired input', async () => {
  await app.ctx.db
    .updateTable('devices')
    .set({ wiring: JSON.stringify({ power: 'adc1' }) })
    .where('id', '=', vehicle.device_id)
    .execute()
  await vehicle.hear(record(0, { power: 0.1, adc1: 12.73 }))
  expect(await last()).toMatchObject({ external_voltage: 12.73, external_voltage_percent: 100 })
})
test('the system panel gives the same values with agreement 27, and none without', async () => {
  await vehicle.hear(record(0, { power: 12.5, sleep_mode: 0 }))
  const { power } = (await caller.call(system, { params: { id: vehicle.vehicle_id } })).data
  expect(power).toEqual(await last())
  await app.ctx.db
    .deleteFrom('vehicle_agreements')
    .where('vehicle_id', '=', vehicle.vehicle_id)
    .execute()
  expect((await caller.call(system, { params: { id: vehicle.vehicle_id } })).data.power).toBeNull()
  expect((await caller.call(data, { params: { id: vehicle.vehicle_id } })).status).toBe(403)
})
test('a guest sees the data within its period [eyepower.11]', async () => {
  const guest = (await app.make.customer()).id
  const guestCaller = await app.as(await app.make.user(guest, 'view'))
  await vehicle.hear(
    record(0, { power: 12.5 }),
    record(20, { power: 12.3 }),
    record(40, { power: 12.1 }),
  )
  await app.make.agreement(
    vehicle.vehicle_id,
    guest,
    agreement.eyepower,
    from + 5 * MINUTE,
    from + 30 * MINUTE,
  )
  expect((await guestCaller.call(data, { params: { id: vehicle.vehicle_id } })).status).toBe(404)
  await app.make.agreement(vehicle.vehicle_id, guest, agreement.eyepower, from + 35 * MINUTE)
  expect((await rows(guestCaller)).map(minuteOf)).toEqual([20, 40])
})
