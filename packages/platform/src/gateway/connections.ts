// The current connection of each device. A newer connection replaces the current one with its first valid data: before that it has shown only that it knows the name of the device.
import type { Bus } from '../bus.ts'
import { connectionEvents } from '../topics.ts'
import { connectionEventPublisher } from './connection-events.ts'
import { Contests } from './contest.ts'
import type { DeviceSession } from './device-session.ts'
import type { SignIns } from './sign-ins.ts'
import type { GatewayStats } from './stats.ts'

/** Largest number of newer connections of one device without valid data, one for each network. The oldest of more is closed. */
const MOST_CLAIMS = 8

/** The connections of devices, as the gateway uses them. */
export interface Connections {
  /** The current connection of the device at this gateway. */
  of(device_id: number): DeviceSession | undefined
  /** Two connections at this gateway claim to be the device, so neither receives commands. */
  isContested(device_id: number): boolean
  /** Every connection of a device, or of all devices, also connections without valid data. */
  all(device_id?: number): Iterable<DeviceSession>
  signedIn(session: DeviceSession): void
  /** The session has sent valid data. */
  trust(session: DeviceSession): void
  alive(session: DeviceSession): void
  ended(session: DeviceSession): void
  close(): void
}

export interface ConnectionsOptions {
  readonly bus: Bus
  readonly stats: GatewayStats
  readonly order: SignIns
  readonly gateway: string
  now(): number
}

/** The connections of one gateway process. */
export class LocalConnections implements Connections {
  readonly #options: ConnectionsOptions
  readonly #teller: ReturnType<typeof connectionEventPublisher>
  readonly #held = new Map<number, DeviceSession>()
  /** Device → network → its newest connection without valid data. */
  readonly #claims = new Map<number, Map<string, DeviceSession>>()
  /** Connections that carry no commands: a device may have many, and none is the current one. */
  readonly #open = new Set<DeviceSession>()
  readonly #contests: Contests
  readonly #forgetOthers: () => void

  constructor(options: ConnectionsOptions) {
    this.#options = options
    this.#teller = connectionEventPublisher(options.bus)
    this.#contests = new Contests(options.now)
    this.#forgetOthers = options.bus.subscribe(connectionEvents, event => {
      const session = this.#held.get(event.device_id)
      if (
        event.event !== 'open' ||
        event.gateway === options.gateway ||
        session === undefined ||
        session.sign_in >= event.sign_in
      )
        return
      if (session.trusted) this.#displaced(event.device_id, event.address)
      session.destroy()
    })
  }

  of(device_id: number): DeviceSession | undefined {
    return this.#held.get(device_id)
  }
  isContested(device_id: number): boolean {
    return this.#contests.takeoverOf(device_id) !== undefined
  }
  *all(device_id?: number): Iterable<DeviceSession> {
    for (const session of this.#open)
      if (device_id === undefined || session.identity.device_id === device_id) yield session
    if (device_id === undefined) {
      yield* this.#held.values()
      for (const claims of this.#claims.values()) yield* claims.values()
      return
    }
    const current = this.#held.get(device_id)
    if (current !== undefined) yield current
    yield* this.#claims.get(device_id)?.values() ?? []
  }

  signedIn(session: DeviceSession): void {
    this.#options.stats.sign_ins++
    if (!session.takesCommands) {
      this.#open.add(session)
      return
    }
    const device_id = session.identity.device_id
    const current = this.#held.get(device_id)
    if (current === undefined) {
      this.#hold(device_id, session)
      return
    }
    this.#claim(device_id, session)
    // The displaced connection has shown itself again.
    if (!this.isContested(device_id)) return
    this.#contests.add(device_id, session.address)
    this.alive(current)
  }

  trust(session: DeviceSession): void {
    if (!session.takesCommands) return
    const device_id = session.identity.device_id
    const older = this.#held.get(device_id)
    if (older === session) return
    this.#unclaim(device_id, session)
    // A connection without valid data did not belong to the device yet.
    if (older?.trusted) this.#displaced(device_id, older.address)
    this.#hold(device_id, session)
    older?.destroy()
  }

  alive(session: DeviceSession): void {
    if (session.sign_in > 0 && this.#held.get(session.identity.device_id) === session)
      this.#tell(session, 'alive')
  }

  ended(session: DeviceSession): void {
    const { device_id } = session.identity
    if (this.#open.delete(session)) return
    this.#unclaim(device_id, session)
    // When a newer connection has replaced this one, the sign-in of the newer one reports it.
    if (this.#held.get(device_id) !== session) return
    if (session.sign_in > 0) this.#tell(session, 'close')
    this.#held.delete(device_id)
    const next = [...(this.#claims.get(device_id)?.values() ?? [])].at(-1)
    if (next === undefined) return
    this.#unclaim(device_id, next)
    this.#hold(device_id, next)
  }

  close(): void {
    this.#forgetOthers()
  }

  #displaced(device_id: number, address: string): void {
    this.#options.stats.takeovers++
    this.#contests.add(device_id, address)
  }
  #hold(device_id: number, session: DeviceSession): void {
    this.#held.set(device_id, session)
    session.openedAt = this.#options.now()
    this.#options.order.number(number => {
      session.sign_in = number
      this.#tell(session, 'open')
      if (session.ended) this.#tell(session, 'close')
    })
  }
  #claim(device_id: number, session: DeviceSession): void {
    this.#options.stats.conflicts++
    const claims = this.#claims.get(device_id) ?? new Map<string, DeviceSession>()
    this.#claims.set(device_id, claims)
    const [first] = claims.keys()
    const replacedNetwork = claims.has(session.network)
      ? session.network
      : claims.size >= MOST_CLAIMS
        ? first
        : undefined
    const replacedConnection =
      replacedNetwork === undefined ? undefined : claims.get(replacedNetwork)
    if (replacedNetwork !== undefined) claims.delete(replacedNetwork)
    claims.set(session.network, session)
    replacedConnection?.destroy()
  }
  #unclaim(device_id: number, session: DeviceSession): void {
    const claims = this.#claims.get(device_id)
    if (claims?.get(session.network) !== session) return
    claims.delete(session.network)
    if (claims.size === 0) this.#claims.delete(device_id)
  }
  #tell(session: DeviceSession, event: 'open' | 'alive' | 'close'): void {
    const { identity, id, openedAt, sign_in, protocol, address } = session
    const { device_id, vehicle_id } = identity
    const { gateway, now } = this.#options
    const takeover = this.#contests.takeoverOf(device_id)
    const connectionEvent = {
      device_id,
      vehicle_id,
      event,
      gateway,
      session: id,
      protocol,
      address,
      sign_in,
      opened_at: openedAt,
      at: now(),
    }
    this.#teller.tell(takeover === undefined ? connectionEvent : { ...connectionEvent, takeover })
  }
}
