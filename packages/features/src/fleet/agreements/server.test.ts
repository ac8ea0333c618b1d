import { DAY, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customers } from '../../people/customers/contract.ts'
import * as eyeshare from '../../services/eyeshare/contract.ts'
import { type Caller, type TestApp, testApp, type Vehicle } from '../../testing/app.ts'
import * as vehicles from '../vehicles/contract.ts'
import {
  agreement,
  agreementById,
  agreementIds,
  agreements,
  all,
  archivedVehicles,
  list,
  shareMany,
  sharing,
  agreementVehicles as vehiclesOf,
} from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  // noon, so that no test with days is near midnight
  app.clock.now = Date.parse('2026-11-20T11:00:00Z')
})
afterAll(() => app.close())

interface Place {
  readonly customer_id: number
  readonly guest_id: number
  readonly guest_name: string
  readonly vehicle: Vehicle
  readonly owner: Caller
  readonly guest: Caller
}
/** An owner with a vehicle on which it holds the position agreement for 60 days, and a company below it. */
async function place(): Promise<Place> {
  const { make } = app
  const customer_id = (await make.customer()).id
  const { id: guest_id, name: guest_name } = await make.customer({ parent_id: customer_id })
  const vehicle = await make.vehicle(customer_id, { plate: `AB${customer_id}` })
  await make.agreement(
    vehicle.id,
    customer_id,
    agreement.eyegeo,
    app.clock.now - DAY,
    app.clock.now + 60 * DAY,
  )
  return {
    customer_id,
    guest_id,
    guest_name,
    vehicle,
    owner: await app.as(await make.user(customer_id, 'edit')),
    guest: await app.as(await make.user(guest_id, 'edit')),
  }
}
/** The same with the right to share. */
async function sharingPlace(): Promise<Place> {
  const there = await place()
  await app.make.agreement(there.vehicle.id, there.customer_id, agreement.eyeshare)
  return there
}
const at = (days: number) => new Date(app.clock.now + days * DAY).toISOString()
const bodyOf = ({ vehicle, guest_id }: Place, more: object = {}) => ({
  vehicle_id: vehicle.id,
  customer_id: guest_id,
  agreement_id: agreement.eyegeo,
  active_from: at(0),
  active_to: at(10),
  ...more,
})

describe('the catalogue', () => {
  test('is the same for every company, and an unknown agreement is not found [agreements.4]', async () => {
    const { owner } = await place()
    expect((await owner.call(all, {})).data).toEqual(
      agreementIds.map(id => ({ id, code: agreements[id as keyof typeof agreements] })),
    )
    expect((await owner.call(agreementById, { params: { id: 2 } })).data).toEqual({
      id: 2,
      code: 'eyegeo',
    })
    for (const path of [agreementById, vehiclesOf, archivedVehicles])
      expect((await owner.call(path, { params: { id: 1 }, query: {} } as never)).status).toBe(404)
    expect((await owner.call(list, { query: { per_page: 100 } })).data).toHaveLength(
      agreementIds.length,
    )
  })
  test('counts current and future agreements apart from ended ones', async () => {
    const { customer_id, vehicle, owner } = await place()
    await app.make.agreement(
      vehicle.id,
      customer_id,
      agreement.eyecold,
      app.clock.now - 30 * DAY,
      app.clock.now - DAY,
    )
    await app.make.agreement(
      vehicle.id,
      customer_id,
      agreement.eyecold,
      app.clock.now + DAY,
      app.clock.now + 9 * DAY,
    )
    const inUse = (await owner.call(list, { query: { per_page: 100 } })).data.filter(
      a => a.vehicles + a.archived > 0,
    )
    expect(inUse).toEqual([
      { id: 2, code: 'eyegeo', vehicles: 1, archived: 0 },
      { id: 3, code: 'eyecold', vehicles: 1, archived: 1 },
    ])
  })
  test('can be searched by the name in the reader’s language and by plate [agreements.9]', async () => {
    const { vehicle, owner } = await place()
    const codesFor = async (search: string, language: 'it' | 'en' = 'it') =>
      (await owner.call(list, { query: { search } }, { language })).data
    expect((await codesFor('refrigerazione')).map(a => a.code)).toEqual(['eyecold'])
    expect((await codesFor('REFRIGERATION', 'en')).map(a => a.code)).toEqual([
      'eyecold',
      'fridge',
      'fridge_service',
    ])
    expect(await codesFor(vehicle.plate.toLowerCase())).toEqual([
      { id: 2, code: 'eyegeo', vehicles: 1, archived: 0 },
    ])
    expect((await codesFor('posizione'))[0]).toMatchObject({ code: 'eyegeo', vehicles: 1 })
    expect(await codesFor('no such thing')).toEqual([])
  })
})

describe('the vehicles of an agreement', () => {
  test('are those that hold it now or later, the first to end first, and those that held it before are archived [agreements.5, agreements.6, agreements.7]', async () => {
    const { customer_id, vehicle, owner } = await place()
    const plates = ['ZZ1', 'ZZ2', 'ZZ3'] as const
    const [ended, soon, later] = await Promise.all(
      plates.map(plate => app.make.vehicle(customer_id, { plate })),
    )
    await app.make.agreement(
      ended?.id ?? 0,
      customer_id,
      2,
      app.clock.now - 9 * DAY,
      app.clock.now - DAY,
    )
    await app.make.agreement(
      soon?.id ?? 0,
      customer_id,
      2,
      app.clock.now - 9 * DAY,
      app.clock.now + DAY,
    )
    await app.make.agreement(later?.id ?? 0, customer_id, 2, app.clock.now + DAY, null)
    const rows = await owner.call(vehiclesOf, { params: { id: 2 }, query: {} })
    expect(rows.data.map(r => r.plate)).toEqual(['ZZ2', vehicle.plate, 'ZZ3'])
    expect(rows.data[0]).toEqual({
      id: expect.any(Number),
      vehicle_id: soon?.id,
      plate: 'ZZ2',
      active_from: at(-9),
      active_to: at(1),
    })
    expect(rows.data[2]?.active_to).toBeNull()
    expect(
      (await owner.call(archivedVehicles, { params: { id: 2 }, query: {} })).data.map(r => r.plate),
    ).toEqual(['ZZ1'])
    const second = await owner.call(vehiclesOf, {
      params: { id: 2 },
      query: { page: 2, per_page: 2 },
    })
    expect([second.data.map(r => r.plate), second.meta.total]).toEqual([['ZZ3'], 3])
    expect(
      (await owner.call(vehiclesOf, { params: { id: 2 }, query: { search: 'zz 2' } })).data.map(
        r => r.plate,
      ),
    ).toEqual(['ZZ2'])
    expect(
      (
        await owner.call(vehiclesOf, {
          params: { id: 2 },
          query: { search: 'posizione' },
        })
      ).data,
    ).toHaveLength(3)
    const { vehicle_id } = rows.data[0] ?? { vehicle_id: 0 }
    expect(
      (await owner.call(vehiclesOf, { params: { id: 2 }, query: { vehicle_id } })).data.map(
        r => r.vehicle_id,
      ),
    ).toEqual([vehicle_id])
  })
  test('are those of the own company, and a guest sees a shared one from its beginning to its end [agreements.8]', async () => {
    const { vehicle, owner, guest, guest_id } = await place()
    const platesSeen = async () =>
      (await guest.call(vehiclesOf, { params: { id: 2 }, query: {} })).data.map(r => r.vehicle_id)
    await app.make.agreement(
      vehicle.id,
      guest_id,
      2,
      app.clock.now + 5 * MINUTE,
      app.clock.now + 10 * MINUTE,
    )
    expect(await platesSeen()).toEqual([])
    app.clock.now += 5 * MINUTE
    expect(await platesSeen()).toEqual([vehicle.id])
    expect((await owner.call(vehiclesOf, { params: { id: 2 }, query: {} })).data).toHaveLength(1)
    app.clock.now += 5 * MINUTE
    expect(await platesSeen()).toEqual([])
    expect((await guest.call(archivedVehicles, { params: { id: 2 }, query: {} })).data).toEqual([])
  })
})

describe('sharing', () => {
  test('shows the vehicle to the guest at once, can be changed, ends at once, and each write answers the whole record [agreements.19, eyeshare.2]', async () => {
    const there = await sharingPlace()
    const { owner, guest, vehicle } = there
    const sees = async () =>
      (await guest.call(vehicles.vehicleById, { params: { id: vehicle.id } })).status
    expect(await sees()).toBe(404)
    const answer = await owner.call(sharing.create, { body: bodyOf(there) })
    expect([answer.status, answer.data]).toEqual([
      201,
      { id: expect.any(Number), customer_name: there.guest_name, ...bodyOf(there) },
    ])
    expect(await sees()).toBe(200)
    const { id } = answer.data
    const shorter = await owner.call(
      sharing.update,
      { params: { id }, body: { active_to: at(5) } },
      { headers: { 'if-match': answer.headers.etag ?? '' } },
    )
    expect([shorter.status, shorter.data.active_to]).toEqual([200, at(5)])
    const stale = await owner.call(
      sharing.update,
      { params: { id }, body: { active_to: at(6) } },
      { headers: { 'if-match': answer.headers.etag ?? '' } },
    )
    expect(stale.status).toBe(409)
    const removed = await owner.call(sharing.remove, { params: { id } })
    expect([removed.status, removed.text]).toEqual([204, ''])
    expect(await sees()).toBe(404)
    expect((await owner.call(sharing.remove, { params: { id } })).status).toBe(404)
  })
  test('is changed and ended by the id of its own record, while the other calls take the id of the catalogue [agreements.20]', async () => {
    const there = await sharingPlace()
    const { owner } = there
    const { id } = (await owner.call(sharing.create, { body: bodyOf(there) })).data
    const { rows } = await app.ctx.pool.query<{ id: number }>(
      'select id from vehicle_agreements where vehicle_id = $1',
      [there.vehicle.id],
    )
    const recordIds = rows.map(row => row.id)
    const catalogueId = agreementIds.find(n => !recordIds.includes(n)) ?? 0
    const statusOf = async (write: Promise<{ readonly status: number }>) => (await write).status
    const byCatalogue = { params: { id: catalogueId } }
    expect((await owner.call(agreementById, byCatalogue)).data.id).toBe(catalogueId)
    expect((await owner.call(vehiclesOf, { ...byCatalogue, query: {} })).status).toBe(200)
    expect([
      await statusOf(owner.call(sharing.update, { ...byCatalogue, body: { active_to: at(5) } })),
      await statusOf(owner.call(sharing.remove, byCatalogue)),
      await statusOf(owner.call(sharing.update, { params: { id }, body: { active_to: at(5) } })),
      await statusOf(owner.call(sharing.remove, { params: { id } })),
    ]).toEqual([404, 404, 200, 204])
  })
  test('ends at once when its end is set to now', async () => {
    const there = await sharingPlace()
    const { id } = (
      await there.owner.call(sharing.create, { body: bodyOf(there, { active_from: at(-0.25) }) })
    ).data
    expect(
      (await there.owner.call(sharing.update, { params: { id }, body: { active_to: at(0) } }))
        .status,
    ).toBe(200)
    expect(
      (await there.guest.call(vehicles.vehicleById, { params: { id: there.vehicle.id } })).status,
    ).toBe(404)
  })
  test('counts whole days by the clocks of the owner [eyeshare.18]', async () => {
    const there = await sharingPlace()
    const { data } = await there.owner.call(sharing.create, {
      body: bodyOf(there, { active_from: '2026-11-20', active_to: '2026-11-20' }),
    })
    expect([data.active_from, data.active_to]).toEqual([
      '2026-11-19T23:00:00.000Z',
      '2026-11-20T22:59:59.999Z',
    ])
  })
  test('needs every field, and refuses an end before the beginning', async () => {
    const there = await sharingPlace()
    const fields = async (body: object) =>
      Object.keys(
        (await there.owner.call(sharing.create, { body: body as never })).failure.data ?? {},
      )
    expect(await fields({})).toEqual([
      'vehicle_id',
      'customer_id',
      'agreement_id',
      'active_from',
      'active_to',
    ])
    expect(await fields(bodyOf(there, { active_to: null }))).toEqual(['active_to'])
    expect(await fields(bodyOf(there, { active_to: 'tomorrow' }))).toEqual(['active_to'])
    expect(await fields(bodyOf(there, { active_from: at(3), active_to: at(2) }))).toEqual([
      'active_to',
    ])
    expect(
      await fields(bodyOf(there, { active_from: '2026-11-21', active_to: '2026-11-20' })),
    ).toEqual(['active_to'])
  })
  test('refuses unknown and foreign vehicles and companies, and the own company, on their field, with the same bytes [agreements.26, agreements.27]', async () => {
    const [there, other] = [await sharingPlace(), await sharingPlace()]
    const refused = async (more: object) => {
      const answer = await there.owner.call(sharing.create, { body: bodyOf(there, more) })
      return [answer.status, Object.keys(answer.failure.data ?? {}).join(), answer.text]
    }
    const unknownVehicle = await refused({ vehicle_id: 2_000_000_000 })
    expect(unknownVehicle.slice(0, 2)).toEqual([422, 'vehicle_id'])
    expect(await refused({ vehicle_id: other.vehicle.id })).toEqual(unknownVehicle)
    const nobody = await refused({ customer_id: 2_000_000_000 })
    expect(nobody.slice(0, 2)).toEqual([422, 'customer_id'])
    expect(await refused({ customer_id: other.guest_id })).toEqual(nobody)
    expect(await refused({ customer_id: there.customer_id })).toEqual(nobody)
  })
  test('is possible with the company above as well', async () => {
    const { make } = app
    const parent = await make.customer()
    const child = await make.customer({ parent_id: parent.id })
    const vehicle = await make.vehicle(child.id)
    for (const id of [agreement.eyegeo, agreement.eyeshare])
      await make.agreement(vehicle.id, child.id, id)
    const owner = await app.as(await make.user(child.id, 'edit'))
    const body = {
      vehicle_id: vehicle.id,
      customer_id: parent.id,
      agreement_id: agreement.eyegeo,
      active_from: at(0),
      active_to: at(1),
    }
    expect((await owner.call(sharing.create, { body })).status).toBe(201)
  })
  test('is possible with the companies of customers/all, and with no others [agreements.25]', async () => {
    const { make } = app
    const parent = await make.customer()
    const company = await make.customer({ parent_id: parent.id })
    const child = await make.customer({ parent_id: company.id })
    const further = [
      await make.customer({ parent_id: child.id }),
      await make.customer({ parent_id: parent.id }),
    ]
    const vehicle = await make.vehicle(company.id)
    for (const id of [agreement.eyegeo, agreement.eyeshare])
      await make.agreement(vehicle.id, company.id, id)
    const owner = await app.as(await make.user(company.id, 'edit'))
    const { data: offered } = await owner.call(customers.all, {})
    expect(offered.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([parent.id, child.id])
    const share = async (customer_id: number) => {
      const body = {
        ...{ vehicle_id: vehicle.id, customer_id, agreement_id: agreement.eyegeo },
        ...{ active_from: at(0), active_to: at(1) },
      }
      const answer = await owner.call(sharing.create, { body })
      const fields = answer.status === 201 ? {} : answer.failure.data
      return [answer.status, Object.keys(fields ?? {})]
    }
    for (const { id } of offered) expect(await share(id)).toEqual([201, []])
    for (const { id } of further) expect(await share(id)).toEqual([422, ['customer_id']])
  })
  test('covers only agreements that the sharer holds, while it holds them, and never the right to share [agreements.23, agreements.28, agreements.29, eyeshare.20]', async () => {
    const there = await sharingPlace()
    const refused = async (more: object) => {
      const answer = await there.owner.call(
        sharing.create,
        { body: bodyOf(there, more) },
        { language: 'en' },
      )
      return [answer.status, answer.failure.data]
    }
    expect(await refused({ agreement_id: agreement.eyecold })).toEqual([
      422,
      { agreement_id: ['You do not hold this agreement on the vehicle in that period'] },
    ])
    for (const agreement_id of [agreement.eyeshare, 1])
      expect((await refused({ agreement_id }))[1]).toEqual({ agreement_id: [expect.any(String)] })
    expect(await refused({ active_from: at(61), active_to: at(62) })).toEqual([
      422,
      { agreement_id: [expect.any(String)] },
    ])
    expect(await refused({ active_to: at(61) })).toEqual([
      422,
      { active_to: ['Your own agreement ends on 19/01/2027: choose an end that is not later'] },
    ])
    const { id } = (await there.owner.call(sharing.create, { body: bodyOf(there) })).data
    const longer = await there.owner.call(sharing.update, {
      params: { id },
      body: { active_to: at(61) },
    })
    expect([longer.status, Object.keys(longer.failure.data ?? {})]).toEqual([422, ['active_to']])
    const more = await there.owner.call(sharing.update, {
      params: { id },
      body: { agreement_id: agreement.eyecold },
    })
    expect([more.status, Object.keys(more.failure.data ?? {})]).toEqual([422, ['agreement_id']])
  })
  test('needs the right to share on the vehicle, and without it a share can still be changed and ended, but not moved to another vehicle [agreements.32, agreements.33, eyeshare.21, eyeshare.22]', async () => {
    const there = await sharingPlace()
    const { owner, vehicle, customer_id, guest_id } = there
    const { id } = (await owner.call(sharing.create, { body: bodyOf(there) })).data
    await app.ctx.db
      .updateTable('vehicle_agreements')
      .set({ active_to: new Date(app.clock.now - MINUTE) })
      .where('vehicle_id', '=', vehicle.id)
      .where('agreement_id', '=', agreement.eyeshare)
      .execute()
    const body = bodyOf(there, { active_from: at(20), active_to: at(30) })
    const refused = await owner.call(sharing.create, { body }, { language: 'en' })
    expect([refused.status, refused.failure.code]).toEqual([403, 'forbidden'])
    const { agreement_id, ...rest } = body
    expect(
      (await owner.call(shareMany, { body: { ...rest, agreement_ids: [agreement_id] } })).status,
    ).toBe(403)
    expect(
      (await owner.call(sharing.update, { params: { id }, body: { active_to: at(20) } })).status,
    ).toBe(200)
    const otherVehicle = await app.make.vehicle(customer_id)
    await app.make.agreement(otherVehicle.id, customer_id, agreement.eyegeo)
    expect(
      (await owner.call(sharing.update, { params: { id }, body: { vehicle_id: otherVehicle.id } }))
        .status,
    ).toBe(403)
    expect((await owner.call(sharing.remove, { params: { id } })).status).toBe(204)
    await app.make.agreement(vehicle.id, guest_id, agreement.eyeshare)
    // the owner's right counts, not another company's
    expect((await owner.call(sharing.create, { body })).status).toBe(403)
    await app.make.agreement(vehicle.id, customer_id, agreement.eyeshare, app.clock.now + DAY)
    expect((await owner.call(sharing.create, { body })).status).toBe(403)
  })
  test.each<[string, object, string[]]>([
    ['today', { active_from: '2026-11-20' }, []],
    ['its first moment', { active_from: '2026-11-19T23:00:00Z' }, []],
    ['yesterday', { active_from: '2026-11-19' }, ['active_from']],
    ['the last moment of yesterday', { active_from: '2026-11-19T22:59:59.999Z' }, ['active_from']],
    ['the last day in ten years', { active_to: '2036-11-20' }, []],
    ['its last moment', { active_to: '2036-11-20T22:59:59.999Z' }, []],
    ['the moment after it', { active_to: '2036-11-20T23:00:00Z' }, ['active_to']],
    ['a day later', { active_to: '2036-11-21' }, ['active_to']],
    ['both', { active_from: '2026-11-19', active_to: '2036-11-21' }, ['active_from', 'active_to']],
  ])(
    'begins today at the earliest and ends within ten years, by the clocks of the owner: %s [agreements.30, agreements.31, eyeshare.19]',
    async (_, more, wrong) => {
      const there = await sharingPlace()
      await app.ctx.db
        .updateTable('vehicle_agreements')
        .set({ active_to: null })
        .where('vehicle_id', '=', there.vehicle.id)
        .execute()
      const { agreement_id, ...rest } = bodyOf(there, more)
      const expected = wrong.length === 0 ? [201, []] : [422, wrong]
      const several = await there.owner.call(shareMany, {
        body: { ...rest, agreement_ids: [agreement_id] },
      })
      expect([
        several.status,
        several.status === 201 ? [] : Object.keys(several.failure.data ?? {}),
      ]).toEqual(expected)
      if (several.status === 201)
        for (const { id } of several.data)
          await there.owner.call(sharing.remove, { params: { id } })
      const one = await there.owner.call(sharing.create, { body: bodyOf(there, more) })
      expect([one.status, one.status === 201 ? [] : Object.keys(one.failure.data ?? {})]).toEqual(
        expected,
      )
    },
  )
  test('keeps a beginning in the past even when it is sent again, and takes another beginning only from today on', async () => {
    const there = await sharingPlace()
    const { guest_id, vehicle, owner } = there
    await app.make.agreement(
      vehicle.id,
      guest_id,
      agreement.eyegeo,
      app.clock.now - 3 * DAY,
      app.clock.now + 10 * DAY,
    )
    const { id } = await app.ctx.db
      .selectFrom('vehicle_agreements')
      .select('id')
      .where('customer_id', '=', guest_id)
      .executeTakeFirstOrThrow()
    const changed = async (body: object) => {
      const answer = await owner.call(sharing.update, { params: { id }, body })
      return [
        answer.status,
        answer.status === 200
          ? answer.data.active_from
          : Object.keys(answer.failure.data ?? {}).join(),
      ]
    }
    expect(await changed({ active_from: '2026-11-17', active_to: at(9) })).toEqual([200, at(-3)])
    expect(await changed({ active_from: '2026-11-18' })).toEqual([422, 'active_from'])
    expect(await changed({ active_from: at(-4) })).toEqual([422, 'active_from'])
    expect(await changed({ active_from: '2026-11-20' })).toEqual([200, '2026-11-19T23:00:00.000Z'])
  })
  test('outlives no agreement, but can still be ended when the owner has lost its own', async () => {
    const there = await sharingPlace()
    const { id } = (await there.owner.call(sharing.create, { body: bodyOf(there) })).data
    await app.ctx.db
      .deleteFrom('vehicle_agreements')
      .where('customer_id', '=', there.customer_id)
      .execute()
    expect(
      (await there.owner.call(sharing.update, { params: { id }, body: { active_to: at(11) } }))
        .status,
    ).toBe(422)
    expect(
      (await there.owner.call(sharing.update, { params: { id }, body: { active_to: at(9) } }))
        .status,
    ).toBe(200)
  })
  test('is a conflict for the same agreement twice in one period, and of two equal requests one is made [agreements.35]', async () => {
    const there = await sharingPlace()
    const twice = await Promise.all(
      [1, 2].map(() => there.owner.call(sharing.create, { body: bodyOf(there) })),
    )
    expect(twice.map(a => a.status).sort()).toEqual([201, 409])
    expect(
      (
        await there.owner.call(sharing.create, {
          body: bodyOf(there, { active_from: at(10), active_to: at(20) }),
        })
      ).status,
    ).toBe(201)
  })
  test('is for people who edit, while a guest can neither share on nor change its share, nor the owner its own agreements [agreements.22, agreements.24, eyeshare.23]', async () => {
    const there = await sharingPlace()
    const viewer = await app.as(await app.make.user(there.customer_id, 'view'))
    expect((await viewer.call(sharing.create, { body: bodyOf(there) })).status).toBe(403)
    const { id } = (await there.owner.call(sharing.create, { body: bodyOf(there) })).data
    const below = await app.make.customer({ parent_id: there.guest_id })
    const on = await there.guest.call(sharing.create, {
      body: bodyOf(there, { customer_id: below.id }),
    })
    expect([on.status, Object.keys(on.failure.data ?? {})]).toEqual([422, ['vehicle_id']])
    expect(
      (await there.guest.call(sharing.update, { params: { id }, body: { active_to: at(50) } }))
        .status,
    ).toBe(404)
    expect((await there.guest.call(sharing.remove, { params: { id } })).status).toBe(404)
    const ownAgreement = await app.ctx.db
      .selectFrom('vehicle_agreements')
      .select('id')
      .where('customer_id', '=', there.customer_id)
      .executeTakeFirstOrThrow()
    expect(
      (
        await there.owner.call(sharing.update, {
          params: { id: ownAgreement.id },
          body: { active_to: at(99) },
        })
      ).status,
    ).toBe(404)
    expect(
      (await there.owner.call(sharing.remove, { params: { id: ownAgreement.id } })).status,
    ).toBe(404)
  })
  test('counts a day on which the own agreement ends until that end', async () => {
    const there = await sharingPlace()
    const { data } = await there.owner.call(sharing.create, {
      body: bodyOf(there, { active_from: '2026-11-20', active_to: '2027-01-19' }),
    })
    expect([data.active_from, data.active_to]).toEqual(['2026-11-19T23:00:00.000Z', at(60)])
    const beyond = await there.owner.call(sharing.update, {
      params: { id: data.id },
      body: { active_to: '2027-01-20' },
    })
    expect([beyond.status, Object.keys(beyond.failure.data ?? {})]).toEqual([422, ['active_to']])
  })
  test('makes one record for each of several agreements, all or none, and names the agreements that are wrong [agreements.34, eyeshare.14]', async () => {
    const there = await sharingPlace()
    const { customer_id, guest_id, vehicle, owner } = there
    await app.make.agreement(
      vehicle.id,
      customer_id,
      agreement.eyedoor,
      app.clock.now - DAY,
      app.clock.now + 5 * DAY,
    )
    const body = (agreement_ids: number[], active_to = at(5)) => ({
      vehicle_id: vehicle.id,
      customer_id: guest_id,
      agreement_ids,
      active_from: at(0),
      active_to,
    })
    const records = () =>
      app.ctx.db
        .selectFrom('vehicle_agreements')
        .select('id')
        .where('customer_id', '=', guest_id)
        .execute()
    const refused = async (ids: number[], active_to?: string) => {
      const { status, failure } = await owner.call(
        shareMany,
        { body: body(ids, active_to) },
        { language: 'en' },
      )
      return [status, failure.data]
    }
    expect(await refused([2, 4], at(6))).toEqual([
      422,
      {
        active_to: [
          'Doors: your own agreement ends on 25/11/2026, choose an end that is not later',
        ],
      },
    ])
    expect(await refused([2, 3, 5])).toEqual([
      422,
      {
        agreement_ids: [
          'Refrigeration: you do not hold this agreement on the vehicle in that period',
          'Fuel: you do not hold this agreement on the vehicle in that period',
        ],
      },
    ])
    expect(await refused([])).toEqual([422, { agreement_ids: [expect.any(String)] }])
    expect(await refused([2, 1])).toEqual([422, { agreement_ids: [expect.any(String)] }])
    expect(await records()).toEqual([])
    const answer = await owner.call(shareMany, { body: body([4, 2, 4]) })
    expect([answer.status, answer.data.map(r => [r.agreement_id, r.active_to])]).toEqual([
      201,
      [
        [4, at(5)],
        [2, at(5)],
      ],
    ])
    const again = await owner.call(shareMany, { body: body([2]) }, { language: 'en' })
    expect([again.status, again.failure.message]).toEqual([
      409,
      'Position is already shared with the same customer in that period.',
    ])
    expect(await records()).toHaveLength(2)
    const viewer = await app.as(await app.make.user(customer_id, 'view'))
    expect((await viewer.call(shareMany, { body: body([2], at(1)) })).status).toBe(403)
  })
  test('shows its records in the panel of the vehicle to the owner with the service, and none to the guest [agreements.21, eyeshare.1]', async () => {
    const there = await sharingPlace()
    const params = { id: there.vehicle.id }
    const { data: made } = await there.owner.call(sharing.create, { body: bodyOf(there) })
    expect((await there.owner.call(eyeshare.data, { params })).data).toEqual([made])
    const one = await there.owner.call(sharing.one, { params: { id: made.id } })
    expect([one.data, one.headers.etag]).toEqual([made, expect.stringMatching(/^"/)])
    expect((await there.guest.call(sharing.one, { params: { id: made.id } })).status).toBe(404)
    await app.make.agreement(there.vehicle.id, there.guest_id, agreement.eyeshare)
    expect((await there.guest.call(eyeshare.data, { params })).data).toEqual([])
  })
})

test('a write on a path that only reads is refused with the methods that are possible', async () => {
  const { owner } = await place()
  const answer = await app.server.app.inject({
    method: 'POST',
    url: '/api/v1/agreements/2/vehicles',
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
  const patch = await app.server.app.inject({
    method: 'PATCH',
    url: '/api/v1/agreements/2',
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect([patch.statusCode, patch.headers.allow]).toEqual([405, 'DELETE, GET, HEAD, PUT'])
})
