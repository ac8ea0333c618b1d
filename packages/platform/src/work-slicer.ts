// Divides heavy work into slices of some milliseconds. Between two slices, of any work, the event loop runs once.
import { setImmediate } from 'node:timers'

/** Length of a slice, ms. */
const SLICE_MS = 8

const waiting: (() => void)[] = []
let turning = false

/** At each turn of the event loop one waiting work continues, so many works at once do not block it longer than one does. */
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

/** A heavy work that stops between its steps, each of which takes some milliseconds at most. */
export type Steps<Result> = Generator<undefined, Result>

/** All steps of a work at once. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
/** The steps of a work, in slices. */
export async function inSlices<Result>(steps: Steps<Result>): Promise<Result> {
  const slicer = new WorkSlicer()
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (slicer.due) await slicer.nextSlice()
  }
}

/** The slices of one heavy work, which checks `due` between its steps. */
export class WorkSlicer {
  #since = performance.now()

  /** Whether the slice is over and `nextSlice` must be called. */
  get due(): boolean {
    return performance.now() - this.#since >= SLICE_MS
  }
  /** Resolves when the next slice begins. */
  async nextSlice(): Promise<void> {
    await nextSlice()
    this.#since = performance.now()
  }
}
