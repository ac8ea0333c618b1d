// The trailer beacon panel from records to its answers: the coupled vehicle, whether it is authorised, the place, and who sees what.
import type { Message } from '@flotta/core/telemetry.ts'
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { vehicleUpdates } from '../../map/live/contract.ts'
import { ingestPackets } from '../../telemetry/pipeline/ingest.ts'
import { fixAt, message, testProfile } from '../../telemetry/pipeline/testing.ts'
import { type Caller, type TestApp, testApp, type User, type Vehicle } from '../../testing/app.ts'
import { overviews } from '../overviews/contract.ts'
import { data, history } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** A tag as the device reports it: the bytes of its number in reverse order. */
const TAG = { first: 0xa1, second: 0xb2, stranger: 0xc3 }
const code = (tag: number) => `${tag.toString(16)}00000000000000`
let owner: User
let trailer: Vehicle
let tractor: Vehicle
let device_id: number
let noon: number
let caller: Caller
const configure = (of: Vehicle, configurations: Readonly<Record<string, string>>) =>
  app.ctx.pool.query('update vehicles set configurations = $2 where id = $1', [
    of.id,
    JSON.stringify(configurations),
  ])
beforeEach(async () => {
  const { make, clock, ctx } = app
  noon = Math.floor(clock.now / MINUTE) * MINUTE
  owner = await make.user((await make.customer()).id)
  trailer = await make.vehicle(owner.customer_id, { vehicle_type: 'S' })
  tractor = await make.vehicle(owner.customer_id, { vehicle_type: 'T' })
  await configure(tractor, { beacon_code: code(TAG.first).toUpperCase() })
  const device = await make.device(trailer.id)
  device_id = device.id
  await ctx.pool.query(
    `update devices set profile = 'test', wiring = '{"beacon": "ibutton"}' where id = $1`,
    [device_id],
  )
  await make.agreement(trailer.id, owner.customer_id, agreement.tandt)
  caller = await app.as(owner)
})

const at = (minutes: number) => noon - 3 * HOUR + minutes * MINUTE
const iso = (minutes: number) => new Date(at(minutes)).toISOString()
const reads = (minutes: number, tag: number): Message =>
  message(at(minutes), fixAt(45, 9 + minutes / 100), { ibutton: tag })
const send = (...messages: Message[]) =>
  ingestPackets([{ device_id, vehicle_id: trailer.id, received_at: noon, messages }], {
    ...app.ctx,
    profiles: new Map([[testProfile.code, testProfile]]),
  })
const params = () => ({ id: trailer.id })
const last = async (who = caller) => (await who.call(data, { params: params() })).data
const couplings = async (who = caller) =>
  (
    await who.call(history, {
      params: params(),
      query: { period_from: iso(-600), period_to: new Date(noon).toISOString() },
    })
  ).data

test('a trailer without data answers null and an empty history [tandt.2]', async () => {
  expect(await last()).toBeNull()
  expect(await couplings()).toEqual([])
})
test('a coupling names the vehicle that carries the code, whatever its case, with the caller’s own fleet [tandt.1, tandt.7]', async () => {
  const fleet = await app.make.fleet(owner.customer_id, 'LINEA', [tractor.id])
  await send(reads(0, 0), reads(10, TAG.first), reads(20, TAG.first))
  expect(await last()).toEqual({
    id: at(20),
    message_datetime: iso(20),
    since: iso(10),
    locked: 1,
    authorized: null,
    beacon_code: code(TAG.first),
    locked_vehicle: { id: tractor.id, plate: tractor.plate, vehicle_type: 'T', fleet_id: fleet.id },
  })
})
test('the history has the changes alone, oldest first, with the place of that moment [tandt.6, tandt.14]', async () => {
  await send(
    reads(0, 0),
    reads(10, TAG.first),
    reads(20, TAG.first),
    reads(30, 0),
    message(at(40), null, { ibutton: TAG.second }),
    reads(50, 0),
  )
  expect(
    (await couplings()).map(c => [c.message_datetime, c.locked, c.beacon_code, c.longitude]),
  ).toEqual([
    [iso(0), 0, null, 9],
    [iso(10), 1, code(TAG.first), 9.1],
    [iso(30), 0, null, 9.3],
    // the last fix before the coupling
    [iso(40), 1, code(TAG.second), 9.3],
    [iso(50), 0, null, 9.5],
  ])
})
test('a coupling is authorised if its code is in the list of the reading vehicle, and a code without a vehicle is recorded too', async () => {
  await configure(trailer, { tandt_authorized: `${code(TAG.first)}|${code(TAG.second)}` })
  await send(reads(0, TAG.first), reads(10, 0), reads(20, TAG.stranger))
  expect(
    (await couplings()).map(c => [c.locked, c.authorized, c.locked_vehicle?.plate ?? null]),
  ).toEqual([
    [1, 1, tractor.plate],
    [0, null, null],
    [1, 0, null],
  ])
  expect(await last()).toMatchObject({
    locked: 1,
    authorized: 0,
    locked_vehicle: null,
    beacon_code: code(TAG.stranger),
  })
})
test('a guest sees the couplings of its periods, but no vehicle of the owner that it does not see itself [tandt.17]', async () => {
  const { make } = app
  const guest = await make.user((await make.customer()).id)
  await send(reads(0, TAG.first), reads(30, 0), reads(60, TAG.first))
  const visitor = await app.as(guest)
  expect((await visitor.call(data, { params: params() })).status).toBe(404)
  await make.agreement(trailer.id, guest.customer_id, agreement.eyegeo, at(0))
  expect((await visitor.call(data, { params: params() })).status).toBe(403)
  await make.agreement(trailer.id, guest.customer_id, agreement.tandt, at(20))
  expect(
    (await couplings(visitor)).map(c => [c.message_datetime, c.locked_vehicle, c.longitude]),
  ).toEqual([
    [iso(30), null, 9.3],
    [iso(60), null, 9.6],
  ])
  await make.agreement(tractor.id, guest.customer_id, agreement.eyegeo, at(0))
  expect(await last(visitor)).toMatchObject({
    locked: 1,
    locked_vehicle: { plate: tractor.plate, fleet_id: null },
  })
  await configure(trailer, { tandt_authorized: code(TAG.second) })
  const dashboard = overviews.find(o => o.service.code === 'tandt')
  const [row] =
    dashboard === undefined ? [] : (await visitor.call(dashboard.list, { query: {} })).data
  expect([row?.last?.authorized, (await last(visitor))?.authorized]).toEqual([0, 0])
})
test('a code of another company’s vehicle names no vehicle [tandt.8]', async () => {
  const { make } = app
  const foreign = await make.vehicle((await make.customer()).id)
  await configure(foreign, { beacon_code: code(TAG.second) })
  await send(reads(0, TAG.second))
  expect(await last()).toMatchObject({ locked: 1, locked_vehicle: null })
})
test('a change reaches the holders of the agreement as a live update, and does not count as a driver’s card', async () => {
  await send(reads(0, TAG.first))
  const { kinds } = (
    await caller.call(vehicleUpdates, { params: params(), query: { from: iso(-1) } })
  ).data
  expect(kinds).toContain('beacon')
  expect(kinds).not.toContain('driver_card')
})
