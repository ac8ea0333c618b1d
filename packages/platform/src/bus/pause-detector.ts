// Whether this process slept (it was stopped, its machine paused): it finds what others have long asked elsewhere. Time is an argument: ms of the monotonic clock.
import { MEMBER_TIMEOUT_MS } from './members.ts'

export class PauseDetector {
  readonly #answered: () => Promise<void>
  #looked: number
  #waking = false

  /** @param answered resolves once the servers have answered: everything that comes until then was sent before */
  constructor(answered: () => Promise<void>, now: number) {
    this.#answered = answered
    this.#looked = now
  }

  /** True while what comes may have waited here. */
  mayBeStale(now: number): boolean {
    if (now - this.#looked > MEMBER_TIMEOUT_MS) this.#wake()
    return this.#waking
  }
  /** To be called again and again. */
  tick(now: number): void {
    this.mayBeStale(now)
    this.#looked = now
  }

  #wake(): void {
    if (this.#waking) return
    this.#waking = true
    const awake = () => {
      this.#waking = false
    }
    this.#answered().then(awake, awake)
  }
}
