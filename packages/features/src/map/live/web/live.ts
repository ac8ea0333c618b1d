// Keeps the query cache current: by the stream while it works, by polls otherwise, and by one catch-up after the computer slept. Nothing else writes live
// data.

import type { ReplyOf } from '@flotta/core/contract.ts'
import { instantOf } from '@flotta/core/time.ts'
import { ApiError, call } from '@flotta/ui/api.ts'
import { now } from '@flotta/ui/clock.ts'
import { serverConnection } from '@flotta/ui/server-connection.ts'
import { session } from '@flotta/ui/session.ts'
import { openStream, type Stream } from '@flotta/ui/sse.ts'
import type { QueryClient } from '@tanstack/react-query'
import { stream, updates, vehicleUpdates } from '../contract.ts'
import { type OutdatedQueries, outdatedQueries } from './outdated.ts'
import { type PinsCache, pinsCache } from './pins-cache.ts'

/** Interval of polls, ms. While the stream is healthy, only the second one runs, for reconciliation. */
const POLL = 10_000
const RECONCILE = 60_000
/** An answer that takes longer counts as lost, ms. */
const PATIENCE = 6_000
/** A longer pause between two ticks means that the computer slept, ms. */
const SLEPT = 3 * POLL
/** After a longer absence everything is read again instead of caught up, ms. */
const CATCH_UP_MAX = 3_600_000

/** Runs until `signal` aborts. */
export const startLive = (
  client: QueryClient,
  signal: AbortSignal,
): { readonly healthy: () => boolean } => new LiveUpdates(client, signal).source

type Question = () => Promise<void>

class LiveUpdates {
  readonly source: Stream
  readonly #signal: AbortSignal
  readonly #outdated: OutdatedQueries
  readonly #pins: PinsCache
  /** `from` of the next poll. */
  #until: string | null = null
  /** The stream is connected, but the server cannot push changes of devices. */
  #isPaused = false
  /** The timer after which the connection counts as lost unless something is received. */
  #doubt: ReturnType<typeof setTimeout> | undefined
  #lastTick = Date.now()
  #lastReconcile = this.#lastTick

  constructor(client: QueryClient, signal: AbortSignal) {
    this.#signal = signal
    this.#outdated = outdatedQueries(client)
    this.#pins = pinsCache(client, signal, () => this.#outdated.byNews('status'))
    this.source = openStream(stream, event => this.#onEvent(event), {
      signal,
      onBytes: () => this.#onAnswer(),
    })
    this.#watch()
  }

  /** Polls at each tick, when the stream breaks, and when the browser wakes or is online again. */
  #watch(): void {
    const { source } = this
    const tick = () => this.#tick()
    const wake = () => {
      if (document.visibilityState === 'visible' && Date.now() - this.#lastTick > SLEPT) tick()
    }
    const timer = setInterval(tick, POLL)
    const stopWatching = source.subscribe(() => this.#onHealth())
    serverConnection.asksBy(() => {
      source.retry()
      tick()
    })
    document.addEventListener('visibilitychange', wake)
    window.addEventListener('online', tick)
    window.addEventListener('offline', source.retry)
    this.#signal.addEventListener(
      'abort',
      () => {
        clearInterval(timer)
        clearTimeout(this.#doubt)
        stopWatching()
        serverConnection.paused(false)
        serverConnection.asksBy(() => undefined)
        document.removeEventListener('visibilitychange', wake)
        window.removeEventListener('online', tick)
        window.removeEventListener('offline', source.retry)
      },
      { once: true },
    )
  }

  #onEvent(event: ReplyOf<typeof stream>): void {
    if ('until' in event && event.event !== 'hello') this.#until = event.until
    switch (event.event) {
      case 'hello':
        this.#pause(false)
        if (this.#until === null) this.#until = event.until
        else this.#ask(this.#catchUp)
        break
      case 'pins':
        this.#pins.patch(event.pins)
        for (const [vehicle, kinds] of event.kinds) this.#outdated.byKinds(vehicle, kinds)
        break
      case 'news':
        this.#outdated.byNews(event.of)
        if (event.of === 'vehicles') this.#ask(this.#pins.read)
        break
      case 'paused':
        this.#pause(true)
        this.#ask(this.#catchUp, this.#pins.read)
        break
      case 'resync':
        this.#pause(false)
        this.#ask(this.#readAll)
        break
      case 'bye':
        // The renewal shows whether the session is over or was only replaced.
        void session.renew().catch(() => undefined)
    }
  }

  /** When the stream ends, polling takes over at once; the next stream shows whether it pushes. */
  #onHealth(): void {
    if (this.source.healthy()) return
    this.#pause(false)
    this.#ask(this.#catchUp)
  }

  #onAnswer(): void {
    if (!serverConnection.heard()) return
    // Queries that failed meanwhile are repeated.
    if (!this.source.healthy()) this.source.retry()
    this.#ask(this.#readAll)
  }

  #tick(): void {
    const at = Date.now()
    const wasAsleep = at - this.#lastTick > SLEPT
    this.#lastTick = at
    if (wasAsleep && this.#until !== null && now() - Date.parse(this.#until) > CATCH_UP_MAX) {
      this.#until = instantOf(now() - SLEPT)
      this.#ask(this.#readAll)
    } else if (wasAsleep || this.#isPaused || !this.source.healthy()) {
      this.#ask(this.#catchUp, this.#pins.read)
      this.#lastReconcile = at
    } else if (at - this.#lastReconcile >= RECONCILE) {
      this.#lastReconcile = at
      this.#ask(this.#pins.read)
    }
  }

  #pause(isPaused: boolean): void {
    this.#isPaused = isPaused
    serverConnection.paused(isPaused)
  }

  /** Polls the server; any answer proves that it is reachable. A failed poll is repeated at the next tick. */
  #ask(...questions: readonly Question[]): void {
    Promise.all(questions.map(question => question())).then(
      () => this.#onAnswer(),
      error => {
        if (this.#signal.aborted) return
        if (error instanceof ApiError && error.status > 0 && error.status < 500)
          return this.#onAnswer()
        const remaining = this.source.healthy() ? POLL : serverConnection.failed()
        clearTimeout(this.#doubt)
        if (remaining > 0 && remaining < POLL)
          this.#doubt = setTimeout(() => this.#tick(), remaining)
      },
    )
  }

  readonly #readAll: Question = async () => {
    this.#outdated.all()
    await this.#pins.read()
  }

  /** Reads the changes since the last answer or event. */
  readonly #catchUp: Question = async () => {
    const from = this.#until ?? instantOf(now() - SLEPT)
    const { data, meta } = await call(updates, { body: { from } }, this.#patience())
    this.#until = meta.until
    this.#pins.patch(data.pins, data.removed)
    for (const { pivot } of data.alerts) this.#outdated.byKinds(pivot.vehicle_id, ['alert'])
    if (data.notifications.length > 0) this.#outdated.byNews('notifications')
    if (data.reports.length > 0) this.#outdated.byNews('reports')
    for (const id of this.#outdated.openVehicles()) {
      const { data: news } = await call(
        vehicleUpdates,
        { params: { id }, query: { from } },
        this.#patience(),
      )
      this.#outdated.byKinds(id, news.kinds)
    }
  }

  #patience(): AbortSignal {
    return AbortSignal.any([this.#signal, AbortSignal.timeout(PATIENCE)])
  }
}
