// Alarms that arrive together are announced together: one sound and one notification for all of them.

/** How long the first alarm waits for others, ms. */
export const LINGER = 1_500
/** Time without an announcement after the last one, ms. */
export const PAUSE = 10_000

export interface Burst<T> {
  readonly add: (items: readonly T[]) => void
  readonly stop: () => void
}
export function burst<T>(announce: (items: readonly T[]) => void): Burst<T> {
  let waiting: T[] = []
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = () => {
    timer = undefined
    last = Date.now()
    const all = waiting
    waiting = []
    announce(all)
  }
  return {
    add(items) {
      if (items.length === 0) return
      waiting.push(...items)
      timer ??= setTimeout(tell, Math.max(LINGER, last + PAUSE - Date.now()))
    },
    stop: () => clearTimeout(timer),
  }
}
