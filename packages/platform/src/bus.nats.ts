// The bus between machines, over NATS. It uses core messages only, so NATS stores nothing. The owner of a shard commits its payloads and acknowledges them afterwards.
// members.ts: processes and shard owners · sender.ts: published payloads · backlog.ts: payloads without a consumer · receiver.ts: consumed payloads · broadcaster.ts: broadcasts · pause-detector.ts: requests that are stale after a pause · message-listener.ts: subscriptions of NATS · wire.ts: the wire format · connection.ts: the connection to the servers.
import { randomBytes } from 'node:crypto'
import type { Msg, NatsConnection } from '@nats-io/transport-node'
import { Broadcaster } from './bus/broadcaster.ts'
import {
  HEARTBEAT_MS,
  type Heartbeat,
  heartbeatSubject,
  Members,
  packHeartbeat,
  unpackHeartbeat,
} from './bus/members.ts'
import { MessageListener } from './bus/message-listener.ts'
import { PauseDetector } from './bus/pause-detector.ts'
import { Receiver } from './bus/receiver.ts'
import { Sender } from './bus/sender.ts'
import { ENVELOPE, unpackEnvelope, workOf } from './bus/wire.ts'
import { type Batching, type Bus, BusClosed, keyOf, type Member, type Topic } from './bus.ts'
import type { Logger } from './log.ts'

/** How long another process of the same name may take to object, ms. */
const NAME_MS = 150
const NO_WORK = { works: [], joining: false, leaving: false, gone: false }
/** How long close() waits for payloads that other processes handle, ms. */
const CLOSE_MS = 5_000
const CHANNEL = /^[\w-]{1,64}$/
/** Interval of the check for unanswered requests, ms. Every second check sends a heartbeat. */
const TICK_MS = HEARTBEAT_MS / 2

export interface NatsBusOptions {
  readonly connection: NatsConnection
  /** Prefix of all subjects (`FLOTTA_CLUSTER`). */
  readonly cluster: string
  readonly self: Omit<Member, 'since'>
  /** Number of batches of one group that may be handled at once. */
  readonly lanes?: number
  readonly log?: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Called when an older process has the same name. */
  readonly taken?: (error: InstanceTaken) => void
}

/** Two processes have one name; this is the error of the second one. */
export class InstanceTaken extends Error {
  constructor(instance: string) {
    super(
      `FLOTTA_INSTANCE: a process named ${instance} runs already on this NATS: give each process a name of its own, or end the other one`,
    )
  }
}

/** Joins the other processes. Rejects with `InstanceTaken` when one of them has the same name. */
export async function natsBus(options: NatsBusOptions): Promise<Bus> {
  const bus = new NatsBus(options)
  try {
    await bus.join()
  } catch (error) {
    await options.connection.close()
    throw error
  }
  return bus
}

class NatsBus implements Bus {
  readonly #options: NatsBusOptions
  readonly #nats: NatsConnection
  readonly #id = randomBytes(8).toString('hex')
  readonly #since = Date.now()
  readonly #members: Members
  readonly #sender: Sender
  readonly #receiver: Receiver
  readonly #broadcaster: Broadcaster
  readonly #listener: MessageListener
  #stage: 'joining' | 'open' | 'draining' | 'closed' = 'joining'
  #awaySince: number | null = null
  #timer: NodeJS.Timeout | undefined
  readonly #pauses = new PauseDetector(() => this.#nats.flush(), performance.now())
  #isHeartbeatDue = false
  #isHeartbeatTick = false
  #rejectJoin: (error: InstanceTaken) => void = () => {}
  readonly #joinRejected: Promise<never>

  constructor(options: NatsBusOptions) {
    this.#options = options
    this.#nats = options.connection
    this.#listener = new MessageListener(this.#nats, options.log)
    this.#members = new Members(
      {
        ...NO_WORK,
        ...options.self,
        roles: [...options.self.roles],
        id: this.#id,
        since: this.#since,
        at: Date.now(),
      },
      this.#now(),
    )
    this.#receiver = new Receiver({
      self: this.#id,
      members: this.#members,
      lanes: options.lanes ?? 2,
      log: options.log,
      reply: (to, answer) => this.#publish(to, answer),
    })
    this.#sender = new Sender(
      {
        id: this.#id,
        isConnected: () => this.#awaySince === null,
        maxBodyBytes: work => this.#maxBodyBytes(work),
        send: (target, bytes, answerTo) =>
          this.#publish(
            this.#subject('to', target),
            bytes,
            this.#subject('from', this.#id, answerTo),
          ),
      },
      this.#members,
      () => this.#now(),
    )
    this.#broadcaster = new Broadcaster({
      id: this.#id,
      log: options.log,
      maxBodyBytes: work => this.#maxBodyBytes(work),
      publish: (subject, bytes) => this.#publish(subject, bytes),
      listen: (subject, hear) => this.#listener.listen(subject, message => hear(message.data)),
    })
    this.#joinRejected = new Promise<never>((_, reject) => {
      this.#rejectJoin = error =>
        this.#stage === 'joining' ? reject(error) : options.taken?.(error)
    })
    this.#joinRejected.catch(() => {})
  }

  get pending(): number {
    return this.#sender.pending
  }
  get state(): 'open' | 'away' {
    return this.#awaySince === null ? 'open' : 'away'
  }
  members(): readonly Member[] {
    return this.#members.all()
  }
  owns(topic: Pick<Topic<never>, 'name' | 'instance'>, group: string, shard: number): boolean {
    return this.#members.owner(workOf(keyOf(topic), group), shard) === this.#id
  }

  /** Asks whether the name is free. A process that has the name answers at once. */
  async join(): Promise<void> {
    this.#listener.listen(heartbeatSubject(this.#options.cluster), message =>
      this.#receiveHeartbeat(message.data),
    )
    this.#listener.listen(this.#subject('to', this.#id), message => this.#receiveRequest(message))
    this.#listener.listen(this.#subject('from', this.#id, '*', '*'), message => {
      const [lane, attempt] = message.subject.split('.').slice(-2)
      this.#sender.receiveAnswer(
        `${lane}.${attempt}`,
        message.headers?.code === 503 ? null : message.data,
      )
    })
    void this.#watchConnection()
    this.#sendHeartbeat()
    await this.#nats.flush().catch(() => {})
    await Promise.race([this.#joinRejected, new Promise(resolve => setTimeout(resolve, NAME_MS))])
    this.#stage = 'open'
    this.#sendHeartbeat()
    this.#timer = setInterval(() => this.#tick(), TICK_MS)
  }

  publish<T>(topic: Topic<T>, payload: T): Promise<void> {
    return this.#stage === 'closed'
      ? Promise.reject(new BusClosed())
      : this.#sender.publish(topic, payload)
  }

  consume<T>(
    topic: Topic<T>,
    group: string,
    batching: Batching,
    handler: (payloads: readonly T[]) => Promise<void>,
  ): () => void {
    if (this.#stage !== 'open') throw new BusClosed()
    if (topic.instance !== undefined && topic.instance !== this.#options.self.instance)
      throw new Error(`${keyOf(topic)} is not for this process`)
    const leave = this.#receiver.consume(topic, group, batching, handler)
    this.#consumersChanged()
    return () => {
      leave()
      this.#consumersChanged()
    }
  }

  subscribe<T>(topic: Topic<T>, handler: (payload: T) => void, channel?: string): () => void {
    return this.#broadcaster.subscribe(
      this.#subject('tell', keyOf(topic), channel === undefined ? '*' : validChannel(channel)),
      topic,
      handler,
    )
  }

  broadcast<T>(topic: Topic<T>, payload: T, channel?: string): void {
    // No subscriber can be reached.
    if (this.#stage === 'closed' || this.#awaySince !== null) return
    const work = keyOf(topic)
    this.#broadcaster.broadcast(
      this.#subject('tell', work, channel === undefined ? '_' : validChannel(channel)),
      work,
      topic,
      payload,
    )
  }

  async close(): Promise<void> {
    if (this.#stage !== 'open') return
    this.#stage = 'draining'
    this.#consumersChanged()
    // A handler may publish while it finishes; those payloads are finished too.
    do await Promise.all([this.#sender.close(CLOSE_MS), this.#receiver.close()])
    while (this.#receiver.busy)
    clearInterval(this.#timer)
    this.#stage = 'closed'
    if (this.#awaySince === null) {
      this.#sendHeartbeat()
      await this.#nats.flush().catch(() => {})
    }
    await this.#nats.close()
  }

  #now(): number {
    return performance.now()
  }
  #subject(...tokens: readonly string[]): string {
    return [this.#options.cluster, ...tokens].join('.')
  }
  #maxBodyBytes(work: string): number {
    return Math.max(1_024, (this.#nats.info?.max_payload ?? 1_048_576) - ENVELOPE - work.length * 3)
  }
  #publish(subject: string, bytes: Uint8Array, reply?: string): void {
    // Heartbeats that cannot be sent now would wait in memory; they start again when the connection is back.
    if (this.#awaySince !== null || this.#nats.isClosed()) return
    this.#nats.publish(subject, bytes, reply === undefined ? {} : { reply })
  }
  #heartbeat(): Heartbeat {
    const { instance, roles, version } = this.#options.self
    const stage = this.#stage
    return {
      id: this.#id,
      instance,
      roles: [...roles],
      version,
      since: this.#since,
      at: Date.now(),
      works: stage === 'joining' ? [] : this.#receiver.works,
      joining: stage === 'joining',
      leaving: stage === 'draining',
      gone: stage === 'closed',
    }
  }
  #sendHeartbeat(): void {
    this.#isHeartbeatDue = false
    this.#publish(heartbeatSubject(this.#options.cluster), packHeartbeat(this.#heartbeat()))
  }
  #sendHeartbeatSoon(): void {
    if (this.#isHeartbeatDue) return
    this.#isHeartbeatDue = true
    setImmediate(() => {
      if (this.#isHeartbeatDue && this.#stage !== 'closed') this.#sendHeartbeat()
    })
  }
  /** The topics that this process consumes have changed. It counts here at once and in other processes with the next heartbeat. */
  #consumersChanged(): void {
    this.#members.update(this.#heartbeat(), this.#now())
    this.#sender.membersChanged()
    this.#sendHeartbeatSoon()
  }
  #receiveHeartbeat(bytes: Uint8Array): void {
    const heartbeat = unpackHeartbeat(bytes)
    if (heartbeat.id === this.#id) return
    if (heartbeat.instance === this.#options.self.instance) this.#checkName(heartbeat)
    const isKnown = this.#members.has(heartbeat.id)
    const hasChanged = heartbeat.joining ? false : this.#members.update(heartbeat, this.#now())
    if (heartbeat.gone) this.#receiver.forget(heartbeat.id)
    if (!isKnown && !heartbeat.gone) this.#sendHeartbeatSoon()
    if (hasChanged) this.#sender.membersChanged()
  }
  #checkName({ id, since, joining, gone }: Heartbeat): void {
    if (gone) return
    const first = since < this.#since || (since === this.#since && id < this.#id)
    if (this.#stage === 'joining' ? !joining || first : !joining && first)
      this.#rejectJoin(new InstanceTaken(this.#options.self.instance))
  }

  #receiveRequest(message: Msg): void {
    const awake = !this.#pauses.mayBeStale(this.#now())
    const envelope = unpackEnvelope(message.data)
    if (message.reply) this.#receiver.receive(envelope, awake, message.reply)
  }
  #tick(): void {
    const now = this.#now()
    this.#pauses.tick(now)
    if (this.#awaySince !== null) return
    this.#isHeartbeatTick = !this.#isHeartbeatTick
    if (this.#isHeartbeatTick) {
      this.#sendHeartbeat()
      const removedIds = this.#members.expire(now)
      for (const id of removedIds) this.#receiver.forget(id)
      if (removedIds.length > 0) this.#sender.membersChanged()
    }
    this.#sender.checkRequests()
  }

  async #watchConnection(): Promise<void> {
    const { log } = this.#options
    for await (const status of this.#nats.status()) {
      if (status.type === 'disconnect' && this.#awaySince === null) {
        this.#awaySince = this.#now()
        log?.warn('NATS is away: what was published waits until it is back')
      } else if (status.type === 'reconnect' && this.#awaySince !== null) {
        const seconds = Math.round((this.#now() - this.#awaySince) / 100) / 10
        this.#awaySince = null
        log?.info({ seconds }, 'NATS is back')
        this.#members.resetTimeouts(this.#now())
        this.#sendHeartbeat()
        this.#sender.reopened()
      } else if (status.type === 'error') this.#listener.reportFault('error', status.error)
    }
  }
}

function validChannel(channel: string): string {
  if (!CHANNEL.test(channel)) throw new RangeError(`${channel} is no channel`)
  return channel
}
