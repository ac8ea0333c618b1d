// Periods of histories: 31 days by the customer's clocks, and times with any offset.
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as eyegeo from '../../services/eyegeo/contract.ts'
import { type TestApp, testApp } from '../../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function requestPeriod(timezone: string, period_from: string, period_to: string) {
  const customer = await app.make.customer()
  await app.ctx.pool.query('update customers set timezone = $2 where id = $1', [
    customer.id,
    timezone,
  ])
  const vehicle = await app.make.vehicle(customer.id)
  await app.make.agreement(vehicle.id, customer.id, 2, 0)
  const caller = await app.as(await app.make.user(customer.id))
  return caller.call(
    eyegeo.tripHistory,
    { params: { id: vehicle.id }, query: { period_from, period_to } },
    { language: 'en' },
  )
}
test.each([
  [
    'October, an hour longer',
    'Europe/Rome',
    '2026-10-01T00:00:00+02:00',
    '2026-11-01T00:00:00+01:00',
    200,
  ],
  [
    '31 days and a millisecond',
    'Europe/Rome',
    '2026-10-01T00:00:00+02:00',
    '2026-11-01T00:00:00.001+01:00',
    422,
  ],
  [
    'October where clocks stand still',
    'Asia/Tokyo',
    '2026-10-01T00:00:00+09:00',
    '2026-11-01T00:00:00+09:00',
    200,
  ],
  [
    'an hour more where clocks stand still',
    'Asia/Tokyo',
    '2026-10-01T00:00:00+09:00',
    '2026-11-01T01:00:00+09:00',
    422,
  ],
  [
    '31 times 24 hours over the spring',
    'Europe/Rome',
    '2026-03-01T00:00:00+01:00',
    '2026-04-01T00:00:00+01:00',
    200,
  ],
  ['a year', 'Europe/Rome', '2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z', 422],
  [
    'an end before the start, by their offsets',
    'Europe/Rome',
    '2026-10-01T01:00:00+00:00',
    '2026-10-01T02:00:00+02:00',
    422,
  ],
  [
    'a start before the end, by their offsets',
    'Europe/Rome',
    '2026-10-01T02:00:00+02:00',
    '2026-10-01T01:00:00+00:00',
    200,
  ],
])('%s (%s) from %s to %s answers %d [api.50]', async (_, timezone, from, to, status) => {
  const answer = await requestPeriod(timezone, from, to)
  expect(answer.status).toBe(status)
  if (status === 422) expect(Object.keys(answer.failure.data ?? {})).toEqual(['period_to'])
})

test('an offset is understood even if its plus sign is not encoded in the address [api.58]', async () => {
  const customer = await app.make.customer()
  const { id } = await app.make.vehicle(customer.id)
  await app.make.agreement(id, customer.id, 2, 0)
  const { token } = await app.as(await app.make.user(customer.id))
  const ask = async (from: string) =>
    (
      await app.server.app.inject({
        url: `/api/v1/services/eyegeo/${id}/trip_history?period_from=${from}&period_to=2026-10-02T00:00:00Z`,
        headers: { authorization: `Bearer ${token}` },
      })
    ).statusCode
  expect(await ask('2026-10-01T00:00:00+02:00')).toBe(200)
  expect(await ask('2026-10-01T00:00:00+2')).toBe(422)
})
