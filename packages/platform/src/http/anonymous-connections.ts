// Web connections without a sign-in. Silent connections never prevent connections with requests.
import type { Socket } from 'node:net'
import { Slots } from '../limits.ts'

/** A connection on which nobody has signed in. */
interface AnonymousConnection {
  readonly network: string
  /** Number of requests that are being answered. */
  asked: number
  /** Releases the slot of an active connection; null: it has no slot, because it is silent or its user is known. */
  leave: (() => void) | null
}

/**
 * Limits the active connections of one network. As many again may be silent: they have not sent a complete request head yet, or all their requests are answered.
 * Beyond that the oldest silent connection is closed.
 */
export class AnonymousConnections {
  readonly #most: number
  readonly #atWork = new Slots()
  /** Network → its silent connections, the longest silent first. */
  readonly #silent = new Map<string, Set<Socket>>()
  readonly #all = new Map<Socket, AnonymousConnection>()

  constructor(most: number) {
    this.#most = most
  }

  /** A connection was opened. */
  enter(socket: Socket, network: string): void {
    this.#all.set(socket, { network, asked: 0, leave: null })
    this.#silence(socket, network)
    socket.once('close', () => this.leave(socket))
  }

  /**
   * A request has begun on the connection; every answer is followed by `ends`.
   * @param isKnown the caller has a valid credential and needs no slot
   * @returns false: too many connections of its network are active
   */
  begins(socket: Socket, isKnown: boolean): boolean {
    const stranger = this.#all.get(socket)
    if (stranger === undefined) return true
    this.#speaks(socket, stranger.network)
    stranger.asked++
    if (isKnown || stranger.leave !== null) return true
    stranger.leave = this.#atWork.take(stranger.network, this.#most)
    return stranger.leave !== null
  }
  /** The request was answered. */
  ends(socket: Socket): void {
    const stranger = this.#all.get(socket)
    if (stranger === undefined || --stranger.asked > 0) return
    stranger.leave?.()
    stranger.leave = null
    this.#silence(socket, stranger.network)
  }

  has(socket: Socket): boolean {
    return this.#all.has(socket)
  }

  /** The connection was closed, or a user has signed in on it. */
  leave(socket: Socket): void {
    const stranger = this.#all.get(socket)
    if (stranger === undefined) return
    this.#all.delete(socket)
    stranger.leave?.()
    this.#speaks(socket, stranger.network)
  }

  #silence(socket: Socket, network: string): void {
    const silent = this.#silent.get(network) ?? new Set()
    this.#silent.set(network, silent)
    silent.add(socket)
    const [oldest] = silent
    if (silent.size <= this.#most || oldest === undefined) return
    this.leave(oldest)
    oldest.destroy()
  }
  #speaks(socket: Socket, network: string): void {
    const silent = this.#silent.get(network)
    if (silent?.delete(socket) && silent.size === 0) this.#silent.delete(network)
  }
}
