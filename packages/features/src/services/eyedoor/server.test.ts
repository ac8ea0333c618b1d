// Doors through the contract: from a device's bytes and its wiring to their last status and history, and who sees what.
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { fixAt } from '../../telemetry/pipeline/testing.ts'
import {
  familyOf,
  type HeardVehicle,
  heardVehicle,
} from '../../telemetry/pipeline/testing-vehicle.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { data, history } from './contract.ts'

const tracker = familyOf({
  in1: { id: 1, width: 1 },
  in2: { id: 2, width: 1 },
  in3: { id: 3, width: 1 },
  out1: { id: 179, width: 1 },
})
const wiring = { door_1: 'in1', door_2: '!in2', armed: 'in3', siren: 'out1' }
/** @param latitude degrees; null: the record has no fix */
const record = (
  minute: number,
  [in1, in2, in3]: readonly [0 | 1, 0 | 1, 0 | 1],
  latitude: number | null = 45,
) =>
  tracker.message(
    from + minute * MINUTE,
    { in1, in2, in3 },
    latitude === null ? null : fixAt(latitude, 9.7),
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
  owner = (await app.make.customer()).id
  vehicle = await heardVehicle(app, tracker, owner, [agreement.eyedoor, agreement.eyegeo], {
    wiring,
  })
  caller = await app.as(await app.make.user(owner))
  from = Math.floor(app.clock.now / MINUTE) * MINUTE - 2 * HOUR
})

const last = async (of = caller) => await of.call(data, { params: { id: vehicle.vehicle_id } })
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

test('before the first record the status is null; afterwards wired inputs are doors, alarm and siren, and inputs without a wire are null [eyedoor.1, eyedoor.2]', async () => {
  expect((await last()).data).toBeNull()
  await vehicle.hear(record(0, [1, 1, 0]))
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
test('the history has every change with its place, oldest first; without a fix it has the place of the last fix [eyedoor.9]', async () => {
  await vehicle.hear(
    record(0, [0, 1, 0], 45),
    record(1, [0, 1, 0], 45.01),
    record(2, [1, 1, 0], 45.02),
    record(3, [1, 1, 0], null),
    record(4, [1, 1, 1], null),
  )
  expect((await rows()).map(e => [minuteOf(e), e.door_1, e.armed, e.latitude])).toEqual([
    [0, false, false, 45],
    [2, true, false, 45.02],
    [4, true, true, 45.02],
  ])
})
test('a door that the vehicle does not have is null in the status and the history, and makes no entry there', async () => {
  await vehicle.hear(record(0, [0, 1, 0]), record(1, [1, 1, 0]), record(2, [1, 0, 0]))
  await app.ctx.db
    .updateTable('vehicles')
    .set({ configurations: JSON.stringify({ door1_active: '0' }) })
    .where('id', '=', vehicle.vehicle_id)
    .execute()
  expect((await last()).data).toMatchObject({ door_1: null, door_2: true })
  expect((await rows()).map(e => [minuteOf(e), e.door_1, e.door_2])).toEqual([
    [0, null, false],
    [2, null, true],
  ])
})
test('a guest sees the entries of its period, and without geolocation no places [eyedoor.12]', async () => {
  const guest = (await app.make.customer()).id
  const guestCaller = await app.as(await app.make.user(guest, 'view'))
  await vehicle.hear(record(0, [0, 1, 0]), record(10, [1, 1, 0]), record(20, [0, 1, 0]))
  expect((await last(guestCaller)).status).toBe(404)
  await app.make.agreement(
    vehicle.vehicle_id,
    guest,
    agreement.eyedoor,
    from + 5 * MINUTE,
    app.clock.now + HOUR,
  )
  expect((await last(guestCaller)).data).toMatchObject({ door_1: false })
  expect((await rows(guestCaller)).map(e => [minuteOf(e), e.latitude])).toEqual([
    [10, null],
    [20, null],
  ])
})
test('a caller without the agreement is refused [eyedoor.13]', async () => {
  const foreign = await app.make.vehicle(owner)
  expect((await caller.call(data, { params: { id: foreign.id } })).status).toBe(403)
})
