// Rows of saved views.
import '@flotta/platform/db.ts'
import type { Generated, JSONColumnType } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    views: {
      id: Generated<number>
      customer_id: number
      /** Who saved it; the view is removed with this person, even if it is shared. */
      user_id: number
      list: string
      name: string
      shared: boolean
      columns: string[]
      sort: string | null
      filters: JSONColumnType<Record<string, string>>
      created_at: Generated<Date>
      updated_at: Generated<Date>
    }
  }
}
