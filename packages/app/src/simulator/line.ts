// A tracker's connection to the server: opened while it is wanted, again after longer and longer pauses, and given up when no answer comes.
import net from 'node:net'

export interface Server {
  readonly host: string
  readonly port: number
}
export interface Times {
  readonly answer: number
  readonly keepAlive: number
  readonly retry: number
  readonly longestRetry: number
}
export const usual: Times = {
  answer: 60_000,
  keepAlive: 240_000,
  retry: 1_000,
  longestRetry: 60_000,
}

/** The events of a connection. */
interface Ends {
  readonly opened: () => void
  readonly heard: (chunk: Buffer) => void
  readonly lost: () => void
}

/** The connection to the server: opened while it is wanted, again after longer and longer pauses, given up when no answer comes in time. */
export class Line {
  readonly #server: Server
  readonly #times: Times
  readonly #talk: Ends
  #socket: net.Socket | null = null
  #wanted = false
  #retry: number
  #again: NodeJS.Timeout | undefined
  #patience: NodeJS.Timeout | undefined

  constructor(server: Server, times: Times, talk: Ends) {
    this.#server = server
    this.#times = times
    this.#talk = talk
    this.#retry = times.retry
  }

  want(): void {
    this.#wanted = true
    if (this.#socket !== null || this.#again !== undefined) return
    const socket = net.connect({ host: this.#server.host, port: this.#server.port, noDelay: true })
    this.#socket = socket
    socket.once('connect', () => this.#talk.opened())
    socket.on('data', chunk => {
      if (this.#socket !== socket) return
      try {
        this.#talk.heard(chunk)
      } catch {
        socket.destroy()
      }
    })
    socket.on('error', () => {})
    socket.once('close', () => {
      if (this.#socket === socket) this.#lost()
    })
  }
  /** Closes the connection at once; it is no longer wanted. */
  drop(): void {
    this.#wanted = false
    clearTimeout(this.#again)
    this.#again = undefined
    clearTimeout(this.#patience)
    const socket = this.#socket
    this.#socket = null
    socket?.destroy()
  }
  /** Closes the connection and opens a new one after a pause. */
  break(): void {
    this.#socket?.destroy()
  }
  get isOpen(): boolean {
    return this.#socket !== null
  }
  write(bytes: Uint8Array): void {
    this.#socket?.write(bytes)
  }
  /** Sends bytes and waits for an answer; without one in time the connection is closed. */
  ask(bytes: Uint8Array): void {
    this.write(bytes)
    clearTimeout(this.#patience)
    this.#patience = setTimeout(() => this.break(), this.#times.answer)
  }
  answered(): void {
    clearTimeout(this.#patience)
  }
  /** Sets the next pause to the shortest or the longest. */
  nextPause(which: 'retry' | 'longestRetry'): void {
    this.#retry = this.#times[which]
  }

  #lost(): void {
    this.#socket = null
    clearTimeout(this.#patience)
    this.#talk.lost()
    if (!this.#wanted) return
    this.#again = setTimeout(() => {
      this.#again = undefined
      if (this.#wanted) this.want()
    }, this.#retry)
    this.#retry = Math.min(this.#retry * 2, this.#times.longestRetry)
  }
}
