// The bus within one process: topics with their consumer groups (bus.group.ts) and subscribers.
import { type Entry, Group } from './bus.group.ts'
import {
  type Batching,
  type Bus,
  BusClosed,
  keyOf,
  type Member,
  NO_CONSUMER_MS,
  NoConsumer,
  type Topic,
} from './bus.ts'
import type { Logger } from './log.ts'

interface TopicState {
  readonly groups: Group[]
  readonly listeners: Set<Subscriber>
  /** Payloads that were published before the first group consumed the topic. */
  readonly waiting: Set<Entry>
}
interface Subscriber {
  /** undefined: all channels. */
  readonly channel: string | undefined
  readonly deliver: (payload: unknown) => void
}
interface PendingBroadcast {
  readonly state: TopicState
  readonly payload: unknown
  readonly channel: string | undefined
}

export interface MemoryBusOptions {
  /** Number of batches of one group that may be handled at once. */
  readonly lanes?: number
  /** Receives a line for each handler that fails. */
  readonly log?: Pick<Logger, 'warn' | 'error'>
  /** Encodes and decodes each payload, as a bus between machines does. */
  readonly serializePayloads?: boolean
  readonly self?: Omit<Member, 'since'>
}

export const memoryBus = (options: MemoryBusOptions = {}): Bus => new MemoryBus(options)

class MemoryBus implements Bus {
  readonly state = 'open'
  readonly #lanes: number
  readonly #log: MemoryBusOptions['log']
  readonly #throughBytes: boolean
  readonly #self: Member
  readonly #topics = new Map<string, TopicState>()
  #phase: 'open' | 'draining' | 'closed' = 'open'
  #broadcasts: PendingBroadcast[] = []

  constructor({
    lanes = 2,
    log,
    serializePayloads = false,
    self = { instance: 'here', roles: [], version: '' },
  }: MemoryBusOptions) {
    this.#lanes = lanes
    this.#log = log
    this.#throughBytes = serializePayloads
    this.#self = { ...self, since: Date.now() }
  }

  get pending(): number {
    let pending = 0
    for (const { groups } of this.#topics.values())
      for (const group of groups) pending += group.pending
    return pending
  }

  publish<T>(topic: Topic<T>, payload: T): Promise<void> {
    if (this.#phase === 'closed') return Promise.reject(new BusClosed())
    return new Promise<void>((resolve, reject) => {
      const { groups, waiting } = this.#topicStateOf(topic)
      const entry: Entry = {
        payload: this.#transfer(topic, payload),
        shard: topic.shard(payload),
        weight: topic.weigh(payload),
        pendingGroups: groups.length,
        resolve,
        reject,
      }
      if (groups.length > 0) for (const group of groups) group.add(entry)
      else if (this.#phase === 'open') {
        waiting.add(entry)
        if (topic.instance !== undefined)
          setTimeout(
            () => waiting.delete(entry) && reject(new NoConsumer(keyOf(topic))),
            NO_CONSUMER_MS,
          )
      } else reject(new BusClosed())
    })
  }

  consume<T>(
    topic: Topic<T>,
    name: string,
    batching: Batching,
    handler: (payloads: readonly T[]) => Promise<void>,
  ): () => void {
    if (this.#phase !== 'open') throw new BusClosed()
    const { groups, waiting } = this.#topicStateOf(topic)
    if (groups.some(g => g.name === name))
      throw new Error(`two consumers of ${topic.name} in the group ${name}`)
    const group = new Group({
      topic: keyOf(topic),
      name,
      batching,
      handler: handler as (payloads: readonly unknown[]) => Promise<void>,
      lanes: this.#lanes,
      log: this.#log,
    })
    groups.push(group)
    for (const entry of waiting) {
      entry.pendingGroups = 1
      group.add(entry)
    }
    waiting.clear()
    return () => {
      const index = groups.indexOf(group)
      if (index < 0 || this.#phase !== 'open') return
      groups.splice(index, 1)
      for (const entry of group.leave())
        if (groups.length === 0) waiting.add(entry)
        else if (--entry.pendingGroups === 0) entry.resolve()
    }
  }

  owns(): boolean {
    return true
  }

  subscribe<T>(topic: Topic<T>, handler: (payload: T) => void, channel?: string): () => void {
    const { listeners } = this.#topicStateOf(topic)
    // Each subscription is an object of its own, so that one handler may subscribe twice.
    const listener: Subscriber = { channel, deliver: payload => handler(payload as T) }
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  broadcast<T>(topic: Topic<T>, payload: T, channel?: string): void {
    const state = this.#topics.get(keyOf(topic))
    if (this.#phase === 'closed' || state === undefined || state.listeners.size === 0) return
    if (this.#broadcasts.push({ state, payload: this.#transfer(topic, payload), channel }) === 1)
      setImmediate(() => this.#deliver())
  }

  members(): readonly Member[] {
    return [this.#self]
  }

  async close(): Promise<void> {
    if (this.#phase !== 'open') return
    this.#phase = 'draining'
    const topics = [...this.#topics.values()]
    for (const { waiting } of topics) {
      for (const { reject } of waiting) reject(new BusClosed())
      waiting.clear()
    }
    // A handler may publish while it finishes; those payloads are finished too.
    do await Promise.all(topics.flatMap(c => c.groups.map(group => group.close())))
    while (topics.some(c => c.groups.some(group => group.busy)))
    this.#phase = 'closed'
    this.#deliver()
  }

  #topicStateOf(topic: Pick<Topic<never>, 'name' | 'instance'>): TopicState {
    const key = keyOf(topic)
    const existing = this.#topics.get(key)
    if (existing !== undefined) return existing
    const state: TopicState = { groups: [], listeners: new Set(), waiting: new Set() }
    this.#topics.set(key, state)
    return state
  }
  #transfer<T>(topic: Topic<T>, payload: T): T {
    return this.#throughBytes ? topic.decode(topic.encode(payload)) : payload
  }
  #deliver(): void {
    const pending = this.#broadcasts
    this.#broadcasts = []
    for (const { state, payload, channel } of pending)
      for (const listener of state.listeners) {
        if (listener.channel !== undefined && listener.channel !== channel) continue
        try {
          listener.deliver(payload)
        } catch (error) {
          this.#log?.error({ err: error }, 'a subscriber failed')
        }
      }
  }
}
