// How often a provider on the network is asked: calls begin at least so far apart, and after "too many" nothing is asked until it says so.

export class Pace {
  readonly #pause: number
  readonly #patience: number
  #next = 0
  #restsUntil = 0

  /** @param pause ms between the starts of two calls @param patience ms that a call may wait for its turn */
  constructor(pause: number, patience = 5_000) {
    this.#pause = pause
    this.#patience = patience
  }
  /** Waits for its turn; rejects at once where that would take too long, or while the provider rests. */
  async turn(): Promise<void> {
    const now = Date.now()
    if (now < this.#restsUntil) throw new Error('the provider has asked to be left alone')
    const start = Math.max(now, this.#next)
    if (start - now > this.#patience) throw new Error('the provider is asked more than it allows')
    this.#next = start + this.#pause
    if (start > now) await new Promise(resolve => setTimeout(resolve, start - now))
  }
  /** Nothing is asked for so long, ms. */
  rest(ms: number): void {
    this.#restsUntil = Math.max(this.#restsUntil, Date.now() + ms)
  }
}

/** ms that a `Retry-After` asks for: seconds or a date; `otherwise` where it says nothing that can be read, an hour at most. */
export function retryAfter(header: string | null, otherwise: number): number {
  const text = header?.trim() ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, 3_600_000) : otherwise
}
