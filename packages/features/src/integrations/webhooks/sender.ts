// Sends the events of web hooks: each hook by one process at a time, which holds it by a lease; the events of one vehicle one after another, those of several side by side.
import type { Context } from '@flotta/platform/feature.ts'
import { counter, histogram } from '@flotta/platform/metrics.ts'
import { Outward, type OutwardAnswer } from '@flotta/platform/outward.ts'
import type { AttemptFault } from './contract.ts'
import {
  dropEvents,
  dueEvents,
  dueHooks,
  endLease,
  type Hook,
  hasHooks,
  hookOf,
  LEASE_S,
  lease,
  noteFailed,
  noteTaken,
  type Outcome,
  type WaitingEvent,
} from './outbox.ts'
import { messageId } from './queries.ts'
import { recordsOf } from './records.ts'
import { isTaken } from './rules.ts'
import { signatureOf } from './signing.ts'
import { switchOff } from './switch-off.ts'

/** How often due events are looked for, ms: while there are hooks, and while there are none. */
const LOOK_MS = 250
const IDLE_LOOK_MS = 5_000
/** Events of a hook that are read at once, and its lanes side by side. */
const BATCH = 200
const LANES = 8
const TIMEOUT_MS = 10_000
const MOST_ANSWER = 65_536
/** Characters of an answer that the log of attempts shows. */
const MOST_SHOWN = 2_000
const RENEW_MS = 5_000

const role = 'worker'
const outcomes = counter({
  role,
  name: 'flotta_webhook_attempts_total',
  help: 'Attempts to hand events to web hooks, by what became of them',
  labels: ['outcome'],
})
const delay = histogram({
  role,
  name: 'flotta_webhook_delay_seconds',
  help: 'From an event to the moment in which its web hook had taken it at the first attempt',
  buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 60],
})

/** @returns a function that stops it and resolves when nothing is sent any more */
export function startSender(ctx: Context): () => Promise<void> {
  const sender = new Sender(ctx)
  return () => sender.stop()
}

class Sender {
  readonly #ctx: Context
  readonly #outward = new Outward()
  readonly #running = new Map<number, Promise<void>>()
  readonly #unsubscribe: () => void
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #isStopped = false

  constructor(ctx: Context) {
    this.#ctx = ctx
    this.#unsubscribe = ctx.changes.on(({ table }) => {
      if (table === 'webhooks' || table === '*') this.#lookIn(0)
    })
    this.#lookIn(0)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#unsubscribe()
    clearTimeout(this.#timer)
    await this.#looking
    await Promise.all(this.#running.values())
    this.#outward.close()
  }

  #lookIn(ms: number): void {
    if (this.#isStopped) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined
      })
    }, ms)
  }

  async #look(): Promise<void> {
    const ctx = this.#ctx
    let pause = LOOK_MS
    try {
      if (!(await hasHooks(ctx.db))) pause = IDLE_LOOK_MS
      else
        for (const id of await dueHooks(ctx, ctx.instance))
          if (!this.#isStopped && !this.#running.has(id)) this.#begin(id)
    } catch (error) {
      pause = IDLE_LOOK_MS
      ctx.log.error({ err: error }, 'due events of web hooks could not be read')
    }
    this.#lookIn(pause)
  }

  #begin(id: number): void {
    const run = this.#sendAll(id)
      .catch(error => this.#ctx.log.error({ err: error, webhook_id: id }, 'a web hook failed'))
      .finally(() => this.#running.delete(id))
    this.#running.set(id, run)
  }

  /** Sends what is due of a hook while this process holds it. */
  async #sendAll(id: number): Promise<void> {
    const { db, instance } = this.#ctx
    const hold = new Hold(() => lease(db, id, instance))
    try {
      while (!this.#isStopped && (await hold.renewed())) {
        const hook = await hookOf(this.#ctx, id)
        if (hook === null) return
        const events = await dueEvents(this.#ctx, hook, BATCH)
        if (events.length === 0) return
        await this.#sendBatch(hook, events, hold)
      }
    } finally {
      if (hold.isSure()) await endLease(db, id, instance)
    }
  }

  async #sendBatch(hook: Hook, events: readonly WaitingEvent[], hold: Hold): Promise<void> {
    const bodies = await this.#bodiesOf(hook, events)
    const lanes = lanesOf(events)
    let isOff = false
    const sendLanes = async () => {
      for (let lane = lanes.shift(); lane !== undefined; lane = lanes.shift())
        for (const event of lane) {
          const body = bodies.get(event.id)
          if (body === undefined) continue
          if (isOff || this.#isStopped || !(await hold.renewed())) return
          const outcome = await this.#send(hook, event, body)
          const end = await this.#note(hook, event, outcome)
          if (end === 'off') isOff = true
          if (end !== 'taken') break
        }
    }
    await Promise.all(Array.from({ length: Math.min(LANES, lanes.length) }, sendLanes))
  }

  /** Event → its body; what the company may not see is dropped. */
  async #bodiesOf(hook: Hook, events: readonly WaitingEvent[]): Promise<Map<number, string>> {
    const unsent = events.filter(event => event.body === null)
    const records = await recordsOf(this.#ctx, hook, unsent)
    const withoutRecord = unsent.filter(event => !records.has(event.id)).map(({ id }) => id)
    if (withoutRecord.length > 0) await dropEvents(this.#ctx.db, withoutRecord, this.#ctx.now())
    return new Map(
      events.flatMap(event => {
        if (event.body !== null) return [[event.id, event.body] as const]
        const data = records.get(event.id)
        if (data === undefined) return []
        const { type, at } = event
        return [[event.id, JSON.stringify({ type, timestamp: at.toISOString(), data })] as const]
      }),
    )
  }

  async #send(hook: Hook, event: WaitingEvent, body: string): Promise<Outcome> {
    const at = this.#ctx.now()
    const began = performance.now()
    const id = messageId(event.message_id)
    const timestamp = Math.floor(at / 1_000)
    const answer = await this.#outward.post({
      url: hook.url,
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Flotta',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': hook.secrets
          .map(secret => signatureOf(secret, id, timestamp, body))
          .join(' '),
      },
      anywhere: this.#ctx.config.FLOTTA_WEBHOOK_PRIVATE,
      timeout: TIMEOUT_MS,
      most: MOST_ANSWER,
    })
    return {
      at,
      body,
      status: answer.status,
      fault: faultOf(answer),
      duration: Math.round(performance.now() - began),
      answer: answer.text?.slice(0, MOST_SHOWN) ?? null,
    }
  }

  async #note(
    hook: Hook,
    event: WaitingEvent,
    outcome: Outcome,
  ): Promise<'taken' | 'failed' | 'off'> {
    outcomes.inc({ outcome: outcome.fault ?? 'taken' })
    if (outcome.fault === null) {
      if (event.attempts === 0) delay.observe(Math.max(0, outcome.at - event.at.getTime()) / 1_000)
      await noteTaken(this.#ctx, hook, event, outcome)
      return 'taken'
    }
    const reason = await noteFailed(this.#ctx, hook, event, outcome)
    if (reason === null) return 'failed'
    await switchOff(this.#ctx, hook.id, reason)
    return 'off'
  }
}

function lanesOf(events: readonly WaitingEvent[]): WaitingEvent[][] {
  const lanes = new Map<number, WaitingEvent[]>()
  for (const event of events) {
    const lane = lanes.get(event.lane)
    if (lane === undefined) lanes.set(event.lane, [event])
    else lane.push(event)
  }
  return [...lanes.values()]
}

const faultOf = ({ status, fault }: OutwardAnswer): AttemptFault | null =>
  isTaken(status)
    ? null
    : (fault ?? (status !== null && status >= 300 && status < 400 ? 'redirect' : 'status'))

/** What is known of a lease by this process's own clock. */
class Hold {
  readonly #renew: () => Promise<boolean>
  #renewing: Promise<boolean> | undefined
  #renewedAt = Number.NEGATIVE_INFINITY

  constructor(renew: () => Promise<boolean>) {
    this.#renew = renew
  }
  isSure(): boolean {
    return performance.now() - this.#renewedAt < LEASE_S * 1_000 - TIMEOUT_MS
  }
  /** Whether a request that begins now ends before the lease does. */
  async renewed(): Promise<boolean> {
    if (performance.now() - this.#renewedAt < RENEW_MS) return true
    this.#renewing ??= this.#ask().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }
  async #ask(): Promise<boolean> {
    const startedAt = performance.now()
    if (!(await this.#renew())) {
      this.#renewedAt = Number.NEGATIVE_INFINITY
      return false
    }
    this.#renewedAt = startedAt
    return true
  }
}
