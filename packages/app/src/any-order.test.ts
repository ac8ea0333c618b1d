// A vehicle's day through the real gateway and database: the derived data are the same whatever the order, repetition and connections of its packets.

import { existsSync, readFileSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import { demoFleet } from '@flotta/features/provider/demo/fleet.ts'
import { replayVehicle } from '@flotta/features/telemetry/pipeline/replay.ts'
import telemetry from '@flotta/features/telemetry/pipeline/server.ts'
import { derivedOf, random } from '@flotta/features/telemetry/pipeline/testing.ts'
import { gatewayBook } from '@flotta/features/telemetry/registry/gateways.ts'
import { createDevice } from '@flotta/features/telemetry/registry/queries.ts'
import devices from '@flotta/features/telemetry/registry/server.ts'
import { productDatabase } from '@flotta/features/testing/database.ts'
import { readConfig } from '@flotta/platform/config.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type Gateway, openGateway } from '@flotta/platform/gateway.ts'
import type { TestDatabase } from '@flotta/platform/testing.ts'
import { startWorker, type Worker } from '@flotta/platform/worker.ts'
import { protocols } from '@flotta/protocols/protocols.ts'
import {
  type AvlRecord,
  avlFrame,
  CODEC_8E,
  loginFrame,
} from '@flotta/protocols/teltonika/device.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyDevicePorts } from './bench/ports.ts'
import { openPlatform, type Platform } from './context.ts'
import { recordsOf } from './replay.ts'
import { readTrack } from './simulator/gpx.ts'
import { simulation } from './simulator/vehicle.ts'

const DAY = 86_400_000
const FROM = Date.UTC(2026, 10, 18)
const drives = join(import.meta.dirname, '../../../../shared/data/drives')

let database: TestDatabase
let platform: Platform
let ctx: Context
let worker: Worker
let gateway: Gateway
let serial = 0
beforeAll(async () => {
  database = await productDatabase()
  platform = await openPlatform(
    readConfig({
      DATABASE_URL: database.url,
      FLOTTA_LOG_LEVEL: 'silent',
      ...anyDevicePorts,
    }),
    {
      application: 'any order',
      say: (_, words) => words.key,
      note: () => undefined,
    },
  )
  ctx = { ...platform.ctx, now: () => FROM + 2 * DAY }
  await database.pool.query(`insert into customers (name) values ('Trasporti')`)
  // Only consumers run: the test itself starts replays.
  worker = startWorker(
    [{ consumers: [...(devices.consumers ?? []), ...(telemetry.consumers ?? [])] }],
    ctx,
  )
  const identify = devices.resolvers?.device
  if (!identify) throw new Error('no feature knows devices')
  gateway = await openGateway(protocols, ctx, { identify, book: gatewayBook(ctx) })
})
afterAll(async () => {
  await gateway.stop()
  await worker.stop()
  await platform.close()
  await database.close()
})

/**
 * A new vehicle whose records arrive in these packets, each list over a connection of its own; returns what was derived, after late records were
 * derived again.
 */
async function storedAfter(
  connections: readonly (readonly (readonly AvlRecord[])[])[],
  profile: string,
) {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into vehicles (customer_id, plate, vehicle_type) values (1, $1, 'T') returning id`,
    [`T${++serial}`],
  )
  const vehicle_id = rows[0]?.id ?? 0
  const imei = String(354_000_000_000_000 + serial)
  await createDevice(ctx, { imei, vehicle_id, profile })
  for (const packets of connections) await send(imei, packets)
  while (await isMarked(vehicle_id)) await replayVehicle(vehicle_id, ctx)
  return derivedOf({ ctx }, vehicle_id)
}
const isMarked = async (vehicle_id: number) =>
  (await database.pool.query('select from replays where vehicle_id = $1', [vehicle_id]))
    .rowCount === 1

/** Signs in, sends each packet after the acknowledgement of the one before, and disconnects. */
async function send(imei: string, packets: readonly (readonly AvlRecord[])[]): Promise<void> {
  const socket = net
    .connect({ port: gateway.addresses.get('teltonika')?.tcp?.port ?? 0, host: '127.0.0.1' })
    .setNoDelay()
  const answer = (bytes: Uint8Array) =>
    new Promise<string>((resolve, reject) => {
      socket.removeAllListeners('data').once('data', data => resolve(data.toString('hex')))
      socket
        .removeAllListeners('close')
        .once('close', () => reject(new Error('the gateway closed the connection')))
      socket.write(bytes)
    })
  expect(await answer(loginFrame(imei))).toBe('01')
  for (const records of packets)
    expect(Number.parseInt(await answer(avlFrame(CODEC_8E, records)), 16)).toBe(records.length)
  socket.removeAllListeners('close').destroy()
}

function packetsOf(records: readonly AvlRecord[], next: () => number): AvlRecord[][] {
  const packets: AvlRecord[][] = []
  for (let i = 0; i < records.length; ) {
    const size = 1 + Math.floor(next() * 20)
    packets.push(records.slice(i, i + size))
    i += size
  }
  return packets
}
function shuffle<T>(list: readonly T[], next: () => number): T[] {
  const out = [...list]
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    ;[out[i], out[j]] = [out[j] as T, out[i] as T]
  }
  return out
}
/**
 * Sends everything in order over one connection; then twice in another order: packets shuffled, a third of them repeated, some newest first, over
 * five connections.
 */
async function expectSame(
  records: readonly AvlRecord[],
  profile: string,
  seed: number,
): Promise<Awaited<ReturnType<typeof derivedOf>>> {
  const next = random(seed)
  const expected = await storedAfter([packetsOf(records, next)], profile)
  for (let round = 0; round < 2; round++) {
    const packets = packetsOf(records, next).map(p => (next() < 0.3 ? [...p].reverse() : p))
    const mixed = shuffle([...packets, ...packets.filter(() => next() < 0.3)], next)
    const fifth = Math.ceil(mixed.length / 5)
    const connections = Array.from({ length: 5 }, (_, i) => mixed.slice(i * fifth, (i + 1) * fifth))
    expect(await storedAfter(connections, profile)).toEqual(expected)
  }
  return expected
}

describe('the same trips, readings, incidents and odometer', () => {
  test.each([0, 7, 21])('of a simulated day of vehicle %i', async index => {
    const vehicle = demoFleet(40)[index]
    if (!vehicle) throw new Error('no such vehicle')
    const sim = simulation(4)
    const records = [...sim.marks(vehicle, FROM, FROM + DAY)].map(mark => sim.record(vehicle, mark))
    const { positions, trips } = await expectSame(records, vehicle.profile, 100 + index)
    expect(positions).toHaveLength(records.length)
    expect(trips?.length).toBeGreaterThan(0)
  })

  test.skipIf(!existsSync(drives)).each(['munich-car-1hz.gpx', 'myanmar-truck.gpx'])(
    'of the recorded drive %s',
    async name => {
      const points = readTrack(readFileSync(join(drives, name), 'utf8'), name)
      const records = recordsOf(points, FROM + DAY - (points.at(-1)?.at ?? 0))
      const { trips } = await expectSame(records, 'fmb1xx', 7)
      expect(trips?.length).toBeGreaterThan(0)
    },
  )
})
