// Sends the events of web hooks. One process at a time serves a hook, by a lease; the events of one vehicle are sent in order, those of several in parallel.
import type { Context } from '@flotta/platform/feature.ts'
import { counter, histogram } from '@flotta/platform/metrics.ts'
import { Outward, type OutwardAnswer } from '@flotta/platform/outward.ts'
import { bodiesOf } from './bodies.ts'
import type { AttemptFault } from './contract.ts'
import { Journal } from './journal.ts'
import { Leases } from './leases.ts'
import {
  claimHooks,
  dueEvents,
  type Hook,
  hasHooks,
  noteFailed,
  type Outcome,
  type WaitingEvent,
} from './outbox.ts'
import type { Listening } from './records.ts'
import { messageId } from './resend.ts'
import { isTaken } from './rules.ts'
import { signatureOf } from './signing.ts'
import { switchOff } from './switch-off.ts'

/** Interval of the search for due events, ms: while there are hooks, and while there are none. */
const LOOK_MS = 250
const IDLE_LOOK_MS = 5_000
/** Events of a hook that are read at once, and lanes that send in parallel. */
const BATCH = 50
const LANES = 8
const TIMEOUT_MS = 10_000
const MOST_ANSWER = 65_536
/** Characters of an answer that the log of attempts shows. */
const MOST_SHOWN = 2_000

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

/**
 * Starts sending.
 * @returns a function that stops it and resolves when nothing is being sent any more
 */
export function startSender(ctx: Context): () => Promise<void> {
  const sender = new Sender(ctx)
  return () => sender.stop()
}

/** The events to send to hooks of one company. */
interface Letters {
  readonly events: readonly WaitingEvent[]
  readonly bodies: ReadonlyMap<number, string>
}

class Sender {
  readonly #ctx: Context
  readonly #outward = new Outward()
  readonly #leases: Leases
  readonly #journal: Journal
  readonly #running = new Map<number, Promise<void>>()
  readonly #unsubscribe: () => void
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #isStopped = false

  constructor(ctx: Context) {
    this.#ctx = ctx
    this.#leases = new Leases(ctx)
    this.#journal = new Journal(ctx)
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
    await this.#leases.release()
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
    const { db, log } = this.#ctx
    let pause = LOOK_MS
    try {
      if (await hasHooks(db)) await this.#beginDue()
      else pause = IDLE_LOOK_MS
      await this.#leases.release()
    } catch (error) {
      pause = IDLE_LOOK_MS
      log.error({ err: error }, 'due events of web hooks could not be read')
    }
    this.#lookIn(pause)
  }

  /** Hooks of the same company and language share one read of their events. */
  async #beginDue(): Promise<void> {
    const startedAt = performance.now()
    const hooks = await claimHooks(this.#ctx, this.#ctx.instance, [...this.#running.keys()])
    this.#leases.begin(
      hooks.map(({ id }) => id),
      startedAt,
    )
    const companies = new Map<string, Hook[]>()
    for (const hook of hooks) {
      const key = `${hook.customer_id} ${hook.language}`
      companies.set(key, [...(companies.get(key) ?? []), hook])
    }
    for (const company of companies.values()) {
      const [first] = company
      if (first === undefined) continue
      const reading = this.#read(first, company)
      for (const hook of company) this.#begin(hook, reading)
    }
  }

  async #read(listening: Listening, hooks: readonly Hook[]): Promise<Letters> {
    const events = await dueEvents(this.#ctx, hooks, BATCH)
    return { events, bodies: await bodiesOf(this.#ctx, listening, events) }
  }

  #begin(hook: Hook, reading: Promise<Letters>): void {
    const { log } = this.#ctx
    const run = this.#sendBatch(hook, reading)
      .catch(error => log.error({ err: error, webhook_id: hook.id }, 'a web hook failed'))
      .finally(() => {
        this.#running.delete(hook.id)
        this.#leases.rest(hook.id)
      })
    this.#running.set(hook.id, run)
  }

  async #sendBatch(hook: Hook, reading: Promise<Letters>): Promise<void> {
    const { events: all, bodies } = await reading
    const events = all.filter(({ webhook_id }) => webhook_id === hook.id)
    const lanes = lanesOf(events)
    let isOff = false
    const sendLanes = async () => {
      for (let lane = lanes.shift(); lane !== undefined; lane = lanes.shift())
        for (const event of lane) {
          const body = bodies.get(event.id)
          if (body === undefined) continue
          if (isOff || this.#isStopped || !(await this.#leases.covers(hook.id, TIMEOUT_MS))) return
          const outcome = await this.#send(hook, event, body)
          const end = await this.#note(hook, event, outcome)
          if (end === 'off') isOff = true
          if (end !== 'taken') break
        }
    }
    await Promise.all(Array.from({ length: Math.min(LANES, lanes.length) }, sendLanes))
    if (events.length === BATCH) this.#lookIn(0)
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
      ended_at: this.#ctx.now(),
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
      if (event.attempts === 0)
        delay.observe(Math.max(0, outcome.ended_at - event.at.getTime()) / 1_000)
      await this.#journal.note(event, outcome)
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
