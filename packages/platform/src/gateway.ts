// The gateway role: listens for devices, keeps their sessions and bounds what they may take.
// door.ts: who may connect · listen.ts: ports · frames.ts, session.ts: one connection · connections.ts: which is the device's · contest.ts: which devices two connections claim to be · commands.ts: what is sent to it · room.ts: what awaits its commit · udp.ts: datagrams.
import { setTimeout as pause } from 'node:timers/promises'
import { FrameError, type Protocol } from '@flotta/core/protocol.ts'
import type { Context, GatewayBook, Identification, Origin } from './feature.ts'
import { Admission } from './gateway/admission.ts'
import { Backpressure } from './gateway/backpressure.ts'
import { startCommandSender } from './gateway/commands.ts'
import { LocalConnections } from './gateway/connections.ts'
import { type Addresses, Listeners } from './gateway/listen.ts'
import { Session } from './gateway/session.ts'
import type { SessionHost } from './gateway/session-host.ts'
import { SignIns } from './gateway/sign-ins.ts'
import { type GatewayStats, newStats, registerGatewayMetrics } from './gateway/stats.ts'
import { Surplus } from './gateway/surplus.ts'
import { perMinute, TokenBuckets } from './limits.ts'
import { allowedNetworks, networkOf } from './networks.ts'
import { incoming, replies } from './topics.ts'

const IN_FLIGHT = 64 * 1024 * 1024
const DATAGRAMS_PER_MINUTE = 6_000
/** Of one device from one network; more are told yes and ignored. */
const SIGN_INS_PER_MINUTE = 60
const WARNINGS = perMinute(3)
const SWEEP_MS = 1_000
const BEAT_MS = 1_000
const DRAIN_MS = 50
const STOP_MS = 10_000

/** What the gateway needs of the context; `identify` gets it back. */
export type GatewayContext = Pick<
  Context,
  'config' | 'bus' | 'changes' | 'instance' | 'limits' | 'log' | 'now'
>

export interface GatewayOptions<C> {
  /** The resolver `device`. */
  readonly identify: (identifier: string, from: Origin, ctx: C) => Promise<Identification>
  readonly book: GatewayBook
  /** Address to bind instead of `config.gatewayHost`. */
  readonly address?: string
  /** Bytes of frames that may await commit before all sockets pause; they are read again below half. Default 64 MiB. */
  readonly inFlight?: number
  /** Datagrams per network and minute. Default 6,000: operators share addresses. */
  readonly datagramsPerMinute?: number
  /** Sign-ins of one device per network and minute. Default 60. */
  readonly signInsPerMinute?: number
}

export interface Gateway {
  readonly name: string
  readonly stats: GatewayStats
  /** Protocol → where it listens. */
  readonly addresses: ReadonlyMap<string, Readonly<Addresses>>
  /** Session of a device's connection; undefined while it has none here. */
  session(device_id: number): string | undefined
  /** It is about to end: it takes nobody in. */
  readonly draining: boolean
  /** Listens no more, lets its devices go over FLOTTA_DRAIN_SECONDS, lets packets in flight commit and be acknowledged (at most 10 s), closes. */
  stop(): Promise<void>
}

/** Starts every listener, or none: rejects with the first one's error (port in use, certificate unreadable, network that is none). */
export async function openGateway<C extends GatewayContext>(
  protocols: readonly Protocol[],
  ctx: C,
  options: GatewayOptions<C>,
): Promise<Gateway> {
  const { config, bus, log } = ctx
  const stats = newStats()
  const { book } = options
  const name = ctx.instance
  const order = new SignIns(book)
  const allowed = allowedNetworks(config.FLOTTA_GATEWAY_NETWORKS)
  const proxies = config.FLOTTA_GATEWAY_PROXIES
  const balances = proxies.length > 0 ? allowedNetworks(proxies) : () => false
  const sessions = new Set<Session>()
  const room = new Backpressure(bus, log, stats, options.inFlight ?? IN_FLIGHT, sessions)
  const door = new Admission(
    {
      maxConnections: config.FLOTTA_GATEWAY_MAX_CONNECTIONS,
      maxPerNetwork: config.FLOTTA_GATEWAY_CONNECTIONS_PER_ADDRESS,
      allowed,
    },
    stats,
  )
  const connections = new LocalConnections({
    bus,
    stats,
    order,
    gateway: name,
    now: () => ctx.now(),
  })
  const buckets = new TokenBuckets(() => ctx.now())
  const warn = warner(log, buckets)
  const datagrams = perMinute(options.datagramsPerMinute ?? DATAGRAMS_PER_MINUTE)
  const signIns = perMinute(options.signInsPerMinute ?? SIGN_INS_PER_MINUTE)
  const surplus = new Surplus()
  let draining = false

  const desk: SessionHost<Session> = {
    stats,
    maxFrame: config.FLOTTA_GATEWAY_MAX_FRAME,
    get isPaused() {
      return room.isPaused
    },
    now: () => ctx.now(),
    identify: async (identifier, session) =>
      ctx.limits.takeNow(`device ${identifier} ${session.network}`, signIns) === 0
        ? options.identify(identifier, session, ctx)
        : 'ignored',
    admit: (bytes, session) => room.admit(bytes, session),
    publish: (packet, bytes, committed, failed) =>
      room.publish(incoming, packet, bytes, committed, failed),
    reply: (said, bytes, committed, failed) =>
      room.publish(replies, said, bytes, committed, failed),
    signedIn: session => connections.signedIn(session),
    trust: session => connections.trust(session),
    alive: session => connections.alive(session),
    fault: ({ protocol, address }, reason, error) => warn(protocol, address, reason, error),
    ended(session) {
      sessions.delete(session)
      room.leave(session)
      connections.ended(session)
    },
  }
  const listeners = new Listeners({
    config,
    stats,
    host: options.address ?? config.gatewayHost,
    door,
    balances,
    udp: {
      stats,
      get isPaused() {
        return room.isPaused
      },
      now: () => ctx.now(),
      allowed: address =>
        allowed(address) && ctx.limits.takeNow(`datagrams ${networkOf(address)}`, datagrams) === 0,
      identify: (identifier, protocol, address) =>
        options.identify(identifier, { protocol, address, certificate: null }, ctx),
      fits: bytes => room.fits(bytes),
      publish: (packet, bytes, committed, failed) =>
        room.publish(incoming, packet, bytes, committed, failed),
      reportFault: warn,
    },
    connected(socket, guest, certificate, protocol, tcp) {
      const session = new Session(
        socket,
        guest,
        { protocol: protocol.name, certificate },
        tcp,
        desk,
      )
      sessions.add(session)
      // a socket whose header was read is paused
      session.proceed()
    },
  })

  /** The device's mount, networks or very existence may have changed. */
  const recheck = (session: Session): void => {
    options.identify(session.identifier, session, ctx).then(
      identity => {
        if (typeof identity === 'string' || identity.device_id !== session.identity?.device_id)
          session.destroy()
        else session.identity = identity
      },
      // it stays as it was; the next sign-in asks again
      error =>
        warn(session.protocol, session.address, 'the device could not be looked up again', error),
    )
  }
  const forgetChanges = ctx.changes.on(change => {
    const device = change.table === 'devices' ? change.id : change.device_id
    if (device === undefined && change.table !== '*') return
    // after every listener has heard of it, whoever identifies included
    setImmediate(() => {
      for (const session of [...connections.all(change.table === '*' ? undefined : device)])
        recheck(session)
    })
  })
  const sweeper = setInterval(() => {
    if (room.isPaused) return
    const now = performance.now()
    for (const session of sessions)
      session.sweep(
        now,
        config.FLOTTA_GATEWAY_LOGIN_TIMEOUT * 1_000,
        config.FLOTTA_GATEWAY_IDLE_TIMEOUT * 1_000,
      )
  }, SWEEP_MS)
  sweeper.unref()

  let isAsking = false
  /** Says that it lives, and makes room at others for what it has too much of. */
  const beat = async (): Promise<void> => {
    if (isAsking) return
    isAsking = true
    try {
      const others = await book.alive(stats.connections)
      const gone = draining ? 0 : surplus.take(stats.connections, others, performance.now())
      if (gone > 0)
        log.info(
          { gone, own: stats.connections, others },
          'connections are let go for other gateways',
        )
      for (const session of [...sessions].slice(0, gone)) session.finish()
    } catch (error) {
      log.warn({ error: String(error) }, 'the gateway cannot say that it lives; trying again')
    } finally {
      isAsking = false
    }
  }
  await book.alive(0)
  const beats = setInterval(() => void beat(), BEAT_MS)
  beats.unref()

  const closeDoor = startCommandSender({ bus, connections, gateway: name, now: () => ctx.now() })
  const tellNoMore = registerGatewayMetrics(stats)
  const closeAll = async (): Promise<void> => {
    clearInterval(sweeper)
    clearInterval(beats)
    order.close()
    tellNoMore()
    forgetChanges()
    connections.close()
    closeDoor()
    for (const session of sessions) session.destroy()
    door.clear()
    await listeners.close()
    await book
      .leave()
      .catch(error =>
        log.warn(
          { error: String(error) },
          'connections stay open in the database until others close them',
        ),
      )
  }
  /** Devices leave one after another, so that they do not all knock at the others at once. */
  const drain = async (): Promise<void> => {
    const all = [...sessions]
    const time = config.drainSeconds * 1_000
    const began = performance.now()
    for (let gone = 0; gone < all.length && sessions.size > 0; ) {
      const passed = performance.now() - began
      const due = passed >= time ? all.length : Math.floor((all.length * passed) / time)
      for (; gone < due; gone++) all[gone]?.finish()
      if (gone < all.length) await pause(DRAIN_MS)
    }
  }
  const finish = async (): Promise<void> => {
    draining = true
    door.close()
    listeners.stopListening()
    await drain()
    room.close()
    for (const session of sessions) session.finish()
    if (stats.in_flight > 0) {
      await room.drained(STOP_MS)
      // the acknowledgements leave
      await new Promise(resolve => setImmediate(resolve))
    }
    await closeAll()
  }

  const addresses = new Map<string, Addresses>()
  try {
    for (const protocol of protocols) addresses.set(protocol.name, await listeners.open(protocol))
  } catch (error) {
    await closeAll()
    throw error
  }
  let stopped: Promise<void> | undefined
  return {
    name,
    stats,
    addresses,
    get draining() {
      return draining
    },
    session: device_id => connections.of(device_id)?.id,
    stop() {
      stopped ??= finish()
      return stopped
    },
  }
}

/** A few lines a minute of one network for what devices do wrong, every one for what we do. */
function warner(log: GatewayContext['log'], buckets: TokenBuckets) {
  return (protocol: string, address: string, reason: string, error?: unknown): void => {
    if (error !== undefined && !(error instanceof FrameError))
      log.error({ err: error, protocol, address }, `device: ${reason}`)
    else if (buckets.take(`warnings ${networkOf(address)}`, WARNINGS) === 0)
      log.warn(
        { protocol, address, error: error instanceof FrameError ? error.message : undefined },
        `device: ${reason}`,
      )
  }
}
