// The global search: one matcher, every group, nothing of other companies.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { search } from './contract.ts'

let app: TestApp
let caller: Caller
beforeAll(async () => {
  app = await testApp()
  const customer = await app.make.customer()
  caller = await app.as(await app.make.user(customer.id, 'view'))
  const vehicle = await app.make.vehicle(customer.id, { plate: 'FR 123 KL' })
  await app.ctx.pool.query('update vehicles set serial = $2 where id = $1', [vehicle.id, 'ÀB-900'])
  await app.make.vehicle(customer.id, { plate: '50%OFF' })
  const fleet = await app.make.fleet(customer.id, 'FRIGO')
  await app.ctx.pool.query('update fleets set description = $2 where id = $1', [
    fleet.id,
    'Catena del freddo',
  ])
  await app.make.vehicle((await app.make.customer()).id, { plate: 'FR123XX' })
})
afterAll(() => app.close())

const searchFor = async (query: string) => {
  const { data } = await caller.call(search, { body: { query } })
  return Object.fromEntries(
    Object.entries(data).map(([group, { data: rows }]) => [
      group,
      rows.map(row => row.plate ?? row.code),
    ]),
  )
}
test.each<[string, string, readonly string[], readonly string[]]>([
  ['spaces and case are ignored [search.12]', 'fr12', ['FR 123 KL'], []],
  ['typed spaces are ignored', 'F R 1 2', ['FR 123 KL'], []],
  ['accents and signs are ignored', 'ab-9', ['FR 123 KL'], []],
  ['every group is searched', 'fr', ['FR 123 KL'], ['FRIGO']],
  ['a description is searched', 'freddo', [], ['FRIGO']],
  ['% matches the character %', '0%o', ['50%OFF'], []],
  ['% matches nothing else', '%%', [], []],
])('%s', async (_, query, vehicles, fleets) =>
  expect(await searchFor(query)).toMatchObject({ vehicles, fleets }),
)

test('a result has exactly the fields that its group declares [search.4]', async () => {
  const { data } = await caller.call(search, { body: { query: 'frigo' } })
  expect(data.fleets?.data.map(row => Object.keys(row).sort())).toEqual([
    ['code', 'color', 'description', 'id'],
  ])
})
