// The web connections of strangers: those on which nothing is asked never keep out those that ask.
import type { Socket } from 'node:net'
import { Slots } from '../limits.ts'

/** A connection on which nobody has signed in. */
interface AnonymousConnection {
  readonly network: string
  /** Requests that are being answered. */
  asked: number
  /** Gives back the place of one that is at work; null: it has none, since it is silent or belongs to somebody who is known. */
  leave: (() => void) | null
}

/**
 * Of one network so many connections may be at work at once. As many again may be silent: they have not sent a whole head yet, or everything that was asked is answered.
 * Of more silent ones the oldest gives way.
 */
export class AnonymousConnections {
  readonly #most: number
  readonly #atWork = new Slots()
  /** Network → those that are silent, by how long they have been. */
  readonly #silent = new Map<string, Set<Socket>>()
  readonly #all = new Map<Socket, AnonymousConnection>()

  constructor(most: number) {
    this.#most = most
  }

  /** A connection has come. */
  enter(socket: Socket, network: string): void {
    this.#all.set(socket, { network, asked: 0, leave: null })
    this.#silence(socket, network)
    socket.once('close', () => this.leave(socket))
  }

  /**
   * Something is asked over it; `ends` follows, whatever the answer.
   * @param isKnown who asks has proven who it is, and takes no place of strangers
   * @returns false: too many of its network are at work
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
  /** It is answered. */
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

  /** It is closed, or somebody has signed in on it. */
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
