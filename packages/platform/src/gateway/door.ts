// Who may be connected: from which networks, how many of one and in all. Strangers, who have not signed in as a known device, never fill it: the oldest of them gives way.
import type { Socket } from 'node:net'
import { networkOf, plainAddress } from '../networks.ts'
import type { GatewayStats } from './stats.ts'

export interface DoorLimits {
  /** Open connections in all … */
  readonly most: number
  /** … and of one network (networks.ts), of which strangers hold half at most. */
  readonly ofNetwork: number
  readonly allowed: (address: string) => boolean
}

/** A connection that is let in; of TLS the one below, also while its handshake is not done. */
export interface Guest {
  readonly address: string
  readonly network: string
  /** It has signed in as a device that is known. */
  known(): void
}
interface Inside extends Guest {
  readonly socket: Socket
  /** Kept, as a closed socket no longer knows its far end. */
  readonly key: string
  left: boolean
}
interface Network {
  open: number
  /** In the order in which they came. */
  readonly strangers: Set<Inside>
}

export class Door {
  readonly #limits: DoorLimits
  readonly #stats: GatewayStats
  readonly #networks = new Map<string, Network>()
  readonly #strangers = new Set<Inside>()
  readonly #inside = new Map<string, Inside>()
  #closed = false

  constructor(limits: DoorLimits, stats: GatewayStats) {
    this.#limits = limits
    this.#stats = stats
  }

  /**
   * null: it is closed at once.
   * @param said the address that a balancer says of it; default: its own
   */
  admit(socket: Socket, said?: string | null): Guest | null {
    const address = plainAddress(said ?? socket.remoteAddress)
    const network = networkOf(address)
    if (this.#closed || !this.#limits.allowed(address) || !this.#makeRoom(network)) {
      this.#stats.rejected++
      socket.destroy()
      return null
    }
    const guest: Inside = {
      socket,
      address,
      network,
      key: keyOf(socket),
      left: false,
      known: () => {
        this.#strangers.delete(guest)
        this.#networks.get(network)?.strangers.delete(guest)
      },
    }
    this.#enter(guest)
    socket.on('close', () => this.#leave(guest))
    return guest
  }

  /** The guest that a socket above a raw one belongs to. */
  guestOf(socket: Pick<Socket, 'remoteAddress' | 'remotePort'>): Guest | undefined {
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

  #enter(guest: Inside): void {
    const { network } = guest
    const of = this.#networks.get(network) ?? { open: 0, strangers: new Set() }
    this.#networks.set(network, of)
    of.open++
    of.strangers.add(guest)
    this.#strangers.add(guest)
    this.#inside.set(guest.key, guest)
    this.#stats.accepted++
    this.#stats.connections++
  }
  #leave(guest: Inside): void {
    if (guest.left) return
    guest.left = true
    guest.known()
    if (this.#inside.get(guest.key) === guest) this.#inside.delete(guest.key)
    this.#stats.connections--
    const of = this.#networks.get(guest.network)
    if (of !== undefined && --of.open === 0) this.#networks.delete(guest.network)
  }

  #makeRoom(network: string): boolean {
    const { most, ofNetwork } = this.#limits
    const of = this.#networks.get(network)
    if (of !== undefined && (of.open >= ofNetwork || of.strangers.size >= Math.ceil(ofNetwork / 2)) && !this.#giveWay(of.strangers)) return false
    return this.#stats.connections < most || this.#giveWay(this.#strangers)
  }
  /** False: there is no stranger. */
  #giveWay(strangers: ReadonlySet<Inside>): boolean {
    const [oldest] = strangers
    if (oldest === undefined) return false
    this.#stats.gave_way++
    this.#leave(oldest)
    oldest.socket.destroy()
    return true
  }
}

const keyOf = ({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>): string => `${remoteAddress} ${remotePort}`
