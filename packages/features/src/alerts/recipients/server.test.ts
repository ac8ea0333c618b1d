// Who is told, through the contract: before configurations are saved, and for an incident; the same as the deliveries that are made.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { type Caller, type TestApp, testApp, type User, type Vehicle } from '../../testing/app.ts'
import { alertConfigurations, createMany } from '../alert-configurations/contract.ts'
import { setParameters } from '../alert-parameters/contract.ts'
import { tellWaiting } from '../deliveries/messages.ts'
import { recipientsOfIncident, rehearse } from './contract.ts'

const [EMAIL, SMS] = [1, 2]
const [TEMPERATURE, SPEED, STAY] = [2, 1, 39]
let app: TestApp
let caller: Caller
let boss: User
let stranger: Caller
let cold: Vehicle
let dry: Vehicle
beforeAll(async () => {
  app = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.ctx.pool.query('truncate deliveries, mails, alert_configurations, incidents cascade')
  const customer = await app.make.customer({ configurations: { alert_sms: '1' } })
  boss = await app.make.user(customer.id, 'edit')
  caller = await app.as(boss)
  stranger = await app.as(await app.make.user((await app.make.customer()).id, 'edit'))
  cold = await app.make.vehicle(customer.id, { plate: 'AA111AA' })
  dry = await app.make.vehicle(customer.id, { plate: 'BB222BB' })
  for (const vehicle of [cold, dry])
    await app.make.agreement(vehicle.id, customer.id, agreement.eyegeo)
  await app.make.agreement(cold.id, customer.id, agreement.eyecold)
})
const form = (values: object = {}) => ({
  vehicles: [cold.id],
  alerts: [TEMPERATURE],
  alert_channel_id: EMAIL,
  destinations: ['turno@rossi.example'],
  ...values,
})
const linesOf = async (values: object = {}) => {
  const { data } = await caller.call(rehearse, { body: form(values) })
  return data.map(
    ({ destination, person, draft, vehicles, obstacles }) =>
      [
        destination,
        person?.name ?? null,
        draft,
        vehicles,
        obstacles.map(({ code }) => code).join(),
      ] as const,
  )
}
const refusal = async (values: object = {}, who = caller) => {
  const { status, failure } = await who.call(rehearse, { body: form(values) })
  return [status, failure.data]
}
const countOf = async (table: 'alert_configurations' | 'deliveries'): Promise<number> =>
  (await app.ctx.pool.query(`select count(*)::int4 as n from ${table}`)).rows[0].n

test('the list before saving names people, channels and destinations, and stores nothing [recipients.1]', async () => {
  await caller.call(createMany, { body: form({ destinations: [boss.email] }) })
  expect(await linesOf()).toEqual([
    [boss.email, boss.name, false, 1, ''],
    ['turno@rossi.example', null, true, 1, ''],
  ])
  expect(await linesOf({ destinations: [] })).toEqual([[boss.email, boss.name, false, 1, '']])
  expect(await countOf('alert_configurations')).toBe(1)
})
test('the list names exactly the destinations that the next incident is delivered to [recipients.1]', async () => {
  const destinations = [boss.email, 'turno@rossi.example', 'notte@rossi.example']
  const named = (await linesOf({ destinations })).map(([destination]) => destination)
  await caller.call(createMany, { body: form({ destinations }) })
  await app.make.incident(cold.id, TEMPERATURE)
  const { rows } = await app.ctx.pool.query('select destination from deliveries')
  expect(rows.map(row => row.destination).sort()).toEqual(named.toSorted())
})
test('the list refuses what saving would refuse [recipients.1]', async () => {
  expect(await refusal({ vehicles: [cold.id, dry.id] })).toEqual([
    422,
    { alerts: [expect.stringContaining('BB222BB')] },
  ])
  expect(await refusal({}, stranger)).toEqual([422, { vehicles: [expect.any(String)] }])
  const [configuration] = (await caller.call(createMany, { body: form() })).data
  expect(await refusal({ configuration_id: (configuration?.id ?? 0) + 1 })).toMatchObject([422, {}])
})
test('the list for a changed configuration names its new destination [recipients.1]', async () => {
  const configuration = await caller.call(alertConfigurations.create, {
    body: {
      vehicle_id: cold.id,
      alert_id: TEMPERATURE,
      alert_channel_id: EMAIL,
      destination: 'vecchio@rossi.example',
    },
  })
  expect(await linesOf({ configuration_id: configuration.data.id })).toEqual([
    ['turno@rossi.example', null, true, 1, ''],
  ])
})
test('the list gives the reason why somebody is not notified [recipients.2]', async () => {
  await caller.call(setParameters, {
    params: { id: cold.id, alert_id: SPEED },
    body: { active: false },
  })
  expect(await linesOf({ vehicles: [cold.id, dry.id], alerts: [SPEED] })).toEqual([
    ['turno@rossi.example', null, true, 1, 'muted'],
  ])
  expect(await linesOf({ alert_channel_id: SMS, destinations: ['3331234567'] })).toEqual([
    ['+393331234567', null, true, 0, 'no_server'],
  ])
  await caller.call(createMany, { body: form({ destinations: [boss.email] }) })
  await app.ctx.pool.query(
    `update vehicle_agreements set active_to = $1 where vehicle_id = $2 and agreement_id = $3`,
    [new Date(app.clock.now - 60_000), cold.id, agreement.eyecold],
  )
  expect(await linesOf({ destinations: [] })).toEqual([[boss.email, boss.name, false, 0, 'lost']])
})
test('for a stay the list gives the minutes of the configuration, else those of the vehicle, else the usual ones [recipients.6]', async () => {
  const minutesOf = async (values: object = {}) => {
    const { data } = await caller.call(rehearse, { body: form({ alerts: [STAY], ...values }) })
    return data.map(({ destination, stay_minutes }) => [destination, stay_minutes] as const)
  }
  expect(await minutesOf({ threshold: 30 })).toEqual([['turno@rossi.example', 30]])
  expect(await minutesOf()).toEqual([['turno@rossi.example', 60]])
  await caller.call(setParameters, {
    params: { id: cold.id, alert_id: STAY },
    body: { threshold: 45 },
  })
  expect(await minutesOf()).toEqual([['turno@rossi.example', 45]])
  await caller.call(createMany, {
    body: form({ alerts: [STAY], threshold: 20, destinations: [boss.email] }),
  })
  expect(await minutesOf({ threshold: 90 })).toEqual([
    [boss.email, 20],
    ['turno@rossi.example', 90],
  ])
  expect((await minutesOf({ alerts: [SPEED] })).map(([, minutes]) => minutes)).toEqual([null])
})
test('for an incident the list gives the outcome of each message, and names whoever was added too late [recipients.3]', async () => {
  await caller.call(createMany, { body: form({ destinations: [boss.email] }) })
  const incident_id = await app.make.incident(cold.id, TEMPERATURE)
  await tellWaiting(app.ctx)
  await app.ctx.pool.query(`update mails set attempts = 1, sent_at = $1`, [new Date(app.clock.now)])
  await caller.call(createMany, { body: form() })
  const { data } = await caller.call(recipientsOfIncident, { query: { incident_id } })
  expect(
    data.map(({ destination, delivery, obstacles }) => [
      destination,
      delivery?.state ?? null,
      obstacles.map(({ code }) => code).join(),
    ]),
  ).toEqual([
    [boss.email, 'sent', ''],
    ['turno@rossi.example', null, 'later'],
  ])
  const refused = await stranger.call(recipientsOfIncident, { query: { incident_id } })
  expect(refused.status).toBe(422)
})
