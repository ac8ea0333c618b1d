// Who may be connected: from which networks, how many of one and in all. Strangers, who have not signed in as a known device, never fill it: the oldest of them gives way, and before it the oldest whose TLS handshake is not done.
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
  /** Its TLS handshake is done. */
  secured(): void
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
  readonly waiting: Waiting
}
/** Who has not signed in, in the order in which they came. */
class Waiting {
  /** Of TLS, the handshake not done: silent and broken ones stay here, and take nobody's place who speaks. */
  readonly shaking = new Set<Inside>()
  readonly strangers = new Set<Inside>()
  get size(): number {
    return this.shaking.size + this.strangers.size
  }
  get first(): Inside | undefined {
    const [first] = this.shaking.size > 0 ? this.shaking : this.strangers
    return first
  }
  delete(guest: Inside): void {
    this.shaking.delete(guest)
    this.strangers.delete(guest)
  }
}

export class Door {
  readonly #limits: DoorLimits
  readonly #stats: GatewayStats
  readonly #networks = new Map<string, Network>()
  readonly #waiting = new Waiting()
  readonly #inside = new Map<string, Inside>()
  #closed = false

  constructor(limits: DoorLimits, stats: GatewayStats) {
    this.#limits = limits
    this.#stats = stats
  }

  /**
   * null: it is closed at once.
   * @param said the address that a balancer says of it; default: its own
   * @param shakes it begins with a TLS handshake
   */
  admit(socket: Socket, said?: string | null, shakes = false): Guest | null {
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
      secured: () => {
        for (const waiting of this.#waitingOf(guest))
          if (waiting.shaking.delete(guest)) waiting.strangers.add(guest)
      },
      known: () => {
        for (const waiting of this.#waitingOf(guest)) waiting.delete(guest)
      },
    }
    this.#enter(guest, shakes)
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

  #waitingOf({ network }: Inside): Waiting[] {
    const own = this.#networks.get(network)
    return own === undefined ? [this.#waiting] : [this.#waiting, own.waiting]
  }
  #enter(guest: Inside, shakes: boolean): void {
    const { network } = guest
    const of = this.#networks.get(network) ?? { open: 0, waiting: new Waiting() }
    this.#networks.set(network, of)
    of.open++
    for (const waiting of this.#waitingOf(guest))
      (shakes ? waiting.shaking : waiting.strangers).add(guest)
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
    if (
      of !== undefined &&
      (of.open >= ofNetwork || of.waiting.size >= Math.ceil(ofNetwork / 2)) &&
      !this.#giveWay(of.waiting)
    )
      return false
    return this.#stats.connections < most || this.#giveWay(this.#waiting)
  }
  /** False: all have signed in. */
  #giveWay({ first: oldest }: Waiting): boolean {
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
