// The link to the tachograph platform, through the contract.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import * as contract from './contract.ts'

const SECRET = 'shared with the platform'
let app: TestApp
beforeAll(async () => {
  app = await testApp({
    env: { FLOTTA_CRONO_URL: 'https://crono.example.com/sso', FLOTTA_CRONO_SECRET: SECRET },
  })
})
afterAll(() => app.close())
async function someone(agreement_id: number) {
  const { id } = await app.make.customer()
  const vehicle = await app.make.vehicle(id)
  await app.make.agreement(vehicle.id, id, agreement_id)
  const user = await app.make.user(id, 'view')
  return { user, vehicle, caller: await app.as(user) }
}

test('each call answers with a new link for this person and vehicle, signed with the secret [crono.1]', async () => {
  const { user, vehicle, caller } = await someone(agreement.crono)
  const ask = () => caller.call(contract.data, { params: { id: vehicle.id } }, { language: 'de' })
  const [first, second] = [await ask(), await ask()]
  expect(first.headers['cache-control']).toBe('no-store')
  expect(first.data.url).not.toBe(second.data.url)
  const { searchParams } = new URL(first.data.url)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    email: user.email,
    vehicle_id: String(vehicle.id),
    plate: vehicle.plate,
    language: 'de',
  })
  const signature = searchParams.get('signature')
  searchParams.delete('signature')
  expect(signature).toBe(createHmac('sha256', SECRET).update(searchParams.toString()).digest('hex'))
})
test('the call requires the agreement [crono.3]', async () => {
  const { vehicle, caller } = await someone(agreement.eyegeo)
  expect((await caller.call(contract.data, { params: { id: vehicle.id } })).status).toBe(403)
})
test('without a configured platform the answer refers the person to support [crono.2]', async () => {
  const { FLOTTA_CRONO_URL: _, ...config } = app.ctx.config
  const { vehicle, user } = await someone(agreement.crono)
  Object.assign(app.ctx, { config })
  const answer = await (await app.as(user)).call(contract.data, { params: { id: vehicle.id } })
  expect([answer.status, answer.failure.code, answer.failure.message]).toEqual([
    503,
    'unavailable',
    'L’attivazione non è riuscita: contatta l’assistenza tecnica.',
  ])
})
