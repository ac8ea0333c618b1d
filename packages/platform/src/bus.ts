// Messages between roles. One promise, every adapter: publish() resolves when every consuming group has committed the payload.

/** Fixed for ever: where a vehicle's messages are ordered. */
export const SHARDS = 64

/** Payloads as bytes, for a bus between machines. A payload read back is equal to what was written. */
export interface Codec<T> {
  encode(payload: T): Uint8Array
  decode(bytes: Uint8Array): T
}
export interface Topic<T> extends Codec<T> {
  readonly name: string
  /** 0 … SHARDS−1; payloads of one shard are handled in order. */
  shard(payload: T): number
}
const [utf8, fromUtf8] = [new TextEncoder(), new TextDecoder()]
/** For payloads that are JSON values. */
export const json = <T>(): Codec<T> => ({ encode: payload => utf8.encode(JSON.stringify(payload)), decode: bytes => JSON.parse(fromUtf8.decode(bytes)) as T })
export const topic = <T>(name: string, shard: (payload: T) => number, { encode, decode }: Codec<T> = json()): Topic<T> => ({ name, shard, encode, decode })

export interface Batching<T> {
  /** Most weight handled in one call of the handler. */
  readonly batch: number
  /** Milliseconds that a first payload may wait for company. */
  readonly linger: number
  /** Weight of one payload (records of a packet); default 1. A payload is never divided. */
  weigh?(payload: T): number
}

export interface Bus {
  /**
   * Resolves once every group has committed it; while nobody consumes the topic it waits for the first group that does. Rejects only when the bus is closed.
   * Groups hear what is published, subscribers what is told: the two never meet.
   */
  publish<T>(topic: Topic<T>, payload: T): Promise<void>
  /**
   * One member of the group handles each payload, in batches, in order per shard, the same batch again with back-off until the handler succeeds.
   * Returns how to leave the topic: what was not begun waits for the next who consumes it, unless other groups remain.
   */
  consume<T>(topic: Topic<T>, group: string, batching: Batching<T>, handler: (payloads: readonly T[]) => Promise<void>): () => void
  /** Everyone hears it, at most once, fire and forget (live updates). Returns how to stop. */
  subscribe<T>(topic: Topic<T>, handler: (payload: T) => void): () => void
  /** Tells everyone, never before this call has returned; nothing is kept. */
  tell<T>(topic: Topic<T>, payload: T): void
  /** Weight that was published and is not yet committed, over all groups: what back-pressure looks at. */
  readonly pending: number
  /** Finishes what was published, then refuses more. A batch that fails now is not tried again: its publishers hear a rejection. */
  close(): Promise<void>
}
