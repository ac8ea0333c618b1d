// Positions of many vehicles through the contract, over records that the real pipeline stored.
import { MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { looks } from '../../fleet/privacy/contract.ts'
import { fixAt } from '../../telemetry/pipeline/testing.ts'
import { familyOf, heardVehicle } from '../../telemetry/pipeline/testing-vehicle.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { fleetPositions } from './contract.ts'

const family = familyOf({ ignition: { id: 239 } })
let app: TestApp
let caller: Caller
let customer_id: number
beforeAll(async () => {
  app = await testApp({ profiles: new Map([['fmb1xx', family.profile]]) })
  customer_id = (await app.make.customer()).id
  caller = await app.as(await app.make.user(customer_id, 'control'))
})
afterAll(() => app.close())

async function drivenVehicle(minutes: readonly number[], customer = customer_id) {
  const vehicle = await heardVehicle(app, family, customer, [agreement.eyegeo])
  await vehicle.hear(
    ...minutes.map(minute =>
      family.message(app.clock.now - minute * MINUTE, {}, fixAt(45 + minute / 1e3, 9.19, 50)),
    ),
  )
  return vehicle
}
const period = () => ({
  period_from: new Date(app.clock.now - 180 * MINUTE).toISOString(),
  period_to: new Date(app.clock.now).toISOString(),
})

test('positions of several vehicles come sorted by vehicle and time, page by page, each once [api.119]', async () => {
  const [first, second] = [await drivenVehicle([60, 50, 5]), await drivenVehicle([40, 30])]
  const vehicle_ids = `${second.vehicle_id},${first.vehicle_id}`
  const expected = [
    [first.vehicle_id, 60],
    [first.vehicle_id, 50],
    [first.vehicle_id, 5],
    [second.vehicle_id, 40],
    [second.vehicle_id, 30],
  ]
  for (const limit of [1, 2, 3, 100]) {
    const pages: number[][] = []
    let cursor: string | undefined
    for (;;) {
      const query = { ...period(), vehicle_ids, limit, ...(cursor !== undefined && { cursor }) }
      const { data, meta } = await caller.call(fleetPositions, { query })
      expect(data.length).toBeLessThanOrEqual(limit)
      for (const row of data)
        pages.push([
          row.vehicle_id,
          Math.round((app.clock.now - Date.parse(row.message_datetime)) / MINUTE),
        ])
      if (!meta.more) break
      cursor = meta.cursor ?? undefined
    }
    expect(pages).toEqual(expected)
  }
  const { data } = await caller.call(looks.list, {
    query: { vehicle_id: first.vehicle_id },
  })
  expect(data).toMatchObject([{ what: 'track' }])
})
test('a question without vehicles covers all that the caller sees, in CSV too [api.119]', async () => {
  const neighbour = (await app.make.customer()).id
  await drivenVehicle([20], neighbour)
  const { data, text } = await caller.call(fleetPositions, { query: period() })
  expect(new Set(data.map(row => row.vehicle_id)).size).toBe(2)
  expect(text).not.toContain('"more":true')
  const headers = { accept: 'text/csv' }
  const answer = await caller.call(fleetPositions, { query: period() }, { headers })
  expect(answer.text.split('\r\n')[0]).toMatch(/^id,vehicle_id,plate,message_datetime,latitude/)
  expect([answer.headers['x-more'], answer.text.trim().split('\r\n').length]).toEqual(['false', 6])
})
test('foreign vehicles, invented cursors and long periods are refused [api.119]', async () => {
  const stranger = await drivenVehicle([20], (await app.make.customer()).id)
  const ask = async (query: object) => {
    const answer = await caller.call(fleetPositions, { query: { ...period(), ...query } as never })
    return [answer.status, Object.keys(answer.failure.data ?? {})]
  }
  expect(await ask({ vehicle_ids: `${stranger.vehicle_id}` })).toEqual([422, ['vehicle_ids']])
  expect(await ask({ vehicle_ids: 'all' })).toEqual([422, ['vehicle_ids']])
  expect(await ask({ cursor: 'made-up' })).toEqual([422, ['cursor']])
  expect(await ask({ limit: 10_001 })).toEqual([422, ['limit']])
  expect(await ask({ period_from: '2020-01-01T00:00:00Z' })).toEqual([422, ['period_to']])
})
