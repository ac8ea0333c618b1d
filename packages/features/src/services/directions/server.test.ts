// Trips of a vehicle, planned and driven, through the contract.
import { encodePolyline } from '@flotta/core/geo.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { plannedTrips } from '../../map/planner/contract.ts'
import { type Caller, type TestApp, testApp, type Vehicle } from '../../testing/app.ts'
import { data, driven, history } from './contract.ts'

const MIN = 60_000
let app: TestApp
let caller: Caller
let customer_id: number
let vehicle: Vehicle
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  customer_id = (await app.make.customer()).id
  vehicle = await app.make.vehicle(customer_id)
  for (const id of [agreement.directions, agreement.eyegeo])
    await app.make.agreement(vehicle.id, customer_id, id)
  caller = await app.as(await app.make.user(customer_id, 'edit'))
})

/** A hundredth of a degree north is 1,112 m. */
const line = Array.from({ length: 51 }, (_, i): [number, number] => [45 + i / 100, 9])
const places = [45, 45.25, 45.5].map((lat, i) => ({ address: `Tappa ${i + 1}`, lat, lng: 9 }))
const planTrip = async (startdate: number, some: object = {}) =>
  (
    await caller.call(plannedTrips.create, {
      body: {
        name: 'Verso nord',
        startdate: new Date(startdate).toISOString(),
        vehicle_id: vehicle.id,
        waypoints: places,
        route: { geometry: encodePolyline(line), distance: 55_600, duration: 3_000 },
        ...some,
      },
    })
  ).data
/** [minutes after `start`, latitude] */
const drove = async (start: number, ...rows: (readonly [number, number])[]) => {
  for (const [seq, [minute, lat]] of rows.entries())
    await app.ctx.pool.query(
      'insert into positions (message_datetime, vehicle_id, latitude_e7, longitude_e7, seq, speed, direction) values ($1, $2, $3, 90000000, $4, 60, 0)',
      [new Date(start + minute * MIN), vehicle.id, Math.round(lat * 1e7), seq],
    )
}
const ask = async (trip_id: number) =>
  caller.call(driven, { params: { id: vehicle.id }, query: { trip_id } })

test('a driven trip gives its departure, its arrival at each place and its distance [directions.3]', async () => {
  const start = Math.ceil(app.clock.now / MIN) * MIN
  const trip = await planTrip(start)
  await drove(
    start,
    [-5, 45],
    [0, 45],
    [5, 45],
    [20, 45.15],
    [35, 45.25],
    [40, 45.25],
    [70, 45.5],
    [75, 45.5],
  )
  await app.ctx.pool.query(
    `insert into trips (vehicle_id, id, period_from, period_to, start_latitude, start_longitude, end_latitude, end_longitude, end_at, distance, max_speed, began_by, ended_by, updated_at)
     values ($1, gen_random_uuid(), $2, $3, 45, 9, 45.5, 9, $3, 57200, 80, $2, $3, $3)`,
    [vehicle.id, new Date(start + 5 * MIN), new Date(start + 70 * MIN)],
  )
  app.clock.now = start + 80 * MIN
  caller = await app.as(await app.make.user(customer_id, 'view'))
  const iso = (minute: number) => new Date(start + minute * MIN).toISOString()
  expect((await ask(trip.id)).data).toEqual({
    state: 'done',
    departure: { planned_at: iso(0), at: iso(5), delay: 300 },
    arrival: { planned_at: iso(50), at: iso(70), delay: 1_200 },
    distance: { planned: 55_600, driven: 57_200 },
    waypoints: [
      { planned_at: iso(0), at: iso(5), delay: 300 },
      { planned_at: iso(25), at: iso(35), delay: 600 },
      { planned_at: iso(50), at: iso(70), delay: 1_200 },
    ],
  })
})
test('a trip without data is marked as such, without invented values [directions.4]', async () => {
  const start = app.clock.now + 5 * MIN
  const trip = await planTrip(start)
  const before = (await ask(trip.id)).data
  expect([before.state, before.arrival.at, before.distance.driven]).toEqual(['ahead', null, null])
  app.clock.now = start + 120 * MIN
  caller = await app.as(await app.make.user(customer_id, 'view'))
  const after = (await ask(trip.id)).data
  expect([after.state, after.departure.at, after.arrival.delay, after.distance.driven]).toEqual([
    'no_data',
    null,
    null,
    null,
  ])
  expect(after.waypoints.map(w => w.at)).toEqual([null, null, null])
})
test('the list has the trips ahead of the vehicle, the next first, and the trips that began in a period [directions.2]', async () => {
  const now = app.clock.now
  const [late, soon] = [
    await planTrip(now + 600 * MIN, { name: 'Dopo' }),
    await planTrip(now + 60 * MIN, { name: 'Prima' }),
  ]
  await planTrip(now + 90 * MIN, { name: 'Altrove', vehicle_id: null })
  expect(
    (await caller.call(data, { params: { id: vehicle.id } })).data.trips.map(t => t.id),
  ).toEqual([soon.id, late.id])
  const query = {
    period_from: new Date(now).toISOString(),
    period_to: new Date(now + 120 * MIN).toISOString(),
  }
  expect(
    (await caller.call(history, { params: { id: vehicle.id }, query })).data.map(t => t.name),
  ).toEqual(['Prima'])
})
test('a trip of another vehicle or customer is refused like an unknown one, and without the agreement the tab is closed [directions.5, directions.6]', async () => {
  const otherVehicle = await planTrip(app.clock.now + 60 * MIN, { vehicle_id: null })
  const refusal = await ask(otherVehicle.id)
  expect([refusal.status, Object.keys(refusal.failure.data ?? {})]).toEqual([422, ['trip_id']])
  expect((await ask(2_000_000_000)).text).toBe(refusal.text)
  await app.ctx.pool.query(
    'delete from vehicle_agreements where vehicle_id = $1 and agreement_id = $2',
    [vehicle.id, agreement.directions],
  )
  expect((await caller.call(data, { params: { id: vehicle.id } })).status).toBe(403)
})
test('a guest plans for itself, and compares only with what it sees of the vehicle [directions.7]', async () => {
  const guest = (await app.make.customer()).id
  const start = app.clock.now
  await drove(start, [-5, 45], [0, 45], [20, 45.25], [50, 45.5])
  await app.make.agreement(vehicle.id, guest, agreement.directions)
  caller = await app.as(await app.make.user(guest, 'edit'))
  const trip = await planTrip(start + 1_000)
  app.clock.now += 120 * MIN
  caller = await app.as(await app.make.user(guest, 'edit'))
  expect((await ask(trip.id)).data.state).toBe('no_data')
  const owner = await app.as(await app.make.user(customer_id, 'view'))
  expect((await owner.call(data, { params: { id: vehicle.id } })).data.trips).toEqual([])
})
