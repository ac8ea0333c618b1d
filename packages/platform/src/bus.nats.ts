// The bus between machines, over NATS: core messages only, nothing is stored there. Payloads are committed by the owner of their shard, which answers afterwards.
// members.ts: who is there · sender.ts: what is published · receiver.ts: what is consumed · told.ts: what is told · sleep.ts: after a stop · ears.ts: what arrives · wire.ts: the bytes · connection.ts: the servers.
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

/** How long the name's former owner may take to say so, ms. */
const NAME_MS = 150
const NO_WORK = { works: [], joining: false, leaving: false, gone: false }
/** How long close waits for what others have in work. */
const CLOSE_MS = 5_000
const CHANNEL = /^[\w-]{1,64}$/
/** Between two looks at what is not answered, ms; signs of life are told at every second one. */
const LOOK_MS = HEARTBEAT_MS / 2

export interface NatsBusOptions {
  readonly connection: NatsConnection
  /** Prefix of all subjects (`FLOTTA_CLUSTER`). */
  readonly cluster: string
  readonly self: Omit<Member, 'since'>
  /** Batches of one group that may be in work at once; shards are spread over them. */
  readonly lanes?: number
  readonly log?: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Another process of this name was there before. */
  readonly taken?: (error: InstanceTaken) => void
}

/** Of the second process of one name. */
export class InstanceTaken extends Error {
  constructor(instance: string) {
    super(
      `FLOTTA_INSTANCE: a process named ${instance} runs already on this NATS: give each process a name of its own, or end the other one`,
    )
  }
}

/** Joins the others; rejects with `InstanceTaken` where one of them has the name. */
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
  readonly #told: Broadcaster
  readonly #ears: MessageListener
  #stage: 'joining' | 'open' | 'draining' | 'closed' = 'joining'
  #away: number | null = null
  #beat: NodeJS.Timeout | undefined
  readonly #sleep = new PauseDetector(() => this.#nats.flush(), performance.now())
  #signDue = false
  #signNow = false
  #refuse: (error: InstanceTaken) => void = () => {}
  readonly #refused: Promise<never>

  constructor(options: NatsBusOptions) {
    this.#options = options
    this.#nats = options.connection
    this.#ears = new MessageListener(this.#nats, options.log)
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
        isConnected: () => this.#away === null,
        maxBodyBytes: work => this.#room(work),
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
    this.#told = new Broadcaster({
      id: this.#id,
      log: options.log,
      maxBodyBytes: work => this.#room(work),
      publish: (subject, bytes) => this.#publish(subject, bytes),
      listen: (subject, hear) => this.#ears.listen(subject, message => hear(message.data)),
    })
    this.#refused = new Promise<never>((_, reject) => {
      this.#refuse = error => (this.#stage === 'joining' ? reject(error) : options.taken?.(error))
    })
    this.#refused.catch(() => {})
  }

  get pending(): number {
    return this.#sender.pending
  }
  get state(): 'open' | 'away' {
    return this.#away === null ? 'open' : 'away'
  }
  members(): readonly Member[] {
    return this.#members.all()
  }
  owns(topic: Pick<Topic<never>, 'name' | 'instance'>, group: string, shard: number): boolean {
    return this.#members.owner(workOf(keyOf(topic), group), shard) === this.#id
  }

  /** Asks whether the name is free: whoever has it answers at once. */
  async join(): Promise<void> {
    this.#ears.listen(heartbeatSubject(this.#options.cluster), message => this.#heard(message.data))
    this.#ears.listen(this.#subject('to', this.#id), message => this.#asked(message))
    this.#ears.listen(this.#subject('from', this.#id, '*', '*'), message => {
      const [lane, attempt] = message.subject.split('.').slice(-2)
      this.#sender.receiveAnswer(
        `${lane}.${attempt}`,
        message.headers?.code === 503 ? null : message.data,
      )
    })
    void this.#watch()
    this.#tellSign()
    await this.#nats.flush().catch(() => {})
    await Promise.race([this.#refused, new Promise(resolve => setTimeout(resolve, NAME_MS))])
    this.#stage = 'open'
    this.#tellSign()
    this.#beat = setInterval(() => this.#look(), LOOK_MS)
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
    this.#changed()
    return () => {
      leave()
      this.#changed()
    }
  }

  subscribe<T>(topic: Topic<T>, handler: (payload: T) => void, channel?: string): () => void {
    return this.#told.subscribe(
      this.#subject('tell', keyOf(topic), channel === undefined ? '*' : validChannel(channel)),
      topic,
      handler,
    )
  }

  broadcast<T>(topic: Topic<T>, payload: T, channel?: string): void {
    // without the others there is nobody to hear it
    if (this.#stage === 'closed' || this.#away !== null) return
    const work = keyOf(topic)
    this.#told.broadcast(
      this.#subject('tell', work, channel === undefined ? '_' : validChannel(channel)),
      work,
      topic,
      payload,
    )
  }

  async close(): Promise<void> {
    if (this.#stage !== 'open') return
    this.#stage = 'draining'
    this.#changed()
    // what a handler publishes while it finishes is finished too
    do await Promise.all([this.#sender.close(CLOSE_MS), this.#receiver.close()])
    while (this.#receiver.busy)
    clearInterval(this.#beat)
    this.#stage = 'closed'
    if (this.#away === null) {
      this.#tellSign()
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
  #room(work: string): number {
    return Math.max(1_024, (this.#nats.info?.max_payload ?? 1_048_576) - ENVELOPE - work.length * 3)
  }
  #publish(subject: string, bytes: Uint8Array, reply?: string): void {
    // what cannot leave now would wait in memory; it is said again when the others are back
    if (this.#away !== null || this.#nats.isClosed()) return
    this.#nats.publish(subject, bytes, reply === undefined ? {} : { reply })
  }
  #sign(): Heartbeat {
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
  #tellSign(): void {
    this.#signDue = false
    this.#publish(heartbeatSubject(this.#options.cluster), packHeartbeat(this.#sign()))
  }
  #signSoon(): void {
    if (this.#signDue) return
    this.#signDue = true
    setImmediate(() => {
      if (this.#signDue && this.#stage !== 'closed') this.#tellSign()
    })
  }
  /** What is consumed here has changed: it counts here at once, elsewhere with the next sign. */
  #changed(): void {
    this.#members.update(this.#sign(), this.#now())
    this.#sender.membersChanged()
    this.#signSoon()
  }
  #heard(bytes: Uint8Array): void {
    const said = unpackHeartbeat(bytes)
    if (said.id === this.#id) return
    if (said.instance === this.#options.self.instance) this.#namesake(said)
    const known = this.#members.has(said.id)
    const changed = said.joining ? false : this.#members.update(said, this.#now())
    if (said.gone) this.#receiver.forget(said.id)
    if (!known && !said.gone) this.#signSoon()
    if (changed) this.#sender.membersChanged()
  }
  #namesake({ id, since, joining, gone }: Heartbeat): void {
    if (gone) return
    const first = since < this.#since || (since === this.#since && id < this.#id)
    if (this.#stage === 'joining' ? !joining || first : !joining && first)
      this.#refuse(new InstanceTaken(this.#options.self.instance))
  }

  #asked(message: Msg): void {
    const awake = !this.#sleep.mayBeStale(this.#now())
    const envelope = unpackEnvelope(message.data)
    if (message.reply) this.#receiver.receive(envelope, awake, message.reply)
  }
  #look(): void {
    const now = this.#now()
    this.#sleep.tick(now)
    if (this.#away !== null) return
    this.#signNow = !this.#signNow
    if (this.#signNow) {
      this.#tellSign()
      const gone = this.#members.expire(now)
      for (const id of gone) this.#receiver.forget(id)
      if (gone.length > 0) this.#sender.membersChanged()
    }
    this.#sender.checkRequests()
  }

  async #watch(): Promise<void> {
    const { log } = this.#options
    for await (const status of this.#nats.status()) {
      if (status.type === 'disconnect' && this.#away === null) {
        this.#away = this.#now()
        log?.warn('NATS is away: what was published waits until it is back')
      } else if (status.type === 'reconnect' && this.#away !== null) {
        const seconds = Math.round((this.#now() - this.#away) / 100) / 10
        this.#away = null
        log?.info({ seconds }, 'NATS is back')
        this.#members.resetTimeouts(this.#now())
        this.#tellSign()
        this.#sender.reopened()
      } else if (status.type === 'error') this.#ears.reportFault('error', status.error)
    }
  }
}

function validChannel(channel: string): string {
  if (!CHANNEL.test(channel)) throw new RangeError(`${channel} is no channel`)
  return channel
}
