// The admission of connections: the allowed networks, and the number of connections from one network and in all. Connections that have not signed in as a known device never fill it: the oldest of them is closed for a new one, and connections in their TLS handshake are closed first.
import type { Socket } from 'node:net'
import { networkOf, plainAddress } from '../networks.ts'
import type { GatewayStats } from './stats.ts'

export interface AdmissionLimits {
  /** Open connections in all. */
  readonly maxConnections: number
  /** Open connections of one network (networks.ts). Connections without a sign-in may take half of them. */
  readonly maxPerNetwork: number
  readonly allowed: (address: string) => boolean
}

/** An accepted connection. With TLS it is the TCP connection below, also during the handshake. */
export interface AdmittedConnection {
  readonly address: string
  readonly network: string
  /** The TLS handshake is complete. */
  handshakeDone(): void
  /** The connection has signed in as a known device. */
  identified(): void
}
interface ConnectionEntry extends AdmittedConnection {
  readonly socket: Socket
  /** Address and port of the peer, stored because a closed socket no longer has them. */
  readonly socketKey: string
  hasLeft: boolean
}
interface NetworkState {
  openCount: number
  readonly unidentified: UnidentifiedConnections
}
/** Connections that have not signed in, in the order of their arrival. */
class UnidentifiedConnections {
  /** Connections in their TLS handshake. They are closed before connections that have completed it. */
  readonly inHandshake = new Set<ConnectionEntry>()
  readonly connected = new Set<ConnectionEntry>()
  get size(): number {
    return this.inHandshake.size + this.connected.size
  }
  get oldest(): ConnectionEntry | undefined {
    const [first] = this.inHandshake.size > 0 ? this.inHandshake : this.connected
    return first
  }
  delete(entry: ConnectionEntry): void {
    this.inHandshake.delete(entry)
    this.connected.delete(entry)
  }
}

export class Admission {
  readonly #limits: AdmissionLimits
  readonly #stats: GatewayStats
  readonly #networks = new Map<string, NetworkState>()
  readonly #unidentified = new UnidentifiedConnections()
  readonly #entries = new Map<string, ConnectionEntry>()
  #closed = false

  constructor(limits: AdmissionLimits, stats: GatewayStats) {
    this.#limits = limits
    this.#stats = stats
  }

  /**
   * Accepts the connection, or closes it and returns null.
   * @param proxyAddress the address that a load balancer reports; default: the address of the socket
   * @param startsTls the connection begins with a TLS handshake
   */
  admit(
    socket: Socket,
    proxyAddress?: string | null,
    startsTls = false,
  ): AdmittedConnection | null {
    const address = plainAddress(proxyAddress ?? socket.remoteAddress)
    const network = networkOf(address)
    if (this.#closed || !this.#limits.allowed(address) || !this.#ensureCapacity(network)) {
      this.#stats.rejected++
      socket.destroy()
      return null
    }
    const entry: ConnectionEntry = {
      socket,
      address,
      network,
      socketKey: keyOf(socket),
      hasLeft: false,
      handshakeDone: () => {
        for (const group of this.#unidentifiedOf(entry))
          if (group.inHandshake.delete(entry)) group.connected.add(entry)
      },
      identified: () => {
        for (const group of this.#unidentifiedOf(entry)) group.delete(entry)
      },
    }
    this.#add(entry, startsTls)
    socket.on('close', () => this.#remove(entry))
    return entry
  }

  /** The accepted connection below a TLS socket. */
  connectionOf(
    socket: Pick<Socket, 'remoteAddress' | 'remotePort'>,
  ): AdmittedConnection | undefined {
    return this.#entries.get(keyOf(socket))
  }

  /** Accepts no further connections. */
  close(): void {
    this.#closed = true
  }
  /** Closes every connection. */
  clear(): void {
    for (const entry of this.#entries.values()) entry.socket.destroy()
  }

  #unidentifiedOf({ network }: ConnectionEntry): UnidentifiedConnections[] {
    const state = this.#networks.get(network)
    return state === undefined ? [this.#unidentified] : [this.#unidentified, state.unidentified]
  }
  #add(entry: ConnectionEntry, startsTls: boolean): void {
    const { network } = entry
    const state = this.#networks.get(network) ?? {
      openCount: 0,
      unidentified: new UnidentifiedConnections(),
    }
    this.#networks.set(network, state)
    state.openCount++
    for (const group of this.#unidentifiedOf(entry))
      (startsTls ? group.inHandshake : group.connected).add(entry)
    this.#entries.set(entry.socketKey, entry)
    this.#stats.accepted++
    this.#stats.connections++
  }
  #remove(entry: ConnectionEntry): void {
    if (entry.hasLeft) return
    entry.hasLeft = true
    entry.identified()
    if (this.#entries.get(entry.socketKey) === entry) this.#entries.delete(entry.socketKey)
    this.#stats.connections--
    const state = this.#networks.get(entry.network)
    if (state !== undefined && --state.openCount === 0) this.#networks.delete(entry.network)
  }

  #ensureCapacity(network: string): boolean {
    const { maxConnections, maxPerNetwork } = this.#limits
    const state = this.#networks.get(network)
    if (
      state !== undefined &&
      (state.openCount >= maxPerNetwork ||
        state.unidentified.size >= Math.ceil(maxPerNetwork / 2)) &&
      !this.#closeOldest(state.unidentified)
    )
      return false
    return this.#stats.connections < maxConnections || this.#closeOldest(this.#unidentified)
  }
  /** Closes the oldest connection without a sign-in; false: there is none. */
  #closeOldest({ oldest }: UnidentifiedConnections): boolean {
    if (oldest === undefined) return false
    this.#stats.gave_way++
    this.#remove(oldest)
    oldest.socket.destroy()
    return true
  }
}

const keyOf = ({
  remoteAddress,
  remotePort,
}: Pick<Socket, 'remoteAddress' | 'remotePort'>): string => `${remoteAddress} ${remotePort}`
