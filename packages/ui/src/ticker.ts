// One clock for every age on the page, so that a thousand rows cost one timer.
import { useSyncExternalStore } from 'react'
import { now } from './clock.ts'

interface Ticker {
  readonly subscribe: (listener: () => void) => () => void
  readonly at: () => number
}

function ticker(seconds: number): Ticker {
  let at = now()
  let timer: ReturnType<typeof setInterval> | undefined
  const listeners = new Set<() => void>()
  const tick = () => {
    at = now()
    for (const listener of listeners) listener()
  }
  return {
    subscribe: listener => {
      if (listeners.size === 0) {
        at = now()
        timer = setInterval(tick, seconds * 1000)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) clearInterval(timer)
      }
    },
    at: () => {
      // Without listeners the time is outdated, so a new reader gets the present time; a form, for example, keeps the day with which it began.
      if (listeners.size === 0 && Math.abs(now() - at) >= seconds * 1000) at = now()
      return at
    },
  }
}
const tickers = { 5: ticker(5), 60: ticker(60) } as const

/** Epoch ms by the server's clock; the component is rendered again every 5 or 60 seconds. */
export function useNow(every: 5 | 60 = 5): number {
  const source = tickers[every]
  return useSyncExternalStore(source.subscribe, source.at)
}
