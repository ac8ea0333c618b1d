// What is told on the bus between machines: to everyone who listens, at most once; in parts where it is large.
import type { Subscription } from '@nats-io/transport-node'
import type { Topic } from '../bus.ts'
import type { Logger } from '../log.ts'
import { Assembly, packEnvelope, partsOf, unpackEnvelope } from './wire.ts'

/** Bytes of told payloads whose parts are not all here. */
const MOST_BYTES = 16 * 1024 * 1024

interface Ear {
  readonly topic: Topic<unknown>
  readonly hear: (payload: unknown) => void
}
interface Channel {
  readonly ears: Set<Ear>
  readonly subscription: Pick<Subscription, 'unsubscribe'>
}

export interface ToldOptions {
  /** Of this process. */
  readonly id: string
  readonly log: Pick<Logger, 'error'> | undefined
  /** Bytes of a body that one message carries. */
  room(work: string): number
  publish(subject: string, bytes: Uint8Array): void
  listen(subject: string, hear: (bytes: Uint8Array) => void): Pick<Subscription, 'unsubscribe'>
}

export class Told {
  readonly #options: ToldOptions
  readonly #parts = new Assembly(MOST_BYTES)
  readonly #channels = new Map<string, Channel>()
  #serial = 0

  constructor(options: ToldOptions) {
    this.#options = options
  }

  tell<T>(subject: string, work: string, topic: Topic<T>, payload: T): void {
    const { id, room, publish } = this.#options
    const serial = ++this.#serial
    const parts = partsOf(topic.encode(payload), room(work))
    for (const [index, body] of parts.entries())
      publish(
        subject,
        packEnvelope({ from: id, work, shard: 0, serial, index, of: parts.length, body }),
      )
  }

  /** Returns how to stop. */
  subscribe<T>(subject: string, topic: Topic<T>, handler: (payload: T) => void): () => void {
    let here = this.#channels.get(subject)
    if (here === undefined) {
      const ears = new Set<Ear>()
      here = {
        ears,
        subscription: this.#options.listen(subject, bytes => this.#hear(subject, ears, bytes)),
      }
      this.#channels.set(subject, here)
    }
    // an object of its own, so that one handler may subscribe twice
    const ear: Ear = { topic: topic as Topic<unknown>, hear: payload => handler(payload as T) }
    const { ears, subscription } = here
    ears.add(ear)
    return () => {
      ears.delete(ear)
      if (ears.size > 0 || this.#channels.get(subject)?.ears !== ears) return
      this.#channels.delete(subject)
      subscription.unsubscribe()
    }
  }

  #hear(subject: string, ears: ReadonlySet<Ear>, bytes: Uint8Array): void {
    const envelope = unpackEnvelope(bytes)
    const whole = this.#parts.add(`${subject} ${envelope.from}`, envelope)
    if (typeof whole === 'string') return
    const [first] = ears
    if (first === undefined) return
    const payload = first.topic.decode(whole)
    for (const ear of ears) {
      try {
        ear.hear(payload)
      } catch (error) {
        this.#options.log?.error({ err: error }, 'a subscriber failed')
      }
    }
  }
}
