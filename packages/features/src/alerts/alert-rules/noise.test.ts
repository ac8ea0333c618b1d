// How often the alerts of a rule were raised in the last days, through the contract.
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { createRule, listRules } from './contract.ts'

const [TEMPERATURE, ENTRY, STAY] = [2, 8, 39]
const EMAIL = 1
let app: TestApp
let caller: Caller
let vehicles: number[]
let timeZone: string
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const { id, timezone } = await app.make.customer()
  timeZone = timezone
  caller = await app.as(await app.make.user(id, 'edit'))
  vehicles = []
  for (const plate of ['AA001AA', 'BB002BB', 'CC003CC', 'DD004DD']) {
    const vehicle = await app.make.vehicle(id, { plate })
    for (const service of [agreement.eyegeo, agreement.eyecold])
      await app.make.agreement(vehicle.id, id, service)
    vehicles.push(vehicle.id)
  }
})
const hoursAgo = (hours: number): number => app.clock.now - hours * HOUR
/** A rule of the first three vehicles. */
async function makeRule(alert: number, more: object = {}): Promise<void> {
  const { text, status } = await caller.call(createRule, {
    body: {
      alerts: [alert],
      vehicles: vehicles.slice(0, 3),
      destinations: [{ alert_channel_id: EMAIL, destination: 'capo@rossi.example' }],
      ...more,
    },
  })
  expect(status, text).toBe(201)
}
/** Alert and noise of each rule. */
const noise = async () =>
  (await caller.call(listRules, { query: {} })).data.map(({ alert_id, raised }) => [
    alert_id,
    raised,
  ])
interface Raised {
  readonly vehicle?: number
  readonly alert?: number
  readonly hours: number
  readonly minutes: number
  readonly as?: 'cleared' | 'corrected'
  readonly data?: object
}
async function raise(raised: Raised): Promise<void> {
  const { vehicle = 0, alert = TEMPERATURE, hours, minutes, as = 'cleared', data = null } = raised
  const id = await app.make.incident(vehicles[vehicle] ?? 0, alert)
  await app.ctx.pool.query(
    'update incidents set opened_at = $2, closed_at = $3, closed_as = $4, data = $5 where id = $1',
    [id, new Date(hoursAgo(hours)), new Date(hoursAgo(hours) + minutes * MINUTE), as, data],
  )
}

test('a rule counts how often its alert was raised on its vehicles in seven days, and how often it was over within a minute [alert-configurations.59]', async () => {
  await makeRule(TEMPERATURE)
  await raise({ hours: 2, minutes: 0.5 })
  await raise({ vehicle: 1, hours: 100, minutes: 15 })
  // too old, disproved, and on a vehicle outside of the rule
  await raise({ vehicle: 1, hours: 200, minutes: 0.5 })
  await raise({ vehicle: 2, hours: 1, minutes: 0.5, as: 'corrected' })
  await raise({ vehicle: 3, hours: 1, minutes: 0.5 })
  expect(await noise()).toEqual([[TEMPERATURE, { times: 2, brief: 1 }]])
})
test('an incident outside the rule’s own hours is not counted, nor a stay that ended before the rule’s own minutes [alert-configurations.59]', async () => {
  const clock = (hours: number) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
    }).format(hoursAgo(hours))
  const open = { days: [1, 2, 3, 4, 5, 6, 7], from: clock(2.5), to: clock(1.5) }
  await makeRule(ENTRY, { schedule: [open] })
  await makeRule(STAY, { threshold: 90 })
  await raise({ alert: ENTRY, hours: 2, minutes: 10 })
  await raise({ alert: ENTRY, hours: 5, minutes: 10 })
  // an hour after the arrival the stay becomes an alert; the first lasts for 80 minutes, the second for 100
  const data = { arrived_at: new Date(hoursAgo(10)).toISOString(), minutes: 60 }
  await raise({ alert: STAY, hours: 9, minutes: 20, data })
  await raise({ alert: STAY, hours: 9, minutes: 40, data })
  expect(await noise()).toEqual([
    [ENTRY, { times: 1, brief: 0 }],
    [STAY, { times: 1, brief: 0 }],
  ])
})
