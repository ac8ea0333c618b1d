// Who may be connected: from which networks, how many of one and in all. Strangers, who have not signed in as a known device, never fill it: the oldest of them gives way, and before it the oldest whose TLS handshake is not done.
import type { Socket } from 'node:net'
import { networkOf, plainAddress } from '../networks.ts'
import type { GatewayStats } from './stats.ts'

export interface AdmissionLimits {
  /** Open connections in all … */
  readonly maxConnections: number
  /** … and of one network (networks.ts), of which strangers hold half at most. */
  readonly maxPerNetwork: number
  readonly allowed: (address: string) => boolean
}

/** A connection that is let in; of TLS the one below, also while its handshake is not done. */
export interface AdmittedConnection {
  readonly address: string
  readonly network: string
  /** Its TLS handshake is done. */
  handshakeDone(): void
  /** It has signed in as a device that is known. */
  identified(): void
}
interface ConnectionEntry extends AdmittedConnection {
  readonly socket: Socket
  /** Kept, as a closed socket no longer knows its far end. */
  readonly socketKey: string
  hasLeft: boolean
}
interface NetworkState {
  openCount: number
  readonly unidentified: UnidentifiedConnections
}
/** Who has not signed in, in the order in which they came. */
class UnidentifiedConnections {
  /** Of TLS, the handshake not done: silent and broken ones stay here, and take nobody's place who speaks. */
  readonly inHandshake = new Set<ConnectionEntry>()
  readonly connected = new Set<ConnectionEntry>()
  get size(): number {
    return this.inHandshake.size + this.connected.size
  }
  get oldest(): ConnectionEntry | undefined {
    const [first] = this.inHandshake.size > 0 ? this.inHandshake : this.connected
    return first
  }
  delete(guest: ConnectionEntry): void {
    this.inHandshake.delete(guest)
    this.connected.delete(guest)
  }
}

export class Admission {
  readonly #limits: AdmissionLimits
  readonly #stats: GatewayStats
  readonly #networks = new Map<string, NetworkState>()
  readonly #waiting = new UnidentifiedConnections()
  readonly #inside = new Map<string, ConnectionEntry>()
  #closed = false

  constructor(limits: AdmissionLimits, stats: GatewayStats) {
    this.#limits = limits
    this.#stats = stats
  }

  /**
   * null: it is closed at once.
   * @param said the address that a balancer says of it; default: its own
   * @param shakes it begins with a TLS handshake
   */
  admit(socket: Socket, said?: string | null, shakes = false): AdmittedConnection | null {
    const address = plainAddress(said ?? socket.remoteAddress)
    const network = networkOf(address)
    if (this.#closed || !this.#limits.allowed(address) || !this.#makeRoom(network)) {
      this.#stats.rejected++
      socket.destroy()
      return null
    }
    const guest: ConnectionEntry = {
      socket,
      address,
      network,
      socketKey: keyOf(socket),
      hasLeft: false,
      handshakeDone: () => {
        for (const unidentified of this.#waitingOf(guest))
          if (unidentified.inHandshake.delete(guest)) unidentified.connected.add(guest)
      },
      identified: () => {
        for (const waiting of this.#waitingOf(guest)) waiting.delete(guest)
      },
    }
    this.#enter(guest, shakes)
    socket.on('close', () => this.#leave(guest))
    return guest
  }

  /** The guest that a socket above a raw one belongs to. */
  connectionOf(
    socket: Pick<Socket, 'remoteAddress' | 'remotePort'>,
  ): AdmittedConnection | undefined {
    return this.#inside.get(keyOf(socket))
  }

  /** Lets nobody in any more. */
  close(): void {
    this.#closed = true
  }
  /** Lets go of all. */
  clear(): void {
    for (const guest of this.#inside.values()) guest.socket.destroy()
  }

  #waitingOf({ network }: ConnectionEntry): UnidentifiedConnections[] {
    const own = this.#networks.get(network)
    return own === undefined ? [this.#waiting] : [this.#waiting, own.unidentified]
  }
  #enter(guest: ConnectionEntry, shakes: boolean): void {
    const { network } = guest
    const of = this.#networks.get(network) ?? {
      openCount: 0,
      unidentified: new UnidentifiedConnections(),
    }
    this.#networks.set(network, of)
    of.openCount++
    for (const waiting of this.#waitingOf(guest))
      (shakes ? waiting.inHandshake : waiting.connected).add(guest)
    this.#inside.set(guest.socketKey, guest)
    this.#stats.accepted++
    this.#stats.connections++
  }
  #leave(guest: ConnectionEntry): void {
    if (guest.hasLeft) return
    guest.hasLeft = true
    guest.identified()
    if (this.#inside.get(guest.socketKey) === guest) this.#inside.delete(guest.socketKey)
    this.#stats.connections--
    const of = this.#networks.get(guest.network)
    if (of !== undefined && --of.openCount === 0) this.#networks.delete(guest.network)
  }

  #makeRoom(network: string): boolean {
    const { maxConnections, maxPerNetwork } = this.#limits
    const of = this.#networks.get(network)
    if (
      of !== undefined &&
      (of.openCount >= maxPerNetwork || of.unidentified.size >= Math.ceil(maxPerNetwork / 2)) &&
      !this.#giveWay(of.unidentified)
    )
      return false
    return this.#stats.connections < maxConnections || this.#giveWay(this.#waiting)
  }
  /** False: all have signed in. */
  #giveWay({ oldest }: UnidentifiedConnections): boolean {
    if (oldest === undefined) return false
    this.#stats.gave_way++
    this.#leave(oldest)
    oldest.socket.destroy()
    return true
  }
}

const keyOf = ({
  remoteAddress,
  remotePort,
}: Pick<Socket, 'remoteAddress' | 'remotePort'>): string => `${remoteAddress} ${remotePort}`
