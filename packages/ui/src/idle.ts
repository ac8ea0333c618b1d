// Work that waits until the page is idle.
import { useEffect, useState } from 'react'

/** The work is done after this many milliseconds even if the page is never idle. */
const PATIENCE_MS = 1_000

/** Returns a function that cancels the work. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: PATIENCE_MS })
    return () => cancelIdleCallback(handle)
  }
  // Not every browser reports when it is idle.
  const timer = setTimeout(work, 50)
  return () => clearTimeout(timer)
}

/**
 * Becomes true when the page is first idle after the component was painted. An idle script alone does not guarantee the paint. @param hasCome false:
 * the content to be painted first is not there yet
 */
export function useIsIdle(hasCome = true): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!hasCome) return
    let cancel: () => void = () => undefined
    const frame = requestAnimationFrame(() => {
      cancel = whenIdle(() => setIdle(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      cancel()
    }
  }, [hasCome])
  return isIdle
}
