// The fleet's tracks through the contract: which vehicles, what is hidden, that looks are recorded, and that packed days give the same.
import { CLOCK_CHANGE } from '@flotta/core/contract.ts'
import { decodePolyline } from '@flotta/core/geo.ts'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { looks } from '../../fleet/privacy/contract.ts'
import { packAll } from '../../telemetry/packs/jobs.ts'
import { driven, familyOf, heardVehicle } from '../../telemetry/pipeline/testing-vehicle.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { fleetTracks } from './contract.ts'

const family = familyOf({ ignition: { id: 1, width: 1 } })
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const iso = (at: number): string => new Date(at).toISOString()
const ask = (caller: Caller, from: number, to: number, more: object = {}) =>
  caller.call(fleetTracks, { query: { period_from: iso(from), period_to: iso(to), ...more } })

/** A van that drove for forty minutes on each of three days, the last one today. */
async function company() {
  const owner = await app.make.customer()
  const van = await heardVehicle(app, family, owner.id, [agreement.eyegeo], { plate: 'WAYS01' })
  const from = Math.floor(app.clock.now / MINUTE) * MINUTE - 2 * DAY - 3 * HOUR
  for (const day of [0, 1, 2])
    await van.hear(
      ...driven(family, { from: from + day * DAY, minutes: 40 }, () => ({ ignition: 1 })),
    )
  return { owner, van, from, caller: await app.as(await app.make.user(owner.id, 'edit')) }
}

test('the tracks of a month have one line for each vehicle, and stay the same once its days are packed [map.98]', async () => {
  const { owner, van, from, caller } = await company()
  await app.make.vehicle(owner.id, { plate: 'NEVER2' })
  const { data } = await ask(caller, from - 20 * DAY, app.clock.now)
  expect(data).toMatchObject({
    tolerance: 120,
    next: null,
    vehicles: [{ vehicle_id: van.vehicle_id, plate: 'WAYS01', fleet_id: null }],
  })
  const [line, ...others] = data.vehicles[0]?.lines ?? []
  expect(others).toEqual([])
  expect(decodePolyline(line?.path ?? '')[0]).toEqual([45, 9])
  app.clock.now += 4 * DAY
  try {
    const later = await app.as(await app.make.user(owner.id))
    for (const olderThan of [70, 24]) {
      await packAll(app.ctx, { olderThan, onlyQuiet: false })
      expect((await ask(later, from - 20 * DAY, from + 3 * DAY)).data).toEqual(data)
    }
    expect((await ask(later, from - 20 * DAY, from - DAY)).data.vehicles).toEqual([])
  } finally {
    app.clock.now -= 4 * DAY
  }
})

test('a vehicle that was removed since has its tracks until then and is marked as removed [map.106]', async () => {
  const { van, from, caller } = await company()
  await app.ctx.db
    .updateTable('vehicles')
    .set({ deleted_at: new Date(from + 2 * DAY) })
    .where('id', '=', van.vehicle_id)
    .execute()
  const formerIn = async (since: number) =>
    (await ask(caller, since, app.clock.now)).data.vehicles.map(v => [v.plate, v.former])
  expect(await formerIn(from - DAY)).toEqual([['WAYS01', 'removed']])
  expect(await formerIn(from + 2 * DAY + HOUR)).toEqual([])
})
test('a box keeps only the tracks that cross it, down to every fix, whether their days are packed or not [map.104]', async () => {
  const { owner, from, caller, van } = await company()
  const drive = { from, to: from + 2 * DAY + HOUR }
  const pointsIn = async (user: Caller, box: string, level: 'exact' | 'coarse' = 'exact') => {
    const { data } = await ask(user, drive.from, drive.to, { box, level })
    const lines = data.vehicles.flatMap(vehicle => vehicle.lines)
    return { tolerance: data.tolerance, points: lines.flatMap(({ path }) => decodePolyline(path)) }
  }
  const isWithin = ([, longitude]: readonly [number, number]) => longitude > 9.1 && longitude < 9.2
  const answers = async (user: Caller) => {
    const near = await pointsIn(user, '9.1,44,9.2,46')
    expect(near.tolerance).toBe(0)
    const coarse = await pointsIn(user, '9.1,44,9.2,46', 'coarse')
    expect(coarse.tolerance).toBe(700)
    const elsewhere = await pointsIn(user, '19.1,44,19.2,46')
    expect(elsewhere.points).toEqual([])
    const points = near.points.filter(isWithin)
    expect(coarse.points.filter(isWithin).length).toBeLessThan(points.length)
    return points
  }
  const points = await answers(caller)
  const stored = await app.ctx.pool.query<{ longitude: number }>(
    'select longitude_e7 / 1e7::float8 as longitude from positions where vehicle_id = $1 and longitude_e7 > 91e6 and longitude_e7 < 92e6',
    [van.vehicle_id],
  )
  expect(points).toHaveLength(stored.rows.length)
  app.clock.now += 4 * DAY
  try {
    await packAll(app.ctx, { olderThan: 48, onlyQuiet: false })
    expect(await answers(await app.as(await app.make.user(owner.id)))).toEqual(points)
  } finally {
    app.clock.now -= 4 * DAY
  }
  const { status } = await ask(caller, drive.from, drive.to, { level: 'exact' })
  expect(status).toBe(422)
})

test('only the vehicles of the named fleets are answered, and only of the own fleets [map.99, api.55]', async () => {
  const { owner, van, from, caller } = await company()
  const { rows } = await app.ctx.pool.query<{ id: number }>(
    `insert into fleets (customer_id, code, description, color) values ($1, 'N', 'North', '#112233'), ($1, 'S', 'South', '#445566') returning id`,
    [owner.id],
  )
  const [north = 0, south = 0] = rows.map(({ id }) => id)
  await app.ctx.pool.query(
    'insert into fleet_vehicles (customer_id, vehicle_id, fleet_id) values ($1, $2, $3)',
    [owner.id, van.vehicle_id, north],
  )
  const fleetsIn = async (fleets: string) =>
    (await ask(caller, from, app.clock.now, { fleets })).data.vehicles.map(v => v.fleet_id)
  expect(await fleetsIn(`${north},${south}`)).toEqual([north])
  expect(await fleetsIn(String(south))).toEqual([])
  for (const fleets of ['north', '2000000000'])
    expect((await ask(caller, from, app.clock.now, { fleets })).status).toBe(422)
})

test('a guest sees the times of its agreement and a stranger sees nothing, and without the position agreement there is no line, whether days are packed or not [map.100]', async () => {
  const { van, owner, from } = await company()
  const friends = await app.make.customer()
  await app.make.agreement(
    van.vehicle_id,
    friends.id,
    agreement.eyegeo,
    from + DAY + 20 * MINUTE + 500,
  )
  const stranger = await app.make.customer()
  app.clock.now += 5 * DAY
  try {
    const [mine, friend, nobody] = await Promise.all(
      [owner, friends, stranger].map(async ({ id }) => app.as(await app.make.user(id))),
    )
    const startOf = async (caller: Caller | undefined) => {
      if (caller === undefined) throw new Error('no caller')
      const { data } = await ask(caller, from, from + 3 * DAY)
      return data.vehicles.map(({ lines }) =>
        lines.map(({ path }) => decodePolyline(path)[0]?.[1] ?? 0),
      )
    }
    const begins = async () => [await startOf(mine), await startOf(friend), await startOf(nobody)]
    const before = await begins()
    expect(before).toMatchObject([[[9]], [[expect.any(Number)]], []])
    // the guest's first fix is one of the second half of the way
    expect(before[1]?.[0]?.[0]).toBeGreaterThan(9.25)
    await packAll(app.ctx, { olderThan: 48, onlyQuiet: false })
    expect(await begins()).toEqual(before)
    await app.ctx.pool.query(
      'delete from vehicle_agreements where vehicle_id = $1 and agreement_id = $2',
      [van.vehicle_id, agreement.eyegeo],
    )
    await app.ctx.changes.heard()
    expect(await begins()).toEqual([[], [], []])
  } finally {
    app.clock.now -= 5 * DAY
  }
})

test('the log of looks names each vehicle whose track was answered, and the reader can list it [map.101]', async () => {
  const { owner, van, from, caller } = await company()
  await app.make.vehicle(owner.id)
  await ask(caller, from, app.clock.now)
  await vi.waitFor(async () =>
    expect((await caller.call(looks.list, { query: {} })).data).toMatchObject([
      { vehicle_id: van.vehicle_id, what: 'track', period_from: iso(from) },
    ]),
  )
})

test('a period has at most 32 days, whose clocks may change, and is not reversed, and many vehicles come in parts [map.98]', async () => {
  const owner = await app.make.customer()
  const caller = await app.as(await app.make.user(owner.id))
  const now = app.clock.now
  for (const [from, to, status] of [
    [now - 32 * DAY, now, 200],
    [now - 32 * DAY - CLOCK_CHANGE - 1, now, 422],
    [now, now - 1, 422],
  ] as const)
    expect((await ask(caller, from, to)).status).toBe(status)
  const ids = []
  for (let i = 0; i < 51; i++) ids.push((await app.make.vehicle(owner.id)).id)
  const first = await ask(caller, now - DAY, now)
  expect(first.data.next).toBe(ids[49])
  expect((await ask(caller, now - DAY, now, { after: first.data.next })).data.next).toBeNull()
})
