// The dashboard's figures, each against what was put in.

import { languages } from '@flotta/core/languages.ts'
import { DAY } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { dashboard } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const SPEED = 1
const HUB_ENTER = 8
const COOLING_DOOR = 15
const getDashboard = async (customer_id: number) =>
  (await (await app.as(await app.make.user(customer_id, 'view'))).call(dashboard, {})).data
const setDate = (table: string, id: number | string, column: string, days: number | null) =>
  app.ctx.pool.query(`update ${table} set ${column} = $2 where id = $1`, [
    id,
    days === null ? null : new Date(app.clock.now - days * DAY),
  ])

test('a new company has one user, nothing else, and every box of the specification [dashboard.1, dashboard.5, dashboard.6, dashboard.7, dashboard.8, dashboard.9, dashboard.10, dashboard.11, dashboard.12, dashboard.13]', async () => {
  const { id } = await app.make.customer()
  const { news, services, ...figures } = await getDashboard(id)
  const none = { total: 0, increment: 0 }
  expect(figures).toEqual({
    alerts: none,
    vehicles: none,
    users: { total: 1, increment: 1 },
    reports: none,
    customers: none,
  })
  expect(services).toEqual({
    eyegeo: { speed_limit: 0, hub_enter: 0, hub_exit: 0, poi_enter: 0, poi_exit: 0 },
    eyecold: {
      cooling_system_off: 0,
      temperature_out_of_range: 0,
      setpoint_out_of_range: 0,
      local_unit_override: 0,
      cooling_system_alarm: 0,
    },
    eyedoor: { door_open: 0, door_siren: 0, door_locking: 0, cooling_door_open: 0 },
    eyefuel: { cap_open: 0, fuel_alarm: 0, fuel_running_low: 0 },
    eyeway: { brake: 0, tyres: 0, overload: 0 },
    eyeservice: { service: 0, fgas: 0, recorder: 0 },
    eyeshare: { sub_agreement_ends: 0 },
    tandt: { tandt_locked: 0, tandt_unlocked: 0, tandt_unauthorized: 0 },
  })
  expect(news.latest).toMatchObject({
    id: 3,
    title: 'Registro delle temperature',
    url: '/news/it/temperature-register.html',
  })
})

test('increments are what is now less what was 30 days ago: removed and added ones count [dashboard.2]', async () => {
  const { id } = await app.make.customer()
  const vehicles = await Promise.all(
    ['A', 'B', 'C', 'D', 'E'].map(plate => app.make.vehicle(id, { plate })),
  )
  const [old, gone, retired] = vehicles.map(v => v.id)
  for (const v of [old, gone, retired]) await setDate('vehicles', v ?? 0, 'created_at', 40)
  await setDate('vehicles', gone ?? 0, 'deleted_at', 10)
  await app.ctx.pool.query('update vehicles set retired = true, updated_at = $2 where id = $1', [
    retired,
    new Date(app.clock.now - 5 * DAY),
  ])
  // now: A, D, E; then: A, B, C
  const child = await app.make.customer({ parent_id: id })
  await setDate('customers', child.id, 'created_at', 31)
  await app.make.customer({ parent_id: id })
  const former = await app.make.user(id)
  await setDate('users', former.id, 'created_at', 35)
  await setDate('users', former.id, 'deleted_at', 1)
  expect(await getDashboard(id)).toMatchObject({
    vehicles: { total: 3, increment: 0 },
    customers: { total: 2, increment: 1 },
    users: { total: 1, increment: 0 },
  })
})

test('alerts count as they are seen: by agreement or by the own rule, in every box that shows them [dashboard.3, dashboard.4]', async () => {
  const [owner, guest] = [await app.make.customer(), await app.make.customer()]
  const vehicle = await app.make.vehicle(owner.id)
  await setDate('vehicles', vehicle.id, 'created_at', 60)
  await app.make.agreement(vehicle.id, owner.id, agreement.eyegeo, app.clock.now - 50 * DAY)
  await app.make.agreement(vehicle.id, owner.id, agreement.eyecold, app.clock.now - DAY)
  await app.make.agreement(
    vehicle.id,
    guest.id,
    agreement.eyecold,
    app.clock.now - 50 * DAY,
    app.clock.now - 20 * DAY,
  )
  await app.make.incident(vehicle.id, SPEED)
  await app.make.incident(vehicle.id, COOLING_DOOR)
  await app.make.incident(vehicle.id, HUB_ENTER, guest.id)
  const closed = await app.make.incident(vehicle.id, SPEED, owner.id)
  await setDate('incidents', closed, 'opened_at', 33)
  await app.ctx.pool.query(
    `update incidents set closed_at = $2, closed_as = 'cleared' where id = $1`,
    [closed, new Date(app.clock.now - 29 * DAY)],
  )
  const mine = await getDashboard(owner.id)
  // one was open 30 days ago, two are now
  expect(mine.alerts).toEqual({ total: 2, increment: 1 })
  expect(mine.services).toMatchObject({
    eyegeo: { speed_limit: 1, hub_enter: 0 },
    eyedoor: { cooling_door_open: 1 },
  })
  expect((await getDashboard(guest.id)).alerts).toEqual({ total: 0, increment: 0 })
})

test.each(languages)('the news speak %s', async language => {
  const caller = await app.as(await app.make.user((await app.make.customer()).id))
  const { latest } = (await caller.call(dashboard, {}, { language })).data.news
  expect(latest.url).toBe(`/news/${language}/temperature-register.html`)
  expect(latest.title).toMatch(/temperatur/i)
})
