// Messages between roles. One promise, every adapter: publish() resolves when every consuming group has committed the payload.

/** Fixed for ever: where a vehicle's messages are ordered. */
export const SHARDS = 64

export interface Topic<T> {
  readonly name: string
  /** 0 … SHARDS−1; payloads of one shard are handled in order. */
  shard(payload: T): number
}
export const topic = <T>(name: string, shard: (payload: T) => number): Topic<T> => ({ name, shard })

export interface Batching<T> {
  /** Most weight handled in one call of the handler. */
  readonly batch: number
  /** Milliseconds that a first payload may wait for company. */
  readonly linger: number
  /** Weight of one payload (records of a packet); default 1. A payload is never divided. */
  weigh?(payload: T): number
}

export interface Bus {
  /** Resolves once every group has committed it. Rejects only when the bus is closed. */
  publish<T>(topic: Topic<T>, payload: T): Promise<void>
  /** One member of the group handles each payload, in batches, in order per shard, the same batch again with back-off until the handler succeeds. */
  consume<T>(topic: Topic<T>, group: string, batching: Batching<T>, handler: (payloads: readonly T[]) => Promise<void>): void
  /** Everyone hears it, at most once, fire and forget (live updates). Returns how to stop. */
  subscribe<T>(topic: Topic<T>, handler: (payload: T) => void): () => void
  /** Tells everyone; nothing is kept. */
  tell<T>(topic: Topic<T>, payload: T): void
  /** Finishes what was published, then refuses more. */
  close(): Promise<void>
}
