// The gateway role: it listens for devices, keeps their sessions and limits their use of memory.
// admission.ts: which connections are accepted · listen.ts: ports · recognition.ts: the port that all protocols share · frames.ts,
// device-connection.ts, session.ts, session-devices.ts, device-session.ts: one connection and its devices · frame-commit.ts: the content of a frame,
// committed before it is acknowledged · connections.ts: the current connection of each device · contest.ts: devices that two connections claim ·
// commands.ts: commands to devices · backpressure.ts: frames that await their commit · heartbeat.ts: heartbeats and balance between gateways ·
// udp.ts: datagrams · mqtt.ts, mqtt-devices.ts, mqtt-device.ts: devices behind a broker.
import { setTimeout as pause } from 'node:timers/promises'
import { FrameError, type Protocol } from '@flotta/core/protocol.ts'
import type { Context, GatewayBook, Identification, Origin } from './feature.ts'
import { Admission } from './gateway/admission.ts'
import { Backpressure } from './gateway/backpressure.ts'
import { startCommandSender } from './gateway/commands.ts'
import { LocalConnections } from './gateway/connections.ts'
import type { DeviceSession } from './gateway/device-session.ts'
import { GatewayHeartbeat } from './gateway/heartbeat.ts'
import { type Addresses, Listeners } from './gateway/listen.ts'
import { MqttLink } from './gateway/mqtt.ts'
import type { MqttHost } from './gateway/mqtt-devices.ts'
import { Session } from './gateway/session.ts'
import type { SessionHost } from './gateway/session-host.ts'
import { SignIns } from './gateway/sign-ins.ts'
import { type GatewayStats, newStats, registerGatewayMetrics } from './gateway/stats.ts'
import type { UdpHost } from './gateway/udp.ts'
import { perMinute, TokenBuckets } from './limits.ts'
import { allowedNetworks, networkOf } from './networks.ts'
import { incoming, replies } from './topics.ts'

const IN_FLIGHT = 64 * 1024 * 1024
const DATAGRAMS_PER_MINUTE = 6_000
/** Sign-ins of one device from one network. Further ones are accepted on the wire, but their data is ignored. */
const SIGN_INS_PER_MINUTE = 60
const WARNINGS = perMinute(3)
const SWEEP_MS = 1_000
/** Pause between two rounds of closing connections while the gateway drains. */
const DRAIN_MS = 50
/** The longest wait for packets in flight when the gateway stops. */
const STOP_MS = 10_000

/** The parts of the context that the gateway needs. `identify` receives the same object. */
export type GatewayContext = Pick<
  Context,
  'config' | 'bus' | 'changes' | 'instance' | 'limits' | 'log' | 'now' | 'pool'
>

export interface GatewayOptions<C> {
  /** The resolver `device`. */
  readonly identify: (identifier: string, from: Origin, ctx: C) => Promise<Identification>
  readonly book: GatewayBook
  /** Address to bind instead of `config.gatewayHost`. */
  readonly address?: string
  /** Bytes of frames that may await their commit before all sockets pause. Reading resumes below half of it. Default: 64 MiB. */
  readonly inFlight?: number
  /** Datagrams per network and minute. Default: 6,000, since devices of one mobile operator share addresses. */
  readonly datagramsPerMinute?: number
  /** Sign-ins of one device per network and minute. Default 60. */
  readonly signInsPerMinute?: number
}

export interface Gateway {
  readonly name: string
  readonly stats: GatewayStats
  /** Name of the protocol, or `any` for the port that all share → the addresses on which the gateway listens. */
  readonly addresses: ReadonlyMap<string, Readonly<Addresses>>
  /** Id of the session of a device's connection; undefined while the device has no connection to this gateway. */
  session(device_id: number): string | undefined
  /** The gateway is stopping and accepts no new connections. */
  readonly draining: boolean
  /** Stops listening, closes the connections over FLOTTA_DRAIN_SECONDS, waits at most 10 s until packets in flight are committed and acknowledged, then closes everything. */
  stop(): Promise<void>
}

/** Starts every listener or none. It rejects with the first error: a port in use, an unreadable certificate, an invalid network. */
export async function openGateway<C extends GatewayContext>(
  protocols: readonly Protocol[],
  ctx: C,
  options: GatewayOptions<C>,
): Promise<Gateway> {
  const gateway = new DeviceGateway(ctx, options)
  await gateway.open(protocols)
  return gateway
}

class DeviceGateway<C extends GatewayContext> implements Gateway {
  readonly name: string
  readonly stats = newStats()
  readonly addresses = new Map<string, Addresses>()
  readonly #ctx: C
  readonly #options: GatewayOptions<C>
  readonly #signIns: SignIns
  readonly #sessions = new Set<Session>()
  readonly #backpressure: Backpressure
  readonly #admission: Admission
  readonly #connections: LocalConnections
  readonly #heartbeat: GatewayHeartbeat
  readonly #listeners: Listeners
  readonly #host: SessionHost<Session>
  readonly #warn: Warn
  readonly #sweeper: NodeJS.Timeout
  /** Undo the registrations at the bus, at the changes of the database and at the metrics. */
  readonly #unregister: (() => void)[] = []
  #mqtt: MqttLink | null = null
  #isDraining = false
  #stopped: Promise<void> | undefined

  constructor(ctx: C, options: GatewayOptions<C>) {
    const { config, bus, log } = ctx
    this.#ctx = ctx
    this.#options = options
    this.name = ctx.instance
    this.#signIns = new SignIns(options.book)
    const isAllowed = allowedNetworks(config.FLOTTA_GATEWAY_NETWORKS)
    const proxies = config.FLOTTA_GATEWAY_PROXIES
    this.#backpressure = new Backpressure(
      bus,
      log,
      this.stats,
      options.inFlight ?? IN_FLIGHT,
      this.#sessions,
    )
    this.#admission = new Admission(
      {
        maxConnections: config.FLOTTA_GATEWAY_MAX_CONNECTIONS,
        maxPerNetwork: config.FLOTTA_GATEWAY_CONNECTIONS_PER_ADDRESS,
        allowed: isAllowed,
      },
      this.stats,
    )
    this.#connections = new LocalConnections({
      bus,
      stats: this.stats,
      order: this.#signIns,
      gateway: this.name,
      now: () => ctx.now(),
    })
    this.#warn = warner(log, new TokenBuckets(() => ctx.now()))
    this.#host = this.#sessionHost()
    this.#listeners = new Listeners({
      config,
      stats: this.stats,
      host: options.address ?? config.gatewayHost,
      admission: this.#admission,
      balances: proxies.length > 0 ? allowedNetworks(proxies) : () => false,
      udp: this.#udpHost(isAllowed),
      connected: (socket, connection, certificate, protocol, tcp) => {
        const session = new Session(socket, connection, { protocol, certificate }, tcp, this.#host)
        this.#sessions.add(session)
        // A socket whose PROXY header was read is paused; the session resumes it.
        session.proceed()
      },
    })
    this.#heartbeat = new GatewayHeartbeat({
      book: options.book,
      stats: this.stats,
      log,
      isDraining: () => this.#isDraining,
      closeConnections: count => {
        for (const session of [...this.#sessions].slice(0, count)) session.finish()
      },
    })
    this.#unregister.push(this.#watchDevices())
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS)
    this.#sweeper.unref()
  }

  get draining(): boolean {
    return this.#isDraining
  }

  session(device_id: number): string | undefined {
    return this.#connections.of(device_id)?.id
  }

  async open(protocols: readonly Protocol[]): Promise<void> {
    const { bus, now } = { bus: this.#ctx.bus, now: () => this.#ctx.now() }
    await this.#heartbeat.start()
    this.#unregister.push(
      startCommandSender({ bus, connections: this.#connections, gateway: this.name, now }),
      registerGatewayMetrics(this.stats),
    )
    try {
      for (const protocol of protocols)
        this.addresses.set(protocol.name, await this.#listeners.open(protocol))
      const shared = await this.#listeners.openShared(protocols)
      if (shared !== null) this.addresses.set('any', shared)
      this.#openMqtt(protocols)
    } catch (error) {
      await this.#closeAll()
      throw error
    }
  }

  #openMqtt(protocols: readonly Protocol[]): void {
    const { config, pool, log } = this.#ctx
    if (config.FLOTTA_MQTT_URL === undefined) return
    this.#mqtt = new MqttLink(protocols, { config, pool, log, host: this.#mqttHost() })
    this.#mqtt.start()
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#shutDown()
    return this.#stopped
  }

  /** The functions of the gateway that a TCP session calls. */
  #sessionHost(): SessionHost<Session> {
    const ctx = this.#ctx
    const backpressure = this.#backpressure
    const connections = this.#connections
    const signIns = perMinute(this.#options.signInsPerMinute ?? SIGN_INS_PER_MINUTE)
    return {
      stats: this.stats,
      maxFrame: ctx.config.FLOTTA_GATEWAY_MAX_FRAME,
      get isPaused() {
        return backpressure.isPaused
      },
      now: () => ctx.now(),
      identify: async (identifier, session) =>
        ctx.limits.takeNow(`device ${identifier} ${session.network}`, signIns) === 0
          ? this.#options.identify(identifier, session, ctx)
          : 'ignored',
      admit: (bytes, session) => backpressure.admit(bytes, session),
      publish: (packet, bytes, committed, failed) =>
        backpressure.publish(incoming, packet, bytes, committed, failed),
      reply: (answer, bytes, committed, failed) =>
        backpressure.publish(replies, answer, bytes, committed, failed),
      signedIn: device => connections.signedIn(device),
      trust: device => connections.trust(device),
      alive: device => connections.alive(device),
      left: device => connections.ended(device),
      fault: ({ protocol, address }, reason, error) => this.#warn(protocol, address, reason, error),
      ended: session => {
        this.#sessions.delete(session)
        backpressure.leave(session)
      },
    }
  }

  /** The functions of the gateway that the receivers of datagrams call. */
  #udpHost(isAllowed: (address: string) => boolean): UdpHost {
    const ctx = this.#ctx
    const backpressure = this.#backpressure
    const rate = perMinute(this.#options.datagramsPerMinute ?? DATAGRAMS_PER_MINUTE)
    return {
      stats: this.stats,
      get isPaused() {
        return backpressure.isPaused
      },
      now: () => ctx.now(),
      allowed: address =>
        isAllowed(address) && ctx.limits.takeNow(`datagrams ${networkOf(address)}`, rate) === 0,
      identify: (identifier, protocol, address) =>
        this.#options.identify(identifier, { protocol, address, certificate: null }, ctx),
      fits: bytes => backpressure.fits(bytes),
      publish: (packet, bytes, committed, failed) =>
        backpressure.publish(incoming, packet, bytes, committed, failed),
      reply: (answer, bytes, committed, failed) =>
        backpressure.publish(replies, answer, bytes, committed, failed),
      reportFault: this.#warn,
    }
  }

  /** The functions of the gateway that devices behind a broker call. */
  #mqttHost(): MqttHost {
    const { FLOTTA_GATEWAY_MAX_FRAME: maxFrame, FLOTTA_GATEWAY_IDLE_TIMEOUT: idle } =
      this.#ctx.config
    const { stats, now, publish, reply, signedIn, trust, alive, left } = this.#host
    return {
      stats,
      now,
      publish,
      reply,
      signedIn,
      trust,
      alive,
      left,
      maxFrame,
      idle: idle * 1_000,
      identify: (identifier, protocol, address) =>
        this.#options.identify(identifier, { protocol, address, certificate: null }, this.#ctx),
      fault: this.#warn,
    }
  }

  /** Identifies the connected devices again when their rows change. Returns a function that stops this. */
  #watchDevices(): () => void {
    return this.#ctx.changes.on(change => {
      const device_id = change.table === 'devices' ? change.id : change.device_id
      if (device_id === undefined && change.table !== '*') return
      // Every other listener receives the change first, among them the cache of `identify`.
      setImmediate(() => {
        const changed = change.table === '*' ? undefined : device_id
        for (const device of [...this.#connections.all(changed)]) this.#identifyAgain(device)
      })
    })
  }

  /** The device may have moved to another vehicle, may have lost its network or may have been deleted. */
  #identifyAgain(device: DeviceSession): void {
    this.#options.identify(device.identifier, device, this.#ctx).then(
      identity => {
        if (typeof identity === 'string' || identity.device_id !== device.identity.device_id)
          device.destroy()
        else device.identity = identity
      },
      // The session keeps its identity; the next sign-in looks the device up again.
      error =>
        this.#warn(
          device.protocol,
          device.address,
          'the device could not be looked up again',
          error,
        ),
    )
  }

  /** Closes connections that were silent for too long. */
  #sweep(): void {
    if (this.#backpressure.isPaused) return
    const { FLOTTA_GATEWAY_LOGIN_TIMEOUT: login, FLOTTA_GATEWAY_IDLE_TIMEOUT: idle } =
      this.#ctx.config
    const now = performance.now()
    for (const session of this.#sessions) session.sweep(now, login * 1_000, idle * 1_000)
    this.#mqtt?.sweep(now)
  }

  async #shutDown(): Promise<void> {
    this.#isDraining = true
    this.#admission.close()
    this.#listeners.stopListening()
    await Promise.all([this.#mqtt?.stop(), this.#drain()])
    this.#backpressure.close()
    for (const session of this.#sessions) session.finish()
    if (this.stats.in_flight > 0) {
      await this.#backpressure.drained(STOP_MS)
      // The acknowledgements leave the process in this turn of the event loop.
      await new Promise(resolve => setImmediate(resolve))
    }
    await this.#closeAll()
  }

  /** Closes the connections one after another, so that the devices do not all connect to the other gateways at once. */
  async #drain(): Promise<void> {
    const sessions = [...this.#sessions]
    const duration = this.#ctx.config.drainSeconds * 1_000
    const began = performance.now()
    for (let closed = 0; closed < sessions.length && this.#sessions.size > 0; ) {
      const passed = performance.now() - began
      const due =
        passed >= duration ? sessions.length : Math.floor((sessions.length * passed) / duration)
      for (; closed < due; closed++) sessions[closed]?.finish()
      if (closed < sessions.length) await pause(DRAIN_MS)
    }
  }

  async #closeAll(): Promise<void> {
    clearInterval(this.#sweeper)
    this.#heartbeat.stop()
    this.#signIns.close()
    await this.#mqtt?.stop()
    for (const unregister of this.#unregister) unregister()
    this.#connections.close()
    for (const session of this.#sessions) session.destroy()
    this.#admission.clear()
    await this.#listeners.close()
    await this.#options.book
      .leave()
      .catch(error =>
        this.#ctx.log.warn(
          { error: String(error) },
          'connections stay open in the database until others close them',
        ),
      )
  }
}

type Warn = (protocol: string, address: string, reason: string, error?: unknown) => void

/** Logs a few lines a minute for each network about mistakes of devices, and a line for every fault of the product. */
function warner(log: GatewayContext['log'], buckets: TokenBuckets): Warn {
  return (protocol, address, reason, error) => {
    if (error !== undefined && !(error instanceof FrameError))
      log.error({ err: error, protocol, address }, `device: ${reason}`)
    else if (buckets.take(`warnings ${networkOf(address)}`, WARNINGS) === 0)
      log.warn(
        { protocol, address, error: error instanceof FrameError ? error.message : undefined },
        `device: ${reason}`,
      )
  }
}
