import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { vehicleById, all as vehicles } from '../../fleet/vehicles/contract.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { profile, userCustomer } from '../auth/contract.ts'
import { customers } from './contract.ts'

let app: TestApp
let ownCustomerId: number
let caller: Caller
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ownCustomerId = (await app.make.customer({ name: 'Casa Madre' })).id
  caller = await app.as(await app.make.user(ownCustomerId, 'edit'))
})
const rossi = { name: 'Rossi', vat_id: '01234567890', email: 'info@rossi.example' }
const setting = (
  customer: { configurations: readonly { parameter: string; value: string }[] },
  parameter: string,
) => customer.configurations.find(c => c.parameter === parameter)?.value

describe('the six calls', () => {
  test('make a company below the own, and read, change and remove it [customers.10, customers.30]', async () => {
    const answer = await caller.call(customers.create, {
      body: { ...rossi, phone: '0523 / 12.34.56', city: ' Piacenza ' },
    })
    expect([answer.status, answer.data]).toMatchObject([
      201,
      {
        ...rossi,
        phone: '+390523123456',
        city: 'Piacenza',
        address: null,
        timezone: 'Europe/Rome',
      },
    ])
    const { id } = answer.data
    const changed = await caller.call(customers.update, {
      params: { id },
      body: { phone: '', city: null, address: 'Via Roma 1' },
    })
    expect(changed.data).toMatchObject({ ...rossi, phone: null, city: null, address: 'Via Roma 1' })
    expect((await caller.call(customers.remove, { params: { id } })).status).toBe(204)
    expect((await caller.call(customers.list, { query: {} })).data).toEqual([])
  })
  test.each([
    [{ vat_id: 'IT0123' }, ['vat_id']],
    [{ vat_id: '' }, ['vat_id']],
    [{ name: ' ' }, ['name']],
    [{ email: 'rossi' }, ['email']],
    [{ email: '' }, ['email']],
    [{ email: undefined }, ['email']],
    [{ phone: 'mai' }, ['phone']],
    [{ phone: '12' }, ['phone']],
    [{ timezone: 'Luna/Mare' }, ['timezone']],
    [{ configurations: [{ parameter: 'max_users', value: 'tanti' }] }, ['configurations.0.value']],
    [{ configurations: [{ parameter: 'alert_sms', value: '2' }] }, ['configurations.0.value']],
  ])(
    'refuse %j at %j [customers.4, customers.5, customers.6, customers.7, customers.8]',
    async (wrong, fields) => {
      const answer = await caller.call(customers.create, {
        body: { ...rossi, ...(wrong as object) },
      })
      expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, fields])
    },
  )
  test('take any address, city, postal code and region [customers.9]', async () => {
    const place = {
      address: 'c/o „Halle 7“ – 2° piano',
      city: 's-Hertogenbosch',
      zip_code: 'SW1A 1AA',
      region: 'Ελλάδα / 北',
    }
    const { status, data } = await caller.call(customers.create, { body: { ...rossi, ...place } })
    expect([status, data]).toMatchObject([201, place])
  })
  test('give a parent the record of a child and none of its vehicles [customers.14]', async () => {
    const child = await app.make.customer({ name: 'Figlia', parent_id: ownCustomerId })
    const { id } = await app.make.vehicle(child.id)
    const record = await caller.call(customers.one, { params: { id: child.id } })
    expect([record.status, record.data.name]).toEqual([200, 'Figlia'])
    expect((await caller.call(vehicleById, { params: { id } })).status).toBe(404)
    expect((await caller.call(vehicles, {})).data).toEqual([])
  })
  test('list configurations as parameters with texts, all known ones among them [customers.17, customers.20]', async () => {
    const { configurations } = (await caller.call(customers.create, { body: rossi })).data
    for (const configuration of configurations)
      expect(configuration).toEqual({ parameter: expect.any(String), value: expect.any(String) })
    const parameters = {
      max_users: '3',
      max_drivers: '3',
      tos_active: '1',
      drivers_active: '1',
      t_check: '1',
      maps_view_satellite: '1',
      alert_sms: '1',
      mqtt_active: '1',
      second_factor: 'required',
      local_accounts: 'forbidden',
      command_step_up: 'required',
      geocoding_general_report_active: '1',
      password_max_age_days: '90',
      retention_months: '12',
    }
    for (const [parameter, value] of Object.entries(parameters)) {
      const create = (value: string) =>
        caller.call(customers.create, {
          body: { ...rossi, configurations: [{ parameter, value }] },
        })
      expect([parameter, setting((await create(value)).data, parameter)]).toEqual([
        parameter,
        value,
      ])
      expect([parameter, (await create('tanti')).status]).toEqual([parameter, 422])
    }
    const asNumber = [{ parameter: 'max_users', value: 3 as unknown as string }]
    const refused = await caller.call(customers.create, {
      body: { ...rossi, configurations: asNumber },
    })
    expect(refused.status).toBe(422)
  })
  test('list the own children, found by name, VAT number and e-mail, and with `all` the company above too [customers.11, customers.12, customers.13]', async () => {
    const { data: child } = await caller.call(customers.create, {
      body: { ...rossi, name: 'Caffè Blu' },
    })
    await app.make.customer({ name: 'Estranea' })
    await app.make.customer({ name: 'Nipote', parent_id: child.id })
    const namesFor = async (search?: string) =>
      (await caller.call(customers.list, { query: { search } })).data.map(c => c.name)
    expect([
      await namesFor(),
      await namesFor('caffe b'),
      await namesFor('4567'),
      await namesFor('ROSSI.EX'),
      await namesFor('nipote'),
    ]).toEqual([['Caffè Blu'], ['Caffè Blu'], ['Caffè Blu'], ['Caffè Blu'], []])
    const below = await app.as(await app.make.user(child.id))
    expect((await below.call(customers.all, {})).data.map(c => c.name)).toEqual([
      'Casa Madre',
      'Nipote',
    ])
    expect((await below.call(customers.list, { query: {} })).data.map(c => c.name)).toEqual([
      'Nipote',
    ])
  })
})

test('the limit counts children that are not removed, and answers further ones with a conflict and a sentence, even at the same moment [customers.21, customers.24, customers.25]', async () => {
  await app.ctx.pool.query(
    `update customers set configurations = '{"max_users":"2"}' where id = $1`,
    [ownCustomerId],
  )
  const answers = await Promise.all(
    [1, 2, 3].map(() => caller.call(customers.create, { body: rossi })),
  )
  expect(answers.map(m => m.status).sort()).toEqual([201, 201, 409])
  expect(answers.find(m => m.status === 409)?.failure.message).toBe(
    'Numero massimo di clienti raggiunto',
  )
  await caller.call(customers.remove, {
    params: { id: answers.find(m => m.status === 201)?.data.id ?? 0 },
  })
  expect((await caller.call(customers.create, { body: rossi })).status).toBe(201)
})
test('a company without a setting may have 50 companies below itself [customers.22]', async () => {
  expect((await caller.call(profile, {})).data.max_users).toBe(50)
  expect(setting((await caller.call(userCustomer, {})).data, 'max_users')).toBe('50')
})
test('a child may have none below itself until its parent allows it, and no company sets its own limit [customers.15, customers.16, customers.23]', async () => {
  const { data: child } = await caller.call(customers.create, { body: rossi })
  const below = await app.as(await app.make.user(child.id, 'edit'))
  expect((await below.call(customers.create, { body: rossi })).status).toBe(409)
  expect((await below.call(profile, {})).data.max_users).toBe(0)
  const set = await caller.call(customers.update, {
    params: { id: child.id },
    body: { configurations: [{ parameter: 'max_users', value: '1' }] },
  })
  expect([setting(set.data, 'max_users'), setting(set.data, 'alert_sms')]).toEqual(['1', '0'])
  expect((await below.call(customers.create, { body: rossi })).status).toBe(201)
  expect(
    (await below.call(customers.update, { params: { id: child.id }, body: { name: 'Io' } })).status,
  ).toBe(404)
  expect(
    (await caller.call(customers.update, { params: { id: ownCustomerId }, body: { name: 'Io' } }))
      .status,
  ).toBe(404)
})
test('configurations that a change leaves out stay, and an empty value returns one to its default [customers.18, customers.19]', async () => {
  const configurations = [
    { parameter: 'alert_sms', value: '1' },
    { parameter: 'their_own', value: 'x' },
  ]
  const { id } = (await caller.call(customers.create, { body: { ...rossi, configurations } })).data
  const set = (named: { parameter: string; value: string }[]) =>
    caller.call(customers.update, { params: { id }, body: { configurations: named } })
  const changed = (await set([{ parameter: 'drivers_active', value: '1' }])).data
  expect(['alert_sms', 'drivers_active', 'their_own'].map(p => setting(changed, p))).toEqual([
    '1',
    '1',
    'x',
  ])
  const cleared = (
    await set([
      { parameter: 'alert_sms', value: '' },
      { parameter: 'their_own', value: '' },
    ])
  ).data
  expect(['alert_sms', 'drivers_active', 'their_own'].map(p => setting(cleared, p))).toEqual([
    '0',
    '1',
    undefined,
  ])
})
test('removing a company signs its users out, and a company with others below it cannot be removed [auth.67, customers.27, customers.28]', async () => {
  const { data: child } = await caller.call(customers.create, { body: rossi })
  const below = await app.as(await app.make.user(child.id, 'edit'))
  expect((await below.call(userCustomer, {})).data.name).toBe('Rossi')
  const grandchild = await app.make.customer({ parent_id: child.id })
  expect((await caller.call(customers.remove, { params: { id: child.id } })).status).toBe(409)
  await app.ctx.pool.query('update customers set deleted_at = now() where id = $1', [grandchild.id])
  expect((await caller.call(customers.remove, { params: { id: child.id } })).status).toBe(204)
  expect((await below.call(userCustomer, {})).status).toBe(401)
})
