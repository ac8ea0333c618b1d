// The calendar of a user: its events, its readers, and that a replaced link opens nothing any more.
import { DAY, HOUR } from '@flotta/core/time.ts'
import { dayAt } from '@flotta/core/zones.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeActivity, makeType } from '../../costs/tcos/testing.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { makeDriver } from '../../fleet/drivers/testing.ts'
import { changePassword, forgotPassword, resetPassword } from '../../people/auth/contract.ts'
import { endUserSessions } from '../../people/factors/contract.ts'
import { users } from '../../people/users/contract.ts'
import { type Caller, PASSWORD, type TestApp, testApp, type User } from '../../testing/app.ts'
import { calendar, calendarFile, removeCalendar, renewCalendar } from './contract.ts'

const NOON = Date.parse('2026-11-20T11:00:00Z')
let app: TestApp
beforeAll(async () => {
  app = await testApp()
  app.clock.now = NOON
})
afterAll(() => app.close())

async function person(): Promise<{ user: User; caller: Caller }> {
  const { id } = await app.make.customer({ name: 'Aurora' })
  const user = await app.make.user(id, 'view')
  return { user, caller: await app.as(user) }
}
const tokenOf = (url: string | null): string => /calendar\/([\w-]{43})/.exec(url ?? '')?.[1] ?? ''
const open = (token: string) => app.with(null).call(calendarFile, { params: { token } })
const makeLink = async (caller: Caller) => tokenOf((await caller.call(renewCalendar, {})).data.url)

test('a link is made, renewed and removed, and an old one opens nothing [calendar.1]', async () => {
  const { caller } = await person()
  expect((await caller.call(calendar, {})).data).toEqual({ url: null, created_at: null })
  const first = await makeLink(caller)
  expect((await open(first)).status).toBe(200)
  const second = await makeLink(caller)
  expect([(await open(first)).status, (await open(second)).status]).toEqual([404, 200])
  expect(tokenOf((await caller.call(calendar, {})).data.url)).toBe(second)
  expect((await caller.call(removeCalendar, {})).status).toBe(204)
  expect((await open(second)).status).toBe(404)
})
test('drivers with the same name, and types with the same name, have days of their own [calendar.2]', async () => {
  const { user, caller } = await person()
  const { customer_id } = user
  const vehicle = await app.make.vehicle(customer_id)
  for (const _ of [1, 2]) {
    await makeDriver(app.ctx.db, customer_id, {
      name: 'Mario',
      surname: 'Rossi',
      license_expiration_date: '2026-12-31',
    })
    const type_id = await makeType(app.ctx.db, customer_id, {
      name: 'Revisione',
      repeat_after_period: 12,
    })
    await makeActivity(app.ctx.db, customer_id, {
      type_id,
      vehicle_id: vehicle.id,
      date: '2026-03-01',
      amount: '80',
    })
  }
  const { text } = await open(await makeLink(caller))
  const ids = [...text.matchAll(/^UID:(.+?)\r?$/gm)].map(([, id]) => id)
  expect(ids).toHaveLength(4)
  expect(new Set(ids).size).toBe(4)
})
test('the calendar lists licences, agreements, costs that repeat, shifts and planned trips of the own company alone [calendar.2, calendar.3]', async () => {
  const { user, caller } = await person()
  const { customer_id } = user
  const vehicle = await app.make.vehicle(customer_id, { plate: 'CAL1' })
  await app.make.agreement(vehicle.id, customer_id, 2, NOON - DAY, NOON + 10 * DAY)
  const driver = await makeDriver(app.ctx.db, customer_id, {
    name: 'Mario',
    surname: 'Rossi',
    license_expiration_date: '2026-12-31',
  })
  const { pool } = app.ctx
  await pool.query(
    `insert into driver_activities (customer_id, vehicle_id, driver_id, period_from, period_to, origin) values ($1, $2, $3, $4, $5, 'person')`,
    [customer_id, vehicle.id, driver.id, new Date(NOON), new Date(NOON + 8 * HOUR)],
  )
  await pool.query(
    `insert into planned_trips (customer_id, vehicle_id, name, startdate, arrival, waypoints, options, route, approximate) values ($1, $2, 'Linea Nord', $3, $4, '[]', '{}', '{"distance": 1, "duration": 1}', true)`,
    [customer_id, vehicle.id, new Date(NOON + DAY), new Date(NOON + DAY + HOUR)],
  )
  const { rows } = await pool.query<{ id: number }>(
    `insert into types (customer_id, name, active, repeat_after_period) values ($1, 'Revisione', 1, 12) returning id`,
    [customer_id],
  )
  await pool.query(
    `insert into type_activities (customer_id, vehicle_id, type_id, date, amount) values ($1, $2, $3, '2026-03-01', 80)`,
    [customer_id, vehicle.id, rows[0]?.id],
  )
  const answer = await open(await makeLink(caller))
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  const text = answer.text.replaceAll('\r\n ', '')
  for (const line of [
    'SUMMARY:Patente in scadenza: Mario Rossi',
    'DTSTART;VALUE=DATE:20261231',
    'SUMMARY:Fine contratto: Posizione\\, CAL1',
    `DTSTART;VALUE=DATE:${dayAt(NOON + 10 * DAY, 'Europe/Rome').replaceAll('-', '')}`,
    'SUMMARY:Scadenza: Revisione\\, CAL1',
    'DTSTART;VALUE=DATE:20270301',
    'SUMMARY:Mario Rossi: CAL1',
    'SUMMARY:Linea Nord (CAL1)',
    'DTSTART:20261121T110000Z',
  ])
    expect(text).toContain(line)
  const stranger = await person()
  expect((await open(await makeLink(stranger.caller))).text).not.toContain('BEGIN:VEVENT')
})
describe('the link of a calendar ends [calendar.4]', () => {
  const isOpen = async (token: string) => (await open(token)).status === 200
  const manager = async (customer_id: number) => app.as(await app.make.user(customer_id, 'control'))

  test('with a reset of the password, and not with a change by the person', async () => {
    const { user, caller } = await person()
    const token = await makeLink(caller)
    const changed = await caller.call(changePassword, {
      body: {
        old_password: PASSWORD,
        new_password: 'Nuova!2026x',
        confirm_password: 'Nuova!2026x',
      },
    })
    expect([changed.status, await isOpen(token)]).toEqual([200, true])
    await app.with(null).call(forgotPassword, { body: { email: user.email } })
    const { rows } = await app.ctx.pool.query<{ body: string }>(
      `select body from mails where recipient = $1 and body like '%/reset/%'`,
      [user.email],
    )
    const reset = await app.with(null).call(resetPassword, {
      body: {
        token: /\/reset\/([^/\s]+)\//.exec(rows[0]?.body ?? '')?.[1] ?? '',
        email: user.email,
        password: 'Altra!2026x',
        password_confirmation: 'Altra!2026x',
      },
    })
    expect([reset.status, await isOpen(token)]).toEqual([200, false])
    expect((await (await app.as(user)).call(calendar, {})).data.url).toBeNull()
  })
  test('when a person who manages users signs its owner out everywhere', async () => {
    const { user, caller } = await person()
    const token = await makeLink(caller)
    const by = await manager(user.customer_id)
    expect((await by.call(endUserSessions, { params: { id: user.id } })).status).toBe(204)
    expect(await isOpen(token)).toBe(false)
  })
  test.each([
    ['disabled', { active: 0 }],
    ['given the role that prints alone', { role: 'printing' }],
  ] as const)(
    'when the person is %s, and does not come back with the access',
    async (_, values) => {
      const { user, caller } = await person()
      const token = await makeLink(caller)
      const by = await manager(user.customer_id)
      const change = (body: object) => by.call(users.update, { params: { id: user.id }, body })
      expect((await change(values)).status).toBe(200)
      expect(await isOpen(token)).toBe(false)
      expect((await change({ active: 1, role: 'view' })).status).toBe(200)
      expect(await isOpen(token)).toBe(false)
    },
  )
  test('when the person is removed', async () => {
    const { user, caller } = await person()
    const token = await makeLink(caller)
    const by = await manager(user.customer_id)
    expect((await by.call(users.remove, { params: { id: user.id } })).status).toBe(204)
    expect(await isOpen(token)).toBe(false)
  })
})
test('the calendar leaves out a vehicle that the company no longer sees [calendar.5]', async () => {
  const { user, caller } = await person()
  const owner = await app.make.customer({ name: 'Borea' })
  const vehicle = await app.make.vehicle(owner.id, { plate: 'LENT1' })
  await app.make.agreement(vehicle.id, user.customer_id, agreement.eyegeo, NOON - DAY, null)
  const driver = await makeDriver(app.ctx.db, user.customer_id, { name: 'Mario', surname: 'Rossi' })
  await app.ctx.pool.query(
    `insert into driver_activities (customer_id, vehicle_id, driver_id, period_from, period_to, origin) values ($1, $2, $3, $4, $5, 'person')`,
    [user.customer_id, vehicle.id, driver.id, new Date(NOON), new Date(NOON + HOUR)],
  )
  const token = await makeLink(caller)
  expect((await open(token)).text).toContain('LENT1')
  await app.ctx.pool.query('delete from vehicle_agreements where vehicle_id = $1', [vehicle.id])
  await app.ctx.changes.heard()
  expect((await open(token)).text).not.toContain('LENT1')
})
test('the link of a disabled person opens no calendar [calendar.3]', async () => {
  const { user, caller } = await person()
  const token = await makeLink(caller)
  await app.ctx.pool.query('update users set disabled = true where id = $1', [user.id])
  await app.ctx.changes.heard()
  expect((await open(token)).status).toBe(404)
})
