// Devices as their owner sees them, through the contract.
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { list as listVehicles, vehicleById as vehicleOne } from '../../fleet/vehicles/contract.ts'
import { type Caller, type TestApp, testApp, type Vehicle } from '../../testing/app.ts'
import { configureDevice } from '../registry/device-settings.ts'
import { devices } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  app.clock.now = Date.parse('2026-11-20T11:00:00Z')
})
afterAll(() => app.close())

interface Place {
  readonly customer_id: number
  readonly owner: Caller
  readonly vehicle: Vehicle
  readonly device: { readonly id: number; readonly imei: string }
}
async function place(): Promise<Place> {
  const { id: customer_id } = await app.make.customer()
  const vehicle = await app.make.vehicle(customer_id)
  const device = await app.make.device(vehicle.id, { reporting_interval: 60 })
  return { customer_id, vehicle, device, owner: await app.as(await app.make.user(customer_id)) }
}

test('the owner sees the last values of a device, as far as the agreements allow', async () => {
  const { owner, vehicle, device, customer_id } = await place()
  const { now } = app.clock
  await app.make.state(vehicle.id, {
    latest: {
      power: [now, { external_voltage: 27.1, battery_voltage: 4, battery_capacity: 88 }],
      signal: [now, { gsm_signal: 4 }],
    },
  })
  const deviceNow = async () => (await owner.call(devices.one, { params: { id: device.id } })).data
  expect(await deviceNow()).toMatchObject({
    id: device.id,
    vehicle_id: vehicle.id,
    plate: vehicle.plate,
    active: 2,
    status: 1,
    imei: device.imei,
    message_datetime: new Date(now).toISOString(),
    silent_since: null,
    reporting_interval: 60,
    gsm_signal: 4,
    external_voltage: null,
    firmware: null,
    messages_today: 0,
  })
  await app.make.agreement(vehicle.id, customer_id, agreement.eyepower)
  expect(await deviceNow()).toMatchObject({
    external_voltage: 27.1,
    battery_voltage: 4,
    battery_capacity: 88,
  })
})

test('the messages of today count from the customer’s midnight, and from when the device came into this vehicle', async () => {
  const { owner, vehicle, device } = await place()
  const addPosition = (at: string, seq: number) =>
    app.ctx.pool.query(
      'insert into positions (vehicle_id, message_datetime, seq) values ($1, $2, $3)',
      [vehicle.id, new Date(at), seq],
    )
  await addPosition('2026-11-19T22:59:00Z', 1)
  await addPosition('2026-11-19T23:01:00Z', 1)
  await addPosition('2026-11-20T10:00:00Z', 1)
  await addPosition('2026-11-20T10:00:00Z', 2)
  const count = async () => (await owner.call(devices.list, { query: {} })).data[0]?.messages_today
  expect(await count()).toBe(3)
  await app.ctx.pool.query('update device_mounts set mounted_from = $2 where device_id = $1', [
    device.id,
    new Date('2026-11-20T09:00:00Z'),
  ])
  expect(await count()).toBe(2)
})

test('the firmware is that of the last answer to a question for the version', async () => {
  const { owner, device } = await place()
  const addReply = (text: string, at: number) =>
    app.ctx.pool.query(
      'insert into device_replies (id, n, device_id, session, received_at, text, refused) values (gen_random_uuid(), 0, $1, gen_random_uuid(), $2, $3, false)',
      [device.id, new Date(app.clock.now - at), text],
    )
  await addReply('Ver:03.25.01_00 GPS:AXN', 2 * DAY)
  await addReply('Ver:03.27.07_00 GPS:AXN', DAY)
  await addReply('Server:x', HOUR)
  expect((await owner.call(devices.one, { params: { id: device.id } })).data.firmware).toBe(
    '03.27.07_00',
  )
})

test('a device that is silent for longer than usual shows since when', async () => {
  const { owner, vehicle } = await place()
  await app.make.state(vehicle.id, {
    message_datetime: new Date(app.clock.now - HOUR),
    ignition: true,
  })
  expect((await owner.call(devices.all, {})).data).toMatchObject([
    {
      vehicle_id: vehicle.id,
      status: 2,
      silent_since: new Date(app.clock.now - 55 * MINUTE).toISOString(),
    },
  ])
})

test('the list has only vehicles in use that carry a unit now, and is searched by unit code, plate, model and serial [devices.1, devices.2, devices.3]', async () => {
  const { owner, customer_id, vehicle, device } = await place()
  await app.make.vehicle(customer_id)
  const retired = await app.make.vehicle(customer_id)
  await app.make.device(retired.id)
  await app.ctx.pool.query('update vehicles set retired = true where id = $1', [retired.id])
  await app.ctx.pool.query(
    `update vehicles set model = 'Iveco Daily', serial = 'SN-77' where id = $1`,
    [vehicle.id],
  )
  await configureDevice(app.ctx, device.id, { unit_code: 'EB 0042' })
  for (const search of ['eb0042', vehicle.plate.toLowerCase(), 'daily', 'sn-77', ''])
    expect(
      (await owner.call(devices.list, { query: { search } })).data.map(d => d.vehicle_id),
    ).toEqual([vehicle.id])
  expect((await owner.call(devices.list, { query: { search: 'nothing such' } })).data).toEqual([])
  expect((await owner.call(devices.all, {})).data.map(d => d.vehicle_id)).toEqual([vehicle.id])
  expect((await owner.call(listVehicles, { query: { active: 2 } })).data.map(v => v.id)).toEqual([
    vehicle.id,
  ])
  for (const [vehicle_id, found] of [
    [vehicle.id, 1],
    [retired.id, 0],
  ] as const)
    expect((await owner.call(devices.list, { query: { vehicle_id } })).data).toHaveLength(found)
})

test('a device without a unit code of its own shows its IMEI in every list [vehicles.58]', async () => {
  const { owner, vehicle, device } = await place()
  await configureDevice(app.ctx, device.id, { unit_code: '' })
  expect((await owner.call(devices.one, { params: { id: device.id } })).data.unit_code).toBe(
    device.imei,
  )
  expect((await owner.call(vehicleOne, { params: { id: vehicle.id } })).data.unit_code).toBe(
    device.imei,
  )
})

test('a guest of the vehicle sees nothing of its device [devices.8]', async () => {
  const { vehicle, device } = await place()
  const guest_id = (await app.make.customer()).id
  await app.make.agreement(vehicle.id, guest_id, agreement.eyegeo)
  const guest = await app.as(await app.make.user(guest_id, 'control'))
  expect((await guest.call(devices.all, {})).data).toEqual([])
  expect((await guest.call(devices.one, { params: { id: device.id } })).status).toBe(404)
})

test('no call writes a device [devices.5]', async () => {
  const { owner, device } = await place()
  for (const [method, url] of [
    ['POST', '/api/v1/devices'],
    ['PUT', `/api/v1/devices/${device.id}`],
    ['DELETE', `/api/v1/devices/${device.id}`],
  ] as const)
    expect(
      (
        await app.server.app.inject({
          method,
          url,
          headers: { authorization: `Bearer ${owner.token}` },
        })
      ).statusCode,
    ).toBe(405)
})

test('twenty people of two companies who ask at the same moment each see their own devices, with what was written before they asked', async () => {
  const [here, there] = [await place(), await place()]
  const ask = ({ owner }: Place) => owner.call(devices.list, { query: {} })
  const before = Array.from({ length: 10 }, () => [ask(here), ask(there)]).flat()
  const added = await app.make.vehicle(here.customer_id)
  await app.make.device(added.id)
  const after = Array.from({ length: 10 }, () => [ask(here), ask(there)]).flat()
  await Promise.all(before)
  for (const [i, { data, meta }] of (await Promise.all(after)).entries()) {
    expect(meta.total).toBe(i % 2 === 0 ? 2 : 1)
    expect(data.map(d => d.vehicle_id).sort()).toEqual(
      (i % 2 === 0 ? [here.vehicle.id, added.id] : [there.vehicle.id]).sort(),
    )
  }
})
