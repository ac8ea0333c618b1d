// Two sources of incidents in one list: records raise and clear theirs, jobs theirs, and a replay changes only those of records.
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { updates, type VehicleUpdate } from '@flotta/platform/topics.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestPackets } from '../../telemetry/pipeline/ingest.ts'
import { replayQuietVehicles } from '../../telemetry/pipeline/replays.ts'
import {
  fixAt,
  message,
  packet,
  type TelemetryTest,
  telemetryContext,
} from '../../telemetry/pipeline/testing.ts'
import { clear, hold, raise, tellAlerts } from './conditions.ts'

let t: TelemetryTest
beforeAll(async () => {
  t = await telemetryContext({ FLOTTA_REPLAY_QUIET: '30' })
})
afterAll(() => t.close())

const SPEED_LIMIT = 1
const FGAS = 21
const incidentsOf = async (vehicle_id: number) =>
  (
    await t.ctx.pool.query(
      'select alert_id, customer_id, origin, opened_at, closed_at, closed_as, data from incidents where vehicle_id = $1 order by opened_at, origin, customer_id',
      [vehicle_id],
    )
  ).rows
const due = (vehicle_id: number, customer_id: number | null = null) => ({
  vehicle_id,
  alert_id: FGAS,
  customer_id,
  at: t.clock.now - HOUR,
  data: { days: 3 },
})

test('a condition is raised once while it holds, and again after it was cleared [alerts.24]', async () => {
  const { vehicle_id } = await t.vehicle()
  expect(await raise(t.ctx.db, [due(vehicle_id)], t.clock.now)).toEqual([vehicle_id])
  expect(await raise(t.ctx.db, [due(vehicle_id)], t.clock.now)).toEqual([])
  expect(await incidentsOf(vehicle_id)).toEqual([
    {
      alert_id: FGAS,
      customer_id: null,
      origin: 'jobs',
      opened_at: new Date(t.clock.now - HOUR),
      closed_at: null,
      closed_as: null,
      data: { days: 3 },
    },
  ])
  expect(await clear(t.ctx.db, [due(vehicle_id)], t.clock.now)).toEqual([vehicle_id])
  expect(await clear(t.ctx.db, [due(vehicle_id)], t.clock.now)).toEqual([])
  expect(await raise(t.ctx.db, [{ ...due(vehicle_id), at: t.clock.now }], t.clock.now)).toEqual([
    vehicle_id,
  ])
  expect(await incidentsOf(vehicle_id)).toMatchObject([
    { closed_at: new Date(t.clock.now), closed_as: 'cleared' },
    { closed_at: null },
  ])
})

test('the conditions of two customers are separate, and each is cleared on its own [alerts.29]', async () => {
  const { vehicle_id } = await t.vehicle()
  expect(
    await raise(t.ctx.db, [due(vehicle_id, 1), due(vehicle_id, 2), due(vehicle_id)], t.clock.now),
  ).toEqual([vehicle_id])
  await clear(t.ctx.db, [due(vehicle_id, 2)], t.clock.now)
  expect(
    (await incidentsOf(vehicle_id)).filter(i => i.closed_at === null).map(i => i.customer_id),
  ).toEqual([1, null])
})

test('an alert raised in a job that fails leaves no incident', async () => {
  const { vehicle_id } = await t.vehicle()
  const failed = t.ctx.db.transaction().execute(async tx => {
    await raise(tx, [due(vehicle_id)], t.clock.now)
    throw new Error('the rest of the job failed')
  })
  await expect(failed).rejects.toThrow('the rest of the job failed')
  expect(await incidentsOf(vehicle_id)).toEqual([])
})

test('a job that lists all conditions raises the new ones, clears those that are over and leaves the rest unchanged', async () => {
  const [a, b, c] = [await t.vehicle(), await t.vehicle(), await t.vehicle()].map(v => v.vehicle_id)
  if (a === undefined || b === undefined || c === undefined) throw new Error('three vehicles')
  const BRAKE = 24
  const condition = (vehicle_id: number) => ({ vehicle_id, customer_id: null, at: t.clock.now })
  expect(await hold(t.ctx.db, BRAKE, [condition(a), condition(b)], t.clock.now)).toEqual([a, b])
  expect(await hold(t.ctx.db, BRAKE, [condition(b), condition(c)], t.clock.now)).toEqual([a, c])
  expect(await hold(t.ctx.db, BRAKE, [condition(b), condition(c)], t.clock.now)).toEqual([])
  expect((await incidentsOf(b)).map(i => i.closed_at)).toEqual([null])
  expect((await incidentsOf(a)).map(i => i.closed_as)).toEqual(['cleared'])
})

test('late records close no alert that a job has raised [alerts.31]', async () => {
  const v = await t.vehicle()
  const from = t.clock.now - 5 * HOUR
  await ingestPackets(
    [packet(v, [message(from, fixAt(45, 9, 60)), message(from + 40 * MINUTE, fixAt(45, 9.2, 60))])],
    t.ctx,
  )
  await raise(t.ctx.db, [{ ...due(v.vehicle_id), at: from + 30 * MINUTE }], t.clock.now)
  await ingestPackets([packet(v, [message(from + 10 * MINUTE, fixAt(45, 9.05, 100))])], t.ctx)
  t.clock.now += 10 * MINUTE
  await replayQuietVehicles(t.ctx)
  expect(await incidentsOf(v.vehicle_id)).toMatchObject([
    { alert_id: SPEED_LIMIT, origin: 'records', closed_as: 'cleared' },
    { alert_id: FGAS, origin: 'jobs', closed_at: null, closed_as: null },
  ])
})

test('records and jobs each clear only the alerts that they have raised [alerts.30]', async () => {
  const v = await t.vehicle()
  const at = t.clock.now - HOUR
  const raised = { vehicle_id: v.vehicle_id, alert_id: SPEED_LIMIT, customer_id: null, at }
  await raise(t.ctx.db, [raised], t.clock.now)
  await ingestPackets([packet(v, [message(at, fixAt(45, 9, 120))])], t.ctx)
  expect((await incidentsOf(v.vehicle_id)).map(i => [i.origin, i.closed_as])).toEqual([
    ['jobs', null],
    ['records', null],
  ])
  await ingestPackets([packet(v, [message(at + MINUTE, fixAt(45, 9.001, 50))])], t.ctx)
  expect((await incidentsOf(v.vehicle_id)).map(i => [i.origin, i.closed_as])).toEqual([
    ['jobs', null],
    ['records', 'cleared'],
  ])
  await clear(t.ctx.db, [raised], t.clock.now)
  expect((await incidentsOf(v.vehicle_id)).map(i => i.closed_as)).toEqual(['cleared', 'cleared'])
})

test('readers are notified of each vehicle whose alerts changed, and of no vehicle where none changed', async () => {
  const changes: VehicleUpdate[] = []
  const stop = t.ctx.bus.subscribe(updates, told => void changes.push(...told))
  tellAlerts(t.ctx, [])
  tellAlerts(t.ctx, [7, 8])
  await expect
    .poll(() => changes)
    .toEqual([
      { vehicle_id: 7, kinds: ['alert'] },
      { vehicle_id: 8, kinds: ['alert'] },
    ])
  stop()
})
