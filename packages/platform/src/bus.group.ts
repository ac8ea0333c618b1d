// One consumer group of a topic within one process. Each lane handles one batch at a time, so payloads that arrive during a commit form the next batch.
import { type Batching, BusClosed } from './bus.ts'
import type { Logger } from './log.ts'
import { counter } from './metrics.ts'

const failures = counter({
  name: 'flotta_bus_batches_failed_total',
  help: 'Batches whose handler failed; they are tried again',
  labels: ['topic'],
})

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5_000

/** One published payload on its way through every group. */
export interface Entry {
  readonly payload: unknown
  readonly shard: number
  readonly weight: number
  /** Groups that have not committed it yet. */
  pendingGroups: number
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** Some shards, handled one batch at a time. */
interface Lane {
  entries: Entry[]
  weight: number
  /** Arrival of the oldest waiting payload, ms of the monotonic clock. */
  since: number
  running: boolean
  timer: NodeJS.Timeout | undefined
  /** Ends the pause between two attempts at once. */
  wake: (() => void) | undefined
}

export interface GroupOptions {
  readonly topic: string
  readonly name: string
  readonly batching: Batching
  readonly handler: (payloads: readonly unknown[]) => Promise<void>
  /** Number of batches that may be handled at once. Shards are distributed over the lanes. */
  readonly lanes: number
  readonly log: Pick<Logger, 'warn'> | undefined
}

export class Group {
  readonly name: string
  /** Weight that is not yet committed. */
  pending = 0
  readonly #options: GroupOptions
  readonly #lanes: readonly Lane[]
  #closing = false
  #queued = 0
  #drained: (() => void) | undefined

  constructor(options: GroupOptions) {
    this.name = options.name
    this.#options = options
    const { lanes } = options
    this.#lanes = Array.from({ length: lanes }, () => ({
      entries: [],
      weight: 0,
      since: 0,
      running: false,
      timer: undefined,
      wake: undefined,
    }))
  }

  get busy(): boolean {
    return this.#queued > 0
  }

  add(entry: Entry): void {
    const lane = this.#lanes[entry.shard % this.#lanes.length] as Lane
    if (lane.entries.length === 0) lane.since = performance.now()
    lane.entries.push(entry)
    lane.weight += entry.weight
    this.pending += entry.weight
    this.#queued++
    if (!lane.running) this.#schedule(lane)
  }

  /** Removes the payloads that were not begun and returns them. */
  leave(): Entry[] {
    return this.#lanes.flatMap(lane => {
      clearTimeout(lane.timer)
      lane.timer = undefined
      this.pending -= lane.weight
      this.#queued -= lane.entries.length
      lane.weight = 0
      return lane.entries.splice(0)
    })
  }

  /** Finishes the queued payloads. A batch that fails now is not repeated: its publishers receive a rejection. */
  async close(): Promise<void> {
    this.#closing = true
    const queueDrained = new Promise<void>(resolve => {
      this.#drained = resolve
    })
    for (const lane of this.#lanes) {
      lane.wake?.()
      if (!lane.running && lane.entries.length > 0) this.#start(lane)
    }
    if (this.#queued > 0) await queueDrained
  }

  /** Starts an idle lane now, or when its oldest payload has waited long enough. */
  #schedule(lane: Lane): void {
    const { batch, linger } = this.#options.batching
    const rest = lane.since + linger - performance.now()
    if (lane.weight >= batch || rest <= 0 || this.#closing) this.#start(lane)
    else
      lane.timer ??= setTimeout(() => {
        lane.timer = undefined
        if (!lane.running && lane.entries.length > 0) this.#start(lane)
      }, rest)
  }

  #start(lane: Lane): void {
    lane.running = true
    clearTimeout(lane.timer)
    lane.timer = undefined
    // The handler never runs inside publish(), since the publisher may be in the middle of its own work.
    queueMicrotask(() => void this.#run(lane))
  }

  async #run(lane: Lane): Promise<void> {
    const { entries, weight } = take(lane, this.#options.batching.batch)
    const failure = entries.length > 0 ? await this.#handle(lane, entries) : undefined
    this.pending -= weight
    this.#queued -= entries.length
    for (const entry of entries) {
      entry.pendingGroups--
      if (failure !== undefined) entry.reject(failure)
      else if (entry.pendingGroups === 0) entry.resolve()
    }
    lane.running = false
    if (lane.entries.length > 0) this.#schedule(lane)
    else if (this.#queued === 0) this.#drained?.()
  }

  /** Undefined once the handler has succeeded; the error when the bus closes instead. */
  async #handle(lane: Lane, entries: readonly Entry[]): Promise<Error | undefined> {
    const { topic, name, handler, log } = this.#options
    const payloads = entries.map(e => e.payload)
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        await handler(payloads)
        return undefined
      } catch (error) {
        failures.inc({ topic: topic.split('@')[0] ?? topic })
        const closing = this.#closing
        log?.warn(
          { err: error, topic, group: name, payloads: payloads.length },
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
}

/** Removes the oldest payloads up to the weight `most`, at least one. */
function take(
  lane: Lane,
  most: number,
): { readonly entries: readonly Entry[]; readonly weight: number } {
  let count = 0
  let weight = 0
  if (lane.weight <= most) {
    count = lane.entries.length
    weight = lane.weight
  } else
    for (const entry of lane.entries) {
      if (count > 0 && weight + entry.weight > most) break
      weight += entry.weight
      count++
    }
  if (count === lane.entries.length) {
    const entries = lane.entries
    lane.entries = []
    lane.weight = 0
    return { entries, weight }
  }
  const entries = lane.entries.splice(0, count)
  lane.weight -= weight
  return { entries, weight }
}
