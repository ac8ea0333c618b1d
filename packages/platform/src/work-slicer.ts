// How heavy work lets others go on: after some milliseconds it waits for its next slice, and between two slices, whoever's they are, the event loop turns once.
import { setImmediate } from 'node:timers'

/** Longest time without a breath, ms. */
const SLICE_MS = 8

const waiting: (() => void)[] = []
let turning = false

/** One of those that wait goes on at each turn of the loop: many that work at once hold it no longer than one does. */
function turn(): void {
  const next = waiting.shift()
  turning = waiting.length > 0
  if (turning) setImmediate(turn)
  next?.()
}

const nextSlice = (): Promise<void> =>
  new Promise(resolve => {
    waiting.push(resolve)
    if (turning) return
    turning = true
    setImmediate(turn)
  })

/** One piece of heavy work, which asks it between its steps. */
export class WorkSlicer {
  #since = performance.now()

  /** Whether it has worked for long enough; `take` is to follow. */
  get due(): boolean {
    return performance.now() - this.#since >= SLICE_MS
  }
  /** Resolves when it may go on. */
  async nextSlice(): Promise<void> {
    await nextSlice()
    this.#since = performance.now()
  }
}
