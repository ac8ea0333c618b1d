// Work that may wait until the page has nothing better to do.
import { useEffect, useState } from 'react'

/** It is done after so long all the same, ms. */
const PATIENCE_MS = 1_000

/** Returns how to give it up. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: PATIENCE_MS })
    return () => cancelIdleCallback(handle)
  }
  // a browser that does not say when it rests
  const timer = setTimeout(work, 50)
  return () => clearTimeout(timer)
}

/** Becomes true when the page first rests after the component was drawn: its own frame is painted before, which a resting script alone does not promise. */
export function useIsIdle(): boolean {
  const [isIdle, setRested] = useState(false)
  useEffect(() => {
    let giveUp: () => void = () => undefined
    const frame = requestAnimationFrame(() => {
      giveUp = whenIdle(() => setRested(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      giveUp()
    }
  }, [])
  return isIdle
}
