// Planned trips of a customer, through the contract.
import { encodePolyline } from '@flotta/core/geo.ts'
import { excessBy } from '@flotta/platform/http/bounds.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { exportPlannedTrip, PlannedTripForm, plannedTrips } from './contract.ts'
import { KEPT_BENDS, LONGEST_GEOMETRY, MOST_WAYPOINTS } from './rules.ts'

let app: TestApp
let caller: Caller
let customer_id: number
beforeAll(async () => {
  app = await testApp()
  customer_id = (await app.make.customer({ name: 'Trasporti Rossi' })).id
  caller = await app.as(await app.make.user(customer_id, 'edit'))
})
afterAll(() => app.close())

const inHours = (hours: number) => new Date(app.clock.now + hours * 3_600_000).toISOString()
const piacenza = {
  address: 'Via Emilia 1',
  city: 'Piacenza',
  zip_code: '29121',
  lat: 45.0524,
  lng: 9.6934,
  notes: 'Ribalta 4',
}
const parma = {
  address: 'Parma (PR)',
  city: null,
  zip_code: null,
  lat: 44.8015,
  lng: 10.3279,
  notes: null,
}
const route = { geometry: '_p~iF~ps|U_ulLnnqC', distance: 62_345.6, duration: 2_700 }
const body = (some: object = {}) => ({
  name: 'Consegna Parma',
  startdate: inHours(2),
  waypoints: [piacenza, parma],
  route,
  ...some,
})

test('a trip is planned, read, changed and removed, and its arrival follows from its start and the duration of its route [api.68, planner.3, planner.4, planner.5, planner.7]', async () => {
  const startdate = inHours(2)
  const created = await caller.call(plannedTrips.create, {
    body: body({ startdate, options: { toll: true } }),
  })
  expect([created.status, created.data]).toEqual([
    201,
    {
      id: expect.any(Number),
      name: 'Consegna Parma',
      startdate,
      arrival: new Date(Date.parse(startdate) + 2_700_000).toISOString(),
      vehicle_id: null,
      waypoints: [piacenza, parma].map(stop => ({
        latitude: stop.lat,
        longitude: stop.lng,
        ...stop,
      })),
      options: { ferry: false, toll: true, motorway: false },
      route,
      approximate: false,
    },
  ])
  const { id } = created.data
  expect((await caller.call(plannedTrips.one, { params: { id } })).data).toEqual(created.data)
  const later = inHours(5)
  const changed = await caller.call(plannedTrips.update, {
    params: { id },
    body: { startdate: later },
  })
  expect(changed.data).toEqual({
    ...created.data,
    startdate: later,
    arrival: new Date(Date.parse(later) + 2_700_000).toISOString(),
  })
  const slower = await caller.call(plannedTrips.update, {
    params: { id },
    body: { route: { ...route, duration: 5_400 }, options: { ferry: true } },
  })
  expect(slower.data).toMatchObject({
    arrival: new Date(Date.parse(later) + 5_400_000).toISOString(),
    options: { ferry: true, toll: false, motorway: false },
    waypoints: [piacenza, parma],
  })
  expect((await caller.call(plannedTrips.remove, { params: { id } })).status).toBe(204)
  expect((await caller.call(plannedTrips.one, { params: { id } })).status).toBe(404)
})
test('colleagues of every role see a trip, those who may write change it, and another customer does neither [planner.1]', async () => {
  const { id } = (await caller.call(plannedTrips.create, { body: body({ name: 'Condiviso' }) }))
    .data
  const viewer = await app.as(await app.make.user(customer_id, 'view'))
  const colleague = await app.as(await app.make.user(customer_id, 'control'))
  const stranger = await app.as(await app.make.user((await app.make.customer()).id, 'control'))
  expect(
    (await viewer.call(plannedTrips.list, { query: { search: 'condiviso' } })).data.map(t => t.id),
  ).toEqual([id])
  expect(
    (await viewer.call(plannedTrips.update, { params: { id }, body: { name: 'Mio' } })).status,
  ).toBe(403)
  expect((await viewer.call(plannedTrips.create, { body: body() })).status).toBe(403)
  expect(
    (await colleague.call(plannedTrips.update, { params: { id }, body: { name: 'Nostro' } })).data
      .name,
  ).toBe('Nostro')
  expect((await stranger.call(plannedTrips.list, { query: {} })).data).toEqual([])
  for (const e of [plannedTrips.one, plannedTrips.remove])
    expect((await stranger.call(e, { params: { id } })).status).toBe(404)
})
test('of two changes of a trip at the same moment one is made, and the other is refused as a conflict', async () => {
  const created = await caller.call(plannedTrips.create, { body: body({ name: 'Doppio' }) })
  const tag = created.headers.etag ?? ''
  const change = (name: string) =>
    caller.call(
      plannedTrips.update,
      { params: { id: created.data.id }, body: { name } },
      { headers: { 'if-match': tag } },
    )
  const answers = await Promise.all([change('Uno'), change('Due')])
  expect(answers.map(b => b.status).sort()).toEqual([200, 409])
})
test('a trip is assigned to a vehicle that the company sees and to no other, and the list can be filtered by vehicle [planner.21]', async () => {
  const ownVehicle = await app.make.vehicle(customer_id)
  const lent = await app.make.vehicle((await app.make.customer()).id)
  await app.make.agreement(lent.id, customer_id, 2)
  const foreign = await app.make.vehicle((await app.make.customer()).id)
  const mine = await caller.call(plannedTrips.create, {
    body: body({ name: 'Con mezzo', vehicle_id: ownVehicle.id }),
  })
  expect(mine.data.vehicle_id).toBe(ownVehicle.id)
  expect(
    (await caller.call(plannedTrips.create, { body: body({ vehicle_id: lent.id }) })).status,
  ).toBe(201)
  const refusals = await Promise.all(
    [foreign.id, 2_000_000_000].map(vehicle_id =>
      caller.call(plannedTrips.create, { body: body({ vehicle_id }) }),
    ),
  )
  expect(refusals.map(r => [r.status, Object.keys(r.failure.data ?? {})])).toEqual([
    [422, ['vehicle_id']],
    [422, ['vehicle_id']],
  ])
  expect(refusals[0]?.text).toBe(refusals[1]?.text)
  expect(
    (await caller.call(plannedTrips.list, { query: { vehicle_id: ownVehicle.id } })).data.map(
      t => t.id,
    ),
  ).toEqual([mine.data.id])
  expect((await caller.call(plannedTrips.list, { query: { vehicle_id: foreign.id } })).status).toBe(
    422,
  )
  expect(
    (
      await caller.call(plannedTrips.update, {
        params: { id: mine.data.id },
        body: { vehicle_id: foreign.id },
      })
    ).status,
  ).toBe(422)
  expect(
    (
      await caller.call(plannedTrips.update, {
        params: { id: mine.data.id },
        body: { vehicle_id: null },
      })
    ).data.vehicle_id,
  ).toBeNull()
})
test('a trip whose day has come keeps its start while other fields change, and takes no new start in the past', async () => {
  const { id } = (await caller.call(plannedTrips.create, { body: body({ startdate: inHours(1) }) }))
    .data
  app.clock.now += 3 * 86_400_000
  caller = await app.as(await app.make.user(customer_id, 'edit'))
  const before = (await caller.call(plannedTrips.one, { params: { id } })).data
  const { startdate, name } = before
  expect(
    (
      await caller.call(plannedTrips.update, {
        params: { id },
        body: { name: `${name} 2`, startdate },
      })
    ).status,
  ).toBe(200)
  expect(
    (await caller.call(plannedTrips.update, { params: { id }, body: { startdate: inHours(-48) } }))
      .status,
  ).toBe(422)
})
test('the start may be written with an offset, and is answered in UTC [api.58]', async () => {
  const at = new Date(app.clock.now + 86_400_000).toISOString().slice(0, 11)
  const created = await caller.call(plannedTrips.create, {
    body: body({ startdate: `${at}08:30:00+01:00` }),
  })
  expect(created.data.startdate).toBe(`${at}07:30:00.000Z`)
})
test('a waypoint is understood and answered in either spelling [api.125]', async () => {
  const { lat, lng, ...place } = parma
  const { data } = await caller.call(plannedTrips.create, {
    body: body({ waypoints: [piacenza, { ...place, latitude: lat, longitude: lng }] }),
  })
  const [, stop] = data.waypoints
  expect(stop).toMatchObject({ latitude: lat, longitude: lng, lat, lng })
  // A client that knows only the older spelling sends the other one back unchanged.
  const changed = await caller.call(plannedTrips.update, {
    params: { id: data.id },
    body: { waypoints: data.waypoints.map(w => ({ ...w, lat: w.lat + 0.1 })) },
  })
  expect(changed.data.waypoints[1]).toMatchObject({
    latitude: lat + 0.1,
    lat: lat + 0.1,
    longitude: lng,
  })
})
test.each([
  ['no name', { name: '   ' }, 'name'],
  ['a name without end', { name: 'x'.repeat(201) }, 'name'],
  ['one place', { waypoints: [piacenza] }, 'waypoints'],
  ['no place', { waypoints: [] }, 'waypoints'],
  ['26 places', { waypoints: Array(26).fill(parma) }, 'waypoints'],
  ['a place off the earth', { waypoints: [piacenza, { ...parma, lat: 91 }] }, 'waypoints.1.lat'],
  [
    'a place without one',
    { waypoints: [piacenza, { address: 'Parma', lat: 44.8 }] },
    'waypoints.1.lng',
  ],
  [
    'a place with a latitude alone',
    { waypoints: [piacenza, { address: 'Parma', latitude: 44.8 }] },
    'waypoints.1.longitude',
  ],
  [
    'notes without end',
    { waypoints: [piacenza, { ...parma, notes: 'x'.repeat(1_001) }] },
    'waypoints.1.notes',
  ],
  ['a start of yesterday', { startdate: 'yesterday' }, 'startdate'],
  ['a start in more than a year', { startdate: 'late' }, 'startdate'],
  ['a start that is no date', { startdate: 'presto' }, 'startdate'],
  ['no route', { route: undefined }, 'route'],
  ['an invalid route', { route: { ...route, geometry: 'linea retta' } }, 'route.geometry'],
  [
    'a route with more bends than any road has',
    { route: { ...route, geometry: '?'.repeat(152_000) } },
    'route.geometry',
  ],
  ['a route back in time', { route: { ...route, duration: -1 } }, 'route.duration'],
  ['an option that is no switch', { options: { toll: 'no' } }, 'options.toll'],
  ['an unknown vehicle', { vehicle_id: 'AB123CD' }, 'vehicle_id'],
])('%s is refused on its field, and nothing is stored', async (_, some, field) => {
  const dates: Readonly<Record<string, string>> = {
    yesterday: inHours(-25),
    late: inHours(24 * 368),
  }
  const { startdate } = some as { startdate?: string }
  const before = (await caller.call(plannedTrips.list, { query: {} })).meta.total
  const answer = await caller.call(plannedTrips.create, {
    body: body({
      ...some,
      ...(startdate !== undefined && { startdate: dates[startdate] ?? startdate }),
    }) as never,
  })
  expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, [field]])
  expect((await caller.call(plannedTrips.list, { query: {} })).meta.total).toBe(before)
})
test('quotes, emoji and a long route come back as they were, and a line with endless bends keeps its shape', async () => {
  const name = `"Trento" 'via' Brennero 🚚 <b>`
  const many = Array.from({ length: 20_000 }, (_, i): [number, number] => [
    45 + i / 10_000,
    9 + Math.sin(i / 500) / 10,
  ])
  const created = await caller.call(plannedTrips.create, {
    body: body({ name, route: { ...route, geometry: encodePolyline(many) } }),
  })
  expect([created.status, created.data.name]).toEqual([201, name])
  expect(created.data.route.geometry.length).toBeLessThan(KEPT_BENDS * 12)
  expect(created.data.route.geometry.startsWith(encodePolyline(many.slice(0, 1)))).toBe(true)
  const picked = (await caller.call(plannedTrips.all, {})).data.find(t => t.id === created.data.id)
  expect(picked).toEqual({
    id: created.data.id,
    name,
    startdate: created.data.startdate,
    arrival: created.data.arrival,
    vehicle_id: null,
    distance: route.distance,
    duration: route.duration,
  })
})
test('a line that is too long and a list with too many places are refused before a line is decoded or a place is looked up', () => {
  const excess = excessBy(PlannedTripForm)
  expect(excess(body({ route: { ...route, geometry: '?'.repeat(780_000) } }))).toEqual({
    path: ['route', 'geometry'],
    of: 'text',
    maximum: LONGEST_GEOMETRY,
  })
  expect(excess(body({ waypoints: Array(10_000).fill(0) }))).toEqual({
    path: ['waypoints'],
    of: 'list',
    maximum: MOST_WAYPOINTS,
  })
  expect(excess(body())).toBeNull()
})
test('a body of 780 kB is refused before it is read as JSON', async () => {
  const answer = await caller.call(plannedTrips.create, {
    body: body({ route: { ...route, geometry: '?'.repeat(780_000) } }),
  })
  expect([answer.status, answer.failure.code]).toEqual([413, 'too_large'])
})
test('a planned trip can be saved as a map file with its stops and its route [planner.23]', async () => {
  const { id } = (await caller.call(plannedTrips.create, { body: body() })).data
  const file = await caller.call(exportPlannedTrip, { params: { id }, query: { format: 'kml' } })
  expect(file.headers['content-type']).toBe('application/vnd.google-earth.kml+xml')
  expect(file.text).toContain('<name>Via Emilia 1</name><description>Ribalta 4</description>')
  expect(file.text).toContain('<LineString>')
  const { text } = await caller.call(exportPlannedTrip, { params: { id }, query: {} })
  expect(JSON.parse(text).features).toHaveLength(3)
})
