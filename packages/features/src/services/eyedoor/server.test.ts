// Doors through the contract: from a device's bytes by its wiring to their last status and history, and who sees what of it.
import { IoWriter } from '@flotta/core/io.ts'
import type { Profile } from '@flotta/core/protocol.ts'
import type { Message } from '@flotta/core/telemetry.ts'
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agreement } from '../../agreements/contract.ts'
import { ingestAll } from '../../telemetry/ingest.ts'
import { fixAt } from '../../telemetry/testing.ts'
import { type Caller, type TestApp, testApp, type Vehicle } from '../../testing.ts'
import { data, history } from './contract.ts'

const profile: Profile = {
  code: 'fmb1xx',
  name: 'Test',
  protocol: 'test',
  reporting_interval: 60,
  parameters: [
    { id: 1, word: 'in1' },
    { id: 2, word: 'in2' },
    { id: 3, word: 'in3' },
    { id: 179, word: 'out1' },
  ],
}
const writer = new IoWriter()
/** @param fix degrees of latitude; null: the receiver sees no sky */
function record(minute: number, inputs: readonly (0 | 1)[], latitude: number | null = 45): Message {
  writer.reset()
  for (const [i, value] of inputs.entries()) writer.put(i + 1, Uint8Array.of(value), 0, 1)
  return { at: from + minute * MINUTE, fix: latitude === null ? null : fixAt(latitude, 9.7), io: writer.take() }
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
  await app.ctx.db
    .updateTable('devices')
    .set({ wiring: JSON.stringify({ door_1: 'in1', door_2: '!in2', armed: 'in3', siren: 'out1' }) })
    .where('id', '=', device)
    .execute()
  await app.make.agreement(vehicle.id, owner, agreement.eyedoor)
  await app.make.agreement(vehicle.id, owner, agreement.eyegeo)
  caller = await app.as(await app.make.user(owner))
  from = Math.floor(app.clock.now / MINUTE) * MINUTE - 2 * HOUR
})

const hear = (...messages: Message[]) => ingestAll([{ device_id: device, vehicle_id: vehicle.id, received_at: app.clock.now, messages }], ctx)
const last = async (of = caller) => await of.call(data, { params: { id: vehicle.id } })
const rows = async (of = caller) =>
  (
    await of.call(history, {
      params: { id: vehicle.id },
      query: { period_from: new Date(from).toISOString(), period_to: new Date(app.clock.now).toISOString() },
    })
  ).data
const minuteOf = ({ message_datetime }: { readonly message_datetime: string }) => (Date.parse(message_datetime) - from) / MINUTE

test('never told is null; then wired inputs are doors, alarm and siren, and what is not wired is null', async () => {
  expect((await last()).data).toBeNull()
  await hear(record(0, [1, 1, 0]))
  expect((await last()).data).toEqual({
    id: String(from),
    message_datetime: new Date(from).toISOString(),
    door_1: true,
    door_2: false,
    door_3: null,
    door_4: null,
    armed: false,
    siren: null,
  })
})
test('the history has every change with its place, oldest first; where the receiver saw no sky the last fix stands in', async () => {
  await hear(record(0, [0, 1, 0], 45), record(1, [0, 1, 0], 45.01), record(2, [1, 1, 0], 45.02), record(3, [1, 1, 0], null), record(4, [1, 1, 1], null))
  expect((await rows()).map(e => [minuteOf(e), e.door_1, e.armed, e.latitude])).toEqual([
    [0, false, false, 45],
    [2, true, false, 45.02],
    [4, true, true, 45.02],
  ])
})
test('a door that the vehicle does not have is null, now and in its history, and changes nothing there', async () => {
  await hear(record(0, [0, 1, 0]), record(1, [1, 1, 0]), record(2, [1, 0, 0]))
  await app.ctx.db
    .updateTable('vehicles')
    .set({ configurations: JSON.stringify({ door1_active: '0' }) })
    .where('id', '=', vehicle.id)
    .execute()
  expect((await last()).data).toMatchObject({ door_1: null, door_2: true })
  expect((await rows()).map(e => [minuteOf(e), e.door_1, e.door_2])).toEqual([
    [0, null, false],
    [2, null, true],
  ])
})
test('a guest sees what lies within its period, and without geolocation no place', async () => {
  const guest = (await app.make.customer()).id
  const guestCaller = await app.as(await app.make.user(guest, 'view'))
  await hear(record(0, [0, 1, 0]), record(10, [1, 1, 0]), record(20, [0, 1, 0]))
  expect((await last(guestCaller)).status).toBe(404)
  await app.make.agreement(vehicle.id, guest, agreement.eyedoor, from + 5 * MINUTE, app.clock.now + HOUR)
  expect((await last(guestCaller)).data).toMatchObject({ door_1: false })
  expect((await rows(guestCaller)).map(e => [minuteOf(e), e.latitude])).toEqual([
    [10, null],
    [20, null],
  ])
})
test('without the agreement there is nothing to see', async () => {
  const other = await app.make.vehicle(owner)
  expect((await caller.call(data, { params: { id: other.id } })).status).toBe(403)
})
