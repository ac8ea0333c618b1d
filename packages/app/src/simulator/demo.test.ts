// The running fleet: the past first and in order, then live without a gap or a repeat; late records newest first.
import { DAY, HOUR, MINUTE, SECOND } from '@flotta/core/time.ts'
import { demoFleet } from '@flotta/features/provider/demo/fleet.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { type RunningFleet, startDemoFleet } from './demo.ts'
import { type TestServer, testServer } from './testing.ts'
import { type Tracker, tracker } from './tracker.ts'
import { simulation } from './vehicle.ts'

const START = Date.parse('2026-11-20T09:00:00Z')
/** The machine may be busy with other tests. */
const eventually = <T>(condition: () => T | Promise<T>) => vi.waitFor(condition)
const quick = { answer: 20_000, keepAlive: 60_000, retry: 5, longestRetry: 20 }
const world = simulation()
const expectedTimes = (index: number, from: number, to: number) => {
  const vehicle = demoFleet(1, index)[0]
  return vehicle ? [...world.marks(vehicle, from, to)].map(m => m.at) : []
}
let server: TestServer
let fleet: RunningFleet | undefined
let single: Tracker | undefined
afterEach(async () => {
  fleet?.stop()
  single?.stop()
  await server.close()
})
const timesOf = (imei: string) =>
  server.packets.filter(p => p.imei === imei).flatMap(p => p.messages.map(m => m.at))

test('the past of every vehicle since its last record arrives oldest first, then the present goes on', async () => {
  server = await testServer()
  let now = START
  const vehicles = demoFleet(13)
  const since = new Map(vehicles.slice(1).map((v, i) => [v.imei, START - (i + 1) * HOUR]))
  fleet = startDemoFleet({
    server,
    vehicles,
    since,
    backFillDays: 1,
    clock: () => now,
    times: quick,
  })
  await eventually(() => expect(fleet?.progress().live).toBe(13))
  now += 3 * MINUTE
  const until = now
  const complete = (index: number) =>
    expectedTimes(index, since.get(vehicles[index]?.imei ?? '') ?? START - DAY, until)
  const total = vehicles.reduce((sum, v) => sum + complete(v.index).length, 0)
  await eventually(() => expect(fleet?.progress().records).toBe(total))
  for (const v of vehicles) {
    const times = timesOf(v.imei)
    expect([...times].sort((a, b) => a - b)).toEqual(complete(v.index))
    const past = times.filter(t => t <= START)
    expect([...past].sort((a, b) => a - b)).toEqual(past)
  }
})

test('out of coverage a tracker keeps its records and delivers them late, newest first', async () => {
  server = await testServer()
  const vehicle = demoFleet(1, 0)[0]
  if (!vehicle) throw new Error('no vehicle')
  const gap = Array.from(
    { length: 14 },
    (_, day) => world.plan(vehicle, START - day * DAY).segments,
  )
    .flat()
    .flatMap(s => (s.kind === 'leg' && s.gap ? [s.gap] : []))[0]
  if (!gap) throw new Error('two weeks without a gap')
  let now = gap.from - MINUTE
  let sentRecords = 0
  single = tracker({
    simulation: world,
    vehicle,
    server,
    clock: () => now,
    since: now - MINUTE,
    onSent: n => {
      sentRecords += n
    },
    times: quick,
  })
  const one = single
  one.start()
  await eventually(() => expect(server.logins.size).toBe(1))
  const step = async (to: number) => {
    now = to
    one.tick()
  }
  await eventually(async () => {
    await step(now)
    expect(sentRecords).toBe(expectedTimes(0, gap.from - 2 * MINUTE, now).length)
  })
  const before = sentRecords
  for (let at = gap.from + SECOND; at < gap.to; at += 10 * SECOND) await step(at)
  expect(sentRecords).toBe(before)
  const waiting = one.waiting
  expect(waiting).toBeGreaterThan(5)
  await step(gap.to + SECOND)
  await eventually(() =>
    expect(sentRecords).toBe(expectedTimes(0, gap.from - 2 * MINUTE, now).length),
  )
  const late = timesOf(vehicle.imei).slice(before)
  expect(late.length).toBeGreaterThanOrEqual(waiting)
  expect(late).toEqual([...late].sort((a, b) => b - a))
})

test('a vehicle that the server does not know holds nobody up', async () => {
  const vehicles = demoFleet(14)
  const strangers = new Set(vehicles.slice(0, 12).map(v => v.imei))
  server = await testServer({ accepts: imei => !strangers.has(imei) })
  fleet = startDemoFleet({ server, vehicles, backFillDays: 0.05, clock: () => START, times: quick })
  await eventually(() => expect(fleet?.progress()).toMatchObject({ live: 2, refused: 12 }))
})
