// The whole way of a remote command: ordered in the database, sent over the real gateway to a simulated tracker, its answer stored in the database,
// and the reading that confirms it.

import type { Profile } from '@flotta/core/protocol.ts'
import { visibleVehicle } from '@flotta/features/fleet/access/vehicles.ts'
import { makeVehicle } from '@flotta/features/fleet/vehicles/testing.ts'
import { makeCustomer } from '@flotta/features/people/customers/testing.ts'
import { makeUser } from '@flotta/features/people/users/testing.ts'
import { type DemoVehicle, demoFleet } from '@flotta/features/provider/demo/fleet.ts'
import { advanceCommands } from '@flotta/features/services/commands/jobs.ts'
import { orderCommand } from '@flotta/features/services/commands/order.ts'
import commands from '@flotta/features/services/commands/server.ts'
import { wiringOf } from '@flotta/features/services/eyesafe/equipment.ts'
import { ignitionStatusOf } from '@flotta/features/services/eyesafe/queries.ts'
import telemetry from '@flotta/features/telemetry/pipeline/server.ts'
import { listDevices } from '@flotta/features/telemetry/registry/device-list.ts'
import { gatewayBook } from '@flotta/features/telemetry/registry/gateways.ts'
import devices from '@flotta/features/telemetry/registry/server.ts'
import { productDatabase } from '@flotta/features/testing/database.ts'
import { readConfig } from '@flotta/platform/config.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type Gateway, openGateway } from '@flotta/platform/gateway.ts'
import type { TestDatabase } from '@flotta/platform/testing.ts'
import { startWorker, type Worker } from '@flotta/platform/worker.ts'
import { protocols } from '@flotta/protocols/protocols.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { anyDevicePorts } from './bench/ports.ts'
import { openPlatform, type Platform } from './context.ts'
import type { Manner } from './simulator/obedience.ts'
import { type Tracker, tracker } from './simulator/tracker.ts'
import { type Simulation, simulation } from './simulator/vehicle.ts'

let database: TestDatabase
let platform: Platform
let ctx: Context
let worker: Worker
let gateway: Gateway
/** How far the server's clock runs ahead, ms. */
let ahead = 0
let customer = 0
let user = 0
beforeAll(async () => {
  database = await productDatabase()
  platform = await openPlatform(
    readConfig({
      DATABASE_URL: database.url,
      FLOTTA_LOG_LEVEL: 'silent',
      ...anyDevicePorts,
    }),
    {
      application: 'commands test',
      say: (_, words) => words.key,
      note: () => undefined,
    },
  )
  ctx = { ...platform.ctx, now: () => Date.now() + ahead }
  const family = ctx.profiles.get('fmb1xx')
  if (family !== undefined)
    (ctx.profiles as Map<string, Profile>).set('addressed', {
      ...family,
      code: 'addressed',
      addressed_commands: true,
    })
  customer = (await makeCustomer(ctx.db)).id
  user = (await makeUser(ctx, customer, 'control')).id
  worker = startWorker([devices, commands, telemetry], ctx)
  gateway = await openGateway(protocols, ctx, {
    book: gatewayBook(ctx),
    identify: (...a) =>
      devices.resolvers?.device?.(...a) ?? Promise.reject(new Error('no resolver')),
    address: '127.0.0.1',
    signInsPerMinute: 1_000,
  })
})
afterAll(async () => {
  await gateway.stop()
  await worker.stop()
  await platform.close()
  await database.close()
})

let running: { readonly tracker: Tracker; readonly timer: NodeJS.Timeout } | undefined
afterEach(() => {
  clearInterval(running?.timer)
  running?.tracker.stop()
  running = undefined
  ahead = 0
})

const MINUTES = Array.from({ length: 16 }, (_, minute) => minute)
/** Cars of several simulated worlds that stand with their ignition off for longer than a busy machine needs. */
const parkedCars: (readonly [DemoVehicle, Simulation])[] = Array.from({ length: 30 }, (_, seed) =>
  simulation(seed + 1),
).flatMap(world =>
  demoFleet()
    .filter(
      v =>
        v.vehicle_type === 'U' &&
        MINUTES.every(minutes => !world.state(v, Date.now() + minutes * 60_000).ignition),
    )
    .map(v => [v, world] as const),
)
let serial = 0
const isConnected = async (id: number) => (await listDevices(ctx)).find(d => d.id === id)?.connected

/** A parked car that takes commands in this manner, connected and with its state stored. */
async function car(manner: Manner, profile = 'fmb1xx') {
  const one = parkedCars[serial]
  if (one === undefined) throw new Error('no car is parked')
  const [found, world] = one
  const imei = String(352_000_000_000_000 + ++serial)
  const vehicle: DemoVehicle = { ...found, imei }
  const { id } = await makeVehicle(ctx.db, customer)
  const device = await ctx.db
    .insertInto('devices')
    .values({
      imei,
      protocol: 'teltonika',
      profile,
      unit_code: null,
      reporting_interval: null,
      wiring: JSON.stringify(wiringOf(vehicle)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('device_mounts')
    .values({
      device_id: device.id,
      vehicle_id: id,
      mounted_from: new Date('2020-01-01'),
      mounted_to: null,
    })
    .execute()
  await ctx.db
    .insertInto('vehicle_agreements')
    .values({
      vehicle_id: id,
      customer_id: customer,
      agreement_id: 31,
      active_from: new Date('2020-01-01'),
      active_to: null,
    })
    .execute()
  const address = gateway.addresses.get('teltonika')?.tcp
  const since = Date.now() - 3 * 3_600_000
  // It drove before it was parked, so its older records are stored first.
  const newest = [...world.marks(vehicle, since, Date.now())].at(-1)?.at ?? since
  const newestMoment = async () =>
    (
      await ctx.db
        .selectFrom('vehicle_state')
        .select('message_datetime')
        .where('vehicle_id', '=', id)
        .executeTakeFirst()
    )?.message_datetime?.getTime() ?? 0
  const simulated = tracker({
    simulation: world,
    vehicle,
    server: { host: '127.0.0.1', port: address?.port ?? 0 },
    clock: Date.now,
    since,
    manner,
    times: { answer: 60_000, keepAlive: 60_000, retry: 10, longestRetry: 50 },
  })
  simulated.start()
  running = { tracker: simulated, timer: setInterval(() => simulated.tick(), 50) }
  const visible = async () =>
    (await visibleVehicle(id, { customer_id: customer }, ctx)) ??
    Promise.reject(new Error('not seen'))
  const status = async () => (await ignitionStatusOf(ctx, await visible())).status
  await vi.waitFor(async () =>
    expect([
      await status(),
      await isConnected(device.id),
      (await newestMoment()) >= newest,
    ]).toEqual([1, true, true]),
  )
  return {
    status,
    order: async (action: string) =>
      orderCommand(ctx, await visible(), { user_id: user }, action, {}),
    becomes: (command: number, expected: number, reason: string | null) =>
      vi.waitFor(async () =>
        expect(
          await ctx.db
            .selectFrom('commands')
            .select(['status', 'reason'])
            .where('id', '=', command)
            .executeTakeFirst(),
        ).toEqual({
          status: expected,
          reason,
        }),
      ),
    trail: async (command: number) =>
      (
        await ctx.db
          .selectFrom('command_trail')
          .select('status')
          .where('command_id', '=', command)
          .orderBy('id')
          .execute()
      ).map(t => t.status),
  }
}

test('a starter is disabled and restored: the device answers, and its readings confirm', async () => {
  const v = await car('obey')
  const disable = await v.order('start_lock')
  await v.becomes(disable.id, 2, null)
  expect(await v.trail(disable.id)).toEqual([1, 4, 2])
  await vi.waitFor(async () => expect(await v.status()).toBe(2))
  const restore = await v.order('start_reset')
  await v.becomes(restore.id, 2, null)
  await vi.waitFor(async () => expect(await v.status()).toBe(1))
})

test.each<[Manner, number, string]>([
  ['refuse', 7, 'refused'],
  ['fail', 3, 'device_failed'],
  ['other', 3, 'other_answer'],
  ['drop', 6, 'lost'],
])('a device that does this instead: %s', async (manner, status, reason) => {
  const v = await car(manner)
  const { id } = await v.order('start_lock')
  await v.becomes(id, status, reason)
  expect(await v.status()).toBe(1)
})

test('a family whose commands name the device gets them over codec 14, and its refusal is heard [protocols.17]', async () => {
  const v = await car('obey', 'addressed')
  const command = await v.order('start_lock')
  await v.becomes(command.id, 2, null)
  await vi.waitFor(async () => expect(await v.status()).toBe(2))
})
test('the refusal of codec 14 makes it invalid [commands.16]', async () => {
  const v = await car('refuse', 'addressed')
  const { id } = await v.order('start_lock')
  await v.becomes(id, 7, 'refused')
})

test('one that lies is believed, and its readings do not confirm', async () => {
  const v = await car('lie')
  const { id } = await v.order('start_lock')
  await v.becomes(id, 2, null)
  expect(await v.status()).toBe(1)
})

test('one that is silent has timed out after 60 s', async () => {
  const v = await car('ignore')
  const { id } = await v.order('start_lock')
  await v.becomes(id, 4, null)
  ahead = 61_000
  await advanceCommands(ctx)
  await v.becomes(id, 6, 'no_answer')
})
