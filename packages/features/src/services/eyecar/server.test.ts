// Who drives the car: the current activity, those of a period, each company's own, and only with the agreement.
import { HOUR } from '@flotta/core/time.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setActivity } from '../../fleet/activities/contract.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { makeDriver } from '../../fleet/drivers/testing.ts'
import { type Caller, type TestApp, testApp, type User, type Vehicle } from '../../testing/app.ts'
import { data, history } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

let owner: User
let car: Vehicle
let caller: Caller
beforeEach(async () => {
  const { make } = app
  owner = await make.user((await make.customer()).id, 'edit')
  car = await make.vehicle(owner.customer_id, { vehicle_type: 'U' })
  await make.agreement(car.id, owner.customer_id, agreement.eyecar)
  caller = await app.as(owner)
})
const iso = (hours: number) => new Date(app.clock.now + hours * HOUR).toISOString()
const params = () => ({ id: car.id })
const drive =
  (name: string, from: number, to: number | null) => async (who: Caller, customer_id: number) => {
    const driver = await makeDriver(app.ctx.db, customer_id, { name })
    expect(
      (
        await who.call(setActivity, {
          params: params(),
          body: { from: iso(from), driverId: driver.id },
        })
      ).status,
    ).toBe(200)
    if (to !== null)
      expect(
        (await who.call(setActivity, { params: params(), body: { to: iso(to) } })).status,
      ).toBe(200)
  }
const between = async (from: number, to: number, who = caller) =>
  (
    await who.call(history, {
      params: params(),
      query: { period_from: iso(from), period_to: iso(to) },
    })
  ).data.map(a => a.driver.name)

test('without a driver the answer is null, and an activity is in progress until it ends [eyecar.1]', async () => {
  expect((await caller.call(data, { params: params() })).data).toBeNull()
  await drive('Ada', -2, null)(caller, owner.customer_id)
  expect((await caller.call(data, { params: params() })).data).toMatchObject({
    driver: { name: 'Ada' },
    period_from: iso(-2),
    period_to: null,
    origin: 'person',
  })
  await caller.call(setActivity, { params: params(), body: { to: iso(-1) } })
  expect((await caller.call(data, { params: params() })).data).toBeNull()
})
test('the history has the activities that overlap the period, oldest first [eyecar.2]', async () => {
  for (const activity of [
    drive('Ada', -30, -20),
    drive('Bruno', -10, -6),
    drive('Carla', -5, null),
  ])
    await activity(caller, owner.customer_id)
  expect(await between(-24, 0)).toEqual(['Ada', 'Bruno', 'Carla'])
  expect(await between(-15, -7)).toEqual(['Bruno'])
  expect(await between(-19, -12)).toEqual([])
})
test('a guest sees only its own drivers, and needs the agreement [eyecar.3]', async () => {
  const { make } = app
  await drive('Ada', -2, null)(caller, owner.customer_id)
  const guest = await make.user((await make.customer()).id, 'edit')
  const visitor = await app.as(guest)
  expect((await visitor.call(data, { params: params() })).status).toBe(404)
  await make.agreement(car.id, guest.customer_id, agreement.eyegeo)
  expect((await visitor.call(data, { params: params() })).status).toBe(403)
  await make.agreement(car.id, guest.customer_id, agreement.eyecar)
  expect((await visitor.call(data, { params: params() })).data).toBeNull()
  await drive('Zoe', -1, null)(visitor, guest.customer_id)
  expect(await between(-24, 0, visitor)).toEqual(['Zoe'])
  expect(await between(-24, 0)).toEqual(['Ada'])
})
