// Server-sent events by fetch, so that the bearer token travels in a header; reconnects by itself.
import type { Endpoint, ReplyOf } from '@flotta/core/contract.ts'
import { send } from './api.ts'
import { interruption } from './interruption.ts'
import { session } from './session.ts'

/** The server sends a comment every 5 s; after this time without a byte the connection counts as lost, ms. */
const SILENCE = 12_000
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 30_000

export interface Stream {
  /** True while the connection is open and receives data; polls can pause meanwhile. */
  healthy(): boolean
  subscribe(listener: () => void): () => void
  /** Drops a connection that may be lost, or ends the pause before the next one, and connects at once. */
  retry(): void
}

/** Whether data is arriving at present, and the listeners for changes of this. */
class StreamHealth {
  #isHealthy = false
  readonly #listeners = new Set<() => void>()

  get isHealthy(): boolean {
    return this.#isHealthy
  }
  set(isHealthy: boolean): void {
    if (this.#isHealthy === isHealthy) return
    this.#isHealthy = isHealthy
    for (const listener of this.#listeners) listener()
  }
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/**
 * Opens the stream of an endpoint of kind `sse` until `signal` aborts or the session ends. `onEvent` receives each event's JSON value in order,
 * `onBytes` is called whenever bytes arrive.
 */
export function openStream<E extends Endpoint>(
  e: E,
  onEvent: (event: ReplyOf<E>) => void,
  {
    signal,
    onBytes = () => undefined,
  }: { readonly signal: AbortSignal; readonly onBytes?: () => void },
): Stream {
  const health = new StreamHealth()
  let retry = (): void => undefined

  const listen = async (): Promise<void> => {
    const line = new AbortController()
    const cut = () => line.abort()
    signal.addEventListener('abort', cut, { once: true })
    retry = cut
    let watchdog = setTimeout(cut, SILENCE)
    try {
      const response = await send(e, {}, { accept: 'text/event-stream' }, line.signal)
      if (!response.ok || response.body === null)
        throw new Error(`stream answered ${response.status}`)
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      const feed = eventReader(data => onEvent(JSON.parse(data) as ReplyOf<E>))
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        clearTimeout(watchdog)
        watchdog = setTimeout(cut, SILENCE)
        health.set(true)
        onBytes()
        feed(value)
      }
    } finally {
      clearTimeout(watchdog)
      signal.removeEventListener('abort', cut)
      health.set(false)
    }
  }

  const run = async (): Promise<void> => {
    let wait = FIRST_WAIT
    while (!signal.aborted && (session.snapshot().signedIn || interruption.snapshot() !== null)) {
      const began = Date.now()
      await listen().catch(() => undefined)
      if (signal.aborted) return
      if (Date.now() - began > LONGEST_WAIT) wait = FIRST_WAIT
      await pause(wait * (0.5 + Math.random()), signal, resume => {
        retry = resume
      })
      wait = Math.min(wait * 2, LONGEST_WAIT)
    }
  }
  void run()

  return {
    healthy: () => health.isHealthy,
    subscribe: listener => health.subscribe(listener),
    retry: () => retry(),
  }
}

/** Divides a text stream into events and passes on the data of each; comments and other fields are ignored. */
export function eventReader(onData: (data: string) => void): (chunk: string) => void {
  let rest = ''
  let data: string[] = []
  return chunk => {
    rest += chunk
    for (;;) {
      const end = /\r\n|\n|\r(?=.)/s.exec(rest)
      if (end === null) return
      const line = rest.slice(0, end.index)
      rest = rest.slice(end.index + end[0].length)
      if (line === '') {
        if (data.length > 0) onData(data.join('\n'))
        data = []
      } else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5))
    }
  }
}

/** Waits, but no longer than until the network returns, the tab becomes visible or the stream ends. */
function pause(
  ms: number,
  signal: AbortSignal,
  onStart: (onDone: () => void) => void,
): Promise<void> {
  return new Promise(resolve => {
    const wake = () => {
      if (document.visibilityState === 'visible') finish()
    }
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      window.removeEventListener('online', finish)
      document.removeEventListener('visibilitychange', wake)
      resolve()
    }
    onStart(finish)
    const timer = setTimeout(finish, ms)
    signal.addEventListener('abort', finish, { once: true })
    window.addEventListener('online', finish)
    document.addEventListener('visibilitychange', wake)
  })
}
