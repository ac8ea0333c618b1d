// Answers that many callers request at about the same time: the screens of a customer share one.
import type { Caller, Context } from './feature.ts'
import { once } from './once.ts'
import { RequestCoalescer } from './request-coalescer.ts'

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

/** The tables from which a cached answer is read. The database notifies every process of each change of their rows. */
export interface SourceTables {
  /** Tables whose rows are in the answers of their own customer alone. */
  readonly own?: readonly string[]
  /** Tables whose rows may be in the answers of other customers too. */
  readonly any?: readonly string[]
}
/** All tables from which cached answers are read. */
export const sourceTables = new Set<string>()

/** An answer and the moment, epoch ms, at which it becomes outdated though no row has changed, as when an agreement ends. */
export interface DatedAnswer<T> {
  readonly answer: T
  readonly until: number
}
interface CachedList<T> extends CachedAnswer<T> {
  /** The moment of which it is true, epoch ms, as is `until`. */
  readonly since: number
}
const isValidAt = (now: number, { since, until }: CachedList<unknown>): boolean =>
  until !== null && since <= now && now < until
/** How long an answer is cached, ms: one that nobody requests again takes no memory. */
const CACHE_MS = 60_000
const fencesOf = once(() => new RequestCoalescer())

/**
 * `const allFleets = cacheUntilChanged({ own: ['fleets'] }, fleetsOf)`: one answer serves all requests of a customer while it is being made, and afterwards until one of its rows changes.
 * Before a cached answer is given, the process waits for the notifications of all changes committed until then. Without a connection for notifications the answer is made anew.
 */
export function cacheUntilChanged<T>(
  { own = [], any = [] }: SourceTables,
  make: (ctx: Context, customer: Customer) => Promise<DatedAnswer<T>>,
): (ctx: Context, customer: Customer) => Promise<T> {
  for (const table of [...own, ...any]) sourceTables.add(table)
  const answersOf = once(ctx => {
    const answers = new Map<number, CachedList<T>>()
    ctx.changes.on(({ table, customer_id }) => {
      if (own.includes(table) && customer_id !== undefined) answers.delete(customer_id)
      else if (table === '*' || own.includes(table) || any.includes(table)) answers.clear()
    })
    return answers
  })
  return async (ctx, customer) => {
    const { customer_id } = customer
    const answers = answersOf(ctx)
    const isCurrent =
      answers.has(customer_id) && (await fencesOf(ctx).ask('heard', () => ctx.changes.heard()))
    const before = answers.get(customer_id)
    const now = ctx.now()
    if (before !== undefined && isCurrent && (before.until === null || isValidAt(now, before)))
      return before.answer
    const result = make(ctx, customer)
    const fresh: CachedList<T> = {
      answer: result.then(({ answer }) => answer),
      since: now,
      until: null,
    }
    answers.set(customer_id, fresh)
    const forget = () => void (answers.get(customer_id) === fresh && answers.delete(customer_id))
    result.then(({ until }) => {
      fresh.until = until
      setTimeout(forget, CACHE_MS).unref()
    }, forget)
    return fresh.answer
  }
}
