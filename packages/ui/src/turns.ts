// Which calls go first: what a screen shows is asked for at once, what only its pickers and further columns need waits until that has come.
import { whenIdle } from './idle.ts'

/** What waits is asked for after this many milliseconds, however much is still on its way. */
const PATIENCE_MS = 2_000

/** How many calls are on their way. */
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

/** Resolves when no call is on its way and the page is idle. */
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
