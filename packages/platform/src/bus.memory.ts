// The bus within one process: a few single-flight lanes a group, so that what arrives during a commit becomes the next batch.
import type { Batching, Bus, Topic } from './bus.ts'
import type { Logger } from './log.ts'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5_000

/** Of a publish that will not be committed. */
export class BusClosed extends Error {
  constructor() {
    super('the bus is closed')
  }
}

/** One published payload on its way through every group. */
interface Entry {
  readonly payload: unknown
  /** Groups that have not committed it yet. */
  left: number
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** Some shards of one group, handled one batch at a time. `entries` and `weights` run in parallel. */
interface Lane {
  entries: Entry[]
  weights: number[]
  weight: number
  /** When the oldest waiting payload came, ms of the monotonic clock. */
  since: number
  running: boolean
  timer: NodeJS.Timeout | undefined
  /** Ends the pause between two tries. */
  wake: (() => void) | undefined
}
interface Group {
  readonly name: string
  readonly topic: string
  readonly batching: Batching<unknown>
  readonly handler: (payloads: readonly unknown[]) => Promise<void>
  readonly lanes: readonly Lane[]
}
interface Channel {
  readonly groups: Group[]
  readonly listeners: Set<(payload: unknown) => void>
  /** Published before anybody consumed. */
  readonly waiting: { readonly entry: Entry; readonly shard: number }[]
}

/**
 * @param lanes batches of one group that may be in work at once; shards are spread over them
 * @param log hears of handlers that fail
 */
export function memoryBus({ lanes = 2, log }: { readonly lanes?: number; readonly log?: Pick<Logger, 'warn' | 'error'> } = {}): Bus {
  const channels = new Map<string, Channel>()
  let state: 'open' | 'draining' | 'closed' = 'open'
  let pending = 0
  /** Payloads in lanes, each counted once a group. */
  let queued = 0
  let drained: (() => void) | undefined
  let told: { readonly channel: Channel; readonly payload: unknown }[] = []

  const channelOf = (name: string): Channel => {
    let channel = channels.get(name)
    if (channel === undefined) {
      channel = { groups: [], listeners: new Set(), waiting: [] }
      channels.set(name, channel)
    }
    return channel
  }

  const enqueue = (group: Group, shard: number, entry: Entry): void => {
    const lane = group.lanes[shard % lanes] as Lane
    const weight = group.batching.weigh?.(entry.payload) ?? 1
    if (lane.entries.length === 0) lane.since = performance.now()
    lane.entries.push(entry)
    lane.weights.push(weight)
    lane.weight += weight
    pending += weight
    queued++
    if (!lane.running) schedule(group, lane)
  }

  /** For an idle lane with something to do: runs it now or when its oldest payload has waited long enough. */
  const schedule = (group: Group, lane: Lane): void => {
    const rest = lane.since + group.batching.linger - performance.now()
    if (lane.weight >= group.batching.batch || rest <= 0 || state !== 'open') start(group, lane)
    else
      lane.timer ??= setTimeout(() => {
        lane.timer = undefined
        if (!lane.running && lane.entries.length > 0) start(group, lane)
      }, rest)
  }

  const start = (group: Group, lane: Lane): void => {
    lane.running = true
    clearTimeout(lane.timer)
    lane.timer = undefined
    // never inside publish(): the publisher may still be in the middle of its own work
    queueMicrotask(() => void run(group, lane))
  }

  const run = async (group: Group, lane: Lane): Promise<void> => {
    const { entries, weight } = take(lane, group.batching.batch)
    const failure = await handle(group, lane, entries)
    pending -= weight
    queued -= entries.length
    for (const entry of entries) {
      entry.left--
      if (failure !== undefined) entry.reject(failure)
      else if (entry.left === 0) entry.resolve()
    }
    lane.running = false
    if (lane.entries.length > 0) schedule(group, lane)
    else if (queued === 0) drained?.()
  }

  /** Undefined once the handler has succeeded; the error when the bus closes instead. */
  const handle = async (group: Group, lane: Lane, entries: readonly Entry[]): Promise<Error | undefined> => {
    const payloads = entries.map(e => e.payload)
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        await group.handler(payloads)
        return undefined
      } catch (error) {
        const closing = state !== 'open'
        log?.warn(
          { err: error, topic: group.topic, group: group.name, payloads: payloads.length },
          closing ? 'a batch failed while closing' : 'a batch failed; trying again',
        )
        if (closing) return new BusClosed()
      }
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, pause * (0.5 + Math.random() / 2))
        lane.wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      lane.wake = undefined
    }
  }

  const deliver = (): void => {
    const now = told
    told = []
    for (const { channel, payload } of now)
      for (const listener of channel.listeners) {
        try {
          listener(payload)
        } catch (error) {
          log?.error({ err: error }, 'a subscriber failed')
        }
      }
  }

  return {
    get pending() {
      return pending
    },

    publish<T>(topic: Topic<T>, payload: T): Promise<void> {
      if (state === 'closed') return Promise.reject(new BusClosed())
      return new Promise<void>((resolve, reject) => {
        const channel = channelOf(topic.name)
        const entry: Entry = { payload, left: channel.groups.length, resolve, reject }
        const shard = topic.shard(payload)
        if (channel.groups.length > 0) for (const group of channel.groups) enqueue(group, shard, entry)
        else if (state === 'open') channel.waiting.push({ entry, shard })
        else reject(new BusClosed())
      })
    },

    consume<T>(topic: Topic<T>, name: string, batching: Batching<T>, handler: (payloads: readonly T[]) => Promise<void>): void {
      if (state !== 'open') throw new BusClosed()
      const channel = channelOf(topic.name)
      if (channel.groups.some(g => g.name === name)) throw new Error(`two consumers of ${topic.name} in the group ${name}`)
      const group: Group = {
        name,
        topic: topic.name,
        batching: batching as Batching<unknown>,
        handler: handler as Group['handler'],
        lanes: Array.from({ length: lanes }, () => ({ entries: [], weights: [], weight: 0, since: 0, running: false, timer: undefined, wake: undefined })),
      }
      channel.groups.push(group)
      for (const { entry, shard } of channel.waiting.splice(0)) {
        entry.left = 1
        enqueue(group, shard, entry)
      }
    },

    subscribe<T>(topic: Topic<T>, handler: (payload: T) => void): () => void {
      const { listeners } = channelOf(topic.name)
      // a function of its own, so that one handler may subscribe twice
      const listener = (payload: unknown) => handler(payload as T)
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    tell<T>(topic: Topic<T>, payload: T): void {
      const channel = channels.get(topic.name)
      if (state === 'closed' || channel === undefined || channel.listeners.size === 0) return
      if (told.push({ channel, payload }) === 1) setImmediate(deliver)
    },

    async close(): Promise<void> {
      if (state !== 'open') return
      state = 'draining'
      const all = new Promise<void>(resolve => {
        drained = resolve
      })
      for (const channel of channels.values()) {
        for (const { entry } of channel.waiting.splice(0)) entry.reject(new BusClosed())
        for (const group of channel.groups)
          for (const lane of group.lanes) {
            lane.wake?.()
            if (!lane.running && lane.entries.length > 0) start(group, lane)
          }
      }
      if (queued > 0) await all
      state = 'closed'
      deliver()
    },
  }
}

/** The oldest payloads, up to `most` weight, at least one. */
function take(lane: Lane, most: number): { readonly entries: readonly Entry[]; readonly weight: number } {
  let count = 0
  let weight = 0
  if (lane.weight <= most) {
    count = lane.entries.length
    weight = lane.weight
  } else
    for (const w of lane.weights) {
      if (count > 0 && weight + w > most) break
      weight += w
      count++
    }
  if (count === lane.entries.length) {
    const entries = lane.entries
    lane.entries = []
    lane.weights = []
    lane.weight = 0
    return { entries, weight }
  }
  const entries = lane.entries.splice(0, count)
  lane.weights.splice(0, count)
  lane.weight -= weight
  return { entries, weight }
}
