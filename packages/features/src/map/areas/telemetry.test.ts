// Areas in the real pipeline: what records raise, in any order of arrival, while areas change.
import type { Message } from '@flotta/core/telemetry.ts'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs } from '../../alerts/incidents/jobs.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { ingestPackets } from '../../telemetry/pipeline/ingest.ts'
import { replayQuietVehicles } from '../../telemetry/pipeline/replays.ts'
import {
  derivedOf,
  fixAt,
  message,
  packet,
  random,
  someDays,
  type TelemetryTest,
  telemetryContext,
} from '../../telemetry/pipeline/testing.ts'
import { removeArea, updateArea } from './queries.ts'
import { makeArea } from './testing.ts'

let t: TelemetryTest
let customer_id: number
beforeAll(async () => {
  t = await telemetryContext({ FLOTTA_REPLAY_QUIET: '30' })
  customer_id =
    (await t.ctx.pool.query<{ id: number }>('select id from customers')).rows[0]?.id ?? 0
})
afterAll(() => t.close())

const watchedVehicle = async (customer = customer_id) => {
  const v = await t.vehicle()
  await t.ctx.pool.query(
    `insert into vehicle_agreements (vehicle_id, customer_id, agreement_id, active_from) values ($1, $2, ${agreement.eyegeo}, '2020-01-01')`,
    [v.vehicle_id, customer],
  )
  return v
}
const quiet = async () => {
  t.clock.now += 10 * MINUTE
  await replayQuietVehicles(t.ctx)
}
const incidentsOf = async ({ vehicle_id }: { readonly vehicle_id: number }) =>
  (
    await t.ctx.pool.query(
      'select alert_id, subject_id, opened_at, closed_at, closed_as, data from incidents where vehicle_id = $1 order by opened_at, alert_id, subject_id',
      [vehicle_id],
    )
  ).rows
const north = (metres: number) => 45 + metres / 111_195.08
const at = (when: number, metres: number): Message =>
  message(when, fixAt(north(metres), 9, 20), { movement: 1 })
const newArea = (kind: 'hub' | 'poi', values: Parameters<typeof makeArea>[3] = {}, when = 0) =>
  makeArea(t.ctx.db, kind, customer_id, { latitude: 45, longitude: 9, ...values }, when)

test('records in any order, repetition and batching give the same incidents of areas', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 1e9 }),
      fc.integer({ min: 1, max: 1e9 }),
      async (seed, order) => {
        const messages = someDays(seed, t.clock.now - 4 * DAY, 200).filter(m => m.at < t.clock.now)
        const next = random(order)
        // areas where the vehicle will be, of all sizes, some created or moved on the way
        for (const m of messages.filter((m, i) => m.fix !== null && i % 9 === 0)) {
          const place = {
            latitude: (m.fix?.latitude_e7 ?? 0) / 1e7,
            longitude: (m.fix?.longitude_e7 ?? 0) / 1e7,
            radius: 1 + next() * 999,
          }
          const id = await newArea(
            next() < 0.5 ? 'hub' : 'poi',
            place,
            next() < 0.7 ? 0 : m.at - HOUR,
          )
          if (next() < 0.2)
            await updateArea(t.ctx.db, 'hub', id, { radius: 1 + next() * 999 }, m.at + HOUR)
          if (next() < 0.1) await removeArea(t.ctx.db, 'hub', id, m.at + 2 * HOUR)
        }
        t.tell({ table: 'hubs' })
        const [inOrder, shuffled] = [await watchedVehicle(), await watchedVehicle()]
        await ingestPackets(
          messages.map(m => packet(inOrder, [m])),
          t.ctx,
        )
        const rest = [...messages, ...messages.filter(() => next() < 0.2)]
          .map(m => ({ m, k: next() }))
          .sort((a, b) => a.k - b.k)
        while (rest.length > 0) {
          await ingestPackets(
            rest.splice(0, 1 + Math.floor(next() * 20)).map(r => packet(shuffled, [r.m])),
            t.ctx,
          )
          if (next() < 0.3) await quiet()
          if (next() < 0.3) for (const job of jobs) await job.run(t.ctx)
        }
        await quiet()
        for (const job of jobs) await job.run(t.ctx)
        const derived = await derivedOf(t, inOrder.vehicle_id)
        expect(derived.incidents?.length).toBeGreaterThan(3)
        expect(await derivedOf(t, shuffled.vehicle_id)).toEqual(derived)
      },
    ),
    { numRuns: 8, seed: 20261122 },
  )
})

test('a vehicle enters and leaves a hub, and the alert of leaving closes by the clock after an hour without records', async () => {
  const hub = await newArea('hub', { name: 'Piacenza', code: 'PC' })
  const v = await watchedVehicle()
  const from = t.clock.now - 10 * MINUTE
  await ingestPackets(
    [packet(v, [at(from, 500), at(from + MINUTE, 0), at(from + 5 * MINUTE, 300)])],
    t.ctx,
  )
  const came = {
    alert_id: 8,
    subject_id: hub,
    opened_at: new Date(from + MINUTE),
    closed_at: new Date(from + 5 * MINUTE),
    data: { name: 'Piacenza', code: 'PC' },
  }
  const went = { alert_id: 9, subject_id: hub, opened_at: new Date(from + 5 * MINUTE) }
  expect(await incidentsOf(v)).toMatchObject([came, { ...went, closed_at: null }])
  t.clock.now = from + 65 * MINUTE
  for (const job of jobs) await job.run(t.ctx)
  const over = { ...went, closed_at: new Date(from + 65 * MINUTE), closed_as: 'cleared' }
  expect(await incidentsOf(v)).toMatchObject([came, over])
  // a replay does not change it
  await ingestPackets([packet(v, [at(from - DAY, 900)])], t.ctx)
  await quiet()
  expect(await incidentsOf(v)).toMatchObject([came, over])
  // a late record of a return ends it at an earlier time
  await ingestPackets([packet(v, [at(from + 20 * MINUTE, 0)])], t.ctx)
  expect(await incidentsOf(v)).toMatchObject([
    came,
    { ...went, closed_at: new Date(from + 20 * MINUTE) },
    { alert_id: 8, closed_at: null },
  ])
})

test('removing, moving or making an area while a vehicle is inside closes and raises entries, but raises no alert of leaving', async () => {
  const [gone, moved] = [
    await newArea('hub', { code: 'GONE' }),
    await newArea('poi', { code: 'MOVED' }),
  ]
  const v = await watchedVehicle()
  t.tell({ table: 'hubs' })
  await ingestPackets([packet(v, [at(t.clock.now, 0)])], t.ctx)
  const open = async () =>
    (await incidentsOf(v)).filter(i => i.closed_at === null).map(i => [i.alert_id, i.subject_id])
  expect(await open()).toEqual(
    expect.arrayContaining([
      [8, gone],
      [10, moved],
    ]),
  )
  // an area also counts for the day before its creation
  t.clock.now += DAY + MINUTE
  expect(await removeArea(t.ctx.db, 'hub', gone, t.clock.now)).toEqual([v.vehicle_id])
  expect(await open()).toEqual(expect.not.arrayContaining([[8, gone]]))
  await updateArea(t.ctx.db, 'poi', moved, { latitude: 46 }, t.clock.now)
  const fresh = await newArea('hub', { code: 'FRESH' }, t.clock.now)
  t.tell({ table: 'hubs' })
  t.clock.now += MINUTE
  await ingestPackets([packet(v, [at(t.clock.now, 0)])], t.ctx)
  expect(await open()).toEqual(expect.arrayContaining([[8, fresh]]))
  expect(await open()).toEqual(expect.not.arrayContaining([[10, moved]]))
  // neither the removed nor the moved area counts as left
  expect((await incidentsOf(v)).filter(i => [9, 11].includes(i.alert_id))).toEqual([])
  // a replay derives the same again
  const before = await incidentsOf(v)
  await ingestPackets([packet(v, [at(t.clock.now - 3 * DAY, 5_000)])], t.ctx)
  await quiet()
  expect(await incidentsOf(v)).toEqual(before)
})

test('a new area also counts for the day before it was made, even before its owner’s agreement began, so that a vehicle on its way is seen coming in [areas.48]', async () => {
  const v = await t.vehicle()
  await t.ctx.pool.query(
    // a call's transaction begins some milliseconds before its agreement
    `insert into vehicle_agreements (vehicle_id, customer_id, agreement_id, active_from, created_at) values ($1, $2, ${agreement.eyegeo}, $3, $4)`,
    [v.vehicle_id, customer_id, new Date(t.clock.now), new Date(t.clock.now - 13)],
  )
  const hub = await makeArea(
    t.ctx.db,
    'hub',
    customer_id,
    { latitude: 48, longitude: 9, radius: 50 },
    t.clock.now,
  )
  t.tell({ table: 'hubs' })
  const passing = (when: number, latitude: number) =>
    message(when, fixAt(latitude, 9, 60), { movement: 1 })
  const now = t.clock.now
  await ingestPackets(
    [packet(v, [passing(now - 40_000, 47.998), passing(now - 10_000, 48.002)])],
    t.ctx,
  )
  expect(await incidentsOf(v)).toMatchObject([
    { alert_id: 8, subject_id: hub },
    { alert_id: 9, subject_id: hub, closed_at: null },
  ])
  const before = await makeArea(
    t.ctx.db,
    'poi',
    customer_id,
    { latitude: 49, longitude: 9 },
    t.clock.now,
  )
  t.tell({ table: 'pois' })
  await ingestPackets([packet(v, [passing(now - DAY - MINUTE, 49)])], t.ctx)
  await quiet()
  expect((await incidentsOf(v)).map(i => i.subject_id)).not.toContain(before)
})

test('the areas of a guest are checked from the moment it sees the vehicle', async () => {
  const { rows } = await t.ctx.pool.query<{ id: number }>(
    `insert into customers (name) values ('Ospite') returning id`,
  )
  const guest = rows[0]?.id ?? 0
  const area = await makeArea(t.ctx.db, 'poi', guest, { latitude: 47, longitude: 9 }, 0)
  const v = await t.vehicle()
  const there = (when: number) => message(when, fixAt(47, 9, 0), { movement: 0 })
  await ingestPackets([packet(v, [there(t.clock.now)])], t.ctx)
  expect(await incidentsOf(v)).toEqual([])
  await t.ctx.pool.query(
    `insert into vehicle_agreements (vehicle_id, customer_id, agreement_id, active_from) values ($1, $2, ${agreement.eyegeo}, $3)`,
    [v.vehicle_id, guest, new Date(t.clock.now)],
  )
  t.tell({ table: 'agreement_changes', vehicle_id: v.vehicle_id })
  t.clock.now += MINUTE
  await ingestPackets([packet(v, [there(t.clock.now)])], t.ctx)
  expect(await incidentsOf(v)).toMatchObject([
    { alert_id: 10, subject_id: area, opened_at: new Date(t.clock.now) },
  ])
})

test('vehicles of a customer share its index of areas, which is read again only when an area has changed', async () => {
  const [a, b] = [await watchedVehicle(), await watchedVehicle()]
  const { facts } = await import('./facts.ts')
  const load = async (id: number) =>
    (await facts.load(t.ctx.pool, [id]))
      .get(id)?.[0]
      ?.value.watchers.find(w => w.customer_id === customer_id)?.areas
  const first = await load(a.vehicle_id)
  expect(first).toBeDefined()
  expect(await load(b.vehicle_id)).toBe(first)
  const id = await newArea('poi')
  const second = await load(a.vehicle_id)
  expect(second).not.toBe(first)
  await updateArea(t.ctx.db, 'poi', id, { city: 'Lodi' }, t.clock.now)
  expect(await load(b.vehicle_id)).toBe(second)
  await updateArea(t.ctx.db, 'poi', id, { name: 'Altro nome' }, t.clock.now)
  const third = await load(b.vehicle_id)
  expect(third).not.toBe(second)
  await updateArea(t.ctx.db, 'poi', id, { radius: 7 }, t.clock.now)
  expect(await load(b.vehicle_id)).not.toBe(third)
})
