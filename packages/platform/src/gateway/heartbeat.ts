// The heartbeat of a gateway: it records once a second that the gateway lives, and closes connections that other gateways should take over.
import type { GatewayBook } from '../feature.ts'
import type { Logger } from '../log.ts'
import type { GatewayStats } from './stats.ts'
import { Surplus } from './surplus.ts'

const HEARTBEAT_MS = 1_000

export interface HeartbeatOptions {
  readonly book: GatewayBook
  readonly stats: GatewayStats
  readonly log: Pick<Logger, 'info' | 'warn'>
  isDraining(): boolean
  /** Closes this many connections, each after the acknowledgement of its packet in flight. */
  closeConnections(count: number): void
}

export class GatewayHeartbeat {
  readonly #options: HeartbeatOptions
  readonly #surplus = new Surplus()
  #timer: NodeJS.Timeout | undefined
  #isRunning = false

  constructor(options: HeartbeatOptions) {
    this.#options = options
  }

  /** Resolves when the database has recorded the gateway for the first time. */
  async start(): Promise<void> {
    await this.#options.book.alive(0)
    this.#timer = setInterval(() => void this.#beat(), HEARTBEAT_MS)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #beat(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    const { book, stats, log } = this.#options
    try {
      const others = await book.alive(stats.connections)
      const surplus = this.#options.isDraining()
        ? 0
        : this.#surplus.take(stats.connections, others, performance.now())
      if (surplus > 0)
        log.info(
          { gone: surplus, own: stats.connections, others },
          'connections are let go for other gateways',
        )
      this.#options.closeConnections(surplus)
    } catch (error) {
      log.warn({ error: String(error) }, 'the gateway cannot say that it lives; trying again')
    } finally {
      this.#isRunning = false
    }
  }
}
