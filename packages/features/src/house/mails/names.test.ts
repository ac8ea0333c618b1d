// Names that a company writes and others read in mails: none may contain a web address or a second line.
import type { Endpoint } from '@flotta/core/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drivers } from '../../fleet/drivers/contract.ts'
import { fleets } from '../../fleet/fleets/contract.ts'
import * as areas from '../../map/areas/contract.ts'
import { createToken } from '../../people/auth/contract.ts'
import { customers } from '../../people/customers/contract.ts'
import { users } from '../../people/users/contract.ts'
import { schedules } from '../../reports/schedules/contract.ts'
import { type Caller, PASSWORD, type TestApp, testApp } from '../../testing/app.ts'

let app: TestApp
let caller: Caller
beforeAll(async () => {
  app = await testApp()
  const { id } = await app.make.customer()
  caller = await app.as(await app.make.user(id, 'control'))
})
afterAll(() => app.close())

const area = {
  name: 'Deposito',
  code: 'D1',
  latitude: 45,
  longitude: 9,
  radius: 200,
  color: '#2e51bb',
}
const forms: readonly (readonly [string, Endpoint, object, string])[] = [
  ['a user', users.create, { email: 'a@b.example', role: 'view' }, 'name'],
  ['a company', customers.create, { vat_id: '123', email: 'a@b.example' }, 'name'],
  [
    'a schedule',
    schedules.create,
    { type: 'temp', every: 'day', recipients: ['a@b.example'] },
    'name',
  ],
  ['a driver', drivers.create, { surname: 'Rossi' }, 'name'],
  ['a driver’s family', drivers.create, { name: 'Anna' }, 'surname'],
  ['a fleet', fleets.create, { description: 'Nord', color: '#2e51bb' }, 'code'],
  ['a fleet, in words', fleets.create, { code: 'N', color: '#2e51bb' }, 'description'],
  ['a hub', areas.hubs.create, area, 'name'],
  ['a point', areas.pois.create, area, 'code'],
  ['an API token', createToken, { role: 'view', password: PASSWORD }, 'name'],
]
test.each(forms)(
  'the name of %s is one line without the address of a page',
  async (_, endpoint, body, field) => {
    for (const [name, words] of [
      ['http://evil.example', /web address/],
      ['Win evil.com', /web address/],
      ['A\r\nBcc: b@c', /one line/],
    ] as const) {
      const answer = await caller.call(endpoint, { body: { ...body, [field]: name } } as never, {
        language: 'en',
      })
      expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, [field]])
      expect(answer.failure.data?.[field]?.join()).toMatch(words)
    }
  },
)
