// Keeps the query cache live: by the stream while it is healthy, by polls while it is not, and by
// one catch-up after the computer slept. Nothing else writes live data.

import type { ReplyOf } from '@flotta/core/contract.ts'
import { instantOf } from '@flotta/core/time.ts'
import { ApiError, call } from '@flotta/ui/api.ts'
import { serverConnection } from '@flotta/ui/server-connection.ts'
import { session } from '@flotta/ui/session.ts'
import { openStream } from '@flotta/ui/sse.ts'
import type { QueryClient } from '@tanstack/react-query'
import { stream, updates, vehicleUpdates } from '../contract.ts'
import { outdatedQueries } from './outdated.ts'
import { pinsCache } from './pins-cache.ts'

/** Polls, ms. While the stream is healthy, only the second one runs, for reconciliation. */
const POLL = 10_000
const RECONCILE = 60_000
/** An answer that takes longer than this does not come, ms. */
const PATIENCE = 6_000
/** A pause between two ticks that only a sleep explains, ms. */
const SLEPT = 3 * POLL
/** After a longer absence all is read again instead of caught up, ms. */
const CATCH_UP_MAX = 3_600_000

/** Runs until `signal` aborts. */
export function startLive(
  client: QueryClient,
  signal: AbortSignal,
): { readonly healthy: () => boolean } {
  /** `from` of the next question for what changed. */
  let until: string | null = null
  /** The stream stands, and the server has nothing to push. */
  let isPaused = false
  const old = outdatedQueries(client)
  const patience = () => AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])
  const pins = pinsCache(client, signal, () => old.byNews('status'))

  const readAll = async (): Promise<void> => {
    old.all()
    await pins.read()
  }
  const catchUp = async (): Promise<void> => {
    const from = until ?? instantOf(Date.now() - SLEPT)
    const { data, meta } = await call(updates, { body: { from } }, patience())
    until = meta.until
    pins.patch(data.pins, data.removed)
    for (const { pivot } of data.alerts) old.byKinds(pivot.vehicle_id, ['alert'])
    if (data.notifications.length > 0) old.byNews('notifications')
    if (data.reports.length > 0) old.byNews('reports')
    for (const id of old.openVehicles()) {
      const { data: news } = await call(
        vehicleUpdates,
        { params: { id }, query: { from } },
        patience(),
      )
      old.byKinds(id, news.kinds)
    }
  }

  const pause = (next: boolean): void => {
    isPaused = next
    serverConnection.paused(next)
  }
  const onEvent = (event: ReplyOf<typeof stream>): void => {
    if ('until' in event && event.event !== 'hello') until = event.until
    switch (event.event) {
      case 'hello':
        pause(false)
        if (until === null) until = event.until
        else ask(catchUp)
        break
      case 'pins':
        pins.patch(event.pins)
        for (const [vehicle, kinds] of event.kinds) old.byKinds(vehicle, kinds)
        break
      case 'news':
        old.byNews(event.of)
        if (event.of === 'vehicles') ask(pins.read)
        break
      case 'paused':
        pause(true)
        ask(catchUp, pins.read)
        break
      case 'resync':
        pause(false)
        ask(readAll)
        break
      case 'bye':
        // Renewing finds out whether the session is over or was only replaced.
        void session.renew().catch(() => undefined)
    }
  }
  const onAnswer = () => {
    if (!serverConnection.heard()) return
    // what failed meanwhile is read again
    if (!source.healthy()) source.retry()
    ask(readAll)
  }
  const source = openStream(stream, onEvent, { signal, onBytes: onAnswer })

  /** When the line will count as lost, unless it is heard before. */
  let doubt: ReturnType<typeof setTimeout> | undefined
  /**
   * Asks the server; an answer of any kind is a sign of life. What failed is tried again at the
   * next tick.
   */
  const ask = (...questions: readonly (() => Promise<void>)[]): void => {
    Promise.all(questions.map(question => question())).then(onAnswer, error => {
      if (signal.aborted) return
      if (error instanceof ApiError && error.status > 0 && error.status < 500) return onAnswer()
      const remaining = source.healthy() ? POLL : serverConnection.failed()
      clearTimeout(doubt)
      if (remaining > 0 && remaining < POLL) doubt = setTimeout(tick, remaining)
    })
  }

  let lastTick = Date.now()
  let lastReconcile = lastTick
  const tick = () => {
    const at = Date.now()
    const wasAsleep = at - lastTick > SLEPT
    lastTick = at
    if (wasAsleep && until !== null && at - Date.parse(until) > CATCH_UP_MAX) {
      until = instantOf(at - SLEPT)
      ask(readAll)
    } else if (wasAsleep || isPaused || !source.healthy()) {
      ask(catchUp, pins.read)
      lastReconcile = at
    } else if (at - lastReconcile >= RECONCILE) {
      lastReconcile = at
      ask(pins.read)
    }
  }
  const timer = setInterval(tick, POLL)
  const wake = () => {
    if (document.visibilityState === 'visible' && Date.now() - lastTick > SLEPT) tick()
  }
  // A line that has just ended is doubted at once; the next one says anew whether it pushes.
  const stopWatching = source.subscribe(() => {
    if (source.healthy()) return
    pause(false)
    ask(catchUp)
  })
  serverConnection.asksBy(() => {
    source.retry()
    tick()
  })
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('online', tick)
  window.addEventListener('offline', source.retry)
  signal.addEventListener(
    'abort',
    () => {
      clearInterval(timer)
      clearTimeout(doubt)
      stopWatching()
      serverConnection.paused(false)
      serverConnection.asksBy(() => undefined)
      document.removeEventListener('visibilitychange', wake)
      window.removeEventListener('online', tick)
      window.removeEventListener('offline', source.retry)
    },
    { once: true },
  )
  return source
}
