// A provider sees a company's positions only by a visit: with a reason, for a limited time, reported to the company.
import { MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as privacy from '../../fleet/privacy/contract.ts'
import { list as inbox } from '../../people/notifications/contract.ts'
import { makeProvider } from '../../people/users/testing.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { trail } from '../operation/contract.ts'
import * as contract from './contract.ts'

let app: TestApp
let provider: Caller
beforeAll(async () => {
  app = await testApp()
  provider = await app.as(await makeProvider(app.ctx))
})
afterAll(() => app.close())

const REASON = 'Ticket 118: FR123 stays silent'
async function company() {
  const { id } = await app.make.customer({ name: 'Bruni' })
  const manager = await app.as(await app.make.user(id, 'control'))
  const vehicle = await app.make.vehicle(id, { plate: 'FR123' })
  await app.make.agreement(vehicle.id, id, 2)
  await app.make.state(vehicle.id)
  return { id, manager, vehicle }
}
const open = async (customer_id: number, more: object = {}, by = provider) =>
  (await by.call(contract.openVisit, { body: { customer_id, reason: REASON, ...more } })).data
const look = (id: number, by = provider) => by.call(contract.visitedVehicles, { params: { id } })

test('a visit with a reason shows a provider the positions of one company, which reads who looks, why, until when and how often [privacy.25, privacy.26, privacy.27]', async () => {
  const { id, manager, vehicle } = await company()
  const visit = await open(id)
  expect(visit).toMatchObject({ customer_name: 'Bruni', own: true, reason: REASON, looks: 0 })
  expect((await look(visit.id)).data).toEqual([
    expect.objectContaining({
      id: vehicle.id,
      plate: 'FR123',
      vehicle_type: expect.any(String),
      latitude: expect.closeTo(45.4642, 4),
      place: expect.stringContaining('Milano'),
    }),
  ])
  const [entry] = (await manager.call(privacy.visits.list, { query: {} })).data
  expect(entry).toMatchObject({
    reason: REASON,
    looks: 1,
    looked_at: new Date(app.clock.now).toISOString(),
    ends_at: new Date(app.clock.now + 60 * MINUTE).toISOString(),
    closed_at: null,
  })
  const [notice] = (await manager.call(inbox, { query: {} })).data
  expect(notice?.data).toMatchObject({ message: expect.stringContaining(REASON), url: '/privacy' })
  expect((await provider.call(trail, { query: { per_page: 1 } })).data[0]).toMatchObject({
    command: 'POST /provider/visits',
    arguments: expect.stringContaining(REASON),
  })
})
test.each([
  ['none', { reason: '' }, 'reason'],
  ['a word', { reason: 'support' }, 'reason'],
  ['a day', { minutes: 1_440 }, 'minutes'],
  ['a company that is not there', { customer_id: 2_000_000_000 }, 'customer_id'],
])('%s opens no visit [privacy.25]', async (_, wrong, field) => {
  const { id } = await company()
  const answer = await provider.call(contract.openVisit, {
    body: { customer_id: id, reason: REASON, ...wrong },
  })
  expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, [field]])
})
test('a visit ends by its time, by the provider, or at once by the company [privacy.28]', async () => {
  const { id, manager } = await company()
  const [timed, own, theirs] = [await open(id, { minutes: 5 }), await open(id), await open(id)]
  const began = app.clock.now
  await provider.call(contract.closeVisit, { params: { id: own.id } })
  await manager.call(privacy.closeVisit, { params: { id: theirs.id } })
  app.clock.now = began + 5 * MINUTE
  for (const { id: visit } of [timed, own, theirs]) expect((await look(visit)).status).toBe(403)
  app.clock.now = began
  const { data } = await manager.call(privacy.visits.list, { query: {} })
  const uncut = data.filter(visit => visit.closed_at === null).map(visit => visit.id)
  expect(uncut).toEqual([timed.id])
})
test('another provider and another company cannot use a visit [privacy.27, privacy.28]', async () => {
  const { id } = await company()
  const stranger = await company()
  const visit = await open(id)
  const colleague = await app.as(await makeProvider(app.ctx))
  expect((await look(visit.id, colleague)).status).toBe(404)
  expect((await colleague.call(contract.visits.list, { query: {} })).data[0]).toMatchObject({
    id: visit.id,
    own: false,
  })
  expect((await stranger.manager.call(privacy.visits.list, { query: {} })).data).toEqual([])
  const params = { id: visit.id }
  expect((await stranger.manager.call(privacy.closeVisit, { params })).status).toBe(404)
})
