// Ends the secrets that a person gave to other programs, such as the link of a calendar, when somebody else may know them or the person loses access.
import type { Db, Tx } from '@flotta/platform/db.ts'
import './tables.ts'

/** Ends all earlier secrets: each table of secrets has a trigger for it. */
export const endSecretsOf = async (db: Db | Tx, user_id: number, now: number): Promise<void> => {
  await db
    .updateTable('users')
    .set({ secrets_ended_at: new Date(now) })
    .where('id', '=', user_id)
    .execute()
}
