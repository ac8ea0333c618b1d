// Web hooks through the contract and to a real receiver: who gets what, in which order, and what happens when the receiver or the sender fails.
import { DAY, HOUR, MINUTE, SECOND } from '@flotta/core/time.ts'
import { address } from '@flotta/platform/bus.ts'
import { startQueue } from '@flotta/platform/queue-runner.ts'
import { outgoing } from '@flotta/platform/topics.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { acknowledge } from '../../alerts/incidents/contract.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { makeDriver } from '../../fleet/drivers/testing.ts'
import { renewWithheld, withheldColumns } from '../../house/backups/withheld.ts'
import { requestReport } from '../../reports/reports/contract.ts'
import { reportTask } from '../../reports/reports/task.ts'
import * as eyesafe from '../../services/eyesafe/contract.ts'
import { writeConnections } from '../../telemetry/registry/connections.ts'
import { type Caller, type TestApp, testApp, type User, type Vehicle } from '../../testing/app.ts'
import * as contract from './contract.ts'
import { failingWebhooks } from './figures.ts'
import { startSender } from './sender.ts'
import { noteSilences } from './silences.ts'
import { isSignedWith, openReceiver, type Receiver, refusing, taking } from './testing-receiver.ts'
import { purge } from './webhook-events.ts'

const SPEED_LIMIT = 1
let app: TestApp
let receiver: Receiver
let stop: () => Promise<void>
let user: User
let caller: Caller
let vehicle: Vehicle
beforeAll(async () => {
  app = await testApp({ env: { FLOTTA_WEBHOOK_PRIVATE: '1' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  receiver = await openReceiver()
  const { id } = await app.make.customer()
  user = await app.make.user(id, 'edit', { language: 'en' })
  caller = await app.as(user)
  vehicle = await app.make.vehicle(id)
  await app.make.agreement(vehicle.id, id, agreement.eyegeo)
  stop = startSender(app.ctx)
})
afterEach(async () => {
  await stop()
  await receiver.close()
  await sql`delete from webhooks`.execute(app.ctx.db)
})

const hook = async (some: Partial<contract.WebhookForm> = {}, by: Caller = caller) =>
  (
    await by.call(contract.createWebhook, {
      body: { url: receiver.url, events: ['incident.opened', 'incident.closed'], ...some },
    })
  ).data
const typesReceived = () => receiver.received.map(({ body }) => body.type)
const count = (n: number) => vi.waitFor(() => expect(receiver.received).toHaveLength(n))
const attemptsOf = async (id: number) =>
  (await caller.call(contract.attempts, { params: { id }, query: {} })).data
const ended = (id: number, n: number) =>
  vi.waitFor(async () => expect(await attemptsOf(id)).toHaveLength(n))
const close = (incident: string) =>
  app.ctx.db
    .updateTable('incidents')
    .set({
      closed_at: new Date(app.clock.now),
      closed_as: 'cleared',
      cleared_by: new Date(app.clock.now),
      updated_at: new Date(app.clock.now),
    })
    .where('id', '=', incident)
    .execute()
/** Moves the clock to when the next attempts are due, and signs in again. */
const later = async (ms: number) => {
  app.clock.now += ms
  caller = await app.as(user)
}

test('a hook is made with its secret, read without it, changed and removed [api.94, api.95]', async () => {
  const created = await caller.call(contract.createWebhook, {
    body: { url: receiver.url, events: ['trip.ended', 'trip.started', 'trip.ended'], active: true },
  } as never)
  expect([created.status, created.data]).toEqual([
    201,
    {
      id: expect.any(Number),
      url: receiver.url,
      events: ['trip.started', 'trip.ended'],
      vehicle_ids: null,
      fleet_ids: null,
      active: 1,
      created_at: expect.any(String),
      failing_since: null,
      switched_off_by: null,
      old_secret_until: null,
      secret: expect.stringMatching(/^whsec_/),
    },
  ])
  const { secret, ...record } = created.data
  const params = { id: record.id }
  const stored = await caller.call(contract.webhooks.one, { params })
  expect(stored.data).toEqual(record)
  expect(stored.text).not.toContain(secret)
  const changed = await caller.call(contract.webhooks.update, {
    params,
    body: { active: 0, vehicle_ids: [vehicle.id] },
  })
  expect(changed.data).toEqual({ ...record, active: 0, vehicle_ids: [vehicle.id] })
  expect((await caller.call(contract.webhooks.list, { query: {} })).data).toEqual([changed.data])
  const active = async (active: 0 | 1) =>
    (await caller.call(contract.webhooks.list, { query: { active } })).data.length
  expect([await active(0), await active(1)]).toEqual([1, 0])
  expect((await caller.call(contract.webhooks.remove, { params })).status).toBe(204)
  expect((await caller.call(contract.webhooks.one, { params })).status).toBe(404)
})
test('invalid addresses and events, and vehicles and fleets of others, are refused on their fields [api.94]', async () => {
  const foreign = await app.make.vehicle((await app.make.customer()).id)
  const refused = await caller.call(contract.createWebhook, {
    body: { url: 'example.com', events: [] },
  })
  expect([refused.status, Object.keys(refused.failure.data ?? {})]).toEqual([
    422,
    ['url', 'events'],
  ])
  const foreigners = await caller.call(contract.createWebhook, {
    body: { url: receiver.url, events: ['trip.ended'], vehicle_ids: [foreign.id], fleet_ids: [1] },
  })
  expect([foreigners.status, Object.keys(foreigners.failure.data ?? {})]).toEqual([
    422,
    ['vehicle_ids', 'fleet_ids'],
  ])
  const viewer = await app.as(await app.make.user(user.customer_id, 'view'))
  expect((await viewer.call(contract.webhooks.list, { query: {} })).status).toBe(403)
})

test('an incident is sent as the API answers it, signed, when it opens, is acknowledged and closes [api.99, api.100, api.101]', async () => {
  const { secret } = await hook({
    events: ['incident.opened', 'incident.acknowledged', 'incident.closed'],
  })
  const incident = await app.make.incident(vehicle.id, SPEED_LIMIT)
  await count(1)
  const marked = await caller.call(acknowledge, { body: { ids: [incident], comment: 'seen' } })
  expect(marked.status).toBe(200)
  await count(2)
  await later(MINUTE)
  await close(incident)
  await count(3)
  expect(typesReceived()).toEqual(['incident.opened', 'incident.acknowledged', 'incident.closed'])
  for (const one of receiver.received) {
    expect(isSignedWith(secret, one)).toBe(true)
    expect(one.headers['content-type']).toBe('application/json')
    expect(one.body.data).toMatchObject({
      id: incident,
      code: 'speed_limit',
      vehicle: { id: vehicle.id, plate: vehicle.plate },
    })
  }
  const [opened, acknowledged, closed] = receiver.received.map(({ body }) => body.data)
  expect(opened).toMatchObject({ closed_at: null, ended: null })
  expect(acknowledged).toMatchObject({ comment: 'seen', acknowledged_by: user.name })
  expect(closed).toMatchObject({ ended: 'cleared', closed_at: expect.any(String) })
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(3)
})
test('an event is sent as it was when it happened, however late it is sent [webhooks.2]', async () => {
  await stop()
  await hook()
  const incident = await app.make.incident(vehicle.id, SPEED_LIMIT)
  await close(incident)
  stop = startSender(app.ctx)
  await count(2)
  expect(receiver.received.map(({ body }) => [body.type, body.data.ended])).toEqual([
    ['incident.opened', null],
    ['incident.closed', 'cleared'],
  ])
})

test('a hook gets only its own types, vehicles and fleets [api.94, webhooks.7]', async () => {
  const unwatched = await app.make.vehicle(user.customer_id)
  const inFleet = await app.make.vehicle(user.customer_id)
  for (const { id } of [unwatched, inFleet])
    await app.make.agreement(id, user.customer_id, agreement.eyegeo)
  const fleet = await app.make.fleet(user.customer_id, 'NORD', [inFleet.id])
  await hook({ events: ['incident.opened'], vehicle_ids: [vehicle.id], fleet_ids: [fleet.id] })
  await close(await app.make.incident(unwatched.id, SPEED_LIMIT))
  await close(await app.make.incident(inFleet.id, SPEED_LIMIT))
  await app.make.incident(vehicle.id, SPEED_LIMIT)
  await count(2)
  expect(receiver.received.map(({ body }) => body.data.vehicle?.id).sort()).toEqual(
    [vehicle.id, inFleet.id].sort(),
  )
})
test('another company gets nothing of a vehicle, and a guest gets what its agreement covers [api.94, webhooks.6]', async () => {
  const guest = await app.as(await app.make.user((await app.make.customer()).id, 'edit'))
  const { customer_id } = await app.make.user((await app.make.customer()).id, 'edit')
  const guestUser = await app.make.user(customer_id, 'edit')
  const guestCaller = await app.as(guestUser)
  const guestHook = await hook({ events: ['incident.opened'] }, guestCaller)
  await hook({ events: ['incident.opened'] }, guest)
  await app.make.agreement(vehicle.id, customer_id, agreement.eyepower)
  await app.make.incident(vehicle.id, SPEED_LIMIT)
  await app.make.incident(vehicle.id, 6)
  await count(1)
  expect(receiver.received[0]?.body.data).toMatchObject({ alert_id: 6 })
  await vi.waitFor(async () => {
    const { data } = await guestCaller.call(contract.attempts, {
      params: { id: guestHook.id },
      query: {},
    })
    expect(data).toHaveLength(1)
  })
})
test('entering an area is sent, but not in a private time [api.99, api.100, webhooks.8]', async () => {
  await hook({ events: ['area.entered', 'incident.opened'] })
  const at = app.clock.now
  const hub = await app.ctx.db
    .insertInto('hubs')
    .values({
      customer_id: user.customer_id,
      name: 'Milano',
      code: `MI${vehicle.id}`,
      color: '#2e51bb',
      radius: 200,
      latitude: 45.46,
      longitude: 9.19,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const enter = () =>
    sql`insert into incidents (vehicle_id, alert_id, customer_id, subject_id, id, opened_at, origin, updated_at, data)
      values (${vehicle.id}, 8, ${user.customer_id}, ${hub.id}, gen_random_uuid(), ${new Date(app.clock.now)}, 'jobs', ${new Date(app.clock.now)}, '{"name": "Milano"}')`.execute(
      app.ctx.db,
    )
  await enter()
  await count(2)
  expect(
    receiver.received.find(({ body }) => body.type === 'area.entered')?.body.data,
  ).toMatchObject({ area: { kind: 'hub', id: hub.id, name: 'Milano' }, code: 'hub_enter' })
  await sql`update incidents set closed_at = opened_at, closed_as = 'cleared' where vehicle_id = ${vehicle.id}`.execute(
    app.ctx.db,
  )
  await later(HOUR)
  const driver = await makeDriver(app.ctx.db, user.customer_id, { name: 'Ada', surname: 'Rossi' })
  await sql`insert into private_trips (customer_id, vehicle_id, driver_id, period_from, updated_at)
    values (${user.customer_id}, ${vehicle.id}, ${driver.id}, ${new Date(at + 30 * MINUTE)}, ${new Date(at)})`.execute(
    app.ctx.db,
  )
  await enter()
  await count(3)
  expect(typesReceived().filter(type => type === 'area.entered')).toHaveLength(1)
  expect(receiver.received[2]?.text).not.toContain('Milano')
})

test('a trip is sent when it begins and when it ends, with its vehicle [api.99, api.100]', async () => {
  await hook({ events: ['trip.started', 'trip.ended'] })
  const from = new Date(app.clock.now - HOUR)
  const to = new Date(app.clock.now - MINUTE)
  const id = crypto.randomUUID()
  await sql`insert into trips (vehicle_id, id, period_from, start_latitude, start_longitude, end_latitude, end_longitude, end_at, distance, max_speed, began_by, updated_at)
    values (${vehicle.id}, ${id}, ${from}, 45.46, 9.19, 45.46, 9.19, ${from}, 0, 0, ${from}, ${from})`.execute(
    app.ctx.db,
  )
  await count(1)
  await sql`update trips set period_to = ${to}, end_at = ${to}, ended_by = ${to}, distance = 12345, end_latitude = 45.5, updated_at = ${to} where id = ${id}`.execute(
    app.ctx.db,
  )
  await count(2)
  const [started, finished] = receiver.received.map(({ body }) => body.data)
  expect(started).toMatchObject({ id, period_to: null, vehicle: { id: vehicle.id } })
  expect(finished).toMatchObject({ id, km: 12.35, period_to: to.toISOString() })
})
test('an agreement that is given, changed and taken away is sent to its holder [api.100]', async () => {
  await hook({ events: ['agreement.changed'] })
  const where = () =>
    sql.raw(`where vehicle_id = ${vehicle.id} and agreement_id = ${agreement.eyepower}`)
  await app.make.agreement(vehicle.id, user.customer_id, agreement.eyepower)
  await sql`update vehicle_agreements set active_to = '2031-01-01' ${where()}`.execute(app.ctx.db)
  await sql`delete from vehicle_agreements ${where()}`.execute(app.ctx.db)
  await count(3)
  expect(receiver.received.map(({ body }) => [body.data.change, body.data.agreement_id])).toEqual([
    ['made', agreement.eyepower],
    ['changed', agreement.eyepower],
    ['removed', agreement.eyepower],
  ])
})
test('a device that becomes silent is sent once [api.100]', async () => {
  await hook({ events: ['device.silent'] })
  const device = await app.make.device(vehicle.id)
  await app.make.state(vehicle.id, {
    message_datetime: new Date(app.clock.now),
    ignition: true,
  })
  await noteSilences(app.ctx)
  await later(30 * MINUTE)
  await noteSilences(app.ctx)
  await noteSilences(app.ctx)
  await count(1)
  expect(receiver.received[0]?.body).toMatchObject({
    type: 'device.silent',
    data: { id: device.id, silent_since: expect.any(String), vehicle: { plate: vehicle.plate } },
  })
})

test('a receiver that refuses gets the event again within ten seconds and a minute, and later events of the vehicle wait [api.103, api.104]', async () => {
  const { id } = await hook()
  receiver.answer = refusing(500)
  const incident = await app.make.incident(vehicle.id, SPEED_LIMIT)
  await ended(id, 1)
  await close(incident)
  const otherVehicle = await app.make.vehicle(user.customer_id)
  await app.make.agreement(otherVehicle.id, user.customer_id, agreement.eyegeo)
  await app.make.incident(otherVehicle.id, SPEED_LIMIT)
  await ended(id, 2)
  expect(receiver.received.map(({ body }) => body.data.vehicle?.id)).toEqual([
    vehicle.id,
    otherVehicle.id,
  ])
  await later(10 * SECOND)
  await ended(id, 4)
  receiver.answer = taking
  await later(MINUTE)
  await ended(id, 7)
  const deliveries = receiver.received.filter(({ body }) => body.data.vehicle?.id === vehicle.id)
  expect(deliveries.map(({ body }) => body.type)).toEqual([
    'incident.opened',
    'incident.opened',
    'incident.opened',
    'incident.closed',
  ])
  expect(new Set(deliveries.slice(0, 3).map(one => one.id)).size).toBe(1)
  expect(new Set(deliveries.slice(0, 3).map(one => one.text)).size).toBe(1)
})
test('the pause before the next attempt begins when the answer was there, not when the event was sent [api.103]', async () => {
  const { id } = await hook()
  receiver.answer = (call, response) => {
    app.clock.now += 8 * SECOND
    refusing(500)(call, response)
  }
  await app.make.incident(vehicle.id, SPEED_LIMIT)
  await ended(id, 1)
  const { rows } = await sql<{ next_at: Date }>`
    select next_at from webhook_events where webhook_id = ${id}`.execute(app.ctx.db)
  expect(rows.map(({ next_at }) => next_at.getTime() - app.clock.now)).toEqual([5 * SECOND])
  expect(receiver.received).toHaveLength(1)
})
test('an answer of 410 switches the hook off and mails its maker [api.102]', async () => {
  const { id } = await hook()
  receiver.answer = refusing(410)
  await app.make.incident(vehicle.id, SPEED_LIMIT)
  await vi.waitFor(async () =>
    expect((await caller.call(contract.webhooks.one, { params: { id } })).data).toMatchObject({
      active: 0,
      switched_off_by: 'gone',
    }),
  )
  const { rows } = await sql<{ recipient: string; body: string }>`
    select recipient, body from mails where recipient = ${user.email}`.execute(app.ctx.db)
  expect(rows[0]?.body).toContain('410')
  await app.make.incident(vehicle.id, 6)
  expect(await attemptsOf(id)).toHaveLength(1)
  const on = await caller.call(contract.webhooks.update, { params: { id }, body: { active: 1 } })
  expect(on.data).toMatchObject({ active: 1, switched_off_by: null })
})
test('when the maker of a hook is gone, those who manage hooks get the mail that it was switched off [webhooks.17]', async () => {
  const colleagues = [
    await app.make.user(user.customer_id, 'control'),
    await app.make.user(user.customer_id, 'edit'),
  ]
  const viewer = await app.make.user(user.customer_id, 'view')
  const { id } = await hook()
  await sql`update users set deleted_at = now() where id = ${user.id}`.execute(app.ctx.db)
  receiver.answer = refusing(410)
  await app.make.incident(vehicle.id, SPEED_LIMIT)
  await vi.waitFor(async () => {
    const { rows } = await sql`select 1 from webhooks where id = ${id} and not active`.execute(
      app.ctx.db,
    )
    expect(rows).toHaveLength(1)
  })
  const { rows } = await app.ctx.pool.query<{ recipient: string }>(
    'select recipient from mails where recipient = any($1) order by id',
    [[user, viewer, ...colleagues].map(({ email }) => email)],
  )
  expect(rows.map(({ recipient }) => recipient)).toEqual(colleagues.map(({ email }) => email))
})
test('a hook that takes nothing for a day is switched off, with a mail and a finding of the doctor, and sends the rest once it is on again [api.102, webhooks.3, webhooks.14, webhooks.15]', async () => {
  const { id } = await hook()
  receiver.answer = refusing(503)
  const incident = await app.make.incident(vehicle.id, SPEED_LIMIT)
  await ended(id, 1)
  await close(incident)
  for (let n = 1; n < 12; n++) {
    await later(10 * HOUR)
    await ended(id, n + 1)
  }
  await vi.waitFor(async () =>
    expect((await caller.call(contract.webhooks.one, { params: { id } })).data).toMatchObject({
      active: 0,
      switched_off_by: 'failing',
    }),
  )
  const { rows } = await app.ctx.pool.query<{ body: string }>(
    'select body from mails where recipient = $1 order by id desc limit 1',
    [user.email],
  )
  expect(rows[0]?.body).toContain(`/webhooks?hook=${id}`)
  expect(await failingWebhooks(app.ctx)).toContainEqual(
    expect.objectContaining({ id, since: null }),
  )
  receiver.answer = taking
  await caller.call(contract.webhooks.update, { params: { id }, body: { active: 1 } })
  await vi.waitFor(() => expect(typesReceived().at(-1)).toBe('incident.closed'))
})
test('an event that is never taken is given up, and the hook stays on for the others [webhooks.4]', async () => {
  const { id } = await hook()
  const otherVehicle = await app.make.vehicle(user.customer_id)
  await app.make.agreement(otherVehicle.id, user.customer_id, agreement.eyegeo)
  receiver.answer = (one, response) =>
    (one.body.data.vehicle?.id === vehicle.id ? refusing(400) : taking)(one, response)
  const incident = await app.make.incident(vehicle.id, SPEED_LIMIT)
  await ended(id, 1)
  await close(incident)
  for (let n = 1; n < 12; n++) {
    await close(await app.make.incident(otherVehicle.id, SPEED_LIMIT))
    await later(10 * HOUR)
    await vi.waitFor(() =>
      expect(
        receiver.received.filter(
          ({ body }) => body.type === 'incident.opened' && body.data.vehicle?.id === vehicle.id,
        ),
      ).toHaveLength(n + 1),
    )
  }
  receiver.answer = taking
  await vi.waitFor(() =>
    expect(
      receiver.received.some(
        ({ body }) => body.type === 'incident.closed' && body.data.vehicle?.id === vehicle.id,
      ),
    ).toBe(true),
  )
  expect((await caller.call(contract.webhooks.one, { params: { id } })).data.active).toBe(1)
})

test('a redirect is not followed, and an answer without end is cut off [api.102, webhooks.5]', async () => {
  const { id } = await hook({ events: ['incident.opened'] })
  receiver.answer = (_, response) => void response.writeHead(307, { location: '/other' }).end()
  await app.make.incident(vehicle.id, SPEED_LIMIT)
  await ended(id, 1)
  receiver.answer = (_, response) => {
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 'a')));
    }
    response.on('drain', more)
    more()
  }
  await later(10 * SECOND)
  await ended(id, 2)
  const [second, first] = await attemptsOf(id)
  expect(first).toMatchObject({ taken: false, fault: 'redirect', status: 307, attempt: 1 })
  expect(second).toMatchObject({ taken: true, fault: null, status: 200, state: 'sent', attempt: 2 })
  expect(second?.answer?.length).toBeLessThanOrEqual(65_536)
  expect(receiver.received).toHaveLength(2)
})
test('without the setting nothing is sent to a private address, named by number or by name [api.105]', async () => {
  await stop()
  stop = startSender({ ...app.ctx, config: { ...app.ctx.config, FLOTTA_WEBHOOK_PRIVATE: false } })
  const { id } = await hook()
  const named = await hook({ url: receiver.url.replace('127.0.0.1', 'localhost') })
  await app.make.incident(vehicle.id, SPEED_LIMIT)
  for (const one of [id, named.id]) {
    await ended(one, 1)
    expect((await attemptsOf(one))[0]).toMatchObject({
      taken: false,
      fault: 'private',
      status: null,
    })
  }
  expect(receiver.received).toEqual([])
})
describe('where private addresses are not allowed', () => {
  let plain: TestApp
  let manager: Caller
  beforeAll(async () => {
    plain = await testApp()
    manager = await plain.as(await plain.make.user((await plain.make.customer()).id, 'edit'))
  })
  afterAll(() => plain.close())
  const body = { url: 'https://hooks.example/flotta', events: ['trip.ended' as const] }

  test('a private address in digits is refused on its field, when a hook is made and when it is changed [webhooks.18]', async () => {
    const refusedHook = await manager.call(contract.createWebhook, {
      body: { ...body, url: 'http://2130706433/' },
    })
    expect([refusedHook.status, refusedHook.failure.data]).toEqual([
      422,
      { url: ['Questo indirizzo porta in una rete privata: serve un indirizzo pubblico'] },
    ])
    const { id } = (await manager.call(contract.createWebhook, { body })).data
    const change = (changes: object) =>
      manager.call(contract.webhooks.update, { params: { id }, body: changes })
    const refused = await change({ url: 'http://[::1]:9000/' })
    expect([refused.status, Object.keys(refused.failure.data ?? {})]).toEqual([422, ['url']])
    expect((await change({ url: 'https://other.example/' })).status).toBe(200)
  })
  test('a hook whose private address was allowed before can still be switched off [webhooks.18]', async () => {
    const { id } = (await manager.call(contract.createWebhook, { body })).data
    const url = 'http://10.0.0.1/'
    await sql`update webhooks set url = ${url} where id = ${id}`.execute(plain.ctx.db)
    const { status, data } = await manager.call(contract.webhooks.update, {
      params: { id },
      body: { ...body, url, active: 0 },
    })
    expect([status, data.url, data.active]).toEqual([200, url, 0])
  })
})

test('for a day after a new secret both secrets sign, then only the new one [api.96]', async () => {
  const { id, secret: old } = await hook({ events: ['incident.opened'] })
  const rotated = await caller.call(contract.rotateSecret, { params: { id } })
  const { secret } = rotated.data
  expect(rotated.data.old_secret_until).toBe(new Date(app.clock.now + DAY).toISOString())
  const next = async () => {
    await close(await app.make.incident(vehicle.id, SPEED_LIMIT))
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(0))
    return receiver.received.shift()
  }
  const first = await next()
  expect(first && [isSignedWith(old, first), isSignedWith(secret, first)]).toEqual([true, true])
  expect(String(first?.headers['webhook-signature']).split(' ')).toHaveLength(2)
  await later(DAY)
  const second = await next()
  expect(second && [isSignedWith(old, second), isSignedWith(secret, second)]).toEqual([false, true])
  await purge(app.ctx)
  const { rows } = await sql<{
    old_secret: string | null
  }>`select old_secret from webhooks where id = ${id}`.execute(app.ctx.db)
  expect(rows[0]?.old_secret).toBeNull()
})
test('a restored hook, whose secret no backup holds, is off until it gets a new one [webhooks.11]', async () => {
  const { id, secret } = await hook({ events: ['incident.opened'] })
  const { secret: withheld, old_secret } = withheldColumns.webhooks ?? {}
  await sql`update webhooks set secret = ${sql.raw(withheld ?? '')}, old_secret = ${sql.raw(old_secret ?? '')} where id = ${id}`.execute(
    app.ctx.db,
  )
  await renewWithheld(app.ctx.db)
  const one = async () => (await caller.call(contract.webhooks.one, { params: { id } })).data
  expect(await one()).toMatchObject({ active: 0, switched_off_by: 'restored' })
  const on = await caller.call(contract.webhooks.update, { params: { id }, body: { active: 1 } })
  expect([on.status, Object.keys(on.failure.data ?? {})]).toEqual([422, ['active']])
  const renamed = { params: { id }, body: { active: 0, url: `${receiver.url}/new` } } as const
  expect((await caller.call(contract.webhooks.update, renamed)).status).toBe(200)
  const { data } = await caller.call(contract.rotateSecret, { params: { id } })
  expect(data).toMatchObject({ active: 1, switched_off_by: null, old_secret_until: null })
  await app.make.incident(vehicle.id, SPEED_LIMIT)
  await count(1)
  const [event] = receiver.received
  expect(event && [isSignedWith(secret, event), isSignedWith(data.secret, event)]).toEqual([
    false,
    true,
  ])
})
test('a test is answered with 202 and sent, even by a hook that is off [api.97]', async () => {
  const { id, secret } = await hook({ active: 0 })
  const attempt = await caller.call(contract.testWebhook, { params: { id } })
  expect([attempt.status, attempt.data.type]).toEqual([202, 'test'])
  await count(1)
  const [one] = receiver.received
  expect([one?.id, one?.body.type, one?.body.data.vehicle]).toEqual([attempt.data.id, 'test', null])
  expect(one && isSignedWith(secret, one)).toBe(true)
})
test('the attempts are listed, and an event is sent again with its id and body [api.98]', async () => {
  const { id } = await hook({ events: ['incident.opened'] })
  await app.make.incident(vehicle.id, SPEED_LIMIT)
  await ended(id, 1)
  const [attempt] = await attemptsOf(id)
  expect(attempt).toMatchObject({
    event_id: receiver.received[0]?.id,
    type: 'incident.opened',
    vehicle: { id: vehicle.id, plate: vehicle.plate },
    taken: true,
    status: 204,
    state: 'sent',
    request: receiver.received[0]?.text,
  })
  const attempt_id = attempt?.id ?? 0
  const again = await caller.call(contract.sendAgain, { params: { id, attempt_id } })
  expect([again.status, again.data.id]).toEqual([202, attempt?.event_id])
  await count(2)
  expect(receiver.received[1]?.text).toBe(receiver.received[0]?.text)
  const another = await hook()
  expect(
    (await caller.call(contract.sendAgain, { params: { id: another.id, attempt_id } })).status,
  ).toBe(404)
})

test('attempts are kept for 30 days [webhooks.10]', async () => {
  const { id } = await hook({ events: ['incident.opened'] })
  await app.make.incident(vehicle.id, SPEED_LIMIT)
  await ended(id, 1)
  await later(30 * DAY - MINUTE)
  await purge(app.ctx)
  expect(await attemptsOf(id)).toHaveLength(1)
  await later(2 * MINUTE)
  await purge(app.ctx)
  expect(await attemptsOf(id)).toHaveLength(0)
})
test('a change that is rolled back stores no event [webhooks.1]', async () => {
  await stop()
  const { id } = await hook({ events: ['agreement.changed'] })
  const giveBack = app.ctx.db.transaction().execute(async tx => {
    await sql`delete from vehicle_agreements where vehicle_id = ${vehicle.id}`.execute(tx)
    throw new Error('given up')
  })
  await expect(giveBack).rejects.toThrow('given up')
  const { rows } = await sql`select from webhook_events where webhook_id = ${id}`.execute(
    app.ctx.db,
  )
  expect(rows).toHaveLength(0)
  stop = startSender(app.ctx)
})
test('several processes share the hooks and send each event once and in order, and another process takes over the hooks of a dead one [webhooks.1, webhooks.9]', async () => {
  await stop()
  const { id } = await hook()
  const vehicles = [vehicle]
  for (let n = 0; n < 4; n++) {
    const more = await app.make.vehicle(user.customer_id)
    await app.make.agreement(more.id, user.customer_id, agreement.eyegeo)
    vehicles.push(more)
  }
  for (let n = 0; n < 5; n++)
    for (const { id } of vehicles) await close(await app.make.incident(id, SPEED_LIMIT))
  // the process that has the hook is killed: its lease ends by itself
  await sql`insert into webhook_leases values (${id}, 'killed', clock_timestamp() + interval '1 second')`.execute(
    app.ctx.db,
  )
  const senders = ['a', 'b', 'c'].map(instance => startSender({ ...app.ctx, instance }))
  await count(50)
  await Promise.all(senders.map(end => end()))
  expect(new Set(receiver.received.map(one => one.id)).size).toBe(50)
  for (const { id } of vehicles)
    expect(
      receiver.received
        .filter(({ body }) => body.data.vehicle?.id === id)
        .map(({ body }) => body.type),
    ).toEqual(Array.from({ length: 5 }, () => ['incident.opened', 'incident.closed']).flat())
  stop = startSender(app.ctx)
})

test('a report is sent once it is ready [api.99, webhooks.16]', async () => {
  await hook({ events: ['report.ready'] })
  const { data: asked } = await caller.call(requestReport, {
    body: {
      type: 'custom',
      services: 'eyegeo',
      vehicle_id: vehicle.id,
      period_from: new Date(app.clock.now - 2 * DAY).toISOString(),
      period_to: new Date(app.clock.now - DAY).toISOString(),
    },
  })
  const queue = await startQueue([{ tasks: [reportTask] }], app.ctx)
  try {
    await count(1)
  } finally {
    await queue.stop()
  }
  expect(receiver.received[0]?.body).toMatchObject({
    type: 'report.ready',
    data: { id: asked.id, ready: 1, vehicle: { id: vehicle.id } },
  })
})
test('a command is sent when it is ordered and at each change of its state [api.99, webhooks.16]', async () => {
  const profiles = app.ctx.profiles as Map<string, unknown>
  profiles.set('fmb1xx', { commandText: () => 'setdigout' })
  const device = await app.make.device(vehicle.id)
  await sql`update devices set wiring = '{"start_enabled":"out1","start_blocked":"out2"}' where id = ${device.id}`.execute(
    app.ctx.db,
  )
  await app.make.agreement(vehicle.id, user.customer_id, agreement.eyesafe_ignition)
  await app.make.state(vehicle.id, { ignition: false, moving: false, speed: 0 })
  const at = app.clock.now
  const common = { device_id: device.id, vehicle_id: vehicle.id, gateway: 'g', protocol: 'test' }
  const session = { session: crypto.randomUUID(), address: '10.0.0.1', sign_in: at, opened_at: at }
  await writeConnections([{ ...common, ...session, event: 'open', at }], app.ctx)
  app.ctx.bus.consume(address(outgoing, 'g'), 'gateway', { batch: 1, linger: 0 }, async () => {})
  await hook({ events: ['command.changed'] })
  const boss = await app.as(await app.make.user(user.customer_id, 'control'))
  const params = { id: vehicle.id }
  const { data: command } = await boss.call(eyesafe.startLock, { params })
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(0))
  expect(receiver.received[0]?.body).toMatchObject({
    type: 'command.changed',
    data: { id: command.id, status: 1, action: 'start_lock', vehicle: { id: vehicle.id } },
  })
  for (const status of [4, 2])
    await sql`update commands set status = ${status}, changed_at = ${new Date(app.clock.now)} where id = ${command.id}`.execute(
      app.ctx.db,
    )
  const statuses = () => receiver.received.map(({ body }) => body.data.status)
  await vi.waitFor(() => expect(statuses().at(-1)).toBe(2))
  expect(statuses()[0]).toBe(1)
  expect(statuses()).toContain(4)
  profiles.delete('fmb1xx')
})
