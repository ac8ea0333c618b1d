// Cards that devices read become activities: through the real pipeline, in any order, beside what people enter.
import type { Message } from '@flotta/core/telemetry.ts'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ingestPackets } from '../../telemetry/pipeline/ingest.ts'
import { replayQuietVehicles } from '../../telemetry/pipeline/replays.ts'
import {
  message,
  packet,
  random,
  type TelemetryTest,
  telemetryContext,
} from '../../telemetry/pipeline/testing.ts'
import { makeDriver } from '../drivers/testing.ts'
import { endActivity, startActivity } from './changes.ts'
import { deriveActivities } from './jobs.ts'

let t: TelemetryTest
let noon: number
beforeAll(async () => {
  t = await telemetryContext({ FLOTTA_REPLAY_QUIET: '30' })
  noon = t.clock.now
})
afterAll(() => t.close())

type Vehicle = Awaited<ReturnType<TelemetryTest['vehicle']>>
let customer_id: number
let truck: Vehicle
let van: Vehicle
let mario: number
/** Cards as the device reports them: the bytes of the iButton's number in reverse order. */
const CARD = { mario: 0x11a2b3c4, ada: 0x22a2b3c4, stranger: 0x33a2b3c4 }
const number = (card: number) => card.toString(16).padStart(16, '0')
beforeEach(async () => {
  await t.ctx.pool.query('delete from driver_activities')
  await t.ctx.pool.query('delete from driver_identifications')
  await t.ctx.pool.query('delete from drivers')
  t.clock.now = noon
  truck = await t.vehicle()
  van = await t.vehicle()
  const { rows } = await t.ctx.pool.query<{ customer_id: number }>(
    'select customer_id from vehicles where id = $1',
    [truck.vehicle_id],
  )
  customer_id = rows[0]?.customer_id ?? 0
  mario = (
    await makeDriver(t.ctx.db, customer_id, {
      name: 'Mario',
      ibutton_id: number(CARD.mario).toUpperCase(),
    })
  ).id
  await makeDriver(t.ctx.db, customer_id, {
    name: 'Ada',
    ibutton_id: number(CARD.ada).match(/../g)?.reverse().join(' ') ?? '',
  })
})

const at = (hours: number) => noon - 2 * DAY + hours * HOUR
const begins = (hours: number, card?: number): Message[] => [
  message(at(hours), null, { ignition: 1, ...(card !== undefined && { ibutton: card }) }),
  message(at(hours) + MINUTE, null, { ignition: 1 }),
]
const stops = (hours: number): Message => message(at(hours), null, { ignition: 0, ibutton: 0 })
const send = (vehicle: Vehicle, ...messages: Message[]) =>
  ingestPackets([packet(vehicle, messages)], t.ctx)
async function deriveAndSettle(): Promise<void> {
  t.clock.now += 10 * MINUTE
  await replayQuietVehicles(t.ctx)
  await deriveActivities(t.ctx)
}
async function describeActivities(): Promise<string[]> {
  const { rows } = await t.ctx.pool.query<{
    vehicle_id: number
    driver_id: number
    period_from: Date
    period_to: Date | null
    origin: string
  }>('select * from driver_activities order by period_from, vehicle_id')
  const hour = (time: Date | null) => (time === null ? '' : String((time.getTime() - at(0)) / HOUR))
  const name = (id: number) => (id === mario ? 'Mario' : 'Ada')
  return rows.map(
    r =>
      `${name(r.driver_id)} ${r.vehicle_id === truck.vehicle_id ? 'truck' : 'van'} ${hour(r.period_from)}-${hour(r.period_to)} ${r.origin}`,
  )
}
const person = <T>(
  work: (
    tx: Parameters<typeof startActivity>[0],
    setting: { customer_id: number; vehicle: Vehicle; now: number },
  ) => Promise<T>,
  vehicle = truck,
) => t.ctx.db.transaction().execute(tx => work(tx, { customer_id, vehicle, now: t.clock.now }))
const start = (driver_id: number, hours: number, vehicle = truck) =>
  person(
    (tx, s) => startActivity(tx, s, { from: new Date(at(hours)).toISOString(), driver_id }),
    vehicle,
  )
const end = (hours: number, vehicle = truck) =>
  person((tx, s) => endActivity(tx, s, new Date(at(hours)).toISOString()), vehicle)

test('a card begins at ignition on and ends at the next card, even an unknown one, whatever its case and byte order [activities.24, protocols.27]', async () => {
  await send(
    truck,
    ...begins(8, CARD.mario),
    stops(9),
    ...begins(10, CARD.mario),
    stops(11),
    ...begins(12, CARD.ada),
    stops(13),
    ...begins(14, CARD.stranger),
  )
  await deriveActivities(t.ctx)
  expect(await describeActivities()).toEqual(['Mario truck 8-12 device', 'Ada truck 12-14 device'])
})
test('a driver who begins on another vehicle leaves the first', async () => {
  await send(truck, ...begins(8, CARD.mario))
  await deriveActivities(t.ctx)
  expect(await describeActivities()).toEqual(['Mario truck 8- device'])
  await send(van, ...begins(9, CARD.mario))
  await deriveActivities(t.ctx)
  expect(await describeActivities()).toEqual(['Mario truck 8-9 device', 'Mario van 9- device'])
})
test('the card of an inactive driver begins nothing', async () => {
  await t.ctx.pool.query('update drivers set active = 0 where id = $1', [mario])
  await send(truck, ...begins(8, CARD.mario))
  await deriveActivities(t.ctx)
  expect(await describeActivities()).toEqual([])
})
test('a card that another driver gets leaves the past unchanged', async () => {
  await send(truck, ...begins(8, CARD.mario))
  await deriveActivities(t.ctx)
  await t.ctx.pool.query('update drivers set ibutton_key = null, ibutton_id = null where id = $1', [
    mario,
  ])
  await send(van, ...begins(7, CARD.ada))
  await deriveAndSettle()
  expect(await describeActivities()).toEqual(['Ada van 7- device', 'Mario truck 8- device'])
})
test('an activity that a person entered prevails: cards begin nothing within it, and it ends what a card began', async () => {
  await start(mario, 8)
  await send(truck, ...begins(9, CARD.ada), stops(10))
  await send(van, ...begins(9, CARD.mario), stops(10))
  await deriveActivities(t.ctx)
  expect(await describeActivities()).toEqual(['Mario truck 8- person'])
  await end(11)
  await send(truck, ...begins(12, CARD.ada))
  await deriveAndSettle()
  expect(await describeActivities()).toEqual(['Mario truck 8-11 person', 'Ada truck 12- device'])
  // late data from before the entry change activities only up to it
  await send(truck, ...begins(6, CARD.ada), stops(7))
  await deriveAndSettle()
  expect(await describeActivities()).toEqual([
    'Ada truck 6-8 device',
    'Mario truck 8-11 person',
    'Ada truck 12- device',
  ])
})
test('an activity that a card began and a person ended stays ended', async () => {
  await send(truck, ...begins(8, CARD.mario), stops(9))
  await deriveActivities(t.ctx)
  await end(10)
  await send(truck, stops(7.5))
  await deriveAndSettle()
  expect(await describeActivities()).toEqual(['Mario truck 8-10 person'])
  await send(truck, ...begins(12, CARD.mario))
  await deriveAndSettle()
  expect(await describeActivities()).toEqual(['Mario truck 8-10 person', 'Mario truck 12- device'])
})
test('late data move the end of an activity and keep its row', async () => {
  await send(truck, ...begins(8, CARD.mario), stops(9), ...begins(14, CARD.ada))
  await deriveActivities(t.ctx)
  const idOf = async () =>
    (await t.ctx.pool.query('select id from driver_activities where driver_id = $1', [mario]))
      .rows[0]?.id
  const before = await idOf()
  await send(truck, ...begins(11, CARD.stranger), stops(12))
  await deriveAndSettle()
  expect(await describeActivities()).toEqual(['Mario truck 8-11 device', 'Ada truck 14- device'])
  expect(await idOf()).toBe(before)
})
test('any order and repetition of the packets of two vehicles give the same activities', async () => {
  const cards = [CARD.mario, CARD.ada, CARD.stranger, undefined]
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1e9 }), async seed => {
      const next = random(seed)
      const schedule: (readonly ['truck' | 'van', Message[]])[] = []
      for (let hour = 1; hour < 20; hour += 1 + Math.floor(next() * 3)) {
        const card = cards[Math.floor(next() * cards.length)]
        schedule.push([next() < 0.5 ? 'truck' : 'van', [...begins(hour, card), stops(hour + 0.9)]])
      }
      const run = async (packets: typeof schedule): Promise<string[]> => {
        await t.ctx.pool.query('delete from driver_activities')
        await t.ctx.pool.query('delete from driver_identifications')
        truck = await t.vehicle()
        van = await t.vehicle()
        for (const [which, messages] of packets) {
          await send(which === 'truck' ? truck : van, ...messages)
          if (next() < 0.3) await deriveAndSettle()
        }
        await deriveAndSettle()
        return describeActivities()
      }
      const inOrder = await run(schedule)
      const shuffled = [...schedule, ...schedule.slice(0, 3)]
        .map(p => [next(), p] as const)
        .sort(([a], [b]) => a - b)
      expect(await run(shuffled.map(([, p]) => p))).toEqual(inOrder)
    }),
    { numRuns: 8, seed: 20261122 },
  )
})
