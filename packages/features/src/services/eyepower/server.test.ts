// Power through the contract: from a device's bytes to the last status, the history and the system panel, and who sees what of it.
import { IoWriter } from '@flotta/core/io.ts'
import type { Profile } from '@flotta/core/protocol.ts'
import type { Message } from '@flotta/core/telemetry.ts'
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agreement } from '../../agreements/contract.ts'
import { ingestAll } from '../../telemetry/ingest.ts'
import { type Caller, type TestApp, testApp, type Vehicle } from '../../testing.ts'
import { data as system } from '../system/contract.ts'
import { data, history } from './contract.ts'

const profile: Profile = {
  code: 'fmb1xx',
  name: 'Test',
  protocol: 'test',
  reporting_interval: 60,
  parameters: [
    { id: 66, word: 'power', scale: 0.001 },
    { id: 67, word: 'battery', scale: 0.001 },
    { id: 113, word: 'battery_level' },
    { id: 200, word: 'sleep_mode' },
    { id: 9, word: 'adc1', scale: 0.001 },
    { id: 80, word: 'engine_hours' },
  ],
}
const ids = { power: 66, battery: 67, battery_level: 113, sleep_mode: 200, adc1: 9, engine_hours: 80 }
const writer = new IoWriter()
function record(minute: number, values: Partial<Record<keyof typeof ids, number>>): Message {
  writer.reset()
  for (const [word, value] of Object.entries(values)) writer.put(ids[word as keyof typeof ids], Uint8Array.of(value >> 8, value & 255), 0, 2)
  return { at: from + minute * MINUTE, fix: null, io: writer.take() }
}

let app: TestApp
let ctx: Context
let caller: Caller
let owner: number
let vehicle: Vehicle
let device: number
let from: number
beforeAll(async () => {
  app = await testApp()
  ctx = { ...app.ctx, profiles: new Map([[profile.code, profile]]) }
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = (await app.make.customer()).id
  vehicle = await app.make.vehicle(owner)
  device = (await app.make.device(vehicle.id)).id
  await app.make.agreement(vehicle.id, owner, agreement.eyepower)
  caller = await app.as(await app.make.user(owner))
  from = Math.floor(app.clock.now / MINUTE) * MINUTE - 2 * HOUR
})

const hear = (...messages: Message[]) => ingestAll([{ device_id: device, vehicle_id: vehicle.id, received_at: app.clock.now, messages }], ctx)
const last = async (of = caller) => (await of.call(data, { params: { id: vehicle.id } })).data
const rows = async (of = caller) =>
  (
    await of.call(history, {
      params: { id: vehicle.id },
      query: { period_from: new Date(from).toISOString(), period_to: new Date(app.clock.now).toISOString() },
    })
  ).data
const minuteOf = ({ message_datetime }: { readonly message_datetime: string }) => (Date.parse(message_datetime) - from) / MINUTE

test('never told is null; then volts, percent, what feeds it and the engine’s hours', async () => {
  expect(await last()).toBeNull()
  await hear(record(0, { power: 12_500, battery: 4_020, battery_level: 96, sleep_mode: 0, engine_hours: 1234 }))
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
test('without a supply the tracker lives on its own battery, and asleep it sleeps', async () => {
  await hear(record(0, { power: 12_500 }), record(1, { power: 300, sleep_mode: 0 }))
  expect(await last()).toMatchObject({ external_voltage_percent: 0, general_status: 0, power_mode: 1 })
  await hear(record(2, { power: 12_500, sleep_mode: 2 }))
  expect(await last()).toMatchObject({ general_status: 1, power_mode: 2 })
})
test('the history: percent by the vehicle’s system, hours as they were then', async () => {
  await hear(
    record(0, { power: 28_100, engine_hours: 10 }),
    record(20, { power: 25_000 }),
    record(40, { power: 24_200, engine_hours: 11 }),
    record(60, { power: 23_300 }),
  )
  expect((await rows()).map(p => [minuteOf(p), p.external_voltage, p.external_voltage_percent, p.general_hour_meter])).toEqual([
    [0, 28.1, 100, 10],
    [20, 25, 80, 10],
    [40, 24.2, 50, 11],
    [60, 23.3, 19.3, 11],
  ])
  expect((await last())?.external_voltage_percent).toBe(19.3)
})
test('the voltage may be wired', async () => {
  await app.ctx.db
    .updateTable('devices')
    .set({ wiring: JSON.stringify({ power: 'adc1' }) })
    .where('id', '=', device)
    .execute()
  await hear(record(0, { power: 100, adc1: 12_730 }))
  expect(await last()).toMatchObject({ external_voltage: 12.73, external_voltage_percent: 100 })
})
test('the system panel tells the same with agreement 27, and nothing without', async () => {
  await hear(record(0, { power: 12_500, sleep_mode: 0 }))
  const { power } = (await caller.call(system, { params: { id: vehicle.id } })).data
  expect(power).toEqual(await last())
  await app.ctx.db.deleteFrom('vehicle_agreements').where('vehicle_id', '=', vehicle.id).execute()
  expect((await caller.call(system, { params: { id: vehicle.id } })).data.power).toBeNull()
  expect((await caller.call(data, { params: { id: vehicle.id } })).status).toBe(403)
})
test('a guest sees what lies within its period', async () => {
  const guest = (await app.make.customer()).id
  const guestCaller = await app.as(await app.make.user(guest, 'view'))
  await hear(record(0, { power: 12_500 }), record(20, { power: 12_300 }), record(40, { power: 12_100 }))
  await app.make.agreement(vehicle.id, guest, agreement.eyepower, from + 5 * MINUTE, from + 30 * MINUTE)
  expect((await guestCaller.call(data, { params: { id: vehicle.id } })).status).toBe(404)
  await app.make.agreement(vehicle.id, guest, agreement.eyepower, from + 35 * MINUTE)
  expect((await rows(guestCaller)).map(minuteOf)).toEqual([20, 40])
})
