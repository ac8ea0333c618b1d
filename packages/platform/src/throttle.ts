// Throttles calls of a provider on the network: calls of all processes begin at a minimum distance, and after "too many requests" none begins until the provider allows it.
import type { Limits } from './limits.ts'

export class Throttle {
  readonly #limits: Pick<Limits, 'acquireTurn' | 'backOff' | 'backOffLeft'>
  readonly #provider: string
  readonly #pause: number
  readonly #patience: number

  /** @param provider its key in the limits @param pause ms between the starts of two calls @param patience ms that a call may wait for its turn */
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
  /** Waits for its turn. Rejects at once when the wait would be too long or during a back-off. */
  async acquire(): Promise<void> {
    if ((await this.#limits.backOffLeft(this.#provider)) > 0)
      throw new Error('the provider has asked to be left alone')
    const wait = await this.#limits.acquireTurn(this.#provider, this.#pause, this.#patience)
    if (wait === null) throw new Error('the provider is asked more than it allows')
    if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait))
  }
  /** Lets no call begin for this time, ms. */
  async backOff(ms: number): Promise<void> {
    await this.#limits.backOff(this.#provider, ms)
  }
}

/** Milliseconds of a `Retry-After` header (seconds or a date), at most an hour; `otherwise` where the header cannot be read. */
export function retryAfter(header: string | null, otherwise: number): number {
  const text = header?.trim() ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, 3_600_000) : otherwise
}
