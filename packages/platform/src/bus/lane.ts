// What is on its way of one shard: a queue, and the one request that was made of its beginning.
import { packPayloads, partsOf } from './wire.ts'

/** Of one request, unless a single payload is larger. */
const MOST_BYTES = 256 * 1024
/** Without an answer for so long the owner is asked what has become of it, ms; then twice as long. */
export const REMIND_MS = 250

export interface OutgoingPayload {
  readonly bytes: Uint8Array
  readonly weight: number
  /** When it was published, ms of the monotonic clock. */
  readonly since: number
  readonly committed: () => void
  readonly failed: (error: Error) => void
}
/** What is on its way, of one shard: the same until it is answered, so that a repeat is known as one. */
export interface ShardRequest {
  readonly items: readonly OutgoingPayload[]
  readonly serial: number
  /** null: nobody has it. */
  target: string | null
  readonly parts: readonly Uint8Array[]
  /** The part that was sent last. */
  sent: number
  /** When the next word is asked for, and how long after that one. */
  remindAt: number
  remindAfter: number
}
/** A work's shard. Its payloads leave in their order, because the next request waits for the answer of this one. */
export interface Lane {
  readonly id: number
  readonly work: string
  readonly shard: number
  /** Of one process alone: it is not waited for. */
  readonly addressed: boolean
  queue: OutgoingPayload[]
  request: ShardRequest | undefined
  serial: number
  /** Which try the answers must belong to. */
  attempt: number
  /** Tries in a row that nobody took. */
  refusals: number
  /** Who was named as the owner. */
  hint: string | undefined
  pause: NodeJS.Timeout | undefined
}

export const newLane = (id: number, work: string, shard: number, addressed: boolean): Lane => ({
  id,
  work,
  shard,
  addressed,
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

/** Nobody has it any more: an answer to it comes too late. */
export function withdraw(lane: Lane, request: ShardRequest): void {
  request.target = null
  lane.attempt++
}
