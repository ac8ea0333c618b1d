// Writes to the inbox and reads it.

import type { Language } from '@flotta/core/languages.ts'
import { instantOf } from '@flotta/core/time.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import type { Notification } from './contract.ts'
import type { Message, StoredNotification } from './tables.ts'

/** Puts a message into a user's inbox; `url` is its link. */
export async function notify(
  tx: Db | Tx,
  user_id: number,
  type: Notification['type'],
  data: Message & { readonly url?: string },
  now: number,
): Promise<void> {
  const newNotification = { ...data, datetime: instantOf(now) }
  await tx
    .insertInto('notifications')
    .values({
      user_id,
      type,
      data: JSON.stringify(newNotification),
      created_at: new Date(now),
      read_at: null,
    })
    .execute()
}

interface Row {
  readonly id: number
  readonly type: Notification['type']
  readonly data: StoredNotification
  readonly read_at: Date | null
}
type Say = Context['say']
/** A notification in the reader's language. */
export const notificationOf = (
  { id, type, data, read_at }: Row,
  language: Language,
  say: Say,
): Notification => ({
  id,
  type,
  data: {
    message: sayMessage(data, language, say),
    datetime: data.datetime,
    ...(data.url !== undefined && { url: data.url }),
  },
  read_at: read_at?.toISOString() ?? null,
})
function sayMessage(data: StoredNotification, language: Language, say: Say): string {
  if ('message' in data) return data.message
  const values = Object.entries(data.values ?? {}).map(
    ([name, value]) => [name, typeof value === 'object' ? say(language, value) : value] as const,
  )
  return say(language, { key: data.key, values: Object.fromEntries(values) })
}

export const inbox = (db: Db | Tx, user_id: number) =>
  db
    .selectFrom('notifications')
    .select(['id', 'type', 'data', 'read_at'])
    .where('user_id', '=', user_id)

/** The number of unread notifications of a user. */
export const unread = (db: Db | Tx, user_id: number): Promise<{ total: number }> =>
  db
    .selectFrom('notifications')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', user_id)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
