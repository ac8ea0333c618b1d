// The history of alerts: which incidents are in it for whom, their duration and end, and its filters.
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { acknowledge, assign, history } from './contract.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const VOLTAGE_ALARM = 36
const SPEED = 1
const HUB_ENTER = 8
/** An incident that began and ended this long ago, ms. */
async function past(
  vehicle_id: number,
  alert_id: number,
  began: number,
  ended: number | null,
  more: { as?: string; late?: boolean; customer_id?: number } = {},
) {
  const id = await t.make.incident(vehicle_id, alert_id, more.customer_id ?? null)
  const at = (ago: number) => new Date(t.clock.now - ago)
  await t.ctx.pool.query(
    'update incidents set opened_at = $2, raised_by = $2, closed_at = $3, cleared_by = $3, closed_as = $4, late = $5 where id = $1',
    [
      id,
      at(began),
      ended === null ? null : at(ended),
      ended === null ? null : (more.as ?? 'cleared'),
      more.late ?? false,
    ],
  )
  return id
}
async function company() {
  const { id: customer_id } = await t.make.customer()
  const vehicle = await t.make.vehicle(customer_id)
  for (const id of [agreement.eyepower, agreement.eyegeo])
    await t.make.agreement(vehicle.id, customer_id, id)
  const user = await t.make.user(customer_id, 'edit')
  return { customer_id, vehicle, user, caller: await t.as(user) }
}
type Query = Readonly<Record<string, unknown>>
const historyFor = async (caller: Caller, query: Query = {}, from = 2 * DAY) =>
  caller.call(history, {
    query: {
      period_from: new Date(t.clock.now - from).toISOString(),
      period_to: new Date(t.clock.now).toISOString(),
      ...query,
    },
  } as never)

test('the history gives the duration of each incident and how it ended: over, disproved, late, or still open [alerts.85]', async () => {
  const { caller, vehicle } = await company()
  await past(vehicle.id, VOLTAGE_ALARM, 10 * HOUR, 9 * HOUR)
  await past(vehicle.id, VOLTAGE_ALARM, 8 * HOUR, 7.5 * HOUR, { as: 'corrected' })
  await past(vehicle.id, VOLTAGE_ALARM, 6 * HOUR, 5 * HOUR, { late: true })
  await past(vehicle.id, VOLTAGE_ALARM, HOUR, null)
  const { data, meta } = await historyFor(caller)
  expect(data.map(i => [i.duration, i.ended, i.late, i.closed_at])).toEqual([
    [null, null, false, null],
    [3600, 'late', true, new Date(t.clock.now - 5 * HOUR).toISOString()],
    [1800, 'corrected', false, new Date(t.clock.now - 7.5 * HOUR).toISOString()],
    [3600, 'cleared', false, new Date(t.clock.now - 9 * HOUR).toISOString()],
  ])
  expect(meta).toEqual({ current_page: 1, total_pages: 1, per_page: 20, total: 4 })
  expect((await historyFor(caller, { late: '1' })).data.map(i => i.ended)).toEqual(['late'])
  expect((await historyFor(caller, { late: '0' })).meta.total).toBe(3)
})
test('the period is required, lasts 31 days at most and includes both its ends [alerts.86]', async () => {
  const { caller, vehicle } = await company()
  await past(vehicle.id, SPEED, DAY, HOUR)
  expect((await historyFor(caller, {}, DAY)).meta.total).toBe(1)
  expect((await historyFor(caller, {}, DAY - 1)).meta.total).toBe(0)
  expect(Object.keys((await historyFor(caller, {}, 32 * DAY)).failure.data ?? {})).toEqual([
    'period_to',
  ])
  expect(
    Object.keys((await caller.call(history, { query: {} as never })).failure.data ?? {}),
  ).toEqual(['period_from', 'period_to'])
})
test('the filters combine: vehicle, fleets, codes, severity, acknowledgement and assignee [alerts.87]', async () => {
  const { caller, customer_id, vehicle, user } = await company()
  const second = await t.make.vehicle(customer_id)
  await t.make.agreement(second.id, customer_id, agreement.eyegeo)
  const fleet = await t.make.fleet(customer_id, 'SUD', [second.id])
  const alarm = await past(vehicle.id, VOLTAGE_ALARM, 5 * HOUR, 4 * HOUR)
  const speed = await past(vehicle.id, SPEED, 4 * HOUR, 3 * HOUR)
  const far = await past(second.id, SPEED, 3 * HOUR, 2 * HOUR)
  await caller.call(acknowledge, { body: { ids: [speed, far] } })
  await caller.call(assign, { body: { ids: [far], user_id: user.id } })
  const ids = async (query: Query) => (await historyFor(caller, query)).data.map(i => i.id)
  expect(await ids({})).toEqual([far, speed, alarm])
  expect(await ids({ vehicle_id: vehicle.id })).toEqual([speed, alarm])
  expect(await ids({ fleets: String(fleet.id) })).toEqual([far])
  expect(await ids({ fleet_id: fleet.id, severity: 2 })).toEqual([])
  expect(await ids({ alerts: 'speed_limit', vehicle_id: vehicle.id })).toEqual([speed])
  expect(await ids({ severity: 2 })).toEqual([alarm])
  expect(await ids({ acknowledged: '1' })).toEqual([far, speed])
  expect(await ids({ acknowledged: '0' })).toEqual([alarm])
  expect(await ids({ assigned_to: user.id })).toEqual([far])
  expect(await ids({ per_page: 1, page: 2 })).toEqual([speed])
  const others = await company()
  const theirs = await t.make.fleet(others.customer_id, 'EST')
  for (const [query, field] of [
    [{ vehicle_id: others.vehicle.id }, 'vehicle_id'],
    [{ fleet_id: theirs.id }, 'fleet_id'],
    [{ fleets: `${theirs.id}` }, 'fleets'],
    [{ assigned_to: others.user.id }, 'assigned_to'],
    [{ alerts: 'nonsense' }, 'alerts'],
    [{ severity: 7 }, 'severity'],
  ] as const)
    expect(Object.keys((await historyFor(caller, query)).failure.data ?? {})).toEqual([field])
})
test.each([
  ['all alerts within its period', [-DAY, null], 4],
  ['an alert that lasts into its period, but none that ended before', [-4.5 * HOUR, null], 3],
  [
    'the alerts of all its periods, as long as one of them is current',
    [-7 * HOUR, -5.5 * HOUR, -1.5 * HOUR, null],
    2,
  ],
  ['nothing without a current agreement', [-DAY, -HOUR], 0],
] as const)('a guest sees %s [alerts.88]', async (_, [from, to, from2, to2], seen) => {
  const { vehicle } = await company()
  const guest = await t.make.customer()
  await t.make.agreement(vehicle.id, guest.id, agreement.eyecold)
  const at = (offset: number | null | undefined) =>
    offset === null || offset === undefined ? null : t.clock.now + offset
  await t.make.agreement(vehicle.id, guest.id, agreement.eyepower, at(from) ?? 0, at(to))
  if (from2 !== undefined)
    await t.make.agreement(vehicle.id, guest.id, agreement.eyepower, at(from2) ?? 0, at(to2))
  await past(vehicle.id, VOLTAGE_ALARM, 7 * HOUR, 6 * HOUR)
  await past(vehicle.id, VOLTAGE_ALARM, 5 * HOUR, 4 * HOUR)
  await past(vehicle.id, VOLTAGE_ALARM, 3 * HOUR, 2 * HOUR)
  await past(vehicle.id, VOLTAGE_ALARM, HOUR, null)
  // the guest does not hold its agreement; the rule is the owner's
  await past(vehicle.id, SPEED, 3 * HOUR, 2 * HOUR)
  await past(vehicle.id, HUB_ENTER, 3 * HOUR, 2 * HOUR, { customer_id: vehicle.customer_id })
  expect((await historyFor(await t.as(await t.make.user(guest.id)))).meta.total).toBe(seen)
})
test('of alerts by its own rules a company sees only its own, and a guest those within its agreement [alerts.17]', async () => {
  const { caller, vehicle, customer_id } = await company()
  const guest = await t.make.customer()
  await t.make.agreement(vehicle.id, guest.id, agreement.eyegeo, t.clock.now - 4 * HOUR)
  await past(vehicle.id, HUB_ENTER, 3 * HOUR, 2 * HOUR, { customer_id })
  const mine = await past(vehicle.id, HUB_ENTER, 3 * HOUR, 2 * HOUR, { customer_id: guest.id })
  await past(vehicle.id, HUB_ENTER, 9 * HOUR, 8 * HOUR, { customer_id: guest.id })
  expect((await historyFor(caller)).data.map(i => i.customer_id)).toEqual([customer_id])
  expect((await historyFor(await t.as(await t.make.user(guest.id)))).data.map(i => i.id)).toEqual([
    mine,
  ])
})
test('the place is that of the moment when the alert began, for a reader who may see it', async () => {
  const { caller, vehicle } = await company()
  const id = await past(vehicle.id, VOLTAGE_ALARM, 3 * HOUR, 2 * HOUR)
  await t.ctx.pool.query(
    'update incidents set gps_datetime = $2, latitude_e7 = 448000000, longitude_e7 = 103300000 where id = $1',
    [id, new Date(t.clock.now - 3 * HOUR - MINUTE)],
  )
  expect((await historyFor(caller)).data[0]?.position).toEqual({ latitude: 44.8, longitude: 10.33 })
  const guest = await t.make.customer()
  await t.make.agreement(vehicle.id, guest.id, agreement.eyepower)
  await t.make.agreement(vehicle.id, guest.id, agreement.eyegeo, t.clock.now - HOUR)
  expect((await historyFor(await t.as(await t.make.user(guest.id)))).data[0]?.position).toBeNull()
})
