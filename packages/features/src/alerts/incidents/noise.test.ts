// The noise of each alert through the contract: counted, measured, and limited to what the caller may see.
import { instantOf, MINUTE, SECOND } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { type Caller, type TestApp, testApp, type Vehicle } from '../../testing/app.ts'
import { acknowledge, noise } from './contract.ts'

let app: TestApp
let caller: Caller
let stranger: Caller
let loud: Vehicle
let calm: Vehicle
beforeAll(async () => {
  app = await testApp()
  const customer = await app.make.customer()
  caller = await app.as(await app.make.user(customer.id, 'edit'))
  stranger = await app.as(await app.make.user((await app.make.customer()).id, 'edit'))
  loud = await app.make.vehicle(customer.id, { plate: 'AA111AA' })
  calm = await app.make.vehicle(customer.id, { plate: 'BB222BB' })
  for (const { id } of [loud, calm]) await app.make.agreement(id, customer.id, agreement.eyegeo)
  const raise = async (vehicle: Vehicle, ago: number, seconds: number | null, as = 'cleared') => {
    const id = await app.make.incident(vehicle.id, 1)
    const opened_at = app.clock.now - ago * MINUTE
    await app.ctx.pool.query(
      'update incidents set opened_at = $2, closed_at = $3, closed_as = $4 where id = $1',
      [
        id,
        new Date(opened_at),
        seconds === null ? null : new Date(opened_at + seconds * SECOND),
        seconds === null ? null : as,
      ],
    )
    return id
  }
  await raise(loud, 50, 30)
  await raise(loud, 40, 59)
  const id = await raise(loud, 30, 600)
  await raise(calm, 20, 30, 'corrected')
  await raise(calm, 90, 30)
  await raise(calm, 10, null)
  await caller.call(acknowledge, { body: { ids: [id] } })
})
afterAll(() => app.close())

const ask = (who: Caller, query: object = {}) =>
  who.call(noise, {
    query: {
      period_from: instantOf(app.clock.now - 60 * MINUTE),
      period_to: instantOf(app.clock.now),
      ...query,
    },
  })

test('the report gives for each alert of a period how often and how long it was raised, how often for less than a minute, how often it was acknowledged, and the loudest vehicle [alerts.135]', async () => {
  expect((await ask(caller)).data).toEqual([
    {
      alert_id: 1,
      code: 'speed_limit',
      name: expect.any(String),
      severity: 1,
      times: 4,
      open: 1,
      vehicles: 2,
      seconds: 30 + 59 + 600 + 600,
      median_s: 330,
      brief: 2,
      acknowledged: 1,
      loudest: { vehicle_id: loud.id, plate: 'AA111AA', times: 3, owner: true },
    },
  ])
})
test('the filters apply, and no company sees the alerts of another [alerts.135]', async () => {
  expect((await ask(caller, { vehicle_id: calm.id })).data).toMatchObject([
    { times: 1, vehicles: 1 },
  ])
  expect((await ask(caller, { severity: 2 })).data).toEqual([])
  expect((await ask(stranger)).data).toEqual([])
  expect((await ask(stranger, { vehicle_id: calm.id })).status).toBe(422)
})
