// Real sockets against the gateway, with a line protocol: the correct and wrong behaviour of one device, and what others notice of it.
import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { type Beginning, FrameError, type Protocol } from '@flotta/core/protocol.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { memoryBus } from './bus.memory.ts'
import { address, type Bus } from './bus.ts'
import { type Changes, listenChanges } from './changes.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import type { DeviceIdentity, GatewayBook } from './feature.ts'
import { type Gateway, type GatewayContext, type GatewayOptions, openGateway } from './gateway.ts'
import { memoryLimits } from './limits.ts'
import { metricsText } from './metrics.ts'
import { type TestDatabase, testDatabase } from './testing.ts'
import {
  type CommandNews,
  type ConnectionEvent,
  commandNews,
  connectionEvents,
  type DeviceReplies,
  incoming,
  outgoing,
  type Packet,
  replies,
} from './topics.ts'

const NEWLINE = 10
const text = (s: string) => Buffer.from(s, 'latin1')
const records = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ at: i, fix: null, io: new Uint8Array(0) }))

/**
 * `L<id>!<password>` signs in, `P` is a keep-alive, `D<n>` sends n records, `B` one record with a large answer, `X` is wrong, `R<text>` replies,
 * `Q<text>` sends a record and replies; each line ends with a newline.
 */
const lines: Protocol = {
  name: 'lines',
  port: { variable: 'NO_SUCH_PORT', default: 0 },
  profiles: [],
  tcp: {
    frame(bytes, start, end, maxFrame) {
      if (start < end && ((bytes[start] as number) < 65 || (bytes[start] as number) > 90))
        throw new FrameError('lines: no capital', true)
      const newline = bytes.subarray(start, end).indexOf(NEWLINE)
      if ((newline < 0 ? end - start : newline + 1) > maxFrame)
        throw new FrameError('lines: too long', true)
      return newline + 1
    },
    decode(frame) {
      const line = Buffer.from(frame).toString('latin1').trimEnd()
      const rest = line.slice(1)
      if (line[0] === 'L')
        return {
          kind: 'login',
          device_id: rest.replace(/!.*/, ''),
          accept: text('+'),
          refuse: text('-'),
          password: rest.replace(/^[^!]*!?/, ''),
          refuse_password: text('?'),
        }
      if (line[0] === 'P') return { kind: 'ping' }
      if (line[0] === 'D')
        return {
          kind: 'messages',
          messages: records(Number.parseInt(rest, 10)),
          ack: text(`A${Number.parseInt(rest, 10)}`),
        }
      if (line[0] === 'B')
        return { kind: 'messages', messages: records(1), ack: Buffer.alloc(1 << 20, 'B') }
      if (line[0] === 'R') return { kind: 'reply', replies: [{ text: rest }] }
      if (line[0] === 'Q')
        return {
          kind: 'messages',
          messages: records(1),
          replies: [{ text: rest }],
          ack: text('Q'),
        }
      if (line[0] === 'X') return { kind: 'refused', reason: 'checksum', ack: text('E') }
      throw new FrameError('lines: unknown letter', line[0] === 'F')
    },
    encode: command => (command === '' ? null : text(`C${command}\n`)),
  },
  udp: {
    decode(datagram) {
      const [id = '', data = ''] = Buffer.from(datagram).toString('latin1').split(' ')
      if (id === '') throw new FrameError('lines: no name', false)
      if (data === 'X') return { kind: 'refused', reason: 'counts', ack: text('E'), device_id: id }
      return {
        kind: 'messages',
        messages: records(Number(data)),
        ack: text(`A${data}`),
        device_id: id,
      }
    },
  },
}

/**
 * Frames of `<device>:<letter><rest>;` that name their device: `H` asks for an answer, `D` sends a record, `L` one with a local time, `C` counts in
 * the memory of the connection, `R` replies, `X` is wrong. Bytes without a `;` up to the next `$` are garbage.
 */
const named: Protocol = {
  name: 'named',
  port: { variable: 'NO_SUCH_NAMED_PORT', default: 0 },
  profiles: [],
  local_time: 60,
  tcp: {
    shared: true,
    frame(bytes, start, end) {
      const rest = bytes.subarray(start, end)
      return rest[0] === 0x24 ? rest.indexOf(0x3b) + 1 : Math.max(0, rest.indexOf(0x24))
    },
    decode(frame, { at, memory }) {
      const [, device_id = '', letter = '', rest = ''] =
        /^\$(\w+):(.)(.*);$/.exec(Buffer.from(frame).toString('latin1')) ?? []
      if (letter === '') return { kind: 'garbage' }
      const record = { at, fix: null, io: new Uint8Array(0) }
      if (letter === 'H') return { kind: 'ping', device_id, answer: text('h') }
      if (letter === 'X') return { kind: 'refused', reason: 'sum', ack: text('x'), device_id }
      if (letter === 'R')
        return { kind: 'reply', replies: [{ text: rest }], device_id, ack: text('r') }
      if (letter === 'L')
        return {
          kind: 'messages',
          device_id,
          ack: text('l'),
          messages: [{ ...record, at: Number(rest), local: true }],
        }
      const count = Number(memory.count ?? 0) + 1
      return {
        kind: 'messages',
        device_id,
        messages: [record],
        ack: text(letter === 'C' ? String(count) : 'd'),
        refuse: text('404'),
        memory: { count },
        ...(rest === 'last' && { close: true }),
      }
    },
    encode: (command, { device_id, serial }) => text(`${device_id}<${serial} ${command}`),
  },
}

const devices = new Map<string, DeviceIdentity>(
  Array.from(
    { length: 50 },
    (_, i) => [`dev${i}`, { device_id: i + 1, vehicle_id: i % 2 ? 1_000 + i : null }] as const,
  ),
)

/** The device's end of a connection. */
class Device {
  readonly socket: net.Socket
  heard = ''
  closed = false
  constructor(port: number) {
    this.socket = net.connect({ port, host: '127.0.0.1' })
    this.socket.on('data', d => {
      this.heard += d.toString('latin1')
    })
    this.socket.on('error', () => {})
    this.socket.on('close', () => {
      this.closed = true
    })
  }
  say(bytes: string): void {
    this.socket.write(text(bytes))
  }
  async hears(wanted: string): Promise<void> {
    await vi.waitFor(() => expect(this.heard).toBe(wanted))
  }
  async leaves(): Promise<void> {
    await vi.waitFor(() => expect(this.closed).toBe(true))
  }
}

let database: TestDatabase
let changes: Changes
const log = pino({ level: 'silent' })
beforeAll(async () => {
  database = await testDatabase()
  changes = await listenChanges(database.url, log)
})
afterAll(async () => {
  await changes.close()
  await database.close()
})

/** The state that gateways share: sign-ins counted from 1, and no other gateway. */
let signIns = 0
const others: readonly number[] = []
let closeCount = 0
const book: GatewayBook = {
  signIns: async count => Array.from({ length: count }, () => ++signIns),
  alive: async () => others,
  leave: async () => void closeCount++,
}
/** The clock of the gateways, which a test may stop. */
let now = Date.now
/** Stops the clocks, so that silence and rates per minute depend on the test and not on the speed of this machine. */
const stopClocks = (): void => {
  const at = Date.now()
  now = () => at
  vi.useFakeTimers({ toFake: ['performance'] })
}
let bus: Bus
let gateway: Gateway
let open: Device[] = []
let packets: Packet[] = []
let events: ConnectionEvent[] = []
let receivedReplies: DeviceReplies[] = []
let news: CommandNews[] = []

async function start(
  settings: Partial<Config> = {},
  options: Partial<GatewayOptions<GatewayContext>> = {},
  commit: (p: readonly Packet[]) => Promise<void> = async () => {},
  protocols: readonly Protocol[] = [lines],
) {
  bus = memoryBus()
  packets = []
  events = []
  bus.consume(incoming, 'test', { batch: 1_000, linger: 0 }, async p => {
    await commit(p)
    packets.push(...p)
  })
  bus.consume(
    connectionEvents,
    'test',
    { batch: 1_000, linger: 0 },
    async e => void events.push(...e),
  )
  receivedReplies = []
  news = []
  bus.consume(
    replies,
    'test',
    { batch: 1_000, linger: 0 },
    async r => void receivedReplies.push(...r),
  )
  bus.consume(commandNews, 'test', { batch: 1_000, linger: 0 }, async n => void news.push(...n))
  const config = { ...readConfig({}), ...settings }
  gateway = await openGateway(
    protocols,
    {
      config,
      bus,
      changes,
      instance: 'g',
      limits: memoryLimits(() => 0),
      log,
      now: () => now(),
      pool: database.pool,
    },
    { book, identify: async id => devices.get(id) ?? 'refused', address: '127.0.0.1', ...options },
  )
}
/** Sends a command and returns its outcome. */
const command = async (
  device_id: number,
  text: string,
  more: { readonly command_id?: string; readonly expires_at?: number } = {},
) => {
  const before = news.length
  await bus.publish(address(outgoing, gateway.name), {
    command_id: randomUUID(),
    device_id,
    text,
    expires_at: Date.now() + 60_000,
    ...more,
  })
  return news.slice(before).map(n => n.outcome)
}
const port = () => gateway.addresses.get('lines')?.tcp?.port ?? 0
const connect = (): Device => {
  const device = new Device(port())
  open.push(device)
  return device
}
const signedIn = async (id: string): Promise<Device> => {
  const device = connect()
  device.say(`L${id}\n`)
  await device.hears('+')
  device.heard = ''
  return device
}
/** Another device is still served. */
const othersAreServed = async (id = 'dev49'): Promise<void> => {
  const otherLine = await signedIn(id)
  otherLine.say('D3\n')
  await otherLine.hears('A3')
}
afterEach(async () => {
  for (const device of open) device.socket.destroy()
  open = []
  vi.useRealTimers()
  now = Date.now
  await gateway.stop()
  await bus.close()
})

describe('a device', () => {
  it('signs in, is acknowledged after the commit, and signs out [gateway.1]', async () => {
    let commit = () => {}
    const figure = async (name: string) =>
      Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await metricsText(['gateway']))?.[1])
    const acknowledged = await figure('flotta_acknowledge_seconds_count')
    await start({}, {}, () => new Promise(resolve => (commit = resolve)))
    const device = await signedIn('dev1')
    device.say('D2\n')
    await vi.waitFor(() => expect(gateway.stats.in_flight).toBe(3))
    expect(device.heard).toBe('')
    commit()
    await device.hears('A2')
    expect(packets).toMatchObject([
      { device_id: 2, vehicle_id: 1_001, messages: [{ at: 0 }, { at: 1 }] },
    ])
    expect(gateway.stats).toMatchObject({
      connections: 1,
      sign_ins: 1,
      frames: 2,
      records: 2,
      acks: 1,
      in_flight: 0,
      refused: 0,
    })
    expect(await figure('flotta_acknowledge_seconds_count')).toBe(acknowledged + 1)
    expect(await figure('flotta_gateway_records_total')).toBe(2)
    device.socket.end()
    await vi.waitFor(() => expect(events.map(e => e.event)).toEqual(['open', 'close']))
    expect(events[0]).toMatchObject({
      device_id: 2,
      vehicle_id: 1_001,
      protocol: 'lines',
      address: '127.0.0.1',
      gateway: gateway.name,
      session: events[1]?.session,
    })
  })

  it('that sends no more still gets its acknowledgements, and then the connection ends', async () => {
    let commit = () => {}
    await start({}, {}, () => new Promise(resolve => (commit = resolve)))
    const device = await signedIn('dev1')
    device.say('D2\nD3\n')
    device.socket.end()
    await vi.waitFor(() => expect(gateway.stats.in_flight).toBe(3))
    commit()
    await device.hears('A2')
    await vi.waitFor(() => expect(gateway.stats.in_flight).toBe(3))
    commit()
    await device.hears('A2A3')
    await vi.waitFor(() => expect(gateway.stats.connections).toBe(0))
  })

  it('may send records and an answer in one frame, which is acknowledged when both are committed [gateway.43]', async () => {
    let commit = () => {}
    await start({}, {}, () => new Promise(resolve => (commit = resolve)))
    const device = await signedIn('dev1')
    device.say('Qdone\n')
    await vi.waitFor(() => expect(gateway.stats.in_flight).toBeGreaterThan(0))
    expect([device.heard, receivedReplies]).toEqual(['', []])
    commit()
    await device.hears('Q')
    expect(packets).toMatchObject([{ device_id: 2, messages: [{ at: 0 }] }])
    expect(receivedReplies).toMatchObject([
      { device_id: 2, session: gateway.session(2), replies: [{ text: 'done' }] },
    ])
    expect(gateway.stats).toMatchObject({ records: 1, acks: 1, in_flight: 0 })
  })

  it('may cut its bytes at any place [gateway.28]', async () => {
    await start()
    const stream = 'Ldev1\nPD2\nP\nD1\nRhello\nD5\n'.replace('PD2', 'P\nD2')
    for (let cut = 1; cut < stream.length; cut++) {
      const device = connect()
      device.socket.setNoDelay(true)
      device.say(stream.slice(0, cut))
      await vi.waitFor(() => expect(gateway.stats.bytes % stream.length).toBe(cut), { interval: 1 })
      device.say(stream.slice(cut))
      await device.hears('+A2A1A5')
      device.socket.destroy()
      await vi.waitFor(() => expect(gateway.stats.connections).toBe(0), { interval: 1 })
    }
    expect(packets).toHaveLength(3 * (stream.length - 1))
  })

  it('may send its bytes one by one or all together', async () => {
    await start()
    const slow = connect()
    slow.socket.setNoDelay(true)
    for (const byte of 'Ldev1\nD2\nD3\n') {
      const before = gateway.stats.bytes
      slow.say(byte)
      await vi.waitFor(() => expect(gateway.stats.bytes).toBe(before + 1), { interval: 1 })
    }
    await slow.hears('+A2A3')
    const glued = connect()
    glued.say(`Ldev2\n${'P\n'.repeat(500)}${'D1\n'.repeat(100)}`)
    await glued.hears(`+${'A1'.repeat(100)}`)
  })

  it('has one packet in flight, in order [gateway.29]', async () => {
    const release: (() => void)[] = []
    await start({}, {}, () => new Promise(resolve => void release.push(resolve)))
    const device = await signedIn('dev1')
    device.say('D1\nD2\nD3\n')
    for (const [i, answer] of ['A1', 'A1A2', 'A1A2A3'].entries()) {
      await vi.waitFor(() => expect(release).toHaveLength(i + 1))
      release[i]?.()
      await device.hears(answer)
    }
    expect(packets.map(p => p.messages.length)).toEqual([1, 2, 3])
  })

  it('that nobody knows is refused, and none of its records is stored', async () => {
    await start()
    const stranger = connect()
    stranger.say('Lstranger\nD5\n')
    await stranger.hears('-')
    await stranger.leaves()
    expect(packets).toEqual([])
    expect(events).toEqual([])
    expect(gateway.stats.unknown).toBe(1)
    await othersAreServed()
  })

  it('with a wrong password gets the refusal of its protocol [protocols.63]', async () => {
    await start(
      {},
      {
        identify: async (_, { password }) =>
          password === 'open' ? { device_id: 1, vehicle_id: null } : 'wrong_password',
      },
    )
    const wrong = connect()
    wrong.say('Ldev1!shut\nD1\n')
    await wrong.hears('?')
    await wrong.leaves()
    const right = connect()
    right.say('Ldev1!open\nD1\n')
    await right.hears('+A1')
  })

  it('must sign in first', async () => {
    await start()
    const device = connect()
    device.say('D5\n')
    await device.leaves()
    expect(packets).toEqual([])
  })

  it('cannot become another device on the same connection, but may repeat its sign-in', async () => {
    await start()
    const device = await signedIn('dev1')
    device.say('Ldev1\n')
    await device.hears('+')
    device.say('Ldev2\n')
    await device.leaves()
  })

  it('is disconnected after three wrong frames in a row, and a good one between resets the count', async () => {
    await start()
    const device = await signedIn('dev1')
    device.say('X\nX\nD1\nX\nX\n')
    await device.hears('EEA1EE')
    device.say('X\n')
    await device.hears('EEA1EEE')
    await device.leaves()
    expect(gateway.stats).toMatchObject({ refused: 5, records: 1 })
    await othersAreServed()
  })

  it('is disconnected at bytes that are no frame', async () => {
    await start()
    const device = await signedIn('dev1')
    device.socket.write(Buffer.alloc(100_000, 0xa5))
    await device.leaves()
    await othersAreServed()
  })

  it('is disconnected at a frame that is too long, and before the sign-in at a shorter one [gateway.26]', async () => {
    await start({ FLOTTA_GATEWAY_MAX_FRAME: 4_096 })
    const device = await signedIn('dev1')
    device.say(`D1 ${'x'.repeat(4_000)}\n`)
    await device.hears('A1')
    device.say(`D1 ${'x'.repeat(5_000)}`)
    await device.leaves()
    const stranger = connect()
    stranger.say(`L${'x'.repeat(2_000)}`)
    await stranger.leaves()
    await othersAreServed()
  })

  it('is disconnected after a time without a frame, even while it sends single bytes [gateway.25]', async () => {
    stopClocks()
    await start({ FLOTTA_GATEWAY_IDLE_TIMEOUT: 600, FLOTTA_GATEWAY_LOGIN_TIMEOUT: 600 })
    const mute = connect()
    const idle = await signedIn('dev1')
    const drip = await signedIn('dev2')
    const alive = await signedIn('dev3')
    vi.advanceTimersByTime(500_000)
    const { bytes, frames } = gateway.stats
    drip.say('D')
    alive.say('P\n')
    await vi.waitFor(() =>
      expect([gateway.stats.bytes - bytes, gateway.stats.frames - frames]).toEqual([3, 1]),
    )
    expect(gateway.stats).toMatchObject({ connections: 4, idle: 0, silent: 0 })
    vi.advanceTimersByTime(101_000)
    await Promise.all([mute.leaves(), idle.leaves(), drip.leaves()])
    alive.say('D2\n')
    await alive.hears('A2')
    expect(gateway.stats).toMatchObject({ idle: 2, silent: 1 })
  })

  it('that never reads is disconnected before its answers fill the memory [gateway.27]', async () => {
    await start()
    const device = await signedIn('dev1')
    device.socket.pause()
    for (let i = 0; i < 50; i++) device.say('B\n')
    await vi.waitFor(() => expect(gateway.stats.unread).toBe(1))
    await vi.waitFor(() => expect(gateway.stats.connections).toBe(0))
    await othersAreServed()
  })

  it('prevails with its newest connection once valid data have come over it, and keeps the older one until then [gateway.22]', async () => {
    await start()
    const older = await signedIn('dev1')
    older.say('D1\n')
    await older.hears('A1')
    const newer = await signedIn('dev1')
    newer.say('P\nX\n')
    await newer.hears('E')
    older.say('D2\n')
    await older.hears('A1A2')
    expect(gateway.stats.conflicts).toBe(1)
    expect(await command(2, 'getver')).toEqual(['sent'])
    await older.hears('A1A2Cgetver\n')
    newer.say('D1\n')
    await newer.hears('EA1')
    await older.leaves()
    await vi.waitFor(() => expect(events.map(e => e.event)).toEqual(['open', 'open']))
    expect(gateway.session(2)).toBe(events[1]?.session)
  })

  it('whose connection was displaced gets no command over it until the other has been silent for 5 minutes [commands.43]', async () => {
    stopClocks()
    const began = now()
    const after = (minutes: number) => {
      now = () => began + minutes * 60_000
    }
    const sendCommand = () => command(2, 'unlock', { expires_at: Number.POSITIVE_INFINITY })
    await start({ FLOTTA_GATEWAY_IDLE_TIMEOUT: 86_400, FLOTTA_GATEWAY_LOGIN_TIMEOUT: 600 })
    const tracker = await signedIn('dev1')
    tracker.say('D1\n')
    await tracker.hears('A1')
    expect(await sendCommand()).toEqual(['sent'])
    const attacker = await signedIn('dev1')
    attacker.say('D1\n')
    await attacker.hears('A1')
    await tracker.leaves()
    expect(await sendCommand()).toEqual(['offline'])
    expect(attacker.heard).toBe('A1')
    await vi.waitFor(() =>
      expect(events.at(-1)).toMatchObject({
        event: 'open',
        takeover: { at: began, times: 1, address: '127.0.0.1' },
      }),
    )
    // The displaced connection signs in again, without sending data.
    after(4)
    const back = await signedIn('dev1')
    await vi.waitFor(() =>
      expect(events.at(-1)).toMatchObject({
        event: 'alive',
        takeover: { at: began + 240_000, times: 2 },
      }),
    )
    after(8.9)
    expect(await sendCommand()).toEqual(['offline'])
    back.socket.destroy()
    after(9)
    expect(await sendCommand()).toEqual(['sent'])
    await attacker.hears('A1Cunlock\n')
    expect(gateway.stats.takeovers).toBe(1)
  })

  it('that reconnects after its connection has ended, or before it sent anything, is not contested', async () => {
    await start()
    const first = await signedIn('dev1')
    first.say('D1\n')
    await first.hears('A1')
    first.socket.end()
    await vi.waitFor(() => expect(gateway.session(2)).toBeUndefined())
    await signedIn('dev1')
    const last = await signedIn('dev1')
    last.say('D1\n')
    await last.hears('A1')
    expect(await command(2, 'getver')).toEqual(['sent'])
    expect(gateway.stats.takeovers).toBe(0)
  })

  it('whose newest connection is at another gateway has its connection here closed as displaced', async () => {
    await start()
    const tracker = await signedIn('dev1')
    tracker.say('D1\n')
    await tracker.hears('A1')
    await vi.waitFor(() => expect(events).toHaveLength(1))
    const there = {
      ...(events[0] as ConnectionEvent),
      gateway: 'other',
      session: randomUUID(),
      sign_in: (events[0]?.sign_in ?? 0) + 1,
      address: '203.0.113.7',
    }
    bus.broadcast(connectionEvents, there)
    await tracker.leaves()
    await vi.waitFor(() =>
      expect(events.at(-1)).toMatchObject({
        event: 'close',
        gateway: 'g',
        takeover: { times: 1, address: '203.0.113.7' },
      }),
    )
  })

  it('is served even while others sign in with its name again and again', async () => {
    stopClocks()
    await start({ FLOTTA_GATEWAY_LOGIN_TIMEOUT: 600 }, { signInsPerMinute: 5 })
    const tracker = await signedIn('dev1')
    let answers = ''
    for (let i = 1; i <= 20; i++) {
      const attacker = connect()
      attacker.say('Ldev1\n')
      await attacker.hears('+')
      tracker.say(`D${i}\n`)
      answers += `A${i}`
      await tracker.hears(answers)
      // Beyond the limit of sign-ins the data of the other connection is not accepted.
      if (i > 5) {
        attacker.say('D9\n')
        await attacker.leaves()
      }
    }
    expect(packets).toHaveLength(20)
    expect(gateway.stats.unknown).toBe(16)
    expect(events).toHaveLength(1)
    // Connections without valid data are closed after a while.
    vi.advanceTimersByTime(601_000)
    await vi.waitFor(() => expect(gateway.stats.connections).toBe(1))
    expect(tracker.closed).toBe(false)
  })

  it('is protected from a second sign-in with its name, which only takes over once the device has left', async () => {
    await start()
    const tracker = await signedIn('dev1')
    const waiting = await signedIn('dev1')
    tracker.socket.destroy()
    await vi.waitFor(() => expect(events.map(e => e.event)).toEqual(['open', 'close', 'open']))
    expect(gateway.session(2)).toBe(events[2]?.session)
    waiting.say('D1\n')
    await waiting.hears('A1')
  })

  it('that the registry ignores is accepted like all others, and none of its records is stored', async () => {
    await start({}, { identify: async () => 'ignored' })
    const stranger = await signedIn('stranger')
    stranger.say('P\nLstranger\n')
    await stranger.hears('+')
    stranger.say('D5\n')
    await stranger.leaves()
    expect(stranger.heard).toBe('+')
    expect(packets).toEqual([])
    expect(events).toEqual([])
  })

  it('gets each command once over the connection of its last valid data, and the outcome is published [commands.41]', async () => {
    await start()
    const device = await signedIn('dev1')
    expect(await command(2, 'getver')).toEqual(['offline'])
    device.say('D1\n')
    await device.hears('A1')
    const command_id = randomUUID()
    expect(await command(2, 'getver', { command_id })).toEqual(['sent'])
    await device.hears('A1Cgetver\n')
    expect(news.at(-1)).toMatchObject({ command_id, device_id: 2, session: gateway.session(2) })
    expect(await command(2, 'getver', { command_id })).toEqual(['sent'])
    expect(await command(2, '')).toEqual(['invalid'])
    expect(await command(3, 'getver')).toEqual(['offline'])
    expect(await command(2, 'late', { expires_at: Date.now() - 1 })).toEqual(['expired'])
    device.say('D2\n')
    await device.hears('A1Cgetver\nA2')
  })

  it('is answered only after its reply to a command is committed', async () => {
    await start()
    let commit = () => {}
    const hung = new Promise<void>(resolve => (commit = resolve))
    bus.consume(replies, 'slow', { batch: 1, linger: 0 }, () => hung)
    const device = await signedIn('dev1')
    device.say('Rver 1\nD1\n')
    await vi.waitFor(() =>
      expect(receivedReplies).toMatchObject([
        { device_id: 2, session: gateway.session(2), replies: [{ text: 'ver 1' }] },
      ]),
    )
    expect(gateway.stats.in_flight).toBe(7)
    expect(device.heard).toBe('')
    commit()
    await device.hears('A1')
    expect(gateway.stats.in_flight).toBe(0)
  })

  it('is looked up again when its record changes, and disconnected when the record is deleted', async () => {
    const registry = new Map(devices)
    await start({}, { identify: async (id: string) => registry.get(id) ?? 'refused' })
    const device = await signedIn('dev1')
    registry.set('dev1', { device_id: 2, vehicle_id: 77 })
    await database.pool.query(
      `select pg_notify('changed', '{"table":"device_mounts","id":1,"device_id":2}')`,
    )
    await vi.waitFor(() => {
      device.say('D1\n')
      expect(packets.at(-1)?.vehicle_id).toBe(77)
    })
    registry.delete('dev1')
    await database.pool.query(`select pg_notify('changed', '{"table":"devices","id":2}')`)
    await device.leaves()
  })
})

describe('a protocol whose frames name their device', () => {
  const begin = async (commit?: (p: readonly Packet[]) => Promise<void>) => {
    await start({}, {}, commit, [named])
    const device = new Device(gateway.addresses.get('named')?.tcp?.port ?? 0)
    open.push(device)
    return device
  }
  it('needs no sign-in, and each device of a connection is answered and commanded as its own [gateway.40]', async () => {
    const line = await begin()
    line.say('$dev1:D;$dev2:H;$dev3:Rdone;')
    await line.hears('dhr')
    expect(packets.map(p => p.device_id)).toEqual([2])
    expect(receivedReplies.map(r => [r.device_id, r.replies[0]?.text])).toEqual([[4, 'done']])
    line.heard = ''
    expect(await command(2, 'go')).toEqual(['sent'])
    expect(await command(3, 'stop')).toEqual(['sent'])
    await line.hears('dev1<1 godev2<2 stop')
    await vi.waitFor(() => expect(events.filter(e => e.event === 'open')).toHaveLength(3))
  })
  it('acknowledges after the commit, and passes the state of the connection from frame to frame', async () => {
    let commit = (): void => {}
    const line = await begin(() => new Promise(resolve => (commit = resolve)))
    line.say('$dev1:C;$dev1:C;')
    await vi.waitFor(() => expect(gateway.stats.in_flight).toBeGreaterThan(0))
    expect(line.heard).toBe('')
    await vi.waitFor(() => {
      commit()
      expect(line.heard).toBe('12')
    })
  })
  it('answers that a device is unknown, and serves the other devices of the connection on', async () => {
    const line = await begin()
    line.say('$dev1:D;$stranger:D;$dev1:D;')
    await line.hears('d404d')
    expect(packets).toHaveLength(2)
    const alone = new Device(gateway.addresses.get('named')?.tcp?.port ?? 0)
    open.push(alone)
    alone.say('$stranger:D;')
    await alone.leaves()
    expect(alone.heard).toBe('404')
  })
  it('finds the next frame after foreign bytes, and ends the connection at the third time in a row [gateway.41]', async () => {
    const line = await begin()
    line.say('abc$dev1:D;rubbish$dev1:D;x$y;z$dev1:D;')
    await line.hears('dd')
    await line.leaves()
    expect(packets).toHaveLength(2)
  })
  it('may end its connection after an answer', async () => {
    const line = await begin()
    line.say('$dev1:Dlast;')
    await line.leaves()
    expect(line.heard).toBe('d')
  })
  it('sends local time, which the device’s own setting corrects [gateway.42]', async () => {
    devices.set('rome', { device_id: 70, vehicle_id: null, time_zone: 'Europe/Rome' })
    devices.set('china', { device_id: 71, vehicle_id: null, time_zone: '+08:00' })
    const line = await begin()
    // The clock showed noon, which the decoder assumed to be one hour ahead of UTC.
    const takenAt = Date.parse('2026-07-01T11:00:00Z')
    line.say(`$dev1:L${takenAt};$rome:L${takenAt};$china:L${takenAt};`)
    await line.hears('lll')
    expect(packets.map(p => new Date(p.messages[0]?.at ?? 0).toISOString().slice(11, 16))).toEqual([
      '11:00',
      '10:00',
      '04:00',
    ])
  })
})

describe('the port that all protocols share', () => {
  const beginning =
    (pattern: RegExp, whole: RegExp) =>
    (bytes: Uint8Array): Beginning => {
      const text = Buffer.from(bytes).toString('latin1')
      return whole.test(text) ? 'yes' : pattern.test(text) ? 'more' : 'no'
    }
  const tcpOf = ({ tcp }: Protocol): NonNullable<Protocol['tcp']> => {
    if (tcp === undefined) throw new Error('it has a TCP side')
    return tcp
  }
  // Both protocols may begin with `$`; the third byte decides.
  const shared: readonly Protocol[] = [
    { ...lines, tcp: { ...tcpOf(lines), begins: beginning(/^(\$|\$L)?$/, /^L|^\$LL/) } },
    { ...named, tcp: { ...tcpOf(named), begins: beginning(/^(\$|\$L)?$/, /^\$[a-z]|^\$L[a-z]/) } },
  ]
  const begin = async (settings = {}): Promise<Device> => {
    await start({ devicePorts: { FLOTTA_TRACKER_PORT: 0 }, ...settings }, {}, undefined, shared)
    return another()
  }
  const another = (): Device => {
    const device = new Device(gateway.addresses.get('any')?.tcp?.port ?? 0)
    open.push(device)
    return device
  }
  it('recognises each protocol by its first bytes, however they are cut [protocols.40]', async () => {
    const first = await begin()
    first.say('Ldev1\nD2\n')
    await first.hears('+A2')
    const second = another()
    for (const byte of '$dev2:D;') {
      second.say(byte)
      await new Promise(resolve => setImmediate(resolve))
    }
    await second.hears('d')
    await vi.waitFor(() =>
      expect(events.filter(e => e.event === 'open').map(e => e.protocol)).toEqual([
        'lines',
        'named',
      ]),
    )
  })
  it('recognises a device behind a balancer, whether its first bytes come with the header or after it [gateway.31, protocols.40]', async () => {
    const first = await begin({ FLOTTA_GATEWAY_PROXIES: ['127.0.0.1'] })
    first.say('PROXY TCP4 203.0.113.7 10.0.0.2 4000 5000\r\nLdev1\nD2\n')
    await first.hears('+A2')
    const second = another()
    second.say('PROXY TCP4 203.0.113.8 10.0.0.2 4000 5000\r\n')
    await vi.waitFor(() => expect(gateway.stats.connections).toBe(2))
    second.say('$dev2:D;')
    await second.hears('d')
    await vi.waitFor(() =>
      expect(events.filter(e => e.event === 'open')).toMatchObject([
        { protocol: 'lines', address: '203.0.113.7' },
        { protocol: 'named', address: '203.0.113.8' },
      ]),
    )
  })
  it('disconnects a device that speaks no protocol or is silent', async () => {
    const stranger = await begin()
    stranger.say('GET / HTTP/1.1\r\n')
    await stranger.leaves()
    expect(stranger.heard).toBe('')
    const closedLine = another()
    closedLine.say('$')
    closedLine.socket.end()
    await closedLine.leaves()
    expect(gateway.stats.faults).toBe(1)
    await vi.waitFor(() => expect(gateway.stats.connections).toBe(0))
  })
})

describe('the gateway', () => {
  it('bounds connections per address and in all [gateway.24]', async () => {
    await start({ FLOTTA_GATEWAY_CONNECTIONS_PER_ADDRESS: 3 })
    for (const id of ['dev1', 'dev2', 'dev3']) await signedIn(id)
    const fourth = connect()
    await fourth.leaves()
    open[0]?.socket.destroy()
    await vi.waitFor(() => expect(gateway.stats.connections).toBe(2))
    await signedIn('dev4')
    expect(gateway.stats.rejected).toBe(1)
    await gateway.stop()
    await start({ FLOTTA_GATEWAY_MAX_CONNECTIONS: 1 })
    await signedIn('dev1')
    await connect().leaves()
  })

  it('keeps half of the connections of an address for known devices, and drops the oldest stranger for them', async () => {
    await start({ FLOTTA_GATEWAY_CONNECTIONS_PER_ADDRESS: 4 })
    const silent = [connect(), connect()]
    await vi.waitFor(() => expect(gateway.stats.connections).toBe(2))
    const knownLine = await signedIn('dev1')
    await silent[0]?.leaves()
    await signedIn('dev2')
    await signedIn('dev3')
    expect(silent[1]?.closed).toBe(false)
    await signedIn('dev4')
    await silent[1]?.leaves()
    await connect().leaves()
    knownLine.say('D1\n')
    await knownLine.hears('A1')
    expect(gateway.stats).toMatchObject({ connections: 4, gave_way: 2, rejected: 1 })
  })

  it('accepts devices from allowed networks only, and refuses to start with a wrong network [gateway.17]', async () => {
    await start({ FLOTTA_GATEWAY_NETWORKS: ['10.0.0.0/8', '2001:db8::/32'] })
    await connect().leaves()
    expect(gateway.stats.rejected).toBe(1)
    await gateway.stop()
    await expect(start({ FLOTTA_GATEWAY_NETWORKS: ['10.0.0.0/33'] })).rejects.toThrow(ConfigError)
    await start({ FLOTTA_GATEWAY_NETWORKS: ['127.0.0.0/8'] })
    await othersAreServed()
  })

  it('reports the port that is already in use', async () => {
    await start()
    const otherProtocol = { ...lines, port: { variable: 'FLOTTA_TELTONIKA_PORT', default: 0 } }
    const config = { ...readConfig({}), devicePorts: { FLOTTA_TELTONIKA_PORT: port() } }
    await expect(
      openGateway(
        [otherProtocol],
        {
          config,
          bus,
          changes,
          instance: 'h',
          limits: memoryLimits(() => 0),
          log,
          now: Date.now,
          pool: database.pool,
        },
        { identify: async () => 'refused', book, address: '127.0.0.1' },
      ),
    ).rejects.toMatchObject({
      code: 'EADDRINUSE',
      setting: 'FLOTTA_TELTONIKA_PORT',
    })
  })

  it('pauses all sockets when too much awaits its commit, in bounded memory, and resumes afterwards [gateway.9]', async () => {
    let hanging = true
    const hung: (() => void)[] = []
    await start({}, { inFlight: 20_000 }, () =>
      hanging ? new Promise(resolve => void hung.push(resolve)) : Promise.resolve(),
    )
    const frame = `D1 ${'x'.repeat(3_000)}\n`
    const fleet = await Promise.all(Array.from({ length: 20 }, (_, i) => signedIn(`dev${i}`)))
    for (const device of fleet) device.say(frame.repeat(3))
    await vi.waitFor(() => expect(gateway.stats.pauses).toBe(1))
    expect(gateway.stats.in_flight).toBeGreaterThan(15_000)
    expect(gateway.stats.in_flight).toBeLessThanOrEqual(20_000)
    expect(fleet.every(d => d.heard === '')).toBe(true)
    const received = gateway.stats.bytes
    for (const device of fleet) device.say(frame.repeat(10))
    // Nothing more is published while the bus hangs, however much the devices send.
    await vi.waitFor(() => expect(fleet.every(d => d.socket.writableLength === 0)).toBe(true))
    expect(gateway.stats.in_flight).toBeLessThanOrEqual(20_000)
    expect(gateway.stats.bytes - received).toBeLessThan(20 * 70_000)
    hanging = false
    for (const release of hung) release()
    await Promise.all(fleet.map(d => d.hears('A1'.repeat(13))))
    expect(packets).toHaveLength(20 * 13)
    expect(gateway.stats.in_flight).toBe(0)
  })

  it('acknowledges nothing that failed, and everything once it succeeds [gateway.4]', async () => {
    let failures = 3
    await start({}, {}, async () => {
      if (failures-- > 0) throw new Error('database away')
    })
    const device = await signedIn('dev1')
    device.say('D4\n')
    await device.hears('A4')
    expect(packets).toHaveLength(1)
  })

  it('stops after packets in flight are acknowledged [gateway.10]', async () => {
    let commit = () => {}
    await start({}, {}, () => new Promise(resolve => (commit = resolve)))
    const busy = await signedIn('dev1')
    const idle = await signedIn('dev2')
    busy.say('D2\nD3\n')
    await vi.waitFor(() => expect(gateway.stats.in_flight).toBe(3))
    const stopped = gateway.stop()
    await idle.leaves()
    await connect().leaves()
    expect(busy.closed).toBe(false)
    commit()
    await stopped
    await busy.leaves()
    expect(busy.heard).toBe('A2')
    expect(packets.map(p => p.messages.length)).toEqual([2])
    await vi.waitFor(() => expect(events.filter(e => e.event === 'close')).toHaveLength(2))
  })

  it('serves the other devices whatever one device does [gateway.30]', async () => {
    await start()
    const flood = await signedIn('dev1')
    const pings = 'P\n'.repeat(30_000)
    flood.socket.on('drain', () => flood.say(pings))
    flood.say(pings)
    for (let i = 0; i < 5; i++) connect().socket.write(Buffer.alloc(50_000, i))
    await othersAreServed('dev2')
    flood.socket.removeAllListeners('drain')
  })
})

describe('over TLS', () => {
  // A key for this test only.
  const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgx/3KxEAcfK67fmhS
im0VIP6G4f8SokcfaGexI77odnGhRANCAATfzHadvhpFwoxmOpgpg6wCJ7RG84IW
ua7fQU/neDXe5aNseg/po7rh6JUffxqzlI3Jk77Wo5+axPbeHXSJUmPc
-----END PRIVATE KEY-----
`
  const cert = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUEVP5oOvS1RIrYfdWueRP8uJkgsMwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTAyMTcxM1oYDzIxMjYxMDI4
MDIxNzEzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATfzHadvhpFwoxmOpgpg6wCJ7RG84IWua7fQU/neDXe5aNseg/po7rh
6JUffxqzlI3Jk77Wo5+axPbeHXSJUmPco1MwUTAdBgNVHQ4EFgQUVdXdFYruLBG7
ZlqaL+2QsWQnXt0wHwYDVR0jBBgwFoAUVdXdFYruLBG7ZlqaL+2QsWQnXt0wDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEA6Jl2HZgWmnDf1DglseTs
9l2OcvxgzcejGVwXfAsYVUkCICd4W6/J9unVrCe2Fcd8ZLCrqknSAuXkOk9g1kv6
FMu/
-----END CERTIFICATE-----
`

  it('devices sign in and are acknowledged as over TCP, and an unfinished handshake ends [gateway.20]', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'flotta-tls-'))
    const [certFile, keyFile] = [join(dir, 'cert.pem'), join(dir, 'key.pem')]
    await Promise.all([writeFile(certFile, cert), writeFile(keyFile, key)])
    const secure = { ...lines, port: { variable: 'FLOTTA_TELTONIKA_PORT', default: 0 } }
    const settings = {
      devicePorts: { FLOTTA_TELTONIKA_PORT: 0, FLOTTA_TELTONIKA_TLS_PORT: 0 },
      FLOTTA_GATEWAY_TLS_CERT: certFile,
      FLOTTA_GATEWAY_TLS_KEY: keyFile,
      FLOTTA_GATEWAY_CONNECTIONS_PER_ADDRESS: 2,
      // Long enough that the silent connection is still open when the third one arrives.
      FLOTTA_GATEWAY_LOGIN_TIMEOUT: 5,
    }
    await start(settings, {}, undefined, [secure])
    const tlsPort = gateway.addresses.get('lines')?.tls?.port ?? 0
    const socket = tls.connect({ port: tlsPort, host: '127.0.0.1', rejectUnauthorized: false })
    let received = ''
    socket.on('data', d => {
      received += d.toString('latin1')
    })
    socket.on('error', () => {})
    socket.write('Ldev1\nD2\n')
    await vi.waitFor(() => expect(received).toBe('+A2'))
    const broken = new Device(tlsPort)
    open.push(broken)
    broken.say('no handshake')
    await broken.leaves()
    expect(gateway.stats.handshakes_broken).toBe(1)
    const silent = new Device(tlsPort)
    open.push(silent)
    await vi.waitFor(() => expect(gateway.stats.connections).toBe(2))
    const third = new Device(tlsPort)
    open.push(third)
    // The connection that has signed in stays open; the oldest one without a sign-in is closed.
    await silent.leaves()
    expect(gateway.stats.gave_way).toBe(1)
    await third.leaves()
    socket.end()
    await vi.waitFor(() => expect(gateway.stats.connections).toBe(0))
    await gateway.stop()

    await start({ ...settings, FLOTTA_GATEWAY_PROXIES: ['127.0.0.1'] }, {}, undefined, [secure])
    const behind = net.connect({
      port: gateway.addresses.get('lines')?.tls?.port ?? 0,
      host: '127.0.0.1',
    })
    behind.write('PROXY TCP4 203.0.113.7 10.0.0.2 4000 5027\r\n')
    const through = tls.connect({ socket: behind, rejectUnauthorized: false })
    through.on('error', () => {})
    through.write('Ldev1\nD2\n')
    await vi.waitFor(() =>
      expect(events.at(-1)).toMatchObject({ event: 'open', address: '203.0.113.7' }),
    )
    await vi.waitFor(() => expect(packets).toHaveLength(1))
    through.destroy()
    await gateway.stop()
    await expect(
      start({ ...settings, FLOTTA_GATEWAY_TLS_CERT: join(dir, 'none.pem') }, {}, undefined, [
        secure,
      ]),
    ).rejects.toThrow('FLOTTA_GATEWAY_TLS_CERT=')
    await rm(dir, { recursive: true })
  })
})

describe('behind a balancer', () => {
  const from = (address: string) => `PROXY TCP4 ${address} 10.0.0.2 4000 5027\r\n`
  const warnings = () => {
    const warnings: string[] = []
    const spy = vi
      .spyOn(log, 'warn')
      .mockImplementation((...given: unknown[]) => void warnings.push(String(given[1])))
    return { heard: warnings, [Symbol.dispose]: () => spy.mockRestore() }
  }

  it('limits, networks and records use the device’s own address, however the header is cut [gateway.31]', async () => {
    await start({
      FLOTTA_GATEWAY_PROXIES: ['127.0.0.0/8'],
      FLOTTA_GATEWAY_CONNECTIONS_PER_ADDRESS: 1,
      FLOTTA_GATEWAY_NETWORKS: ['203.0.113.0/24'],
    })
    const first = connect()
    first.socket.setNoDelay()
    for (const byte of `${from('203.0.113.7')}Ldev1`) {
      first.say(byte)
      await new Promise(resolve => setImmediate(resolve))
    }
    first.say('\nD1\n')
    await first.hears('+A1')
    expect(events).toMatchObject([{ event: 'open', address: '203.0.113.7' }])
    const second = connect()
    second.say(`${from('203.0.113.7')}Ldev2\n`)
    await second.leaves()
    const third = connect()
    third.say(`${from('203.0.113.8')}Ldev2\nD2\n`)
    await third.hears('+A2')
    const stranger = connect()
    stranger.say(`${from('198.51.100.1')}Ldev3\n`)
    await stranger.leaves()
    expect(gateway.stats).toMatchObject({ connections: 2, rejected: 2 })
  })

  it('a trusted balancer must name the device’s address, and a mere check of the port is not logged', async () => {
    using log = warnings()
    await start({ FLOTTA_GATEWAY_PROXIES: ['127.0.0.1'] })
    connect().socket.end()
    const silent = connect()
    silent.say('Ldev1\n')
    await silent.leaves()
    const cut = connect()
    cut.say('PROXY TCP4 203')
    cut.socket.end()
    await cut.leaves()
    expect(log.heard).toEqual([
      'device: it sends no PROXY header; FLOTTA_GATEWAY_PROXIES names its address',
      'device: its PROXY header is cut; FLOTTA_GATEWAY_PROXIES names its address',
    ])
    expect(gateway.stats.accepted).toBe(0)
  })

  it('a header from an untrusted address is refused, with a few lines a minute [gateway.32]', async () => {
    using log = warnings()
    stopClocks()
    await start({ FLOTTA_GATEWAY_PROXIES: ['10.0.0.1'] })
    for (let n = 0; n < 5; n++) {
      const device = connect()
      device.say(`${from('203.0.113.7')}Ldev1\n`)
      await device.leaves()
      expect(device.heard).toBe('')
    }
    expect(log.heard).toEqual(
      Array(3).fill(
        'device: a PROXY header from an address that FLOTTA_GATEWAY_PROXIES does not name',
      ),
    )
    expect(events).toEqual([])
    await othersAreServed()
  })
})

describe('datagrams', () => {
  const ask = async (datagrams: readonly string[]) => {
    const socket = createSocket('udp4')
    const messages: string[] = []
    socket.on('message', m => void messages.push(m.toString('latin1')))
    for (const d of datagrams)
      socket.send(text(d), gateway.addresses.get('lines')?.udp?.port ?? 0, '127.0.0.1')
    return { heard: messages, close: () => socket.close() }
  }

  it('are answered once they are committed, and strangers and noise get no answer; no command reaches a device by datagrams [commands.40, gateway.33]', async () => {
    let commit = () => {}
    await start({}, {}, () => new Promise(resolve => (commit = resolve)))
    const far = await ask(['', ' ', 'stranger 2', 'stranger X', 'dev1 X', 'dev1 7'])
    await vi.waitFor(() => expect(gateway.stats.in_flight).toBe(6))
    await vi.waitFor(() => expect(far.heard).toEqual(['E']))
    commit()
    await vi.waitFor(() => expect(far.heard).toEqual(['E', 'A7']))
    expect(packets).toMatchObject([{ device_id: 2, messages: { length: 7 } }])
    expect(gateway.stats).toMatchObject({ unknown: 2, refused: 3, records: 7, datagrams: 6 })
    expect(events).toEqual([])
    expect(await command(2, 'getver')).toEqual(['offline'])
    expect(far.heard).toEqual(['E', 'A7'])
    far.close()
  })

  it('of one device wait in small number, and those of one address are accepted at a bounded rate [gateway.34]', async () => {
    let commit = () => {}
    const committed = new Promise<void>(resolve => {
      commit = resolve
    })
    stopClocks()
    await start({}, { datagramsPerMinute: 8 }, () => committed)
    const far = await ask([
      'dev1 1',
      'dev1 2',
      'dev1 3',
      'dev1 4',
      'dev1 5',
      'dev1 6',
      'dev2 1',
      'dev3 1',
      'dev4 1',
      'dev5 1',
    ])
    await vi.waitFor(() => expect(gateway.stats).toMatchObject({ datagrams: 10, dropped: 4 }))
    commit()
    await vi.waitFor(() => expect(far.heard).toHaveLength(6))
    far.close()
  })
})
