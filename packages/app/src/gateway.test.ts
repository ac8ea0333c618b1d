// A Teltonika tracker against the real gateway, with its sign-in in the real database: the answer to each frame.

import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import net from 'node:net'
import commands from '@flotta/features/services/commands/server.ts'
import { listQuarantine } from '@flotta/features/telemetry/pipeline/quarantine.ts'
import { replayQuietVehicles } from '@flotta/features/telemetry/pipeline/replays.ts'
import telemetry from '@flotta/features/telemetry/pipeline/server.ts'
import {
  commandOf,
  type DeviceCommand,
  sendCommand,
} from '@flotta/features/telemetry/registry/commands.ts'
import { listDevices, listUnclaimed } from '@flotta/features/telemetry/registry/device-list.ts'
import { gatewayBook } from '@flotta/features/telemetry/registry/gateways.ts'
import { removeDevice } from '@flotta/features/telemetry/registry/mounts.ts'
import { createDevice } from '@flotta/features/telemetry/registry/queries.ts'
import devices from '@flotta/features/telemetry/registry/server.ts'
import { productDatabase } from '@flotta/features/testing/database.ts'
import { readConfig } from '@flotta/platform/config.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type Gateway, openGateway } from '@flotta/platform/gateway.ts'
import type { TestDatabase } from '@flotta/platform/testing.ts'
import { incoming, type Packet } from '@flotta/platform/topics.ts'
import { startWorker, type Worker } from '@flotta/platform/worker.ts'
import { protocols } from '@flotta/protocols/protocols.ts'
import {
  type AvlRecord,
  avlDatagram,
  avlFrame,
  CODEC_8,
  CODEC_8E,
  CODEC_16,
  loginFrame,
  readCommand,
  readDatagramAck,
  replyFrame,
} from '@flotta/protocols/teltonika/device.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { anyDevicePorts } from './bench/ports.ts'
import { openPlatform, type Platform } from './context.ts'

const AT = Date.UTC(2026, 0, 5, 8)
const record = (i: number): AvlRecord => ({
  at: AT + i * 10_000,
  fix: {
    latitude_e7: 454_642_000 + i,
    longitude_e7: 91_900_000,
    altitude: 120,
    direction: 90,
    speed: 50,
    satellites: 11,
  },
  elements: [
    { id: 239, width: 1, value: 1 },
    { id: 66, width: 2, value: 13_800 + i },
    { id: 16, width: 4, value: 1_000 * i },
  ],
})
const recordsOf = (count: number) => Array.from({ length: count }, (_, i) => record(i))
const damageFrame = (frame: Uint8Array): Uint8Array => {
  const wrong = frame.slice()
  wrong[12] = (wrong[12] ?? 0) ^ 0xff
  return wrong
}
const ack = (count: number) => `000000${count.toString(16).padStart(2, '0')}`
const ping = new Uint8Array([0xff])

let database: TestDatabase
let platform: Platform
let ctx: Context
let worker: Worker
let gateway: Gateway
let packets: Packet[] = []
let vehicle = 0
let serial = 0
beforeAll(async () => {
  database = await productDatabase()
  platform = await openPlatform(
    readConfig({
      DATABASE_URL: database.url,
      FLOTTA_LOG_LEVEL: 'silent',
      FLOTTA_UNCLAIMED_PER_MINUTE: '20',
      ...anyDevicePorts,
    }),
    { application: 'gateway test', say: (_, words) => words.key, note: () => undefined },
  )
  ctx = platform.ctx
  const customer = await ctx.db
    .insertInto('customers')
    .values({ name: 'Trasporti Bianchi', configurations: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  vehicle = customer.id
  ctx.bus.consume(incoming, 'test', { batch: 2_000, linger: 0 }, async p => void packets.push(...p))
  worker = startWorker([devices, commands], ctx)
})
afterAll(async () => {
  await worker.stop()
  await platform.close()
  await database.close()
})

const newDevice = async () => {
  const { id } = await ctx.db
    .insertInto('vehicles')
    .values({
      customer_id: vehicle,
      plate: `GW${++serial}`,
      vehicle_type: 'V',
      configurations: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return createDevice(ctx, {
    imei: String(352_000_000_000_000 + serial),
    vehicle_id: id,
    profile: 'fmb1xx',
  })
}
const isConnected = async (id: number) => (await listDevices(ctx)).find(d => d.id === id)?.connected

class Tracker {
  readonly socket = net
    .connect({ port: gateway.addresses.get('teltonika')?.tcp?.port ?? 0, host: '127.0.0.1' })
    .setNoDelay()
  heard = Buffer.alloc(0)
  closed = false
  constructor() {
    this.socket.on('data', d => {
      this.heard = Buffer.concat([this.heard, d])
    })
    this.socket.on('error', () => {})
    this.socket.on('close', () => {
      this.closed = true
    })
    trackers.push(this)
  }
  say(...bytes: Uint8Array[]): void {
    this.socket.write(Buffer.concat(bytes))
  }
  async hears(hex: string): Promise<void> {
    await vi.waitFor(() => expect(this.heard.toString('hex')).toBe(hex), { interval: 2 })
  }
  async leaves(): Promise<void> {
    await vi.waitFor(() => expect(this.closed).toBe(true))
  }
}
let trackers: Tracker[] = []
beforeEach(async () => {
  packets = []
  trackers = []
  gateway = await openGateway(protocols, ctx, {
    book: gatewayBook(ctx),
    identify: (...a) =>
      devices.resolvers?.device?.(...a) ?? Promise.reject(new Error('no resolver')),
    address: '127.0.0.1',
    signInsPerMinute: 1_000,
  })
})
afterEach(async () => {
  for (const tracker of trackers) tracker.socket.destroy()
  await gateway.stop()
})
const signedIn = async (imei: string): Promise<Tracker> => {
  const tracker = new Tracker()
  tracker.say(loginFrame(imei))
  await tracker.hears('01')
  tracker.heard = Buffer.alloc(0)
  return tracker
}

describe('a tracker over TCP', () => {
  it.each([
    ['8', CODEC_8],
    ['8 extended', CODEC_8E],
    ['16', CODEC_16],
  ] as const)(
    'sends records of codec %s and hears their number [protocols.9]',
    async (_, codec) => {
      const device = await newDevice()
      const tracker = await signedIn(device.imei)
      tracker.say(avlFrame(codec, recordsOf(10)))
      await tracker.hears(ack(10))
      tracker.say(avlFrame(codec, recordsOf(1)))
      await tracker.hears(ack(10) + ack(1))
      expect(packets).toMatchObject([
        { device_id: device.id, vehicle_id: device.vehicle_id, messages: { length: 10 } },
        { messages: { length: 1 } },
      ])
      expect(packets[0]?.messages[3]).toMatchObject({
        at: AT + 30_000,
        fix: { latitude_e7: 454_642_003, speed: 50, satellites: 11 },
      })
    },
  )

  it('may send a text that no key holds, newest or late: it is kept as it was sent, means nothing, and holds nobody up', async () => {
    const [device, other] = [await newDevice(), await newDevice()]
    // Raw parameters of such a recent time are stored.
    const at = Date.now() - 3_600_000
    const recent = (i: number): AvlRecord => ({ ...record(i), at: at + i * 10_000 })
    const long = {
      ...recent(1),
      elements: [...record(1).elements, { id: 78, bytes: randomBytes(9_000) }],
    }
    const storing = startWorker([{ consumers: telemetry.consumers ?? [] }], ctx)
    try {
      const [tracker, beside] = [await signedIn(device.imei), await signedIn(other.imei)]
      tracker.say(avlFrame(CODEC_8E, [recent(0), long, recent(2)]))
      beside.say(avlFrame(CODEC_8E, [0, 1, 2].map(recent)))
      await tracker.hears(ack(3))
      await beside.hears(ack(3))
      tracker.say(avlFrame(CODEC_8E, [{ ...long, at: at + 5_000 }]))
      await tracker.hears(ack(3) + ack(1))
    } finally {
      await storing.stop()
    }
    await replayQuietVehicles({ ...ctx, now: () => Date.now() + 600_000 })
    expect((await ctx.pool.query('select from replays')).rowCount).toBe(0)
    const { rows } = await ctx.pool.query(
      'select octet_length(io) as bytes from positions where vehicle_id = $1 order by message_datetime',
      [device.vehicle_id],
    )
    expect(rows.map(r => r.bytes > 9_000)).toEqual([false, true, true, false])
    expect(await listQuarantine(ctx)).toEqual([])
  })

  it('may have its bytes cut anywhere, with keep-alives between', async () => {
    const device = await newDevice()
    const stream = Buffer.concat([
      ping,
      loginFrame(device.imei),
      ping,
      avlFrame(CODEC_8E, recordsOf(2)),
      ping,
      avlFrame(CODEC_8, recordsOf(1)),
      ping,
    ])
    for (let cut = 1; cut < stream.length; cut++) {
      const tracker = new Tracker()
      const before = gateway.stats.bytes
      tracker.say(stream.subarray(0, cut))
      await vi.waitFor(() => expect(gateway.stats.bytes).toBe(before + cut), { interval: 1 })
      tracker.say(stream.subarray(cut))
      await tracker.hears(`01${ack(2)}${ack(1)}`)
      tracker.socket.destroy()
    }
    expect(packets).toHaveLength(2 * (stream.length - 1))
  })

  it('is told 00000000 for a wrong checksum, and is closed at the third in a row [protocols.10]', async () => {
    const tracker = await signedIn((await newDevice()).imei)
    const good = avlFrame(CODEC_8, recordsOf(3))
    tracker.say(damageFrame(good), damageFrame(good), good, damageFrame(good), damageFrame(good))
    await tracker.hears([0, 0, 3, 0, 0].map(ack).join(''))
    tracker.say(damageFrame(good))
    await tracker.leaves()
    expect(tracker.heard.toString('hex')).toBe([0, 0, 3, 0, 0, 0].map(ack).join(''))
    expect(packets).toHaveLength(1)
    expect(gateway.stats).toMatchObject({ refused: 5, records: 3, faults: 1 })
  })

  it('is closed for garbage, an over-long frame or data before its sign-in, while another is served [protocols.12]', async () => {
    const otherDevice = await signedIn((await newDevice()).imei)
    const bad = await newDevice()
    const long = Buffer.alloc(8)
    long.writeUInt32BE(1 << 20, 4)
    for (const bytes of [Buffer.alloc(5_000, 0x47), long]) {
      const tracker = await signedIn(bad.imei)
      tracker.say(bytes)
      await tracker.leaves()
    }
    const early = new Tracker()
    early.say(avlFrame(CODEC_8, recordsOf(1)))
    await early.leaves()
    otherDevice.say(avlFrame(CODEC_8, recordsOf(2)))
    await otherDevice.hears(ack(2))
    expect(packets).toHaveLength(1)
  })

  it('that nobody knows hears 00 and is listed; once it is created it is let in, once removed it is put out [gateway.11, gateway.12, gateway.36, protocols.13]', async () => {
    const imei = '351111111111119'
    const stranger = new Tracker()
    stranger.say(loginFrame(imei))
    await stranger.hears('00')
    await stranger.leaves()
    expect(await listUnclaimed(ctx)).toMatchObject([
      { identifier: imei, protocol: 'teltonika', address: '127.0.0.1', count: 1 },
    ])
    const { vehicle_id } = await newDevice().then(async d => removeDevice(ctx, d.id))
    const device = await createDevice(ctx, { imei, vehicle_id: vehicle_id ?? 0, profile: 'fmx6' })
    const tracker = await signedIn(imei)
    await vi.waitFor(async () => expect(await isConnected(device.id)).toBe(true))
    await removeDevice(ctx, device.id)
    await tracker.leaves()
  })

  it('is connected in the database while it is, and its newest connection wins', async () => {
    const device = await newDevice()
    const older = await signedIn(device.imei)
    await vi.waitFor(async () => expect(await isConnected(device.id)).toBe(true))
    const newer = await signedIn(device.imei)
    newer.say(avlFrame(CODEC_8, recordsOf(1)))
    await older.leaves()
    await vi.waitFor(async () =>
      expect((await listDevices(ctx)).find(d => d.id === device.id)).toMatchObject({
        connected: true,
        conflicts: 1,
      }),
    )
    newer.socket.end()
    await vi.waitFor(async () => expect(await isConnected(device.id)).toBe(false))
  })

  it('gets a command over the connection of its data, and its answer is stored', async () => {
    const device = await newDevice()
    const tracker = await signedIn(device.imei)
    await vi.waitFor(async () => expect(await isConnected(device.id)).toBe(true))
    const send = async (text: string, expected: Partial<DeviceCommand>) => {
      const id = await sendCommand(ctx, device.id, text)
      await vi.waitFor(async () => expect(await commandOf(ctx, id)).toMatchObject(expected))
      return id
    }
    await send('getinfo', { state: 'offline' })
    tracker.say(avlFrame(CODEC_8, recordsOf(1)))
    await tracker.hears(ack(1))
    tracker.heard = Buffer.alloc(0)
    const id = await send('getinfo', { state: 'sent' })
    await tracker.hears('000000000000000f0c010500000007676574696e666f0100004312')
    expect(readCommand(tracker.heard)).toMatchObject({ text: 'getinfo' })
    tracker.say(replyFrame('RTC:2026/1/5 8:0'))
    await vi.waitFor(async () =>
      expect(await commandOf(ctx, id)).toMatchObject({
        state: 'answered',
        reply: 'RTC:2026/1/5 8:0',
      }),
    )
    await send('città', { state: 'invalid' })
  })
})

it('a tracker over UDP hears its packet ids and the number of records; a stranger nothing [protocols.22]', async () => {
  const device = await newDevice()
  const socket = createSocket('udp4')
  const messages: Buffer[] = []
  socket.on('message', m => void messages.push(m))
  const port = gateway.addresses.get('teltonika')?.udp?.port ?? 0
  const send = (imei: string, id: number) =>
    socket.send(avlDatagram(imei, CODEC_8, recordsOf(5), 0xcafe, id), port, '127.0.0.1')
  send('353333333333333', 1)
  send(device.imei, 2)
  await vi.waitFor(() =>
    expect(messages.map(readDatagramAck)).toEqual([{ packetId: 0xcafe, avlPacketId: 2, count: 5 }]),
  )
  await vi.waitFor(() =>
    expect(gateway.stats).toMatchObject({ datagrams: 2, unknown: 1, records: 5 }),
  )
  expect(packets).toMatchObject([{ device_id: device.id, vehicle_id: device.vehicle_id }])
  expect((await listUnclaimed(ctx)).map(u => u.identifier)).toContain('353333333333333')
  socket.close()
})
