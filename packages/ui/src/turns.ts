// The order of calls: data that a screen shows is loaded at once; data for its pickers and further columns is loaded after that.
import { whenIdle } from './idle.ts'

/** Delayed calls start after this many milliseconds, even when others are still open. */
const PATIENCE_MS = 2_000

/** Number of open calls. */
let open = 0
const waiting = new Set<() => void>()

/** Counts a call until it is answered. */
export async function countedCall<T>(answer: Promise<T>): Promise<T> {
  open++
  try {
    return await answer
  } finally {
    open--
    if (open === 0) for (const look of waiting) look()
  }
}

/** Resolves when no call is open and the page is idle. */
export const afterOtherCalls = (): Promise<void> =>
  new Promise(resolve => {
    const go = () => {
      clearTimeout(timer)
      waiting.delete(look)
      resolve()
    }
    const look = () => whenIdle(() => open === 0 && go())
    const timer = setTimeout(go, PATIENCE_MS)
    waiting.add(look)
    look()
  })
