// The dashboard's figures, each compared with the stored rows.

import { languages } from '@flotta/core/languages.ts'
import { DAY, dayOfText, dayText, MINUTE } from '@flotta/core/time.ts'
import { dayAt } from '@flotta/core/zones.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samples } from '../../alerts/alert-configurations/testing.ts'
import { acknowledge, snooze } from '../../alerts/incidents/contract.ts'
import { makeActivity, makeType } from '../../costs/tcos/testing.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { makeDriver } from '../../fleet/drivers/testing.ts'
import { markAllAsRead } from '../../reports/reports/contract.ts'
import { makeEntry } from '../../services/eyeservice/testing.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { dashboard, toDo, trends } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const SPEED = 1
const HUB_ENTER = 8
const POI_ENTER = 10
const COOLING_DOOR = 15
const COOLING_ALARM = 7
const getDashboard = async (customer_id: number) =>
  (await (await app.as(await app.make.user(customer_id, 'view'))).call(dashboard, {})).data
const setDate = (table: string, id: number | string, column: string, days: number | null) =>
  app.ctx.pool.query(`update ${table} set ${column} = $2 where id = $1`, [
    id,
    days === null ? null : new Date(app.clock.now - days * DAY),
  ])

test('the dashboard of a new company has one user, no other records, and every box of the specification [dashboard.1, dashboard.5, dashboard.6, dashboard.7, dashboard.8, dashboard.9, dashboard.10, dashboard.11, dashboard.12, dashboard.13]', async () => {
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

test('an increment is the difference between the total now and 30 days ago, with what was added and removed meanwhile [dashboard.2]', async () => {
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
  // now: A, D, E; 30 days ago: A, B, C
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

test('a trend gives the totals of 30 days in steps of three days, for added and removed records and for open alerts [dashboard.26]', async () => {
  const { id } = await app.make.customer()
  const [first, second] = await Promise.all(
    ['A', 'B'].map(plate => app.make.vehicle(id, { plate })),
  )
  await setDate('vehicles', first?.id ?? 0, 'created_at', 40)
  await setDate('vehicles', second?.id ?? 0, 'created_at', 10)
  await app.make.agreement(first?.id ?? 0, id, agreement.eyegeo, app.clock.now - 50 * DAY)
  const incident = await app.make.incident(first?.id ?? 0, SPEED)
  await setDate('incidents', incident, 'opened_at', 20)
  await app.ctx.pool.query(
    `update incidents set closed_at = $2, closed_as = 'cleared' where id = $1`,
    [incident, new Date(app.clock.now - 10 * DAY)],
  )
  const caller = await app.as(await app.make.user(id, 'view'))
  expect((await caller.call(trends, {})).data).toMatchObject({
    vehicles: [1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2],
    alerts: [0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0],
    customers: Array.from({ length: 11 }, () => 0),
  })
})
test('alerts count for those who see them, by agreement or by their own rule, in every box that shows them [dashboard.3, dashboard.4]', async () => {
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

test.each(languages)('the news is written in the language %s', async language => {
  const caller = await app.as(await app.make.user((await app.make.customer()).id))
  const { latest } = (await caller.call(dashboard, {}, { language })).data.news
  expect(latest.url).toBe(`/news/${language}/temperature-register.html`)
  expect(latest.title).toMatch(/temperatur/i)
})

describe('the list of things to do', () => {
  const getToDo = async (customer_id: number) =>
    (
      await (
        await app.as(await app.make.user(customer_id, 'view'))
      ).call(toDo, {}, { language: 'en' })
    ).data
  const dayInRome = (at: number) => dayAt(at, 'Europe/Rome')
  const day = (days: number) => dayText(dayOfText(dayInRome(app.clock.now)) + days)
  const at = (days: number) => app.clock.now + days * DAY

  test('leaves out every group in which nothing waits [dashboard.18, dashboard.23]', async () => {
    const { id } = await app.make.customer()
    await app.make.vehicle(id)
    expect(await getToDo(id)).toEqual({ alarms: { total: 0, items: [] }, groups: [] })
  })
  test('has the red alerts that are neither acknowledged nor snoozed, the oldest first [dashboard.19]', async () => {
    const { id } = await app.make.customer()
    const user = await app.make.user(id, 'edit')
    const incidents = new Map<string, string>()
    for (const [plate, days] of [
      ['NEW', 1],
      ['OLD', 3],
      ['TAKEN', 4],
      ['LATER', 5],
      ['YELLOW', 6],
    ] as const) {
      const vehicle = await app.make.vehicle(id, { plate })
      await app.make.agreement(vehicle.id, id, agreement.eyegeo, at(-50))
      await app.make.agreement(vehicle.id, id, agreement.eyecold, at(-50))
      const incident = await app.make.incident(
        vehicle.id,
        plate === 'YELLOW' ? SPEED : COOLING_ALARM,
      )
      await setDate('incidents', incident, 'opened_at', days)
      incidents.set(plate, incident)
    }
    const caller = await app.as(user)
    const acknowledgement = await caller.call(acknowledge, {
      body: { ids: [incidents.get('TAKEN') ?? ''] },
    })
    const snoozing = await caller.call(snooze, {
      body: {
        ids: [incidents.get('LATER') ?? ''],
        until: new Date(app.clock.now + 10 * MINUTE).toISOString(),
      },
    })
    expect([acknowledgement.status, snoozing.status]).toEqual([200, 200])
    const { alarms } = await getToDo(id)
    expect(alarms.total).toBe(2)
    expect(alarms.items.map(alert => alert.plate)).toEqual(['OLD', 'NEW'])
  })
  test('has the licences, maintenance, costs and agreements that are due, by the notice of each [dashboard.20]', async () => {
    const { id } = await app.make.customer()
    const vehicle = await app.make.vehicle(id, { plate: 'DUE1' })
    const second = await app.make.vehicle(id, { plate: 'DUE2' })
    for (const [name, days] of [
      ['Ended', -1],
      ['Soon', 60],
      ['Fine', 61],
    ] as const)
      await makeDriver(app.ctx.db, id, { name, surname: 'R', license_expiration_date: day(days) })
    await app.make.agreement(vehicle.id, id, agreement.fgas, at(-500))
    await makeEntry(app.ctx.db, vehicle.id, { type: 1, message_datetime: new Date(at(-400)) })
    for (const v of [vehicle, second])
      await app.make.agreement(v.id, id, agreement.eyecold, at(-10), at(20))
    // it ends, and another follows
    await app.make.agreement(second.id, id, agreement.eyegeo, at(-10), at(5))
    await app.make.agreement(second.id, id, agreement.eyegeo, at(5), null)
    const type = await makeType(app.ctx.db, id, {
      name: 'Road tax',
      repeat_after_period: 12,
      notice_after_period: 3,
    })
    await makeActivity(app.ctx.db, id, {
      type_id: type,
      vehicle_id: second.id,
      date: day(-300),
      amount: '80',
    })
    const { groups } = await getToDo(id)
    const lines = groups.map(({ group, total, items }) => [
      group,
      total,
      ...items.map(i => [
        i.name,
        i.about,
        i.tone,
        i.due?.due_date ?? null,
        i.vehicle_id,
        i.vehicles,
      ]),
    ])
    expect(lines).toEqual([
      [
        'licences',
        2,
        ['Ended R', null, 'alarm', day(-1), null, 0],
        ['Soon R', null, 'warning', day(60), null, 0],
      ],
      ['maintenance', 1, ['DUE1', 'F-gas check', 'alarm', expect.any(String), vehicle.id, 1]],
      ['costs', 1, ['DUE2', 'Road tax', 'warning', expect.any(String), second.id, 1]],
      ['agreements', 1, [null, 'Refrigeration', 'warning', dayInRome(at(20)), null, 2]],
    ])
  })
  test('has the disconnected vehicles that were connected before, the newest silence first, and the failed reports that nobody has opened [dashboard.21, dashboard.22]', async () => {
    const { id } = await app.make.customer()
    const vehicles = await Promise.all(
      ['NEVER', 'LONG', 'SHORT', 'HEARD'].map(plate => app.make.vehicle(id, { plate })),
    )
    for (const [i, days] of [
      [1, 9],
      [2, 2],
      [3, 0],
    ] as const)
      await app.make.state(vehicles[i]?.id ?? 0, { message_datetime: new Date(at(-days)) })
    await app.ctx.pool.query(
      `insert into reports (customer_id, vehicle_id, vehicle, type, services, period_from, period_to, language, ready, created_at)
       values ($1, $2, 'LONG', 'eyefuel', 'eyefuel', $3, $4, 'it', 2, $4), ($1, $2, 'LONG', 'temp', 'eyecold', $3, $5, 'it', 2, $5)`,
      [id, vehicles[1]?.id, new Date(at(-30)), new Date(at(-1)), new Date(at(-8))],
    )
    const user = await app.as(await app.make.user(id, 'view'))
    const ask = async () => (await user.call(toDo, {}, { language: 'en' })).data.groups
    expect(
      (await ask()).map(({ group, items }) => [group, ...items.map(i => [i.name, i.about, i.at])]),
    ).toEqual([
      [
        'silent',
        ['SHORT', null, new Date(at(-2)).toISOString()],
        ['LONG', null, new Date(at(-9)).toISOString()],
      ],
      ['reports', ['LONG', 'Fuel', new Date(at(-1)).toISOString()]],
    ])
    await user.call(markAllAsRead, {})
    expect((await ask()).map(({ group }) => group)).toEqual(['silent'])
  })
  test('has the configurations whose newest message was not delivered [dashboard.22]', async () => {
    const { id } = await app.make.customer()
    const vehicle = await app.make.vehicle(id)
    const user = await app.make.user(id)
    for (const [destination, alert_id, states] of [
      ['gone@example.com', HUB_ENTER, ['sent', 'failed']],
      ['back@example.com', POI_ENTER, ['failed', 'sent']],
    ] as const) {
      const configuration = await samples['alerts/configurations']?.make?.(app.ctx, {
        customer_id: id,
        user_id: user.id,
        word: 'x',
      })
      await app.ctx.pool.query('update alert_configurations set destination = $2 where id = $1', [
        configuration,
        destination,
      ])
      for (const [i, state] of states.entries()) {
        const incident = await app.make.incident(vehicle.id, alert_id + i, id)
        await app.ctx.pool.query(
          `insert into deliveries (customer_id, vehicle_id, incident_id, alert_id, configuration_id, alert_channel_id, destination, language, state, fault, created_at, ended_at)
           values ($1, $2, $3, 1, $4, 1, $5, 'it', $6, case when $6 = 'failed' then 'refused' end, $7, $7)`,
          [id, vehicle.id, incident, configuration, destination, state, new Date(at(-1))],
        )
      }
    }
    const { groups } = await getToDo(id)
    expect(groups.filter(({ group }) => group === 'recipients')).toMatchObject([
      {
        total: 1,
        items: [
          { name: 'gone@example.com', about: expect.stringMatching(/refused/i), tone: 'alarm' },
        ],
      },
    ])
  })
})
