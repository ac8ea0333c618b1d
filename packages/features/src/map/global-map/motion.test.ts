// What a vehicle does, from its records to pins, vehicles and alert 38; and what stays private.
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { active } from '../../alerts/incidents/contract.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { vehicleById } from '../../fleet/vehicles/contract.ts'
import { vehicleMotion } from '../../telemetry/motion/derive.ts'
import { fixAt } from '../../telemetry/pipeline/testing.ts'
import { familyOf, heardVehicle } from '../../telemetry/pipeline/testing-vehicle.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { onePin } from './contract.ts'

const tracker = familyOf({ ignition: { id: 239, width: 1 } })
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function company() {
  const owner = await app.make.customer({ configurations: { drivers_active: '1' } })
  const vehicle = await heardVehicle(app, tracker, owner.id, [agreement.eyegeo])
  const caller = await app.as(await app.make.user(owner.id))
  const from = Math.floor(app.clock.now / MINUTE) * MINUTE - HOUR
  const params = { id: vehicle.vehicle_id }
  return {
    vehicle,
    caller,
    from,
    hear: (minute: number, speed: number, ignition: 0 | 1) =>
      vehicle.hear(tracker.message(from + minute * MINUTE, { ignition }, fixAt(45, 9, speed))),
    /** The motion of the pin and of the vehicle, minutes. */
    async motions() {
      const pin = (await caller.call(onePin, { params })).data
      const record = (await caller.call(vehicleById, { params })).data
      return [pin, record].map(({ motion, motion_since }) =>
        motion === null ? null : [motion, (Date.parse(motion_since ?? '') - from) / MINUTE],
      )
    },
  }
}
const twice = <T>(one: T): [T, T] => [one, one]

test('the pin and the list show what the vehicle does and since when [vehicles.59, telemetry.57]', async () => {
  const { hear, motions } = await company()
  expect(await motions()).toEqual(twice(null))
  await hear(0, 50, 1)
  expect(await motions()).toEqual(twice(['moving', 0]))
  await hear(1, 0, 1)
  expect(await motions()).toEqual(twice(['moving', 0]))
  await hear(2, 0, 1)
  expect(await motions()).toEqual(twice(['idling', 1]))
  await hear(5, 0, 0)
  expect(await motions()).toEqual(twice(['parked', 5]))
})
test('each change of the motion is stored as a reading of the kind motion [vehicles.60]', async () => {
  const { hear, vehicle, from } = await company()
  for (const [minute, speed, ignition] of [
    [0, 50, 1],
    [1, 0, 1],
    [2, 0, 1],
    [6, 30, 1],
  ] as const)
    await hear(minute, speed, ignition)
  const { rows } = await app.ctx.pool.query(
    `select data from readings where vehicle_id = $1 and kind = 'motion' order by message_datetime`,
    [vehicle.vehicle_id],
  )
  expect(rows.map(row => row.data)).toEqual([
    { motion: 'moving', motion_since: from, idled_since: null },
    { motion: 'idling', motion_since: from + MINUTE, idled_since: null },
    { motion: 'moving', motion_since: from + 6 * MINUTE, idled_since: from + MINUTE },
  ])
})
test('ten minutes with the engine on at a standstill raise alert 38, and driving ends it [alerts.123]', async () => {
  const { hear, caller } = await company()
  const open = async () =>
    (await caller.call(active, { query: {} })).data.map(({ code, severity }) => [code, severity])
  for (const minute of [1, 5, 10]) await hear(minute, 0, 1)
  expect(await open()).toEqual([])
  await hear(11, 0, 1)
  expect(await open()).toEqual([['idling', 1]])
  await hear(12, 40, 1)
  expect(await open()).toEqual([])
})
test('in private times nobody learns the motion, and afterwards nobody learns since when it lasts [vehicles.82]', async () => {
  const { hear, motions, vehicle, from } = await company()
  await hear(0, 50, 1)
  await hear(10, 0, 0)
  const turn = async (minute: number, is_private: boolean) => {
    await app.ctx.pool.query(
      'insert into private_switches (vehicle_id, at, is_private) values ($1, $2, $3)',
      [vehicle.vehicle_id, new Date(from + minute * MINUTE), is_private],
    )
    await app.ctx.changes.heard()
  }
  await turn(5, true)
  expect(await motions()).toEqual(twice(null))
  await turn(20, false)
  await hear(30, 0, 0)
  expect(await motions()).toEqual(twice(['parked', 20]))
})
test('a vehicle’s state grows by fewer than seventy bytes', async () => {
  const { hear, vehicle } = await company()
  for (const minute of [0, 1, 2]) await hear(minute, 0, 1)
  const { rows } = await app.ctx.pool.query<{ bytes: number }>(
    `select length(memory -> '${vehicleMotion.name}' #>> '{}') + ${vehicleMotion.name.length + 4} as bytes from vehicle_state where vehicle_id = $1`,
    [vehicle.vehicle_id],
  )
  expect(rows[0]?.bytes).toBeLessThan(70)
})
