// Messages between the roles. Every implementation keeps the same promise: publish() resolves when every consuming group has committed the payload.

/** The number of shards never changes, since the messages of a vehicle are ordered within their shard. */
export const SHARDS = 64

/** Writes payloads as bytes for a bus between machines. A decoded payload equals the encoded one. */
export interface Codec<T> {
  encode(payload: T): Uint8Array
  decode(bytes: Uint8Array): T
}
export interface Topic<T> extends Codec<T> {
  readonly name: string
  /** The only process that may consume it (`address`); undefined: any process. */
  readonly instance?: string
  /** 0 … SHARDS−1; payloads of one shard are handled in order. */
  shard(payload: T): number
  /** The part of a batch that the payload fills: the number of records of a packet. */
  weigh(payload: T): number
}
const [utf8, fromUtf8] = [new TextEncoder(), new TextDecoder()]
/** For payloads that are JSON values. */
export const json = <T>(): Codec<T> => ({
  encode: payload => utf8.encode(JSON.stringify(payload)),
  decode: bytes => JSON.parse(fromUtf8.decode(bytes)) as T,
})
export const topic = <T>(
  name: string,
  shard: (payload: T) => number,
  { encode, decode }: Codec<T> = json(),
  weigh = (_payload: T) => 1,
): Topic<T> => ({
  name,
  shard,
  weigh,
  encode,
  decode,
})
/** The same topic for one process: only that process can consume it. */
export const address = <T>(topic: Topic<T>, instance: string): Topic<T> => ({ ...topic, instance })
/** The key of a topic, or of its address at one process. */
export const keyOf = ({ name, instance }: Pick<Topic<never>, 'name' | 'instance'>): string =>
  instance === undefined ? name : `${name}@${instance}`

/** The bus closed before the payload was committed. */
export class BusClosed extends Error {
  constructor() {
    super('the bus is closed')
  }
}
/** Nobody consumes the address. A process that was only disconnected may still handle the payload. */
export class NoConsumer extends Error {
  constructor(topic: string) {
    super(`nobody is there for ${topic}`)
  }
}
/** The owner of the shard cannot decode the payload: its bytes are damaged or of another version. Other payloads of the shard continue; the sender keeps this one. */
export class UnreadablePayload extends Error {
  constructor(topic: string) {
    super(`what was published for ${topic} could not be read there`)
  }
}
/** How long a publish to an address waits for a consumer, ms. */
export const NO_CONSUMER_MS = 3_000

/** A process on the bus. */
export interface Member {
  readonly instance: string
  readonly roles: readonly string[]
  readonly version: string
  /** When it joined, epoch ms. */
  readonly since: number
}

export interface Batching {
  /** The largest weight of one call of the handler. A payload is never divided. */
  readonly batch: number
  /** Milliseconds that the first payload of a batch may wait for further ones. */
  readonly linger: number
}

export interface Bus {
  /**
   * Resolves when every group has committed the payload. While no group consumes the topic, the payload waits for the first group.
   * Rejects when the bus is closed (`BusClosed`), when an address has had no consumer for a few seconds (`NoConsumer`), or when the consumer cannot decode the payload (`UnreadablePayload`).
   * Groups receive what is published and subscribers what is broadcast; neither receives the other.
   */
  publish<T>(topic: Topic<T>, payload: T): Promise<void>
  /**
   * One member of the group handles each payload: the process that owns its shard. Payloads come in batches and in order per shard. A failed batch is repeated with back-off until the handler succeeds.
   * Returns a function that leaves the topic: payloads that were not begun wait for the next consumer, unless other groups remain.
   */
  consume<T>(
    topic: Topic<T>,
    group: string,
    batching: Batching,
    handler: (payloads: readonly T[]) => Promise<void>,
  ): () => void
  /** Whether this process handles the shard now. Use it for speed only: for a moment two processes may both own a shard. */
  owns(topic: Pick<Topic<never>, 'name' | 'instance'>, group: string, shard: number): boolean
  /** Calls the handler for each broadcast payload, at most once and without an acknowledgement. With a channel it receives only the broadcasts of that channel. Returns a function that unsubscribes. */
  subscribe<T>(topic: Topic<T>, handler: (payload: T) => void, channel?: string): () => void
  /** Sends the payload to every subscriber after this call has returned; nothing is stored. A channel is a short word of letters, digits, `-` and `_`. */
  broadcast<T>(topic: Topic<T>, payload: T, channel?: string): void
  /** The processes whose heartbeats arrive, this one included. */
  members(): readonly Member[]
  /** `away`: the other processes cannot be reached now. */
  readonly state: 'open' | 'away'
  /** Weight that this process has published and that is not committed yet, over all groups. Back-pressure depends on it. */
  readonly pending: number
  /** Finishes published payloads, then refuses new ones. A batch that fails during the close is not repeated: its publishers receive a rejection. */
  close(): Promise<void>
}
