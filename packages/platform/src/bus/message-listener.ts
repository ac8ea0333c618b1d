// Subscriptions of NATS subjects. A faulty message never ends the subscription; it is logged at most once a minute for each subject.
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node'
import type { Logger } from '../log.ts'

/** Interval of log lines about unreadable messages of one subject, ms. */
const COMPLAIN_MS = 60_000

export class MessageListener {
  readonly #nats: Pick<NatsConnection, 'subscribe'>
  readonly #log: Pick<Logger, 'error'> | undefined
  readonly #reportedAt = new Map<string, number>()

  constructor(nats: Pick<NatsConnection, 'subscribe'>, log: Pick<Logger, 'error'> | undefined) {
    this.#nats = nats
    this.#log = log
  }

  /** An exception must not reach the reader of the NATS client, which would stop reading. */
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
