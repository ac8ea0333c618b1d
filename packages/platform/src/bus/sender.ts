// The publishing half of the bus between machines: payloads go to the owner of their shard, one request at a time for each shard, and are repeated until an owner has committed them.
import {
  BusClosed,
  keyOf,
  NO_CONSUMER_MS,
  NoConsumer,
  type Topic,
  UnreadablePayload,
} from '../bus.ts'
import { counter } from '../metrics.ts'
import { Backlog } from './backlog.ts'
import {
  type Lane,
  newLane,
  nextRequest,
  type OutgoingPayload,
  REMIND_MS,
  type ShardRequest,
  withdraw,
} from './lane.ts'
import type { Members } from './members.ts'
import { type Answer, type Exception, packEnvelope, unpackAnswer, workOf } from './wire.ts'

const requests = counter({
  name: 'flotta_bus_requests_total',
  help: 'Requests to owners of shards in other processes, answered',
})
const refusals = counter({
  name: 'flotta_bus_refusals_total',
  help: 'Requests that whoever was asked did not take: the shard had moved, or nobody was there',
})

/** How long the first payload of a request waits for further ones, ms. */
const LINGER_MS = 5
const LONGEST_ASK_MS = 8_000
/** Pause after an attempt that no process accepted, ms. */
const PAUSE_MS = 20
const LONGEST_PAUSE_MS = 1_000

export interface Transport {
  /** Id of this process. */
  readonly id: string
  /** False while no other process can be reached. */
  isConnected(): boolean
  /** Largest body of one message, bytes. */
  maxBodyBytes(work: string): number
  /** @param answerTo identifies the lane and the attempt in the answer */
  send(target: string, bytes: Uint8Array, answerTo: string): void
}

export class Sender {
  readonly #transport: Transport
  readonly #members: Members
  readonly #now: () => number
  readonly #lanes = new Map<string, Lane>()
  readonly #byId: Lane[] = []
  readonly #backlog = new Backlog()
  readonly #ready = new Set<Lane>()
  #timer: NodeJS.Timeout | undefined
  #closing = false
  #drained: (() => void) | undefined
  /** Weight that is not committed yet. A payload counts once for each group. */
  pending = 0

  constructor(transport: Transport, members: Members, now: () => number) {
    this.#transport = transport
    this.#members = members
    this.#now = now
  }

  get busy(): boolean {
    return (
      this.#backlog.size > 0 ||
      this.#byId.some(lane => lane.request !== undefined || lane.queue.length > 0)
    )
  }

  publish<T>(topic: Topic<T>, payload: T): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const key = keyOf(topic)
      const shard = topic.shard(payload)
      const groups = this.#members.groupsOf(key)
      const base = {
        bytes: topic.encode(payload),
        weight: topic.weigh(payload),
        since: this.#now(),
      }
      if (groups === undefined) {
        if (this.#closing) reject(new BusClosed())
        else this.#backlog.add(topic, shard, { ...base, committed: resolve, failed: reject })
        return
      }
      this.#enqueueForGroups(topic, groups, shard, { ...base, committed: resolve, failed: reject })
    })
  }

  /** Members have joined or left, or consume other topics. */
  membersChanged(): void {
    for (const { topic, groups, items } of this.#backlog.takeConsumed(key =>
      this.#members.groupsOf(key),
    ))
      for (const { shard, item } of items) this.#enqueueForGroups(topic, groups, shard, item)
    for (const lane of this.#byId) {
      const target = lane.request?.target
      if (lane.request !== undefined && target && !this.#members.has(target))
        withdraw(lane, lane.request)
      this.#schedule(lane)
    }
  }

  /** The connection is back: asks for the state of every request. */
  reopened(): void {
    const now = this.#now()
    for (const lane of this.#byId) if (lane.request) lane.request.remindAt = now
    this.checkRequests()
    this.membersChanged()
  }

  /** Sends reminders for unanswered requests and rejects payloads for addresses without a consumer. Call it at regular intervals. */
  checkRequests(): void {
    const now = this.#now()
    for (const lane of this.#byId) {
      const { request } = lane
      if (request?.target && now >= request.remindAt && this.#transport.isConnected())
        this.#sendReminder(lane, request, now)
      if (lane.addressed && !request?.target && this.#ownerOf(lane) === undefined)
        this.#expire(lane, now)
    }
    this.#backlog.expire(now)
    this.#checkDrained()
  }

  /** @param answerTo as it was sent @param bytes null: NATS reports that no process listens there */
  receiveAnswer(answerTo: string, bytes: Uint8Array | null): void {
    const [id, attempt] = answerTo.split('.').map(Number)
    const lane = this.#byId[id ?? -1]
    const request = lane?.request
    if (lane === undefined || !request?.target || lane.attempt !== attempt) return
    if (bytes === null) {
      // The next heartbeat of the process adds it again.
      if (this.#members.remove(request.target)) this.membersChanged()
      else this.#retry(lane, request)
      return
    }
    let answer: Answer
    try {
      answer = unpackAnswer(bytes)
    } catch {
      // The answer is of another version: the payloads count as not committed.
      answer = { kind: 'refused' }
    }
    request.remindAt = this.#now() + request.remindAfter
    if (answer.kind === 'working') return
    if (answer.kind === 'more' && request.sent < request.parts.length - 1)
      this.#sendPart(lane, request, ++request.sent)
    else if (answer.kind === 'done') this.#complete(lane, request, answer.exceptions)
    else if (answer.kind === 'refused')
      this.#complete(lane, request, new Map(request.items.map((_, i) => [i, 'unreadable'])))
    else {
      if (answer.kind === 'moved') lane.hint = answer.owner ?? undefined
      this.#retry(lane, request)
    }
  }

  /** Sends the waiting payloads and resolves when all are committed, at the latest after `most` ms. Publishers of the rest, and of topics without a consumer, receive a rejection. */
  async close(most: number): Promise<void> {
    this.#closing = true
    this.#backlog.close()
    this.#flush()
    for (const lane of this.#byId)
      if (!lane.request?.target && this.#ownerOf(lane) === undefined) this.#drop(lane)
    if (!this.#transport.isConnected()) for (const lane of this.#byId) this.#drop(lane)
    if (!this.busy) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>(resolve => {
      this.#drained = resolve
      timer = setTimeout(resolve, most)
    })
    clearTimeout(timer)
    for (const lane of this.#byId) this.#drop(lane)
  }

  #laneOf(topic: Pick<Topic<never>, 'name' | 'instance'>, group: string, shard: number): Lane {
    const work = workOf(keyOf(topic), group)
    const key = `${work} ${shard}`
    let lane = this.#lanes.get(key)
    if (lane === undefined) {
      lane = newLane(this.#byId.length, work, shard, topic.instance !== undefined)
      this.#lanes.set(key, lane)
      this.#byId.push(lane)
    }
    return lane
  }
  #ownerOf(lane: Lane): string | undefined {
    return lane.hint ?? this.#members.owner(lane.work, lane.shard)
  }

  /** The payload is committed when every group has committed it. */
  #enqueueForGroups(
    topic: Pick<Topic<never>, 'name' | 'instance'>,
    groups: ReadonlySet<string>,
    shard: number,
    item: OutgoingPayload,
  ): void {
    let pendingGroups = groups.size
    const committed = () => {
      if (--pendingGroups === 0) item.committed()
    }
    for (const group of groups)
      this.#enqueue(this.#laneOf(topic, group, shard), { ...item, committed })
  }
  #enqueue(lane: Lane, item: OutgoingPayload): void {
    lane.queue.push(item)
    this.pending += item.weight
    this.#schedule(lane)
  }
  #schedule(lane: Lane): void {
    if (
      lane.request?.target ||
      (lane.request === undefined && lane.queue.length === 0) ||
      lane.pause !== undefined
    )
      return
    this.#ready.add(lane)
    if (this.#closing) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), LINGER_MS)
  }
  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const ready = [...this.#ready]
    this.#ready.clear()
    for (const lane of ready) this.#send(lane)
  }
  #send(lane: Lane): void {
    const target = this.#ownerOf(lane)
    if (lane.request?.target || target === undefined || !this.#transport.isConnected()) return
    lane.request ??= nextRequest(lane, this.#transport.maxBodyBytes(lane.work))
    if (lane.request === undefined) return
    lane.hint = undefined
    lane.attempt++
    Object.assign(lane.request, {
      target,
      sent: 0,
      askAt: this.#now() + REMIND_MS,
      askEvery: REMIND_MS,
    })
    this.#sendPart(lane, lane.request, 0)
  }
  /** @param part null: the message only asks for the state of the request */
  #sendPart(lane: Lane, { target, serial, parts }: ShardRequest, part: number | null): void {
    if (target === null) return
    const { work, shard } = lane
    const [index, partCount, body] =
      part === null ? [0, 0, new Uint8Array()] : [part, parts.length, parts[part] as Uint8Array]
    this.#transport.send(
      target,
      packEnvelope({ from: this.#transport.id, work, shard, serial, part: index, partCount, body }),
      `${lane.id}.${lane.attempt}`,
    )
  }

  /** Asks the owner that has not answered for the state of the request. */
  #sendReminder(lane: Lane, request: ShardRequest, now: number): void {
    // The process was named as the owner although it has gone.
    if (request.target !== null && !this.#members.has(request.target)) {
      withdraw(lane, request)
      this.#schedule(lane)
      return
    }
    request.remindAt = now + request.remindAfter
    request.remindAfter = Math.min(request.remindAfter * 2, LONGEST_ASK_MS)
    this.#sendPart(
      lane,
      request,
      request.parts.length > 1 && request.sent < request.parts.length - 1 ? request.sent : null,
    )
  }

  #complete(lane: Lane, { items }: ShardRequest, exceptions: ReadonlyMap<number, Exception>): void {
    const retries: OutgoingPayload[] = []
    lane.request = undefined
    for (const [i, item] of items.entries()) {
      const exception = exceptions.get(i)
      if (exception === 'again' && !this.#closing) {
        retries.push(item)
        continue
      }
      this.pending -= item.weight
      if (exception === undefined) item.committed()
      else item.failed(exception === 'again' ? new BusClosed() : new UnreadablePayload(lane.work))
    }
    lane.queue = [...retries, ...lane.queue]
    requests.inc()
    if (retries.length === items.length) this.#pauseLane(lane)
    else {
      lane.refusals = 0
      this.#schedule(lane)
    }
    this.#checkDrained()
  }
  /** No process accepted the request: it goes to the named owner at once, else again after a pause. */
  #retry(lane: Lane, request: ShardRequest): void {
    refusals.inc()
    withdraw(lane, request)
    if (lane.refusals === 0 && lane.hint !== undefined) {
      lane.refusals++
      this.#schedule(lane)
    } else this.#pauseLane(lane)
  }
  #pauseLane(lane: Lane): void {
    if (lane.pause !== undefined) return
    const pause =
      Math.min(PAUSE_MS * 2 ** Math.min(lane.refusals++, 10), LONGEST_PAUSE_MS) *
      (0.5 + Math.random() / 2)
    lane.pause = setTimeout(() => {
      lane.pause = undefined
      lane.hint = undefined
      this.#schedule(lane)
    }, pause)
  }

  /** Rejects the payloads that have waited too long for a consumer of their address. */
  #expire(lane: Lane, now: number): void {
    const late = ({ since }: OutgoingPayload) => now - since >= NO_CONSUMER_MS
    const { request } = lane
    if (request !== undefined && !request.items.every(late)) return
    this.#fail([...(request?.items ?? []), ...lane.queue.filter(late)], new NoConsumer(lane.work))
    lane.request = undefined
    lane.queue = lane.queue.filter(item => !late(item))
  }
  #drop(lane: Lane): void {
    this.#fail([...(lane.request?.items ?? []), ...lane.queue], new BusClosed())
    lane.request = undefined
    lane.queue = []
    clearTimeout(lane.pause)
    lane.pause = undefined
  }
  #fail(items: readonly OutgoingPayload[], error: Error): void {
    for (const item of items) {
      this.pending -= item.weight
      item.failed(error)
    }
  }
  #checkDrained(): void {
    if (this.#drained !== undefined && !this.busy) this.#drained()
  }
}
