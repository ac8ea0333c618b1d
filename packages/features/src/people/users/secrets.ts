// The end of what a person gave to other programs in secret, such as the link of a calendar, where somebody else may hold it or the person may not come in any more.
import type { Db, Tx } from '@flotta/platform/db.ts'
import './tables.ts'

/** Secrets of before open nothing any more: each table of them has a trigger that hears of it. */
export const endSecretsOf = async (db: Db | Tx, user_id: number, now: number): Promise<void> => {
  await db
    .updateTable('users')
    .set({ secrets_ended_at: new Date(now) })
    .where('id', '=', user_id)
    .execute()
}
