// Incidents as each reader may see them.
import { DAY, HOUR } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { data as system } from '../../services/system/contract.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { alertDefinitions } from './catalogue.ts'
import { active, alert, all, allChannels, list, vehicles } from './contract.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const VOLTAGE_ALARM = 36
const PARMA = { latitude: 44.8, longitude: 10.33 }

/** An open incident whose position is an hour old, on an owner's vehicle. */
async function incident() {
  const owner = await t.make.customer()
  const vehicle = await t.make.vehicle(owner.id)
  await t.make.agreement(vehicle.id, owner.id, agreement.eyepower)
  const id = await t.make.incident(vehicle.id, VOLTAGE_ALARM)
  await t.ctx.db
    .updateTable('incidents')
    .set({
      gps_datetime: new Date(t.clock.now - HOUR),
      latitude_e7: PARMA.latitude * 1e7,
      longitude_e7: PARMA.longitude * 1e7,
    })
    .where('id', '=', id)
    .execute()
  return { owner, vehicle }
}

test('the owner sees the place of an incident; agreement 25 decides whether the place has a name [alerts.23]', async () => {
  const { owner, vehicle } = await incident()
  const caller = await t.as(await t.make.user(owner.id))
  const activeAlerts = async () => (await caller.call(active, { query: {} })).data
  expect(await activeAlerts()).toMatchObject([{ position: PARMA, with_place: false }])
  await t.make.agreement(vehicle.id, owner.id, agreement.reverse_geocoding)
  expect(await activeAlerts()).toMatchObject([{ position: PARMA, with_place: true }])
  expect((await caller.call(system, { params: { id: vehicle.id } })).data.alerts).toMatchObject([
    { position: PARMA, with_place: true },
  ])
})

test('an incident without a position is listed without a place', async () => {
  const owner = await t.make.customer()
  const vehicle = await t.make.vehicle(owner.id)
  await t.make.agreement(vehicle.id, owner.id, agreement.eyepower)
  await t.make.incident(vehicle.id, VOLTAGE_ALARM)
  expect(
    (await (await t.as(await t.make.user(owner.id))).call(active, { query: {} })).data,
  ).toMatchObject([{ position: null }])
})

test.each([
  ['without agreement 2', null, null, null],
  ['with agreement 2', -DAY, null, PARMA],
  ['with agreement 2 that began after the fix', -HOUR / 2, null, null],
  ['whose agreement 2 has ended', -DAY, -HOUR / 2, null],
])(
  'a guest %s sees the alert, and its place as far as the guest may see it [alerts.22]',
  async (_, from, to, position) => {
    const { vehicle } = await incident()
    const guest = await t.make.customer()
    const now = t.clock.now
    await t.make.agreement(vehicle.id, guest.id, agreement.eyepower, now - DAY)
    if (from !== null)
      await t.make.agreement(
        vehicle.id,
        guest.id,
        agreement.eyegeo,
        now + from,
        to === null ? null : now + to,
      )
    const caller = await t.as(await t.make.user(guest.id))
    expect((await caller.call(active, { query: {} })).data).toMatchObject([
      { alert_id: VOLTAGE_ALARM, position },
    ])
    expect((await caller.call(system, { params: { id: vehicle.id } })).data.alerts).toMatchObject([
      { alert_id: VOLTAGE_ALARM, position },
    ])
  },
)

test('the catalogue is listed, searched in the reader’s language, and read one by one [alerts.5, alerts.6, alerts.7]', async () => {
  const caller = await t.as(await t.make.user((await t.make.customer()).id))
  const first = await caller.call(list, { query: { per_page: 5 } })
  expect([first.data.map(a => a.id), first.meta]).toEqual([
    [1, 2, 3, 4, 5],
    { current_page: 1, total_pages: 7, per_page: 5, total: 33 },
  ])
  const codesFor = async (search: string, language: 'it' | 'de') =>
    (await caller.call(list, { query: { search } }, { language })).data.map(a => a.code)
  expect(await codesFor('SIRENA', 'it')).toEqual(['door_siren'])
  expect(await codesFor('sirena', 'de')).toEqual([])
  expect(await codesFor('', 'it')).toHaveLength(20)
  expect((await caller.call(alert, { params: { id: 36 } })).data).toMatchObject({
    id: 36,
    code: 'voltage_alarm',
    severity: 2,
    agreement_id: agreement.eyepower,
  })
  expect((await caller.call(alert, { params: { id: 999 } })).status).toBe(404)
  expect((await caller.call(vehicles, { params: { id: 999 }, query: {} })).status).toBe(404)
})

test('the whole catalogue has no pages; the channels are mail and SMS [alerts.8, alerts.10]', async () => {
  const caller = await t.as(await t.make.user((await t.make.customer()).id))
  const answer = await caller.call(all, {}, { language: 'en' })
  expect([answer.data.map(({ id }) => id), JSON.parse(answer.text).meta]).toEqual([
    alertDefinitions.map(({ id }) => id),
    undefined,
  ])
  expect((await caller.call(allChannels, {})).data).toEqual([
    { id: 1, code: 'email' },
    { id: 2, code: 'sms' },
  ])
})

test('the list of vehicles with an alert has those that the customer sees it on, each once, by plate [alerts.11]', async () => {
  const { owner, vehicle } = await incident()
  const second = await t.make.vehicle(owner.id, { plate: '0 FIRST' })
  await t.make.agreement(second.id, owner.id, agreement.eyepower)
  await t.make.incident(second.id, VOLTAGE_ALARM)
  await t.make.incident(second.id, VOLTAGE_ALARM, owner.id)
  const fleet = await t.make.fleet(owner.id, 'NORD', [second.id])
  const alertsOf = async (
    customer_id: number,
    page = 1,
    of: { fleet_id?: number; vehicle_id?: number } = {},
  ) =>
    (await t.as(await t.make.user(customer_id))).call(vehicles, {
      params: { id: VOLTAGE_ALARM },
      query: { page, per_page: 1, ...of },
    })
  const [a, b] = [await alertsOf(owner.id), await alertsOf(owner.id, 2)]
  expect([...a.data, ...b.data].map(v => [v.id, v.vehicle_id, v.fleet_id])).toEqual([
    [second.id, second.id, fleet.id],
    [vehicle.id, vehicle.id, null],
  ])
  expect(a.meta).toMatchObject({ total: 2, total_pages: 2 })
  for (const filter of [{ fleet_id: fleet.id }, { vehicle_id: second.id }])
    expect((await alertsOf(owner.id, 1, filter)).meta.total).toBe(1)
  expect((await alertsOf((await t.make.customer()).id)).data).toEqual([])
})

test('open incidents are filtered by severity, alert, fleet and vehicle; a fleet or vehicle of another company is refused [alerts.12, alerts.14, alerts.15]', async () => {
  const owner = await t.make.customer()
  const [a, b] = [await t.make.vehicle(owner.id), await t.make.vehicle(owner.id)]
  for (const v of [a, b])
    for (const id of [agreement.eyepower, agreement.eyegeo])
      await t.make.agreement(v.id, owner.id, id)
  await t.make.incident(a.id, VOLTAGE_ALARM)
  await t.make.incident(a.id, 1)
  await t.make.incident(b.id, 8, owner.id)
  const fleet = await t.make.fleet(owner.id, 'SUD', [b.id])
  const caller = await t.as(await t.make.user(owner.id))
  const idsFor = async (query: Parameters<typeof caller.call<typeof active>>[1]['query']) => {
    const answer = await caller.call(active, { query })
    expect(answer.meta.total).toBe(answer.data.length)
    return answer.data.map(i => i.alert_id).sort((x, y) => x - y)
  }
  expect(await idsFor({})).toEqual([1, 8, VOLTAGE_ALARM])
  expect(await idsFor({ severity: 1 })).toEqual([1])
  expect(await idsFor({ alerts: 'speed_limit,voltage_alarm' })).toEqual([1, VOLTAGE_ALARM])
  expect(await idsFor({ fleet_id: fleet.id })).toEqual([8])
  const north = await t.make.fleet(owner.id, 'NORD', [a.id])
  expect(await idsFor({ fleets: `${fleet.id},${north.id}`, severity: 2 })).toEqual([VOLTAGE_ALARM])
  expect(await idsFor({ vehicle_id: a.id, severity: 2 })).toEqual([VOLTAGE_ALARM])
  const others = await t.make.fleet((await t.make.customer()).id, 'EST')
  const refused = async (query: object) =>
    Object.keys((await caller.call(active, { query: query as never })).failure.data ?? {})
  expect(await refused({ fleet_id: others.id })).toEqual(['fleet_id'])
  expect(await refused({ fleets: `${fleet.id},${others.id}` })).toEqual(['fleets'])
  expect(await refused({ vehicle_id: 2_000_000_000 })).toEqual(['vehicle_id'])
  expect(await refused({ alerts: 'nonsense' })).toEqual(['alerts'])
  expect(await refused({ severity: 3 })).toEqual(['severity'])
  expect((await caller.call(active, { query: { page: 3, per_page: 2 } })).meta).toMatchObject({
    total: 3,
    total_pages: 2,
  })
})
