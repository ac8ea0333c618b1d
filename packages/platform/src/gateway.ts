// The gateway role: listens for devices, keeps their sessions and bounds what they may take: connections, bytes, silence.
import { readFile } from 'node:fs/promises'
import net, { type AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import tls from 'node:tls'
import { FrameError, type Protocol } from '@flotta/core/protocol.ts'
import { type Config, ConfigError } from './config.ts'
import type { Context, DeviceIdentity } from './feature.ts'
import { connectionTeller } from './gateway/connection-events.ts'
import { allowedNetworks, plainAddress } from './gateway/networks.ts'
import { perMinute } from './gateway/rate.ts'
import { type Desk, Session } from './gateway/session.ts'
import { type GatewayStats, newStats } from './gateway/stats.ts'
import { listenUdp, type UdpDesk, type UdpListener } from './gateway/udp.ts'
import { connectionEvents, incoming, type Packet, replies } from './topics.ts'

const IN_FLIGHT = 64 * 1024 * 1024
const DATAGRAMS_PER_MINUTE = 6_000
const WARNINGS_PER_MINUTE = 3
const SWEEP_MS = 1_000
const STOP_MS = 10_000

/** What the gateway needs of the context; `identify` gets it back. */
export type GatewayContext = Pick<Context, 'config' | 'bus' | 'changes' | 'log' | 'now'>

export interface GatewayOptions<C> {
  /** The resolver `device`. */
  readonly identify: (identifier: string, protocol: string, address: string, ctx: C) => Promise<DeviceIdentity | 'refused'>
  /** Address to bind instead of `config.gatewayHost`. */
  readonly address?: string
  /** Bytes of frames that may await commit before all sockets pause; they are read again below half. Default 64 MiB. */
  readonly inFlight?: number
  /** Datagrams per address and minute. Default 6,000: operators share addresses. */
  readonly datagramsPerMinute?: number
}

export interface Gateway {
  readonly name: string
  readonly stats: GatewayStats
  /** Protocol → where it listens. */
  readonly addresses: ReadonlyMap<string, { readonly tcp?: AddressInfo; readonly udp?: AddressInfo; readonly tls?: AddressInfo }>
  /** Text of a command to a device, over the connection that its last valid data frame came on. */
  send(device_id: number, text: string): 'sent' | 'invalid' | 'offline'
  /** Session of a device's connection; undefined while it has none here. */
  session(device_id: number): string | undefined
  /** Listens no more, lets packets in flight commit and be acknowledged (at most 10 s), closes. */
  stop(): Promise<void>
}

/** Of this process, the same after a restart: what a killed one left open is closed under its name. */
export const gatewayName = (config: Pick<Config, 'FLOTTA_TELTONIKA_PORT'>): string => `${hostname()}:${config.FLOTTA_TELTONIKA_PORT}`

/** Starts every listener, or none: rejects with the first one's error (port in use, certificate unreadable, network that is none). */
export async function openGateway<C extends GatewayContext>(protocols: readonly Protocol[], ctx: C, options: GatewayOptions<C>): Promise<Gateway> {
  const { config, bus, log } = ctx
  const host = options.address ?? config.gatewayHost
  const limit = options.inFlight ?? IN_FLIGHT
  const name = gatewayName(config)
  const stats = newStats()
  const inNetworks = allowedNetworks(config.FLOTTA_GATEWAY_NETWORKS)
  const mayWarn = perMinute(WARNINGS_PER_MINUTE)
  const datagramRate = perMinute(options.datagramsPerMinute ?? DATAGRAMS_PER_MINUTE)
  const teller = connectionTeller(bus)

  /** Raw ones: under TLS also those whose handshake is not done. */
  const sockets = new Set<net.Socket>()
  const sessions = new Set<Session>()
  const byDevice = new Map<number, Session>()
  const perAddress = new Map<string, number>()
  /** Sessions with a whole frame that found no room, in the order that they came. */
  const queue = new Set<Session>()
  let full = false
  let stopping = false
  let emptied: (() => void) | undefined

  const warn = (protocol: string, address: string, reason: string, error?: unknown): void => {
    if (error !== undefined && !(error instanceof FrameError)) log.error({ err: error, protocol, address }, `device: ${reason}`)
    else if (mayWarn(address)) log.warn({ protocol, address, error: error instanceof FrameError ? error.message : undefined }, `device: ${reason}`)
  }

  const fits = (bytes: number): boolean => {
    if (stopping || full) return false
    if (stats.in_flight === 0 || stats.in_flight + bytes <= limit) return true
    full = true
    stats.pauses++
    for (const session of sessions) session.hold()
    return false
  }
  const readAgain = (): void => {
    full = false
    const now = performance.now()
    for (const session of sessions) session.forgive(now)
    const first = [...queue]
    queue.clear()
    for (const session of first) session.proceed()
    for (const session of sessions) if (!full) session.proceed()
  }
  const publish = (packet: Packet, bytes: number, committed: () => void, failed: () => void): void => {
    stats.in_flight += bytes
    const done = () => {
      stats.in_flight -= bytes
      if (full && !stopping && stats.in_flight <= limit / 2) readAgain()
      if (stats.in_flight === 0) emptied?.()
    }
    bus.publish(incoming, packet).then(
      () => {
        committed()
        done()
      },
      error => {
        failed()
        done()
        log.warn({ err: error, device_id: packet.device_id }, 'a packet was not committed')
      },
    )
  }
  const tell = (session: Session, event: 'open' | 'alive' | 'close'): void => {
    const { identity, id, openedAt, order, protocol, address } = session
    if (identity !== null) teller.tell({ ...identity, event, gateway: name, session: id, protocol, address, opened_at: openedAt, at: ctx.now() }, order)
  }

  const desk: Desk = {
    stats,
    maxFrame: config.FLOTTA_GATEWAY_MAX_FRAME,
    get held() {
      return full || stopping
    },
    get stopping() {
      return stopping
    },
    now: () => ctx.now(),
    identify: (identifier, { protocol, address }) => options.identify(identifier, protocol, address, ctx),
    admit(bytes, session) {
      if (fits(bytes)) return true
      queue.add(session)
      return false
    },
    publish,
    signedIn(session) {
      const device = session.identity?.device_id ?? 0
      const older = byDevice.get(device)
      byDevice.set(device, session)
      tell(session, 'open')
      if (older === undefined) return
      stats.conflicts++
      older.destroy()
    },
    alive: session => tell(session, 'alive'),
    replied({ identity, id }, { replies: said }) {
      if (identity !== null) for (const reply of said) bus.tell(replies, { device_id: identity.device_id, session: id, received_at: ctx.now(), reply })
    },
    fault: ({ protocol, address }, reason, error) => warn(protocol, address, reason, error),
    ended(session) {
      sessions.delete(session)
      queue.delete(session)
      const device = session.identity?.device_id
      if (device === undefined) return
      if (byDevice.get(device) === session) byDevice.delete(device)
      tell(session, 'close')
    },
  }
  const udpDesk: UdpDesk = {
    stats,
    get held() {
      return full || stopping
    },
    now: () => ctx.now(),
    allowed: address => inNetworks(address) && datagramRate(address),
    identify: (identifier, protocol, address) => options.identify(identifier, protocol, address, ctx),
    room: fits,
    publish,
    wrong: warn,
  }

  /** Counts a connection until its socket closes; false: it is closed at once. */
  const admit = (socket: net.Socket, address: string): boolean => {
    const open = perAddress.get(address) ?? 0
    if (
      stopping ||
      stats.connections >= config.FLOTTA_GATEWAY_MAX_CONNECTIONS ||
      open >= config.FLOTTA_GATEWAY_CONNECTIONS_PER_ADDRESS ||
      !inNetworks(address)
    ) {
      stats.rejected++
      socket.destroy()
      return false
    }
    stats.accepted++
    stats.connections++
    perAddress.set(address, open + 1)
    sockets.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      stats.connections--
      const left = (perAddress.get(address) ?? 1) - 1
      if (left === 0) perAddress.delete(address)
      else perAddress.set(address, left)
    })
    return true
  }
  const open = (socket: net.Socket, address: string, protocol: Protocol, tcp: NonNullable<Protocol['tcp']>): void => {
    sessions.add(new Session(socket, address, protocol.name, tcp, desk))
  }

  /** The device's mount, networks or very existence may have changed. */
  const recheck = (session: Session): void => {
    options.identify(session.identifier, session.protocol, session.address, ctx).then(
      identity => {
        if (identity === 'refused' || identity.device_id !== session.identity?.device_id) session.destroy()
        else session.identity = identity
      },
      // it stays as it was; the next sign-in asks again
      error => warn(session.protocol, session.address, 'the device could not be looked up again', error),
    )
  }
  const forgetChanges = ctx.changes.on(change => {
    const device = change.table === 'devices' ? change.id : change.device_id
    // after every listener has heard of it, whoever identifies included
    setImmediate(() => {
      if (change.table === '*') for (const session of byDevice.values()) recheck(session)
      else {
        const session = device === undefined ? undefined : byDevice.get(device)
        if (session !== undefined) recheck(session)
      }
    })
  })
  const forgetOthers = bus.subscribe(connectionEvents, event => {
    const session = byDevice.get(event.device_id)
    if (event.event === 'open' && event.gateway !== name && session !== undefined && session.openedAt < event.opened_at) session.destroy()
  })
  const sweeper = setInterval(() => {
    if (full || stopping) return
    const now = performance.now()
    for (const session of sessions) session.sweep(now, config.FLOTTA_GATEWAY_LOGIN_TIMEOUT * 1_000, config.FLOTTA_GATEWAY_IDLE_TIMEOUT * 1_000)
  }, SWEEP_MS)
  sweeper.unref()

  const servers: net.Server[] = []
  const datagrams: UdpListener[] = []
  const addresses = new Map<string, { tcp?: AddressInfo; udp?: AddressInfo; tls?: AddressInfo }>()
  const closeAll = async (): Promise<void> => {
    clearInterval(sweeper)
    forgetChanges()
    forgetOthers()
    for (const session of sessions) session.destroy()
    for (const socket of sockets) socket.destroy()
    await Promise.all([...servers.map(server => new Promise(resolve => server.close(resolve))), ...datagrams.map(d => d.close())])
  }

  try {
    for (const protocol of protocols) {
      const { tcp, udp } = protocol
      const at: { tcp?: AddressInfo; udp?: AddressInfo; tls?: AddressInfo } = {}
      const port = portOf(config, protocol.port.variable) ?? protocol.port.default
      if (tcp !== undefined) {
        const server = net.createServer(SOCKETS, socket => {
          const address = plainAddress(socket.remoteAddress)
          if (admit(socket, address)) open(socket, address, protocol, tcp)
        })
        at.tcp = await listen(server, host, port)
        servers.push(server)
        const securePort = portOf(config, protocol.port.variable.replace(/_PORT$/, '_TLS_PORT'))
        if (securePort !== undefined) {
          const secure = tls.createServer(
            { ...SOCKETS, ...(await certificate(config)), handshakeTimeout: config.FLOTTA_GATEWAY_LOGIN_TIMEOUT * 1_000 },
            socket => {
              open(socket, plainAddress(socket.remoteAddress), protocol, tcp)
            },
          )
          secure.on('connection', (socket: net.Socket) => void admit(socket, plainAddress(socket.remoteAddress)))
          // a handshake that fails or takes too long leaves its socket to us
          secure.on('tlsClientError', (_, socket) => socket.destroy())
          at.tls = await listen(secure, host, securePort)
          servers.push(secure)
        }
      }
      if (udp !== undefined) {
        const listener = await listenUdp(protocol, host, port, udpDesk)
        datagrams.push(listener)
        at.udp = listener.address
      }
      addresses.set(protocol.name, at)
    }
  } catch (error) {
    await closeAll()
    throw error
  }

  const finish = async (): Promise<void> => {
    stopping = true
    for (const server of servers) server.close()
    for (const listener of datagrams) listener.deafen()
    for (const session of sessions) session.finish()
    if (stats.in_flight > 0) {
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>(resolve => {
        emptied = resolve
        timer = setTimeout(resolve, STOP_MS)
      })
      clearTimeout(timer)
      // the acknowledgements leave
      await new Promise(resolve => setImmediate(resolve))
    }
    await closeAll()
  }
  let stopped: Promise<void> | undefined

  return {
    name,
    stats,
    addresses,
    send: (device_id, text) => byDevice.get(device_id)?.send(text) ?? 'offline',
    session: device_id => byDevice.get(device_id)?.id,
    stop() {
      stopped ??= finish()
      return stopped
    },
  }
}

/** Small buffers: a paused socket holds little. Dead peers are found by the system's own probes. */
const SOCKETS = { highWaterMark: 2_048, allowHalfOpen: true, keepAlive: true, keepAliveInitialDelay: 60_000, noDelay: true }

function portOf(config: Config, variable: string): number | undefined {
  const value = (config as Readonly<Record<string, unknown>>)[variable]
  return typeof value === 'number' ? value : undefined
}

async function certificate(config: Config): Promise<{ readonly cert: Buffer; readonly key: Buffer }> {
  const read = async (variable: 'FLOTTA_GATEWAY_TLS_CERT' | 'FLOTTA_GATEWAY_TLS_KEY') => {
    const file = config[variable] ?? ''
    return readFile(file).catch(error => {
      throw new ConfigError(`${variable}=${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    })
  }
  return { cert: await read('FLOTTA_GATEWAY_TLS_CERT'), key: await read('FLOTTA_GATEWAY_TLS_KEY') }
}

function listen(server: net.Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, backlog: 4_096 }, () => {
      server.off('error', reject)
      // running out of descriptors must not end the process; the device tries again
      server.on('error', () => {})
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('not a network address'))
      else resolve(address)
    })
  })
}
