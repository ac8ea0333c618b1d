// Rules through the contract: equal configurations are one rule, a write changes all of it or nothing, and an old key reaches neither a colleague's change
// nor another company's rule.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { type Caller, type TestApp, testApp, type Vehicle } from '../../testing/app.ts'
import {
  alertConfigurations,
  createMany,
  removeOfVehicle,
} from '../alert-configurations/contract.ts'
import { setParameters } from '../alert-parameters/contract.ts'
import * as contract from './contract.ts'

const { listRules, ruleVehicles, createRule, changeRule, removeRule } = contract
const [EMAIL, SMS] = [1, 2]
const [SPEED, TEMPERATURE, STAY] = [1, 2, 39]
let app: TestApp
let customer_id: number
let caller: Caller
let vehicles: Vehicle[]
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  customer_id = (await app.make.customer({ configurations: { alert_sms: '1' } })).id
  caller = await app.as(await app.make.user(customer_id, 'edit', { language: 'en' }))
  vehicles = []
  for (const plate of ['AA001AA', 'BB002BB', 'CC003CC', 'DD004DD']) {
    const vehicle = await app.make.vehicle(customer_id, { plate })
    for (const id of [agreement.eyegeo, agreement.eyecold])
      await app.make.agreement(vehicle.id, customer_id, id)
    vehicles.push(vehicle)
  }
})
const ids = (...places: number[]) => places.map(place => vehicles[place]?.id ?? 0)
const mail = (destination: string) => ({ alert_channel_id: EMAIL, destination })
const [boss, night] = [mail('capo@rossi.example'), mail('notte@rossi.example')]
const phone = { alert_channel_id: SMS, destination: '+393331234567' }
const form = (values: object = {}) => ({
  alerts: [TEMPERATURE],
  vehicles: ids(0, 1, 2),
  destinations: [boss, phone],
  ...values,
})
const change = (values: object = {}) => ({
  alert_id: TEMPERATURE,
  vehicles: ids(0, 1, 2),
  destinations: [boss, phone],
  ...values,
})
const rules = async (query: object = {}) => (await caller.call(listRules, { query })).data
const one = async () => {
  const [rule, ...others] = await rules()
  expect(others).toEqual([])
  return rule as contract.AlertRule
}
/** Each rule in short: alert, plates, destinations, number of configurations. */
const inShort = async (query: object = {}) =>
  (await rules(query)).map(r => [
    r.alert_id,
    r.plates.join(' '),
    r.destinations.map(d => d.destination).join(' '),
    r.configurations,
  ])
const inWords = ({ destination, only, except }: contract.RuleDestination) =>
  `${destination}${only.length > 0 ? ` only ${only}` : ''}${except.length > 0 ? ` but ${except}` : ''}`
const configurationIds = async (): Promise<number[]> =>
  (
    await app.ctx.pool.query(
      'select id from alert_configurations where customer_id = $1 order by id',
      [customer_id],
    )
  ).rows.map(row => row.id)

test('configurations with the same values on the same vehicles form one rule, whoever made them [alert-configurations.49]', async () => {
  for (const { alert_channel_id, destination } of [boss, phone])
    await caller.call(createMany, {
      body: {
        vehicles: ids(0, 1, 2),
        alerts: [TEMPERATURE],
        alert_channel_id,
        destinations: [destination],
      },
    })
  await caller.call(createRule, {
    body: form({ alerts: [SPEED], destinations: [night], vehicles: ids(3) }),
  })
  expect(await inShort()).toEqual([
    [TEMPERATURE, 'AA001AA BB002BB CC003CC', 'capo@rossi.example +393331234567', 6],
    [SPEED, 'DD004DD', 'notte@rossi.example', 1],
  ])
  await caller.call(alertConfigurations.create, {
    body: { vehicle_id: ids(3)[0] ?? 0, alert_id: TEMPERATURE, ...boss },
  })
  // a destination with one vehicle more than the others is no rule of its own
  expect(
    (await rules()).map(r => [r.vehicles, r.configurations, r.destinations.map(inWords)]),
  ).toEqual([
    [4, 7, [boss.destination, `${phone.destination} but ${ids(3)}`]],
    [1, 1, [night.destination]],
  ])
})
test('a rule gives its share of each fleet and type, its limit, how long the condition must hold, and on how many vehicles it is switched off [alert-configurations.50, alert-configurations.58]', async () => {
  const fleet = await app.make.fleet(customer_id, 'NORD', ids(0, 1, 3))
  await caller.call(createRule, { body: form() })
  const [first = 0, second = 0] = ids(0, 1)
  await caller.call(setParameters, {
    params: { id: first, alert_id: TEMPERATURE },
    body: { dwell_s: 600, threshold: 2.5 },
  })
  await caller.call(setParameters, {
    params: { id: second, alert_id: TEMPERATURE },
    body: { active: false },
  })
  expect(await one()).toMatchObject({
    vehicles: 3,
    parks: [
      { fleet_id: fleet.id, vehicles: 2, total: 3 },
      { fleet_id: null, vehicles: 1, total: 1 },
    ],
    dwell_s: { least: 300, most: 600 },
    limit: { side: 'apart', unit: '°C', least: 2.5, most: 5, unset: 0 },
    muted: 1,
  })
})
test('the search finds plates, fleets, destinations and names of alerts, and the filters take an alert of the catalogue or a recipient [alert-configurations.51, api.55]', async () => {
  await app.make.fleet(customer_id, 'NORD', ids(3))
  await caller.call(createRule, { body: form() })
  await caller.call(createRule, {
    body: form({ alerts: [SPEED], vehicles: ids(3), destinations: [night] }),
  })
  const alertsOf = async (query: object) => (await inShort(query)).map(([alert]) => alert)
  expect(await alertsOf({ search: 'bb002' })).toEqual([TEMPERATURE])
  expect(await alertsOf({ search: 'nord' })).toEqual([SPEED])
  expect(await alertsOf({ search: 'notte@' })).toEqual([SPEED])
  expect(await alertsOf({ search: 'temperatura' })).toEqual([TEMPERATURE])
  expect(await alertsOf({ alert_id: SPEED })).toEqual([SPEED])
  expect(await alertsOf({ destination: phone.destination })).toEqual([TEMPERATURE])
  const refusal = await caller.call(listRules, { query: { alert_id: 19 } })
  expect([refusal.status, Object.keys(refusal.failure.data ?? {})]).toEqual([422, ['alert_id']])
  expect((await caller.call(contract.ruleDestinations, {})).data).toEqual([phone, boss, night])
  const second = await caller.call(listRules, { query: { page: 2, per_page: 1 } })
  expect([second.data[0]?.alert_id, second.meta]).toMatchObject([SPEED, { total: 2 }])
})
test('changing a rule changes all of its configurations at once and keeps the unchanged ones [alert-configurations.52]', async () => {
  await caller.call(createRule, { body: form() })
  const before = await configurationIds()
  const { rule } = await one()
  const changed = await caller.call(changeRule, {
    params: { rule },
    body: change({ vehicles: ids(0, 1, 3), destinations: [boss, night] }),
  })
  expect(changed.data).toEqual({ made: 4, changed: 2, removed: 4 })
  expect(await inShort()).toEqual([
    [TEMPERATURE, 'AA001AA BB002BB DD004DD', 'capo@rossi.example notte@rossi.example', 6],
  ])
  expect((await configurationIds()).filter(id => before.includes(id))).toHaveLength(2)
  expect((await caller.call(ruleVehicles, { params: { rule: (await one()).rule } })).data).toEqual(
    ids(0, 1, 3),
  )
})
test('a recipient on some vehicles of a rule stays so when the rule changes, unless the change extends it to all or removes it [alert-configurations.60]', async () => {
  await caller.call(createRule, { body: form({ destinations: [boss] }) })
  await caller.call(createRule, { body: form({ vehicles: ids(1), destinations: [night] }) })
  const before = await configurationIds()
  const ofOne = { ...night, only: ids(1), except: [] }
  const to = async (values: object) => {
    const { rule } = await one()
    const { data } = await caller.call(changeRule, { params: { rule }, body: change(values) })
    const { vehicles: total, destinations } = await one()
    return [data, total, destinations.map(inWords)]
  }
  expect(await to({ vehicles: ids(0, 1, 2, 3), destinations: [boss, ofOne, phone] })).toEqual([
    { made: 5, changed: 4, removed: 0 },
    4,
    [boss.destination, phone.destination, `${night.destination} only ${ids(1)}`],
  ])
  expect((await configurationIds()).filter(id => before.includes(id))).toEqual(before)
  // a vehicle that leaves the rule loses all of its destinations
  expect(await to({ vehicles: ids(0, 2), destinations: [boss, ofOne] })).toEqual([
    { made: 0, changed: 2, removed: 7 },
    2,
    [boss.destination],
  ])
  expect(await to({ destinations: [boss, { ...night, only: [], except: ids(2) }] })).toEqual([
    { made: 3, changed: 2, removed: 0 },
    3,
    [boss.destination, `${night.destination} but ${ids(2)}`],
  ])
  expect(await to({ destinations: [boss, night] })).toEqual([
    { made: 1, changed: 5, removed: 0 },
    3,
    [boss.destination, night.destination],
  ])
  const refusal = await caller.call(changeRule, {
    params: { rule: (await one()).rule },
    body: change({ destinations: [{ ...night, only: ids(3) }] }),
  })
  expect([refusal.status, Object.keys(refusal.failure.data ?? {})]).toEqual([422, ['destinations']])
})
test('limits and steps apply to the whole rule [alert-configurations.52]', async () => {
  await caller.call(createRule, { body: form({ alerts: [STAY], destinations: [boss] }) })
  const limits = {
    threshold: 30,
    schedule: [{ days: [6, 7], from: '00:00', to: '24:00' }],
    escalation: [{ minutes: 10, role: 'edit' }],
  }
  await caller.call(changeRule, {
    params: { rule: (await one()).rule },
    body: change({ alert_id: STAY, destinations: [boss], ...limits }),
  })
  expect(await one()).toMatchObject({
    threshold: 30,
    schedule: [{ days: [6, 7] }],
    escalation: [{ minutes: 10, role: 'edit' }],
    configurations: 3,
  })
})
test('one vehicle is split off with its own values, and joins the rule again with equal values [alert-configurations.53]', async () => {
  await caller.call(createRule, { body: form() })
  const { rule } = await one()
  await caller.call(changeRule, {
    params: { rule },
    body: change({ part: ids(1), vehicles: ids(1), destinations: [night] }),
  })
  expect(await inShort()).toEqual([
    [TEMPERATURE, 'AA001AA CC003CC', 'capo@rossi.example +393331234567', 4],
    [TEMPERATURE, 'BB002BB', 'notte@rossi.example', 1],
  ])
  const [, alone] = await rules()
  await caller.call(changeRule, {
    params: { rule: alone?.rule ?? '' },
    body: change({ vehicles: ids(1) }),
  })
  expect((await one()).vehicles).toBe(3)
})
test('a part that names a vehicle outside of the rule is refused, and nothing has changed [alert-configurations.53, alert-configurations.54]', async () => {
  await caller.call(createRule, { body: form({ vehicles: ids(0, 1) }) })
  const { rule } = await one()
  for (const part of [ids(2), ids(0, 2), [999_999]]) {
    const { status, failure } = await caller.call(changeRule, {
      params: { rule },
      body: change({ part, destinations: [night] }),
    })
    expect([status, Object.keys(failure.data ?? {})]).toEqual([422, ['part']])
  }
  expect((await one()).rule).toBe(rule)
})
test('a rule that becomes equal to another merges with it [alert-configurations.52]', async () => {
  await caller.call(createRule, { body: form({ destinations: [boss] }) })
  await caller.call(createRule, { body: form({ destinations: [boss], alerts: [SPEED] }) })
  const speed = (await rules()).find(r => r.alert_id === SPEED)
  const { data } = await caller.call(changeRule, {
    params: { rule: speed?.rule ?? '' },
    body: change({ destinations: [boss] }),
  })
  expect(data).toEqual({ made: 0, changed: 0, removed: 3 })
  expect((await one()).configurations).toBe(3)
})
test('a change that is not possible is refused at its field and changes nothing [alert-configurations.54]', async () => {
  const dry = await app.make.vehicle(customer_id, { plate: 'EE005EE' })
  await app.make.agreement(dry.id, customer_id, agreement.eyegeo)
  await caller.call(createRule, { body: form() })
  const { rule } = await one()
  const refusal = async (values: object) => {
    const { status, failure } = await caller.call(changeRule, {
      params: { rule },
      body: change(values),
    })
    return [status, Object.keys(failure.data ?? {})]
  }
  expect(await refusal({ vehicles: [...ids(0), dry.id] })).toEqual([422, ['alert_id']])
  expect(await refusal({ alert_id: SPEED })).toEqual([422, ['alert_id']])
  expect(await refusal({ destinations: [mail('capo')] })).toEqual([422, ['destinations']])
  expect(await refusal({ vehicles: [] })).toEqual([422, ['vehicles']])
  expect(await refusal({ threshold: 10 })).toEqual([422, ['threshold']])
  expect((await one()).rule).toBe(rule)
})
test('an agreement that has lapsed on a vehicle of the rule allows any change but another alert or new vehicles without the agreement [alert-configurations.57]', async () => {
  const lapsing = await app.make.vehicle(customer_id, { plate: 'FF006FF' })
  await app.make.agreement(lapsing.id, customer_id, agreement.eyecold)
  const dry = await app.make.vehicle(customer_id, { plate: 'GG007GG' })
  const members = [...ids(0), lapsing.id]
  await caller.call(createRule, { body: form({ vehicles: members, destinations: [boss] }) })
  await app.ctx.pool.query('update vehicle_agreements set active_to = $2 where vehicle_id = $1', [
    lapsing.id,
    new Date(app.clock.now - 1_000),
  ])
  const to = async (values: object) => {
    const answer = await caller.call(changeRule, {
      params: { rule: (await one()).rule },
      body: change({ vehicles: members, destinations: [boss, night], ...values }),
    })
    return answer.status === 200 ? 200 : [answer.status, Object.keys(answer.failure.data ?? {})]
  }
  expect(await to({ vehicles: [...members, dry.id] })).toEqual([422, ['alert_id']])
  expect(await to({ alert_id: 7 })).toEqual([422, ['alert_id']])
  expect(await to({})).toBe(200)
  expect(await one()).toMatchObject({ vehicles: 2, configurations: 4 })
})
test('a key from before a colleague’s change or of another company is not found [alert-configurations.55]', async () => {
  await caller.call(createRule, { body: form() })
  const { rule } = await one()
  const stranger = await app.as(await app.make.user((await app.make.customer()).id, 'edit'))
  const answers = async (who: Caller) => [
    (await who.call(ruleVehicles, { params: { rule } })).status,
    (await who.call(removeRule, { params: { rule } })).status,
  ]
  expect(await answers(stranger)).toEqual([404, 404])
  await caller.call(removeOfVehicle, { params: { id: ids(0)[0] ?? 0 } })
  expect(await answers(caller)).toEqual([404, 404])
  expect((await caller.call(removeRule, { params: { rule: (await one()).rule } })).status).toBe(204)
  expect(await configurationIds()).toEqual([])
})
