// What changing a device needs of the back end, and the transaction in which it runs.
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'

export type DeviceContext = Pick<Context, 'profiles' | 'now'> & { readonly db: Db | Tx }
/** Runs in the transaction of `db` where it is one. */
export const within = <T>(db: Db | Tx, work: (tx: Db | Tx) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)
