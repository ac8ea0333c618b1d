// The alert configurations of a customer: what may be stored, all or nothing, and who sees it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp, type Vehicle } from '../../testing/app.ts'
import * as contract from './contract.ts'

const { create, list, one, remove, update } = contract.alertConfigurations
const [EMAIL, SMS] = [1, 2]
const [SPEED, TEMPERATURE, FUEL] = [1, 2, 17]
const [EYEGEO, EYECOLD] = [2, 3]

let app: TestApp
let customer_id: number
let caller: Caller
let [first, second]: Vehicle[] = []
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const customer = await app.make.customer({ configurations: { alert_sms: '1' } })
  customer_id = customer.id
  caller = await app.as(await app.make.user(customer_id, 'edit', { language: 'de' }))
  ;[first, second] = [await vehicle('AA001AA'), await vehicle('BB002BB')]
})
async function vehicle(plate: string, agreements = [EYEGEO, EYECOLD]): Promise<Vehicle> {
  const vehicle = await app.make.vehicle(customer_id, { plate })
  for (const id of agreements) await app.make.agreement(vehicle.id, customer_id, id)
  return vehicle
}
const idOf = (v: Vehicle | undefined) => v?.id ?? 0
const form = (values: object = {}) => ({
  vehicle_id: idOf(first),
  alert_id: SPEED,
  alert_channel_id: EMAIL,
  destination: 'capo@rossi.example',
  ...values,
})
const many = (values: object = {}) => ({
  vehicles: [idOf(first), idOf(second)],
  alerts: [SPEED, TEMPERATURE],
  alert_channel_id: EMAIL,
  destinations: ['capo@rossi.example', 'turno@rossi.example'],
  ...values,
})
const storedConfigurations = async () =>
  (
    await app.ctx.pool.query(
      'select * from alert_configurations where customer_id = $1 order by id',
      [customer_id],
    )
  ).rows

describe('one configuration', () => {
  test('is made, changed and removed, and has no last delivery at first [alert-configurations.1, alert-configurations.2, alert-configurations.3, vehicles.52]', async () => {
    const created = await caller.call(create, {
      body: form({ destination: ' Capo@Rossi.example ' }),
    })
    expect([created.status, created.data]).toMatchObject([
      201,
      {
        vehicle_id: idOf(first),
        plate: 'AA001AA',
        alert_id: SPEED,
        alert_channel_id: EMAIL,
        destination: 'capo@rossi.example',
        last_delivery: null,
      },
    ])
    const params = { id: created.data.id }
    expect(
      (await caller.call(update, { params, body: { alert_id: TEMPERATURE } })).data,
    ).toMatchObject({
      alert_id: TEMPERATURE,
      destination: 'capo@rossi.example',
    })
    expect((await caller.call(list, { query: { search: 'rossi' } })).data).toHaveLength(1)
    expect((await caller.call(list, { query: { vehicle_id: idOf(second) } })).data).toEqual([])
    const ofVehicle = async (vehicle: Vehicle | undefined) =>
      (await caller.call(contract.ofVehicle, { params: { id: idOf(vehicle) } })).data
    expect(await ofVehicle(first)).toEqual((await caller.call(list, { query: {} })).data)
    expect(await ofVehicle(second)).toEqual([])
    expect((await caller.call(remove, { params })).status).toBe(204)
    expect(await storedConfigurations()).toEqual([])
  })
  test('keeps the language of the person who made it', async () => {
    await caller.call(create, { body: form() }, { language: 'en' })
    expect(await storedConfigurations()).toMatchObject([{ language: 'de' }])
  })
  test('that is made again with the same four values is answered and not stored twice [alert-configurations.4]', async () => {
    const created = await caller.call(create, { body: form() })
    const again = await caller.call(create, { body: form({ destination: 'CAPO@rossi.example' }) })
    expect([created.status, again.status, again.data]).toEqual([201, 200, created.data])
    expect(await storedConfigurations()).toHaveLength(1)
  })
  test('may not become the same as another [alert-configurations.5]', async () => {
    await caller.call(create, { body: form() })
    const second = await caller.call(create, { body: form({ destination: 'altro@rossi.example' }) })
    const answer = await caller.call(update, {
      params: { id: second.data.id },
      body: { destination: 'capo@rossi.example' },
    })
    expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, ['destination']])
  })
  test('is not changed over a colleague’s change, while a new delivery does not count as a change [alert-configurations.6]', async () => {
    const created = await caller.call(create, { body: form() })
    const params = { id: created.data.id }
    const etag = (await caller.call(one, { params })).headers.etag ?? ''
    await app.ctx.pool.query(
      `insert into deliveries (customer_id, vehicle_id, incident_id, alert_id, configuration_id, alert_channel_id, destination, language, state, fault)
       values ($1, $2, gen_random_uuid(), 1, $3, 1, 'capo@rossi.example', 'it', 'failed', 'refused')`,
      [customer_id, idOf(first), created.data.id],
    )
    expect((await caller.call(one, { params })).data.last_delivery).toMatchObject({
      state: 'failed',
    })
    const headers = { 'if-match': etag }
    const changed = await caller.call(
      update,
      { params, body: { destination: 'b@rossi.example' } },
      { headers },
    )
    expect(changed.status).toBe(200)
    expect(
      (await caller.call(update, { params, body: { destination: 'c@rossi.example' } }, { headers }))
        .status,
    ).toBe(409)
  })
  test('describes its last delivery in the reader’s language', async () => {
    const created = await caller.call(create, { body: form() })
    const delivered = (state: string, fault: string | null) =>
      app.ctx.pool.query(
        `insert into deliveries (customer_id, vehicle_id, incident_id, alert_id, configuration_id, alert_channel_id, destination, language, state, fault)
         values ($1, $2, gen_random_uuid(), 1, $3, 1, 'capo@rossi.example', 'it', $4, $5)`,
        [customer_id, idOf(first), created.data.id, state, fault],
      )
    const last = async (language: 'it' | 'en') =>
      (await caller.call(one, { params: { id: created.data.id } }, { language })).data.last_delivery
    await delivered('sent', null)
    expect(await last('it')).toMatchObject({ state: 'sent', error: null })
    await delivered('failed', 'refused')
    expect((await last('it'))?.error).toBe('La destinazione ha rifiutato il messaggio: controllala')
    expect((await last('en'))?.error).toBe('The destination refused the message: check it')
    await delivered('held', null)
    expect(await last('it')).toMatchObject({ state: 'waiting', error: null })
  })
})

const refusals: readonly (readonly [what: string, values: object, field: string])[] = [
  ['an address without a host [alert-configurations.10]', { destination: 'capo@' }, 'destination'],
  ['an address with spaces', { destination: 'capo @rossi.example' }, 'destination'],
  [
    'two addresses in one [alert-configurations.11]',
    { destination: 'a@rossi.example,b@rossi.example' },
    'destination',
  ],
  ['no destination [alert-configurations.8]', { destination: '  ' }, 'destination'],
  ['an alert that is not in the catalogue', { alert_id: 19 }, 'alert_id'],
  [
    'an alert whose agreement the customer does not hold [alert-configurations.19]',
    { alert_id: FUEL },
    'alert_id',
  ],
  ['a channel that does not exist', { alert_channel_id: 3 }, 'alert_channel_id'],
  ['a vehicle that does not exist', { vehicle_id: 2_000_000_000 }, 'vehicle_id'],
  [
    'an alert that may not be sent by SMS [alert-configurations.15]',
    { alert_channel_id: SMS, destination: '3331234567' },
    'alert_id',
  ],
  [
    'a number with letters [alert-configurations.13]',
    { alert_channel_id: SMS, alert_id: TEMPERATURE, destination: '333 CAPO' },
    'destination',
  ],
  [
    'a number with dashes',
    { alert_channel_id: SMS, alert_id: TEMPERATURE, destination: '333-1234567' },
    'destination',
  ],
  [
    'a number that is too short',
    { alert_channel_id: SMS, alert_id: TEMPERATURE, destination: '333' },
    'destination',
  ],
  [
    'an e-mail address for an SMS',
    { alert_channel_id: SMS, alert_id: TEMPERATURE, destination: 'capo@rossi.example' },
    'destination',
  ],
  ['a number for an e-mail', { destination: '+393331234567' }, 'destination'],
]
test.each(refusals)('%s is refused', async (_, values, field) => {
  const answer = await caller.call(create, { body: form(values) })
  expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, [field]])
  expect(await storedConfigurations()).toEqual([])
})

const numbers: readonly (readonly [string, string])[] = [
  ['3331234567', '+393331234567'],
  ['333 123 4567', '+393331234567'],
  ['+393331234567', '+393331234567'],
  ['+4915123456789', '+4915123456789'],
]
test.each(numbers)('the number %s is kept as %s [alert-configurations.12]', async (typed, kept) => {
  const answer = await caller.call(create, {
    body: form({ alert_channel_id: SMS, alert_id: TEMPERATURE, destination: typed }),
  })
  expect([answer.status, answer.data.destination]).toEqual([201, kept])
})

test('SMS are refused for a customer without SMS [alert-configurations.18]', async () => {
  await app.ctx.pool.query(`update customers set configurations = '{}' where id = $1`, [
    customer_id,
  ])
  const answer = await caller.call(create, {
    body: form({ alert_channel_id: SMS, alert_id: TEMPERATURE, destination: '3331234567' }),
  })
  expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([
    422,
    ['alert_channel_id'],
  ])
})
test('an agreement that has ended no longer counts', async () => {
  const late = await vehicle('CC003CC', [])
  await app.make.agreement(
    late.id,
    customer_id,
    EYEGEO,
    app.clock.now - 2_000,
    app.clock.now - 1_000,
  )
  expect(
    (await caller.call(create, { body: form({ vehicle_id: late.id }) })).failure.data,
  ).toHaveProperty('alert_id')
})

describe('several configurations', () => {
  test('are made for each destination, alert and vehicle, without blank destinations and without duplicates [alert-configurations.20, alert-configurations.21]', async () => {
    const answer = await caller.call(contract.createMany, {
      body: many({
        destinations: [
          '',
          'capo@rossi.example',
          ' ',
          'Capo@Rossi.example',
          null,
          'turno@rossi.example',
        ],
      }),
    })
    expect([answer.status, answer.data.length]).toEqual([201, 8])
    expect(new Set(answer.data.map(c => `${c.plate} ${c.alert_id} ${c.destination}`)).size).toBe(8)
    const again = await caller.call(contract.createMany, { body: many() })
    expect([again.status, again.data.map(c => c.id)]).toEqual([201, answer.data.map(c => c.id)])
  })
  const wrong: readonly (readonly [what: string, values: () => object, field: string])[] = [
    ['no vehicle', () => ({ vehicles: [] }), 'vehicles'],
    ['no alert', () => ({ alerts: [] }), 'alerts'],
    ['nothing but blanks', () => ({ destinations: ['', ' '] }), 'destinations'],
    [
      'one bad address among good ones',
      () => ({ destinations: ['capo@rossi.example', 'capo'] }),
      'destinations',
    ],
    [
      'an alert that SMS may not carry',
      () => ({ alert_channel_id: SMS, destinations: ['3331234567'] }),
      'alerts',
    ],
    [
      'an alert that one of the vehicles has no agreement for',
      () => ({ alerts: [SPEED, FUEL] }),
      'alerts',
    ],
    ['a vehicle that is not there', () => ({ vehicles: [idOf(first), 2_000_000_000] }), 'vehicles'],
  ]
  test.each(wrong)(
    'with %s are refused, and nothing is stored [alert-configurations.16, alert-configurations.22]',
    async (_, values, field) => {
      const answer = await caller.call(contract.createMany, { body: many(values()) })
      expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, [field]])
      expect(await storedConfigurations()).toEqual([])
    },
  )
  test('without the agreement on one vehicle are refused with the alert’s name and the vehicle’s plate', async () => {
    const bare = await vehicle('ZZ009ZZ', [EYECOLD])
    const answer = await caller.call(
      contract.createMany,
      { body: many({ vehicles: [idOf(first), bare.id] }) },
      { language: 'it' },
    )
    expect(answer.failure.data?.alerts).toEqual([
      expect.stringMatching(/^Manca il contratto per “.+”: ZZ009ZZ$/),
    ])
  })
  test('of thousands of vehicles are made in one call', async () => {
    const { rows } = await app.ctx.pool.query<{ id: number }>(
      `insert into vehicles (customer_id, plate, vehicle_type, configurations) select $1, 'K' || n, 'V', '{}' from generate_series(1, 5000) n returning id`,
      [customer_id],
    )
    await app.ctx.pool.query(
      `insert into vehicle_agreements (vehicle_id, customer_id, agreement_id, active_from) select v, $1, 2, now() - interval '1 day' from unnest($2::int4[]) v`,
      [customer_id, rows.map(r => r.id)],
    )
    const answer = await caller.call(contract.createMany, {
      body: many({
        vehicles: rows.map(r => r.id),
        alerts: [SPEED],
        destinations: ['capo@rossi.example'],
      }),
    })
    expect([answer.status, answer.data.length]).toEqual([201, 5_000])
    const all = await caller.call(contract.createMany, {
      body: many({
        vehicles: rows.map(r => r.id),
        alerts: [SPEED],
        destinations: Array.from({ length: 11 }, (_, i) => `n${i}@rossi.example`),
      }),
    })
    expect([all.status, Object.keys(all.failure.data ?? {})]).toEqual([422, ['vehicles']])
  })
})

describe('removing configurations', () => {
  const vehicleIds = async () => (await storedConfigurations()).map(c => c.vehicle_id)
  test('of one vehicle leaves those of the others [alert-configurations.23]', async () => {
    await caller.call(contract.createMany, {
      body: many({ alerts: [SPEED], destinations: ['capo@rossi.example'] }),
    })
    expect(
      (await caller.call(contract.removeOfVehicle, { params: { id: idOf(first) } })).status,
    ).toBe(204)
    expect(await vehicleIds()).toEqual([idOf(second)])
  })
  test('removes all those of several vehicles in one call [alert-configurations.24]', async () => {
    const third = await vehicle('DD004DD')
    await caller.call(contract.createMany, {
      body: many({
        vehicles: [idOf(first), idOf(second), third.id],
        alerts: [SPEED],
        destinations: ['capo@rossi.example'],
      }),
    })
    expect(
      (
        await caller.call(contract.removeOfVehicles, {
          query: { vehicles: `${idOf(first)},${third.id}` },
        })
      ).status,
    ).toBe(204)
    expect(await vehicleIds()).toEqual([idOf(second)])
  })
  test('is refused without vehicles or with a vehicle of another company, and then removes nothing [alert-configurations.25]', async () => {
    const stranger = await app.make.vehicle((await app.make.customer()).id)
    await caller.call(contract.createMany, {
      body: many({ alerts: [SPEED], destinations: ['capo@rossi.example'] }),
    })
    const answers = await Promise.all(
      ['', 'x', '2000000000', `${idOf(first)},${stranger.id}`].map(vehicles =>
        caller.call(contract.removeOfVehicles, { query: { vehicles } }),
      ),
    )
    answers.push(
      await caller.call(contract.removeOfVehicles, { query: {} as { vehicles: string } }),
    )
    const [required, unknown] = [
      'Questo campo è richiesto',
      'Non esiste o non è tuo: scegline un altro',
    ]
    expect(answers.map(a => [a.status, a.failure.data])).toEqual(
      [required, unknown, unknown, unknown, required].map(words => [422, { vehicles: [words] }]),
    )
    expect(await vehicleIds()).toHaveLength(2)
  })
})

test('owner and guest each configure their own recipients, and a company that loses a vehicle no longer sees its configurations [alert-configurations.7]', async () => {
  const guest = await app.make.customer()
  const guestCaller = await app.as(await app.make.user(guest.id, 'edit'))
  await app.make.agreement(idOf(first), guest.id, EYEGEO)
  await caller.call(create, { body: form() })
  expect(
    (await guestCaller.call(create, { body: form({ destination: 'ospite@verdi.example' }) }))
      .status,
  ).toBe(201)
  expect(
    (await guestCaller.call(create, { body: form({ alert_id: TEMPERATURE }) })).failure.data,
  ).toHaveProperty('alert_id')
  const destinations = async (who: Caller) =>
    (await who.call(list, { query: {} })).data.map(c => c.destination)
  expect([await destinations(caller), await destinations(guestCaller)]).toEqual([
    ['capo@rossi.example'],
    ['ospite@verdi.example'],
  ])
  expect(
    (await guestCaller.call(contract.removeOfVehicle, { params: { id: idOf(first) } })).status,
  ).toBe(204)
  expect(await destinations(caller)).toEqual(['capo@rossi.example'])
  await guestCaller.call(create, { body: form({ destination: 'ospite@verdi.example' }) })
  await app.ctx.pool.query('update vehicle_agreements set active_to = $2 where customer_id = $1', [
    guest.id,
    new Date(app.clock.now - 1_000),
  ])
  expect(await destinations(guestCaller)).toEqual([])
})
test('a person who may only read sees configurations and cannot change any [alert-configurations.26]', async () => {
  await caller.call(create, { body: form() })
  const reader = await app.as(await app.make.user(customer_id, 'view'))
  expect((await reader.call(list, { query: {} })).data).toHaveLength(1)
  expect((await reader.call(create, { body: form() })).status).toBe(403)
  expect((await reader.call(contract.createMany, { body: many() })).status).toBe(403)
  expect(
    (await reader.call(contract.removeOfVehicles, { query: { vehicles: String(idOf(first)) } }))
      .status,
  ).toBe(403)
})
