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
  /** For the process of this name alone (`address`). */
  readonly instance?: string
  /** 0 … SHARDS−1; payloads of one shard are handled in order. */
  shard(payload: T): number
  /** How much of a batch it fills (records of a packet). */
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
/** The same topic for one process alone: only that one can consume it. */
export const address = <T>(topic: Topic<T>, instance: string): Topic<T> => ({ ...topic, instance })
/** What tells topics and addresses apart. */
export const keyOf = ({ name, instance }: Pick<Topic<never>, 'name' | 'instance'>): string =>
  instance === undefined ? name : `${name}@${instance}`

/** Of a publish that will not be committed. */
export class BusClosed extends Error {
  constructor() {
    super('the bus is closed')
  }
}
/** Of a publish to an address that nobody consumes. A process that only was away may handle it all the same. */
export class NoConsumer extends Error {
  constructor(topic: string) {
    super(`nobody is there for ${topic}`)
  }
}
/** Of a publish that whoever owns its shard cannot read: its bytes are damaged, or of another version. The others of the shard go on; its sender keeps it. */
export class UnreadablePayload extends Error {
  constructor(topic: string) {
    super(`what was published for ${topic} could not be read there`)
  }
}
/** How long a publish to an address waits for somebody, ms. */
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
  /** Most weight handled in one call of the handler; a payload is never divided. */
  readonly batch: number
  /** Milliseconds that a first payload may wait for company. */
  readonly linger: number
}

export interface Bus {
  /**
   * Resolves once every group has committed it; while nobody consumes the topic it waits for the first group that does.
   * Rejects when the bus is closed (`BusClosed`), when nobody has been at an address for a few seconds (`NobodyThere`), when it cannot be read there (`Unreadable`).
   * Groups hear what is published, subscribers what is told: the two never meet.
   */
  publish<T>(topic: Topic<T>, payload: T): Promise<void>
  /**
   * One member of the group handles each payload: the process that owns its shard. In batches, in order per shard, the same batch again with back-off until the handler succeeds.
   * Returns how to leave the topic: what was not begun waits for the next who consumes it, unless other groups remain.
   */
  consume<T>(
    topic: Topic<T>,
    group: string,
    batching: Batching,
    handler: (payloads: readonly T[]) => Promise<void>,
  ): () => void
  /** Whether this process handles the shard now, for work that goes along with it. For speed, never for truth: for a moment two may believe it. */
  owns(topic: Pick<Topic<never>, 'name' | 'instance'>, group: string, shard: number): boolean
  /** Everyone hears it, at most once, fire and forget (live updates). With a channel only what is told in it, without one all. Returns how to stop. */
  subscribe<T>(topic: Topic<T>, handler: (payload: T) => void, channel?: string): () => void
  /** Tells everyone, never before this call has returned; nothing is kept. A channel is a short word: letters, digits, `-`, `_`. */
  broadcast<T>(topic: Topic<T>, payload: T, channel?: string): void
  /** The processes that show signs of life, this one among them. */
  members(): readonly Member[]
  /** `away`: the others cannot be reached now. */
  readonly state: 'open' | 'away'
  /** Weight that was published here and is not yet committed, over all groups: what back-pressure looks at. */
  readonly pending: number
  /** Finishes what was published, then refuses more. A batch that fails now is not tried again: its publishers hear a rejection. */
  close(): Promise<void>
}
