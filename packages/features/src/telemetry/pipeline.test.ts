import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestAll } from './ingest.ts'
import { fixAt, message, packet, type TelemetryTest, telemetryContext } from './testing.ts'

let t: TelemetryTest
beforeAll(async () => {
  t = await telemetryContext()
})
afterAll(() => t.close())
const rows = async (sql: string, values: unknown[] = []) => (await t.ctx.pool.query(sql, values)).rows

test('a record becomes a position, a state and readings', async () => {
  const v = await t.vehicle()
  const at = t.clock.now - 60_000
  await ingestAll([packet(v, [message(at, fixAt(45.4642, 9.19, 50), { ignition: 1, movement: 1, odometer: 1000, power: 27_500, temp1: 0xffff })])], t.ctx)
  expect(await rows('select * from vehicle_state where vehicle_id = $1', [v.vehicle_id])).toMatchObject([
    { version: 1, latitude_e7: 454_642_000, speed: 50, moving: true, ignition: true, odometer: 1000, latest: { temperature: [at, { T1: -0.1, T2: null }] } },
  ])
  expect(await rows('select kind, data from readings where vehicle_id = $1 order by kind', [v.vehicle_id])).toEqual([
    { kind: 'ignition', data: { ignition: true } },
    { kind: 'power', data: { external_voltage: 27.5, battery_voltage: null, battery_capacity: null } },
    { kind: 'temperature', data: { T1: -0.1, T2: null, T3: null, T4: null } },
  ])
  expect(await rows('select period_to, distance from trips where vehicle_id = $1', [v.vehicle_id])).toEqual([{ period_to: null, distance: 0 }])
})
