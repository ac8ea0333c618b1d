// Whether this process slept (it was stopped, its machine paused): it finds what others have long asked elsewhere. Time is an argument: ms of the monotonic clock.
import { LIFE_MS } from './members.ts'

export class Sleep {
  readonly #answered: () => Promise<void>
  #looked: number
  #waking = false

  /** @param answered resolves once the servers have answered: everything that comes until then was sent before */
  constructor(answered: () => Promise<void>, now: number) {
    this.#answered = answered
    this.#looked = now
  }

  /** True while what comes may have waited here. */
  seen(now: number): boolean {
    if (now - this.#looked > LIFE_MS) this.#wake()
    return this.#waking
  }
  /** To be called again and again. */
  looked(now: number): void {
    this.seen(now)
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
