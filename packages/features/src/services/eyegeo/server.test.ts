// The position panel through the contract: positions and trips.
import { MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { fixAt } from '../../telemetry/pipeline/testing.ts'
import { familyOf, heardVehicle } from '../../telemetry/pipeline/testing-vehicle.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { data, trip, tripHistory } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('positions and trips have what is theirs: an id, a time, their places [eyegeo.1, eyegeo.8, eyegeo.9]', async () => {
  const owner = await app.make.user((await app.make.customer()).id)
  const caller = await app.as(owner)
  const family = familyOf({ ignition: { id: 239, width: 1 } })
  const v = await heardVehicle(app, family, owner.customer_id, [agreement.eyegeo])
  const begun = app.clock.now - 10 * MINUTE
  const at = (minutes: number) => begun + minutes * MINUTE
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
  const query = {
    period_from: new Date(begun - MINUTE).toISOString(),
    period_to: new Date(app.clock.now).toISOString(),
  }
  const [told] = (await caller.call(tripHistory, { params, query })).data
  const began = new Date(begun).toISOString()
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
