// Nobody reaches the data of another company: calls every endpoint with every role and with ids of another company.
import { type Endpoint, mayCall, Role as Roles } from '@flotta/core/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { active } from '../../alerts/incidents/contract.ts'
import { endpoints } from '../../features.ts'
import { agreementIds } from '../../fleet/agreements/contract.ts'
import { fleets } from '../../fleet/fleets/contract.ts'
import * as vehicles from '../../fleet/vehicles/contract.ts'
import { pins } from '../../map/global-map/contract.ts'
import { pinsOf } from '../../map/global-map/queries.ts'
import { updates, vehicleUpdates } from '../../map/live/contract.ts'
import * as notifications from '../../people/notifications/contract.ts'
import { makeProvider } from '../../people/users/testing.ts'
import { search } from '../../portal/search/contract.ts'
import type { Owner } from '../../samples.ts'
import { alerts } from '../../services/eyegeo/alerts.ts'
import * as eyegeo from '../../services/eyegeo/contract.ts'
import * as system from '../../services/system/contract.ts'
import { type Caller, type TestApp, testApp, type User, type Vehicle } from '../../testing/app.ts'
import { samples } from '../../testing/samples.ts'

const HOUR = 3_600_000
let app: TestApp
let owner: Company
let foreignCompany: Company
let foreigner: User
let foreignPrinter: User
beforeAll(async () => {
  app = await testApp({ answers: true })
  owner = await company('Nostra')
  foreignCompany = await company('Altra')
  foreigner = foreignCompany.user
  foreignPrinter = await app.make.user(foreigner.customer_id, 'printing')
})
afterAll(() => app.close())

interface Company extends Owner {
  readonly user: User
  readonly vehicle: Vehicle
}
/** A company with a record of every kind. */
async function company(name: string): Promise<Company> {
  const { make, ctx } = app
  const customer = await make.customer({
    name,
    configurations: { t_check: '1', self_service: '1' },
  })
  const user = await make.user(customer.id, 'control')
  const vehicle = await make.vehicle(customer.id, { plate: `${name.toUpperCase()}1` })
  await make.device(vehicle.id)
  for (const id of agreementIds) await make.agreement(vehicle.id, customer.id, id)
  await make.fleet(customer.id, `${name} fleet`, [vehicle.id])
  await make.state(vehicle.id, {
    latest: {
      power: [ctx.now(), { external_voltage: 27.1, battery_voltage: 4, battery_capacity: null }],
      temperature: [ctx.now(), { T1: 4.5, T2: null, T3: null, T4: null }],
    },
  })
  await make.incident(vehicle.id, 1)
  const company = { customer_id: customer.id, user_id: user.id, word: name, user, vehicle }
  for (const sample of Object.values(samples)) await sample.make(ctx, company)
  return company
}

/** The kind of the id in a path: a vehicle's or a record's where the scope says so, else that of the first part of the path. */
function kindOf(e: Endpoint): string {
  if (typeof e.scope === 'object' && 'vehicle' in e.scope) return 'vehicles'
  const record = typeof e.scope === 'object' ? e.scope.record : ''
  return record in samples ? record : (e.path.split('/')[1] ?? '')
}
const bodies = Object.assign({}, ...Object.values(samples).map(s => s.bodies ?? {})) as Readonly<
  Record<string, object>
>

/** Whether its `:id` belongs to a company's record. Records of a catalogue can only be read, and are the same for everybody. */
const isOfRecord = (e: Endpoint) =>
  e.path.includes('/:id') && !(e.method === 'GET' && (e.scope === 'none' || e.scope === 'customer'))

/** What stands on the field of an id that is not the caller's. */
const UNKNOWN = 'Non esiste o non è tuo: scegline un altro'
/** An agreement of the catalogue, which is everybody's; a sharing of a company has ids of its own. */
const CATALOGUE_AGREEMENT = 2

/** Arguments that fit the endpoint, with the id of an existing record of the company. */
async function argumentsFor(e: Endpoint, of: Company = owner) {
  const kind = kindOf(e)
  const id = !e.path.includes('/:id')
    ? 0
    : kind === 'agreements' && !isOfRecord(e)
      ? CATALOGUE_AGREEMENT
      : kind === 'vehicles'
        ? e.method === 'DELETE' && e.path === '/vehicles/:id'
          ? (await app.make.vehicle(of.customer_id)).id
          : of.vehicle.id
        : await samples[kind]?.make(app.ctx, of)
  if (id === undefined)
    throw new Error(`no testing.ts says how one of ${kind} is made (${e.method} ${e.path})`)
  const now = new Date(app.clock.now).toISOString()
  const general: Readonly<Record<string, object>> = {
    'POST /updates': { from: now },
    'POST /search': { query: 'nostra' },
  }
  const name = `${e.method} ${e.path}`
  return {
    params: {
      id,
      trip_id: crypto.randomUUID(),
      alert_id: 1,
      entry_id: 1,
      attempt_id: 1,
      z: 0,
      x: 0,
      y: 0,
    },
    query: {
      from: now,
      to: now,
      code: 'Nostra1',
      period_from: now,
      period_to: now,
      lat: 45,
      lon: 9,
      q: 'Milano',
    },
    body: e.body === undefined ? undefined : (bodies[name] ?? general[name] ?? {}),
  }
}
const call = async (caller: Caller, e: Endpoint) => caller.call(e, (await argumentsFor(e)) as never)
const isQuiet = (e: Endpoint) =>
  e.kind !== 'sse' && e.allow !== 'anyone' && e.path !== '/change-password'
const quiet = endpoints.filter(isQuiet).map(e => [`${e.method} ${e.path}`, e] as const)

/** A time in an answer that does not end with `Z`. */
const TIME_BUT_UTC = /\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(?![\d:.]|Z)/g
const OF_DOWNLOADS = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
}
/** The caller passes the check who may call, whatever the answer is then. */
const LET_IN = 'let in'
/** The expected answer for each caller: a status, or that it is admitted. */
const answersOf = (e: Endpoint): Readonly<Record<string, number | typeof LET_IN>> => ({
  'without a token': 401,
  'with a wrong token': 401,
  ...Object.fromEntries(
    Roles.options.map(role => [`role ${role}`, mayCall(e.allow, role) ? LET_IN : 403]),
  ),
  'a provider without a company':
    // an endpoint behind a company's switch does not exist for a caller without a company
    e.switch !== undefined
      ? 405
      : e.allow === 'provider' || (e.scope === 'user' && mayCall(e.allow, null, true))
        ? LET_IN
        : 403,
})
describe('every endpoint checks its caller', () => {
  let callers: Readonly<Record<string, Caller>>
  beforeAll(async () => {
    const roles = Roles.options.map(
      async (role): Promise<[string, Caller]> => [
        `role ${role}`,
        await app.as(await app.make.user(owner.user.customer_id, role)),
      ],
    )
    callers = {
      'without a token': app.with(null),
      'with a wrong token': app.with('x'.repeat(43)),
      ...Object.fromEntries(await Promise.all(roles)),
      'a provider without a company': await app.as(await makeProvider(app.ctx)),
    }
  })
  test.each(quiet)(
    '%s admits the roles that may call it, and nobody else, with times in UTC and downloads that no browser stores or guesses [access.28, access.31, api.4, api.13, api.14, api.57, api.85, users.44, users.45]',
    async (_, e) => {
      const expected = answersOf(e)
      const answers: Record<string, number | typeof LET_IN> = {}
      const args = await argumentsFor(e)
      for (const [name, caller] of Object.entries(callers)) {
        const isLetIn = expected[name] === LET_IN
        // an admitted caller may remove or change the record, so the next one needs another record
        const callArgs = isLetIn && e.method !== 'GET' ? await argumentsFor(e) : args
        const { status, headers, text } = await caller.call(e, callArgs as never)
        expect(text.match(TIME_BUT_UTC) ?? []).toEqual([])
        if (status === 200 && e.kind === 'file' && !headers['content-type']?.startsWith('image/'))
          expect(headers).toMatchObject(OF_DOWNLOADS)
        answers[name] = isLetIn && status !== 403 ? LET_IN : status
      }
      expect(answers).toEqual(expected)
    },
  )
})

/** Calls of a company; a provider reaches the records of all companies. */
const ofCompany = quiet.filter(([, e]) => e.allow !== 'provider')
describe('with another tenant’s ids', () => {
  /** A user of the other company, in a role that may call the endpoint. */
  const stranger = (e: Endpoint) => app.as(e.allow === 'printing' ? foreignPrinter : foreigner)
  const withIds = ofCompany.filter(([, e]) => isOfRecord(e))
  test.each(withIds)(
    '%s answers that the record is not found, whether another company has it or nobody, and whatever else the request contains [access.24, api.15]',
    async (_, e) => {
      const foreign = await stranger(e)
      const args = await argumentsFor(e)
      const absent = { ...args.params, id: 2_000_000_000, trip_id: crypto.randomUUID() }
      const answers = {
        another: await foreign.call(e, args as never),
        nobody: await foreign.call(e, { ...args, params: absent } as never),
        'another, with a bad body and query': await foreign.call(e, {
          ...args,
          query: { from: 'x', period_from: 'x' },
          ...(e.body && { body: { value: 'x' } }),
        } as never),
      }
      const { status, failure, text } = answers.another
      expect([status, failure.code]).toEqual([404, 'not_found'])
      expect(Object.entries(answers).map(([name, answer]) => [name, answer.text])).toEqual(
        Object.keys(answers).map(name => [name, text]),
      )
    },
  )
  test.each(ofCompany.filter(([, e]) => !isOfRecord(e) && e.method !== 'PUT'))(
    '%s reveals no record of the other company [access.21, search.13]',
    async (_, e) => {
      expect((await call(await stranger(e), e)).text).not.toMatch(/nostra/i)
    },
  )
  test.each(
    ofCompany.filter(
      ([, e]) =>
        e.method === 'GET' &&
        e.meta !== undefined &&
        e.scope !== 'none' &&
        samples[kindOf(e)] !== undefined &&
        !samples[kindOf(e)]?.unlisted &&
        kindOf(e) === e.path.slice(1),
    ),
  )('%s shows the record to its owner, so that the test above can fail', async (_, e) => {
    expect((await call(await app.as(owner.user), e)).text).toMatch(/nostra/i)
  })
  const ids = ['vehicle_id', 'fleet_id', 'driver_id', 'type_id', 'customer_id'] as const
  const named = ofCompany.flatMap(([name, e]) =>
    ids.flatMap(id =>
      e.method === 'GET' && !isOfRecord(e) && e.query !== undefined && id in e.query.shape
        ? [[`${name} by ${id}`, e, id] as const]
        : [],
    ),
  )
  test.each(named)(
    '%s is refused as a wrong query, whether the id is unknown or another company’s [api.55]',
    async (_, e, id) => {
      const foreign = await stranger(e)
      const args = await argumentsFor(e)
      const kind = `${id.slice(0, -3)}s`
      const theirs =
        kind === 'vehicles'
          ? owner.vehicle.id
          : kind === 'customers'
            ? owner.user.customer_id
            : await samples[kind]?.make(app.ctx, owner)
      const answers = [theirs, 2_000_000_000].map(value =>
        foreign.call(e, { ...args, query: { ...args.query, [id]: value } } as never),
      )
      const [anothers, unknown] = await Promise.all(answers)
      expect([anothers?.status, Object.keys(anothers?.failure.data ?? {})]).toEqual([422, [id]])
      expect(unknown?.text).toBe(anothers?.text)
    },
  )
  const kindOfField: Readonly<Record<string, string>> = {
    vehicle_id: 'vehicles',
    vehicle_ids: 'vehicles',
    vehicles: 'vehicles',
    fleet_id: 'fleets',
    fleet_ids: 'fleets',
    driver_id: 'drivers',
    driverId: 'drivers',
    type_id: 'types',
    hub_ids: 'hubs',
    poi_ids: 'pois',
    area_ids: 'hubs',
    trip_id: 'trips',
    user_id: 'users',
  }
  /** A rule is named by its content and a back-test by its alert, so neither has arguments of its own here. */
  const idFields = ofCompany.flatMap(([name, e]) =>
    e.method !== 'GET' && e.body instanceof z.ZodObject && !/:rule|:alert_id/.test(e.path)
      ? Object.keys(e.body.shape)
          .filter(field => field in kindOfField)
          .map(field => [`${name} with ${field}`, e, field] as const)
      : [],
  )
  const recordOf = async (of: Company, field: string) =>
    kindOfField[field] === 'vehicles'
      ? of.vehicle.id
      : kindOfField[field] === 'users'
        ? of.user.id
        : await samples[kindOfField[field] ?? '']?.make(app.ctx, of)
  /** What the sample's body lacks or has too much for the field to be looked at. */
  const besideField = ({ method, path }: Endpoint, field: string): object => {
    if (/^(area|hub|poi)_ids$/.test(field)) {
      const alert = field === 'area_ids' ? alerts.hub_enter.id : alerts.area_dwell.id
      return /_configurations|rules|recipients/.test(path)
        ? { alerts: [alert] }
        : { alert_id: alert }
    }
    if (path.startsWith('/report_schedules')) return { about: field.slice(0, -3) }
    const byName: Readonly<Record<string, object>> = {
      'PUT /driver_activities/:id/set': { from: '2026-01-10T08:00:00Z', to: undefined },
      'POST /links': { all_vehicles: undefined },
      'PUT /links/:id': { vehicle_id: null, trip_id: null, fleet_id: null },
    }
    return byName[`${method} ${path}`] ?? {}
  }
  test.each(idFields)(
    '%s is refused on its field, whether the id is unknown or another company’s [api.56]',
    async (_, e, field) => {
      const foreign = await stranger(e)
      const args = await argumentsFor(e, foreignCompany)
      const refusalOf = async (id: number | string | undefined) => {
        const value = field.endsWith('s') ? [id] : id
        const body = { ...args.body, ...besideField(e, field), [field]: value }
        const answer = await foreign.call(e, { ...args, body } as never)
        return {
          status: answer.status,
          text: answer.text,
          messages: answer.status < 400 ? undefined : answer.failure.data?.[field],
        }
      }
      const ownAnswer = await refusalOf(await recordOf(foreignCompany, field))
      const anothersAnswer = await refusalOf(await recordOf(owner, field))
      const unknownAnswer = await refusalOf(2_000_000_000)
      expect([anothersAnswer.status, anothersAnswer.messages], anothersAnswer.text).toEqual([
        422,
        [UNKNOWN],
      ])
      expect(ownAnswer.messages).not.toEqual(anothersAnswer.messages)
      expect(unknownAnswer.text).toBe(anothersAnswer.text)
    },
  )
  test('no call changes the record [access.25]', async () => {
    const vehicle = await app.ctx.db
      .selectFrom('vehicles')
      .select(['km_offset', 'log_interval'])
      .where('id', '=', owner.vehicle.id)
      .executeTakeFirstOrThrow()
    expect(vehicle.km_offset).toBe(5)
    const note = await app.ctx.db
      .selectFrom('notifications')
      .select('read_at')
      .where('user_id', '=', foreigner.id)
      .executeTakeFirstOrThrow()
    expect(note.read_at).toBeNull()
    expect(
      await app.ctx.db
        .selectFrom('api_tokens')
        .select('id')
        .where('user_id', '=', foreigner.id)
        .execute(),
    ).not.toHaveLength(0)
  })
})

test('notifications and read marks are a user’s own, not the customer’s [notifications.2]', async () => {
  const colleague = await app.as(await app.make.user(owner.user.customer_id, 'control'))
  expect((await colleague.call(notifications.list, { query: {} })).meta.total).toBe(0)
  expect(
    (
      await colleague.call(notifications.markRead, {
        params: { id: Number(await samples.notifications?.make(app.ctx, owner)) },
      })
    ).status,
  ).toBe(404)
})

describe('a guest', () => {
  let vehicle: Vehicle
  let guest: Caller
  let guestUser: User
  beforeAll(async () => {
    const { make, clock } = app
    const lender = await make.customer()
    vehicle = await make.vehicle(lender.id, { plate: 'LENT001' })
    await make.device(vehicle.id)
    await make.state(vehicle.id, {
      latest: {
        power: [clock.now, { external_voltage: 27.1, battery_voltage: 4, battery_capacity: null }],
        temperature: [clock.now, { T1: 4.5, T2: null, T3: null, T4: null }],
      },
    })
    await make.incident(vehicle.id, 1)
    await make.incident(vehicle.id, 2)
    await make.incident(vehicle.id, 10, lender.id)
    guestUser = await make.user((await make.customer()).id, 'control')
    guest = await app.as(guestUser)
  })
  const share = async (agreement_id: number, from: number, to: number | null) => {
    await app.ctx.pool.query('delete from vehicle_agreements where vehicle_id = $1', [vehicle.id])
    await app.make.agreement(vehicle.id, guestUser.customer_id, agreement_id, from, to)
  }
  const pinOf = async () =>
    (await pinsOf(app.ctx, guestUser.customer_id)).find(p => p.id === vehicle.id)

  test.each([
    ['before it begins', HOUR, null],
    ['after it ended', -2 * HOUR, -HOUR],
  ])('sees nothing %s [access.8]', async (_, from, to) => {
    await share(2, app.clock.now + from, to === null ? null : app.clock.now + to)
    expect(await pinOf()).toBeUndefined()
    expect((await guest.call(vehicles.vehicleById, { params: { id: vehicle.id } })).status).toBe(
      404,
    )
    expect((await guest.call(system.data, { params: { id: vehicle.id } })).status).toBe(404)
    expect((await guest.call(search, { body: { query: 'LENT' } })).data.vehicles?.data).toEqual([])
    expect((await guest.call(vehicles.all, {})).data).toEqual([])
    expect((await guest.call(active, { query: {} })).data).toEqual([])
  })
  test('with only the temperatures sees neither position nor power nor other alerts [access.4]', async () => {
    await share(3, app.clock.now - HOUR, null)
    const pin = await pinOf()
    expect(pin).toMatchObject({ plate: 'LENT001', T1: 4.5, active_agreements: [3], status: 1 })
    for (const secretField of [
      'latitude',
      'longitude',
      'direction',
      'speed',
      'moving',
      'ignition',
      'gps_datetime',
    ])
      expect(pin).not.toHaveProperty(secretField)
    expect(pin?.active_alerts?.map(a => a.alert_id)).toEqual([2])
    expect((await guest.call(eyegeo.data, { params: { id: vehicle.id } })).status).toBe(403)
    expect((await guest.call(system.data, { params: { id: vehicle.id } })).data.power).toBeNull()
    const one = (await guest.call(vehicles.vehicleById, { params: { id: vehicle.id } })).data
    expect(one).toMatchObject({
      owned: false,
      odometer: null,
      gps_datetime: null,
      configurations: [],
    })
    const changed = await guest.call(vehicleUpdates, {
      params: { id: vehicle.id },
      query: { from: new Date(app.clock.now - HOUR).toISOString() },
    })
    expect(changed.data.kinds.sort()).toEqual(['alert', 'temperature'])
  })
  test('with the position sees it since the beginning of the agreement', async () => {
    await share(2, app.clock.now - HOUR, null)
    expect(await pinOf()).toMatchObject({ latitude: 45.4642, longitude: 9.19, moving: true })
    expect((await guest.call(eyegeo.data, { params: { id: vehicle.id } })).data.last).toMatchObject(
      { latitude: 45.4642 },
    )
    await app.ctx.pool.query('update vehicle_state set gps_datetime = $2 where vehicle_id = $1', [
      vehicle.id,
      new Date(app.clock.now - 2 * HOUR),
    ])
    expect(await pinOf()).not.toHaveProperty('latitude')
    expect((await guest.call(eyegeo.data, { params: { id: vehicle.id } })).data.last).toBeNull()
  })
  test('whose agreement was renewed sees the data of all its periods and nothing in between, as long as one of them is current [access.9]', async () => {
    const { ctx, clock, make } = app
    const DAY = 24 * HOUR
    const at = (days: number) => clock.now - days * DAY
    await share(2, at(90), at(60))
    for (const [from, to] of [
      [at(40), at(20)],
      [at(10), null],
    ] as const)
      for (const id of [2, 3]) await make.agreement(vehicle.id, guestUser.customer_id, id, from, to)
    await ctx.pool.query('delete from trips where vehicle_id = $1', [vehicle.id])
    for (const days of [95, 75, 50, 30, 15, 5])
      await ctx.pool.query(
        `insert into trips (vehicle_id, id, period_from, period_to, start_latitude, start_longitude, end_latitude, end_longitude, end_at, distance, max_speed, began_by, ended_by, updated_at)
         values ($1, gen_random_uuid(), $2, $3, 45, 9, 45, 9, $3, 1000, 50, $2, $3, $3)`,
        [vehicle.id, new Date(at(days)), new Date(at(days) + HOUR)],
      )
    const params = { id: vehicle.id }
    const tripsFrom = async (days: number) => {
      const period = {
        period_from: new Date(at(days)).toISOString(),
        period_to: new Date(at(days - 31)).toISOString(),
      }
      return (await guest.call(eyegeo.tripHistory, { params, query: period })).data.map(trip =>
        Math.round((clock.now - Date.parse(trip.period_from)) / DAY),
      )
    }
    expect(await tripsFrom(100)).toEqual([75])
    expect(await tripsFrom(60)).toEqual([30])
    expect(await tripsFrom(31)).toEqual([5, 30])
    const period = {
      period_from: new Date(at(31)).toISOString(),
      period_to: new Date(clock.now).toISOString(),
    }
    expect(
      (await guest.call(eyegeo.history, { params, query: period })).data.stops.map(s => [
        s.period_from,
        s.period_to,
      ]),
    ).toEqual([
      [new Date(at(31)).toISOString(), new Date(at(30)).toISOString()],
      [new Date(at(30) + HOUR).toISOString(), new Date(at(20) - 1).toISOString()],
      [new Date(at(10)).toISOString(), new Date(at(5)).toISOString()],
      [new Date(at(5) + HOUR).toISOString(), null],
    ])
    const lastOf = async (days: number) => {
      await ctx.pool.query(
        'update vehicle_state set gps_datetime = $2, latest = $3 where vehicle_id = $1',
        [
          vehicle.id,
          new Date(at(days)),
          JSON.stringify({ temperature: [at(days), { T1: 4.5, T2: null, T3: null, T4: null }] }),
        ],
      )
      const pin = await pinOf()
      const panel = (await guest.call(eyegeo.data, { params })).data.last
      return [pin?.latitude !== undefined, panel !== null, pin?.T1 !== undefined]
    }
    expect(await lastOf(30)).toEqual([true, true, true])
    expect(await lastOf(75)).toEqual([true, true, false])
    expect(await lastOf(15)).toEqual([false, false, false])
    await ctx.pool.query(
      'update vehicle_agreements set active_to = $2 where vehicle_id = $1 and active_to is null and agreement_id = 2',
      [vehicle.id, new Date(clock.now)],
    )
    expect((await guest.call(eyegeo.data, { params })).status).toBe(403)
    expect((await pinOf())?.latitude).toBeUndefined()
    expect(
      (
        await guest.call(vehicleUpdates, {
          params,
          query: { from: new Date(at(90)).toISOString() },
        })
      ).data.kinds,
    ).not.toContain('trip')
  })
  test('cannot change its settings [access.12]', async () => {
    await share(2, app.clock.now - HOUR, null)
    expect(
      (
        await guest.call(vehicles.setKmOffset, {
          params: { id: vehicle.id },
          body: { km_offset: 1 },
        })
      ).status,
    ).toBe(404)
    expect(
      (
        await guest.call(vehicles.setLogInterval, {
          params: { id: vehicle.id },
          body: { value: 900 },
        })
      ).status,
    ).toBe(404)
  })
  test('groups the vehicle in a fleet of the guest’s own [access.19, access.20]', async () => {
    await share(2, app.clock.now - HOUR, null)
    const fleet = await app.make.fleet(guestUser.customer_id, 'Ospiti', [vehicle.id])
    expect((await pinOf())?.fleet_id).toBe(fleet.id)
    const lender = await app.as(await app.make.user(vehicle.customer_id))
    expect((await lender.call(fleets.all, {})).data).toEqual([])
    expect((await lender.call(pins, {})).data[0]).not.toHaveProperty('fleet_id')
  })
  test('finds the vehicle among the removed ones when its agreement has ended [access.16]', async () => {
    const from = new Date(app.clock.now - 1_000).toISOString()
    await share(2, app.clock.now - HOUR, app.clock.now)
    expect((await guest.call(updates, { body: { from } })).data.removed).toEqual([vehicle.id])
  })
})

test('an alert of a customer’s own rule is visible to that customer alone, and an alert of the vehicle to everybody who holds its agreement [access.22, access.23, alerts.16, alerts.18]', async () => {
  const { make } = app
  const [mine, theirs] = [await make.customer(), await make.customer()]
  const vehicle = await make.vehicle(mine.id)
  await make.agreement(vehicle.id, mine.id, 2)
  await make.agreement(vehicle.id, theirs.id, 2)
  await make.incident(vehicle.id, 1)
  await make.incident(vehicle.id, 36)
  await make.incident(vehicle.id, 8, theirs.id)
  const seenBy = async (customer_id: number) => {
    const answer = await (await app.as(await make.user(customer_id))).call(active, { query: {} })
    return answer.data.map(a => a.alert_id).sort()
  }
  expect(await seenBy(mine.id)).toEqual([1])
  expect((await seenBy(theirs.id)).sort()).toEqual([1, 8])
})
test('the owner without an agreement still sees the position on the map and the system panel [access.1, access.2]', async () => {
  const { make } = app
  const customer = await make.customer()
  const vehicle = await make.vehicle(customer.id)
  await make.state(vehicle.id)
  const user = await app.as(await make.user(customer.id))
  expect((await user.call(pins, {})).data[0]).toMatchObject({ latitude: 45.4642 })
  expect((await user.call(system.data, { params: { id: vehicle.id } })).status).toBe(200)
  expect((await user.call(eyegeo.data, { params: { id: vehicle.id } })).status).toBe(403)
})
