// How often a provider on the network is asked: calls begin at least so far apart, whoever makes them, and after "too many" nothing is asked until it says so.
import type { Limits } from './limits.ts'

export class Throttle {
  readonly #limits: Pick<Limits, 'acquireTurn' | 'backOff' | 'backOffLeft'>
  readonly #provider: string
  readonly #pause: number
  readonly #patience: number

  /** @param provider its name among those who share the limits @param pause ms between the starts of two calls @param patience ms that a call may wait for its turn */
  constructor(
    limits: Pick<Limits, 'acquireTurn' | 'backOff' | 'backOffLeft'>,
    provider: string,
    pause: number,
    patience = 5_000,
  ) {
    this.#limits = limits
    this.#provider = provider
    this.#pause = pause
    this.#patience = patience
  }
  /** Waits for its turn; rejects at once where that would take too long, or while the provider rests. */
  async acquire(): Promise<void> {
    if ((await this.#limits.backOffLeft(this.#provider)) > 0)
      throw new Error('the provider has asked to be left alone')
    const wait = await this.#limits.acquireTurn(this.#provider, this.#pause, this.#patience)
    if (wait === null) throw new Error('the provider is asked more than it allows')
    if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait))
  }
  /** Nothing is asked for so long, ms. */
  async backOff(ms: number): Promise<void> {
    await this.#limits.backOff(this.#provider, ms)
  }
}

/** ms that a `Retry-After` asks for: seconds or a date; `otherwise` where it says nothing that can be read, an hour at most. */
export function retryAfter(header: string | null, otherwise: number): number {
  const text = header?.trim() ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, 3_600_000) : otherwise
}
