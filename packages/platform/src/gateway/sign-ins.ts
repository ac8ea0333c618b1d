// The order of sign-ins: numbers of one sequence for all gateways. Sign-ins during one query of the database are collected for the next query.
import type { GatewayBook } from '../feature.ts'

/** Pause before the next query when the database cannot be reached, ms. */
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

  /** Calls `receive` later with the number of this sign-in; never after `close`. */
  number(receive: (number: number) => void): void {
    this.#waiting.push(receive)
    if (!this.#asking) void this.#ask()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#again)
  }

  async #ask(): Promise<void> {
    this.#asking = true
    const waiting = this.#waiting
    this.#waiting = []
    try {
      const numbers = await this.#book.signIns(waiting.length)
      for (const [i, receive] of waiting.entries()) if (!this.#closed) receive(numbers[i] ?? 0)
    } catch {
      // The health check of the database logs the reason.
      this.#waiting = [...waiting, ...this.#waiting]
      if (!this.#closed) this.#again = setTimeout(() => void this.#ask(), AGAIN_MS)
      return
    }
    this.#asking = false
    if (this.#waiting.length > 0 && !this.#closed) void this.#ask()
  }
}
