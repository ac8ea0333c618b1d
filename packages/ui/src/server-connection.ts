// Whether the server answers, and whether it sends changes by itself or the page must poll for them.
import { useSyncExternalStore } from 'react'
import { now } from './clock.ts'

/** The connection counts as lost when a call failed and the server has not answered for this many milliseconds. */
export const LOST_AFTER = 10_000

/** The time of the server's last answer (epoch ms) while the connection is lost; null otherwise. */
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
  /** The server has answered. Returns whether the connection was lost before. */
  heard(): boolean {
    const wasLost = lostSince !== null
    lastHeard = now()
    setState(null, isPolling)
    return wasLost
  },
  /** A call got no answer. Returns the milliseconds until the connection counts as lost, 0 when it does already. */
  failed(): number {
    const remainingMs = Math.max(0, lastHeard + LOST_AFTER - now())
    if (remainingMs === 0) setState(lostSince ?? lastHeard, isPolling)
    return remainingMs
  },
  /** Whether the server answers but sends no changes by itself, so that the page polls. */
  paused: (silent: boolean): void => setState(lostSince, silent),
  /** Registers the function with which `again` calls the server at once. */
  asksBy(ask: () => void): void {
    again = ask
  },
  again: (): void => again(),
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** The time of the server's last answer (epoch ms) while the connection is lost; null otherwise. */
export const useServerLostSince = (): number | null =>
  useSyncExternalStore(serverConnection.subscribe, serverConnection.lostSince)
/** Whether the server answers but sends no changes by itself, so that the page polls. */
export const useIsPolling = (): boolean =>
  useSyncExternalStore(serverConnection.subscribe, () => isPolling)
