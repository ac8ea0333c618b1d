// The bus within one process: topics with their groups (bus.group.ts) and listeners.
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
  /** Published before anybody consumed. */
  readonly waiting: Set<Entry>
}
interface Subscriber {
  /** undefined: all. */
  readonly channel: string | undefined
  readonly deliver: (payload: unknown) => void
}
interface PendingBroadcast {
  readonly room: TopicState
  readonly payload: unknown
  readonly channel: string | undefined
}

export interface MemoryBusOptions {
  /** Batches of one group that may be in work at once; shards are spread over them. */
  readonly lanes?: number
  /** Hears of handlers that fail. */
  readonly log?: Pick<Logger, 'warn' | 'error'>
  /** Payloads are handed over as between machines: written as bytes and read again. */
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
  readonly #rooms = new Map<string, TopicState>()
  #stage: 'open' | 'draining' | 'closed' = 'open'
  #told: PendingBroadcast[] = []

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
    for (const { groups } of this.#rooms.values())
      for (const group of groups) pending += group.pending
    return pending
  }

  publish<T>(topic: Topic<T>, payload: T): Promise<void> {
    if (this.#stage === 'closed') return Promise.reject(new BusClosed())
    return new Promise<void>((resolve, reject) => {
      const { groups, waiting } = this.#roomOf(topic)
      const entry: Entry = {
        payload: this.#carried(topic, payload),
        shard: topic.shard(payload),
        weight: topic.weigh(payload),
        pendingGroups: groups.length,
        resolve,
        reject,
      }
      if (groups.length > 0) for (const group of groups) group.add(entry)
      else if (this.#stage === 'open') {
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
    if (this.#stage !== 'open') throw new BusClosed()
    const { groups, waiting } = this.#roomOf(topic)
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
      if (index < 0 || this.#stage !== 'open') return
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
    const { listeners } = this.#roomOf(topic)
    // an object of its own, so that one handler may subscribe twice
    const listener: Subscriber = { channel, deliver: payload => handler(payload as T) }
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  broadcast<T>(topic: Topic<T>, payload: T, channel?: string): void {
    const room = this.#rooms.get(keyOf(topic))
    if (this.#stage === 'closed' || room === undefined || room.listeners.size === 0) return
    if (this.#told.push({ room, payload: this.#carried(topic, payload), channel }) === 1)
      setImmediate(() => this.#deliver())
  }

  members(): readonly Member[] {
    return [this.#self]
  }

  async close(): Promise<void> {
    if (this.#stage !== 'open') return
    this.#stage = 'draining'
    const topics = [...this.#rooms.values()]
    for (const { waiting } of topics) {
      for (const { reject } of waiting) reject(new BusClosed())
      waiting.clear()
    }
    // what a handler publishes while it finishes is finished too
    do await Promise.all(topics.flatMap(c => c.groups.map(group => group.close())))
    while (topics.some(c => c.groups.some(group => group.busy)))
    this.#stage = 'closed'
    this.#deliver()
  }

  #roomOf(topic: Pick<Topic<never>, 'name' | 'instance'>): TopicState {
    const key = keyOf(topic)
    const known = this.#rooms.get(key)
    if (known !== undefined) return known
    const room: TopicState = { groups: [], listeners: new Set(), waiting: new Set() }
    this.#rooms.set(key, room)
    return room
  }
  #carried<T>(topic: Topic<T>, payload: T): T {
    return this.#throughBytes ? topic.decode(topic.encode(payload)) : payload
  }
  #deliver(): void {
    const now = this.#told
    this.#told = []
    for (const { room, payload, channel } of now)
      for (const listener of room.listeners) {
        if (listener.channel !== undefined && listener.channel !== channel) continue
        try {
          listener.deliver(payload)
        } catch (error) {
          this.#log?.error({ err: error }, 'a subscriber failed')
        }
      }
  }
}
