// The time machine through the contract: what of the past is visible to whom, and that looks are recorded.
import { decodePolyline } from '@flotta/core/geo.ts'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { looks } from '../../fleet/privacy/contract.ts'
import { packAll } from '../../telemetry/packs/jobs.ts'
import { driven, familyOf, heardVehicle } from '../../telemetry/pipeline/testing-vehicle.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { timeMachine } from './contract.ts'

const family = familyOf({ ignition: { id: 1, width: 1 }, in1: { id: 2, width: 1 } })
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const iso = (at: number): string => new Date(at).toISOString()
const ask = (caller: Caller, from: number, to: number, after?: number) =>
  caller.call(timeMachine, {
    query: { period_from: iso(from), period_to: iso(to), ...(after !== undefined && { after }) },
  })
/** A van that drove for forty minutes, three hours ago, with its door open for five of them. */
async function company() {
  const owner = await app.make.customer()
  const van = await heardVehicle(app, family, owner.id, [agreement.eyegeo, agreement.eyedoor], {
    plate: 'PAST01',
    wiring: { door_1: 'in1' },
  })
  const from = Math.floor(app.clock.now / MINUTE) * MINUTE - 3 * HOUR
  await van.hear(
    ...driven(family, { from, minutes: 40 }, minute => ({
      ignition: 1,
      in1: minute >= 10 && minute < 15 ? 1 : 0,
    })),
  )
  return { owner, van, from, caller: await app.as(await app.make.user(owner.id, 'edit')) }
}
const minutesOf = (seconds: number): number => seconds / 60

test('the answer has the places, alerts and open doors of each vehicle that has any in the period [map.84]', async () => {
  const { owner, van, from, caller } = await company()
  await app.make.vehicle(owner.id, { plate: 'NEVER1' })
  for (const [alert_id, minute] of [
    [1, 20],
    [8, 25],
  ] as const) {
    const id = await app.make.incident(van.vehicle_id, alert_id)
    await app.ctx.pool.query(
      `update incidents set opened_at = $2, closed_at = $3, closed_as = 'cleared' where id = $1`,
      [id, new Date(from + minute * MINUTE), new Date(from + (minute + 5) * MINUTE)],
    )
  }
  const { data } = await ask(caller, from - HOUR, from + 2 * HOUR)
  expect(data.next).toBeNull()
  expect(data.vehicles).toHaveLength(1)
  const [{ legs = [], alerts = [], ...rest } = {}] = data.vehicles
  // entering an area is no alert that needs attention
  expect(alerts.filter(({ alert_id }) => alert_id === 1 || alert_id === 8)).toEqual([
    { alert_id: 1, from: 80 * 60, to: 85 * 60 },
  ])
  expect(rest).toEqual({
    vehicle_id: van.vehicle_id,
    plate: 'PAST01',
    vehicle_type: 'V',
    doors: [{ door: 1, from: 70 * 60, to: 75 * 60 }],
  })
  expect(legs.map(leg => [minutesOf(leg.from), leg.at.map(minutesOf)])).toEqual([[60, [40, 80]]])
  const [start, end] = decodePolyline(legs[0]?.path ?? '')
  expect(start).toEqual([45, 9])
  expect(end?.[1]).toBeCloseTo(9.508, 2)
})
test('a vehicle that was removed since is shown in the past until its removal, with its alerts, and is marked as removed [map.106]', async () => {
  const { van, from, caller } = await company()
  const id = await app.make.incident(van.vehicle_id, 1)
  await app.ctx.pool.query('update incidents set opened_at = $2 where id = $1', [
    id,
    new Date(from + 20 * MINUTE),
  ])
  await app.ctx.db
    .updateTable('vehicles')
    .set({ deleted_at: new Date(from + 2 * HOUR) })
    .where('id', '=', van.vehicle_id)
    .execute()
  const formerIn = async (since: number) =>
    (await ask(caller, since, from + 3 * HOUR)).data.vehicles.map(v => [v.plate, v.former])
  expect(await formerIn(from)).toEqual([['PAST01', 'removed']])
  const [removed] = (await ask(caller, from, from + 3 * HOUR)).data.vehicles
  expect(removed?.alerts).toContainEqual({ alert_id: 1, from: 20 * 60, to: 120 * 60 })
  expect(await formerIn(from + 2.5 * HOUR)).toEqual([])
})
test('a packed day answers the same [map.84]', async () => {
  const { owner, from } = await company()
  app.clock.now += 5 * DAY
  try {
    const caller = await app.as(await app.make.user(owner.id))
    const before = await ask(caller, from, from + 2 * HOUR)
    expect(before.data.vehicles).toHaveLength(1)
    await packAll(app.ctx, { olderThan: 48, onlyQuiet: false })
    expect((await ask(caller, from, from + 2 * HOUR)).data).toEqual(before.data)
  } finally {
    app.clock.now -= 5 * DAY
  }
})
test('a guest sees the times of its agreement and the owner sees all, and without the position agreement there is no place [map.88]', async () => {
  const { van, from, caller } = await company()
  const friends = await app.make.customer()
  const friend = await app.as(await app.make.user(friends.id))
  const stranger = await app.as(await app.make.user((await app.make.customer()).id))
  await app.make.agreement(van.vehicle_id, friends.id, agreement.eyegeo, from + 30 * MINUTE)
  const spans = async (of: Caller) =>
    (await ask(of, from, from + 2 * HOUR)).data.vehicles.map(({ legs, doors }) => [
      legs.map(leg => minutesOf(leg.from)),
      doors?.length ?? 0,
    ])
  expect(await spans(caller)).toEqual([[[0], 1]])
  expect(await spans(friend)).toEqual([[[30], 0]])
  expect(await spans(stranger)).toEqual([])
  await app.ctx.pool.query(
    'delete from vehicle_agreements where vehicle_id = $1 and customer_id = $2 and agreement_id = $3',
    [van.vehicle_id, van.customer_id, agreement.eyegeo],
  )
  await app.ctx.changes.heard()
  expect(await spans(caller)).toEqual([[[], 1]])
})
test('the log of looks names each vehicle whose places were answered [map.89]', async () => {
  const { owner, van, from, caller } = await company()
  await app.make.vehicle(owner.id)
  const notes = async () => (await caller.call(looks.list, { query: {} })).data
  for (const times of [1, 2]) {
    await ask(caller, from, from + times * HOUR)
    // the look is recorded after the answer
    await vi.waitFor(async () => expect((await notes()).map(l => l.times)).toEqual([times]))
  }
  expect(await notes()).toMatchObject([
    {
      vehicle_id: van.vehicle_id,
      what: 'track',
      period_from: iso(from),
      period_to: iso(from + 2 * HOUR),
    },
  ])
})
test('a period has at most 25 hours and is not reversed [map.85]', async () => {
  const { caller } = await company()
  const now = app.clock.now
  expect((await ask(caller, now - 25 * HOUR, now)).status).toBe(200)
  for (const [from, to] of [
    [now - 25 * HOUR - 1, now],
    [now, now - 1],
  ] as const) {
    const { status, failure } = await ask(caller, from, to)
    expect([status, Object.keys(failure.data ?? {})]).toEqual([422, ['period_to']])
  }
})
test('the first fifty of many vehicles come alone, the others in parts of 250 [map.84]', async () => {
  const owner = await app.make.customer()
  const caller = await app.as(await app.make.user(owner.id))
  const from = app.clock.now - HOUR
  const { rows } = await app.ctx.pool.query<{ id: number }>(
    `insert into vehicles (customer_id, plate, vehicle_type) select $1, 'P' || n, 'V' from generate_series(1, 301) n returning id`,
    [owner.id],
  )
  await app.ctx.pool.query(
    `insert into vehicle_agreements (vehicle_id, customer_id, agreement_id, guest, active_from) select id, $2, 2, false, $3 from unnest($1::int4[]) id`,
    [rows.map(r => r.id), owner.id, new Date(from - DAY)],
  )
  await app.ctx.pool.query(
    `insert into positions (vehicle_id, message_datetime, seq, latitude_e7, longitude_e7, speed) select id, $2, 0, 450000000, 90000000, 0 from unnest($1::int4[]) id`,
    [rows.map(r => r.id), new Date(from + MINUTE)],
  )
  const parts: number[] = []
  for (let after: number | null | undefined; after !== null; ) {
    const { data } = await ask(caller, from, app.clock.now, after)
    parts.push(data.vehicles.length)
    after = data.next
  }
  expect(parts).toEqual([50, 250, 1])
})
