// Incidents as each reader may have them.
import { DAY, HOUR } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreement } from '../agreements/contract.ts'
import { data as system } from '../services/system/contract.ts'
import { type TestApp, testApp } from '../testing.ts'
import { active } from './contract.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const VOLTAGE_ALARM = 36
const PARMA = { latitude: 44.8, longitude: 10.33 }

/** An open incident whose place is of an hour ago, on an owner's vehicle. */
async function incident() {
  const owner = await t.make.customer()
  const vehicle = await t.make.vehicle(owner.id)
  await t.make.agreement(vehicle.id, owner.id, agreement.eyepower)
  const id = await t.make.incident(vehicle.id, VOLTAGE_ALARM)
  await t.ctx.db
    .updateTable('incidents')
    .set({ gps_datetime: new Date(t.clock.now - HOUR), latitude_e7: PARMA.latitude * 1e7, longitude_e7: PARMA.longitude * 1e7 })
    .where('id', '=', id)
    .execute()
  return { owner, vehicle }
}

test('the owner has the place of an incident; whether it has a name, agreement 25 says', async () => {
  const { owner, vehicle } = await incident()
  const caller = await t.as(await t.make.user(owner.id))
  const told = async () => (await caller.call(active, { query: {} })).data
  expect(await told()).toMatchObject([{ position: PARMA, with_place: false }])
  await t.make.agreement(vehicle.id, owner.id, agreement.reverse_geocoding)
  expect(await told()).toMatchObject([{ position: PARMA, with_place: true }])
  expect((await caller.call(system, { params: { id: vehicle.id } })).data.alerts).toMatchObject([{ position: PARMA, with_place: true }])
})

test('an incident without a place has none', async () => {
  const owner = await t.make.customer()
  const vehicle = await t.make.vehicle(owner.id)
  await t.make.agreement(vehicle.id, owner.id, agreement.eyepower)
  await t.make.incident(vehicle.id, VOLTAGE_ALARM)
  expect((await (await t.as(await t.make.user(owner.id))).call(active, { query: {} })).data).toMatchObject([{ position: null }])
})

test.each([
  ['without agreement 2', null, null, null],
  ['with agreement 2', -DAY, null, PARMA],
  ['with agreement 2 that began after the fix', -HOUR / 2, null, null],
  ['whose agreement 2 has ended', -DAY, -HOUR / 2, null],
])('a guest %s: the alert, and of its place what it may see', async (_, from, to, position) => {
  const { vehicle } = await incident()
  const guest = await t.make.customer()
  const now = t.clock.now
  await t.make.agreement(vehicle.id, guest.id, agreement.eyepower, now - DAY)
  if (from !== null) await t.make.agreement(vehicle.id, guest.id, agreement.eyegeo, now + from, to === null ? null : now + to)
  const caller = await t.as(await t.make.user(guest.id))
  expect((await caller.call(active, { query: {} })).data).toMatchObject([{ alert_id: VOLTAGE_ALARM, position }])
  expect((await caller.call(system, { params: { id: vehicle.id } })).data.alerts).toMatchObject([{ alert_id: VOLTAGE_ALARM, position }])
})
