// Detects that this process was paused (a stopped process or a suspended machine). Requests that it finds then may be stale: their senders may have asked another process meanwhile. Time is an argument: ms of the monotonic clock.
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

  /** True while arriving messages may have waited during a pause. */
  mayBeStale(now: number): boolean {
    if (now - this.#lastTickAt > MEMBER_TIMEOUT_MS) this.#startFlush()
    return this.#isFlushing
  }
  /** Call it at regular intervals. */
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
