// A database whose transactions run one more step before they commit, so that an audit line is written in the transaction of the change that it
// records.
import type { Db, Tx } from './db.ts'

const WITHOUT = Symbol('without the last step')

/** @param last receives the transaction and the result of its work */
export function withLastStep(db: Db, last: (tx: Tx, result: unknown) => Promise<void>): Db {
  const begin = () => {
    const transaction = db.transaction()
    const execute = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      transaction.execute(async tx => {
        const result = await work(tx)
        await last(tx, result)
        return result
      })
    return overrideMethods(transaction, { execute })
  }
  return overrideMethods(db, { transaction: begin, [WITHOUT]: db })
}
/** The same database without the last step, for transactions that are not the call's own work, such as counting attempts. */
export const withoutLastStep = (db: Db): Db =>
  (db as Db & { readonly [WITHOUT]?: Db })[WITHOUT] ?? db

/** An object with some of its members replaced. */
const overrideMethods = <T extends object>(
  object: T,
  some: Readonly<Record<string | symbol, unknown>>,
): T =>
  new Proxy(object, {
    get(target, name) {
      if (name in some) return some[name]
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
