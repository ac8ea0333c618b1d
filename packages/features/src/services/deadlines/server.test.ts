// The call for deadlines: every kind, the most urgent first, of the own company alone.
import { DAY } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDriver } from '../../fleet/drivers/testing.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { dueDates } from './contract.ts'

const NOON = Date.parse('2026-11-26T11:00:00Z')
let app: TestApp
let caller: Caller
let vehicle_id: number
beforeAll(async () => {
  app = await testApp()
  app.clock.now = NOON
  const { id } = await app.make.customer()
  caller = await app.as(await app.make.user(id, 'view'))
  const vehicle = await app.make.vehicle(id, { plate: 'DU111EE' })
  vehicle_id = vehicle.id
  await app.make.agreement(vehicle.id, id, 2, NOON - 90 * DAY)
  await app.ctx.pool.query(`update vehicle_agreements set active_to = $2 where vehicle_id = $1`, [
    vehicle.id,
    new Date(NOON + 200 * DAY),
  ])
  await makeDriver(app.ctx.db, id, {
    name: 'Ada',
    surname: 'Rossi',
    license_expiration_date: '2026-11-20',
  })
  await app.ctx.changes.heard()
})
afterAll(() => app.close())
const ask = (query: object = {}) => caller.call(dueDates, { query }, { language: 'en' })

test('the list has licences and agreements beside costs and maintenance, the most urgent first [services.79]', async () => {
  const { data, meta } = await ask()
  expect(data.map(({ kind, state }) => [kind, state])).toEqual([
    ['licence', 'overdue'],
    ['agreement', 'fine'],
  ])
  expect(data[0]).toMatchObject({ name: 'Ada Rossi', due_date: '2026-11-20', left_days: -6 })
  expect(data[1]).toMatchObject({ name: 'DU111EE', vehicle_id, by: 'period' })
  expect(meta.total).toBe(2)
})
test('the list is filtered by sort, vehicle and urgency, and has no deadlines of another company [services.79]', async () => {
  const kinds = async (query: object) => (await ask(query)).data.map(({ kind }) => kind)
  expect(await kinds({ pressing: '1' })).toEqual(['licence'])
  expect(await kinds({ kind: 'agreement,cost' })).toEqual(['agreement'])
  expect(await kinds({ vehicle_id })).toEqual(['agreement'])
  expect((await ask({ kind: 'wedding' })).status).toBe(422)
  const stranger = await app.as(await app.make.user((await app.make.customer()).id, 'view'))
  expect((await stranger.call(dueDates, { query: {} })).data).toEqual([])
  expect((await stranger.call(dueDates, { query: { vehicle_id } })).status).toBe(422)
})
