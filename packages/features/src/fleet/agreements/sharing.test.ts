// What another company sees of a vehicle from the moment it is shared to the moment it no longer is: on every screen, by every call.
import { DAY, HOUR } from '@flotta/core/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { active } from '../../alerts/incidents/contract.ts'
import { pins } from '../../map/global-map/contract.ts'
import { updates, vehicleUpdates } from '../../map/live/contract.ts'
import { dashboard } from '../../portal/dashboard/contract.ts'
import { search } from '../../portal/search/contract.ts'
import * as eyegeo from '../../services/eyegeo/contract.ts'
import * as system from '../../services/system/contract.ts'
import { type Caller, type TestApp, testApp, type Vehicle } from '../../testing/app.ts'
import * as vehicles from '../vehicles/contract.ts'
import { agreement, shareMany, sharing } from './contract.ts'

let app: TestApp
let vehicle: Vehicle
let owner: Caller
let guestCaller: Caller
let guest_id: number
let otherCaller: Caller
let other_id: number
beforeAll(async () => {
  app = await testApp()
  // The database stamps changes by its own clock. The test's clock stays behind it, even when a test moves it forward, so that what has begun here has begun
  // there.
  app.clock.now -= 10_000
})
afterAll(() => app.close())
beforeEach(async () => {
  const { make, clock } = app
  const company = await make.customer()
  guest_id = (await make.customer({ parent_id: company.id })).id
  other_id = (await make.customer({ parent_id: company.id })).id
  vehicle = await make.vehicle(company.id, { plate: `SH${guest_id}ARE` })
  await make.device(vehicle.id)
  await make.state(vehicle.id, {
    latest: { temperature: [clock.now, { T1: -18.5, T2: null, T3: null, T4: null }] },
    updated_at: new Date(clock.now - DAY),
  })
  await app.ctx.pool.query('update vehicles set updated_at = $2 where id = $1', [
    vehicle.id,
    new Date(clock.now - DAY),
  ])
  for (const id of [agreement.eyegeo, agreement.eyecold, agreement.eyeshare])
    await make.agreement(vehicle.id, company.id, id)
  await make.incident(vehicle.id, 1)
  await make.incident(vehicle.id, 2)
  owner = await app.as(await make.user(company.id, 'edit'))
  guestCaller = await app.as(await make.user(guest_id, 'edit'))
  otherCaller = await app.as(await make.user(other_id, 'edit'))
})

const params = () => ({ id: vehicle.id })
/** Everything that a company sees of the vehicle. */
async function seenBy(caller: Caller) {
  const { clock } = app
  const period = {
    period_from: new Date(clock.now - HOUR).toISOString(),
    period_to: new Date(clock.now).toISOString(),
  }
  const [all, found, listed, every, alerts, figures, ...statuses] = await Promise.all([
    caller.call(pins, {}),
    caller.call(search, { body: { query: vehicle.plate } }),
    caller.call(vehicles.list, { query: {} }),
    caller.call(vehicles.all, {}),
    caller.call(active, { query: {} }),
    caller.call(dashboard, {}),
    caller.call(vehicles.vehicleById, { params: params() }),
    caller.call(system.data, { params: params() }),
    caller.call(eyegeo.data, { params: params() }),
    caller.call(eyegeo.history, { params: params(), query: period }),
    caller.call(vehicleUpdates, { params: params(), query: { from: period.period_from } }),
  ])
  const pin = all.data.find(p => p.id === vehicle.id)
  return {
    pin: pin !== undefined,
    place: pin?.latitude !== undefined,
    T1: pin?.T1,
    found: found.data.vehicles?.data.length,
    listed: [listed.data.length, every.data.length],
    alerts: alerts.data.map(a => a.alert_id).sort(),
    open: figures.data.alerts.total,
    statuses: statuses.map(s => s.status),
  }
}
const NOTHING = {
  pin: false,
  place: false,
  T1: undefined,
  found: 0,
  listed: [0, 0],
  alerts: [],
  open: 0,
  statuses: [404, 404, 404, 404, 404],
}
const POSITION = {
  pin: true,
  place: true,
  T1: undefined,
  found: 1,
  listed: [1, 1],
  alerts: [1],
  open: 1,
  statuses: [200, 200, 200, 200, 200],
}
const TEMPERATURE = {
  pin: true,
  place: false,
  T1: -18.5,
  found: 1,
  listed: [1, 1],
  alerts: [2],
  open: 1,
  statuses: [200, 200, 403, 403, 200],
}
const BOTH = { ...POSITION, T1: -18.5, alerts: [1, 2], open: 2 }

const at = (ms: number) => new Date(app.clock.now + ms).toISOString()
async function give(...agreement_ids: number[]): Promise<number[]> {
  const body = {
    vehicle_id: vehicle.id,
    customer_id: guest_id,
    agreement_ids,
    active_from: at(0),
    active_to: at(DAY),
  }
  return (await owner.call(shareMany, { body })).data.map(r => r.id)
}
/** What the company gets by a poll for the last seconds. */
async function heardBy(caller: Caller) {
  const { data } = await caller.call(updates, { body: { from: at(-5_000) } })
  return { pins: data.pins.map(p => p.id), removed: data.removed }
}

describe('a share', () => {
  test.each<[string, (id: number) => Promise<unknown>]>([
    ['when the share is deleted', id => owner.call(sharing.remove, { params: { id } })],
    [
      'when its end is set to now',
      id => {
        app.clock.now += 1_000
        return owner.call(sharing.update, { params: { id }, body: { active_to: at(0) } })
      },
    ],
    [
      'when its beginning is moved to later',
      id => owner.call(sharing.update, { params: { id }, body: { active_from: at(HOUR) } }),
    ],
    [
      'when another company gets it instead',
      id => owner.call(sharing.update, { params: { id }, body: { customer_id: other_id } }),
    ],
    [
      'when the provider deletes the agreement',
      async id => {
        await app.ctx.db.deleteFrom('vehicle_agreements').where('id', '=', id).execute()
        await app.ctx.changes.heard()
      },
    ],
  ])('shows everything at once, and nothing any more %s', async (_, end) => {
    expect(await seenBy(guestCaller)).toEqual(NOTHING)
    const [id = 0] = await give(agreement.eyegeo)
    expect(await seenBy(guestCaller)).toEqual(POSITION)
    expect(await heardBy(guestCaller)).toEqual({ pins: [vehicle.id], removed: [] })
    await end(id)
    expect(await seenBy(guestCaller)).toEqual(NOTHING)
    expect(await heardBy(guestCaller)).toEqual({ pins: [], removed: [vehicle.id] })
  })
})
test('a guest that loses one of two agreements still sees the vehicle, without the data of that agreement', async () => {
  const [position = 0] = await give(agreement.eyegeo, agreement.eyecold)
  expect(await seenBy(guestCaller)).toEqual(BOTH)
  await owner.call(sharing.remove, { params: { id: position } })
  expect(await seenBy(guestCaller)).toEqual(TEMPERATURE)
  expect(await heardBy(guestCaller)).toEqual({ pins: [vehicle.id], removed: [] })
})
test('another company that gets the share instead sees the vehicle at once', async () => {
  const [id = 0] = await give(agreement.eyegeo)
  await owner.call(sharing.update, { params: { id }, body: { customer_id: other_id } })
  expect(await seenBy(otherCaller)).toEqual(POSITION)
  expect(await heardBy(otherCaller)).toEqual({ pins: [vehicle.id], removed: [] })
})
test('a guest learns nothing of a planned share before it begins or after it was called off [access.18]', async () => {
  const body = {
    vehicle_id: vehicle.id,
    customer_id: guest_id,
    agreement_id: agreement.eyegeo,
    active_from: at(HOUR),
    active_to: at(DAY),
  }
  const { id } = (await owner.call(sharing.create, { body })).data
  expect(await seenBy(guestCaller)).toEqual(NOTHING)
  expect(await heardBy(guestCaller)).toEqual({ pins: [], removed: [] })
  await owner.call(sharing.remove, { params: { id } })
  expect(await heardBy(guestCaller)).toEqual({ pins: [], removed: [] })
})
test('the owner sees as much as before, whatever is shared', async () => {
  const before = await seenBy(owner)
  const [id = 0] = await give(agreement.eyegeo)
  expect(await seenBy(owner)).toEqual(before)
  await owner.call(sharing.remove, { params: { id } })
  expect(await seenBy(owner)).toEqual(before)
})
