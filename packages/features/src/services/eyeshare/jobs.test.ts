// Shared agreements that end soon: who sees the alert, since when, and when it ends.
import { DAY, HOUR, SECOND } from '@flotta/core/time.ts'
import { updates, type VehicleUpdate } from '@flotta/platform/topics.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { active } from '../../alerts/incidents/contract.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { jobs } from './jobs.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
const runJob = async () => {
  for (const job of jobs) await job.run(t.ctx)
}

/** An owner with a vehicle and the right to share it, and the guest that it shares an agreement with. */
async function sharing() {
  const [owner, guest] = [await t.make.customer(), await t.make.customer()]
  const vehicle = await t.make.vehicle(owner.id)
  await t.make.agreement(vehicle.id, owner.id, agreement.eyeshare)
  const users = { owner: await t.make.user(owner.id), guest: await t.make.user(guest.id) }
  const seenBy = async (who: keyof typeof users) =>
    (await (await t.as(users[who])).call(active, { query: {} })).data
  return { owner, guest, vehicle, seenBy }
}

test('a shared agreement that ends within 30 days is one alert of the owner until its end [alerts.73]', async () => {
  const { guest, vehicle, seenBy } = await sharing()
  const from = t.clock.now - 40 * DAY
  await t.make.agreement(vehicle.id, guest.id, agreement.eyecold, from, t.clock.now + 10 * DAY)
  const received: VehicleUpdate[] = []
  const stop = t.ctx.bus.subscribe(updates, told => void received.push(...told))
  await runJob()
  await runJob()
  expect(await seenBy('owner')).toMatchObject([
    {
      alert_id: 27,
      code: 'sub_agreement_ends',
      severity: 1,
      customer_id: null,
      pivot: { vehicle_id: vehicle.id },
      created_at: new Date(t.clock.now - 20 * DAY).toISOString(),
      ends_at: new Date(t.clock.now + 10 * DAY).toISOString(),
    },
  ])
  expect(await seenBy('guest')).toEqual([])
  await expect.poll(() => received).toEqual([{ vehicle_id: vehicle.id, kinds: ['alert'] }])
  stop()
  await t.ctx.db
    .updateTable('vehicle_agreements')
    .set({ active_to: new Date(t.clock.now + 60 * DAY) })
    .where('vehicle_id', '=', vehicle.id)
    .where('customer_id', '=', guest.id)
    .execute()
  await runJob()
  expect(await seenBy('owner')).toEqual([])
  const { rows } = await t.ctx.pool.query(
    'select origin, closed_as from incidents where vehicle_id = $1',
    [vehicle.id],
  )
  expect(rows).toEqual([{ origin: 'jobs', closed_as: 'cleared' }])
})

test('the alert ends with the agreement, with the loss of the agreement and with the vehicle', async () => {
  const { guest, vehicle, seenBy } = await sharing()
  await t.make.agreement(
    vehicle.id,
    guest.id,
    agreement.eyecold,
    t.clock.now - DAY,
    t.clock.now + HOUR,
  )
  await runJob()
  expect(await seenBy('owner')).toHaveLength(1)
  t.clock.now += HOUR
  await runJob()
  expect(await seenBy('owner')).toEqual([])

  const second = await sharing()
  await t.make.agreement(
    second.vehicle.id,
    second.guest.id,
    agreement.eyecold,
    t.clock.now - DAY,
    t.clock.now + HOUR,
  )
  await runJob()
  await t.ctx.db
    .deleteFrom('vehicle_agreements')
    .where('customer_id', '=', second.guest.id)
    .execute()
  await runJob()
  expect(await second.seenBy('owner')).toEqual([])

  const third = await sharing()
  await t.make.agreement(
    third.vehicle.id,
    third.guest.id,
    agreement.eyecold,
    t.clock.now - DAY,
    t.clock.now + HOUR,
  )
  await runJob()
  await t.ctx.db
    .updateTable('vehicles')
    .set({ deleted_at: new Date(t.clock.now) })
    .where('id', '=', third.vehicle.id)
    .execute()
  await runJob()
  expect(
    (
      await t.ctx.pool.query('select closed_as from incidents where vehicle_id = $1', [
        third.vehicle.id,
      ])
    ).rows,
  ).toEqual([{ closed_as: 'cleared' }])
})

test('the owner’s own agreements, those without an end and those not begun raise no alert', async () => {
  const { owner, guest, vehicle, seenBy } = await sharing()
  await t.make.agreement(
    vehicle.id,
    owner.id,
    agreement.eyecold,
    t.clock.now - DAY,
    t.clock.now + DAY,
  )
  await t.make.agreement(vehicle.id, guest.id, agreement.eyecold)
  await t.make.agreement(
    vehicle.id,
    guest.id,
    agreement.eyedoor,
    t.clock.now + HOUR,
    t.clock.now + DAY,
  )
  await runJob()
  expect(await seenBy('owner')).toEqual([])
})

test('several agreements on one vehicle raise one alert, with the first end', async () => {
  const { guest, vehicle } = await sharing()
  await t.make.agreement(
    vehicle.id,
    guest.id,
    agreement.eyecold,
    t.clock.now - DAY,
    t.clock.now + 20 * DAY,
  )
  await t.make.agreement(
    vehicle.id,
    guest.id,
    agreement.eyedoor,
    t.clock.now - DAY,
    t.clock.now + 5 * DAY,
  )
  await runJob()
  const { rows } = await t.ctx.pool.query('select data from incidents where vehicle_id = $1', [
    vehicle.id,
  ])
  expect(rows).toEqual([
    {
      data: {
        agreement_id: agreement.eyedoor,
        customer_id: guest.id,
        active_to: new Date(t.clock.now + 5 * DAY).toISOString(),
      },
    },
  ])
})

test('an owner without the sharing service sees no alert', async () => {
  const { owner, guest, vehicle, seenBy } = await sharing()
  await t.ctx.db.deleteFrom('vehicle_agreements').where('customer_id', '=', owner.id).execute()
  await t.make.agreement(
    vehicle.id,
    guest.id,
    agreement.eyecold,
    t.clock.now - DAY,
    t.clock.now + DAY,
  )
  await runJob()
  expect(await seenBy('owner')).toEqual([])
})

test('each job runs often enough that an alert of the calendar appears within 90 seconds [alerts.77, alerts.78]', () => {
  for (const job of jobs) expect(job.every * SECOND).toBeLessThan(80 * SECOND)
})

test('an end that is moved within the 30 days changes the open alert', async () => {
  const { guest, vehicle, seenBy } = await sharing()
  await t.make.agreement(
    vehicle.id,
    guest.id,
    agreement.eyecold,
    t.clock.now - 40 * DAY,
    t.clock.now + 20 * DAY,
  )
  await runJob()
  const [before] = await seenBy('owner')
  const sooner = new Date(t.clock.now + 5 * DAY)
  await t.ctx.db
    .updateTable('vehicle_agreements')
    .set({ active_to: sooner })
    .where('vehicle_id', '=', vehicle.id)
    .where('customer_id', '=', guest.id)
    .execute()
  await runJob()
  expect(await seenBy('owner')).toMatchObject([{ id: before?.id, ends_at: sooner.toISOString() }])
})
