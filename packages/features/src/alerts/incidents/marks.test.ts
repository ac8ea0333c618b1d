// The marks that people set on incidents: acknowledged, commented, assigned; whose they are, who may set them, and who sees them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { vehicleById as vehicleOne } from '../../fleet/vehicles/contract.ts'
import { pins } from '../../map/global-map/contract.ts'
import { updates, vehicleUpdates } from '../../map/live/contract.ts'
import { list as inbox } from '../../people/notifications/contract.ts'
import { type Caller, type TestApp, testApp, type User } from '../../testing/app.ts'
import { acknowledge, active, assign, history } from './contract.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const VOLTAGE_ALARM = 36
const SPEED = 1
/** A company with a vehicle on which two alerts are open. */
async function company() {
  const { id: customer_id } = await t.make.customer()
  const vehicle = await t.make.vehicle(customer_id)
  await t.make.state(vehicle.id)
  for (const id of [agreement.eyepower, agreement.eyegeo])
    await t.make.agreement(vehicle.id, customer_id, id)
  const ids = [
    await t.make.incident(vehicle.id, VOLTAGE_ALARM),
    await t.make.incident(vehicle.id, SPEED),
  ] as [string, string]
  const user = await t.make.user(customer_id, 'edit', { name: 'Giulia Ferrari' })
  return { customer_id, vehicle, ids, user, caller: await t.as(user) }
}
const openOf = async (caller: Caller) =>
  new Map((await caller.call(active, { query: {} })).data.map(a => [a.id, a]))
const iso = () => new Date(t.clock.now).toISOString()

test('an acknowledged alert stays active and keeps its first acknowledgement and its last comment; the trail keeps all of them [alerts.90]', async () => {
  const { caller, customer_id, ids } = await company()
  const [first] = ids
  const at = iso()
  const answer = await caller.call(acknowledge, { body: { ids, comment: 'Officina avvisata' } })
  expect(answer.data.map(i => [i.acknowledged_by, i.acknowledged_at, i.comment])).toEqual(
    ids.map(() => ['Giulia Ferrari', at, 'Officina avvisata']),
  )
  t.clock.now += 60_000
  const colleague = await t.as(await t.make.user(customer_id, 'edit', { name: 'Marco Bianchi' }))
  await colleague.call(acknowledge, { body: { ids: [first], comment: 'Riparato' } })
  await colleague.call(acknowledge, { body: { ids: [first] } })
  expect((await openOf(caller)).get(first)).toMatchObject({
    acknowledged_at: at,
    acknowledged_by: 'Giulia Ferrari',
    comment: 'Riparato',
    assigned_to: null,
  })
  const [found] = (
    await caller.call(history, {
      query: { period_from: at, period_to: iso(), alerts: 'voltage_alarm' },
    })
  ).data
  expect(found?.trail).toEqual([
    {
      at,
      by: 'Giulia Ferrari',
      action: 'acknowledged',
      comment: 'Officina avvisata',
      assigned_to: null,
    },
    {
      at: iso(),
      by: 'Marco Bianchi',
      action: 'acknowledged',
      comment: 'Riparato',
      assigned_to: null,
    },
  ])
})
test('an acknowledgement can be withdrawn, and its comment removed [alerts.91]', async () => {
  const { caller, ids } = await company()
  await caller.call(acknowledge, { body: { ids, comment: 'x' } })
  const [answer] = (
    await caller.call(acknowledge, { body: { ids: [ids[0]], acknowledged: false, comment: null } })
  ).data
  expect(answer).toMatchObject({
    acknowledged_at: null,
    acknowledged_by: null,
    comment: null,
    trail: [{ action: 'acknowledged' }, { action: 'taken_back' }],
  })
  expect((await openOf(caller)).get(ids[1])).toMatchObject({
    acknowledged_by: 'Giulia Ferrari',
    comment: 'x',
  })
})
test('acknowledged alerts are counted separately, and a filter selects them', async () => {
  const { caller, ids } = await company()
  await caller.call(acknowledge, { body: { ids: [ids[0]] } })
  const activeAlerts = async (acknowledged?: string) => {
    const { data, meta } = await caller.call(active, {
      query: { acknowledged: acknowledged as never },
    })
    return [data.map(a => a.id).sort(), meta.total, meta.acknowledged]
  }
  expect(await activeAlerts()).toEqual([[...ids].sort(), 2, 1])
  expect(await activeAlerts('1')).toEqual([[ids[0]], 1, 1])
  expect(await activeAlerts('false')).toEqual([[ids[1]], 1, 1])
  expect(
    Object.keys(
      (await caller.call(active, { query: { acknowledged: 'maybe' as never } })).failure.data ?? {},
    ),
  ).toEqual(['acknowledged'])
})
test('owner and guest each have their own acknowledgement and comment [alerts.92]', async () => {
  const { caller, vehicle, ids } = await company()
  const guest = await t.make.customer()
  await t.make.agreement(vehicle.id, guest.id, agreement.eyepower)
  const guestCaller = await t.as(await t.make.user(guest.id, 'edit', { name: 'Anna Conti' }))
  await caller.call(acknowledge, { body: { ids: [ids[0]], comment: 'nostro' } })
  expect((await openOf(guestCaller)).get(ids[0])).toMatchObject({
    acknowledged_at: null,
    acknowledged_by: null,
    comment: null,
  })
  await guestCaller.call(acknowledge, { body: { ids: [ids[0]], comment: 'loro' } })
  expect((await openOf(guestCaller)).get(ids[0])).toMatchObject({
    acknowledged_by: 'Anna Conti',
    comment: 'loro',
  })
  expect((await openOf(caller)).get(ids[0])).toMatchObject({
    acknowledged_by: 'Giulia Ferrari',
    comment: 'nostro',
  })
})
test('an incident of another company is answered as one that does not exist, and none of the others is changed [alerts.93]', async () => {
  const [a, b] = [await company(), await company()]
  const bodies = (id: string) =>
    [
      [acknowledge, { ids: [...a.ids, id], comment: 'x' }],
      [assign, { ids: [...a.ids, id], user_id: a.user.id }],
    ] as const
  for (const i of [0, 1] as const) {
    const ask = async (id: string) => {
      const [e, body] = bodies(id)[i]
      return a.caller.call(e, { body } as never)
    }
    const [theirs, unknown] = [await ask(b.ids[0]), await ask(crypto.randomUUID())]
    expect([theirs.status, Object.keys(theirs.failure.data ?? {})]).toEqual([422, ['ids']])
    expect(theirs.text).toBe(unknown.text)
  }
  expect((await openOf(a.caller)).get(a.ids[0])).toMatchObject({
    acknowledged_at: null,
    comment: null,
    assigned_to: null,
  })
})
test.each([
  ['an empty list', { ids: [] }],
  ['a value that is not an id', { ids: ['x'] }],
  ['a list that is too long', { ids: Array.from({ length: 501 }, () => crypto.randomUUID()) }],
])('%s is refused', async (_, body) => {
  const { caller } = await company()
  expect((await caller.call(acknowledge, { body })).status).toBe(422)
})
test('an alert that ended meanwhile is acknowledged all the same', async () => {
  const { caller, ids } = await company()
  await t.ctx.pool.query(
    `update incidents set closed_at = opened_at, closed_as = 'cleared', cleared_by = opened_at where id = $1`,
    [ids[0]],
  )
  expect(
    (await caller.call(acknowledge, { body: { ids } })).data.map(i => i.acknowledged_by),
  ).toEqual(['Giulia Ferrari', 'Giulia Ferrari'])
})
test('an alert is assigned to a colleague, who finds a message in the inbox in the colleague’s own language, and the assignment can be withdrawn [alerts.94]', async () => {
  const { caller, customer_id, vehicle, ids, user } = await company()
  const marco = await t.make.user(customer_id, 'view', { name: 'Marco Bianchi' })
  const his = await t.as(marco)
  const messages = async (language: 'it' | 'de') =>
    (await his.call(inbox, { query: {} }, { language })).data.map(n => [n.data.message, n.data.url])
  expect(
    (await caller.call(assign, { body: { ids: [ids[0]], user_id: marco.id } })).data[0]
      ?.assigned_to,
  ).toEqual({ id: marco.id, name: 'Marco Bianchi' })
  const url = `/active-alerts?assigned=${marco.id}`
  expect(await messages('it')).toEqual([
    [
      `Giulia Ferrari ti ha assegnato un avviso: ${t.ctx.say('it', { key: 'eyepower.alerts.voltage_alarm.description' })} (${vehicle.plate}).`,
      url,
    ],
  ])
  // an assignment that he has already is not reported again
  await caller.call(assign, { body: { ids: [ids[0]], user_id: marco.id } })
  expect(await messages('it')).toHaveLength(1)
  await caller.call(assign, { body: { ids, user_id: user.id } })
  expect((await his.call(active, { query: { assigned_to: marco.id } })).data).toEqual([])
  await caller.call(assign, { body: { ids, user_id: marco.id } })
  expect((await messages('de'))[0]).toEqual([
    'Giulia Ferrari hat Ihnen 2 Meldungen zugewiesen.',
    url,
  ])
  expect((await his.call(active, { query: { assigned_to: marco.id } })).meta.total).toBe(2)
  await caller.call(assign, { body: { ids, user_id: null } })
  expect([...(await openOf(his)).values()].map(a => a.assigned_to)).toEqual([null, null])
  expect((await caller.call(inbox, { query: {} })).data).toEqual([])
})
test.each<[string, (customer_id: number) => Promise<User | { readonly id: number }>]>([
  ['of another company', async () => t.make.user((await t.make.customer()).id, 'edit')],
  ['with the role for printing', customer_id => t.make.user(customer_id, 'printing')],
  ['who does not exist', async () => ({ id: 2_000_000_000 })],
])('nobody is assigned to somebody %s [alerts.95]', async (_, who) => {
  const { caller, customer_id, ids } = await company()
  const { id } = await who(customer_id)
  const answer = await caller.call(assign, { body: { ids, user_id: id } })
  expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, ['user_id']])
})
test('a person who may only read sees an acknowledgement and cannot change it [alerts.96]', async () => {
  const { caller, customer_id, ids, user } = await company()
  await caller.call(acknowledge, { body: { ids } })
  const reader = await t.as(await t.make.user(customer_id, 'view'))
  expect((await reader.call(acknowledge, { body: { ids, acknowledged: false } })).status).toBe(403)
  expect((await reader.call(assign, { body: { ids, user_id: user.id } })).status).toBe(403)
  expect((await openOf(reader)).get(ids[0])).toMatchObject({ acknowledged_by: 'Giulia Ferrari' })
})
test('colleagues see an acknowledgement in the updates, on the pin and in the panel, and another company does not', async () => {
  const { caller, customer_id, vehicle, ids } = await company()
  const guest = await t.make.customer()
  await t.make.agreement(vehicle.id, guest.id, agreement.eyepower)
  const colleague = await t.as(await t.make.user(customer_id, 'view'))
  const guestCaller = await t.as(await t.make.user(guest.id, 'view'))
  t.clock.now += 60_000
  const from = iso()
  await caller.call(acknowledge, { body: { ids: [ids[0]] } })
  const changes = (await colleague.call(updates, { body: { from } })).data
  expect(changes.alerts.map(a => [a.id, a.acknowledged_by])).toEqual([[ids[0], 'Giulia Ferrari']])
  expect(changes.pins.map(p => p.active_alerts?.map(a => [a.alert_id, a.acknowledged]))).toEqual([
    [
      [SPEED, undefined],
      [VOLTAGE_ALARM, true],
    ],
  ])
  const kinds = async (who: Caller) =>
    (await who.call(vehicleUpdates, { params: { id: vehicle.id }, query: { from } })).data.kinds
  expect(await kinds(colleague)).toContain('alert')
  expect(await kinds(guestCaller)).not.toContain('alert')
  expect((await guestCaller.call(updates, { body: { from } })).data.alerts).toEqual([])
  expect(
    (await guestCaller.call(pins, {})).data[0]?.active_alerts?.map(a => a.acknowledged),
  ).toEqual([undefined])
  expect(
    (await caller.call(vehicleOne, { params: { id: vehicle.id } })).data.alerts.filter(
      a => a.acknowledged,
    ),
  ).toHaveLength(1)
})
test('of two persons who acknowledge the same alerts at the same moment, both are answered, and only the first is recorded', async () => {
  const { caller, customer_id, ids } = await company()
  const colleague = await t.as(await t.make.user(customer_id, 'edit', { name: 'Marco Bianchi' }))
  const answers = await Promise.all([
    caller.call(acknowledge, { body: { ids } }),
    colleague.call(acknowledge, { body: { ids: ids.toReversed() } }),
  ])
  expect(answers.map(a => a.status)).toEqual([200, 200])
  expect(new Set([...(await openOf(caller)).values()].map(a => a.acknowledged_by)).size).toBe(1)
})
test('nobody can change an entry of the trail [alerts.97]', async () => {
  const { caller, ids } = await company()
  await caller.call(acknowledge, { body: { ids } })
  await expect(
    t.ctx.pool.query(`update incident_trail set user_name = 'x' where incident_id = $1`, [ids[0]]),
  ).rejects.toThrow('not changed')
})
