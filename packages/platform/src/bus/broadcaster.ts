// Broadcasts on the bus between machines: each subscriber receives a payload at most once. Large payloads travel in parts.
import type { Subscription } from '@nats-io/transport-node'
import type { Topic } from '../bus.ts'
import type { Logger } from '../log.ts'
import { PartAssembler, packEnvelope, partsOf, unpackEnvelope } from './wire.ts'

/** Largest number of bytes of incomplete payloads. */
const MOST_BYTES = 16 * 1024 * 1024

interface Subscriber {
  readonly topic: Topic<unknown>
  readonly deliver: (payload: unknown) => void
}
interface Channel {
  readonly subscribers: Set<Subscriber>
  readonly subscription: Pick<Subscription, 'unsubscribe'>
}

export interface BroadcasterOptions {
  /** Id of this process. */
  readonly id: string
  readonly log: Pick<Logger, 'error'> | undefined
  /** Largest body of one message, bytes. */
  maxBodyBytes(work: string): number
  publish(subject: string, bytes: Uint8Array): void
  listen(subject: string, hear: (bytes: Uint8Array) => void): Pick<Subscription, 'unsubscribe'>
}

export class Broadcaster {
  readonly #options: BroadcasterOptions
  readonly #parts = new PartAssembler(MOST_BYTES)
  readonly #channels = new Map<string, Channel>()
  #serial = 0

  constructor(options: BroadcasterOptions) {
    this.#options = options
  }

  broadcast<T>(subject: string, work: string, topic: Topic<T>, payload: T): void {
    const { id, maxBodyBytes, publish } = this.#options
    const serial = ++this.#serial
    const parts = partsOf(topic.encode(payload), maxBodyBytes(work))
    for (const [part, body] of parts.entries())
      publish(
        subject,
        packEnvelope({ from: id, work, shard: 0, serial, part, partCount: parts.length, body }),
      )
  }

  /** Returns a function that unsubscribes. */
  subscribe<T>(subject: string, topic: Topic<T>, handler: (payload: T) => void): () => void {
    let channel = this.#channels.get(subject)
    if (channel === undefined) {
      const subscribers = new Set<Subscriber>()
      channel = {
        subscribers,
        subscription: this.#options.listen(subject, bytes =>
          this.#receive(subject, subscribers, bytes),
        ),
      }
      this.#channels.set(subject, channel)
    }
    // Each subscription is an object of its own, so that one handler may subscribe twice.
    const subscriber: Subscriber = {
      topic: topic as Topic<unknown>,
      deliver: payload => handler(payload as T),
    }
    const { subscribers, subscription } = channel
    subscribers.add(subscriber)
    return () => {
      subscribers.delete(subscriber)
      if (subscribers.size > 0 || this.#channels.get(subject)?.subscribers !== subscribers) return
      this.#channels.delete(subject)
      subscription.unsubscribe()
    }
  }

  #receive(subject: string, subscribers: ReadonlySet<Subscriber>, bytes: Uint8Array): void {
    const envelope = unpackEnvelope(bytes)
    const body = this.#parts.add(`${subject} ${envelope.from}`, envelope)
    if (typeof body === 'string') return
    const [first] = subscribers
    if (first === undefined) return
    const payload = first.topic.decode(body)
    for (const subscriber of subscribers) {
      try {
        subscriber.deliver(payload)
      } catch (error) {
        this.#options.log?.error({ err: error }, 'a subscriber failed')
      }
    }
  }
}
