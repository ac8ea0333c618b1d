// The order of sign-ins: numbers of one sequence for all gateways. Those that sign in while one question is on its way are asked for together.
import type { GatewayBook } from '../feature.ts'

/** The database may be away: what waits is asked for again. */
const AGAIN_MS = 500

export class SignIns {
  readonly #book: Pick<GatewayBook, 'signIns'>
  #waiting: ((number: number) => void)[] = []
  #asking = false
  #again: NodeJS.Timeout | undefined
  #closed = false

  constructor(book: Pick<GatewayBook, 'signIns'>) {
    this.#book = book
  }

  /** `told` hears the number of a sign-in of now, later; never once it is closed. */
  number(told: (number: number) => void): void {
    this.#waiting.push(told)
    if (!this.#asking) void this.#ask()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#again)
  }

  async #ask(): Promise<void> {
    this.#asking = true
    const asked = this.#waiting
    this.#waiting = []
    try {
      const numbers = await this.#book.signIns(asked.length)
      for (const [i, told] of asked.entries()) if (!this.#closed) told(numbers[i] ?? 0)
    } catch {
      // who watches over the database says why
      this.#waiting = [...asked, ...this.#waiting]
      if (!this.#closed) this.#again = setTimeout(() => void this.#ask(), AGAIN_MS)
      return
    }
    this.#asking = false
    if (this.#waiting.length > 0 && !this.#closed) void this.#ask()
  }
}
