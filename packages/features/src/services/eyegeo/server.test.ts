// The position panel through the contract: positions and trips.
import { MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { active } from '../../alerts/incidents/contract.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { vehicleById } from '../../fleet/vehicles/contract.ts'
import { fixAt } from '../../telemetry/pipeline/testing.ts'
import { familyOf, heardVehicle } from '../../telemetry/pipeline/testing-vehicle.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { data, exportTrip, exportTrips, history, trip, tripHistory } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('positions and trips have an id, a time and their places [eyegeo.1, eyegeo.8, eyegeo.9]', async () => {
  const owner = await app.make.user((await app.make.customer()).id)
  const caller = await app.as(owner)
  const family = familyOf({ ignition: { id: 239, width: 1 } })
  const v = await heardVehicle(app, family, owner.customer_id, [agreement.eyegeo])
  const start = app.clock.now - 10 * MINUTE
  const at = (minutes: number) => start + minutes * MINUTE
  await v.hear(
    ...[0, 1, 2, 3].map(minute =>
      family.message(at(minute), { ignition: 1 }, fixAt(45 + minute / 200, 9, 40)),
    ),
  )
  await v.hear(family.message(at(4), { ignition: 0 }, fixAt(45.015, 9, 0)))
  const params = { id: v.vehicle_id }
  const last = (await caller.call(data, { params })).data.last
  expect(last).toMatchObject({
    id: String(at(4)),
    message_datetime: new Date(at(4)).toISOString(),
    latitude: 45.015,
    speed: 0,
    moving: false,
    km: 1.67,
  })
  // every screen shows the same odometer
  expect((await caller.call(vehicleById, { params })).data.odometer).toBe(1.67)
  const query = {
    period_from: new Date(start - MINUTE).toISOString(),
    period_to: new Date(app.clock.now).toISOString(),
  }
  const [told] = (await caller.call(tripHistory, { params, query })).data
  const began = new Date(start).toISOString()
  expect(told).toMatchObject({
    message_datetime: began,
    period_from: began,
    start: { latitude: 45 },
    end: { latitude: 45.015 },
  })
  const one = (await caller.call(trip, { params: { ...params, trip_id: told?.id ?? '' } })).data
  expect(one).toMatchObject({
    trip: { id: told?.id, message_datetime: began },
    positions: { total: 5 },
    polyline: told?.path,
  })
})

test('trips and stops give the time that the vehicle idled [eyegeo.22]', async () => {
  const owner = await app.make.user((await app.make.customer()).id)
  const caller = await app.as(owner)
  const family = familyOf({ ignition: { id: 239, width: 1 } })
  const v = await heardVehicle(app, family, owner.customer_id, [agreement.eyegeo])
  const start = app.clock.now - 60 * MINUTE
  const hear = (minute: number, latitude: number, speed: number, ignition: 0 | 1) =>
    v.hear(family.message(start + minute * MINUTE, { ignition }, fixAt(latitude, 9, speed)))
  // three minutes before a gate, then twelve after the trip has ended
  for (const [minute, latitude, speed, ignition] of [
    [0, 45, 40, 1],
    [1, 45.005, 0, 1],
    [3, 45.005, 0, 1],
    [4, 45.01, 40, 1],
    [5, 45.015, 40, 1],
    [6, 45.02, 0, 1],
    [12, 45.02, 0, 1],
    [18, 45.02, 0, 0],
  ] as const)
    await hear(minute, latitude, speed, ignition)
  const params = { id: v.vehicle_id }
  const query = {
    period_from: new Date(start - MINUTE).toISOString(),
    period_to: new Date(app.clock.now).toISOString(),
  }
  const trips = (await caller.call(tripHistory, { params, query })).data
  expect(trips.map(one => one.idling)).toEqual([180])
  const { stops } = (await caller.call(history, { params, query })).data
  expect(stops.map(stop => stop.idling)).toEqual([720])
  const one = await caller.call(trip, { params: { ...params, trip_id: trips[0]?.id ?? '' } })
  expect(one.data.trip.idling).toBe(180)
})

test('an engine that idles for ten minutes raises an alert until it is switched off [alerts.123]', async () => {
  const owner = await app.make.user((await app.make.customer()).id)
  const caller = await app.as(owner)
  const family = familyOf({ ignition: { id: 239, width: 1 } })
  const v = await heardVehicle(app, family, owner.customer_id, [agreement.eyegeo])
  const start = app.clock.now - 12 * MINUTE
  const hear = (minute: number, ignition: 0 | 1) =>
    v.hear(family.message(start + minute * MINUTE, { ignition }, fixAt(45, 9, 0)))
  const alerts = async () =>
    (await caller.call(active, { query: {} })).data.map(({ alert_id, created_at }) => [
      alert_id,
      Date.parse(created_at) - start,
    ])
  await hear(0, 1)
  await hear(9, 1)
  expect(await alerts()).toEqual([])
  await hear(11, 1)
  expect(await alerts()).toEqual([[38, 11 * MINUTE]])
  await hear(12, 0)
  expect(await alerts()).toEqual([])
})

test('trips are exported as map files with their times [eyegeo.23]', async () => {
  const owner = await app.make.user((await app.make.customer()).id)
  const caller = await app.as(owner)
  const family = familyOf({ ignition: { id: 239, width: 1 } })
  const v = await heardVehicle(app, family, owner.customer_id, [agreement.eyegeo])
  const start = app.clock.now - 10 * MINUTE
  const at = (minutes: number) => start + minutes * MINUTE
  await v.hear(
    ...[0, 1, 2, 3].map(minute =>
      family.message(at(minute), { ignition: 1 }, fixAt(45 + minute / 200, 9, 40)),
    ),
  )
  await v.hear(family.message(at(4), { ignition: 0 }, fixAt(45.015, 9, 0)))
  const params = { id: v.vehicle_id }
  const period = {
    period_from: new Date(at(-1)).toISOString(),
    period_to: new Date(at(9)).toISOString(),
  }
  const all = await caller.call(exportTrips, { params, query: period })
  expect(all.headers['content-type']).toBe('application/geo+json')
  const { features } = JSON.parse(all.text)
  expect(features).toHaveLength(1)
  expect(features[0].geometry.coordinates[0]).toEqual([9, 45])
  expect(features[0].properties.coordTimes[0]).toBe(new Date(at(0)).toISOString())
  const one = await caller.call(
    exportTrip,
    { params: { ...params, trip_id: features[0].properties.trip_id }, query: {} },
    { headers: { accept: 'application/gpx+xml' } },
  )
  expect(one.headers['content-type']).toBe('application/gpx+xml')
  expect(one.text).toContain('<trkpt lat="45" lon="9"><time>')
  const none = await caller.call(exportTrip, {
    params: { ...params, trip_id: crypto.randomUUID() },
    query: { format: 'kml' },
  })
  expect(none.status).toBe(404)
})
