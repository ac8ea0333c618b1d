// One answer for all who ask the same at the same time. It begins after all of them have asked, so nobody is told what was true before.
import type { Context } from './feature.ts'
import { once } from './once.ts'

interface NextAnswer {
  readonly answer: Promise<unknown>
  make: () => Promise<unknown>
  begin(): void
}

export class RequestCoalescer {
  /** Of each key that is being answered: who came meanwhile, and waits for the next answer. */
  readonly #under = new Map<string, NextAnswer | null>()

  /**
   * So many ask, two answers serve them: the one under way, which is its first asker's alone, and the next, which is everybody else's.
   * @param key says all that decides the answer, and with that whose it is
   * @param make of those who wait together the last one's is asked
   * @returns what others hold too: not to be changed. One that fails fails for those who waited for it; the next begins all the same
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
 * `const pageOf = atOnce((ctx, { customer_id, page }) => …)`: what is made of a question and of nothing else.
 * @param make its question is plain data that says whose it is; what it gives is not to be changed
 */
export function coalesced<Q extends { readonly customer_id: number }, T>(
  make: (ctx: Context, question: Q) => Promise<T>,
): (ctx: Context, question: Q) => Promise<T> {
  const askedOf = once(() => new RequestCoalescer())
  return (ctx, question) => askedOf(ctx).ask(JSON.stringify(question), () => make(ctx, question))
}
