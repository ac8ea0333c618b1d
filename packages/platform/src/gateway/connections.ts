// Which connection is each device's. A newer one becomes it with its first valid data: until then it has proven nothing but to know a name, and the older one stays.
import type { Bus } from '../bus.ts'
import { connectionEvents } from '../topics.ts'
import { connectionEventPublisher } from './connection-events.ts'
import { Contests } from './contest.ts'
import type { Session } from './session.ts'
import type { SignIns } from './sign-ins.ts'
import type { GatewayStats } from './stats.ts'

/** Newer connections of one device that have proven nothing, one of each network; the oldest of more is closed. */
const MOST_CLAIMS = 8

/** What the gateway asks and tells of devices and their connections. */
export interface Connections {
  /** The device's connection here. */
  of(device_id: number): Session | undefined
  /** Two connections claim to be the device, here: no command may go to either. */
  isContested(device_id: number): boolean
  /** Every connection of a device, of all without an id; also those that have proven nothing. */
  all(device_id?: number): Iterable<Session>
  signedIn(session: Session): void
  /** Valid data has come over it. */
  trust(session: Session): void
  alive(session: Session): void
  ended(session: Session): void
  close(): void
}

export interface ConnectionsOptions {
  readonly bus: Bus
  readonly stats: GatewayStats
  readonly order: SignIns
  readonly gateway: string
  now(): number
}

/** Of one process. */
export class LocalConnections implements Connections {
  readonly #options: ConnectionsOptions
  readonly #teller: ReturnType<typeof connectionEventPublisher>
  readonly #held = new Map<number, Session>()
  /** Device → network → the newest connection from there. */
  readonly #claims = new Map<number, Map<string, Session>>()
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

  of(device_id: number): Session | undefined {
    return this.#held.get(device_id)
  }
  isContested(device_id: number): boolean {
    return this.#contests.of(device_id) !== undefined
  }
  *all(device_id?: number): Iterable<Session> {
    if (device_id === undefined) {
      yield* this.#held.values()
      for (const claims of this.#claims.values()) yield* claims.values()
      return
    }
    const current = this.#held.get(device_id)
    if (current !== undefined) yield current
    yield* this.#claims.get(device_id)?.values() ?? []
  }

  signedIn(session: Session): void {
    this.#options.stats.sign_ins++
    const device_id = session.identity?.device_id ?? 0
    const held = this.#held.get(device_id)
    if (held === undefined) {
      this.#hold(device_id, session)
      return
    }
    this.#claim(device_id, session)
    // whoever was displaced is not silent
    if (!this.isContested(device_id)) return
    this.#contests.add(device_id, session.address)
    this.alive(held)
  }

  trust(session: Session): void {
    const device_id = session.identity?.device_id ?? 0
    const older = this.#held.get(device_id)
    if (older === session) return
    this.#unclaim(device_id, session)
    // one that has sent nothing valid was nobody's yet
    if (older?.trusted) this.#displaced(device_id, older.address)
    this.#hold(device_id, session)
    older?.destroy()
  }

  alive(session: Session): void {
    if (session.sign_in > 0 && this.#held.get(session.identity?.device_id ?? 0) === session)
      this.#tell(session, 'alive')
  }

  ended(session: Session): void {
    const device_id = session.identity?.device_id
    if (device_id === undefined) return
    this.#unclaim(device_id, session)
    // of one that a newer one has replaced, that one's sign-in says it
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
  #hold(device_id: number, session: Session): void {
    this.#held.set(device_id, session)
    session.openedAt = this.#options.now()
    this.#options.order.number(number => {
      session.sign_in = number
      this.#tell(session, 'open')
      if (session.ended) this.#tell(session, 'close')
    })
  }
  #claim(device_id: number, session: Session): void {
    this.#options.stats.conflicts++
    const claims = this.#claims.get(device_id) ?? new Map<string, Session>()
    this.#claims.set(device_id, claims)
    const [first] = claims.keys()
    const given = claims.has(session.network)
      ? session.network
      : claims.size >= MOST_CLAIMS
        ? first
        : undefined
    const gone = given === undefined ? undefined : claims.get(given)
    if (given !== undefined) claims.delete(given)
    claims.set(session.network, session)
    gone?.destroy()
  }
  #unclaim(device_id: number, session: Session): void {
    const claims = this.#claims.get(device_id)
    if (claims?.get(session.network) !== session) return
    claims.delete(session.network)
    if (claims.size === 0) this.#claims.delete(device_id)
  }
  #tell(session: Session, event: 'open' | 'alive' | 'close'): void {
    const { identity, id, openedAt, sign_in, protocol, address } = session
    if (identity === null) return
    const { gateway, now } = this.#options
    const takeover = this.#contests.of(identity.device_id)
    const told = {
      ...identity,
      event,
      gateway,
      session: id,
      protocol,
      address,
      sign_in,
      opened_at: openedAt,
      at: now(),
    }
    this.#teller.tell(takeover === undefined ? told : { ...told, takeover })
  }
}
