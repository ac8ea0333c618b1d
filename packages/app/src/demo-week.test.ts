// A week of the demo company over real connections, through the gateway and the whole pipeline: what becomes of it is what a company of forty vehicles lives through.
import { distance } from '@flotta/core/geo.ts'
import { DAY } from '@flotta/core/time.ts'
import { drawActivities } from '@flotta/features/activities/jobs.ts'
import { demoFleet } from '@flotta/features/demo/fleet.ts'
import { createDemo } from '@flotta/features/demo/records.ts'
import { gatewayBook } from '@flotta/features/devices/gateways.ts'
import devices from '@flotta/features/devices/server.ts'
import { features } from '@flotta/features/features.ts'
import { roads } from '@flotta/features/routing/roads.ts'
import { type TestApp, testApp } from '@flotta/features/testing.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type Gateway, openGateway } from '@flotta/platform/gateway.ts'
import { startWorker, type Worker } from '@flotta/platform/worker.ts'
import { profiles, protocols } from '@flotta/protocols/protocols.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startDemoFleet } from './simulator/demo.ts'

/** Noon of a Monday: the week before it is over. */
const NOW = Date.parse('2026-11-23T12:00:00Z')
const [FROM, TO] = [Date.parse('2026-11-16T00:00:00Z'), Date.parse('2026-11-23T00:00:00Z')]
const fleet = demoFleet()

let app: TestApp
let ctx: Context
let worker: Worker
let gateway: Gateway
beforeAll(async () => {
  app = await testApp({ env: { FLOTTA_TELTONIKA_PORT: '0' } })
  app.clock.now = NOW
  ctx = { ...app.ctx, profiles: new Map(profiles.map(p => [p.code, p])) }
  await createDemo(ctx, { password: 'Flotta-2026' })
  // what is repeated is not begun by the clock
  worker = startWorker(
    features.map(({ consumers = [] }) => ({ consumers })),
    ctx,
  )
  const identify = devices.resolvers?.device
  if (!identify) throw new Error('no feature knows devices')
  gateway = await openGateway(protocols, ctx, { identify, book: gatewayBook(ctx), address: '127.0.0.1', signInsPerMinute: 1_000 })
  const port = gateway.addresses.get('teltonika')?.tcp?.port ?? 0
  const running = startDemoFleet({ server: { host: '127.0.0.1', port }, vehicles: fleet, backFillDays: (NOW - FROM) / DAY, clock: () => NOW })
  await vi.waitFor(() => expect(running.progress().live).toBe(fleet.length), { timeout: 580_000, interval: 500 })
  running.stop()
  await drawActivities(ctx)
}, 600_000)
afterAll(async () => {
  await gateway.stop()
  await worker.stop()
  await app.close()
})
const rows = async <R extends object>(sql: string, ...values: unknown[]): Promise<R[]> => (await ctx.pool.query<R>(sql, values)).rows
const week = [new Date(FROM), new Date(TO)] as const

test('every vehicle has told of its week, and nothing came late or was refused', async () => {
  expect(await rows('select from replays')).toEqual([])
  expect((await rows('select from vehicle_state')).length).toBe(fleet.length)
})

describe('incidents', () => {
  const counts = async () =>
    new Map(
      (
        await rows<{ alert_id: number; times: number }>(
          `select alert_id, count(*)::int as times from incidents
           where origin = 'records' and opened_at >= $1 and opened_at < $2 and closed_as is distinct from 'corrected' group by 1 order by 1`,
          ...week,
        )
      ).map(({ alert_id, times }) => [alert_id, times]),
    )
  test('are some ten a day', async () => {
    const all = [...(await counts()).values()].reduce((sum, times) => sum + times, 0)
    expect(all / 7).toBeGreaterThan(5)
    expect(all / 7).toBeLessThan(15)
  })
  test('are of many kinds, and no kind is most of them', async () => {
    const found = await counts()
    // speeding, off its setpoint, a unit that is off and its alarm, battery, fuel, tyres, load, couplings that may and may not be
    expect([...found.keys()]).toEqual(expect.arrayContaining([1, 2, 4, 6, 7, 18, 25, 26, 28, 29, 30]))
    expect(Math.max(...found.values())).toBeLessThan(0.45 * [...found.values()].reduce((sum, times) => sum + times, 0))
  })
  test('of fuel: no more thefts than the thief committed, one in four weeks', async () => {
    const found = await counts()
    expect(found.get(17) ?? 0).toBeLessThanOrEqual(1)
  })
})

describe('drivers', () => {
  test('are at work for a day’s shift, then somebody else takes the vehicle', async () => {
    const shifts = await rows<{ hours: number }>(
      `select extract(epoch from coalesce(period_to, $3) - period_from)::float8 / 3600 as hours from driver_activities where period_from >= $1 and period_from < $2`,
      ...week,
      new Date(NOW),
    )
    expect(shifts.length).toBeGreaterThan(70)
    expect(Math.max(...shifts.map(s => s.hours))).toBeLessThan(15)
  })
  test('none goes on but of those who are at work', async () => {
    const open = await rows<{ hours: number }>(
      'select extract(epoch from $1 - period_from)::float8 / 3600 as hours from driver_activities where period_to is null',
      new Date(NOW),
    )
    expect(open.length).toBeGreaterThan(3)
    expect(open.filter(({ hours }) => hours > 15)).toEqual([])
  })
})

test('no vehicle, trailers least of all, is on the road for longer than a driver may drive', async () => {
  const driven = await rows<{ plate: string; vehicle_type: string; hours: number; days: number }>(
    `select v.plate, v.vehicle_type, sum(extract(epoch from least(t.period_to, $2) - t.period_from))::float8 / 3600 as hours, count(distinct t.period_from::date)::int as days
     from trips t join vehicles v on v.id = t.vehicle_id where t.replaced_by is null and t.period_from >= $1 and t.period_from < $2 group by 1, 2`,
    ...week,
  )
  expect(driven).toHaveLength(fleet.length - 2)
  // five days of ten hours
  expect(driven.filter(({ hours }) => hours > 50)).toEqual([])
  expect(driven.filter(({ hours }) => hours < 12)).toEqual([])
})

test('a unit cools above its setpoint, not below it', async () => {
  const wrong = await rows(
    `select v.plate, u.message_datetime, u.data ->> 'setpoint_t1' as setpoint, t.data ->> 'T1' as temperature
     from readings u join vehicles v on v.id = u.vehicle_id
     join readings t on t.vehicle_id = u.vehicle_id and t.kind = 'temperature' and t.message_datetime = u.message_datetime
     where u.kind = 'fridge' and (u.data ->> 'operation_mode_c1')::int = 2 and (t.data ->> 'T1')::float8 < (u.data ->> 'setpoint_t1')::float8 - 0.6`,
  )
  expect(wrong).toEqual([])
})

test('all positions lie on a road or beside one', async () => {
  const graph = roads()
  const CELL = 0.02
  const cells = new Map<string, [number, number][]>()
  const cellOf = (latitude: number, longitude: number) => `${Math.floor(latitude / CELL)} ${Math.floor(longitude / CELL)}`
  for (let edge = 0; edge < graph.edges; edge++) {
    const line = graph.line(edge * 2)
    for (let i = 2; i < line.length; i += 2) {
      const [lat0 = 0, lon0 = 0, lat1 = 0, lon1 = 0] = line.slice(i - 2, i + 2)
      const parts = Math.max(1, Math.ceil(distance(lat0, lon0, lat1, lon1) / 400))
      for (let part = 0; part <= parts; part++) {
        const [latitude, longitude] = [lat0 + ((lat1 - lat0) * part) / parts, lon0 + ((lon1 - lon0) * part) / parts]
        const key = cellOf(latitude, longitude)
        cells.set(key, [...(cells.get(key) ?? []), [latitude, longitude]])
      }
    }
  }
  const near = (latitude: number, longitude: number) =>
    [-1, 0, 1].some(n =>
      [-1, 0, 1].some(e => cells.get(cellOf(latitude + n * CELL, longitude + e * CELL))?.some(([y, x]) => distance(latitude, longitude, y, x) < 800) === true),
    )
  const positions = await rows<{ plate: string; latitude: number; longitude: number }>(
    `select v.plate, p.latitude_e7 / 1e7::float8 as latitude, p.longitude_e7 / 1e7::float8 as longitude from positions p join vehicles v on v.id = p.vehicle_id
     where p.latitude_e7 is not null and extract(epoch from p.message_datetime)::int8 % 20 = 0`,
  )
  expect(positions.length).toBeGreaterThan(1_000)
  expect(positions.filter(({ latitude, longitude }) => !near(latitude, longitude))).toEqual([])
})
