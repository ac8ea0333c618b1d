// The consuming half of the bus between machines: it accepts requests for the shards that this process owns, hands their payloads to the groups and answers after the commit.
import { type Entry, Group, type GroupOptions } from '../bus.group.ts'
import { type Batching, keyOf, type Topic } from '../bus.ts'
import type { Logger } from '../log.ts'
import type { Members } from './members.ts'
import {
  type Envelope,
  type Exception,
  PartAssembler,
  packAnswer,
  unpackPayloads,
  workOf,
} from './wire.ts'

/** Largest number of bytes of requests that are handled at once, and of incomplete requests. Beyond it senders are told to wait. */
const MOST_BYTES = 64 * 1024 * 1024

/** The last request of one process for one shard. A repetition gets the same answer and is not handled again. */
interface RequestState {
  readonly serial: number
  /** null: the request is being handled. */
  answer: Uint8Array | null
  replyTo: string
}
interface Consumer {
  readonly topic: Topic<unknown>
  readonly group: Group
}

export interface ReceiverOptions {
  readonly self: string
  readonly members: Members
  readonly lanes: number
  reply(to: string, answer: Uint8Array): void
  readonly log: Pick<Logger, 'warn' | 'error'> | undefined
}

export class Receiver {
  readonly #options: ReceiverOptions
  readonly #consumers = new Map<string, Consumer>()
  /** Process → topic, group and shard → its last request. */
  readonly #requests = new Map<string, Map<string, RequestState>>()
  readonly #parts = new PartAssembler(MOST_BYTES)
  #bytes = 0
  #draining = false

  constructor(options: ReceiverOptions) {
    this.#options = options
  }

  get works(): string[] {
    return [...this.#consumers.keys()]
  }
  get busy(): boolean {
    return [...this.#consumers.values()].some(({ group }) => group.busy)
  }

  /** Returns a function that leaves the topic. Payloads that were not begun are sent back. */
  consume<T>(
    topic: Topic<T>,
    name: string,
    batching: Batching,
    handler: (payloads: readonly T[]) => Promise<void>,
  ): () => void {
    const work = workOf(keyOf(topic), name)
    if (this.#consumers.has(work))
      throw new Error(`two consumers of ${topic.name} in the group ${name}`)
    const { lanes, log } = this.#options
    const group = new Group({
      topic: keyOf(topic),
      name,
      batching,
      handler: handler as GroupOptions['handler'],
      lanes,
      log,
    })
    const consumer: Consumer = { topic: topic as Topic<unknown>, group }
    this.#consumers.set(work, consumer)
    return () => {
      if (this.#consumers.get(work) !== consumer || this.#draining) return
      this.#consumers.delete(work)
      for (const entry of group.leave()) entry.reject(new Error('left'))
    }
  }

  /**
   * @param awake false: this process was paused, so the request may be stale
   * @param replyTo the subject on which the sender expects the answer
   */
  receive(envelope: Envelope, awake: boolean, replyTo: string): void {
    const answer = this.#answer(envelope, awake, replyTo)
    if (answer !== null) this.#options.reply(replyTo, answer)
  }
  /** null: the answer follows after the commit. */
  #answer(envelope: Envelope, awake: boolean, replyTo: string): Uint8Array | null {
    const { from, work, shard, serial, partCount, body } = envelope
    const lane = `${work} ${shard}`
    const previous = this.#requests.get(from)?.get(lane)
    if (previous?.serial === serial) {
      previous.replyTo = replyTo
      return previous.answer ?? packAnswer({ kind: 'working' })
    }
    if (partCount === 0) return packAnswer({ kind: 'unknown' })
    const consumer = this.#consumers.get(work)
    const { self, members, log } = this.#options
    const owner = members.owner(work, shard)
    const mine = owner === self && (!this.#draining || from === self)
    if (consumer === undefined || !awake || !mine)
      return packAnswer({ kind: 'moved', owner: owner === self ? null : (owner ?? null) })
    if (this.#bytes > 0 && this.#bytes + body.length > MOST_BYTES)
      return packAnswer({ kind: 'busy' })
    const completeMessage = this.#parts.add(`${from} ${lane}`, envelope)
    if (typeof completeMessage === 'string') return packAnswer({ kind: completeMessage })
    let payloads: Uint8Array[]
    try {
      payloads = unpackPayloads(completeMessage)
    } catch (error) {
      log?.error(
        { err: error, topic: consumer.topic.name, bytes: completeMessage.length },
        'what came over the bus cannot be read and is refused',
      )
      return packAnswer({ kind: 'refused' })
    }
    this.#handle(
      consumer,
      payloads,
      completeMessage.length,
      this.#remember(from, lane, { serial, answer: null, replyTo }),
    )
    return null
  }

  /** Forgets the requests of a process that has gone. */
  forget(id: string): void {
    for (const lane of this.#requests.get(id)?.keys() ?? []) this.#parts.forget(`${id} ${lane}`)
    this.#requests.delete(id)
  }

  /** Refuses new requests and finishes the accepted ones. */
  async close(): Promise<void> {
    this.#draining = true
    await Promise.all([...this.#consumers.values()].map(({ group }) => group.close()))
  }

  #remember(from: string, lane: string, request: RequestState): RequestState {
    const lanes = this.#requests.get(from) ?? new Map<string, RequestState>()
    this.#requests.set(from, lanes.set(lane, request))
    return request
  }

  #handle(
    { topic, group }: Consumer,
    payloads: readonly Uint8Array[],
    bytes: number,
    request: RequestState,
  ): void {
    const exceptions = new Map<number, Exception>()
    const entries: Entry[] = []
    let pending = payloads.length
    this.#bytes += bytes
    const settle = () => {
      if (--pending > 0) return
      this.#bytes -= bytes
      request.answer = packAnswer({ kind: 'done', exceptions })
      this.#options.reply(request.replyTo, request.answer)
    }
    const except = (index: number, exception: Exception) => {
      exceptions.set(index, exception)
      settle()
    }
    for (const [index, raw] of payloads.entries()) {
      try {
        const payload = topic.decode(raw)
        entries.push({
          payload,
          shard: topic.shard(payload),
          weight: topic.weigh(payload),
          pendingGroups: 1,
          resolve: settle,
          reject: () => except(index, 'again'),
        })
      } catch (error) {
        this.#options.log?.error(
          { err: error, topic: topic.name, bytes: raw.length },
          'a payload cannot be read and is refused: its sender has to keep it',
        )
        except(index, 'unreadable')
      }
    }
    for (const entry of entries) group.add(entry)
  }
}
