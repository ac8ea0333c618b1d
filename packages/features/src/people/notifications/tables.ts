// The table of notifications.
import type { Words } from '@flotta/core/problem.ts'
import '@flotta/platform/db.ts'
import type { Generated, JSONColumnType } from 'kysely'

/** A sentence of the texts with its values, which may be sentences themselves. It is translated when it is read. */
export interface Message {
  readonly key: string
  readonly values?: Readonly<Record<string, string | number | Words>>
}
/** The stored notification: a key of a text with values; older rows hold the finished sentence. */
export type StoredNotification = { readonly datetime: string; readonly url?: string } & (
  | Message
  | { readonly message: string }
)

declare module '@flotta/platform/db.ts' {
  interface Tables {
    notifications: {
      id: Generated<number>
      user_id: number
      type: 'user' | 'report' | 'other'
      data: JSONColumnType<StoredNotification>
      created_at: Generated<Date>
      read_at: Date | null
    }
  }
}
