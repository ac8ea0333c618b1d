// Costs through the contract: types, activities, figures that agree with their rows, and what is due.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp, type Vehicle } from '../../testing/app.ts'
import * as contract from './contract.ts'
import { sum } from './rules.ts'

let app: TestApp
let caller: Caller
let customer_id: number
let vehicle: Vehicle
beforeAll(async () => {
  app = await testApp()
  app.clock.now = Date.parse('2026-11-22T10:00:00Z')
})
afterAll(() => app.close())
const { types, typeActivities } = contract
const someone = async () => {
  customer_id = (await app.make.customer()).id
  caller = await app.as(await app.make.user(customer_id, 'edit'))
  vehicle = await app.make.vehicle(customer_id, { plate: 'AA001AA' })
}
const type = async (body: object = {}) =>
  (await caller.call(types.create, { body: { name: 'Tagliando', ...body } })).data
const spend = async (type_id: number, date: string, amount: number, more: object = {}) =>
  (
    await caller.call(typeActivities.create, {
      body: { type_id, vehicle_id: vehicle.id, date, amount, ...more },
    })
  ).data

describe('a type of cost', () => {
  test('is made with its name alone, changed, cleared and removed [costs.1, costs.2]', async () => {
    await someone()
    const created = await caller.call(types.create, { body: { name: ' Tagliando ' } })
    const empty = {
      repeat_after_km: null,
      repeat_after_hour: null,
      repeat_after_period: null,
      notice_after_km: null,
      notice_after_hour: null,
      notice_after_period: null,
    }
    expect([created.status, created.data]).toEqual([
      201,
      { id: expect.any(Number), name: 'Tagliando', ...empty, note: null, active: 1 },
    ])
    const { id } = created.data
    const updated = await caller.call(types.update, {
      params: { id },
      body: { repeat_after_km: 30_000, repeat_after_period: 12, note: 'olio e filtri' },
    })
    expect(updated.data).toMatchObject({
      name: 'Tagliando',
      repeat_after_km: 30_000,
      repeat_after_period: 12,
      note: 'olio e filtri',
    })
    const withoutValues = await caller.call(types.update, {
      params: { id },
      body: { repeat_after_km: '', note: '' },
    })
    expect(withoutValues.data).toMatchObject({
      repeat_after_km: null,
      repeat_after_period: 12,
      note: null,
    })
    expect((await caller.call(types.remove, { params: { id } })).status).toBe(204)
    expect((await caller.call(types.one, { params: { id } })).status).toBe(404)
  })
  test.each([
    ['name', { name: '  ' }],
    ['repeat_after_km', { name: 'A', repeat_after_km: -1 }],
    ['repeat_after_hour', { name: 'A', repeat_after_hour: 1.5 }],
    ['notice_after_period', { name: 'A', notice_after_period: 'presto' as never }],
    ['active', { name: 'A', active: 2 as never }],
  ])('with a wrong %s is refused on its field [costs.3]', async (field, body) => {
    await someone()
    const answer = await caller.call(types.create, { body })
    expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, [field]])
  })
  test('that is not active is hidden from pickers, not from the list [costs.4]', async () => {
    await someone()
    const [shown, hidden] = [await type({ name: 'Bollo' }), await type({ name: 'Aria', active: 0 })]
    expect((await caller.call(types.all, {})).data.map(t => t.id)).toEqual([shown.id])
    expect((await caller.call(types.list, { query: {} })).data.map(t => t.id)).toEqual([
      hidden.id,
      shown.id,
    ])
    expect((await caller.call(types.list, { query: { active: 1 } })).data.map(t => t.id)).toEqual([
      shown.id,
    ])
  })
  test('that is removed keeps its name in its activities and takes no new ones [costs.5]', async () => {
    await someone()
    const { id } = await type()
    const spent = await spend(id, '2026-11-01', 10)
    await caller.call(types.remove, { params: { id } })
    expect(
      (await caller.call(typeActivities.one, { params: { id: spent.id } })).data.type_name,
    ).toBe('Tagliando')
    const answer = await caller.call(typeActivities.create, {
      body: { type_id: id, vehicle_id: vehicle.id, date: '2026-11-01', amount: 1 },
    })
    expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, ['type_id']])
    expect(
      (
        await caller.call(typeActivities.update, {
          params: { id: spent.id },
          body: { type_id: id, amount: 12 },
        })
      ).data.amount,
    ).toBe(12)
    expect((await caller.call(typeActivities.list, { query: { type_id: id } })).data).toHaveLength(
      1,
    )
  })
})

describe('an activity', () => {
  test('is stored, read, changed and removed, and its amount is exact to the cent [costs.7, costs.11]', async () => {
    await someone()
    const { id: type_id } = await type()
    const created = await spend(type_id, '2026-11-22', 1234.56, {
      supplier: 'Officina Rossi',
      km: 120_500.5,
      hour: null,
    })
    const body = {
      type_id,
      type_name: 'Tagliando',
      vehicle_id: vehicle.id,
      plate: 'AA001AA',
      date: '2026-11-22',
      amount: 1234.56,
      supplier: 'Officina Rossi',
      km: 120_500.5,
      hour: null,
    }
    expect(created).toEqual({ id: created.id, ...body })
    const updated = await caller.call(typeActivities.update, {
      params: { id: created.id },
      body: { amount: 0.1, supplier: null, km: '' },
    })
    expect(updated.data).toEqual({
      id: created.id,
      ...body,
      amount: 0.1,
      supplier: null,
      km: null,
    })
    expect((await caller.call(typeActivities.remove, { params: { id: created.id } })).status).toBe(
      204,
    )
    expect((await caller.call(typeActivities.list, { query: {} })).meta.total).toBe(0)
  })
  test.each([
    ['date', { date: '2026-11-23' }],
    ['date', { date: '2026-02-30' }],
    ['date', { date: undefined }],
    ['date', { date: '' }],
    ['amount', { amount: undefined }],
    ['amount', { amount: 1.005 }],
    ['amount', { amount: -1 }],
    ['amount', { amount: '12' }],
    ['amount', { amount: 10_000_000 }],
    ['km', { km: -5 }],
    ['vehicle_id', { vehicle_id: 2_000_000_000 }],
    ['type_id', { type_id: 2_000_000_000 }],
  ])('with a wrong %s is refused on its field: %j [costs.8, costs.9]', async (field, wrong) => {
    await someone()
    const { id: type_id } = await type()
    const answer = await caller.call(typeActivities.create, {
      body: { type_id, vehicle_id: vehicle.id, date: '2026-11-01', amount: 10, ...wrong } as never,
    })
    expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, [field]])
  })
  test('today is the day on the customer’s calendar [costs.10]', async () => {
    await someone()
    await app.ctx.pool.query(`update customers set timezone = 'Pacific/Kiritimati' where id = $1`, [
      customer_id,
    ])
    const { id: type_id } = await type()
    expect((await spend(type_id, '2026-11-23', 5)).date).toBe('2026-11-23')
  })
  test('cannot name a vehicle, type or fleet of another company, nor a guest’s vehicle, and the answer is as for one that does not exist [costs.12]', async () => {
    await someone()
    const lent = await app.make.vehicle(customer_id)
    const foreign = {
      type_id: (await type()).id,
      vehicle_id: vehicle.id,
      fleets: String((await app.make.fleet(customer_id, 'X')).id),
    }
    await someone()
    await app.make.agreement(lent.id, customer_id, 2)
    const ownVehicle = {
      type_id: (await type()).id,
      vehicle_id: vehicle.id,
      date: '2026-11-01',
      amount: 1,
    }
    const store = (body: object) =>
      caller.call(typeActivities.create, { body: { ...ownVehicle, ...body } })
    for (const field of ['type_id', 'vehicle_id'] as const) {
      const answer = await store({ [field]: foreign[field] })
      expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, [field]])
      expect(answer.text).toBe((await store({ [field]: 2_000_000_000 })).text)
      expect(
        (await caller.call(typeActivities.list, { query: { [field]: foreign[field] } })).status,
      ).toBe(422)
    }
    expect((await store({ vehicle_id: lent.id })).status).toBe(422)
    for (const e of [
      contract.stats,
      contract.breakdown,
      contract.byVehicle,
      contract.dues,
      typeActivities.list,
    ])
      expect((await caller.call(e, { query: { fleets: foreign.fleets } })).status).toBe(422)
  })
  test('of one vehicle is stored by the vehicle’s id, and read as the newest of each type or as the history of a period [costs.13, costs.14, costs.15]', async () => {
    await someone()
    const [a, b] = [(await type({ name: 'A' })).id, (await type({ name: 'B' })).id]
    const set = (type_id: number, date: string) =>
      caller.call(contract.setActivity, {
        params: { id: vehicle.id },
        body: { type_id, date, amount: 20, km: 10, supplier: 'S', hour: 1 },
      })
    const storedActivity = await set(a, '2025-06-01')
    expect([storedActivity.status, storedActivity.data]).toMatchObject([
      200,
      {
        vehicle_id: vehicle.id,
        type_id: a,
        date: '2025-06-01',
        amount: 20,
        km: 10,
        supplier: 'S',
        hour: 1,
      },
    ])
    await set(a, '2026-11-01')
    await set(b, '2026-10-01')
    const dates = async (query: object) =>
      (await caller.call(contract.history, { params: { id: vehicle.id }, query })).data.map(
        x => x.date,
      )
    expect(
      (await caller.call(contract.ofOneVehicle, { params: { id: vehicle.id } })).data.map(x => [
        x.type_id,
        x.date,
      ]),
    ).toEqual([
      [a, '2026-11-01'],
      [b, '2026-10-01'],
    ])
    expect(await dates({})).toEqual(['2026-11-01', '2026-10-01', '2025-06-01'])
    expect(await dates({ period: 1 })).toEqual(['2026-11-01'])
    expect(await dates({ period_from: '2025-06-01', period_to: '2026-10-01' })).toEqual([
      '2026-10-01',
      '2025-06-01',
    ])
    expect(await dates({ period_from: '2026-10-31T23:30:00Z' })).toEqual(['2026-11-01'])
    expect(await dates({ period_from: '9999-12-31T23:30:00Z' })).toEqual([])
    const reversed = await caller.call(contract.history, {
      params: { id: vehicle.id },
      query: { period_from: '2026-11-02', period_to: '2026-11-01' },
    })
    expect([reversed.status, Object.keys(reversed.failure.data ?? {})]).toEqual([
      422,
      ['period_to'],
    ])
    expect(
      (
        await caller.call(contract.setActivity, {
          params: { id: vehicle.id },
          body: { type_id: a, date: '2027-01-01', amount: 1 },
        })
      ).status,
    ).toBe(422)
  })
  test('is found by its type, plate or supplier', async () => {
    await someone()
    const [a, b] = [(await type({ name: 'Pneumatici' })).id, (await type({ name: 'Bollo' })).id]
    await spend(a, '2026-11-01', 1, { supplier: 'Gommista Però' })
    await spend(b, '2026-11-02', 1)
    const records = async (search: string) =>
      (await caller.call(typeActivities.list, { query: { search } })).data.map(x => x.type_name)
    expect([
      await records('pneu'),
      await records('pero'),
      await records('aa001'),
      await records('zzz'),
    ]).toEqual([['Pneumatici'], ['Pneumatici'], ['Bollo', 'Pneumatici'], []])
  })
})

describe('the figures', () => {
  /** Every row of the list, page after page. */
  const rows = async (query: object) => {
    const records: contract.CostActivity[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { data, meta } = await caller.call(typeActivities.list, {
        query: { ...query, page, per_page: 100 },
      })
      records.push(...data)
      pages = meta.total_pages
    }
    return records
  }
  test('agree with the rows that they sum, to the cent, in every period and every choice of fleets [costs.18]', async () => {
    await someone()
    const kinds = [
      (await type({ name: 'A' })).id,
      (await type({ name: 'B' })).id,
      (await type({ name: 'C' })).id,
    ]
    const cars = [
      vehicle,
      await app.make.vehicle(customer_id),
      await app.make.vehicle(customer_id),
      await app.make.vehicle(customer_id),
    ]
    const [north, south] = [
      await app.make.fleet(customer_id, 'N', [cars[0]?.id ?? 0, cars[1]?.id ?? 0]),
      await app.make.fleet(customer_id, 'S', [cars[2]?.id ?? 0]),
    ]
    await app.ctx.pool.query(
      `insert into type_activities (customer_id, type_id, vehicle_id, date, amount)
       select $1, ($2::int[])[1 + i % 3], ($3::int[])[1 + i % 4], date '2026-11-22' - (i * 7) % 400, (i * 37 % 10007) / 100.0 from generate_series(0, 499) i`,
      [customer_id, kinds, cars.map(c => c.id)],
    )
    for (const period of [1, 3, 6, 12] as const)
      for (const fleets of [undefined, String(north.id), `${north.id},${south.id}`]) {
        const query = { period, fleets }
        const records = await rows(query)
        const expected = {
          total_cost: sum(records.map(r => r.amount)),
          n_vehicles: new Set(records.map(r => r.vehicle_id)).size,
          total_activities: records.length,
        }
        expect(records.length).toBeGreaterThan(5)
        expect((await caller.call(contract.stats, { query })).data).toEqual(expected)
        const { slices, types: byType } = (await caller.call(contract.breakdown, { query })).data
        const vehicles = await caller.call(contract.byVehicle, {
          query: { ...query, per_page: 100 },
        })
        expect(vehicles.meta.total).toBe(expected.n_vehicles)
        for (const parts of [slices, byType, vehicles.data]) {
          expect(sum(parts.map(p => p.total_cost))).toBe(expected.total_cost)
          expect(parts.reduce((total, p) => total + p.total_activities, 0)).toBe(
            expected.total_activities,
          )
        }
        for (const { from, to, total_cost } of slices)
          expect(total_cost).toBe(
            sum(records.filter(r => r.date >= from && r.date <= to).map(r => r.amount)),
          )
      }
  })
  test('cover twelve months if no period is given, and refuse periods other than 1, 3, 6 and 12 [costs.16, costs.17]', async () => {
    await someone()
    const { id } = await type()
    for (const date of ['2025-11-22', '2025-11-23', '2026-11-22']) await spend(id, date, 10.1)
    expect((await caller.call(contract.stats, { query: {} })).data).toEqual({
      total_cost: 20.2,
      n_vehicles: 1,
      total_activities: 2,
    })
    for (const period of [0, 2, 24, 'x'])
      expect(
        (await caller.call(contract.stats, { query: { period: period as never } })).status,
      ).toBe(422)
  })
  test('are zero without activities', async () => {
    await someone()
    expect((await caller.call(contract.stats, { query: {} })).data).toEqual({
      total_cost: 0,
      n_vehicles: 0,
      total_activities: 0,
    })
    const { slices, types: byType } = (await caller.call(contract.breakdown, { query: {} })).data
    expect([slices.length, byType]).toEqual([13, []])
  })
})

describe('the list of due costs', () => {
  test('counts by months and by kilometres from the last activity of each type on each vehicle [costs.19]', async () => {
    await someone()
    await app.make.state(vehicle.id, { odometer: 128_000_000 })
    const service = await type({
      name: 'Tagliando',
      repeat_after_km: 30_000,
      notice_after_km: 5_000,
    })
    const inspection = await type({
      name: 'Revisione',
      repeat_after_period: 12,
      notice_after_period: 3,
    })
    await type({ name: 'Multa' })
    const once = await type({ name: 'Autostrada' })
    await spend(service.id, '2025-01-01', 500, { km: 60_000 })
    await spend(service.id, '2026-02-01', 500, { km: 100_000 })
    await spend(inspection.id, '2025-11-10', 80)
    await spend(once.id, '2020-11-10', 80)
    const answer = await caller.call(contract.dues, { query: {} })
    expect(answer.data).toMatchObject([
      {
        type_name: 'Revisione',
        plate: 'AA001AA',
        state: 'overdue',
        by: 'period',
        due_date: '2026-11-10',
        left_days: -12,
      },
      {
        type_name: 'Tagliando',
        state: 'due',
        by: 'km',
        last_date: '2026-02-01',
        due_km: 130_000,
        left_km: 2_000,
      },
    ])
    expect(answer.meta).toMatchObject({ total: 2, overdue: 1, due: 1 })
    expect(
      (await caller.call(contract.dues, { query: { state: 'due' } })).data.map(d => d.type_name),
    ).toEqual(['Tagliando'])
    await caller.call(types.update, { params: { id: inspection.id }, body: { active: 0 } })
    expect((await caller.call(contract.dues, { query: {} })).meta.total).toBe(1)
  })
})
