// Coalesces equal requests that come at the same time into one answer. The answer begins after all of these requests, so none of them gets an outdated one.
import type { Context } from './feature.ts'
import { once } from './once.ts'

interface NextAnswer {
  readonly answer: Promise<unknown>
  make: () => Promise<unknown>
  begin(): void
}

export class RequestCoalescer {
  /** Key that is being answered → the next answer for the requests that came meanwhile; null: none came. */
  readonly #under = new Map<string, NextAnswer | null>()

  /**
   * Two answers serve any number of requests: the current one for the first request, and the next one for all requests that come meanwhile.
   * @param key contains everything that decides the answer, including whose data it is
   * @param make makes the answer; of the waiting requests the `make` of the last one is called
   * @returns a shared value, which must not be changed. A failure rejects the requests that waited for it; the next answer begins all the same
   */
  ask<T>(key: string, make: () => Promise<T>): Promise<T> {
    const before = this.#under.get(key)
    if (before === undefined) return this.#answer(key, make)
    const waiting = before ?? this.#wait(key)
    waiting.make = make
    return waiting.answer as Promise<T>
  }

  #wait(key: string): NextAnswer {
    let begin: NextAnswer['begin'] = () => undefined
    const answer = new Promise<unknown>(resolve => {
      begin = () => resolve(this.#answer(key, waiting.make))
    })
    const waiting: NextAnswer = { answer, begin, make: () => Promise.resolve() }
    this.#under.set(key, waiting)
    return waiting
  }

  async #answer<T>(key: string, make: () => Promise<T>): Promise<T> {
    this.#under.set(key, null)
    try {
      return await make()
    } finally {
      const waiting = this.#under.get(key)
      if (waiting) waiting.begin()
      else this.#under.delete(key)
    }
  }
}

/**
 * `const pageOf = coalesce((ctx, { customer_id, page }) => …)`: an answer that depends only on its argument.
 * @param make its argument is plain data with the id of the customer; its result must not be changed
 */
export function coalesce<Q extends { readonly customer_id: number }, T>(
  make: (ctx: Context, question: Q) => Promise<T>,
): (ctx: Context, question: Q) => Promise<T> {
  const askedOf = once(() => new RequestCoalescer())
  return (ctx, question) => askedOf(ctx).ask(JSON.stringify(question), () => make(ctx, question))
}
