// The bus within one process: topics with their groups (bus.group.ts) and listeners.
import { BusClosed, type Entry, Group } from './bus.group.ts'
import type { Batching, Bus, Topic } from './bus.ts'
import type { Logger } from './log.ts'
import { gauge } from './metrics.ts'

const pending = gauge({ name: 'flotta_bus_pending_records', help: 'Records published and not yet committed' })

interface Channel {
  readonly groups: Group[]
  readonly listeners: Set<(payload: unknown) => void>
  /** Published before anybody consumed. */
  waiting: Entry[]
}

export interface MemoryBusOptions {
  /** Batches of one group that may be in work at once; shards are spread over them. */
  readonly lanes?: number
  /** Hears of handlers that fail. */
  readonly log?: Pick<Logger, 'warn' | 'error'>
  /** Payloads are handed over as between machines: written as bytes and read again. */
  readonly throughBytes?: boolean
}

export const memoryBus = (options: MemoryBusOptions = {}): Bus => new MemoryBus(options)

class MemoryBus implements Bus {
  readonly #lanes: number
  readonly #log: MemoryBusOptions['log']
  readonly #throughBytes: boolean
  readonly #channels = new Map<string, Channel>()
  #state: 'open' | 'draining' | 'closed' = 'open'
  #told: { readonly channel: Channel; readonly payload: unknown }[] = []

  constructor({ lanes = 2, log, throughBytes = false }: MemoryBusOptions) {
    this.#lanes = lanes
    this.#log = log
    this.#throughBytes = throughBytes
    pending.from(() => (this.#state === 'closed' ? null : this.pending))
  }

  get pending(): number {
    let pending = 0
    for (const { groups } of this.#channels.values()) for (const group of groups) pending += group.pending
    return pending
  }

  publish<T>(topic: Topic<T>, payload: T): Promise<void> {
    if (this.#state === 'closed') return Promise.reject(new BusClosed())
    return new Promise<void>((resolve, reject) => {
      const { groups, waiting } = this.#channelOf(topic.name)
      const entry: Entry = { payload: this.#carried(topic, payload), shard: topic.shard(payload), left: groups.length, resolve, reject }
      if (groups.length > 0) for (const group of groups) group.add(entry)
      else if (this.#state === 'open') waiting.push(entry)
      else reject(new BusClosed())
    })
  }

  consume<T>(topic: Topic<T>, name: string, batching: Batching<T>, handler: (payloads: readonly T[]) => Promise<void>): () => void {
    if (this.#state !== 'open') throw new BusClosed()
    const channel = this.#channelOf(topic.name)
    const { groups } = channel
    if (groups.some(g => g.name === name)) throw new Error(`two consumers of ${topic.name} in the group ${name}`)
    const group = new Group({
      topic: topic.name,
      name,
      batching: batching as Batching<unknown>,
      handler: handler as (payloads: readonly unknown[]) => Promise<void>,
      lanes: this.#lanes,
      log: this.#log,
    })
    groups.push(group)
    for (const entry of channel.waiting.splice(0)) {
      entry.left = 1
      group.add(entry)
    }
    return () => {
      const index = groups.indexOf(group)
      if (index < 0 || this.#state !== 'open') return
      groups.splice(index, 1)
      const left = group.leave()
      if (groups.length === 0) channel.waiting.push(...left)
      else for (const entry of left) if (--entry.left === 0) entry.resolve()
    }
  }

  subscribe<T>(topic: Topic<T>, handler: (payload: T) => void): () => void {
    const { listeners } = this.#channelOf(topic.name)
    // a function of its own, so that one handler may subscribe twice
    const listener = (payload: unknown) => handler(payload as T)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  tell<T>(topic: Topic<T>, payload: T): void {
    const channel = this.#channels.get(topic.name)
    if (this.#state === 'closed' || channel === undefined || channel.listeners.size === 0) return
    if (this.#told.push({ channel, payload: this.#carried(topic, payload) }) === 1) setImmediate(() => this.#deliver())
  }

  async close(): Promise<void> {
    if (this.#state !== 'open') return
    this.#state = 'draining'
    const channels = [...this.#channels.values()]
    for (const channel of channels) for (const { reject } of channel.waiting.splice(0)) reject(new BusClosed())
    // what a handler publishes while it finishes is finished too
    do await Promise.all(channels.flatMap(c => c.groups.map(group => group.close())))
    while (channels.some(c => c.groups.some(group => group.busy)))
    this.#state = 'closed'
    this.#deliver()
  }

  #channelOf(name: string): Channel {
    const known = this.#channels.get(name)
    if (known !== undefined) return known
    const channel: Channel = { groups: [], listeners: new Set(), waiting: [] }
    this.#channels.set(name, channel)
    return channel
  }
  #carried<T>(topic: Topic<T>, payload: T): T {
    return this.#throughBytes ? topic.decode(topic.encode(payload)) : payload
  }
  #deliver(): void {
    const now = this.#told
    this.#told = []
    for (const { channel, payload } of now)
      for (const listener of channel.listeners) {
        try {
          listener(payload)
        } catch (error) {
          this.#log?.error({ err: error }, 'a subscriber failed')
        }
      }
  }
}
