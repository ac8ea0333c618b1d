// The tank through the contract: from a device's bytes to its last status and history, even with late records, and who sees what.
import type { Message } from '@flotta/core/telemetry.ts'
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { active } from '../../alerts/incidents/contract.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { replayVehicle } from '../../telemetry/pipeline/replay.ts'
import { fixAt } from '../../telemetry/pipeline/testing.ts'
import {
  familyOf,
  type HeardVehicle,
  heardVehicle,
} from '../../telemetry/pipeline/testing-vehicle.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { data, history } from './contract.ts'

const tracker = familyOf({
  ignition: { id: 239 },
  movement: { id: 240 },
  can_fuel_level: { id: 89 },
  lls_fuel1: { id: 201 },
  in3: { id: 3 },
  in4: { id: 4 },
})
type Values = Parameters<typeof tracker.message>[1]
const record = (at: number, values: Values) =>
  tracker.message(at, values, fixAt(45.05, 9.7, values.movement === 1 ? 60 : 0))
const configurations = { tank_capacity_l: '400', fuel_table: '0:0;1000:100;4000:400' }

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
  vehicle = await heardVehicle(app, tracker, owner, [agreement.eyefuel])
  await app.ctx.pool.query('update vehicles set configurations = $2 where id = $1', [
    vehicle.vehicle_id,
    configurations,
  ])
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
const standing = (minute: number, can_fuel_level: number, more = {}) =>
  record(from + minute * MINUTE, { ignition: 0, movement: 0, can_fuel_level, ...more })
const night = () => [
  standing(0, 80),
  standing(5, 80),
  standing(6, 60),
  standing(7, 60),
  standing(8, 58),
]

test('a tank without any data has no status and no history', async () => {
  expect(await last()).toBeNull()
  expect(await rows()).toEqual([])
})

test('a theft is an entry of the history with its place, sets the alarm of the status, and raises an alert until the vehicle drives on [eyefuel.1, eyefuel.16, eyefuel.17]', async () => {
  await vehicle.hear(...night())
  expect(await last()).toEqual({
    id: String(from + 8 * MINUTE),
    message_datetime: new Date(from + 8 * MINUTE).toISOString(),
    tank_usage: 58,
    cap_status: null,
    alarm_status: 1,
    armed: null,
    tank_capacity_l: 400,
  })
  expect(
    (await rows()).map(r => [
      minuteOf(r),
      r.tank_usage,
      r.alarm_status,
      r.type,
      r.tank_usage_before,
      r.latitude,
    ]),
  ).toEqual([
    [0, 80, 0, null, null, 45.05],
    [7, 60, 1, 'theft', 80, 45.05],
    [8, 58, 1, null, null, null],
  ])
  const alerts = async () => (await caller.call(active, { query: {} })).data.map(a => a.code)
  expect(await alerts()).toEqual(['fuel_alarm'])
  await vehicle.hear(record(from + 60 * MINUTE, { ignition: 1, movement: 1, can_fuel_level: 58 }))
  expect((await last())?.alarm_status).toBe(0)
  expect(await alerts()).toEqual([])
})

test('a refuel is found from the level of a sensor by the vehicle’s own table [eyefuel.18]', async () => {
  const sensor = (minute: number, lls_fuel1: number) =>
    record(from + minute * MINUTE, { ignition: 0, movement: 0, lls_fuel1 })
  await vehicle.hear(
    sensor(0, 1000),
    sensor(5, 1000),
    sensor(10, 3500),
    sensor(11, 3600),
    sensor(12, 3600),
  )
  expect(
    (await rows())
      .filter(r => r.type !== null)
      .map(r => [minuteOf(r), r.type, r.tank_usage_before, r.tank_usage]),
  ).toEqual([[11, 'refuel', 25, 90]])
  expect((await last())?.tank_usage).toBe(90)
})

test('cap and arming follow the wiring of the device [eyefuel.20]', async () => {
  await app.ctx.pool.query(
    `update devices set wiring = '{"cap": "!in3", "armed": "in4"}' where id = $1`,
    [vehicle.device_id],
  )
  await vehicle.hear(standing(0, 50, { in3: 0, in4: 1 }))
  expect(await last()).toMatchObject({
    tank_usage: 50,
    cap_status: 1,
    armed: true,
    alarm_status: 0,
  })
})

test('records that come late give the same history as records in order [eyefuel.19]', async () => {
  await vehicle.hear(...night())
  const inOrder = await rows()
  vehicle = await heardVehicle(app, tracker, owner, [agreement.eyefuel])
  for (const i of [3, 1, 4, 0, 2]) await vehicle.hear(night()[i] as Message)
  expect((await rows()).some(r => r.type === 'theft')).toBe(false)
  await replayVehicle(vehicle.vehicle_id, vehicle.ctx)
  expect(await rows()).toEqual(inOrder)
  expect(await last()).toMatchObject({ tank_usage: 58, alarm_status: 1 })
})

test('a guest sees the tank within its period, and the place of an event only with the position [eyefuel.33]', async () => {
  await vehicle.hear(...night())
  const guest = await app.make.user((await app.make.customer()).id)
  const visitor = await app.as(guest)
  await app.make.agreement(vehicle.vehicle_id, guest.customer_id, agreement.eyegeo, from)
  expect((await visitor.call(data, { params: { id: vehicle.vehicle_id } })).status).toBe(403)
  await app.make.agreement(
    vehicle.vehicle_id,
    guest.customer_id,
    agreement.eyefuel,
    from + 6 * MINUTE,
  )
  expect((await rows(visitor)).map(r => [minuteOf(r), r.type, r.latitude, r.longitude])).toEqual([
    [7, 'theft', 45.05, 9.7],
    [8, null, null, null],
  ])
  await app.ctx.pool.query(
    'delete from vehicle_agreements where customer_id = $1 and agreement_id = $2',
    [guest.customer_id, agreement.eyegeo],
  )
  expect((await rows(visitor)).map(r => [r.type, r.latitude])).toEqual([
    ['theft', null],
    [null, null],
  ])
})

test('thefts and refuels over stops and silences keep their ids, whatever the order of their records', async () => {
  const drives = (minute: number, can_fuel_level: number) =>
    record(from + minute * MINUTE, { ignition: 1, movement: 1, can_fuel_level })
  const way = () => [
    standing(0, 80),
    standing(5, 80),
    drives(35, 62),
    drives(36, 62),
    standing(40, 61),
    drives(75, 94),
    drives(76, 94),
    drives(77, 94),
    standing(80, 93),
  ]
  await vehicle.hear(...way())
  const inOrder = await rows()
  expect(
    inOrder
      .filter(r => r.type !== null)
      .map(r => [
        minuteOf(r),
        r.type,
        r.tank_usage_before,
        r.tank_usage_after,
        r.tank_usage_change,
      ]),
  ).toEqual([
    [36, 'theft', 80, 62, 18],
    [76, 'refuel', 61, 94, 33],
  ])
  vehicle = await heardVehicle(app, tracker, owner, [agreement.eyefuel])
  await app.ctx.pool.query('update vehicles set configurations = $2 where id = $1', [
    vehicle.vehicle_id,
    configurations,
  ])
  for (const i of [8, 3, 0, 6, 1, 7, 2, 5, 4]) await vehicle.hear(way()[i] as Message)
  await replayVehicle(vehicle.vehicle_id, vehicle.ctx)
  expect(await rows()).toEqual(inOrder)
  await replayVehicle(vehicle.vehicle_id, vehicle.ctx)
  expect(await rows()).toEqual(inOrder)
})
