// What arrives from NATS: whatever is wrong with it ends nothing, and is told once in a while.
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node'
import type { Logger } from '../log.ts'

/** Lines of one subject about what others sent that cannot be read. */
const COMPLAIN_MS = 60_000

export class MessageListener {
  readonly #nats: Pick<NatsConnection, 'subscribe'>
  readonly #log: Pick<Logger, 'error'> | undefined
  readonly #reportedAt = new Map<string, number>()

  constructor(nats: Pick<NatsConnection, 'subscribe'>, log: Pick<Logger, 'error'> | undefined) {
    this.#nats = nats
    this.#log = log
  }

  /** Nothing that arrives may throw into the client's reader: it would handle nothing more. */
  listen(subject: string, handle: (message: Msg) => void): Subscription {
    return this.#nats.subscribe(subject, {
      callback: (error, message) => {
        try {
          if (error) throw error
          handle(message)
        } catch (e) {
          this.reportFault(subject, e)
        }
      },
    })
  }

  reportFault(subject: string, error: unknown): void {
    const now = performance.now()
    if (now - (this.#reportedAt.get(subject) ?? Number.NEGATIVE_INFINITY) < COMPLAIN_MS) return
    this.#reportedAt.set(subject, now)
    this.#log?.error({ err: error, subject }, 'a message on NATS cannot be used and is passed over')
  }
}
