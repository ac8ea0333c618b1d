// Rows of notifications.
import type { Words } from '@flotta/core/problem.ts'
import '@flotta/platform/db.ts'
import type { Generated, JSONColumnType } from 'kysely'

/** A sentence of the texts with its values, some of which may be words themselves; it is said in the language of who reads it, when he reads it. */
export interface Message {
  readonly key: string
  readonly values?: Readonly<Record<string, string | number | Words>>
}
/** What a row keeps: words to be said; or, of former times, what was said. */
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
