// The provider's calls for vehicles of all companies, and what a company may do itself.
import type { Profile } from '@flotta/core/protocol.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as own from '../../fleet/vehicles/contract.ts'
import { profile as account, createToken } from '../../people/auth/contract.ts'
import { customers as children } from '../../people/customers/contract.ts'
import { users as colleagues } from '../../people/users/contract.ts'
import { makeProvider } from '../../people/users/testing.ts'
import { type Caller, PASSWORD, type TestApp, testApp } from '../../testing/app.ts'
import * as agreements from '../agreements/contract.ts'
import * as customers from '../customers/contract.ts'
import * as devices from '../devices/contract.ts'
import * as users from '../users/contract.ts'
import * as contract from './contract.ts'

const family = (code: string, protocol: string, more: Partial<Profile> = {}): Profile => ({
  code,
  name: code,
  protocol,
  reporting_interval: 60,
  parameters: [],
  ...more,
})
const profiles = new Map(
  [
    family('fmb1xx', 'teltonika'),
    family('teltonika', 'teltonika', { generic: true }),
    family('gt06', 'gt06', { generic: true }),
  ].map(p => [p.code, p]),
)

let app: TestApp
let provider: Caller
beforeAll(async () => {
  app = await testApp({ profiles })
  provider = await app.as(await makeProvider(app.ctx))
})
afterAll(() => app.close())

let serial = 0
const newImei = () => String(356_000_000_000_000 + ++serial)
const newPlate = () => `EE${100 + ++serial}AA`
const trail = async () =>
  (
    await app.ctx.pool.query(
      'select account, host, command, arguments, record_id from provider_commands order by id desc limit 1',
    )
  ).rows[0]
const company = async () => (await app.make.customer()).id
const vehicleIn = async (customer_id: number) =>
  (
    await provider.call(contract.vehicles.create, {
      body: { customer_id, plate: newPlate(), vehicle_type: 'V' },
    })
  ).data.id

describe('the calls of the provider', () => {
  test('make, find, change and remove companies, each with a line in the audit trail [installation.65, installation.74]', async () => {
    const created = await provider.call(customers.customers.create, {
      body: { name: 'Verdi Trasporti', vat_id: '01234567890', email: 'info@verdi.example' },
    })
    expect([created.status, created.data]).toMatchObject([
      201,
      { name: 'Verdi Trasporti', parent_id: null, timezone: 'Europe/Rome' },
    ])
    const params = { id: created.data.id }
    expect(await trail()).toMatchObject({
      host: 'api',
      command: 'POST /provider/customers',
      record_id: params.id,
      arguments: { name: 'Verdi Trasporti' },
    })
    const matches = await provider.call(customers.customers.list, { query: { search: 'VERDI' } })
    expect([matches.data.map(c => c.id), matches.meta.total]).toEqual([[params.id], 1])
    const changed = await provider.call(customers.customers.update, {
      params,
      body: {
        city: 'Lodi',
        configurations: [{ parameter: 'self_service', value: '1' }],
      },
    })
    expect(changed.data).toMatchObject({ city: 'Lodi', vat_id: '01234567890' })
    const child = await provider.call(customers.customers.create, {
      body: { name: 'Figlia', parent_id: params.id },
    })
    expect(child.data.parent_id).toBe(params.id)
    expect((await provider.call(customers.customers.remove, { params })).status).toBe(409)
    await provider.call(customers.customers.remove, { params: { id: child.data.id } })
    expect((await provider.call(customers.customers.remove, { params })).status).toBe(204)
    expect(await trail()).toMatchObject({ command: 'DELETE /provider/customers/:id' })
    expect((await provider.call(customers.customers.one, { params })).status).toBe(404)
  })
  test('make users with a role in a company, or with the mark alone, and invite a user without a password [users.43, installation.65]', async () => {
    const customer_id = await company()
    const invited = await provider.call(users.users.create, {
      body: { name: 'Ada', email: 'ada@area.example', role: 'edit', customer_id },
    })
    expect([invited.status, invited.data]).toMatchObject([
      201,
      { role: 'edit', customer_id, provider: false, invited: true },
    ])
    const colleague = await provider.call(users.users.create, {
      body: { name: 'Bea', email: 'bea@area.example', provider: true, password: PASSWORD },
    })
    expect(colleague.data).toMatchObject({
      role: null,
      customer_id: null,
      provider: true,
      invited: false,
    })
    expect(await trail()).toMatchObject({ arguments: { name: 'Bea', password: '…' } })
    const signedIn = await app.as(colleague.data)
    expect((await signedIn.call(account, {})).data.provider).toBe(true)
    const list = await provider.call(users.users.list, { query: { customer_id } })
    expect(list.data.map(u => u.name)).toEqual(['Ada'])
    const beside = await provider.call(users.users.update, {
      params: { id: invited.data.id },
      body: { provider: true },
    })
    expect(beside.data).toMatchObject({ role: 'edit', provider: true })
    expect(
      (await provider.call(users.users.remove, { params: { id: colleague.data.id } })).status,
    ).toBe(204)
  })
  test.each([
    ['neither company nor mark', { provider: false }, 'customer_id'],
    ['a role without a company', { provider: true, role: 'view' }, 'role'],
    ['no such company', { customer_id: 2_000_000_000, role: 'view' }, 'customer_id'],
    ['a weak password', { provider: true, password: 'x' }, 'password'],
  ] as const)('refuse a user with %s on the field', async (_, values, field) => {
    const body = { name: 'X', email: 'x@area.example', ...values }
    const { status, failure } = await provider.call(users.users.create, { body })
    expect([status, Object.keys(failure.data ?? {})]).toEqual([422, [field]])
  })
  const filters = [
    [users.users.list, 'customer_id'],
    [contract.vehicles.list, 'customer_id'],
    [devices.devices.list, 'customer_id'],
    [devices.devices.list, 'vehicle_id'],
    [agreements.agreements.list, 'customer_id'],
    [agreements.agreements.list, 'vehicle_id'],
    [agreements.agreements.list, 'agreement_id'],
  ] as const
  test.each(filters.map(([e, field]) => [e.path, field, e] as const))(
    'refuse to filter %s by an unknown %s on that field [api.55]',
    async (_, field, e) => {
      const answer = await provider.call(e, { query: { [field]: 2_000_000_000 } })
      expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, [field]])
    },
  )
  test('let nobody remove or disable themselves', async () => {
    const me = (await provider.call(account, {})).data
    const params = { id: me.id }
    expect((await provider.call(users.users.remove, { params })).status).toBe(409)
    expect((await provider.call(users.users.update, { params, body: { active: 0 } })).status).toBe(
      409,
    )
  })
  test('give, end and take agreements [installation.65]', async () => {
    const customer_id = await company()
    const vehicle_id = await vehicleIn(customer_id)
    const granted = await provider.call(agreements.agreements.create, {
      body: { vehicle_id, agreement_id: 2 },
    })
    expect(granted.data).toMatchObject({ customer_id, code: 'eyegeo', active_to: null })
    const params = { id: granted.data.id }
    const active_to = new Date(app.clock.now + 86_400_000).toISOString()
    expect(
      (await provider.call(agreements.agreements.update, { params, body: { active_to } })).data,
    ).toMatchObject({ active_to })
    const turned = await provider.call(agreements.agreements.update, {
      params,
      body: { active_to: '2020-01-01T00:00:00Z' },
    })
    expect(Object.keys(turned.failure.data ?? {})).toEqual(['active_to'])
    expect((await provider.call(agreements.agreements.remove, { params })).status).toBe(204)
    for (const [body, field] of [
      [{ vehicle_id, agreement_id: 999 }, 'agreement_id'],
      [{ vehicle_id: 2_000_000_000, agreement_id: 2 }, 'vehicle_id'],
      [{ vehicle_id, agreement_id: 2, customer_id: 2_000_000_000 }, 'customer_id'],
    ] as const) {
      const { failure } = await provider.call(agreements.agreements.create, { body })
      expect(Object.keys(failure.data ?? {})).toEqual([field])
    }
  })
})

describe('a vehicle', () => {
  test('is made with its tracker and services in one call [installation.69]', async () => {
    const customer_id = await company()
    const identifier = newImei()
    const created = await provider.call(contract.vehicles.create, {
      body: {
        customer_id,
        plate: 'ab123cd',
        vehicle_type: 'T',
        device: { identifier, protocol: 'gt06' },
        agreements: [2, 27],
      },
    })
    expect([created.status, created.data]).toMatchObject([
      201,
      {
        plate: 'AB123CD',
        device: { identifier, protocol: 'gt06', profile: 'gt06' },
        agreements: [2, 27],
      },
    ])
    const fitted = await provider.call(devices.devices.list, {
      query: { vehicle_id: created.data.id },
    })
    expect(fitted.data).toMatchObject([{ identifier, customer_id, plate: 'AB123CD' }])
  })
  test.each<
    [
      string,
      {
        readonly device?: 'taken' | 'model'
        readonly agreements?: number[]
        readonly customer_id?: number
        readonly plate?: string
      },
      string,
    ]
  >([
    ['a tracker that is another’s', { device: 'taken' }, 'device.identifier'],
    ['an unknown model', { device: 'model' }, 'device.profile'],
    ['an unknown service', { agreements: [999] }, 'agreements'],
    ['no such company', { customer_id: 2_000_000_000 }, 'customer_id'],
    ['a plate that the company has', { plate: 'TT000TT' }, 'plate'],
  ])('with %s is not made at all', async (_, { device: wrong, ...values }, field) => {
    const customer_id = await company()
    const identifier = newImei()
    const body = {
      customer_id,
      plate: 'TT000TT',
      vehicle_type: 'V',
      device: { identifier },
    } as const
    const first = await provider.call(contract.vehicles.create, { body })
    expect(first.status).toBe(201)
    const device =
      wrong === undefined
        ? null
        : wrong === 'taken'
          ? { identifier }
          : { identifier: newImei(), profile: 'nowhere' }
    const count = async () =>
      (await provider.call(contract.vehicles.list, { query: {} })).meta.total
    const before = await count()
    const answer = await provider.call(contract.vehicles.create, {
      body: { ...body, plate: newPlate(), ...values, device },
    })
    expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, [field]])
    expect(await count()).toBe(before)
  })
  test('is changed and removed, and its tracker is free again', async () => {
    const customer_id = await company()
    const identifier = newImei()
    const { data } = await provider.call(contract.vehicles.create, {
      body: { customer_id, plate: newPlate(), vehicle_type: 'V', device: { identifier } },
    })
    const params = { id: data.id }
    const changed = await provider.call(contract.vehicles.update, {
      params,
      body: { model: 'Daily', retired: true },
    })
    expect(changed.data).toMatchObject({ model: 'Daily', retired: true, plate: data.plate })
    expect((await provider.call(contract.vehicles.remove, { params })).status).toBe(204)
    const again = await provider.call(devices.devices.create, {
      body: { identifier, vehicle_id: null },
    })
    expect(again.status).toBe(201)
  })
})

describe('many in one call', () => {
  const rows = (customer_id: number, n: number) =>
    Array.from({ length: n }, () => ({
      customer_id,
      plate: newPlate(),
      vehicle_type: 'V' as const,
      device: { identifier: newImei() },
      agreements: [2],
    }))
  test('are stored and answered in their order [installation.66]', async () => {
    const customer_id = await company()
    const body = rows(customer_id, 50)
    const answer = await provider.call(contract.bulk, { body })
    expect(answer.status).toBe(201)
    expect(answer.data.map(v => v.plate)).toEqual(body.map(v => v.plate))
    expect(answer.data.every(v => v.device !== null && v.agreements.length === 1)).toBe(true)
  })
  test('are all refused when one is wrong, and every fault names its row [installation.66, installation.67]', async () => {
    const customer_id = await company()
    const body = rows(customer_id, 5)
    const [first] = body
    if (first === undefined) throw new Error('there are rows')
    const wrong = body.map((row, i) =>
      i === 2
        ? { ...row, plate: first.plate }
        : i === 4
          ? { ...row, device: { identifier: first.device.identifier }, agreements: [2] }
          : row,
    )
    const answer = await provider.call(contract.bulk, { body: wrong })
    expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([
      422,
      ['2.plate', '4.device.identifier'],
    ])
    const list = await provider.call(contract.vehicles.list, { query: { customer_id } })
    expect(list.meta.total).toBe(0)
    const shape = await provider.call(contract.bulk, {
      body: [first, { ...first, plate: '', vehicle_type: 'Z' }] as never,
    })
    expect(Object.keys(shape.failure.data ?? {}).sort()).toEqual(['1.plate', '1.vehicle_type'])
    expect((await provider.call(contract.bulk, { body: {} as never })).status).toBe(422)
    expect((await provider.call(contract.bulk, { body: [] })).status).toBe(422)
  })
  test('are stored once for one Idempotency-Key [installation.68]', async () => {
    const customer_id = await company()
    const body = rows(customer_id, 3)
    const headers = { 'idempotency-key': `erp-${customer_id}` }
    const first = await provider.call(contract.bulk, { body }, { headers })
    const again = await provider.call(contract.bulk, { body }, { headers })
    expect([again.status, again.data]).toEqual([201, first.data])
    const changedBody = await provider.call(
      contract.bulk,
      { body: rows(customer_id, 1) },
      { headers },
    )
    expect(changedBody.status).toBe(409)
    const list = await provider.call(contract.vehicles.list, { query: { customer_id } })
    expect(list.meta.total).toBe(3)
  })
  test('can be companies, people, trackers and agreements too [installation.66]', async () => {
    const created = await provider.call(customers.bulk, {
      body: [{ name: 'Uno' }, { name: 'Due' }],
    })
    expect(created.data.map(c => c.name)).toEqual(['Uno', 'Due'])
    const customer_id = created.data[0]?.id ?? 0
    const people = await provider.call(users.bulk, {
      body: [
        { name: 'A', email: 'a@uno.example', role: 'edit', customer_id },
        { name: 'B', email: 'b@uno.example', role: 'view', customer_id },
      ],
    })
    expect(people.data.map(u => u.email)).toEqual(['a@uno.example', 'b@uno.example'])
    const trackers = await provider.call(devices.bulk, {
      body: [{ identifier: newImei() }, { identifier: newImei(), protocol: 'gt06' }],
    })
    expect(trackers.data.map(d => [d.protocol, d.vehicle_id])).toEqual([
      ['teltonika', null],
      ['gt06', null],
    ])
    const vehicle_id = await vehicleIn(customer_id)
    const granted = await provider.call(agreements.bulk, {
      body: [
        { vehicle_id, agreement_id: 2 },
        { vehicle_id, agreement_id: 3 },
      ],
    })
    expect(granted.data.map(a => a.code)).toEqual(['eyegeo', 'eyecold'])
  })
})

describe('the area of the provider', () => {
  test('is open to an API token with the mark, which cannot make a provider [users.44, users.49]', async () => {
    const bearer = await app.as(await makeProvider(app.ctx))
    const { data } = await bearer.call(createToken, {
      body: { name: 'ERP', role: null, provider: true, password: PASSWORD },
    })
    const erp = app.with(data.token)
    const created = await erp.call(customers.customers.create, { body: { name: 'ERP srl' } })
    expect(created.status).toBe(201)
    const user = {
      name: 'A',
      email: 'a@erp.example',
      role: 'view',
      customer_id: created.data.id,
    } as const
    expect((await erp.call(users.users.create, { body: user })).status).toBe(201)
    const marked = { name: 'B', email: 'b@erp.example', provider: true }
    expect((await erp.call(users.users.create, { body: marked })).status).toBe(403)
    expect((await erp.call(children.list, { query: {} })).status).toBe(403)
  })
  test('is closed to a control user without the mark, whatever the call [users.44]', async () => {
    const control = await app.as(await app.make.user(await company(), 'control'))
    expect((await control.call(contract.vehicles.list, { query: {} })).status).toBe(403)
    expect((await control.call(devices.unclaimedDevices, { query: {} })).status).toBe(403)
    expect((await control.call(customers.bulk, { body: [{ name: 'X' }] })).status).toBe(403)
  })
})

describe('a company that manages itself', () => {
  const someone = async (role: 'view' | 'edit', self_service?: '1') => {
    const customer = await app.make.customer({
      configurations: self_service === undefined ? {} : { self_service },
    })
    return {
      customer_id: customer.id,
      caller: await app.as(await app.make.user(customer.id, role)),
    }
  }
  const body = (values: object = {}) => ({
    plate: newPlate(),
    vehicle_type: 'V' as const,
    device: { identifier: newImei() },
    ...values,
  })
  test('adds, checks and removes its vehicles, with services that it holds [vehicles.66, vehicles.67]', async () => {
    const { customer_id, caller } = await someone('edit', '1')
    const before = await app.make.vehicle(customer_id)
    await app.make.agreement(before.id, customer_id, 2)
    const created = await caller.call(own.create, { body: body({ agreements: [2] }) })
    expect([created.status, created.data]).toMatchObject([201, { owned: true, active: 2 }])
    expect(created.data.active_agreements.map(a => a.agreement_id)).toEqual([2])
    expect(await trail()).toMatchObject({ command: 'POST /vehicles', record_id: created.data.id })
    const unheld = await caller.call(own.create, { body: body({ agreements: [3] }) })
    expect([unheld.status, Object.keys(unheld.failure.data ?? {})]).toEqual([422, ['agreements']])
    const params = { id: created.data.id }
    expect((await caller.call(own.check, { params })).data).toMatchObject({ heard_at: null })
    expect((await caller.call(own.remove, { params })).status).toBe(204)
    expect((await caller.call(own.vehicleById, { params })).status).toBe(404)
  })
  test('adds one vehicle for requests with one Idempotency-Key, and refuses another request with it [vehicles.84]', async () => {
    const { caller } = await someone('edit', '1')
    const vehicle = body()
    const post = (payload: object) =>
      app.server.app.inject({
        method: 'POST',
        url: '/api/v1/vehicles',
        headers: { authorization: `Bearer ${caller.token}`, 'idempotency-key': 'row-7' },
        payload,
      })
    const [first, again] = await Promise.all([post(vehicle), post(vehicle)])
    expect([first?.statusCode, again?.statusCode]).toEqual([201, 201])
    expect(again?.json().data.id).toBe(first?.json().data.id)
    expect((await post(body())).statusCode).toBe(409)
    expect((await caller.call(own.all, {})).data).toHaveLength(1)
  })
  test('adds many vehicles in one call, all or none, and names the faults of each [vehicles.92]', async () => {
    const { customer_id, caller } = await someone('edit', '1')
    const present = await app.make.vehicle(customer_id)
    const list = [body(), body({ plate: present.plate }), body({ agreements: [3] }), body()]
    const refused = await caller.call(own.createMany, { body: list })
    expect([refused.status, Object.keys(refused.failure.data ?? {})]).toEqual([
      422,
      ['1.plate', '2.agreements'],
    ])
    expect((await caller.call(own.all, {})).data).toHaveLength(1)
    const rest = { body: [body(), body()] }
    const headers = { 'idempotency-key': 'rows-1' }
    const first = await caller.call(own.createMany, rest, { headers })
    expect(first.status).toBe(201)
    expect(first.data.map(({ plate }) => plate)).toEqual(rest.body.map(({ plate }) => plate))
    expect((await caller.call(own.createMany, rest, { headers })).data).toEqual(first.data)
    expect((await caller.call(own.all, {})).data).toHaveLength(3)
    expect(await trail()).toMatchObject({ command: 'POST /vehicles/bulk' })
    const closed = await someone('edit')
    expect((await closed.caller.call(own.createMany, rest)).status).toBe(405)
  })
  test('lets only its edit users manage, and leaves vehicles of others alone', async () => {
    const reader = await someone('view', '1')
    expect((await reader.caller.call(own.create, { body: body() })).status).toBe(403)
    const editor = await someone('edit', '1')
    const theirs = await app.make.vehicle(await company())
    for (const endpoint of [own.remove, own.check])
      expect((await editor.caller.call(endpoint, { params: { id: theirs.id } })).status).toBe(404)
    const theirDevice = await app.make.device(theirs.id)
    const answer = await editor.caller.call(own.create, {
      body: body({ device: { identifier: theirDevice.imei } }),
    })
    expect([answer.status, answer.text.includes(theirs.plate)]).toEqual([422, false])
  })
  test('has no such method where the provider does not allow it [vehicles.68]', async () => {
    const { customer_id, caller } = await someone('edit')
    const vehicle = await app.make.vehicle(customer_id)
    const refused = await caller.call(own.create, { body: {} as never })
    expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD'])
    for (const endpoint of [own.remove, own.check])
      expect((await caller.call(endpoint, { params: { id: vehicle.id } })).status).toBe(405)
    expect((await caller.call(colleagues.list, { query: {} })).status).toBe(200)
  })
})
