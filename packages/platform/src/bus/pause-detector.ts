// Whether this process slept (it was stopped, its machine paused): it finds what others have long asked elsewhere. Time is an argument: ms of the monotonic clock.
import { MEMBER_TIMEOUT_MS } from './members.ts'

export class PauseDetector {
  readonly #flush: () => Promise<void>
  #lastTickAt: number
  #isFlushing = false

  /** @param flush resolves once the servers have answered: everything that comes until then was sent before */
  constructor(flush: () => Promise<void>, now: number) {
    this.#flush = flush
    this.#lastTickAt = now
  }

  /** True while what comes may have waited here. */
  mayBeStale(now: number): boolean {
    if (now - this.#lastTickAt > MEMBER_TIMEOUT_MS) this.#startFlush()
    return this.#isFlushing
  }
  /** To be called again and again. */
  tick(now: number): void {
    this.mayBeStale(now)
    this.#lastTickAt = now
  }

  #startFlush(): void {
    if (this.#isFlushing) return
    this.#isFlushing = true
    const finish = () => {
      this.#isFlushing = false
    }
    this.#flush().then(finish, finish)
  }
}
