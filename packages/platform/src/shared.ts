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

/** Which rows a kept answer tells. Each of the tables tells its changes to all processes. */
export interface ToldTables {
  /** Only the answers of their own customer tell them. */
  readonly own?: readonly string[]
  /** The answers of other customers may tell them too. */
  readonly any?: readonly string[]
}
/** All tables whose rows are told by kept answers. */
export const tablesOfKeptAnswers = new Set<string>()

/** An answer that may be kept until a moment, epoch ms, at which it becomes another without a change of rows, as when an agreement ends. */
export interface Lasting<T> {
  readonly answer: T
  readonly until: number
}
interface KeptAnswer<T> extends CachedAnswer<T> {
  /** Epoch ms, as is `until`. */
  readonly since: number
}
const lasts = ({ since, until }: KeptAnswer<unknown>, now: number): boolean =>
  until !== null && since <= now && now < until
/** An answer is kept for so long, ms: what nobody asks for again takes no memory. */
const KEPT_MS = 60_000
const fencesOf = once(() => new RequestCoalescer())

/**
 * `const allFleets = unchangedAnswers({ own: ['fleets'] }, fleetsOf)`: an answer serves all that ask for the customer's while it is being made, and afterwards while no row that it tells has changed.
 * Before a kept answer is given, the process hears every change that was committed until then; where it cannot hear them, the answer is made anew.
 */
export function unchangedAnswers<T>(
  { own = [], any = [] }: ToldTables,
  make: (ctx: Context, customer: Customer) => Promise<Lasting<T>>,
): (ctx: Context, customer: Customer) => Promise<T> {
  for (const table of [...own, ...any]) tablesOfKeptAnswers.add(table)
  const answersOf = once(ctx => {
    const answers = new Map<number, KeptAnswer<T>>()
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
    if (before !== undefined && (before.until === null || (isCurrent && lasts(before, now))))
      return before.answer
    const result = make(ctx, customer)
    const fresh: KeptAnswer<T> = {
      answer: result.then(({ answer }) => answer),
      since: now,
      until: null,
    }
    answers.set(customer_id, fresh)
    const forget = () => void (answers.get(customer_id) === fresh && answers.delete(customer_id))
    result.then(({ until }) => {
      fresh.until = until
      setTimeout(forget, KEPT_MS).unref()
    }, forget)
    return fresh.answer
  }
}
