// Measures how long nobody has touched the page.
import { useEffect, useRef, useState } from 'react'

const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Returns the seconds that are left during the countdown, else null. After `after` ms without activity `away` is called.
 * Any activity starts the time again, also during the countdown.
 */
export function useIdle(after: number, warningMs: number, away: () => void): number | null {
  const [secondsLeft, setLeft] = useState<number | null>(null)
  const callback = useRef(away)
  callback.current = away
  useEffect(() => {
    let since = Date.now()
    const stir = () => {
      since = Date.now()
      setLeft(null)
    }
    const look = () => {
      const remaining = after - (Date.now() - since)
      if (remaining <= 0) {
        stir()
        callback.current()
      } else setLeft(remaining <= warningMs ? Math.ceil(remaining / 1000) : null)
    }
    const timer = setInterval(look, 1_000)
    for (const sign of ACTIVITY_EVENTS)
      window.addEventListener(sign, stir, { passive: true, capture: true })
    return () => {
      clearInterval(timer)
      for (const sign of ACTIVITY_EVENTS) window.removeEventListener(sign, stir, { capture: true })
    }
  }, [after, warningMs])
  return secondsLeft
}
