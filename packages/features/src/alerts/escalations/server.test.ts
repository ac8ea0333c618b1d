// Alerts that nobody takes, as sequences on a database with the test's own clock: who is told when, what ends it, and that nothing is lost or sent twice.
import { instantOf, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { audit } from '../../people/audit/contract.ts'
import * as notifications from '../../people/notifications/contract.ts'
import { type Caller, type TestApp, testApp, type User, type Vehicle } from '../../testing/app.ts'
import { alertConfigurations, createMany, ofVehicle } from '../alert-configurations/contract.ts'
import { tellWaiting } from '../deliveries/messages.ts'
import { acknowledge, active, assign, history, snooze } from '../incidents/contract.ts'
import { recipientsOfIncident, rehearse } from '../recipients/contract.ts'
import { escalateDue } from './jobs.ts'

const [EMAIL, SMS] = [1, 2]
const [TEMPERATURE, SPEED] = [2, 1]
const FIRST = 'turno@rossi.example'
let app: TestApp
let customer_id: number
let boss: User
let caller: Caller
let anna: User
let vehicle: Vehicle
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.now = Date.parse('2026-11-23T09:00:00Z')
  await app.ctx.pool.query('truncate deliveries, mails, alert_configurations, incidents cascade')
  const customer = await app.make.customer()
  customer_id = customer.id
  boss = await app.make.user(customer_id, 'control', { language: 'it' })
  anna = await app.make.user(customer_id, 'edit', { language: 'de' })
  caller = await app.as(boss)
  vehicle = await app.make.vehicle(customer_id, { plate: 'AA111AA' })
  for (const id of [agreement.eyegeo, agreement.eyecold])
    await app.make.agreement(vehicle.id, customer_id, id)
})
const body = (values: object = {}) => ({
  vehicles: [vehicle.id],
  alerts: [TEMPERATURE],
  alert_channel_id: EMAIL,
  destinations: [FIRST],
  escalation: [
    { minutes: 10, user_id: anna.id },
    { minutes: 30, role: 'control' as const },
  ],
  ...values,
})
const configure = async (values: object = {}) =>
  (await caller.call(createMany, { body: body(values) })).data
const raise = () => app.make.incident(vehicle.id, TEMPERATURE)
/** Moves the clock forward by some minutes and runs the jobs. */
const pass = async (minutes: number) => {
  app.clock.now += minutes * MINUTE
  await escalateDue(app.ctx)
  await tellWaiting(app.ctx)
}
const mailed = async (): Promise<string[]> =>
  (await app.ctx.pool.query('select recipient from mails order by id')).rows.map(r => r.recipient)
const ends = async (): Promise<(string | null)[]> =>
  (
    await app.ctx.pool.query('select coalesce(reason, state) as end from escalations order by id')
  ).rows.map(r => r.end)

test('an alert that nobody acknowledges goes to the next recipient after the minutes of each step, in that person’s language [escalations.1, escalations.2]', async () => {
  await configure()
  await raise()
  await pass(0)
  expect(await mailed()).toEqual([FIRST])
  await pass(9)
  expect(await mailed()).toEqual([FIRST])
  await pass(1)
  expect(await mailed()).toEqual([FIRST, anna.email])
  const { rows } = await app.ctx.pool.query('select body from mails order by id desc limit 1')
  expect(rows[0].body).toContain('Seit 10 Minuten hat niemand diese Meldung übernommen.')
  await pass(20)
  await pass(60)
  expect(await mailed()).toEqual([FIRST, anna.email, boss.email])
  const inbox = await (await app.as(anna)).call(
    notifications.list,
    { query: {} },
    { language: 'de' },
  )
  expect(inbox.data.map(n => n.data.message)).toEqual([
    expect.stringMatching(/^Seit 10 Minuten hat niemand übernommen: .* \(AA111AA\)\.$/),
  ])
})
describe('an escalation ends when', () => {
  const cases: [string, (id: string) => Promise<unknown>, string][] = [
    ['somebody acknowledges', id => caller.call(acknowledge, { body: { ids: [id] } }), 'taken'],
    [
      'somebody assigns the alert',
      id => caller.call(assign, { body: { ids: [id], user_id: anna.id } }),
      'taken',
    ],
    [
      'the alert is over',
      id =>
        app.ctx.pool.query(
          `update incidents set closed_at = $2, closed_as = 'cleared', updated_at = $2 where id = $1`,
          [id, new Date(app.clock.now)],
        ),
      'over',
    ],
    [
      'later data disprove it',
      id =>
        app.ctx.pool.query(
          `update incidents set closed_at = $2, closed_as = 'corrected', updated_at = $2 where id = $1`,
          [id, new Date(app.clock.now)],
        ),
      'corrected',
    ],
    [
      'the configuration is removed',
      async () => {
        const [configuration] = (await caller.call(ofVehicle, { params: { id: vehicle.id } })).data
        await caller.call(alertConfigurations.remove, { params: { id: configuration?.id ?? 0 } })
      },
      'removed',
    ],
    [
      'the company loses the agreement',
      () =>
        app.ctx.pool.query('update vehicle_agreements set active_to = $2 where vehicle_id = $1', [
          vehicle.id,
          new Date(app.clock.now),
        ]),
      'lost',
    ],
  ]
  test.each(cases)('%s [escalations.3]', async (_, happen, reason) => {
    await configure()
    const id = await raise()
    await pass(5)
    await happen(id)
    await pass(5)
    await pass(30)
    expect(await ends()).toEqual([reason, reason])
    expect(await mailed()).toEqual([FIRST])
  })
  test('somebody acknowledges the alert after the first step, and the second step then notifies nobody [escalations.3]', async () => {
    await configure()
    const id = await raise()
    await pass(10)
    await caller.call(acknowledge, { body: { ids: [id] } })
    await pass(30)
    expect(await ends()).toEqual(['escalated', 'taken'])
    expect(await mailed()).not.toContain(boss.email)
  })
})
test('an acknowledgement that is withdrawn in time does not restart the escalation: the step comes at its original time [escalations.3]', async () => {
  await configure()
  const id = await raise()
  await caller.call(acknowledge, { body: { ids: [id] } })
  await pass(5)
  await caller.call(acknowledge, { body: { ids: [id], acknowledged: false } })
  await pass(5)
  expect(await ends()).toEqual(['escalated', 'planned'])
})
test('a snoozed alert is escalated once its snooze is over [escalations.3]', async () => {
  await configure()
  const id = await raise()
  const until = instantOf(app.clock.now + 20 * MINUTE)
  await caller.call(snooze, { body: { ids: [id], until } })
  await pass(12)
  expect(await ends()).toEqual(['planned', 'planned'])
  await pass(8)
  expect(await ends()).toEqual(['escalated', 'planned'])
})
test('a step that fell due while no server ran is made up for, and several servers at once notify only once [escalations.4]', async () => {
  await configure()
  await raise()
  app.clock.now += 45 * MINUTE
  await Promise.all([escalateDue(app.ctx), escalateDue(app.ctx), escalateDue(app.ctx)])
  await tellWaiting(app.ctx)
  expect((await mailed()).toSorted()).toEqual([FIRST, anna.email, boss.email].toSorted())
  expect(await ends()).toEqual(['escalated', 'escalated'])
})
test('an alert that is opened again is escalated again', async () => {
  await configure()
  const id = await raise()
  const set = (closed: boolean) =>
    app.ctx.pool.query(
      'update incidents set closed_at = $2, closed_as = $3, updated_at = $4 where id = $1',
      [
        id,
        closed ? new Date(app.clock.now) : null,
        closed ? 'cleared' : null,
        new Date(app.clock.now),
      ],
    )
  await set(true)
  await pass(10)
  expect(await ends()).toEqual(['over', 'planned'])
  await set(false)
  await pass(10)
  expect(await ends()).toEqual(['escalated', 'planned'])
})
test('a step whose group is empty or whose account is closed is recorded as reaching nobody, and the next step follows [escalations.2]', async () => {
  await configure({
    escalation: [
      { minutes: 10, user_id: anna.id },
      { minutes: 20, role: 'view' },
      { minutes: 30, alert_channel_id: EMAIL, destination: 'Notte@rossi.example' },
    ],
  })
  await app.ctx.pool.query('update users set disabled = true where id = $1', [anna.id])
  await raise()
  for (let i = 0; i < 3; i++) await pass(10)
  expect(await ends()).toEqual(['nobody', 'nobody', 'escalated'])
  expect(await mailed()).toContain('notte@rossi.example')
})
test('the row, the trail and the company’s audit name the person of each escalation and its time [escalations.5]', async () => {
  await configure()
  const id = await raise()
  await pass(10)
  const at = instantOf(app.clock.now)
  const [row] = (await caller.call(active, { query: {} })).data
  expect(row?.escalated).toEqual({ to: anna.name, at })
  const period = { period_from: instantOf(app.clock.now - 60 * MINUTE), period_to: at }
  const [incident] = (await caller.call(history, { query: period })).data
  expect(incident?.trail).toEqual([
    { at, by: '', action: 'escalated', comment: null, assigned_to: anna.name },
  ])
  const lines = await caller.call(audit, { query: { subject: `incidents/${id}` } })
  expect(lines.data).toMatchObject([
    { action: 'run', call: 'escalation', after: { minutes: 10, escalated_to: anna.name } },
  ])
})
test('the list of recipients contains the steps, both before saving and for an incident [recipients.1, recipients.3]', async () => {
  const planned = (await caller.call(rehearse, { body: body() })).data
  expect(planned.map(r => [r.after, r.destination, r.person?.name ?? null])).toEqual([
    [0, FIRST, null],
    [10, anna.email, anna.name],
    [30, boss.email, boss.name],
  ])
  await configure()
  const incident_id = await raise()
  const linesOf = async () =>
    (await caller.call(recipientsOfIncident, { query: { incident_id } })).data.map(r => [
      r.after,
      r.destination,
      r.due_at,
      r.delivery?.state ?? null,
      r.obstacles.map(o => o.code).join(),
    ])
  const due = (minutes: number) => instantOf(Date.parse('2026-11-23T09:00:00Z') + minutes * MINUTE)
  await pass(10)
  expect(await linesOf()).toEqual([
    [0, FIRST, null, 'waiting', ''],
    [10, anna.email, null, 'waiting', ''],
    [30, boss.email, due(30), null, ''],
  ])
  await caller.call(acknowledge, { body: { ids: [incident_id] } })
  expect((await linesOf()).at(-1)).toEqual([30, boss.email, null, null, 'taken'])
})
test('the steps are part of the configuration: they are kept, changed and removed with it [escalations.1]', async () => {
  const [first] = await configure()
  expect(first?.escalation).toMatchObject([
    { minutes: 10, user_id: anna.id, role: null },
    { minutes: 30, role: 'control', user_id: null },
  ])
  const id = first?.id ?? 0
  const change = async (values: object) =>
    (await caller.call(alertConfigurations.update, { params: { id }, body: values })).data
      .escalation
  expect(await change({ destination: 'altro@rossi.example' })).toHaveLength(2)
  expect(await change({ escalation: [{ minutes: 5, user_id: boss.id }] })).toHaveLength(1)
  expect(await change({ escalation: [] })).toEqual([])
  const again = await configure({ destinations: ['altro@rossi.example'] })
  expect([again[0]?.id, again[0]?.escalation.length]).toEqual([id, 2])
})
test.each<[string, () => Promise<object[]> | object[]]>([
  ['a step without a recipient', () => [{ minutes: 10 }]],
  ['a step with two recipients', () => [{ minutes: 10, user_id: anna.id, role: 'edit' }]],
  [
    'a step before the one above',
    () => [
      { minutes: 10, user_id: anna.id },
      { minutes: 5, role: 'edit' },
    ],
  ],
  [
    'an unknown colleague',
    async () => [
      { minutes: 10, user_id: (await app.make.user((await app.make.customer()).id)).id },
    ],
  ],
  ['an invalid address', () => [{ minutes: 10, alert_channel_id: EMAIL, destination: 'x' }]],
  [
    'SMS without the service',
    () => [{ minutes: 10, alert_channel_id: SMS, destination: '3331234567' }],
  ],
])('%s is refused [escalations.1]', async (_, escalation) => {
  const { status, failure } = await caller.call(createMany, {
    body: body({ alerts: [SPEED], escalation: await escalation() }),
  })
  expect([status, Object.keys(failure.data ?? {})]).toEqual([422, ['escalation']])
})
