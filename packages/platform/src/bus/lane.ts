// The outgoing payloads of one shard: a queue, and the one request that carries the first payloads of the queue.
import { packPayloads, partsOf } from './wire.ts'

/** The largest body of one request, unless a single payload is larger. */
const MOST_BYTES = 256 * 1024
/** Time without an answer after which the owner is asked for the state of the request, ms. It doubles with each reminder. */
export const REMIND_MS = 250

export interface OutgoingPayload {
  readonly bytes: Uint8Array
  readonly weight: number
  /** Time of the publish, ms of the monotonic clock. */
  readonly since: number
  readonly committed: () => void
  readonly failed: (error: Error) => void
}
/** The request of one shard. It stays the same until it is answered, so that the owner recognises a repetition by its serial. */
export interface ShardRequest {
  readonly items: readonly OutgoingPayload[]
  readonly serial: number
  /** The process that has the request; null: none. */
  target: string | null
  readonly parts: readonly Uint8Array[]
  /** Index of the part that was sent last. */
  sent: number
  /** Time of the next reminder, and the interval to the one after it. */
  remindAt: number
  remindAfter: number
}
/** One shard of a topic for one group. Its payloads leave in their order, because the next request waits for the answer to this one. */
export interface Lane {
  readonly id: number
  readonly work: string
  readonly shard: number
  /** The topic is an address of one process; payloads do not wait long for that process. */
  readonly addressed: boolean
  queue: OutgoingPayload[]
  request: ShardRequest | undefined
  serial: number
  /** Number of the current attempt. Answers to earlier attempts are ignored. */
  attempt: number
  /** Consecutive attempts that no process accepted. */
  refusals: number
  /** The owner that another process has named. */
  hint: string | undefined
  pause: NodeJS.Timeout | undefined
}

export const newLane = (id: number, work: string, shard: number, isAddressed: boolean): Lane => ({
  id,
  work,
  shard,
  addressed: isAddressed,
  queue: [],
  request: undefined,
  serial: 0,
  attempt: 0,
  refusals: 0,
  hint: undefined,
  pause: undefined,
})

/** The next request of its queue, in parts of `room` bytes; undefined: it is empty. */
export function nextRequest(lane: Lane, room: number): ShardRequest | undefined {
  let bytes = 0
  let count = 0
  for (const item of lane.queue) {
    bytes += item.bytes.length + 4
    if (count > 0 && bytes > MOST_BYTES) break
    count++
  }
  if (count === 0) return undefined
  const items = count === lane.queue.length ? lane.queue : lane.queue.slice(0, count)
  lane.queue = count === lane.queue.length ? [] : lane.queue.slice(count)
  const parts = partsOf(packPayloads(items.map(i => i.bytes)), room)
  return {
    items,
    serial: ++lane.serial,
    target: null,
    parts,
    sent: 0,
    remindAt: 0,
    remindAfter: REMIND_MS,
  }
}

/** Takes the request back from its process. Late answers to it are ignored. */
export function withdraw(lane: Lane, request: ShardRequest): void {
  request.target = null
  lane.attempt++
}
