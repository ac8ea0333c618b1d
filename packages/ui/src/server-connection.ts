// Whether the server is heard, and whether it tells news by itself: the banner and every age on the screen ask here.
import { useSyncExternalStore } from 'react'
import { now } from './clock.ts'

/** Nothing heard for this long, and asking failed: the line counts as lost, ms. */
export const LOST_AFTER = 10_000

/** When the server was last heard, epoch ms, while the line is lost; null while it stands. */
let lostSince: number | null = null
let isPolling = false
let lastHeard = now()
let again: () => void = () => undefined
const listeners = new Set<() => void>()
function setState(since: number | null, silent: boolean): void {
  if (lostSince === since && isPolling === silent) return
  lostSince = since
  isPolling = silent
  for (const listener of listeners) listener()
}

export const serverConnection = {
  lostSince: () => lostSince,
  /** The server said something. True when it had been lost. */
  heard(): boolean {
    const wasLost = lostSince !== null
    lastHeard = now()
    setState(null, isPolling)
    return wasLost
  },
  /** The server was asked and did not answer. Milliseconds until that counts as lost; 0: it does. */
  failed(): number {
    const left = Math.max(0, lastHeard + LOST_AFTER - now())
    if (left === 0) setState(lostSince ?? lastHeard, isPolling)
    return left
  },
  /** It is heard, but news have to be asked for. */
  paused: (silent: boolean): void => setState(lostSince, silent),
  /** How to ask at once, for a person who does not want to wait. */
  asksBy(ask: () => void): void {
    again = ask
  },
  again: (): void => again(),
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** When the server was last heard, epoch ms; null while it is heard. */
export const useServerLostSince = (): number | null =>
  useSyncExternalStore(serverConnection.subscribe, serverConnection.lostSince)
/** Whether news have to be asked for, though the server is heard. */
export const useIsPolling = (): boolean =>
  useSyncExternalStore(serverConnection.subscribe, () => isPolling)
