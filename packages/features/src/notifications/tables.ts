// Rows of notifications.
import '@flotta/platform/db.ts'
import type { Generated, JSONColumnType } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    notifications: {
      id: Generated<number>
      user_id: number
      type: 'user' | 'report' | 'other'
      data: JSONColumnType<{ message: string; datetime: string; url?: string }>
      created_at: Generated<Date>
      read_at: Date | null
    }
  }
}
