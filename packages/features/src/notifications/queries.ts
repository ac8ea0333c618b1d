// The inbox: writing to it and reading it.
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Notification } from './contract.ts'
import './tables.ts'

/** Puts a message into a user's inbox; `url` where it leads. */
export async function notify(
  tx: Db | Tx,
  user_id: number,
  type: Notification['type'],
  data: { readonly message: string; readonly url?: string },
  now: number,
): Promise<void> {
  const stored = { ...data, datetime: new Date(now).toISOString() }
  await tx
    .insertInto('notifications')
    .values({ user_id, type, data: JSON.stringify(stored), created_at: new Date(now), read_at: null })
    .execute()
}

interface Row {
  readonly id: number
  readonly type: Notification['type']
  readonly data: Notification['data']
  readonly read_at: Date | null
}
export const notificationOf = ({ id, type, data, read_at }: Row): Notification => ({ id, type, data, read_at: read_at?.toISOString() ?? null })

export const inbox = (db: Db | Tx, user_id: number) => db.selectFrom('notifications').select(['id', 'type', 'data', 'read_at']).where('user_id', '=', user_id)

/** How many a user has not read. */
export const unread = (db: Db | Tx, user_id: number): Promise<{ total: number }> =>
  db
    .selectFrom('notifications')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', user_id)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
