import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp, type Vehicle } from '../../testing/app.ts'
import { setOwnershipType, vehicleById, vehiclesWithRent } from '../vehicles/contract.ts'
import { tireRents, vehicleRents } from './contract.ts'
import { rentBody } from './testing.ts'

let app: TestApp
let caller: Caller
let vehicle: Vehicle
let customer_id: number
beforeAll(async () => {
  app = await testApp()
  app.clock.now = Date.parse('2026-06-01T10:00:00Z')
})
afterAll(() => app.close())
const someone = async (role: 'view' | 'edit' = 'edit') => {
  customer_id = (await app.make.customer()).id
  vehicle = await app.make.vehicle(customer_id)
  caller = await app.as(await app.make.user(customer_id, role))
}
const getVehicle = async () => (await caller.call(vehicleById, { params: { id: vehicle.id } })).data
const store = (some: object = {}) =>
  caller.call(
    vehicleRents.create,
    { body: { vehicle_id: vehicle.id, ...rentBody, ...some } },
    { language: 'en' },
  )

describe.each([
  ['vehicle_rents', vehicleRents, 'ownership_type', 'rent'],
  ['tire_rents', tireRents as unknown as typeof vehicleRents, 'tire_ownership', 'tire_rent'],
] as const)('%s', (_, rents, ownership, field) => {
  test('a contract stays with its vehicle, and a change that names another is refused [rents.20]', async () => {
    await someone()
    const { id } = (
      await caller.call(rents.create, { body: { vehicle_id: vehicle.id, ...rentBody } })
    ).data
    const change = (vehicle_id: number) =>
      caller.call(
        rents.update,
        { params: { id }, body: { vehicle_id, renter_name: 'Altro' } },
        { language: 'en' },
      )
    const another = await app.make.vehicle(customer_id)
    expect((await change(another.id)).failure.data).toEqual({
      vehicle_id: ['A contract stays with its vehicle'],
    })
    const stranger = await app.make.vehicle((await app.make.customer()).id)
    const refusals = [await change(stranger.id), await change(2_000_000_000)]
    expect(refusals[0]?.failure).toEqual(refusals[1]?.failure)
    expect((await change(vehicle.id)).data).toMatchObject({ renter_name: 'Altro' })
  })
  test('a contract is stored, read, changed and removed, and sets the ownership [rents.5, rents.7]', async () => {
    await someone()
    const answer = await caller.call(rents.create, {
      body: { vehicle_id: vehicle.id, ...rentBody },
    })
    const record = {
      id: expect.any(Number),
      vehicle_id: vehicle.id,
      plate: vehicle.plate,
      ...rentBody,
      initial_km_period: 1_000,
    }
    expect([answer.status, answer.data]).toEqual([201, record])
    const { plate: _plate, ...rent } = answer.data
    expect(await getVehicle()).toMatchObject({ [ownership]: 1, [field]: rent })
    const { id } = answer.data
    const changed = await caller.call(rents.update, {
      params: { id },
      body: { renter_name: 'Leasing S.r.l.', contracted_km: null },
    })
    expect([changed.status, changed.data]).toEqual([
      200,
      { ...record, renter_name: 'Leasing S.r.l.', contracted_km: null },
    ])
    expect((await caller.call(rents.list, { query: { vehicle_id: vehicle.id } })).data).toEqual([
      changed.data,
    ])
    expect((await caller.call(rents.list, { query: { search: 'leasing s' } })).data).toEqual([
      changed.data,
    ])
    expect((await caller.call(rents.all, {})).data).toEqual([
      { ...rent, renter_name: 'Leasing S.r.l.', contracted_km: null },
    ])
    expect((await caller.call(rents.remove, { params: { id } })).status).toBe(204)
    expect(await getVehicle()).toMatchObject({ [ownership]: 0, [field]: null })
  })
  test('a vehicle has one contract at a time [rents.4]', async () => {
    await someone()
    const answers = await Promise.all(
      [1, 2].map(() =>
        caller.call(rents.create, { body: { vehicle_id: vehicle.id, ...rentBody } }),
      ),
    )
    expect(answers.map(a => a.status).sort()).toEqual([201, 409])
    expect(answers.find(a => a.status === 409)?.failure).toMatchObject({
      code: 'conflict',
      message: 'Il mezzo ha già un contratto di noleggio: prima rimuovilo',
    })
    const { id } = answers.find(a => a.status === 201)?.data ?? { id: 0 }
    await caller.call(rents.remove, { params: { id } })
    expect(
      (await caller.call(rents.create, { body: { vehicle_id: vehicle.id, ...rentBody } })).status,
    ).toBe(201)
  })
})

test('a leased vehicle stays leased [rents.6, eyecar.14]', async () => {
  await someone()
  await caller.call(setOwnershipType, { params: { id: vehicle.id }, body: { ownership_type: 2 } })
  const { id } = (await store()).data
  expect((await getVehicle()).ownership_type).toBe(2)
  await caller.call(vehicleRents.remove, { params: { id } })
  expect((await getVehicle()).ownership_type).toBe(0)
})
test('the odometer at the beginning of the year is stored only in the first year of a yearly contract [rents.9, rents.10, eyecar.21]', async () => {
  await someone()
  const initialPeriod = async (some: object) => {
    const { id, initial_km_period } = (await store(some)).data
    await caller.call(vehicleRents.remove, { params: { id } })
    return initial_km_period
  }
  expect(await initialPeriod({ initial_km_period: 1_500 })).toBe(1_500)
  expect(await initialPeriod({})).toBe(1_000)
  expect(await initialPeriod({ initial_km_period: 1_500, contracted_km_term: 2 })).toBeNull()
  expect(await initialPeriod({ initial_km_period: 1_500, rent_start: '2025-06-01' })).toBeNull()
  expect(await initialPeriod({ initial_km_period: 1_500, rent_start: '2025-06-02' })).toBe(1_500)
})
test.each([
  [{ rent_end: '2025-12-31' }, 'rent_end'],
  [{ rent_start: '2026-02-30' }, 'rent_start'],
  [{ rent_start: '2026-01-01T00:00:00Z' }, 'rent_start'],
  [{ rent_start: '' }, 'rent_start'],
  [{ renter_name: ' ' }, 'renter_name'],
  [{ initial_km_contract: -1 }, 'initial_km_contract'],
  [{ initial_km_contract: 1.5 }, 'initial_km_contract'],
  [{ contracted_km: 'many' }, 'contracted_km'],
  [{ contracted_km_term: 3 }, 'contracted_km_term'],
  [{ vehicle_id: 2_000_000_000 }, 'vehicle_id'],
])('%j is refused [rents.8]', async (some, field) => {
  await someone()
  const answer = await store(some)
  expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, [field]])
  expect(await getVehicle()).toMatchObject({ ownership_type: 0, rent: null })
})
test('a change to an end before the stored start is refused', async () => {
  await someone()
  const { id } = (await store()).data
  expect(
    (await caller.call(vehicleRents.update, { params: { id }, body: { rent_end: '2025-01-01' } }))
      .failure.data,
  ).toHaveProperty('rent_end')
})
test('a guest neither sees nor makes contracts, a foreign vehicle is answered like an unknown one, and the view role reads [access.14, vehicles.35, rents.19]', async () => {
  await someone()
  const { data: rent } = await store()
  const guest = await app.make.customer()
  await app.make.agreement(vehicle.id, guest.id, 2)
  const reader = await app.as(await app.make.user(guest.id, 'edit'))
  const rentedVehicles = (await reader.call(vehiclesWithRent, { query: {} })).data
  expect(rentedVehicles).toMatchObject([{ id: vehicle.id, rent: null, tire_rent: null }])
  expect((await reader.call(vehicleRents.all, {})).data).toEqual([])
  expect((await reader.call(vehicleRents.one, { params: { id: rent.id } })).status).toBe(404)
  const [theirs, unknown] = await Promise.all(
    [vehicle.id, 2_000_000_000].map(vehicle_id =>
      reader.call(tireRents.create, { body: { vehicle_id, ...rentBody } }),
    ),
  )
  expect([theirs?.status, theirs?.text]).toEqual([422, unknown?.text])
  const viewer = await app.as(await app.make.user(vehicle.customer_id, 'view'))
  expect((await viewer.call(vehiclesWithRent, { query: {} })).data).toMatchObject([
    { rent: { id: rent.id, renter_name: 'Noleggi S.p.A.' } },
  ])
  expect((await viewer.call(vehicleRents.remove, { params: { id: rent.id } })).status).toBe(403)
})
