// Answers that many callers request at about the same time: the screens of a customer share one.
import type { Caller, Context } from './feature.ts'
import { once } from './once.ts'

/** The part of a request that all users of the customer have in common. */
export type Customer = Pick<Caller, 'customer_id' | 'timezone'>

interface CachedAnswer<T> {
  readonly answer: Promise<T>
  /** When the answer expires, by the process's clock; null while it is being made. */
  until: number | null
}

/** Which changes of tables make answers outdated. A change of a table that is not named here makes all answers outdated. */
interface Voids {
  /** Tables whose changed rows make only the answers of their own customer outdated. */
  readonly own?: readonly string[]
  /** Tables that the answers do not depend on. */
  readonly none?: readonly string[]
}

/**
 * `const sharedPins = customerCache(500, pinsOf)`: one answer serves all requests of a customer within this many ms.
 * Changes of what a customer sees, and of names, make it outdated at once; an answer that is being made meanwhile may be older.
 */
export function customerCache<T>(
  ms: number,
  make: (ctx: Context, customer: Customer) => Promise<T>,
  { own: ownTables = [], none = [] }: Voids = {},
): (ctx: Context, customer: Customer) => Promise<T> {
  const answersOf = once(ctx => {
    const answers = new Map<number, CachedAnswer<T>>()
    ctx.changes.on(({ table, customer_id }) => {
      if (none.includes(table)) return
      if (ownTables.includes(table) && customer_id !== undefined) answers.delete(customer_id)
      else answers.clear()
    })
    return answers
  })
  return (ctx, customer) => {
    const { customer_id } = customer
    const answers = answersOf(ctx)
    const before = answers.get(customer_id)
    if (before !== undefined && (before.until === null || before.until > performance.now()))
      return before.answer
    const fresh: CachedAnswer<T> = { answer: make(ctx, customer), until: null }
    answers.set(customer_id, fresh)
    const forget = () => void (answers.get(customer_id) === fresh && answers.delete(customer_id))
    fresh.answer.then(() => {
      fresh.until = performance.now() + ms
      setTimeout(forget, ms).unref()
    }, forget)
    return fresh.answer
  }
}
