// Private trips through the contract: no call shows what is private, to anybody; setting it later does not change the past.

import type { Endpoint } from '@flotta/core/contract.ts'
import { decodePolyline } from '@flotta/core/geo.ts'
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { backtest } from '../../alerts/alert-parameters/contract.ts'
import * as activealerts from '../../alerts/incidents/contract.ts'
import { endpoints } from '../../features.ts'
import * as feed from '../../integrations/feed/contract.ts'
import { delivery, links } from '../../integrations/links/contract.ts'
import { fleetPositions } from '../../integrations/positions/contract.ts'
import { hubs, hubVehicles } from '../../map/areas/contract.ts'
import { fleetTracks } from '../../map/fleet-tracks/contract.ts'
import { allPins, onePin, pins } from '../../map/global-map/contract.ts'
import * as live from '../../map/live/contract.ts'
import { timeMachine } from '../../map/time-machine/contract.ts'
import { makeProvider } from '../../people/users/testing.ts'
import { toDo } from '../../portal/dashboard/contract.ts'
import { openVisit, visitedVehicles } from '../../provider/visits/contract.ts'
import { reportParts } from '../../reports/reports/parts.ts'
import * as eyedoor from '../../services/eyedoor/contract.ts'
import * as eyefuel from '../../services/eyefuel/contract.ts'
import * as eyegeo from '../../services/eyegeo/contract.ts'
import { allOverviews } from '../../services/overviews/contract.ts'
import * as system from '../../services/system/contract.ts'
import * as tandt from '../../services/tandt/contract.ts'
import { replayVehicle } from '../../telemetry/pipeline/replay.ts'
import { fixAt } from '../../telemetry/pipeline/testing.ts'
import {
  driven,
  familyOf,
  type HeardVehicle,
  heardVehicle,
} from '../../telemetry/pipeline/testing-vehicle.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { readSheet, reportAskFor } from '../../testing/reports.ts'
import { agreementIds } from '../agreements/contract.ts'
import { driverData } from '../drivers/contract.ts'
import { makeDriver } from '../drivers/testing.ts'
import * as vehicles from '../vehicles/contract.ts'
import * as contract from './contract.ts'
import { privateTimesOf } from './private-times.ts'
import './tables.ts'

const family = familyOf({
  ignition: { id: 1, width: 1 },
  movement: { id: 2, width: 1 },
  odometer: { id: 3 },
  in1: { id: 4, width: 1 },
  in2: { id: 6, width: 1 },
  can_fuel_level: { id: 5, width: 1 },
  private_mode: { id: 391, width: 1 },
})
/** Where it drives on business, and where privately: digits that occur nowhere else. */
const [BUSINESS, PRIVATE] = [
  { latitude: 45.7123, longitude: 9.1 },
  { latitude: 44.4321, longitude: 11.2345 },
] as const
/** The vehicle drives to the east, so only its latitude is constant. The seconds of a time do not count. */
const ANYWHERE_PRIVATE = /(?<!\d|:\d\d:)44\.432/

/** Approximate degrees of longitude of forty minutes at 60 km/h. */
const STRETCH = 0.51

let app: TestApp
beforeAll(async () => {
  app = await testApp({ answers: true })
})
afterAll(() => app.close())

/** A drive on business, then a private one that is just ending; each with a door, fuel and an alert. */
async function company() {
  const owner = await app.make.customer({ configurations: { drivers_active: '1' } })
  const car = await heardVehicle(app, family, owner.id, agreementIds, {
    wiring: { door_1: 'in1', beacon: 'in2' },
  })
  const now = Math.floor(app.clock.now / MINUTE) * MINUTE
  const [from, private_from] = [now - 4 * HOUR, now - 2 * HOUR]
  const way = (at: number, where: typeof BUSINESS | typeof PRIVATE) =>
    driven(family, { from: at, minutes: 40, ...where }, minute => ({
      ignition: minute === 40 ? 0 : 1,
      movement: minute === 40 ? 0 : 1,
      odometer: (at - from) / 100 + minute * 1_000,
      in1: minute % 10 === 5 ? 1 : 0,
      in2: minute < 20 ? 7 : 9,
      can_fuel_level: 80,
    })).concat(
      // the vehicle stands there, and its tank has been emptied
      Array.from({ length: 10 }, (_, i) =>
        family.message(
          at + (45 + 5 * i) * MINUTE,
          { ignition: 0, movement: 0, in1: 0, can_fuel_level: 30 },
          fixAt(where.latitude, where.longitude + STRETCH),
        ),
      ),
    )
  await car.hear(...way(from, BUSINESS))
  await car.hear(...way(private_from + 20 * MINUTE, PRIVATE))
  for (const [at, where] of [
    [from, BUSINESS],
    [private_from + 30 * MINUTE, PRIVATE],
  ] as const) {
    const id = await app.make.incident(car.vehicle_id, 1)
    await app.ctx.pool.query(
      `update incidents set opened_at = $2, gps_datetime = $2, latitude_e7 = $3, longitude_e7 = $4, closed_at = case when $5 then $2::timestamptz end, closed_as = case when $5 then 'cleared' end where id = $1`,
      [
        id,
        new Date(at),
        Math.round(where.latitude * 1e7),
        Math.round(where.longitude * 1e7),
        where === BUSINESS,
      ],
    )
  }
  const driver = await makeDriver(app.ctx.db, owner.id, { private_trips: true })
  await app.ctx.db
    .insertInto('driver_activities')
    .values({
      customer_id: owner.id,
      vehicle_id: car.vehicle_id,
      driver_id: driver.id,
      period_from: new Date(from),
      period_to: null,
    })
    .execute()
  const user = await app.make.user(owner.id, 'control')
  return { owner, car, driver, from, private_from, now, caller: await app.as(user) }
}
type Company = Awaited<ReturnType<typeof company>>
const enter = ({ caller, car, driver, private_from }: Company, to: number | null = null) =>
  caller.call(contract.enterPrivateTrip, {
    params: { id: car.vehicle_id },
    body: {
      driver_id: driver.id,
      period_from: new Date(private_from).toISOString(),
      period_to: to === null ? null : new Date(to).toISOString(),
    },
  })
/** All coordinates in an answer, even those within polylines. */
function coordinatesIn(text: string): string {
  const lines = [...text.matchAll(/"(?:path|polyline)":"((?:[^"\\]|\\.)*)"/g)].map(([, line]) =>
    JSON.stringify(decodePolyline(JSON.parse(`"${line}"`))),
  )
  return [text, ...lines].join('\n')
}

/** Every endpoint that tells where a vehicle is or was, and how it is asked; what tells other places says what they are. */
/** Called by the company's own user unless another caller is given. */
type EndpointCall = readonly [Endpoint, object, Caller?]
type CallOf = (of: Company) => EndpointCall | Promise<EndpointCall>
const period = ({ from, now }: Company) => ({
  period_from: new Date(from - HOUR).toISOString(),
  period_to: new Date(now).toISOString(),
})
const id = ({ car }: Company) => ({ id: car.vehicle_id })
const openIds = async ({ caller }: Company) =>
  (await caller.call(activealerts.active, { query: {} })).data.map(a => a.id)
const callsByEndpoint: Readonly<Record<string, CallOf>> = {
  'GET /services/eyegeo/:id': c => [eyegeo.data, { params: id(c) }],
  'GET /services/eyegeo/:id/history': c => [eyegeo.history, { params: id(c), query: period(c) }],
  'GET /services/eyegeo/:id/track': c => [eyegeo.longTrack, { params: id(c), query: period(c) }],
  'GET /services/eyegeo/:id/trip_history': c => [
    eyegeo.tripHistory,
    { params: id(c), query: period(c) },
  ],
  'GET /services/eyedoor/:id/history': c => [eyedoor.history, { params: id(c), query: period(c) }],
  'GET /services/eyefuel/:id/history': c => [eyefuel.history, { params: id(c), query: period(c) }],
  'GET /services/tandt/:id/history': c => [tandt.history, { params: id(c), query: period(c) }],
  'GET /pins': () => [pins, {}],
  'GET /pins/:id': c => [onePin, { params: id(c) }],
  'POST /updates': c => [live.updates, { body: { from: new Date(c.from).toISOString() } }],
  // an acknowledged alert is not on the to-do list
  'GET /dashboard/to_do': () => [toDo, {}],
  'PUT /alerts/active/acknowledge': async c => [
    activealerts.acknowledge,
    { body: { ids: await openIds(c) } },
  ],
  'PUT /alerts/active/assign': async c => [
    activealerts.assign,
    { body: { ids: await openIds(c), user_id: null } },
  ],
  'PUT /alerts/active/snooze': async c => [
    activealerts.snooze,
    { body: { ids: await openIds(c), until: null } },
  ],
  'POST /vehicles/:id/alert_parameters/:alert_id/backtest': c => [
    backtest,
    { params: { ...id(c), alert_id: 1 }, body: { threshold: 30, days: 2 } },
  ],
  'GET /pins/all': () => [allPins, {}],
  'GET /time_machine': c => [timeMachine, { query: period(c) }],
  'GET /fleet_tracks': c => [fleetTracks, { query: period(c) }],
  'GET /alerts/active': () => [activealerts.active, { query: {} }],
  'GET /alerts/history': c => [activealerts.history, { query: period(c) }],
  'GET /services/system/:id': c => [system.data, { params: id(c) }],
  'GET /follow/:token': async c => {
    const { data } = await c.caller.call(links.create, {
      body: {
        vehicle_id: c.car.vehicle_id,
        from: new Date(c.from).toISOString(),
        to: new Date(c.now + HOUR).toISOString(),
      },
    })
    return [delivery, { params: { token: data.url.split('/').at(-1) }, query: {} }]
  },
  ...Object.fromEntries(
    [feed.positions, feed.trips, feed.incidents].map(endpoint => [
      `GET ${endpoint.path}`,
      (c: Company): EndpointCall => [endpoint, { query: { from: period(c).period_from } }],
    ]),
  ),
  'GET /positions': c => [fleetPositions, { query: period(c) }],
  'GET /provider/visits/:id/vehicles': async ({ owner }) => {
    const provider = await app.as(await makeProvider(app.ctx))
    const visit = await provider.call(openVisit, {
      body: { customer_id: owner.id, reason: 'Ticket 7: the tracker stays silent' },
    })
    return [visitedVehicles, { params: { id: visit.data.id } }, provider]
  },
  'GET /vehicles/:id/updates': c => [
    live.vehicleUpdates,
    { params: id(c), query: { from: new Date(c.from).toISOString() } },
  ],
}
/** Endpoints with places that are no vehicle's, or that another test covers. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  'what the company has drawn itself': ['hubs', 'pois', 'trips']
    .flatMap(of => [`GET /${of}`, `GET /${of}/:id`, `POST /${of}`, `PUT /${of}/:id`])
    .concat(
      ['hubs', 'pois'].flatMap(areas => [
        `GET /${areas}/all`,
        `POST /${areas}/bulk`,
        `POST /${areas}/import`,
      ]),
    ),
  'what the caller asks for': [
    'GET /geocoding/autocomplete',
    'GET /geocoding/reverse',
    'GET /routing/directions',
  ],
  'the same pins as they are read': ['GET /stream'],
  'files of the installation': ['GET /provider/backups'],
  'one trip, and the driver’s own data, below': [
    'GET /services/eyegeo/:id/trip/:trip_id',
    'GET /drivers/:id/data',
  ],
}

describe('a place in a private time [private-trips.4]', () => {
  const names = new Set([
    'latitude',
    'longitude',
    'lat',
    'lng',
    'lon',
    'path',
    'polyline',
    'geometry',
    'place',
  ])
  const tells = (schema: unknown): boolean =>
    typeof schema === 'object' &&
    schema !== null &&
    Object.entries(schema).some(
      ([key, value]) =>
        (key === 'properties' && Object.keys(value as object).some(p => names.has(p))) ||
        tells(value),
    )
  let before: Company
  let after: Company
  beforeAll(async () => {
    ;[before, after] = [await company(), await company()]
    expect((await enter(after)).status).toBe(201)
  })
  test('can only be in the endpoints that this test names', () => {
    const paths = endpoints
      .filter(e => tells(z.toJSONSchema(e.reply, { io: 'output', unrepresentable: 'any' })))
      .map(e => `${e.method} ${e.path}`)
    expect(paths.toSorted()).toEqual(
      [...Object.keys(callsByEndpoint), ...Object.values(elsewhere).flat()].toSorted(),
    )
  })
  test.each(Object.entries(callsByEndpoint))('is hidden by %s', async (_, asked) => {
    const texts = []
    for (const tenant of [before, after]) {
      const [endpoint, args, caller = tenant.caller] = await asked(tenant)
      const answer = await caller.call(endpoint, args as never)
      expect(answer.status, answer.text).toBe(200)
      texts.push(coordinatesIn(answer.text))
    }
    // without private times it would show them
    expect(texts[0]).toMatch(ANYWHERE_PRIVATE)
    expect(texts[1]).not.toMatch(ANYWHERE_PRIVATE)
  })
  test.each(['geojson', 'kml', 'gpx'])(
    'is hidden in the file of trips for maps: %s',
    async format => {
      const texts = []
      for (const tenant of [before, after]) {
        const answer = await tenant.caller.call(eyegeo.exportTrips, {
          params: id(tenant),
          query: { ...period(tenant), format },
        } as never)
        expect(answer.status, answer.text).toBe(200)
        texts.push(answer.text)
      }
      expect(texts[0]).toMatch(ANYWHERE_PRIVATE)
      expect(texts[1]).not.toMatch(ANYWHERE_PRIVATE)
    },
  )
  test('is hidden in every sheet of every report [private-trips.7]', async () => {
    const cellsOf = async ({ owner, from, now }: Company) => {
      const ask = await reportAskFor(
        app.ctx,
        owner.id,
        { from: from - HOUR, to: now },
        { addresses: false },
      )
      const cells: unknown[] = []
      for (const part of reportParts.values())
        for (const sheet of part.sheets(ask))
          cells.push(...(await readSheet(ask, sheet)).rows.flatMap(row => Object.values(row)))
      return cells.map(String)
    }
    const [open, hidden] = [await cellsOf(before), await cellsOf(after)]
    expect(open.filter(cell => ANYWHERE_PRIVATE.test(cell)).length).toBeGreaterThan(5)
    expect(hidden.filter(cell => ANYWHERE_PRIVATE.test(cell))).toEqual([])
    expect(hidden).toContain('Private')
    // a stop of two days has a row in each, so the number of rows with a place depends on the time of day
    const onBusiness = (cells: readonly string[]) =>
      [...new Set(cells.filter(cell => cell.includes('45.712')))].toSorted()
    expect(onBusiness(hidden)).toEqual(onBusiness(open))
    expect(onBusiness(open)).not.toEqual([])
  })
  test.each(['view', 'edit', 'control'] as const)(
    'is hidden from the role %s of the company itself [private-trips.5]',
    async role => {
      const place = async ({ owner, car }: Company) => {
        const caller = await app.as(await app.make.user(owner.id, role))
        const answer = await caller.call(onePin, { params: { id: car.vehicle_id } })
        return [answer.status, ANYWHERE_PRIVATE.test(answer.text)]
      }
      expect([await place(before), await place(after)]).toEqual([
        [200, true],
        [200, false],
      ])
    },
  )
  test('is hidden from a guest [private-trips.6]', async () => {
    const guest = await app.make.customer()
    await app.make.agreement(after.car.vehicle_id, guest.id, 2, 0)
    const caller = await app.as(await app.make.user(guest.id))
    for (const name of [
      'GET /services/eyegeo/:id',
      'GET /services/eyegeo/:id/history',
      'GET /services/eyegeo/:id/trip_history',
      'GET /pins',
      'GET /time_machine',
      'GET /fleet_tracks',
    ]) {
      const [endpoint, args] = await (callsByEndpoint[name] as CallOf)(after)
      expect(coordinatesIn((await caller.call(endpoint, args as never)).text)).not.toMatch(
        ANYWHERE_PRIVATE,
      )
    }
  })
  test('does not put the vehicle among those in its area [private-trips.11]', async () => {
    const alertsOf = async (of: Company) => {
      const { data: hub } = await of.caller.call(hubs.create, {
        body: {
          name: 'Casa',
          code: 'CASA',
          color: '#112233',
          radius: 500,
          latitude: PRIVATE.latitude,
          longitude: PRIVATE.longitude + STRETCH,
        },
      })
      return (await of.caller.call(hubVehicles, { params: { id: hub.id }, query: {} })).data
    }
    expect([(await alertsOf(before)).length, (await alertsOf(after)).length]).toEqual([1, 0])
  })
  test('leaves kilometres, duration, speed and odometer visible, and the vehicle is marked as private [private-trips.1, private-trips.8]', async () => {
    const trips = async (of: Company) =>
      (await of.caller.call(eyegeo.tripHistory, { params: id(of), query: period(of) })).data
    const [[open], [hidden, business]] = [await trips(before), await trips(after)]
    expect(hidden).toMatchObject({
      km: open?.km,
      max_speed: open?.max_speed,
      duration: open?.duration,
      start: null,
      end: null,
      path: '',
      private: true,
    })
    expect(business).toMatchObject({ start: { latitude: 45.7123 } })
    expect(business).not.toHaveProperty('private')
    const vehicle = async (of: Company) =>
      (await of.caller.call(vehicles.vehicleById, { params: id(of) })).data
    expect((await vehicle(after)).odometer).toBe((await vehicle(before)).odometer)
    expect(await vehicle(after)).toMatchObject({ gps_datetime: null, odometer: expect.any(Number) })
    expect((await after.caller.call(onePin, { params: id(after) })).data).toMatchObject({
      private: true,
    })
    expect((await before.caller.call(onePin, { params: id(before) })).data).not.toHaveProperty(
      'private',
    )
    expect((await after.caller.call(eyegeo.data, { params: id(after) })).data).toEqual({
      last: null,
      since: null,
      private: true,
    })
    expect(
      (await after.caller.call(allOverviews('eyegeo') as Endpoint, {} as never)).text,
    ).not.toMatch(ANYWHERE_PRIVATE)
  })
  test('is hidden in the trip that is read by its id', async () => {
    const [[hidden]] = [
      (await after.caller.call(eyegeo.tripHistory, { params: id(after), query: period(after) }))
        .data,
    ]
    const one = await after.caller.call(eyegeo.trip, {
      params: { ...id(after), trip_id: hidden?.id ?? '' },
    })
    expect(one.data).toMatchObject({
      trip: { start: null, end: null, private: true },
      polyline: '',
      positions: { at: [] },
    })
  })
  test('is hidden in a stop, of which only the part before the private time has its place', async () => {
    const { data } = await after.caller.call(eyegeo.history, {
      params: id(after),
      query: period(after),
    })
    expect(
      data.stops.map(({ period_from, latitude, private: hidden }) => [
        (Date.parse(period_from) - after.private_from) / MINUTE,
        latitude,
        hidden,
      ]),
    ).toEqual([
      [-80, expect.closeTo(45.7123, 4), undefined],
      [0, null, true],
      [60, null, true],
    ])
  })
  test('is in the driver’s own data, whose export is recorded [private-trips.15]', async () => {
    const ownData = await after.caller.call(driverData, { params: { id: after.driver.id } })
    expect(ownData.text).toMatch(ANYWHERE_PRIVATE)
    expect(ownData.data.private_trips).toEqual([
      {
        plate: after.car.vehicle.plate,
        period_from: new Date(after.private_from).toISOString(),
        period_to: null,
      },
    ])
    const { rows } = await app.ctx.pool.query('select what from looks where driver_id = $1', [
      after.driver.id,
    ])
    expect(rows).toEqual([{ what: 'driver_data' }])
  })
  test('stays hidden when the private time has ended [private-trips.9]', async () => {
    const vehicle = { id: after.car.vehicle_id, plate: after.car.vehicle.plate }
    const trip = {
      id: expect.any(Number),
      vehicle,
      period_from: new Date(after.private_from).toISOString(),
    }
    expect((await after.caller.call(contract.privateDrivers, {})).data).toEqual([
      { driver_id: after.driver.id, trip, vehicle },
    ])
    const stranger = await app.as(await app.make.user((await app.make.customer()).id))
    expect((await stranger.call(contract.privateDrivers, {})).data).toEqual([])
    const { data: all } = await after.caller.call(contract.privateTrips, { params: id(after) })
    const { data } = await after.caller.call(contract.endPrivateTrip, {
      params: { ...id(after), entry_id: all[0]?.id ?? 0 },
      body: {},
    })
    expect(data[0]).toMatchObject({
      period_to: new Date(app.clock.now).toISOString(),
      driver: { id: after.driver.id },
    })
    expect((await after.caller.call(onePin, { params: id(after) })).text).not.toMatch(
      ANYWHERE_PRIVATE,
    )
    expect((await after.caller.call(contract.privateDrivers, {})).data).toEqual([
      { driver_id: after.driver.id, trip: null, vehicle },
    ])
  })
})

test('a trip that becomes private on the way is cut there, and its first part stays the company’s, in the list, alone and in reports [private-trips.10]', async () => {
  const tenant = await company()
  const trips = async () =>
    (await tenant.caller.call(eyegeo.tripHistory, { params: id(tenant), query: period(tenant) }))
      .data
  const [, whole] = await trips()
  expect((await enter({ ...tenant, private_from: tenant.from + 20 * MINUTE })).status).toBe(201)
  const [later, hidden, business] = await trips()
  const cut = new Date(tenant.from + 20 * MINUTE).toISOString()
  expect([later?.private, hidden?.private, business?.private]).toEqual([true, true, undefined])
  expect(business).toMatchObject({
    id: whole?.id,
    period_to: cut,
    duration: 1_200,
    start: whole?.start,
    end: { latitude: 45.7123 },
    path: expect.stringMatching(/.+/),
  })
  expect(hidden).toMatchObject({
    period_from: cut,
    period_to: whole?.period_to,
    start: null,
    end: null,
    path: '',
  })
  expect((business?.km ?? 0) + (hidden?.km ?? 0)).toBeCloseTo(whole?.km ?? 0, 1)
  for (const trip of [business, hidden]) {
    const one = await tenant.caller.call(eyegeo.trip, {
      params: { ...id(tenant), trip_id: trip?.id ?? '' },
    })
    expect(one.data.trip).toMatchObject({
      period_from: trip?.period_from,
      period_to: trip?.period_to,
      km: trip?.km,
    })
  }
  const ask = await reportAskFor(
    app.ctx,
    tenant.owner.id,
    { from: tenant.from - HOUR, to: tenant.now },
    { addresses: false },
  )
  const summary = [...reportParts.values()]
    .flatMap(part => part.sheets(ask))
    .find(sheet => sheet.key === 'eyegeo_summary')
  if (summary === undefined) throw new Error('there is no summary')
  const [row] = (await readSheet(ask, summary)).rows
  expect(row).toMatchObject({ driving: 1_200, trips: 1 })
})

describe('hours', () => {
  const STEP = 5 * MINUTE
  const always = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }]
  const isPrivate = async ({ car }: { readonly car: HeardVehicle }, at: number) =>
    (await privateTimesOf(app.ctx.pool, [car.vehicle_id])).get(car.vehicle_id)?.holds(at) === true
  test('belong to the company or to a vehicle, from when they are set and by their own clock [private-trips.1, private-trips.12, private-trips.13]', async () => {
    const { caller, car, ...rest } = await company()
    const subject = { car, ...rest }
    const start = app.clock.now
    expect((await caller.call(contract.companyHours, {})).data).toEqual({
      hours: [],
      timezone: 'Europe/Rome',
      changed_at: null,
      changed_by: null,
    })
    expect(
      (await caller.call(contract.setCompanyHours, { body: { hours: always } })).data,
    ).toMatchObject({ hours: always, changed_by: expect.any(String) })
    app.clock.now += STEP
    await caller.call(contract.setVehicleHours, {
      params: { id: car.vehicle_id },
      body: { hours: [] },
    })
    app.clock.now += STEP
    await caller.call(contract.setVehicleHours, {
      params: { id: car.vehicle_id },
      body: { hours: null },
    })
    app.clock.now += STEP
    await caller.call(contract.setCompanyHours, { body: { hours: [] } })
    const answers = [-1, 0, STEP - 1, STEP, 2 * STEP, 3 * STEP].map(ms =>
      isPrivate(subject, start + ms),
    )
    expect(await Promise.all(answers)).toEqual([false, true, true, false, true, false])
    expect(
      (await caller.call(contract.vehicleHours, { params: { id: car.vehicle_id } })).data,
    ).toMatchObject({ hours: null })
  })
  test('that are set again unchanged keep their beginning', async () => {
    const { caller } = await company()
    const { data } = await caller.call(contract.setCompanyHours, { body: { hours: always } })
    app.clock.now += STEP
    expect((await caller.call(contract.setCompanyHours, { body: { hours: always } })).data).toEqual(
      data,
    )
  })
  test('need a day and a clock, while a private trip needs a known driver, and a person who may only look sets neither [private-trips.16]', async () => {
    const tenant = await company()
    const viewer = await app.as(await app.make.user(tenant.owner.id, 'view'))
    expect((await viewer.call(contract.setCompanyHours, { body: { hours: always } })).status).toBe(
      403,
    )
    expect((await enter({ ...tenant, caller: viewer })).status).toBe(403)
    const refused = async (body: object) =>
      (await tenant.caller.call(contract.setCompanyHours, { body } as never)).status
    expect([
      await refused({ hours: [{ days: [], from: '08:00', to: '09:00' }] }),
      await refused({ hours: [{ days: [1], from: '8', to: '25:00' }] }),
    ]).toEqual([422, 422])
    const otherDriver = await makeDriver(app.ctx.db, tenant.owner.id)
    const stranger = await makeDriver(app.ctx.db, (await app.make.customer()).id, {
      private_trips: true,
    })
    for (const driver of [otherDriver, stranger]) {
      const answer = await enter({ ...tenant, driver })
      expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, ['driver_id']])
    }
    expect((await enter(tenant, tenant.private_from)).failure.data).toHaveProperty('period_to')
    expect(
      (
        await tenant.caller.call(contract.endPrivateTrip, {
          params: { ...id(tenant), entry_id: 2_000_000_000 },
          body: {},
        })
      ).status,
    ).toBe(404)
  })
})

test('of the device’s private mode last from one switch to the next, even when its records come late [private-trips.1, private-trips.14]', async () => {
  const owner = await app.make.customer()
  const car = await heardVehicle(app, family, owner.id, agreementIds)
  const caller = await app.as(await app.make.user(owner.id, 'control'))
  const from = Math.floor(app.clock.now / MINUTE) * MINUTE - 3 * HOUR
  const record = (
    minute: number,
    private_mode: 0 | 1,
    where: { readonly latitude: number; readonly longitude: number },
  ) =>
    driven(family, { from: from + minute * MINUTE, minutes: 0, ...where }, () => ({ private_mode }))
  await car.hear(...record(0, 0, BUSINESS), ...record(10, 1, PRIVATE), ...record(60, 0, BUSINESS))
  const track = async () => {
    const query = {
      period_from: new Date(from).toISOString(),
      period_to: new Date(app.clock.now).toISOString(),
    }
    return (await caller.call(eyegeo.history, { params: { id: car.vehicle_id }, query })).data.track
      .latitude
  }
  const turns = async () =>
    (await caller.call(contract.privateTrips, { params: { id: car.vehicle_id } })).data.map(t =>
      [t.period_from, t.period_to].map(at => at && (Date.parse(at) - from) / MINUTE),
    )
  expect([await turns(), (await track()).length]).toEqual([[[10, 60]], 2])
  // private mode was switched off after half an hour, but the records of it arrive only now
  await car.hear(...record(30, 0, { ...BUSINESS, longitude: 9.3 }))
  await replayVehicle(car.vehicle_id, {
    ...app.ctx,
    profiles: new Map([[family.profile.code, family.profile]]),
  })
  expect([await turns(), (await track()).length]).toEqual([[[10, 30]], 3])
})
